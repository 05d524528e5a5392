//go:build linux && !portable

package walk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// size is few, or all if the tests try all cases where a sample takes seconds less.
func size(few, all int) int {
	if os.Getenv("TEST_ALL") != "" {
		return all
	}
	return few
}

// dig makes directories in one another, each with a file, and returns their paths. The files
// are one with many names, which takes less time.
func dig(t *testing.T, top, name string, levels int) (rels []string) {
	t.Helper()
	one := filepath.Join(t.TempDir(), "one")
	if err := os.WriteFile(one, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	at, err := noDir(true).open(terminated(top), syscall.O_RDONLY|syscall.O_DIRECTORY)
	for i := 1; i <= levels && err == nil; i++ {
		if err = syscall.Mkdirat(at.fd, name, 0o700); err != nil {
			break
		}
		var next handle
		if next, err = at.open(terminated(name), syscall.O_RDONLY|syscall.O_DIRECTORY); err != nil {
			break
		}
		at.close()
		at = next
		err = unix.Linkat(unix.AT_FDCWD, one, at.fd, "file", 0)
		rels = append(rels, strings.TrimSuffix(strings.Repeat(name+"/", i), "/"))
	}
	at.close()
	if err != nil {
		t.Fatal(err)
	}
	return rels
}

// confine gives options that open below a root only, and counts the components that are
// opened by a whole path.
func confine(t *testing.T, base string) (*Options, *atomic.Int64) {
	t.Helper()
	r, err := os.OpenRoot(base)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = r.Close() })
	var components atomic.Int64
	return &Options{Base: base, Open: func(name string) (*os.File, error) {
		components.Add(int64(1 + strings.Count(name, "/")))
		return r.Open(name)
	}}, &components
}

// TestChainOpensRelativePaths goes down a deep tree and up again. Each directory is the one that
// its whole path leads to. It is opened by a short way, and few are kept open.
func TestChainOpensRelativePaths(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ width, levels int }{{1, 1_000}, {20, 300}, {120, 100}, {250, 70}} {
		top := t.TempDir()
		rels := dig(t, top, strings.Repeat("d", tt.width), tt.levels)
		for _, confined := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d_levels_of_%d_confined_%t", tt.levels, tt.width, confined), func(t *testing.T) {
				t.Parallel()
				o := &Options{}
				if confined {
					o, _ = confine(t, top)
				}
				c, r := chain{}, newRoot(top, 0, o)
				check := func(i int) {
					d := &dir{root: r, rel: rels[i], depth: i + 1}
					h, err := c.open(d)
					if err != nil {
						t.Fatalf("level %d: %v", i+1, err)
					}
					defer h.close()
					if _, _, err := h.stat(terminated("file"), false); err != nil {
						t.Fatalf("level %d: %v", i+1, err)
					}
					if r.depth+d.depth <= chainStep {
						return
					}
					way := c.kept[len(c.kept)-1].rest(d.rel)
					if n := 1 + strings.Count(way, "/"); n > chainStep || len(way) > maxPath || len(c.kept) > maxKept {
						t.Fatalf("level %d: a way of %d components and %d bytes, %d are kept", i+1, n, len(way), len(c.kept))
					}
				}
				for i := range rels {
					check(i)
				}
				for i := len(rels) - 1; i >= 0; i-- {
					check(i)
				}
				for i := range rels { // there and back
					check(i * 7 % len(rels))
				}
				if c.close(); len(c.kept) > 0 || c.unable {
					t.Errorf("%d are kept at the end; unable %t", len(c.kept), c.unable)
				}
			})
		}
	}
}

// TestDeepTreesOpenFewComponents: a walk and an Opener look up a number of components that
// grows with the depth, not with its square.
func TestDeepTreesOpenFewComponents(t *testing.T) {
	t.Parallel()
	levels := size(800, 1_600) // by whole paths these would be 320,000 components or more
	top := t.TempDir()
	dig(t, top, "d", levels)
	o, components := confine(t, top)
	o.Workers = 2
	found, err := Collect(t.Context(), []string{top}, *o, false)
	if err != nil || len(found) != levels {
		t.Fatalf("%d files, %v", len(found), err)
	}
	walked := components.Swap(0)
	opener := NewOpener(top, o, false)
	for _, f := range found {
		file, err := opener.Open(f.Path)
		if err != nil {
			t.Fatal(err)
		}
		_ = file.Close()
	}
	opener.Close()
	// The first levels are opened by whole paths, which are chainStep/2 long on average.
	most := int64(chainStep*chainStep/2 + levels)
	if opened := components.Load(); walked > most || opened > most {
		t.Errorf("%d components to walk, %d to open; want %d at most", walked, opened, most)
	}
}

