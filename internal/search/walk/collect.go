package walk

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unsafe"
)

// Found is an entry that Collect or InOrder found.
type Found struct {
	Path string // the root as given, and the way from there
	Root int    // the number of the root
	Info        // only the kind, if no more was asked for
	name int    // where the last component begins
}

// Collect returns what Walk would visit, by root and below a root in the order of
// Compare. With info it asks the system about every entry.
func Collect(ctx context.Context, roots []string, o Options, info bool) ([]Found, error) {
	w, err := newWalk(ctx, &o)
	if err != nil {
		return nil, err
	}
	if err := w.run(roots, func(k *worker) { k.gather(info) }, (*worker).run); err != nil {
		return nil, err
	}
	out := &w.queue.out
	return out.take(make([]Found, 0, out.held), out.held), nil
}

// Newest brings what Collect returned with info into another order: the newest first.
// Those of one time stay as they are.
func Newest(found []Found) []Found {
	type key struct {
		time  int64
		index int
	}
	keys := make([]key, len(found))
	for i := range found {
		keys[i] = key{found[i].ModTime, i}
	}
	slices.SortFunc(keys, func(a, b key) int {
		if a.time != b.time {
			return cmp.Compare(b.time, a.time)
		}
		return a.index - b.index
	})
	newest := make([]Found, len(found))
	for i, k := range keys {
		newest[i] = found[k.index]
	}
	return newest
}

// gatherer keeps what one worker finds. Memory is taken in large pieces: one for each
// entry takes longer than the rest.
type gatherer struct {
	info  bool
	found []Found // last
	start int     // of what is in the directory at hand
	paths []byte  // of what was found last, one after another
}

const (
	foundPiece = 512       // entries
	pathPiece  = 64 << 10  // bytes
	pathRoom   = 5 * 1_024 // bytes, left for a path; a longer one is copied
)

// gather lets a worker keep what it visits.
func (w *worker) gather(info bool) {
	w.gathered = &gatherer{info: info}
	w.visit = w.gathered.visit
}

func (g *gatherer) visit(e *Entry) error {
	f := Found{Root: e.Root(), Info: Info{Kind: e.kind}}
	if g.info {
		info, err := e.Info()
		if err != nil {
			return nil //nolint:nilerr // it is gone: it was not there to be found
		}
		f.Info = info
	}
	if cap(g.paths)-len(g.paths) < pathRoom {
		g.paths = make([]byte, 0, pathPiece)
	}
	at := len(g.paths)
	g.paths = e.AppendPath(g.paths)
	path := g.paths[at:]
	f.Path = unsafe.String(unsafe.SliceData(path), len(path)) // never written to again
	f.name = len(f.Path) - len(e.name)
	if len(g.found) == cap(g.found) {
		here := g.found[g.start:]
		g.found, g.start = append(make([]Found, 0, max(foundPiece, 2*len(here))), here...), 0
	}
	g.found = append(g.found, f)
	return nil
}

// take gives what was found in the directory at hand, sorted: here all workers do so at
// once. To sort each directory by itself compares short names, where to sort all paths
// would compare their common beginnings again and again.
func (g *gatherer) take() []Found {
	if g == nil {
		return nil
	}
	found := g.found[g.start:len(g.found):len(g.found)]
	g.start = len(g.found)
	sortFound(found)
	return found
}

func sortFound(found []Found) {
	slices.SortFunc(found, func(a, b Found) int { return strings.Compare(a.Path[a.name:], b.Path[b.name:]) })
}
