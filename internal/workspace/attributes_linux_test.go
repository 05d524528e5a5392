package workspace

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

func TestExtendedAttributesSurvive(t *testing.T) {
	t.Parallel()
	w := open(t, Options{Backups: true}, "a", "b")
	want := map[string]string{"user.one": "1", "user.none": "", "user.long": "longer than the others"}
	for _, name := range []string{"a", "b"} {
		for key, value := range want {
			if err := unix.Setxattr(filepath.Join(w.Dir(), name), key, []byte(value), 0); err != nil {
				t.Skip("no extended attributes here:", err)
			}
		}
	}
	mustDo(t, os.Link(filepath.Join(w.Dir(), "b"), filepath.Join(w.Dir(), "b2")))
	tx := w.Begin()
	do(t, tx, "write a new", "write b new", "copy a c")
	_, _, err := tx.Backup()
	mustDo(t, err)
	commit(t, tx)
	for _, name := range []string{"a", "a.bak", "b", "b.bak", "c"} {
		for key, value := range want {
			got := make([]byte, 100)
			n, err := unix.Getxattr(filepath.Join(w.Dir(), name), key, got)
			if err != nil || string(got[:n]) != value {
				t.Errorf("%s of %s: %q, %v", key, name, got[:max(n, 0)], err)
			}
		}
	}
}

// TestExtendedAttributesOfAFileThatWasNotRead replaces a file that is larger than the history.
func TestExtendedAttributesOfAFileThatWasNotRead(t *testing.T) {
	t.Parallel()
	w := open(t, Options{HistorySize: 2}, "big")
	file := filepath.Join(w.Dir(), "big")
	if err := unix.Setxattr(file, "user.one", []byte("1"), 0); err != nil {
		t.Skip("no extended attributes here:", err)
	}
	tx := w.Begin()
	do(t, tx, "write big new")
	commit(t, tx)
	got := make([]byte, 8)
	if n, err := unix.Getxattr(file, "user.one", got); err != nil || string(got[:n]) != "1" {
		t.Errorf("user.one: %q, %v", got[:max(n, 0)], err)
	}
}

// tiny opens a root on a file system of its own that is soon full.
func tiny(t *testing.T, options string) (*Workspace, string) {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, options); err != nil {
		t.Skip("no file system can be mounted here:", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(dir, syscall.MNT_DETACH) })
	w, err := Open(t.Context(), dir, Options{Backups: true, CreateParents: true})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = w.Close() })
	return w, dir
}

func TestAFullDiskLeavesTheTreeAsItWas(t *testing.T) {
	t.Parallel()
	for _, options := range []string{"size=64k", "size=1m,nr_inodes=8"} {
		w, dir := tiny(t, options)
		plant(t, dir, "a", "d/x", "b")
		tx := w.Begin()
		do(t, tx, "write a new", "move d e", "rm b")
		for _, name := range []string{"p", "q", "r", "s", "t"} {
			target := find(t, tx, "e/"+name, ToCreate)
			mustDo(t, tx.Write(target, bytes.Repeat([]byte("x"), 20<<10)))
		}
		_, _, err := tx.Backup()
		mustDo(t, err)
		before := listing(t, dir)
		wantReason(t, options, tx.Commit(t.Context(), "r", time.Now()), NoSpace)
		if after := listing(t, dir); !slices.Equal(after, before) {
			t.Errorf("after:  %q\nbefore: %q", after, before)
		}
	}
}

// TestADiskThatFillsUpBetweenTheSteps: names need room as well.
func TestADiskThatFillsUpBetweenTheSteps(t *testing.T) {
	t.Parallel()
	w, dir := tiny(t, "size=1m,nr_inodes=7") // the root, d, a, x, b, one temporary file, one directory
	plant(t, dir, "a", "d/x", "b")
	tx := w.Begin()
	do(t, tx, "move b z", "write m1/m2/m3/n new")
	before := listing(t, dir)
	wantReason(t, "commit", tx.Commit(t.Context(), "r", time.Now()), NoSpace)
	if after := listing(t, dir); !slices.Equal(after, before) {
		t.Errorf("after:  %q\nbefore: %q", after, before)
	}
}

func TestAReadOnlyDisk(t *testing.T) {
	t.Parallel()
	w, dir := tiny(t, "size=64k")
	plant(t, dir, "a")
	changed, made := w.Begin(), w.Begin()
	do(t, changed, "write a new")
	do(t, made, "mkdir m")
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skip(err)
	}
	wantReason(t, "commit of a file", changed.Commit(t.Context(), "r", time.Now()), ReadOnly)
	wantReason(t, "commit of a directory", made.Commit(t.Context(), "r", time.Now()), ReadOnly)
	_, err := w.Begin().Find("a", ToEdit, Relative)
	wantReason(t, "find", err, ReadOnly)
	if _, err := w.Begin().Find("a", ToRead, Relative); err != nil {
		t.Errorf("reading: %v", err)
	}
}

// TestAMoveToAnotherFileSystem: a rename cannot do it, and nothing is left half done.
func TestAMoveToAnotherFileSystem(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "a", "b", "m/")
	if err := syscall.Mount("tmpfs", filepath.Join(w.Dir(), "m"), "tmpfs", 0, "size=64k"); err != nil {
		t.Skip("no file system can be mounted here:", err)
	}
	t.Cleanup(func() { _ = syscall.Unmount(filepath.Join(w.Dir(), "m"), syscall.MNT_DETACH) })
	tx := w.Begin()
	do(t, tx, "write a new", "move b m/b", "write m/n new")
	before := listing(t, w.Dir())
	err := tx.Commit(t.Context(), "r", time.Now())
	if !errors.Is(err, syscall.EXDEV) {
		t.Error(err)
	}
	if after := listing(t, w.Dir()); !slices.Equal(after, before) {
		t.Errorf("after:  %q\nbefore: %q", after, before)
	}
	tx = w.Begin()
	do(t, tx, "write m/n new", "copy b m/b") // these can be done
	commit(t, tx)
}
