package workspace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"fileops/internal/workspace/suggest"
)

// Dir is the root of the transaction, absolute, with links resolved.
func (tx *Tx) Dir() string { return tx.w.real }

// Hidden lists the absolute paths that no search may see: the program's own state, if it
// lies in the root.
func (tx *Tx) Hidden() (paths []string) {
	for _, name := range tx.w.rules.hidden {
		paths = append(paths, filepath.Join(tx.w.real, filepath.FromSlash(name)))
	}
	return paths
}

// OnDisk opens the file or directory that stands at a name on disk, whatever the
// transaction does to it. It follows links, but never out of the root.
func (tx *Tx) OnDisk(name string) (*os.File, error) { return tx.w.root.beneath(name) }

// Content is a file that is open for reading.
type Content interface {
	io.Reader
	io.ReaderAt
	io.Closer
}

// FindUnrooted resolves a path of a person's own command, which is relative to the root or
// absolute. Unlike an operation of a model, it may lead out of the root. The Target is only
// for reading. A missing file is Absent. Its *Error has the reason BadPath, NotRegular,
// NotDirectory or one of the system.
func (tx *Tx) FindUnrooted(written string) (*Target, error) {
	if t, err := tx.Find(written, ToRead, RelativeOrAbsolute); err == nil && t.Kind != Absent {
		return t, nil
	}
	path := filepath.FromSlash(written)
	if !filepath.IsAbs(path) {
		path = filepath.Join(tx.w.given, path)
	}
	n := &node{outside: path}
	t := &Target{Written: written, Name: written, Links: 1, n: n, intent: ToRead}
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return t, tx.rejectMarkup(written)
	}
	if err != nil {
		return nil, classify(written, err)
	}
	n.kind, n.mode, n.info = kindOf(info.Mode()), info.Mode()&modeBits, info
	if n.kind == Special {
		return nil, &Error{Reason: NotRegular, Path: written, Msg: "Not a regular file: " + written}
	}
	t.Kind, t.Mode, t.Size, t.ModTime = n.kind, n.mode, info.Size(), n.modified()
	return t, nil
}

// Missing is a hint for a path at which FindUnrooted found nothing: where it leads, if it is a
// link, or which file was probably meant; "" if there is none.
func (t *Target) Missing() string {
	if to, err := os.Readlink(t.n.outside); err == nil {
		return "It is a symbolic link to " + to + ", where there is nothing."
	}
	dir, base := filepath.Split(t.n.outside)
	entries, _ := os.ReadDir(dir) // where they cannot be read, none is known
	var names []string
	for _, e := range entries {
		if !e.IsDir() && legible(e.Name()) {
			names = append(names, e.Name())
		}
	}
	meant := suggest.Alike(names, base)
	if meant == "" {
		return ""
	}
	return "Did you mean: " + filepath.ToSlash(filepath.Join(filepath.Dir(t.Written), meant)) + "?"
}

// openNode opens the file of a node on disk, also outside of the root. If it is no longer a
// regular file, the *Error has the reason NotRegular.
func (w *Workspace) openNode(n *node) (*os.File, fs.FileInfo, error) {
	if n.outside == "" {
		return w.open(n.diskPath)
	}
	return openUnrooted(n.outside)
}

func openUnrooted(path string) (*os.File, fs.FileInfo, error) {
	f, err := os.OpenFile(path, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return nil, nil, err
	}
	return regular(f, path)
}

// regular is a file that was opened, if it is one that can be read to an end.
func regular(f *os.File, name string) (*os.File, fs.FileInfo, error) {
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = &Error{Reason: NotRegular, Path: name, Msg: "Not a regular file: " + name}
	}
	if err != nil {
		return nil, nil, errors.Join(err, f.Close())
	}
	return f, info, nil
}
