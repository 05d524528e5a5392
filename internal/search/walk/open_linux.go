//go:build linux && !portable

package walk

import (
	"io/fs"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// Opener opens files that were found below a root, by their paths. It is for one
// goroutine at a time. To the system a path costs more the longer it is, so when files
// of one directory are asked for one after another, the directory is kept open.
type Opener struct {
	slow bool
	o    *Options
	last string // the directory of the file opened last
	dir  handle // it, if open
	open bool
}

// NewOpener prepares to open what is below a root, or it, of a walk with some options.
func NewOpener(root string, o *Options) Opener {
	return Opener{slow: newRoot(root, 0, o).slow, o: o}
}

// Open opens a file, by a path that may be longer than the system takes.
func (o *Opener) Open(path string) (OpenFile, error) {
	at, name := noDir(o.slow), path
	if cut := strings.LastIndexByte(path, '/'); cut > 0 {
		if path[:cut] != o.last {
			o.Close()
			o.last = path[:cut]
		} else if !o.open {
			o.open = o.enter() == nil
		}
		if !o.open && (len(path) > maxPath || o.o.Open != nil) {
			if err := o.enter(); err != nil {
				return OpenFile{}, &fs.PathError{Op: "open", Path: path, Err: err}
			}
			o.open = true
		}
		if o.open {
			at, name = o.dir, path[cut+1:]
		}
	}
	flags := syscall.O_RDONLY | syscall.O_CLOEXEC | unix.O_NOCTTY
	if o.o.Open != nil {
		flags |= syscall.O_NOFOLLOW | syscall.O_NONBLOCK
	}
	h, err := at.open(terminated(name), flags)
	if err != nil {
		return OpenFile{}, &fs.PathError{Op: "open", Path: path, Err: err}
	}
	return OpenFile{h}, nil
}

// enter opens the directory of the file opened last.
func (o *Opener) enter() (err error) {
	r := &root{dir: o.last, slow: o.slow}
	if o.o.Open != nil {
		r = newRoot(o.last, 0, o.o)
	}
	o.dir, err = openDir(&dir{root: r, linked: true})
	return err
}

// Close closes what is kept open.
func (o *Opener) Close() {
	if o.open {
		o.dir.close()
	}
	o.last, o.open = "", false
}
