package ignore

import (
	"path/filepath"
	"slices"
)

// Dir holds the rules that apply in one directory. It is immutable. A nil Dir has no
// rules.
type Dir struct {
	env    *environment // nil if no files are read
	layers []layer      // the first with a verdict decides
	inRepo bool
	fold   bool // .gitignore files match without regard to case
	moving bool // some layer has live rules, so Enter has work to do
}

// layer is the rules of one file.
type layer struct {
	source Files // of two layers the smaller source wins, then the inner one
	rules  *Rules
	live   []anchoredRule // those that may match here or below, by rule
}

// The sources that are no file of the directory itself come last.
const (
	sourceExclude Files = Git << (1 + iota)
	sourceGlobal
)

// Root is the directory that rules are anchored at.
func (r *Rules) Root() *Dir {
	if r.empty() {
		return nil
	}
	d := &Dir{}
	d.insert(0, r)
	return d
}

func (d *Dir) insert(source Files, r *Rules) {
	if r.empty() {
		return
	}
	at := 0
	for at < len(d.layers) && d.layers[at].source < source {
		at++
	}
	d.layers = slices.Insert(slices.Clone(d.layers), at, layer{source, r, r.paths})
	d.moving = d.moving || len(r.paths) > 0
}

// Enter returns the rules in a child, before the files in it are loaded.
func (d *Dir) Enter(name []byte) *Dir {
	if d == nil || !d.moving {
		return d
	}
	var buf [256]byte
	var layers []layer // made when the first one differs
	moving := false
	for i := range d.layers {
		l := &d.layers[i]
		if len(l.live) == 0 {
			continue
		}
		n := name
		if l.rules.fold {
			n = appendLower(buf[:0], name)
		}
		live := advance(l.live, n)
		moving = moving || len(live) > 0
		if slices.EqualFunc(live, l.live, anchoredRule.same) {
			continue
		}
		if layers == nil {
			layers = slices.Clone(d.layers)
		}
		layers[i].live = live
	}
	if layers == nil {
		return d
	}
	n := *d
	n.layers, n.moving = layers, moving
	return &n
}

// advance returns the rest of the rules that match the first component of a path.
func advance(live []anchoredRule, name []byte) []anchoredRule {
	var next []anchoredRule
	for _, a := range live {
		rest := a.segs
		if rest[0].kind == deep {
			next = appendNew(next, a)
			rest = rest[1:]
		}
		if len(rest) > 1 && rest[0].matches(name) {
			next = appendNew(next, anchoredRule{a.rule, rest[1:]})
		}
	}
	return next
}

// appendNew appends a unless it is there, so that the ways to match one rule do not
// multiply with the depth.
func appendNew(to []anchoredRule, a anchoredRule) []anchoredRule {
	for i := len(to) - 1; i >= 0 && to[i].rule == a.rule; i-- {
		if to[i].same(a) {
			return to
		}
	}
	return append(to, a)
}

func (a anchoredRule) same(b anchoredRule) bool {
	return a.rule == b.rule && len(a.segs) == len(b.segs) && &a.segs[0] == &b.segs[0]
}

// matches reports whether an entry of the directory matches the rest of the rule.
func (a *anchoredRule) matches(name []byte) bool {
	if a.segs[0].kind != deep {
		return len(a.segs) == 1 && a.segs[0].matches(name)
	}
	return len(a.segs) == 1 || len(a.segs) == 2 && a.segs[1].matches(name)
}

// Match returns the verdict on an entry of the directory.
func (d *Dir) Match(name []byte, dir bool) Verdict {
	if d == nil || len(name) == 0 {
		return None
	}
	var buf [256]byte
	for i := range d.layers {
		l := &d.layers[i]
		n := name
		if l.rules.fold {
			n = appendLower(buf[:0], name)
		}
		if rule := l.match(n, dir); rule >= 0 {
			return l.rules.rules[rule].verdict
		}
	}
	return None
}

// match returns the number of the last rule that matches, -1 if none.
func (l *layer) match(name []byte, dir bool) int32 {
	best := l.rules.byName(name, dir)
	for i := len(l.live) - 1; i >= 0 && l.live[i].rule > best; i-- {
		if a := &l.live[i]; l.rules.applies(a.rule, dir) && a.matches(name) {
			return a.rule
		}
	}
	return best
}

// Wanted returns the entries that make a difference if they exist.
func (d *Dir) Wanted() Files {
	if d == nil || d.env == nil {
		return 0
	}
	return d.env.wanted
}

// Load returns the rules with those of the directory's own files. rel is the path of the
// directory from the start of the walk, and have says which files exist on disk. read
// returns nil for a file that it cannot read. It gets paths below .git too, and absolute
// paths if .git is a file.
func (d *Dir) Load(rel string, have Files, read func(name string) []byte) *Dir {
	if d == nil || d.env == nil {
		return d
	}
	dir := filepath.Join(d.env.start, filepath.FromSlash(rel))
	have, read = d.env.instead(dir, have, read)
	return d.load(dir, have, read)
}

// namedFiles are the entries with a meaning. All but the first hold rules.
var namedFiles = []struct {
	source Files
	name   string
}{{Git, ".git"}, {RgIgnore, ".rgignore"}, {FdIgnore, ".fdignore"}, {DotIgnore, ".ignore"}, {GitIgnore, ".gitignore"}}

func (d *Dir) load(dir string, have Files, read func(name string) []byte) *Dir {
	if have &= d.Wanted(); have == 0 {
		return d
	}
	n := *d
	if have&Git != 0 {
		n.enterRepository(dir, read)
	}
	for _, f := range namedFiles[1:] {
		git := f.source == GitIgnore
		if have&f.source == 0 || git && !n.inRepo && !d.env.options.AnyTree {
			continue
		}
		n.insert(f.source, Parse(read(f.name), git && n.fold))
	}
	return &n
}

// enterRepository drops the rules of git from above, since a repository is independent.
func (d *Dir) enterRepository(dir string, read func(name string) []byte) {
	d.inRepo = true
	d.layers = slices.DeleteFunc(slices.Clone(d.layers), func(l layer) bool { return l.source >= GitIgnore })
	d.moving = slices.ContainsFunc(d.layers, func(l layer) bool { return len(l.live) > 0 })
	repo := d.env.repository(dir, read)
	d.fold = repo.fold
	d.insert(sourceExclude, repo.exclude)
	d.insert(sourceGlobal, repo.global)
}
