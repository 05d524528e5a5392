package walk

import (
	"io/fs"
	"sync/atomic"

	"fileops/internal/search/glob"
	"fileops/internal/search/ignore"
)

// dir is a directory to be read.
type dir struct {
	root    *root
	parent  *dir   // nil for a root
	rel     string // from the root, "" for the root itself
	depth   int
	nameLen int  // of the last component
	linked  bool // reached through a link, or named by the caller

	// Set when it is opened.
	rules  rules
	names  glob.Names
	handle handle
	id     identity     // only if links are followed
	users  atomic.Int32 // workers and queues that still need the handle

	// Fields of the queue.
	before, after *dir
	taken         bool
	place         *piece  // in the sequence, if the walk is in order
	found         []Found // of the parts that are done, if it is read in parts
	subs          []*dir  // the same
}

// name is the last component.
func (d *dir) name() string { return d.rel[len(d.rel)-d.nameLen:] }

// path is what the system opens.
func (d *dir) path() string {
	if d.rel == "" {
		return d.root.dir
	}
	return d.root.prefix + d.rel
}

// release closes the directory after its last user.
func (d *dir) release() (last bool) {
	last = d.users.Add(-1) == 0
	if last {
		d.handle.close()
	}
	return last
}

// worker reads one directory after another.
type worker struct {
	*walk
	visit    Visit
	list     listing
	entry    Entry
	chain    chain
	subs     []*dir    // found in the current directory
	gathered *gatherer // if the walk is in order
	given    []Found   // the last run that was given
}

func (w *worker) run() {
	for d := w.queue.pop(); d != nil; d = w.queue.pop() {
		w.read(d)
	}
}

// read handles the entries of a directory. Of a large directory it takes as many as its
// buffer holds, and leaves the rest to the next free worker.
func (w *worker) read(d *dir) {
	if w.ctx.Err() != nil { // AfterFunc stops the walk, too, but later
		w.stop()
	}
	opened := d.users.Load() > 0
	if !opened && !w.open(d) {
		w.queue.done(d, pieces{}, nil)
		return
	}
	more, err := w.list.read(d.handle)
	if err != nil {
		w.unreadable(&fs.PathError{Op: "read", Path: d.path(), Err: err})
		more = false
	}
	if !opened {
		w.loadRules(d, more)
	}
	if more {
		d.users.Add(1)
		w.queue.pushOpened(d)
	}
	if w.filter.o.Dirs != nil && !opened {
		w.filter.o.Dirs.Add(1)
	}
	w.entry = Entry{dir: d}
	for !w.stopped.Load() && w.list.next() {
		w.consider(d, w.list.name, w.list.kind)
	}
	w.leave(d, opened || more)
	clear(w.subs)
	w.subs = w.subs[:0]
}

// leave ends the work on a directory, or a part of one. The last worker there hands in the
// entries that were found.
func (w *worker) leave(d *dir, part bool) {
	found, subs := w.gathered.take(), w.subs
	if part {
		w.queue.addPart(d, found, subs)
	}
	if !d.release() {
		return
	}
	if part {
		found, subs = d.found, d.subs
		d.found, d.subs = nil, nil
		sortFound(found)
	}
	var in pieces
	if w.gathered != nil {
		in = arrange(found, subs)
	}
	w.queue.done(d, in, subs)
}

// open opens a directory, and reports a link that leads to a directory above.
func (w *worker) open(d *dir) bool {
	h, err := w.chain.open(d)
	if err != nil {
		w.unreadable(&fs.PathError{Op: "open", Path: d.path(), Err: err})
		return false
	}
	d.handle = h
	d.users.Store(1)
	if w.filter.o.Follow {
		if d.id, err = h.identity(); err != nil {
			w.unreadable(&fs.PathError{Op: "stat", Path: d.path(), Err: err})
			d.release()
			return false
		}
		for above := d.parent; d.linked && above != nil; above = above.parent {
			if above.id.same(d.id) {
				w.unreadable(&fs.PathError{Op: "open", Path: d.path(), Err: errLoop})
				d.release()
				return false
			}
		}
	}
	if p := w.filter.o.Pattern; p != nil {
		d.names = p.In(d.rel)
	}
	return true
}

