package walk

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"unsafe"
)

// Found is an entry that Collect found.
type Found struct {
	Path string // the root as given, and the way from there
	Root int    // the number of the root
	Info        // only the kind, if no more was asked for
	name int    // where the last component begins
}

// Collect returns what Walk would visit, by root and below a root in the order of
// Compare. With info it asks the system about every entry.
func Collect(ctx context.Context, roots []string, o Options, info bool) ([]Found, error) {
	var collectors []*collector
	err := Walk(ctx, roots, o, func() Visit {
		c := &collector{info: info}
		collectors = append(collectors, c) // Walk asks for one visitor after another
		return c.visit
	})
	if err != nil {
		return nil, err
	}
	return sorted(collectors, len(roots)), nil
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

// collector holds what one worker found. Memory is taken in large pieces: one for each
// entry takes longer than the rest.
type collector struct {
	info    bool
	batches []batch
	found   []Found // of the last batches
	start   int     // where the last one begins
	paths   []byte  // of what was found last, one after another
}

// batch is what was found in a directory without a break.
type batch struct {
	dir   *dir
	found []Found
}

const (
	foundPiece = 512       // entries
	pathPiece  = 64 << 10  // bytes
	pathRoom   = 5 * 1_024 // bytes, left for a path; a longer one is copied
)

func (c *collector) visit(e *Entry) error {
	f := Found{Root: e.Root(), Info: Info{Kind: e.kind}}
	if c.info {
		info, err := e.Info()
		if err != nil {
			return nil //nolint:nilerr // it is gone: it was not there to be found
		}
		f.Info = info
	}
	f.Path = c.path(e)
	f.name = len(f.Path) - len(e.name)
	full := len(c.found) == cap(c.found)
	if n := len(c.batches); full || n == 0 || c.batches[n-1].dir != e.dir {
		c.closeBatch()
		if full {
			c.found = make([]Found, 0, foundPiece)
		}
		c.start = len(c.found)
		c.batches = append(c.batches, batch{dir: e.dir})
	}
	c.found = append(c.found, f)
	return nil
}

// closeBatch sorts the last batch: here all workers do so at once.
func (c *collector) closeBatch() {
	if n := len(c.batches); n > 0 && c.batches[n-1].found == nil {
		b := c.found[c.start:len(c.found):len(c.found)]
		sortFound(b)
		c.batches[n-1].found = b
	}
}

func (c *collector) path(e *Entry) string {
	if cap(c.paths)-len(c.paths) < pathRoom {
		c.paths = make([]byte, 0, pathPiece)
	}
	at := len(c.paths)
	c.paths = e.AppendPath(c.paths)
	path := c.paths[at:]
	return unsafe.String(unsafe.SliceData(path), len(path)) // never written to again
}

func sortFound(found []Found) {
	slices.SortFunc(found, func(a, b Found) int { return strings.Compare(a.Path[a.name:], b.Path[b.name:]) })
}

// node is a directory with something in it. Sorting each by itself compares short
// names, where sorting all paths would compare their common beginnings again and again.
type node struct {
	name  string
	found []Found
	parts int // batches in found
	subs  []*node
}

// sorted brings what was found into order.
func sorted(collectors []*collector, roots int) []Found {
	tops := make([]node, roots)
	total := 0
	for _, c := range collectors {
		c.closeBatch()
		for _, b := range c.batches {
			n := b.dir.inTree(tops)
			total += len(b.found)
			if n.parts++; n.parts == 1 {
				n.found = b.found
			} else {
				n.found = append(n.found, b.found...)
			}
		}
	}
	all := make([]Found, 0, total)
	for i := range tops {
		all = tops[i].append(all)
	}
	return all
}

// inTree is the node of a directory; it is made if need be, with those above it.
func (d *dir) inTree(tops []node) *node {
	switch {
	case d.parent == nil:
		return &tops[d.root.index]
	case d.node == nil:
		above := d.parent.inTree(tops)
		d.node = &node{name: d.rel[len(d.rel)-d.nameLen:]}
		above.subs = append(above.subs, d.node)
	}
	return d.node
}

// append appends what is in a directory and below it, names and directories mixed. A
// directory comes before what is in it.
func (n *node) append(to []Found) []Found {
	if n.parts > 1 {
		sortFound(n.found)
	}
	slices.SortFunc(n.subs, func(a, b *node) int { return strings.Compare(a.name, b.name) })
	subs := n.subs
	for i := range n.found {
		f := &n.found[i]
		for len(subs) > 0 && subs[0].name < f.Path[f.name:] {
			to = subs[0].append(to)
			subs = subs[1:]
		}
		to = append(to, *f)
	}
	for _, s := range subs {
		to = s.append(to)
	}
	return to
}
