//go:build linux && !portable

package walk

import (
	"io/fs"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Open opens a file that was found, by its path, which may be longer than the system
// takes.
func Open(path string) (OpenFile, error) {
	at, name := noDir, path
	var err error
	if cut := strings.LastIndexByte(path, '/'); len(path) > maxPath && cut > 0 {
		if at, err = openDir(path[:cut], true); err != nil {
			return OpenFile{}, &fs.PathError{Op: "open", Path: path, Err: err}
		}
		defer at.close()
		name = path[cut+1:]
	}
	h, err := at.open(terminated(name), syscall.O_RDONLY|syscall.O_CLOEXEC|unix.O_NOCTTY)
	if err != nil {
		return OpenFile{}, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return OpenFile{int(h)}, nil
}
