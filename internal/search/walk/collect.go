package walk

import (
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
}

// Collect returns what Walk would visit, by root and below a root in the order of
// Compare. With info it asks the system about every entry.
func Collect(ctx context.Context, roots []string, o Options, info bool) ([]Found, error) {
	var collectors []*collector
	err := Walk(ctx, roots, o, func() Visit {
		c := &collector{info: info} // visitors are made one after another
		collectors = append(collectors, c)
		return c.visit
	})
	if err != nil {
		return nil, err
	}
	return sorted(collectors, len(roots)), nil
}

// collector holds what one worker found.
type collector struct {
	info    bool
	batches []batch
	paths   []byte // the paths found last, one after another
}

// batch is what was found in a directory without a break.
type batch struct {
	dir   *dir
	items []item
}

// item is an entry and where its name begins in its path.
type item struct {
	found Found
	name  int
}

func (c *collector) visit(e *Entry) error {
	it := item{found: Found{Root: e.Root(), Info: Info{Kind: e.kind}}}
	if c.info {
		info, err := e.Info()
		if err != nil {
			return nil //nolint:nilerr // it is gone: it was not there to be found
		}
		it.found.Info = info
	}
	it.found.Path = c.path(e)
	it.name = len(it.found.Path) - len(e.name)
	if n := len(c.batches); n == 0 || c.batches[n-1].dir != e.dir {
		c.batches = append(c.batches, batch{dir: e.dir})
	}
	b := &c.batches[len(c.batches)-1]
	b.items = append(b.items, it)
	return nil
}

// path makes the path of an entry in a large piece of memory: one piece for each takes
// longer than the rest.
func (c *collector) path(e *Entry) string {
	const piece = 64 << 10
	at := len(c.paths)
	c.paths = e.AppendPath(c.paths)
	path := c.paths[at:]
	if cap(c.paths)-len(c.paths) < piece/8 {
		c.paths = make([]byte, 0, piece)
	}
	return unsafe.String(unsafe.SliceData(path), len(path)) // never written to again
}

// node is a directory with something in it. Sorting each by itself compares short
// names, where sorting all paths would compare their common beginnings again and again.
type node struct {
	name  string
	items []item
	subs  []*node
}

// sorted brings what was found into order.
func sorted(collectors []*collector, roots int) []Found {
	t := tree{nodes: map[*dir]*node{}, roots: make([]node, roots)}
	total := 0
	for _, c := range collectors {
		for _, b := range c.batches {
			n := t.node(b.dir)
			total += len(b.items)
			if n.items == nil {
				n.items = b.items
			} else {
				n.items = append(n.items, b.items...)
			}
		}
	}
	all := make([]Found, 0, total)
	for i := range t.roots {
		all = t.roots[i].append(all)
	}
	return all
}

type tree struct {
	nodes map[*dir]*node
	roots []node
}

// node finds the node of a directory and makes those above it.
func (t *tree) node(d *dir) *node {
	if n := t.nodes[d]; n != nil {
		return n
	}
	var n *node
	if d.parent == nil {
		n = &t.roots[d.root.index]
	} else {
		above := t.node(d.parent)
		n = &node{name: d.rel[len(d.rel)-d.nameLen:]}
		above.subs = append(above.subs, n)
	}
	t.nodes[d] = n
	return n
}

// append appends what is in a directory and below it, names and directories mixed. A
// directory comes before what is in it.
func (n *node) append(to []Found) []Found {
	slices.SortFunc(n.items, func(a, b item) int { return strings.Compare(a.base(), b.base()) })
	slices.SortFunc(n.subs, func(a, b *node) int { return strings.Compare(a.name, b.name) })
	subs := n.subs
	for i := range n.items {
		base := n.items[i].base()
		for len(subs) > 0 && subs[0].name < base {
			to = subs[0].append(to)
			subs = subs[1:]
		}
		to = append(to, n.items[i].found)
	}
	for _, s := range subs {
		to = s.append(to)
	}
	return to
}

func (it *item) base() string { return it.found.Path[it.name:] }
