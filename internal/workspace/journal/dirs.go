package journal

import (
	"path"
	"slices"
	"strings"
)

// Dirs lists the directories in which some steps change names. Each directory has the name
// that it has after these steps or, if reverted is set, once they are reverted.
func Dirs(steps []Step, reverted bool) []string {
	if reverted {
		steps = slices.Clone(steps)
		slices.Reverse(steps)
	}
	top := &dirNode{}
	for _, s := range steps {
		from, to := s.From, s.To
		if reverted {
			from, to = to, from
		}
		above, below := top.at(path.Dir(from)), top.at(path.Dir(to))
		above.changed, below.changed = true, true
		if d := above.dirs[path.Base(from)]; s.Dir && d != nil {
			delete(above.dirs, path.Base(from))
			below.put(path.Base(to), d)
		}
	}
	list := top.appendChanged(nil, ".")
	slices.Sort(list)
	return list
}

// dirNode is a directory in which steps change names, or one above such a directory. A rename
// moves one node, however many directories are below it.
type dirNode struct {
	changed bool // steps change names in it
	dirs    map[string]*dirNode
}

// at returns the directory of that name below d, or d for ".". It makes what is missing.
func (d *dirNode) at(name string) *dirNode {
	if name == "." {
		return d
	}
	for part := range strings.SplitSeq(name, "/") {
		if d.dirs[part] == nil {
			d.put(part, &dirNode{})
		}
		d = d.dirs[part]
	}
	return d
}

// put gives the directory c a name in d. If d has a directory of that name, which a step makes
// or removes, the two become one.
func (d *dirNode) put(name string, c *dirNode) {
	if old := d.dirs[name]; old != nil {
		old.changed = old.changed || c.changed
		for part, sub := range c.dirs {
			old.put(part, sub)
		}
		return
	}
	if d.dirs == nil {
		d.dirs = map[string]*dirNode{}
	}
	d.dirs[name] = c
}

func (d *dirNode) appendChanged(list []string, name string) []string {
	if d.changed {
		list = append(list, name)
	}
	for part, c := range d.dirs {
		list = c.appendChanged(list, path.Join(name, part))
	}
	return list
}
