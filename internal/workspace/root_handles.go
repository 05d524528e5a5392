package workspace

import (
	"errors"
	"io/fs"
	"maps"
	"os"
	"path"
	"sync"
	"syscall"
	"time"
)

// maxFolders is how many directories are kept open.
const maxFolders = 128

// errSwapped says that a directory is another one than before, or a link.
var errSwapped = errors.New("the directory was swapped for something else")

// tree is an os.Root in which every call is made relative to the directory that was seen
// when its name was resolved. If that name stands for a link or another directory by now,
// the call fails with errSwapped. So no call gets to a place that the rules did not see. Its
// methods named as those of os.Root do the same as those.
//
// Directories stay open. While one is open, calls go to it, whatever its name stands for
// meanwhile. So what was begun in a directory can be finished, or rolled back, there. If the
// program renames or removes a directory, it calls moved or gone.
type tree struct {
	top     *folder
	mu      sync.Mutex
	folders map[string]*folder
	seen    map[string]fs.FileInfo // the directories that were looked at, by name
}

// folder is an open directory, and how many calls are using it.
type folder struct {
	root  *os.Root
	users int
	file  *os.File // the directory as a file, once a call needed it
}

// descriptor is the descriptor of a directory, for calls that os.Root does not have.
func (f *folder) descriptor() (int, error) {
	if f.file == nil {
		var err error
		if f.file, err = f.root.OpenFile(".", os.O_RDONLY|nonblock, 0); err != nil {
			return -1, err
		}
	}
	return int(f.file.Fd()), nil
}

func newTree(root *os.Root) *tree {
	return &tree{top: &folder{root: root}, folders: map[string]*folder{}, seen: map[string]fs.FileInfo{}}
}

func (f *folder) Close() error {
	err := f.root.Close()
	if f.file != nil {
		err = errors.Join(err, f.file.Close())
	}
	return err
}

// expect notes which directory a name stands for from now on.
func (t *tree) expect(dir string, info fs.FileInfo) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if old := t.seen[dir]; old != nil && !os.SameFile(old, info) {
		t.drop(dir)
	}
	t.seen[dir] = info
}

// use opens a directory for a call. The caller calls done after it.
func (t *tree) use(dir string) (f *folder, done func(), err error) {
	if dir == "." {
		return t.top, func() {}, nil
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if f, err = t.open(dir); err != nil {
		return nil, nil, err
	}
	f.users++
	return f, func() {
		t.mu.Lock()
		f.users--
		t.mu.Unlock()
	}, nil
}

// open opens a directory. It fails with errSwapped if it is not the one that was seen.
func (t *tree) open(dir string) (*folder, error) {
	if f := t.folders[dir]; f != nil {
		return f, nil
	}
	root, err := t.reach(dir)
	if err != nil {
		return nil, err
	}
	info, err := root.Stat(".")
	if known := t.seen[dir]; err == nil && known != nil && !os.SameFile(known, info) {
		err = &fs.PathError{Op: "open", Path: dir, Err: errSwapped}
	}
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	t.seen[dir] = info
	f := &folder{root: root}
	t.cache(dir, f)
	return f, nil
}

// descend opens a directory through the one above it. It follows no link: it looks at the
// name, which must stand for a directory, and checks that it opened the same one.
func (t *tree) descend(dir string) (*os.Root, error) {
	parent, base := t.top, path.Base(dir)
	if up := path.Dir(dir); up != "." {
		var err error
		if parent, err = t.open(up); err != nil {
			return nil, err
		}
		parent.users++ // it is not to be closed now
		defer func() { parent.users-- }()
	}
	info, err := parent.root.Lstat(base)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: noDirectory(info.Mode())}
	}
	root, err := parent.root.OpenRoot(base)
	if err != nil {
		return nil, err
	}
	if opened, err := root.Stat("."); err != nil || !os.SameFile(info, opened) {
		return nil, errors.Join(&fs.PathError{Op: "open", Path: dir, Err: errSwapped}, err, root.Close())
	}
	return root, nil
}

// noDirectory is the error for a name below an entry of that mode. Resolved names hold no
// links: if it is one, it has replaced a directory.
func noDirectory(mode fs.FileMode) error {
	if kindOf(mode) == Link {
		return errSwapped
	}
	return syscall.ENOTDIR
}

