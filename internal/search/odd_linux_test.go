package search_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
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
	deep := strings.Repeat(name+"/", 25)
	for _, order := range []search.Order{search.ByPath, search.ByModified, search.ByRelevance, search.Unordered} {
		got, s := grep(t, search.Query{Patterns: []string{"found"}, Order: order})
		lines := slices.Sorted(strings.Lines(got))
		if want := []string{"a:found\n", deep + "x:found\n", deep + "y:found\n", deep + "z:found\n"}; !slices.Equal(lines, want) || s.Unreadable > 0 {
			t.Errorf("order %d: %d bytes, %+v", order, len(got), s)
		}
	}
	for _, order := range []search.Order{search.ByPath, search.Unordered} {
		got := globbed(t, search.GlobQuery{Pattern: "*", Relative: true, Order: order})
		if slices.Sort(got); !slices.Equal(got, []string{"a", deep + "x", deep + "y", deep + "z"}) {
			t.Errorf("glob, order %d: %d files", order, len(got))
		}
	}
	// A root of nearly 4,000 bytes, and one that the system does not take.
	for n, rows := range map[int]int{19: 3, 25: 0} {
		root := strings.Repeat(name+"/", n)
		var told []error
		got, s := grep(t, search.Query{Patterns: []string{"found"}, Roots: []string{root}, Error: func(err error) { told = append(told, err) }})
		if strings.Count(got, "found\n") != rows || s.Unreadable != len(told) || (len(told) == 0) != (rows > 0) {
			t.Errorf("a root of %d bytes: %d bytes, %.100q, %+v", len(root), len(got), told, s)
		}
	}
}

