package workspace

import (
	"io/fs"
	"os"
	"path"
)

// at makes a call with a name, if the directory that holds it is the one that was looked at.
// It may be swapped between that look and the call. No directory is kept open, since an open
// one can be neither renamed nor removed.
func (t *tree) at(name string, call func(r *os.Root, base string) error) error {
	return t.in(path.Dir(name), func(r *os.Root, _ string) error { return call(r, name) })
}

// in makes a call on a directory in the same way.
func (t *tree) in(dir string, call func(r *os.Root, base string) error) error {
	if dir == "." {
		return call(t.top.root, dir)
	}
	info, err := t.top.root.Lstat(dir)
	if err != nil {
		return err
	}
	if !info.IsDir() {
		return &fs.PathError{Op: "open", Path: dir, Err: noDirectory(info.Mode())}
	}
	t.mu.Lock()
	known := t.seen[dir]
	t.mu.Unlock()
	if known != nil && !os.SameFile(known, info) {
		return &fs.PathError{Op: "open", Path: dir, Err: errSwapped}
	}
	return call(t.top.root, dir)
}

// beside is a name as a call has it: from the top.
func beside(name string) string { return name }

func (t *tree) renameBetween(from, to string) error {
	return t.at(from, func(r *os.Root, _ string) error {
		return t.at(to, func(*os.Root, string) error { return r.Rename(from, to) })
	})
}

func (t *tree) linkBetween(old, name string) error {
	return t.at(old, func(r *os.Root, _ string) error {
		return t.at(name, func(*os.Root, string) error { return r.Link(old, name) })
	})
}
