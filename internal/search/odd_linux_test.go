package search_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"fileops/internal/search"
)

// Names that are not UTF-8 are shown unchanged, and in JSON without loss.
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

// Links to a directory above them are reported, and the rest is searched.
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

// layouts are orders and numbers of files in a directory. A directory that is read later is
// found in its state at that time.
var layouts = []struct {
	order search.Order
	each  int
}{{search.ByPath, 4}, {search.ByPath, 2000}, {search.Unordered, 4}}

// A file that vanishes or changes its kind between the walk and the search is reported, and
// the rest is searched to the last line.
func TestTreeChangesMeanwhile(t *testing.T) {
	for _, l := range layouts {
		var names []string
		for i := range 2000 {
			names = append(names, fmt.Sprintf("d%03d/f%d", i/l.each, i))
		}
		elsewhere := t.TempDir()
		change := func() error {
			for i := 400; i < 2000; i += 8 {
				gone := names[i : i+4]
				if l.each == 4 { // a directory goes with all that is in it: no listing finds a part
					gone = []string{filepath.Dir(names[i])}
				}
				for _, name := range gone {
					if err := os.Rename(name, filepath.Join(elsewhere, filepath.Base(name))); err != nil {
						return err
					}
				}
			}
			for i := 404; i < 2000; i += 80 {
				if err := os.Remove(names[i]); err != nil {
					return err
				}
				if err := os.Mkdir(names[i], 0o755); err != nil {
					return err
				}
			}
			return nil
		}
		copies(t, strings.Repeat("found\n", 40), names)
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
		s, err := search.Grep(t.Context(), search.Query{Patterns: []string{"found"}, Order: l.order, Error: func(err error) {
			var e *fs.PathError
			if errors.As(err, &e) {
				told[e.Path] = true
			}
		}}, w)
		// If all files are known before the first one is shown, each is shown or reported.
		if err != nil || s.Unreadable != len(told) || l.each == 2000 && s.Matched+len(told) != len(names) {
			t.Errorf("%+v: told of %d, %+v, %v", l, len(told), s, err)
		}
		rows := map[string]int{}
		for l := range strings.Lines(shown.String()) {
			name, _, _ := strings.Cut(l, ":found\n")
			rows[name]++
		}
		for _, name := range names {
			_, err := os.ReadFile(name)
			n, knows := rows[name], told[name] || told[filepath.Dir(name)]
			if n != 40 && (n > 0 || err == nil) || err == nil && knows {
				t.Errorf("%+v: %d lines of %s, which can be read: %t; told of it: %t", l, n, name, err == nil, knows)
			}
			if gone := errors.Is(err, fs.ErrNotExist); l.order == search.ByPath && gone && n == 0 && !knows {
				t.Errorf("%+v: not told of %s, which is gone", l, name)
			}
			delete(rows, name)
		}
		if len(rows) > 0 || l.order == search.ByPath && len(told) == 0 {
			t.Errorf("%+v: told of %d; what is not there: %v", l, len(told), rows)
		}
	}
}

func TestManyFilesInOneDirectory(t *testing.T) {
	files := size(10_000, 100_000)
	var empty, want []string
	for i := range files {
		if name := fmt.Sprintf("d/%d", i); i%1000 == 0 {
			want = append(want, name)
		} else {
			empty = append(empty, name)
		}
	}
	dir := copies(t, "", empty)
	for _, name := range want {
		if err := os.WriteFile(filepath.Join(dir, name), []byte("found\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(want)
	for _, mode := range []search.Mode{search.Content, search.Count, search.Files} {
		got, s := grep(t, search.Query{Patterns: []string{"found"}, Mode: mode, Order: search.ByPath})
		end := map[search.Mode]string{search.Content: ":found\n", search.Count: ":1\n", search.Files: "\n"}[mode]
		if s.Files != int64(files) || s.Rows != files/1000 || got != strings.Join(want, end)+end {
			t.Errorf("mode %d: got %.100q, %+v", mode, got, s)
		}
	}
	if got := globbed(t, search.GlobQuery{Pattern: "d/*000", Relative: true, Order: search.ByPath}); !slices.Equal(got, want[1:]) {
		t.Errorf("glob: %d files", len(got))
	}
}

// A link that replaces a file that was found is not followed, and a pipe is not waited for.
func TestFilesBecomeLinksAndPipes(t *testing.T) {
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
	for _, l := range layouts {
		name := func(i int) string { return fmt.Sprintf("d%03d/f%d", i/l.each, i) }
		var names []string
		for i := range 2000 {
			names = append(names, name(i))
		}
		copies(t, strings.Repeat("found\n", 40), names)
		changed, through := false, false
		w := writer(func(b []byte) (int, error) {
			for i := 412; i < 2000 && !changed; i += 80 {
				for k := range 2 {
					if err := become(name(i+k), k); err != nil {
						return 0, err
					}
				}
			}
			changed = true
			through = through || bytes.Contains(b, []byte("outside"))
			return len(b), nil
		})
		reported := 0
		q := search.Query{Patterns: []string{"found"}, Order: l.order, Error: func(error) { reported++ }}
		s, err := search.Grep(t.Context(), q, w)
		if err != nil || s.Matched < 1000 || s.Unreadable != reported || l.each == 2000 && reported == 0 {
			t.Errorf("%+v: got %+v, %v, %d reported", l, s, err, reported)
		}
		if through {
			t.Errorf("%+v: a file was searched through a link that took the place of one", l)
		}
		// Where all files are known before the first one is searched, each is one or the
		// other, but for a pipe that was opened: it is empty. Else those that are links and
		// pipes when their directory is read are passed over.
		passed := map[int]int{2000: 20, 4: 40}[l.each]
		if n := s.Matched + s.Unreadable; l.order == search.ByPath && (n > 2000 || n < 2000-passed) {
			t.Errorf("%+v: got %+v, want 2000 files that match or cannot be read, but for %d", l, s, passed)
		}
	}
}
