//go:build unix

package workspace

import (
	"errors"
	"os"
	"path"
	"syscall"

	"golang.org/x/sys/unix"
)

// at makes a call in the directory that holds a name.
func (t *tree) at(name string, call func(r *os.Root, base string) error) error {
	return t.in(path.Dir(name), func(r *os.Root, _ string) error { return call(r, path.Base(name)) })
}

// in makes a call on a directory, through itself.
func (t *tree) in(dir string, call func(r *os.Root, base string) error) error {
	f, done, err := t.use(dir)
	if err != nil {
		return err
	}
	defer done()
	return call(f.root, ".")
}

// beside is a name as a call in its directory has it.
func beside(name string) string { return path.Base(name) }

// linkCall is a system call that takes two names, each with the descriptor of its directory.
type linkCall func(fromDir int, from string, toDir int, to string) error

// between makes a call with names in two directories.
func (t *tree) between(op, from, to string, call linkCall) error {
	a, done, err := t.use(path.Dir(from))
	if err != nil {
		return err
	}
	defer done()
	b, done, err := t.use(path.Dir(to))
	if err != nil {
		return err
	}
	defer done()
	t.mu.Lock()
	fdA, errA := a.descriptor()
	fdB, errB := b.descriptor()
	t.mu.Unlock()
	if err := errors.Join(errA, errB); err != nil {
		return err
	}
	if err := call(fdA, path.Base(from), fdB, path.Base(to)); err != nil {
		return &os.LinkError{Op: op, Old: from, New: to, Err: err}
	}
	return nil
}

// renameBetween renames from one directory to another one. It does not go over a directory.
func (t *tree) renameBetween(from, to string) error {
	if there, err := t.Lstat(to); err == nil && there.IsDir() {
		if here, err := t.Lstat(from); err != nil || !os.SameFile(here, there) {
			return &os.LinkError{Op: "rename", Old: from, New: to, Err: errors.Join(syscall.EEXIST, err)}
		}
	}
	return t.between("rename", from, to, unix.Renameat)
}

// linkBetween gives a file a second name in another directory.
func (t *tree) linkBetween(old, name string) error {
	return t.between("link", old, name, func(oldDir int, old string, newDir int, name string) error {
		return unix.Linkat(oldDir, old, newDir, name, 0)
	})
}
