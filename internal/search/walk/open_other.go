//go:build !linux || portable

package walk

import (
	"io/fs"
	"os"
)

// Open opens a file that was found, by its path.
func Open(path string) (OpenFile, error) {
	f, err := os.Open(path)
	if err != nil {
		return OpenFile{}, &fs.PathError{Op: "open", Path: path, Err: unwrap(err)}
	}
	return OpenFile{f}, nil
}
