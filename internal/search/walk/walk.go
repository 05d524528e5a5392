// Package walk finds the files of a tree with several workers. It filters them by ignore
// rules, globs and types, as ripgrep does.
//
// A worker calls a visitor for each entry while the directory is open. So the visitor can open
// the file relative to the directory. A path is built only if the visitor asks for it.
// Collect gives all files in order as a list, InOrder gives them in order during the walk.
//
// Nothing in a tree stops a walk: entries that cannot be read are reported, and the rest is
// walked. The number of open files depends only on the number of workers. Paths may be
// longer than the system takes at once. On Linux the time to open a directory does not grow
// with its depth.
package walk

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"

	"fileops/internal/search/glob"
	"fileops/internal/search/ignore"
)

// Kind is the kind of an entry. Kinds combine to sets with |.
type Kind uint8

// The kinds.
const (
	File  Kind = 1 << iota // a regular file
	Dir                    // a directory
	Link                   // a symbolic link that is not followed
	Other                  // a pipe, a socket or a device
	unknown
)

// Options say what is walked and what is visited. The zero value visits the regular
// files that are neither hidden nor ignored, and follows no links.
type Options struct {
	Ignore   ignore.Options
	Hidden   bool // visit names that begin with a dot, too
	Follow   bool // follow symbolic links
	MaxDepth int  // how many components a path below a root may have, 0 for any number
	Kinds    Kind // the kinds to visit, File if 0

	Pattern *glob.Pattern // visit only what matches from the root, if not nil

	// Globs take precedence over all other rules, and a later one over an earlier one. One
	// that begins with ! excludes. If there are others, files that match none of them are
	// excluded, too. Their syntax is that of ignore files, with braces.
	Globs   []string
	Exclude []string // globs to exclude, unless Globs name the entry; ! includes again
	Base    string   // the directory that Globs and Exclude start from, "" for the current one

	// Never are absolute paths without links, not globs. They are neither visited nor
	// entered, except as roots.
	Never []string

	// Open, if not nil, opens a path relative to Base, "." for Base itself. Roots lie below
	// Base then. Files and directories are opened by it or relative to what it opened, so
	// an entry that is replaced during the walk does not lead elsewhere.
	Open func(name string) (*os.File, error)

	Types []string // names from filetype, with ! before those to exclude
	Typed bool     // Types hold for entries that Globs name, too

	Workers int           // GOMAXPROCS if 0
	Dirs    *atomic.Int64 // counts the directories that were read, if not nil
	Error   func(error)   // called for each entry that cannot be read, never by two workers at once
}

// Everything is o without the rules by which hidden and ignored entries are left out.
func (o Options) Everything() Options {
	o.Hidden, o.Exclude = true, nil
	o.Ignore = ignore.Options{NoDot: true, NoVCS: true, NoExclude: true, NoGlobal: true, NoParents: true}
	return o
}

// Visit is called for an entry, which is valid during the call. An error ends the walk.
type Visit func(e *Entry) error

// Walk visits the entries below the roots, in no order. A root that is a file is visited
// whatever the options say. The root "" is the current directory and does not show in paths.
// Each worker has its own visitor.
//
// An error is the context's, a visitor's or that of a bad option: a *glob.Error for a glob.
func Walk(ctx context.Context, roots []string, o Options, visitor func() Visit) error {
	w, err := newWalk(ctx, &o)
	if err != nil {
		return err
	}
	return w.run(roots, func(k *worker) { k.visit = visitor() }, (*worker).run)
}

func newWalk(ctx context.Context, o *Options) (*walk, error) {
	f, err := newFilter(o)
	if err != nil {
		return nil, err
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	w := &walk{ctx: ctx, filter: f, report: o.Error}
	w.queue.init()
	return w, nil
}

// run prepares the workers one after another, and then starts them.
func (w *walk) run(roots []string, ready, work func(*worker)) error {
	stop := context.AfterFunc(w.ctx, w.stop)
	defer stop()
	workers := make([]worker, w.filter.o.Workers)
	for i := range workers {
		workers[i].walk = w
		ready(&workers[i])
	}
	workers[0].start(roots)
	var wg sync.WaitGroup
	for i := range workers {
		wg.Go(func() {
			defer workers[i].chain.close()
			work(&workers[i])
		})
	}
	wg.Wait()
	w.queue.drain()
	if w.failed != nil {
		return w.failed
	}
	return w.ctx.Err()
}

// walk is what the workers of a walk share.
type walk struct {
	ctx     context.Context
	filter  *filter
	queue   queue
	stopped atomic.Bool

	mu     sync.Mutex // held by report and for failed
	report func(error)
	failed error
}

func (w *walk) stop() {
	w.stopped.Store(true)
	w.queue.stop()
}

// fail ends the walk with a visitor's error: the first one counts.
func (w *walk) fail(err error) {
	w.mu.Lock()
	if w.failed == nil {
		w.failed = err
	}
	w.mu.Unlock()
	w.stop()
}

func (w *walk) unreadable(err error) {
	if w.report == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.report(err)
}

// start queues the roots that are directories and visits those that are files.
func (w *worker) start(roots []string) {
	var in pieces
	for i, name := range roots {
		r := newRoot(name, i, w.filter.o)
		info, err := r.stat()
		var top rules
		if err == nil && info.Kind == Dir {
			top, err = w.filter.open(r.dir)
		}
		switch {
		case err != nil:
			w.unreadable(&fs.PathError{Op: "open", Path: r.dir, Err: err})
		case info.Kind != Dir:
			w.visitRoot(r, info)
			in.add(&piece{found: w.gathered.take()})
		default:
			d := &dir{root: r, rules: top, linked: true, place: &piece{pending: true}}
			d.enter(&w.queue.line)
			in.add(d.place)
		}
	}
	w.queue.out.first, w.queue.out.held = in.first, in.held
}

// root is one of the places where a walk begins.
type root struct {
	dir    string // as the system takes it
	prefix string // of the paths of entries
	index  int
	depth  int  // how many components dir has, about
	slow   bool // calls to its file system may block

	// within opens a path relative to the root, if Options.Open is set.
	within func(rel string) (*os.File, error)
	// rules reads a file of rules by its absolute path, in that case.
	rules func(path string) []byte
}

func newRoot(name string, index int, o *Options) *root {
	r := &root{dir: name, prefix: name, index: index}
	if name == "" {
		r.dir = "."
	} else if last := name[len(name)-1]; last != '/' && last != filepath.Separator {
		r.prefix += "/"
	}
	r.depth = strings.Count(filepath.ToSlash(r.dir), "/")
	r.slow = isSlow(r.dir)
	if o.Open != nil {
		r.rules = o.readInBase
		way, err := filepath.Rel(o.Base, r.dir)
		r.within = func(rel string) (*os.File, error) {
			if err != nil {
				return nil, err
			}
			f, err := o.Open(path.Join(filepath.ToSlash(way), rel))
			return f, unwrap(err)
		}
	}
	return r
}

// unwrap removes the path from an error. Callers add theirs.
func unwrap(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// errLoop is the error for a link to a directory above it.
var errLoop = errors.New("this link leads back to a directory above it")