// TestDeepTreesKeepFewOpen: the number of descriptors of a walk does not depend on the tree.
func TestDeepTreesKeepFewOpen(t *testing.T) { // not parallel: others open files
	top := t.TempDir()
	levels := size(400, 600)
	dig(t, top, "d", levels)
	for i := range size(3, 5) { // several deep trees
		dig(t, filepath.Join(top, "d"), fmt.Sprint("e", i), levels)
	}
	count := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip(err)
		}
		return len(entries)
	}
	time.Sleep(time.Nanosecond) // the first timer of a process opens two descriptors, which stay
	for _, workers := range []int{1, 4} {
		before := count()
		var most atomic.Int64
		err := Walk(t.Context(), []string{top, top}, Options{Workers: workers}, func() Visit {
			return func(*Entry) error {
				most.Store(max(most.Load(), int64(count()))) // near enough
				return nil
			}
		})
		// The descriptors that a worker needs besides those of its chain.
		if want := int64(before + workers*(maxKept+4)); err != nil || most.Load() > want {
			t.Errorf("%d workers: %d descriptors, want %d at most; %v", workers, most.Load(), want, err)
		}
		if after := count(); after > before {
			t.Errorf("%d workers: %d descriptors are left open", workers, after-before)
		}
	}
}

// TestDeepDirectoryReplacedByLink: a walk does not follow a link that replaces a deep directory
// before it is entered. The error has the whole path.
func TestDeepDirectoryReplacedByLink(t *testing.T) {
	t.Parallel()
	const swapped, levels = 90, 150
	for _, tt := range []struct {
		name, target string // "" for nothing
		more, errs   int    // files behind the link, and errors
	}{
		{"for_a_link_to_elsewhere", strings.Repeat("../", swapped) + "elsewhere", 0, 1},
		{"for_nothing", "", 0, 1},
		{"for_a_link_within_the_root", strings.Repeat("../", swapped-1) + "other", 2, 0}, // as Open has it
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			dir := t.TempDir()
			top := filepath.Join(dir, "top")
			for _, name := range []string{"elsewhere/file", "elsewhere/d/file", "top/other/linked", "top/other/d/linked"} {
				name = filepath.Join(dir, name)
				if err := errors.Join(os.MkdirAll(filepath.Dir(name), 0o700), os.WriteFile(name, nil, 0o600)); err != nil {
					t.Fatal(err)
				}
			}
			rels := dig(t, top, "d", levels)
			place := filepath.Join(top, rels[swapped-1])
			swap := func() error {
				if err := os.Rename(place, filepath.Join(dir, "old")); err != nil || tt.target == "" {
					return err
				}
				return os.Symlink(tt.target, place)
			}
			o, _ := confine(t, top)
			var errs []error
			o.Workers, o.Error = 1, func(err error) { errs = append(errs, err) }
			opener := NewOpener(top, o, false)
			defer opener.Close()
			if f, err := opener.Open(filepath.Join(top, rels[swapped], "file")); err != nil {
				t.Fatal(err)
			} else {
				_ = f.Close()
			}
			own, linked := 0, 0
			err := Walk(t.Context(), []string{filepath.Join(top)}, *o, func() Visit {
				return func(e *Entry) error {
					switch {
					case string(e.Name()) == "linked" && strings.HasPrefix(e.Path(), place):
						linked++
					case string(e.Name()) == "file":
						own++
					}
					if e.Path() == filepath.Join(top, rels[swapped-2], "file") { // what lies beside it has been listed
						return swap()
					}
					return nil
				}
			})
			if err != nil || own != swapped-1 || linked != tt.more || len(errs) != tt.errs {
				t.Errorf("%d files, %d behind the link, errors %v; %v", own, linked, errs, err)
			}
			for _, err := range errs {
				var e *fs.PathError
				if !errors.As(err, &e) || e.Op != "open" || e.Path != place {
					t.Errorf("error %v", err)
				}
			}
			if _, err := opener.Open(filepath.Join(place, "file")); err == nil {
				t.Error("a file elsewhere was opened")
			}
		})
	}
}

// TestChainWithoutOpenat2: if the kernel has no openat2, directories are opened by whole paths.
func TestChainWithoutOpenat2(t *testing.T) {
	t.Parallel()
	top := t.TempDir()
	rels := dig(t, top, "d", 100)
	o, components := confine(t, top)
	c, r := chain{unable: true}, newRoot(top, 0, o)
	h, err := c.open(&dir{root: r, rel: rels[99], depth: 100})
	if err != nil || components.Load() != 100 || len(c.kept) > 0 {
		t.Errorf("%d components, %d are kept; %v", components.Load(), len(c.kept), err)
	}
	h.close()
}

// TestDeepFilterOpensFewComponents: a Filter, which does not walk, opens few components, too.
func TestDeepFilterOpensFewComponents(t *testing.T) {
	t.Parallel()
	levels := size(400, 800)
	top := t.TempDir()
	rels := dig(t, top, "d", levels)
	o, components := confine(t, top)
	o.Ignore.Getenv = func(string) string { return "" }
	f, err := NewFilter(top, *o)
	if err != nil {
		t.Fatal(err)
	}
	components.Store(0)
	visits := f.Visits(rels[levels-1]+"/new", File)
	if n := components.Load(); !visits || n > chainStep*chainStep || len(f.chain.kept) > 0 {
		t.Errorf("visited %t, %d components, %d are kept", visits, n, len(f.chain.kept))
	}
}
