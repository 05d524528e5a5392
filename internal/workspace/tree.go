package workspace

import (
	"io/fs"
	"os"
	"path"
	"sync"
	"time"
)

// maxFolders is how many directories are kept open.
const maxFolders = 128

// tree is an os.Root that keeps the directories open that it was in, so that a name is
// one call of the system, not one for each directory above it. A directory that is
// renamed has to be forgotten: its name stands for another one then. All names are
// resolved, so none but the last part can be a link.
type tree struct {
	top     *os.Root
	mu      sync.Mutex
	folders map[string]*folder
}

// folder is a directory that is kept open, and how many calls are using it.
type folder struct {
	root  *os.Root
	users int
}

// in is the directory that holds a name, and the name in it; done is to be called
// when it was used. Where it cannot be opened, the system says why when the whole
// name is used.
func (t *tree) in(name string) (r *os.Root, base string, done func()) {
	dir, base := path.Split(name)
	if dir == "" || !keepFolders {
		return t.top, name, func() {}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	f := t.open(path.Clean(dir))
	if f == nil {
		return t.top, name, func() {}
	}
	f.users++
	return f.root, base, func() {
		t.mu.Lock()
		f.users--
		t.mu.Unlock()
	}
}

// open opens a directory through those above it; nil if it is none, or a link.
func (t *tree) open(dir string) *folder {
	if f := t.folders[dir]; f != nil {
		return f
	}
	parent, base := t.top, dir
	if up := path.Dir(dir); up != "." {
		f := t.open(up)
		if f == nil {
			return nil
		}
		f.users++ // it is not to be closed now
		defer func() { f.users-- }()
		parent, base = f.root, path.Base(dir)
	}
	if info, err := parent.Lstat(base); err != nil || !info.IsDir() {
		return nil
	}
	opened, err := parent.OpenRoot(base)
	if err != nil {
		return nil
	}
	f := &folder{root: opened}
	t.keep(dir, f)
	return f
}

// keep notes a directory, for one that nobody uses just now.
func (t *tree) keep(dir string, f *folder) {
	if t.folders == nil {
		t.folders = map[string]*folder{}
	}
	for name, old := range t.folders {
		if len(t.folders) < maxFolders {
			break
		}
		if old.users == 0 {
			_ = old.root.Close() // nothing was written through it
			delete(t.folders, name)
		}
	}
	t.folders[dir] = f
}

// forget closes the directories that were kept open. Nobody may be using them.
func (t *tree) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.folders {
		_ = f.root.Close()
	}
	clear(t.folders)
}

// Close closes everything.
func (t *tree) Close() error {
	t.forget()
	return t.top.Close()
}

// Lstat is that of os.Root, as are the others.
func (t *tree) Lstat(name string) (fs.FileInfo, error) {
	r, base, done := t.in(name)
	defer done()
	return r.Lstat(base)
}

// OpenFile follows no link but where the last part of name is one.
func (t *tree) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	r, base, done := t.in(name)
	defer done()
	return r.OpenFile(base, flag, perm)
}

// Readlink reads where a link leads.
func (t *tree) Readlink(name string) (string, error) {
	r, base, done := t.in(name)
	defer done()
	return r.Readlink(base)
}

// Symlink makes a link.
func (t *tree) Symlink(target, name string) error {
	r, base, done := t.in(name)
	defer done()
	return r.Symlink(target, base)
}

// Mkdir makes a directory.
func (t *tree) Mkdir(name string, perm fs.FileMode) error {
	r, base, done := t.in(name)
	defer done()
	return r.Mkdir(base, perm)
}

// Chmod changes a mode.
func (t *tree) Chmod(name string, mode fs.FileMode) error {
	r, base, done := t.in(name)
	defer done()
	return r.Chmod(base, mode)
}

// Lchown changes the owner; -1 leaves it.
func (t *tree) Lchown(name string, uid, gid int) error {
	r, base, done := t.in(name)
	defer done()
	return r.Lchown(base, uid, gid)
}

// Chtimes changes times.
func (t *tree) Chtimes(name string, accessed, modified time.Time) error {
	r, base, done := t.in(name)
	defer done()
	return r.Chtimes(base, accessed, modified)
}

// Remove removes a file, a link or an empty directory.
func (t *tree) Remove(name string) error {
	r, base, done := t.in(name)
	defer done()
	return r.Remove(base)
}

// Rename renames, over a file if there is one.
func (t *tree) Rename(from, to string) error {
	if path.Dir(from) != path.Dir(to) {
		return t.top.Rename(from, to)
	}
	r, base, done := t.in(from)
	defer done()
	if r == t.top {
		return r.Rename(from, to)
	}
	return r.Rename(base, path.Base(to))
}

// Link gives a file a second name.
func (t *tree) Link(old, name string) error {
	if path.Dir(old) != path.Dir(name) {
		return t.top.Link(old, name)
	}
	r, base, done := t.in(old)
	defer done()
	if r == t.top {
		return r.Link(old, name)
	}
	return r.Link(base, path.Base(name))
}