// cache keeps a directory open. If there are too many, it closes one that no call is using.
func (t *tree) cache(dir string, f *folder) {
	for name, old := range t.folders {
		if len(t.folders) < maxFolders {
			break
		}
		if old.users == 0 {
			_ = old.Close() // nothing was written through it
			delete(t.folders, name)
		}
	}
	t.folders[dir] = f
}

// moved notes that the program gave a directory another name. No call may be using it, or
// what is below it.
func (t *tree) moved(from, to string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.drop(to)
	moveKeys(t.folders, from, to)
	moveKeys(t.seen, from, to)
}

// moveKeys gives the directory from, and what is below it, new names in a map by names.
func moveKeys[V any](m map[string]V, from, to string) {
	for name, v := range m {
		if rest, ok := under(name, from); ok {
			delete(m, name)
			m[to+rest] = v
		}
	}
}

// gone notes that the program removed what stood at a name.
func (t *tree) gone(name string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.folders[name] != nil || t.seen[name] != nil { // a directory
		t.drop(name)
	}
}

// drop forgets a directory and what is below it.
func (t *tree) drop(dir string) {
	for name, f := range t.folders {
		if _, ok := under(name, dir); ok {
			_ = f.Close()
			delete(t.folders, name)
		}
	}
	maps.DeleteFunc(t.seen, func(name string, _ fs.FileInfo) bool {
		_, ok := under(name, dir)
		return ok
	})
}

// forget closes all open directories, and drops which directory each name stood for. No call may
// be using them.
func (t *tree) forget() {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, f := range t.folders {
		_ = f.Close()
	}
	clear(t.folders)
	clear(t.seen)
}

func (t *tree) Close() error {
	t.forget()
	return t.top.Close()
}

// Lstat is os.Root.Lstat. It fails with errSwapped if a directory on the way was swapped, as
// do the methods below.
func (t *tree) Lstat(name string) (fs.FileInfo, error) { return get(t.at, name, (*os.Root).Lstat) }

// OpenFile follows a link only if that is the last part of name.
func (t *tree) OpenFile(name string, flag int, perm fs.FileMode) (*os.File, error) {
	return get(t.at, name, func(r *os.Root, base string) (*os.File, error) { return r.OpenFile(base, flag, perm) })
}

func (t *tree) Readlink(name string) (string, error) { return get(t.at, name, (*os.Root).Readlink) }

// get makes a call that returns a value. through is the method at or in of a tree.
func get[T any](through func(string, func(*os.Root, string) error) error, name string, call func(*os.Root, string) (T, error)) (value T, err error) {
	err = through(name, func(r *os.Root, base string) (err error) {
		value, err = call(r, base)
		return err
	})
	return value, err
}

func (t *tree) Symlink(target, name string) error {
	return t.at(name, func(r *os.Root, base string) error { return r.Symlink(target, base) })
}

func (t *tree) Mkdir(name string, perm fs.FileMode) error {
	return t.at(name, func(r *os.Root, base string) error { return r.Mkdir(base, perm) })
}

func (t *tree) Chtimes(name string, accessed, modified time.Time) error {
	return t.at(name, func(r *os.Root, base string) error { return r.Chtimes(base, accessed, modified) })
}

func (t *tree) Remove(name string) error { return t.at(name, (*os.Root).Remove) }

func (t *tree) Rename(from, to string) error {
	if path.Dir(from) != path.Dir(to) {
		return t.renameBetween(from, to)
	}
	return t.at(from, func(r *os.Root, base string) error { return r.Rename(base, beside(to)) })
}

func (t *tree) Link(old, name string) error {
	if path.Dir(old) != path.Dir(name) {
		return t.linkBetween(old, name)
	}
	return t.at(old, func(r *os.Root, base string) error { return r.Link(base, beside(name)) })
}

// OpenDir opens a directory for reading, and for a sync.
func (t *tree) OpenDir(dir string) (*os.File, error) { return get(t.in, dir, (*os.Root).Open) }

// SetDir gives a directory a mode and, where that is allowed, an owner; -1 leaves it.
func (t *tree) SetDir(dir string, mode fs.FileMode, uid, gid int) error {
	return t.in(dir, func(r *os.Root, base string) error {
		_ = r.Lchown(base, uid, gid)
		return r.Chmod(base, mode)
	})
}
