// Package walk finds the files of a tree, with several workers at once, and leaves out
// what ignore rules, globs and types leave out, as ripgrep does.
//
// A worker calls back for each entry while the directory is open, so that it can read
// the file at once, relative to the directory: no path is built for a file that nobody
// asks the path of. In order there are all files as a list (Collect), or one after
// another while the walk goes on (InOrder).
//
// Nothing in a tree stops a walk: what cannot be read is reported, and the rest is
// walked. Directories are opened one by one: the number of open files depends on the
// number of workers only. Paths may be longer than the system takes at once. On Linux the
// time to open a directory does not grow with its depth.
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

// Kind is what an entry is. Kinds add up to sets.
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
	Hidden   bool // names that begin with a dot, too
	Follow   bool // through links to directories, and what links to files are linked to
	MaxDepth int  // how many components a path below a root may have, 0 for any number
	Kinds    Kind // what is visited, File if 0

	Pattern *glob.Pattern // visit only what matches from the root, if not nil

	// Globs win over all other rules and over each other by place, the last one first.
	// One that begins with ! leaves out; if there are others, files that match none of
	// them are left out, too. Their syntax is that of ignore files, with braces.
	Globs   []string
	Exclude []string // left out, but for what Globs name; ! takes back
	Base    string   // the directory that Globs and Exclude start from, "" for the current one

	// Never are absolute paths without links, not globs, that are neither visited nor
	// entered, whatever else is said. Roots are.
	Never []string

	// Open, if given, opens what stands at a way from Base, "." for that itself. Roots are
	// below Base then, and files and directories are opened by it or relative to what it
	// opened: nothing that takes their place meanwhile leads a search elsewhere.
	Open func(name string) (*os.File, error)

	Types []string // names from filetype, with ! before those to leave out
	Typed bool     // Types hold for what Globs name, too

	Workers int         // as many as Go runs at once, if 0
	Error   func(error) // called for what cannot be read, never by two workers at once
}

// Everything is o without the rules by which hidden and ignored entries are left out.
func (o Options) Everything() Options {
	o.Hidden, o.Exclude = true, nil
	o.Ignore = ignore.Options{NoDot: true, NoVCS: true, NoExclude: true, NoGlobal: true, NoParents: true}
	return o
}

// Visit is called for an entry, which is valid during the call. An error ends the walk.
type Visit func(e *Entry) error

// Walk visits what is below the roots, in no order. A root may be a file: that is
// visited whatever the options say of it. The root "" is the current directory and
// does not show in paths. Each worker has a visitor of its own.
//
// An error is the context's, a visitor's or an option that makes no sense: a
// *glob.Error for a bad glob.
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

// run makes the workers ready, one after another, and then lets them work.
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
	slow   bool // its file system may keep calls waiting

	// within opens what stands at a way from here, if nothing may be opened elsewhere.
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

// unwrap takes off the path, which callers add as they know it.
func unwrap(err error) error {
	var e *fs.PathError
	if errors.As(err, &e) {
		return e.Err
	}
	return err
}

// errLoop is a link that leads to a directory that it lies in.
var errLoop = errors.New("this link leads back to a directory above it")
