package walk_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"fileops/internal/search/walk"
)

// inOrder walks in order with some workers and checks how the runs follow each other.
// Seen, if not nil, is called for each run.
func inOrder(t *testing.T, ctx context.Context, roots []string, o walk.Options, seen func(r *walk.Run)) ([]walk.Found, error) {
	t.Helper()
	var mu sync.Mutex
	var runs []walk.Run
	o.Ignore.Getenv = func(string) string { return "" }
	err := walk.InOrder(ctx, roots, o, func(next func() (walk.Run, bool)) {
		for r, ok := next(); ok; r, ok = next() {
			r.Found = slices.Clone(r.Found)
			mu.Lock()
			runs = append(runs, r)
			if seen != nil {
				seen(&r)
			}
			mu.Unlock()
		}
	})
	slices.SortFunc(runs, func(a, b walk.Run) int { return a.Number - b.Number })
	var all []walk.Found
	for i, r := range runs {
		if err != nil {
			break // some may not have come
		}
		if r.Number != i || r.Last != (i == len(runs)-1) || len(r.Found) == 0 && !r.Last || i > 0 && r.After != all[len(all)-1] {
			t.Errorf("run %d of %d: number %d, %d entries, last %t, after %s", i, len(runs), r.Number, len(r.Found), r.Last, r.After.Path)
		}
		all = append(all, r.Found...)
	}
	if err == nil && len(runs) == 0 {
		t.Error("there is no last run")
	}
	return all, err
}

// bushy makes a tree with characters next to the slash in its names, links to directories
// above, and a directory that is read in parts.
func bushy(t *testing.T, seed uint64) string {
	t.Helper()
	r := rand.New(rand.NewPCG(seed, 7))
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	name := func() string {
		return pick("a", "b", "z", "") + pick("", ".", "-", "/", "0", " ", "!", "é") + pick("a", "b", ".c", "-", "+x")
	}
	root, dir := t.TempDir(), t.TempDir()
	dirs := []string{root}
	for range 150 {
		path := filepath.Join(dirs[r.IntN(len(dirs))], name())
		switch r.IntN(3) {
		case 0:
			if os.MkdirAll(path, 0o700) == nil {
				dirs = append(dirs, path)
			}
		case 1:
			_ = os.Symlink(pick("..", ".", "nowhere"), path+"link")
		default:
			if _, err := os.Lstat(path); err != nil && os.MkdirAll(filepath.Dir(path), 0o700) == nil {
				write(t, path, "")
			}
		}
	}
	large := filepath.Join(dirs[r.IntN(len(dirs))], pick("a.large", "z.large", "large"))
	for i := range 2500 + r.IntN(2500) {
		path := filepath.Join(large, fmt.Sprintf("%s%d-a-name-that-takes-some-room", pick("a", "a.", "a-", ""), i))
		if r.IntN(100) == 0 {
			path = filepath.Join(path, name())
		}
		touch(t, dir, path)
	}
	return root
}

// TestInOrder: InOrder and Collect give the sorted entries that Walk visits.
func TestInOrder(t *testing.T) {
	t.Parallel()
	for seed := range uint64(size(2, 6)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			root := bushy(t, seed)
			file := filepath.Join(root, "a file")
			write(t, file, "")
			roots := []string{root, root + "/none", file, filepath.Join(root, "empty"), root + "/", file}
			must(t, os.Mkdir(roots[3], 0o700))
			for _, o := range []walk.Options{{Hidden: true}, {Follow: true, Hidden: true}, {Hidden: true, Kinds: walk.File | walk.Dir | walk.Link}} {
				want, reported := visited(t, roots, o)
				for _, workers := range []int{1, 2, 3, 8} {
					o.Workers = workers
					var errs []string
					o.Error = func(err error) { errs = append(errs, err.Error()) }
					streamed, err := inOrder(t, t.Context(), roots, o, nil)
					must(t, err)
					if slices.Sort(errs); !slices.Equal(errs, reported) {
						t.Errorf("%d workers: %d errors, want %d", workers, len(errs), len(reported))
					}
					collected, err := walk.Collect(t.Context(), roots, o, false)
					must(t, err)
					for name, got := range map[string][]walk.Found{"in order": streamed, "collected": collected} {
						if d := unlike(got, want); d != "" {
							t.Errorf("%s, %d workers, %+v: %s", name, workers, o, d)
						}
					}
				}
			}
		})
	}
}

// visited gives the entries that Walk visits, sorted by Compare, and the errors.
func visited(t *testing.T, roots []string, o walk.Options) (all []walk.Found, errs []string) {
	t.Helper()
	var mu sync.Mutex
	o.Error = func(err error) { errs = append(errs, err.Error()) }
	o.Ignore.Getenv = func(string) string { return "" }
	must(t, walk.Walk(t.Context(), roots, o, func() walk.Visit {
		return func(e *walk.Entry) error {
			mu.Lock()
			defer mu.Unlock()
			all = append(all, walk.Found{Path: e.Path(), Root: e.Root(), Info: walk.Info{Kind: e.Kind()}})
			return nil
		}
	}))
	slices.SortFunc(all, func(a, b walk.Found) int {
		if a.Root != b.Root {
			return a.Root - b.Root
		}
		return walk.Compare(a.Path, b.Path)
	})
	slices.Sort(errs)
	return all, errs
}

func unlike(got, want []walk.Found) string {
	for i := range min(len(got), len(want)) {
		if g, w := got[i], want[i]; g.Path != w.Path || g.Root != w.Root || g.Info != w.Info {
			return fmt.Sprintf("entry %d is %+v, want %+v", i, g, w)
		}
	}
	if len(got) != len(want) || len(got) < 3000 {
		return fmt.Sprintf("%d entries, want %d", len(got), len(want))
	}
	return ""
}

