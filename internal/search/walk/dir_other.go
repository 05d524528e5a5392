//go:build !linux || portable

package walk

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"fileops/internal/search/ignore"
)

// handle is an open directory.
type handle struct {
	f    *os.File
	path string
}

// noDir stands for the current directory.
func noDir(bool) handle { return handle{} }

// isSlow makes no difference here: no call bypasses the scheduler.
func isSlow(string) bool { return false }

func openDir(d *dir) (handle, error) {
	path := d.path()
	if d.root.within != nil {
		f, err := d.root.within(d.rel)
		return handle{f, path}, unwrap(err)
	}
	if !d.linked {
		if info, err := os.Lstat(path); err != nil {
			return handle{}, unwrap(err)
		} else if !info.IsDir() {
			return handle{}, errors.New("not a directory any more")
		}
	}
	f, err := os.Open(path)
	return handle{f, path}, unwrap(err)
}

// chain opens directories one after another, each by its whole path.
type chain struct{}

func (*chain) open(d *dir) (handle, error) { return openDir(d) }

func (*chain) close() {}

func (h handle) close() {
	if h.f != nil {
		_ = h.f.Close() // it was only read
	}
}

// join is the path of an entry.
func (h handle) join(name string) string {
	if h.f == nil {
		return name
	}
	return h.path + string(filepath.Separator) + name
}

func (h handle) has(name string) bool {
	_, err := os.Lstat(h.join(name))
	return err == nil
}

// identity identifies a directory.
type identity struct{ info fs.FileInfo }

func (i identity) same(j identity) bool { return os.SameFile(i.info, j.info) }

func (h handle) identity() (identity, error) {
	info, err := h.f.Stat()
	return identity{info}, unwrap(err)
}

func terminated(name string) []byte { return []byte(name) }

func infoOf(i fs.FileInfo) Info {
	return Info{Kind: kindOf(i.Mode()), Size: i.Size(), ModTime: i.ModTime().UnixNano()}
}

func kindOf(mode fs.FileMode) Kind {
	switch {
	case mode.IsRegular():
		return File
	case mode.IsDir():
		return Dir
	case mode&fs.ModeSymlink != 0:
		return Link
	}
	return Other
}

// stat gives the Info of a root. It follows links.
func (r *root) stat() (Info, error) {
	if r.within != nil {
		f, err := r.within("")
		if err != nil {
			return Info{}, err
		}
		defer f.Close() //nolint:errcheck // it was not written
		return OpenFile{f}.Info()
	}
	info, err := os.Stat(r.dir)
	if err != nil {
		return Info{}, unwrap(err)
	}
	return infoOf(info), nil
}

// Info gives the size, kind and time of the entry.
func (e *Entry) Info() (Info, error) {
	stat := os.Lstat
	if e.followed {
		stat = os.Stat
	}
	info, err := stat(e.dir.handle.join(string(e.name)))
	if err != nil {
		return Info{}, &fs.PathError{Op: "stat", Path: e.Path(), Err: unwrap(err)}
	}
	return infoOf(info), nil
}

// listing is entries of a directory.
type listing struct {
	entries []fs.DirEntry
	at      int
	name    []byte
	kind    Kind
}

const listingSize = 2048 // entries

// read reads all entries, or listingSize of them. Then more is true.
func (l *listing) read(h handle) (more bool, err error) {
	l.at = 0
	l.entries, err = h.f.ReadDir(listingSize)
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return err == nil && len(l.entries) == listingSize, unwrap(err)
}

// next moves to the next entry, false at the end.
func (l *listing) next() bool {
	if l.at == len(l.entries) {
		return false
	}
	e := l.entries[l.at]
	l.at++
	l.name, l.kind = append(l.name[:0], e.Name()...), kindOf(e.Type())
	return true
}

// special gives the set of entries that affect the rules.
func (l *listing) special() ignore.Files {
	var have ignore.Files
	for l.next() {
		have |= ignore.Special(l.name)
	}
	l.at = 0
	return have
}

// readRules reads a file of rules, nil if there is none. It follows no link without follow or,
// as in git, if the file is a .gitignore. link reports a link that was not followed.
func readRules(d *dir, name string, follow bool) (text []byte, link bool) {
	stat := os.Stat
	if !follow || name == ".gitignore" {
		stat = os.Lstat
	}
	path := name
	if !filepath.IsAbs(name) {
		path = d.handle.join(name)
	}
	info, err := stat(path)
	if err != nil || !info.Mode().IsRegular() || info.Size() > ignore.MaxFile {
		return nil, err == nil && info.Mode()&fs.ModeSymlink != 0
	}
	if text, err = os.ReadFile(path); err != nil {
		return nil, false
	}
	return text, false
}

// OpenFile is an open file.
type OpenFile struct{ *os.File }

// Open opens the entry for reading. It fails if a link has replaced a file.
func (e *Entry) Open() (OpenFile, error) {
	f, err := e.open()
	if err != nil {
		return OpenFile{}, &fs.PathError{Op: "open", Path: e.Path(), Err: unwrap(err)}
	}
	return OpenFile{f}, nil
}

func (e *Entry) open() (*os.File, error) {
	switch r := e.dir.root; {
	case r.within == nil:
		return openFile(e.dir.handle.join(string(e.name)), e.followed)
	case e.whole:
		return r.within("")
	default:
		return r.within(e.dir.rel + "/" + string(e.name))
	}
}

// Info gives the size, kind and time of the open file.
func (f OpenFile) Info() (Info, error) {
	info, err := f.Stat()
	if err != nil {
		return Info{}, err
	}
	return infoOf(info), nil
}

// Map is not supported here.
func (OpenFile) Map(int64, int) ([]byte, error) { return nil, errors.ErrUnsupported }

// Unmap does nothing here.
func Unmap([]byte) {}
