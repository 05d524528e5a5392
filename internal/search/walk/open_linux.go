//go:build linux && !portable

package walk

import (
	"io/fs"
	"strings"
)

// Opener opens files that were found below a root, by their paths. It is for one
// goroutine at a time. To the system a path costs more the longer it is, so when files
// of one directory are asked for one after another, the directory is kept open.
type Opener struct {
	slow   bool
	o      *Options
	follow bool
	last   string // the directory of the file opened last
	dir    handle // it, if open
	open   bool
}

// NewOpener prepares to open what is below a root, or it, of a walk with some options.
// With follow, files may be links, unless the options have an Open.
func NewOpener(root string, o *Options, follow bool) Opener {
	return Opener{slow: newRoot(root, 0, o).slow, o: o, follow: follow && o.Open == nil}
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
	h, err := at.open(terminated(name), openFlags(o.follow))
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
