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
	Path string // the root as given, and the path from there
	Root int    // the number of the root
	Info        // only the kind, if no more was asked for
	name int    // where the last component begins
}

// Collect returns the entries that Walk would visit, by root and below a root in the order of
// Compare. With info it gives the size and time of every entry.
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

// Newest sorts the result of Collect with info by time, the newest first. The sort is stable.
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

// gatherer keeps the entries that one worker finds. It allocates memory for many entries at
// once, since an allocation for each would take most of the time.
type gatherer struct {
	info  bool
	found []Found // the last ones
	start int     // where those of the current directory begin
	paths []byte  // the last paths, one after another
}

const (
	foundPiece = 512       // entries
	pathPiece  = 64 << 10  // bytes
	pathRoom   = 5 * 1_024 // bytes that are free before a path is appended
)

// gather makes a worker keep the entries that it visits.
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

// take gives the sorted entries of the current directory. All workers sort in parallel here.
// Sorting each directory compares short names, and not the common beginnings of paths.
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
