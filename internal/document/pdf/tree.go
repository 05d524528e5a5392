package pdf

// leaf is a page of the document, with what it inherits: references, or the objects
// themselves. They are resolved when the page is read, so that many pages that share a
// large object do not hold a copy each.
type leaf struct {
	page, resources any
	box             any // what is outside it is not shown
}

// readTree walks the tree of pages (ISO 32000-1, 7.7.3). A tree that loops is cut off
// by the limits on depth and nodes; its counts are not believed.
func readTree(f *file, b *budget) ([]leaf, error) {
	w := walk{file: f, budget: b, seen: map[ref][]leaf{}}
	w.node(leaf{page: f.resolve(f.trailer["Root"]).dict()["Pages"]}, 0)
	switch {
	case w.nodes > maxNodes:
		return nil, damaged("damaged PDF: its tree of pages has over %d nodes", maxNodes)
	case len(w.leaves) == 0:
		return nil, damaged("damaged PDF: it has no pages")
	}
	return w.leaves, nil
}

type walk struct {
	file   *file
	budget *budget
	leaves []leaf
	nodes  int
	seen   map[ref][]leaf // the nodes so far: a page itself, and nothing for an inner node
}

func (w *walk) node(n leaf, deep int) {
	w.nodes++
	r, indirect := n.page.(ref)
	if again, ok := w.seen[r]; ok {
		w.leaves = append(w.leaves, again...)
		return
	}
	v := w.file.resolve(n.page)
	if !v.isDict() || deep > maxTreeDeep || w.nodes > maxNodes || w.budget.spent() {
		return
	}
	if v.key("Resources").isDict() {
		n.resources = v.dict()["Resources"]
	}
	for _, key := range []name{"MediaBox", "CropBox"} {
		if v.key(key).len() == 4 {
			n.box = v.dict()[key]
		}
	}
	var page []leaf
	kids := v.key("Kids").array()
	if kids == nil && v.key("Type").name() != "Pages" {
		page = []leaf{n}
	}
	if indirect {
		w.seen[r] = page
	}
	w.leaves = append(w.leaves, page...)
	for _, kid := range kids {
		if w.nodes > maxNodes {
			return
		}
		n.page = kid
		w.node(n, deep+1)
	}
}
