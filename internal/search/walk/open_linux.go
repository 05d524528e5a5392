//go:build linux && !portable

package walk

import (
	"io/fs"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Opener opens files that were found below a root, by their paths.
type Opener struct{ slow bool }

// NewOpener prepares to open what is below a root.
func NewOpener(root string) Opener { return Opener{isSlow(newRoot(root, 0).dir)} }

// Open opens a file, by a path that may be longer than the system takes.
func (o Opener) Open(path string) (OpenFile, error) {
	at, name := noDir(o.slow), path
	if cut := strings.LastIndexByte(path, '/'); len(path) > maxPath && cut > 0 {
		var err error
		if at, err = openDir(&dir{root: &root{dir: path[:cut], slow: o.slow}, linked: true}); err != nil {
			return OpenFile{}, &fs.PathError{Op: "open", Path: path, Err: err}
		}
		defer at.close()
		name = path[cut+1:]
	}
	h, err := at.open(terminated(name), syscall.O_RDONLY|syscall.O_CLOEXEC|unix.O_NOCTTY)
	if err != nil {
		return OpenFile{}, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return OpenFile{h}, nil
}