// loadRules loads the ignore files of a directory. If only a part was listed, it tries to
// open each of them.
func (w *worker) loadRules(d *dir, partial bool) {
	if d.rules.files.Wanted() == 0 {
		return
	}
	var have ignore.Files
	if partial {
		have = d.probe()
	} else {
		have = w.list.special()
	}
	if have != 0 || w.filter.o.Ignore.Instead != nil {
		d.load(have, d.read)
	}
}

// probe gives the ignore files that may exist, without a listing of the directory.
func (d *dir) probe() ignore.Files {
	have := d.rules.files.Wanted()
	if have&ignore.Git != 0 && !d.handle.has(".git") {
		have &^= ignore.Git
	}
	return have
}

func (d *dir) load(have ignore.Files, read func(name string) []byte) {
	d.rules.files = d.rules.files.Load(d.rel, have, read)
}

// consider visits an entry if it is wanted, and queues it if it is a directory.
func (w *worker) consider(d *dir, name []byte, kind Kind) {
	w.entry.name, w.entry.kind, w.entry.followed = name, kind, false
	if kind == unknown || kind == Link && w.filter.o.Follow {
		if !w.resolve() {
			return
		}
		kind = w.entry.kind
	}
	f := w.filter
	wanted := kind&f.kinds != 0 && (f.o.Pattern == nil || d.names.Match(name))
	if kind != Dir && !wanted || !f.keeps(&d.rules, name, kind == Dir) {
		return
	}
	var never []string
	if w.entry.followed {
		var inside bool
		if never, inside = f.neverBelow(w.entry.Path()); inside {
			return
		}
	}
	if wanted {
		if err := w.visit(&w.entry); err != nil {
			w.fail(err)
			return
		}
	}
	if kind == Dir && (f.o.MaxDepth == 0 || d.depth+1 < f.o.MaxDepth) {
		w.descend(d, name, never)
	}
}

// resolve finds the kind of an entry if the listing does not tell it. It is false if the
// entry cannot be read. A link without a target stays a link if links are visited.
func (w *worker) resolve() bool {
	e := &w.entry
	if e.kind == unknown {
		info, err := e.Info()
		if err != nil {
			w.unreadable(err)
			return false
		}
		e.kind = info.Kind
	}
	if e.kind == Link && w.filter.o.Follow {
		e.followed = true
		info, err := e.Info()
		if err == nil {
			e.kind = info.Kind
			return true
		}
		e.followed = false
		if w.filter.kinds&Link == 0 && w.filter.keeps(&e.dir.rules, e.name, false) {
			w.unreadable(err)
			return false
		}
	}
	return true
}

// descend queues a directory. never replaces the paths of Never if it is a link.
func (w *worker) descend(d *dir, name []byte, never []string) {
	rel := string(name)
	if d.rel != "" {
		rel = d.rel + "/" + rel
	}
	if p := w.filter.o.Pattern; p != nil && !p.Below(rel) {
		return
	}
	in := d.rules.enter(name)
	if w.entry.followed {
		in.never = never
	}
	w.subs = append(w.subs, &dir{
		root: d.root, parent: d, rel: rel, depth: d.depth + 1, nameLen: len(name), linked: w.entry.followed,
		rules: in,
	})
}

// visitRoot visits a root that is no directory.
func (w *worker) visitRoot(r *root, info Info) {
	w.entry = Entry{dir: &dir{root: r, handle: noDir(true)}, name: terminated(r.dir), kind: info.Kind, followed: true, whole: true}
	if err := w.visit(&w.entry); err != nil {
		w.fail(err)
	}
}
