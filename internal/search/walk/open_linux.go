//go:build linux && !portable

package walk

import (
	"io/fs"
	"strings"
)

// Opener opens files that were found below a root, by their paths. It is for one
// goroutine at a time. A long path costs the system more than a short one, so after two files
// of one directory the directory is kept open.
type Opener struct {
	root   *root
	o      *Options
	follow bool
	last   string // the directory of the file opened last
	dir    handle // of last, if open
	open   bool
	chain  chain
}

// NewOpener makes an Opener for a root, and for the files that a walk with these options finds
// below it. With follow, files may be links, unless the options have an Open.
func NewOpener(root string, o *Options, follow bool) Opener {
	return Opener{root: newRoot(root, 0, o), o: o, follow: follow && o.Open == nil}
}

// Open opens a file, by a path that may be longer than the system takes.
func (o *Opener) Open(path string) (OpenFile, error) {
	at, name := noDir(o.root.slow), path
	if cut := strings.LastIndexByte(path, '/'); cut > 0 {
		if path[:cut] != o.last {
			o.leave()
			o.last = path[:cut]
		} else if !o.open {
			o.open = o.enter() == nil
		}
		if !o.open && (len(path) > maxPath || o.o.Open != nil || strings.Count(path, "/") > chainStep) {
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
	d := &dir{root: o.root, linked: true}
	if rel, below := strings.CutPrefix(o.last, o.root.prefix); below {
		d.rel, d.depth = rel, 1+strings.Count(rel, "/")
	} else if o.last != o.root.dir { // the root is a file
		d.root = newRoot(o.last, 0, o.o)
	}
	o.dir, err = o.chain.open(d)
	return err
}

// Close closes the directories that are kept open.
func (o *Opener) Close() {
	o.leave()
	o.chain.close()
}

// leave closes the directory of the file opened last.
func (o *Opener) leave() {
	if o.open {
		o.dir.close()
	}
	o.last, o.open = "", false
}