// opening counts the directories that a walk opens. First is called for each.
func opening(t *testing.T, root string, first func(name string)) (walk.Options, *atomic.Int64) {
	t.Helper()
	r, err := os.OpenRoot(root)
	must(t, err)
	t.Cleanup(func() { must(t, r.Close()) })
	var opened atomic.Int64
	return walk.Options{Base: root, Open: func(name string) (*os.File, error) {
		opened.Add(1)
		if first != nil {
			first(name)
		}
		return r.Open(name)
	}}, &opened
}

// TestReadsNoFurtherThanNeeded: the first entries are given before the whole tree has been read.
// A walk that stops then does not read the rest.
func TestReadsNoFurtherThanNeeded(t *testing.T) {
	t.Parallel()
	root, dir := t.TempDir(), t.TempDir()
	for i := range size(400, 1000) {
		touch(t, dir, filepath.Join(root, fmt.Sprintf("d%d/e/f", i)))
	}
	for _, workers := range []int{1, 2, 8} {
		o, opened := opening(t, root, nil)
		o.Workers = workers
		ctx, cancel := context.WithCancel(t.Context())
		first := true
		_, err := inOrder(t, ctx, []string{root}, o, func(r *walk.Run) {
			if first {
				first = false
				cancel()
			}
		})
		// Several workers read on while one of them is kept from going on.
		if most := int64(50); !errors.Is(err, context.Canceled) || workers == 1 && opened.Load() > most {
			t.Errorf("%d workers: %v; %d directories were opened, %d are enough", workers, err, opened.Load(), most)
		}
	}
}

// wide makes a tree of n directories with 2,000 files each, but few on disk.
func wide(t *testing.T, n int) string {
	t.Helper()
	root, dir := t.TempDir(), t.TempDir()
	for i := range 2000 {
		touch(t, dir, filepath.Join(root, "z", fmt.Sprintf("file%d", i)))
	}
	for i := range n {
		plant(t, root, fmt.Sprintf("m/link%d -> ../z", i))
	}
	plant(t, root, "a/first")
	return root
}

// TestReadAheadIsBounded: while one directory keeps a walk waiting, others are read ahead,
// but not all of them.
func TestReadAheadIsBounded(t *testing.T) {
	t.Parallel()
	root := wide(t, 300)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	enough := make(chan bool)
	var ahead atomic.Int64
	o, opened := opening(t, root, func(name string) {
		if strings.HasPrefix(name, "m/") && ahead.Add(1) == 30 {
			close(enough)
		}
		if name == "a" {
			<-enough
			time.Sleep(500 * time.Millisecond) // they could read on meanwhile
			if n := ahead.Load(); n > 45 {
				t.Errorf("%d directories of 2,000 files were read ahead", n)
			}
			cancel()
		}
	})
	o.Workers, o.Follow = 3, true
	if _, err := inOrder(t, ctx, []string{root}, o, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v; %d directories were opened", err, opened.Load())
	}
}

// TestMemoryDoesNotGrow: entries that were given are not kept.
func TestMemoryDoesNotGrow(t *testing.T) { // not parallel: memory is that of the process
	links := 150
	root := wide(t, links)
	var before, after runtime.MemStats
	n, most := 0, uint64(0)
	o := walk.Options{Workers: 2, Follow: true}
	err := walk.InOrder(t.Context(), []string{root}, o, func(next func() (walk.Run, bool)) {
		for r, ok := next(); ok; r, ok = next() {
			if r.Number == 0 {
				runtime.GC()
				runtime.ReadMemStats(&before)
			}
			if r.Number%4000 == 3999 {
				runtime.GC()
				runtime.ReadMemStats(&after)
				most = max(most, after.HeapAlloc)
			}
			if r.Last {
				n = r.Number
			}
		}
	})
	// All of them at once would be 30 MB.
	if err != nil || n < links*2000/16 || most == 0 || most > before.HeapAlloc+8<<20 {
		t.Errorf("%v; %d runs, %d KB at most, %d KB at first", err, n, most>>10, before.HeapAlloc>>10)
	}
}

// TestTreeChangesInOrder: a directory that vanishes before it is read is reported, and the
// entries before and after it are unchanged.
func TestTreeChangesInOrder(t *testing.T) {
	t.Parallel()
	root, dir := t.TempDir(), t.TempDir()
	for i := range 300 {
		touch(t, dir, filepath.Join(root, fmt.Sprintf("d%03d/sub/f", i)))
		touch(t, dir, filepath.Join(root, fmt.Sprintf("d%03d.x", i)))
	}
	var gone []string
	o := walk.Options{Workers: 1, Error: func(err error) { // another one might have read it
		var e *fs.PathError
		if errors.As(err, &e) {
			gone = append(gone, strings.TrimPrefix(e.Path, root+"/"))
		}
	}}
	got, err := inOrder(t, t.Context(), []string{root}, o, func(r *walk.Run) {
		if r.Number == 0 {
			for i := 200; i < 300; i += 2 {
				must(t, os.RemoveAll(filepath.Join(root, fmt.Sprintf("d%03d", i))))
			}
		}
	})
	if err != nil || len(gone) != 50 || len(got) != 550 {
		t.Errorf("%v; %d are gone, want 50; %d were found, want 550", err, len(gone), len(got))
	}
	if !slices.IsSortedFunc(got, func(a, b walk.Found) int { return walk.Compare(a.Path, b.Path) }) {
		t.Error("what was found is not in order")
	}
	for _, name := range gone {
		if _, err := os.Stat(filepath.Join(root, name)); err == nil {
			t.Errorf("%s is reported and there", name)
		}
	}
}
