package walk

import "strings"

// Filter reports whether a walk would visit a path. It serves for files that are not on disk,
// or differ from it.
type Filter struct {
	filter *filter
	root   *root
	dirs   map[string]*dir // by path; nil if a walk does not enter the directory
	chain  chain           // open during a call only
}

// NewFilter makes a Filter for paths below a root. Errors are those of Walk, and the error of a
// root that cannot be read.
func NewFilter(name string, o Options) (*Filter, error) {
	f, err := newFilter(&o)
	if err != nil {
		return nil, err
	}
	r := newRoot(name, 0, &o)
	rules, err := f.open(r.dir)
	if err != nil {
		return nil, err
	}
	top := &dir{root: r, rules: rules, linked: true}
	out := &Filter{filter: f, root: r, dirs: map[string]*dir{"": top}}
	top.loadAlone(&out.chain)
	return out, nil
}

// Visits reports whether a walk would visit a path of a kind. The path is relative to the root,
// clean and has slashes. One goroutine may call it at a time.
func (f *Filter) Visits(path string, kind Kind) bool {
	parent, name := cutLast(path)
	d := f.dir(parent)
	f.chain.close()
	if d == nil || kind&f.filter.kinds == 0 || f.filter.o.MaxDepth > 0 && d.depth >= f.filter.o.MaxDepth {
		return false
	}
	if p := f.filter.o.Pattern; p != nil && !p.Match(path) {
		return false
	}
	return f.filter.keeps(&d.rules, []byte(name), kind == Dir)
}

func cutLast(path string) (parent, name string) {
	at := strings.LastIndexByte(path, '/')
	return path[:max(0, at)], path[at+1:]
}

// dir gives a directory with its rules, nil if a walk does not enter it.
func (f *Filter) dir(rel string) *dir {
	if d, ok := f.dirs[rel]; ok {
		return d
	}
	parent, name := cutLast(rel)
	var d *dir
	if above := f.dir(parent); above != nil && f.filter.keeps(&above.rules, []byte(name), true) {
		d = &dir{root: f.root, rel: rel, depth: above.depth + 1, rules: above.rules.enter([]byte(name))}
		d.loadAlone(&f.chain)
	}
	f.dirs[rel] = d
	return d
}

// loadAlone loads the ignore files of a directory without walking it. A directory that cannot
// be opened may not exist yet, and has none on disk.
func (d *dir) loadAlone(c *chain) {
	if d.rules.files.Wanted() == 0 {
		return
	}
	h, err := c.open(d)
	if err != nil {
		d.load(0, func(string) []byte { return nil })
		return
	}
	d.handle = h
	d.load(d.probe(), d.read)
	h.close()
}
