package walk

import "strings"

// Join is the path that an entry below a root has: rel is the way from there.
func Join(root, rel string) string { return newRoot(root, 0).prefix + rel }

// Would says whether a walk from root would visit a file at rel, a path below it, if
// there were one; the directories above it need not be there either. Globs, types and
// the rules on disk decide, Pattern does not.
func Would(root, rel string, o Options) (bool, error) {
	if rel == "" {
		return true, nil
	}
	f, err := newFilter(&o)
	if err != nil {
		return false, err
	}
	d := &dir{root: newRoot(root, 0), linked: true}
	if d.rules, err = f.open(d.root.dir); err != nil {
		return false, nil //nolint:nilerr // nothing can be found below what cannot be opened
	}
	names := strings.Split(rel, "/")
	if o.MaxDepth > 0 && len(names) > o.MaxDepth {
		return false, nil
	}
	for i, name := range names {
		loadAlone(d)
		if last := i == len(names)-1; last || !f.keeps(&d.rules, []byte(name), true) {
			return last && f.keeps(&d.rules, []byte(name), false), nil
		}
		d = &dir{root: d.root, parent: d, rel: strings.Join(names[:i+1], "/"), linked: true, rules: d.rules.enter([]byte(name))}
	}
	return false, nil
}

// loadAlone loads the ignore files of a directory that is not walked, if it is there.
func loadAlone(d *dir) {
	h, err := openDir(d.path(), true)
	if err != nil {
		return
	}
	d.handle = h
	defer h.close()
	w := &worker{}
	w.loadRules(d, true)
}
