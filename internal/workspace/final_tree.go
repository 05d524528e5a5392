package workspace

import (
	"bytes"
	"maps"
	"slices"
)

// computeFinal finds the place of every node in the final tree, drops writes that change
// nothing, and returns allNodes. A file that cannot be compared counts as
// changed: the commit will say what is wrong.
func (tx *Tx) computeFinal() []*node {
	nodes := tx.allNodes()
	for _, n := range nodes {
		n.finalPath, n.finalParent = "", nil
	}
	tx.top.finalPath = "."
	placeBelow(tx.top)
	for _, n := range nodes {
		if !n.written || n.differs || !n.onDisk() || n.info.Size() != n.size() || n.saved != nil || n.mode != n.info.Mode()&modeBits {
			continue
		}
		disk := &node{kind: Regular, diskPath: n.diskPath, info: n.info}
		old, err := tx.w.content(disk, n.diskPath, n.info.Size())
		if n.differs = err != nil || !bytes.Equal(old, n.data); !n.differs {
			n.data, n.written = nil, false
			tx.count(n, 0)
		}
	}
	return nodes
}

// childName is path.Join of the clean names of a directory and of what stands in it,
// without the cost of cleaning.
func childName(dir, name string) string {
	if dir == "." || dir == "" {
		return name
	}
	return dir + "/" + name
}

func placeBelow(d *node) {
	for _, c := range d.children {
		if c.kind == Absent {
			continue
		}
		c.finalParent, c.finalPath = d, childName(d.finalPath, c.name)
		if c.kind == Directory {
			placeBelow(c)
		}
	}
}

// allNodes returns every node that was loaded or made, each once, in the order of a walk
// by names. It leaves out the top and the absent ones.
func (tx *Tx) allNodes() []*node {
	tx.walks++
	tx.top.walk = tx.walks
	nodes := make([]*node, 0, tx.found)
	var visit func(d *node)
	visit = func(d *node) {
		for _, m := range []map[string]*node{d.diskEntries, d.children} {
			for _, key := range sortedKeys(m) {
				n := m[key]
				if n.kind == Absent || n.walk == tx.walks {
					continue
				}
				n.walk = tx.walks
				nodes = append(nodes, n)
				visit(n)
			}
		}
	}
	visit(tx.top)
	tx.found = len(nodes)
	return nodes
}

func sortedKeys[V any](m map[string]V) []string {
	keys := slices.AppendSeq(make([]string, 0, len(m)), maps.Keys(m)) // grown once: directories can be large
	slices.Sort(keys)
	return keys
}
