//go:build !linux || portable

package walk

import (
	"io/fs"
	"os"
)

// Opener opens files that were found below a root, by their paths.
type Opener struct{}

// NewOpener prepares to open what is below a root.
func NewOpener(string) Opener { return Opener{} }

// Open opens a file.
func (*Opener) Open(path string) (OpenFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return OpenFile{}, &fs.PathError{Op: "open", Path: path, Err: unwrap(err)}
	}
	return OpenFile{f}, nil
}

// Close closes what is kept open.
func (*Opener) Close() {}
