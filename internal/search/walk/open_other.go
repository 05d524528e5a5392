//go:build !linux || portable

package walk

import (
	"io/fs"
	"os"
)

// Opener opens files that were found below a root, by their paths.
type Opener struct{ o *Options }

// NewOpener prepares to open what is below a root, or it, of a walk with some options.
func NewOpener(_ string, o *Options) Opener { return Opener{o} }

// Open opens a file.
func (o *Opener) Open(path string) (OpenFile, error) {
	open := os.Open
	if o.o.Open != nil {
		open = func(path string) (*os.File, error) { return newRoot(path, 0, o.o).within("") }
	}
	f, err := open(path)
	if err != nil {
		return OpenFile{}, &fs.PathError{Op: "open", Path: path, Err: unwrap(err)}
	}
	return OpenFile{f}, nil
}

// Close closes what is kept open.
func (*Opener) Close() {}
