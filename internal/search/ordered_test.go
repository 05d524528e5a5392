package search_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"fileops/internal/search"
)

// A search during the walk gives results in the same order as a sort of all counts. That
// includes files that an overlay adds, changes and removes, and standard input.
func TestContentComesInOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(11, 12))
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	rows := 0
	trees := size(4, 6)
	for range trees {
		name := func() string {
			var parts []string
			for range 1 + r.IntN(3) {
				parts = append(parts, pick("a", "b", "c", "d")+pick("", "-", ".", "0", "+")+pick("", "x", "y"))
			}
			return strings.Join(parts, "/")
		}
		dir := tree(t, map[string]string{"a/x-/x": "found\n", "c/x-/x": "found\n"})
		put := func(name string) { // unless a file or a directory is in the way
			path := filepath.Join(dir, name)
			if os.MkdirAll(filepath.Dir(path), 0o755) == nil {
				_ = os.Link(filepath.Join(dir, "a/x-/x"), path) // quicker than another file
			}
		}
		overlay := search.Overlay{}
		for range 300 {
			put(name())
			put(name() + "/deep/file")
			if n := name(); r.IntN(3) == 0 {
				overlay[filepath.Join(dir, n)] = search.Version{Removed: true}
			} else if info, err := os.Stat(n); err != nil || !info.IsDir() {
				overlay[filepath.Join(dir, n+".new")] = holding("found\n", 0)
			}
		}
		for _, roots := range [][]string{nil, {"a", "-", "c", "."}, {"-", "c"}, {dir, "a/x-", "-"}} {
			for _, workers := range []int{1, 2, 5} {
				q := search.Query{Patterns: []string{"found"}, Roots: roots, Order: search.ByPath, Overlay: overlay, Names: search.NamesAlways}
				q.Walk.Workers = workers
				q.Error = func(error) {} // a root that is gone
				q.Stdin = strings.NewReader("found\n")
				got, _ := grep(t, q)
				q.Mode, q.Stdin = search.Count, strings.NewReader("found\n")
				want, sum := grep(t, q)
				if want = strings.ReplaceAll(want, ":1\n", ":found\n"); got != want {
					t.Errorf("%q, %d workers: %s", roots, workers, difference(got, want))
				}
				rows += sum.Rows
			}
		}
	}
	if rows < trees*10_000/6 {
		t.Errorf("%d rows say little", rows)
	}
}

// The first lines are written before the whole tree has been listed. A full page, a closed
// reader or the end of the context ends the walk.
func TestPageEndsTheWalk(t *testing.T) {
	var names []string
	for i := range size(500, 1500) {
		names = append(names, fmt.Sprintf("d%04d/e/f", i))
	}
	dir := copies(t, strings.Repeat("a line to be found\n", 500), names)
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close() //nolint:errcheck // it is only read
	before := runtime.NumGoroutine()
	for _, workers := range []int{1, 2, 6} {
		for _, tt := range []struct {
			name string
			q    search.Query
			w    func(cancel func()) io.Writer
			want error
		}{
			{"a page", search.Query{Limit: 3}, func(func()) io.Writer { return io.Discard }, nil},
			{"a page of files", search.Query{Mode: search.Files, Order: search.ByPath, Limit: 3}, func(func()) io.Writer { return io.Discard }, nil},
			{"a page of counts", search.Query{Mode: search.Count, Order: search.ByPath, Limit: 3}, func(func()) io.Writer { return io.Discard }, nil},
			{"no reader", search.Query{}, func(func()) io.Writer {
				return writer(func([]byte) (int, error) { return 0, io.ErrClosedPipe })
			}, io.ErrClosedPipe},
			{"the context", search.Query{}, func(cancel func()) io.Writer {
				return writer(func(b []byte) (int, error) { cancel(); return len(b), nil })
			}, context.Canceled},
		} {
			var opened atomic.Int64
			q := tt.q
			q.Patterns, q.Roots, q.Walk.Base, q.Walk.Workers = []string{"line"}, []string{dir}, dir, workers
			q.Walk.Open = func(name string) (*os.File, error) {
				opened.Add(1)
				return root.Open(name)
			}
			ctx, cancel := context.WithCancel(t.Context())
			s, err := search.Grep(ctx, q, tt.w(cancel))
			cancel()
			// Several workers read on while one of them is kept from going on.
			if most := int64(50); !errors.Is(err, tt.want) || s.Rows == 0 || workers == 1 && opened.Load() > most {
				t.Errorf("%s, %d workers: %v, %+v; %d directories were opened, %d are enough", tt.name, workers, err, s, opened.Load(), most)
			}
		}
	}
	for end := time.Now().Add(10 * time.Second); runtime.NumGoroutine() > before; {
		if time.Sleep(time.Millisecond); time.Now().After(end) {
			t.Fatalf("%d goroutines are left, %d were before", runtime.NumGoroutine(), before)
		}
	}
}

