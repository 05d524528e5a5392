//go:build !linux || portable

package walk

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
)

// Opener opens files that were found below a root, by their paths.
type Opener struct{ follow bool }

// NewOpener prepares to open what is below a root. With follow, files may be links.
func NewOpener(_ string, follow bool) Opener { return Opener{follow} }

// Open opens a file.
func (o *Opener) Open(path string) (OpenFile, error) {
	f, err := openFile(path, o.follow)
	if err != nil {
		return OpenFile{}, &fs.PathError{Op: "open", Path: path, Err: unwrap(err)}
	}
	return OpenFile{f}, nil
}

// openFile opens a file. One that was found, and not led to by a link or named, may have
// become a link that leads elsewhere, or a pipe that nobody writes to.
func openFile(path string, followed bool) (*os.File, error) {
	if followed {
		return os.Open(path)
	}
	found, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !found.Mode().IsRegular() {
		return nil, errChanged
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if opened, err := f.Stat(); err != nil || !os.SameFile(found, opened) {
		_ = f.Close() // it was not even read
		return nil, cmp.Or(err, errChanged)
	}
	return f, nil
}

var errChanged = errors.New("not a file any more")

// Close closes what is kept open.
func (*Opener) Close() {}
