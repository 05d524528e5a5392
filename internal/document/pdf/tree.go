package pdf

import (
	reader "github.com/ledongthuc/pdf"
)

// leaf is a page of the document, with what it inherits.
type leaf struct {
	page      reader.Value
	resources reader.Value
	box       reader.Value // what is outside it is not shown
}

// readTree walks the tree of pages (ISO 32000-1, 7.7.3). A tree that loops is cut off
// by the limits on depth and nodes; its counts are not believed.
func readTree(f *file, b *budget) ([]leaf, error) {
	w := walk{budget: b, seen: map[string]bool{}}
	err := guard(func() { w.node(leaf{page: f.reader.Trailer().Key("Root").Key("Pages")}, 0) })
	switch {
	case len(w.leaves) > 0 && w.nodes <= maxNodes:
		return w.leaves, nil
	case w.nodes > maxNodes:
		return nil, damaged("damaged PDF: its tree of pages has over %d nodes", maxNodes)
	case err != nil:
		return nil, damaged("damaged PDF: its tree of pages cannot be read: %v", err)
	}
	return nil, damaged("damaged PDF: it has no pages")
}

type walk struct {
	leaves []leaf
	nodes  int
	seen   map[string]bool // inner nodes: those with the same text have the same kids
	budget *budget
}

func (w *walk) node(n leaf, deep int) {
	w.nodes++
	if n.page.Kind() != reader.Dict || deep > maxTreeDeep || w.nodes > maxNodes || w.budget.spent() {
		return
	}
	if r := n.page.Key("Resources"); r.Kind() == reader.Dict {
		n.resources = r
	}
	for _, key := range []string{"MediaBox", "CropBox"} {
		if box := n.page.Key(key); box.Len() == 4 {
			n.box = box
		}
	}
	kids := n.page.Key("Kids")
	if kids.Kind() != reader.Array {
		if n.page.Key("Type").Name() != "Pages" {
			w.leaves = append(w.leaves, n)
		}
		return
	}
	id := n.page.String()
	if w.seen[id] {
		return
	}
	w.seen[id] = true
	for i := range kids.Len() {
		if w.nodes > maxNodes {
			return
		}
		_ = guard(func() {
			n.page = kids.Index(i)
			w.node(n, deep+1)
		})
	}
}
