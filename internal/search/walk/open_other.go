//go:build !linux || portable

package walk

import (
	"cmp"
	"errors"
	"io/fs"
	"os"
)

// Opener opens files that were found below a root, by their paths.
type Opener struct {
	o      *Options
	follow bool
}

// NewOpener makes an Opener for a root, and for the files that a walk with these options finds
// below it. With follow, files may be links.
func NewOpener(_ string, o *Options, follow bool) Opener { return Opener{o, follow} }

// Open opens a file.
func (o *Opener) Open(path string) (OpenFile, error) {
	open := func(path string) (*os.File, error) { return openFile(path, o.follow) }
	if o.o.Open != nil {
		open = func(path string) (*os.File, error) { return newRoot(path, 0, o.o).within("") }
	}
	f, err := open(path)
	if err != nil {
		return OpenFile{}, &fs.PathError{Op: "open", Path: path, Err: unwrap(err)}
	}
	return OpenFile{f}, nil
}

// openFile opens a file. If it was found in a listing and is not followed, a link or a pipe
// may have replaced it since: neither is opened.
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
		_ = f.Close() // it was not written
		return nil, cmp.Or(err, errChanged)
	}
	return f, nil
}

var errChanged = errors.New("not a file any more")

// Close does nothing here.
func (*Opener) Close() {}