// The result of a file is written before the next file is searched, even by the same worker.
func TestResultsAreWrittenAfterEachFile(t *testing.T) {
	dir := tree(t, map[string]string{"f": ""})
	shown, late := make(chan bool), false
	next := holding("", 0)
	open := next.Open
	next.Open = func() (io.ReadCloser, error) {
		select {
		case <-shown:
		case <-time.After(10 * time.Second):
			late = true
		}
		return open()
	}
	q := search.Query{Patterns: []string{"found"}, Roots: []string{"-", "f"}, Overlay: search.Overlay{filepath.Join(dir, "f"): next}}
	q.Walk.Workers = 1
	slow, text := io.Pipe()
	go func() {
		time.Sleep(200 * time.Millisecond) // quick lines are gathered
		_, _ = text.Write([]byte("found\n"))
		_ = text.Close()
	}()
	q.Stdin = slow
	s, err := search.Grep(t.Context(), q, writer(func(b []byte) (int, error) {
		close(shown)
		return len(b), nil
	}))
	if err != nil || s.Rows != 1 || late {
		t.Errorf("%v, %+v; shown before the next file: %t", err, s, !late)
	}
}

// A few large files in one directory are searched in parallel.
func TestFewFilesAreShared(t *testing.T) {
	const workers = 4
	dir := tree(t, map[string]string{})
	overlay := search.Overlay{}
	var at atomic.Int64
	together := make(chan bool)
	for i := range workers {
		v := holding("found\n", 0)
		open := v.Open
		v.Open = func() (io.ReadCloser, error) {
			if at.Add(1) == workers {
				close(together)
			}
			select {
			case <-together:
			case <-time.After(20 * time.Second):
			}
			return open()
		}
		name := fmt.Sprintf("f%d", i)
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
		overlay[filepath.Join(dir, name)] = v
	}
	var out bytes.Buffer
	q := search.Query{Patterns: []string{"found"}, Overlay: overlay}
	q.Walk.Workers = workers
	begun := time.Now()
	s, err := search.Grep(t.Context(), q, &out)
	if took := time.Since(begun); err != nil || s.Rows != workers || took > 20*time.Second {
		t.Errorf("%v, %+v, after %v", err, s, took)
	}
	if got := slices.Collect(strings.Lines(out.String())); !slices.IsSorted(got) {
		t.Errorf("got %q", got)
	}
}

// If a page is full, errors are reported up to its end only, however far workers read ahead.
func TestUnreadableInPage(t *testing.T) {
	var names []string
	for i := range 300 {
		names = append(names, fmt.Sprintf("d%03d/f", i))
	}
	copies(t, "a line\n", names)
	for i := range 300 {
		if err := os.Symlink("nowhere", fmt.Sprintf("d%03d/e", i)); err != nil {
			t.Fatal(err)
		}
	}
	for _, mode := range []search.Mode{search.Content, search.Files, search.Count} {
		for _, workers := range []int{1, 2, 7} {
			var told []string
			q := search.Query{Patterns: []string{"line"}, Roots: []string{"gone", "d000", "d001", "d002", "d003", "."}, Mode: mode, Order: search.ByPath, Limit: 2}
			q.Walk.Follow, q.Walk.Workers = true, workers
			q.Error = func(err error) {
				var e *fs.PathError
				if errors.As(err, &e) {
					told = append(told, e.Path)
				}
			}
			s, err := search.Grep(t.Context(), q, io.Discard)
			want := []string{"gone", "d000/e", "d001/e", "d002/e"}
			if err != nil || !s.More || s.Unreadable != len(want) || !slices.Equal(told, want) {
				t.Errorf("mode %d, %d workers: told of %q, %+v, %v; want %q", mode, workers, told, s, err, want)
			}
		}
	}
}
