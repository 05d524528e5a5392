package walk_test

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"fileops/internal/search/walk"
)

// deepen makes directories below one another, beyond what a path may have.
func deepen(t *testing.T, root, name string, levels int) {
	t.Helper()
	fd, err := syscall.Open(root, syscall.O_RDONLY|syscall.O_DIRECTORY, 0)
	if err != nil {
		t.Fatal(err)
	}
	for range levels {
		if err := syscall.Mkdirat(fd, name, 0o700); err != nil {
			t.Fatal(err)
		}
		next, err := syscall.Openat(fd, name, syscall.O_RDONLY|syscall.O_DIRECTORY, 0)
		if err != nil {
			t.Fatal(err)
		}
		if err := syscall.Close(fd); err != nil {
			t.Fatal(err)
		}
		fd = next
	}
	f, err := syscall.Openat(fd, "file", syscall.O_CREAT|syscall.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if err := syscall.Close(f); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Close(fd); err != nil {
		t.Fatal(err)
	}
}

// TestLongPaths: paths up to the limit of the system, and longer ones.
func TestLongPaths(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ width, levels int }{{250, 15}, {1, 1990}, {200, 60}, {250, 33}} {
		t.Run(fmt.Sprintf("%d_levels_of_%d", tt.levels, tt.width), func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			name := strings.Repeat("d", tt.width)
			deepen(t, root, name, tt.levels)
			// RemoveAll of the system's temporary directory copes with the depth.
			got, errs := collect(t, []string{root}, walk.Options{})
			want := root + "/" + strings.Repeat(name+"/", tt.levels) + "file"
			if portable && len(want) > 4000 {
				return // it is enough that it ends
			}
			if errs != nil || len(got) != 1 || got[0] != want {
				t.Errorf("%d paths, errors %.300q; want one of %d bytes", len(got), errs, len(want))
			}
		})
	}
}

func TestNamesOfAllBytes(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	var want []string
	for c := 1; c < 256; c++ {
		if c == '/' || c == '.' {
			continue
		}
		name := string([]byte{byte(c)})
		plant(t, root, name+"d/"+name+"\xff")
		want = append(want, root+"/"+name+"d/"+name+"\xff")
	}
	got, errs := collect(t, []string{root}, walk.Options{})
	if slices.Sort(want); !slices.Equal(got, want) || errs != nil {
		t.Errorf("%d paths, want %d; errors %q", len(got), len(want), errs)
	}
}

// TestOtherKinds: pipes and other kinds are visited if wanted. Nothing waits for them, also not
// for a pipe in place of an ignore file.
func TestOtherKinds(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	plant(t, root, "file")
	for _, name := range []string{"pipe", ".ignore", ".gitignore"} {
		if err := syscall.Mkfifo(filepath.Join(root, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	got, errs := collect(t, []string{root}, walk.Options{Kinds: walk.Other})
	if want := []string{root + "/pipe"}; !slices.Equal(got, want) || errs != nil {
		t.Errorf("got %q, errors %q; want %q", got, errs, want)
	}
}

// TestLeavesNothingOpen counts files after walks that end early and late.
func TestLeavesNothingOpen(t *testing.T) { // not parallel: others open files
	root, dir := t.TempDir(), t.TempDir()
	for i := range 30_000 {
		touch(t, dir, filepath.Join(root, fmt.Sprint("f", i)))
	}
	before := openFiles(t)
	for _, limit := range []int{1, 1500, 1 << 30} {
		n := 0
		_ = walk.Walk(t.Context(), []string{root, root, root}, walk.Options{Workers: 1}, func() walk.Visit {
			return func(*walk.Entry) error {
				if n++; n > limit {
					return os.ErrClosed
				}
				return nil
			}
		})
		if after := openFiles(t); after > before {
			t.Errorf("%d files are open after %d visits, %d were before", after, limit, before)
		}
	}
	small := t.TempDir()
	for i := range 40 {
		plant(t, small, fmt.Sprint("f", i))
	}
	for _, limit := range []int{0, 1, 2, 1 << 30} { // at the second run a part of the large directory has been read
		ctx, cancel := context.WithCancel(t.Context())
		_, err := inOrder(t, ctx, []string{small, root, root}, walk.Options{Workers: 1}, func(r *walk.Run) {
			if r.Number == limit {
				cancel()
			}
		})
		if after := openFiles(t); after > before || (err != nil) != (limit < 1<<30) {
			t.Errorf("%d files are open after %d runs, %d were before; %v", after, limit, before, err)
		}
		cancel()
	}
}

func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip(err)
	}
	return len(entries)
}

// TestFewOpenFiles walks in a process that may have few files open: the number of
// workers decides how many a walk needs, not the tree.
func TestFewOpenFiles(t *testing.T) {
	t.Parallel()
	if root := os.Getenv("TEST_FEW_FILES"); root != "" {
		limit := syscall.Rlimit{Cur: 16, Max: 16}
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &limit); err != nil {
			t.Fatal(err)
		}
		got, errs := collect(t, []string{root, root, root}, walk.Options{Workers: 4})
		if len(got) != 3*size(20*30, 40*60) || errs != nil {
			t.Errorf("%d files, errors %q", len(got), errs)
		}
		return
	}
	root, dir := t.TempDir(), t.TempDir()
	for i := range size(20, 40) {
		for j := range size(30, 60) {
			touch(t, dir, filepath.Join(root, fmt.Sprintf("d%d/e%d/f", i, j)))
		}
	}
	cmd := exec.Command(os.Args[0], "-test.run=^TestFewOpenFiles$")
	cmd.Env = append(os.Environ(), "TEST_FEW_FILES="+root)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}

// TestDirectoriesVanish: a directory that vanishes before it is entered is reported. One that
// vanishes while it is read is not. The rest is walked.
func TestDirectoriesVanish(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	plant(t, root, "first", "gone/x", "here/x", "here/y", "stays/x")
	var got, errs []string
	o := walk.Options{Workers: 1, Error: func(err error) { errs = append(errs, err.Error()) }}
	o.Ignore.Getenv = func(string) string { return "" }
	err := walk.Walk(t.Context(), []string{root}, o, func() walk.Visit {
		return func(e *walk.Entry) error {
			got = append(got, strings.TrimPrefix(e.Path(), root+"/"))
			switch {
			case string(e.Name()) == "first":
				return os.RemoveAll(filepath.Join(root, "gone"))
			case strings.HasPrefix(e.Path(), root+"/here/"):
				return os.RemoveAll(filepath.Join(root, "here"))
			}
			return nil
		}
	})
	slices.Sort(got)
	if want := []string{"first", "here/x", "here/y", "stays/x"}; err != nil || !slices.Equal(got, want) {
		t.Errorf("got %q, want %q; %v", got, want, err)
	}
	if want := []string{"open " + root + "/gone: no such file or directory"}; !slices.Equal(errs, want) {
		t.Errorf("errors %q, want %q", errs, want)
	}
}
