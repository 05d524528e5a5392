package search_test

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"fileops/internal/search"
)

// Paths longer than the system takes in one piece are searched in every order.
func TestLongPaths(t *testing.T) {
	top := tree(t, map[string]string{"a": "found\n"})
	name := strings.Repeat("n", 200)
	for range 25 {
		if err := os.Mkdir(name, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chdir(name); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"x", "y", "z"} {
		if err := os.WriteFile(f, []byte("found\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chdir(top); err != nil {
		t.Fatal(err)
	}
	for _, order := range []search.Order{search.ByPath, search.ByModified, search.ByRelevance, search.Unordered} {
		if got, s := grep(t, search.Query{Patterns: []string{"found"}, Order: order}); strings.Count(got, "found\n") != 4 || s.Unreadable > 0 {
			t.Errorf("order %d: %d bytes, %+v", order, len(got), s)
		}
	}
}

// Links that lead to where they lie are reported, and the rest is searched.
func TestLoops(t *testing.T) {
	tree(t, map[string]string{"a/b/c": "found\n", "d/e": "found\n"})
	for link, to := range map[string]string{"a/b/up": "..", "a/self": ".", "d/a": "../a", "a/d": "../d", "dead": "nowhere"} {
		if err := os.Symlink(to, link); err != nil {
			t.Fatal(err)
		}
	}
	q := search.Query{Patterns: []string{"found"}, Mode: search.Files, Error: func(error) {}}
	q.Walk.Follow = true
	got, s := grep(t, q)
	if !strings.Contains(got, "a/b/c\n") || !strings.Contains(got, "d/a/b/c\n") || s.Unreadable == 0 {
		t.Errorf("got %q, %+v", got, s)
	}
}

// What vanishes or changes its kind between the walk and the search is reported, and
// the rest is searched.
func TestTreeChangesMeanwhile(t *testing.T) {
	files := map[string]string{}
	for i := range 2000 {
		files[fmt.Sprintf("d%03d/f%d", i/4, i)] = strings.Repeat("found\n", 40)
	}
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("found outside\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, order := range []search.Order{search.ByPath, search.Unordered} {
		tree(t, files)
		gone, through := false, false
		w := writer(func(b []byte) (int, error) {
			if !gone {
				gone = true
				for i := 100; i < 500; i += 2 {
					if err := os.RemoveAll(fmt.Sprintf("d%03d", i)); err != nil {
						return 0, err
					}
				}
				for i := 101; i < 500; i += 20 {
					name := fmt.Sprintf("d%03d/f%d", i, 4*i)
					if err := os.Remove(name); err != nil {
						return 0, err
					}
					if err := os.Mkdir(name, 0o755); err != nil {
						return 0, err
					}
				}
				for i := 103; i < 500; i += 20 {
					for k, become := range []func(string) error{
						func(name string) error { return os.Symlink(outside, name) },
						func(name string) error { return syscall.Mkfifo(name, 0o644) },
					} {
						name := fmt.Sprintf("d%03d/f%d", i, 4*i+k)
						if err := os.Remove(name); err != nil {
							return 0, err
						}
						if err := become(name); err != nil {
							return 0, err
						}
					}
				}
			}
			through = through || bytes.Contains(b, []byte("outside"))
			return len(b), nil
		})
		reported := 0
		q := search.Query{Patterns: []string{"found"}, Order: order, Error: func(error) { reported++ }}
		s, err := search.Grep(t.Context(), q, w)
		if err != nil || s.Matched < 1000 || s.Unreadable == 0 || s.Unreadable != reported {
			t.Errorf("order %d: got %+v, %v, %d reported", order, s, err, reported)
		}
		if through {
			t.Errorf("order %d: a file was searched through a link that took the place of one", order)
		}
		// In order all files are known before the first one is searched: each is one or the
		// other, but for a pipe that was opened: it is empty.
		if pipes := 20; order == search.ByPath && (s.Matched+s.Unreadable > 2000 || s.Matched+s.Unreadable < 2000-pipes) {
			t.Errorf("got %+v, want 2000 files that match or cannot be read", s)
		}
	}
}

func TestManyFilesInOneDirectory(t *testing.T) {
	if testing.Short() {
		t.Skip("makes 100,000 files")
	}
	tree(t, map[string]string{})
	if err := os.Mkdir("d", 0o755); err != nil {
		t.Fatal(err)
	}
	for i := range 100_000 {
		f, err := os.Create(fmt.Sprintf("d/%d", i))
		if err != nil {
			t.Fatal(err)
		}
		if i%1000 == 0 {
			_, err = io.WriteString(f, "found\n")
		}
		if e := f.Close(); e != nil || err != nil {
			t.Fatal(err, e)
		}
	}
	for _, mode := range []search.Mode{search.Content, search.Count} {
		if _, s := grep(t, search.Query{Patterns: []string{"found"}, Mode: mode}); s.Files != 100_000 || s.Rows != 100 {
			t.Errorf("got %+v", s)
		}
	}
}