// Names that are no UTF-8 are shown as they are, and in JSON without loss.
func TestNamesThatAreNotUTF8(t *testing.T) {
	tree(t, map[string]string{"caf\xe9/\xff\xfe": "found\n", "caf\xc3\xa9": "found\n"})
	want := []string{"caf\xc3\xa9", "caf\xe9/\xff\xfe"}
	for _, order := range []search.Order{search.ByPath, search.ByRelevance, search.Unordered} {
		got, _ := grep(t, search.Query{Patterns: []string{"found"}, Order: order, Mode: search.Files})
		if lines := slices.Sorted(strings.SplitSeq(strings.TrimSuffix(got, "\n"), "\n")); !slices.Equal(lines, want) {
			t.Errorf("order %d: got %q", order, lines)
		}
	}
	if got := globbed(t, search.GlobQuery{Pattern: "**", Relative: true, Order: search.ByPath}); !slices.Equal(got, want) {
		t.Errorf("glob: got %q", got)
	}
	got, _ := grep(t, search.Query{Patterns: []string{"found"}, JSON: true})
	for _, path := range []string{`"path":{"text":"café"}`, `"path":{"bytes":"` + base64.StdEncoding.EncodeToString([]byte(want[1])) + `"}`} {
		if !strings.Contains(got, path) {
			t.Errorf("%s is not in %s", path, got)
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
	var told []string
	q := search.Query{Patterns: []string{"found"}, Mode: search.Files, Order: search.ByPath, Error: func(err error) {
		var e *fs.PathError
		if errors.As(err, &e) {
			told = append(told, e.Path)
		}
	}}
	q.Walk.Follow = true
	got, s := grep(t, q)
	slices.Sort(told)
	if want := []string{"a/b/up", "a/d/a", "a/self", "d/a/b/up", "d/a/d", "d/a/self", "dead"}; !slices.Equal(told, want) || s.Unreadable != len(want) {
		t.Errorf("told of %q, want %q, %+v", told, want, s)
	}
	if got != "a/b/c\na/d/e\nd/a/b/c\nd/e\n" {
		t.Errorf("got %q", got)
	}
}

// What vanishes or changes its kind between the walk and the search is reported, and
// the rest is searched to the last line.
func TestTreeChangesMeanwhile(t *testing.T) {
	files := map[string]string{}
	for i := range 2000 {
		files[fmt.Sprintf("d%03d/f%d", i/4, i)] = strings.Repeat("found\n", 40)
	}
	change := func() error {
		for i := 100; i < 500; i += 2 {
			if err := os.RemoveAll(fmt.Sprintf("d%03d", i)); err != nil {
				return err
			}
		}
		for i := 101; i < 500; i += 20 {
			name := fmt.Sprintf("d%03d/f%d", i, 4*i)
			if err := os.Remove(name); err != nil {
				return err
			}
			if err := os.Mkdir(name, 0o755); err != nil {
				return err
			}
		}
		return nil
	}
	for _, order := range []search.Order{search.ByPath, search.Unordered} {
		tree(t, files)
		var shown bytes.Buffer
		w := writer(func(b []byte) (int, error) {
			if shown.Len() == 0 {
				if err := change(); err != nil {
					return 0, err
				}
			}
			return shown.Write(b)
		})
		told := map[string]bool{}
		s, err := search.Grep(t.Context(), search.Query{Patterns: []string{"found"}, Order: order, Error: func(err error) {
			var e *fs.PathError
			if errors.As(err, &e) {
				told[e.Path] = true
			}
		}}, w)
		if err != nil || s.Unreadable != len(told) || order == search.ByPath && s.Matched+len(told) != len(files) {
			t.Errorf("order %d: told of %d, %+v, %v", order, len(told), s, err)
		}
		rows := map[string]int{}
		for l := range strings.Lines(shown.String()) {
			name, _, _ := strings.Cut(l, ":found\n")
			rows[name]++
		}
		for name := range files {
			_, err := os.ReadFile(name)
			if n := rows[name]; n != 40 && (n > 0 || err == nil) || err == nil && told[name] {
				t.Errorf("order %d: %d lines of %s, which can be read: %t; told of it: %t", order, n, name, err == nil, told[name])
			}
			delete(rows, name)
		}
		if len(rows) > 0 || order == search.ByPath && len(told) == 0 {
			t.Errorf("order %d: told of %d; what is not there: %v", order, len(told), rows)
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
	var want []string
	for i := range 100 {
		want = append(want, fmt.Sprintf("d/%d", 1000*i))
	}
	slices.Sort(want)
	for _, mode := range []search.Mode{search.Content, search.Count, search.Files} {
		got, s := grep(t, search.Query{Patterns: []string{"found"}, Mode: mode, Order: search.ByPath})
		end := map[search.Mode]string{search.Content: ":found\n", search.Count: ":1\n", search.Files: "\n"}[mode]
		if s.Files != 100_000 || s.Rows != 100 || got != strings.Join(want, end)+end {
			t.Errorf("mode %d: got %.100q, %+v", mode, got, s)
		}
	}
	if got := globbed(t, search.GlobQuery{Pattern: "d/*000", Relative: true, Order: search.ByPath}); len(got) != 99 || got[0] != "d/1000" || got[98] != "d/99000" {
		t.Errorf("glob: %d files", len(got))
	}
}

// A file that was found is not searched through a link that took its place, nor waited for
// where a pipe did.
func TestFilesBecomeLinksAndPipes(t *testing.T) {
	files := map[string]string{}
	for i := range 2000 {
		files[fmt.Sprintf("d%03d/f%d", i/4, i)] = strings.Repeat("found\n", 40)
	}
	outside := filepath.Join(t.TempDir(), "outside")
	if err := os.WriteFile(outside, []byte("found outside\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	become := func(name string, k int) error {
		if err := os.Remove(name); err != nil {
			return err
		}
		if k == 0 {
			return os.Symlink(outside, name)
		}
		return syscall.Mkfifo(name, 0o644)
	}
	for _, order := range []search.Order{search.ByPath, search.Unordered} {
		tree(t, files)
		changed, through := false, false
		w := writer(func(b []byte) (int, error) {
			for i := 103; i < 500 && !changed; i += 20 {
				for k := range 2 {
					if err := become(fmt.Sprintf("d%03d/f%d", i, 4*i+k), k); err != nil {
						return 0, err
					}
				}
			}
			changed = true
			through = through || bytes.Contains(b, []byte("outside"))
			return len(b), nil
		})
		reported := 0
		q := search.Query{Patterns: []string{"found"}, Order: order, Error: func(error) { reported++ }}
		s, err := search.Grep(t.Context(), q, w)
		if err != nil || s.Matched < 1000 || s.Unreadable != reported || order == search.ByPath && reported == 0 {
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
