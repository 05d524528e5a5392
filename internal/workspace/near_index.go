package workspace

import (
	"cmp"
	"errors"
	"hash/maphash"
	"io"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// maxNames bounds the walk of the disk for names.
const maxNames = 200_000

// skipped are directories of what others made: many names, and none that is meant.
// Names that sources use as well, such as build or target, are not among them; those
// that a tool filled often hold one of the marks.
var (
	skipped = []string{"node_modules", ".venv", "venv", "__pycache__", ".tox", ".nox", ".hg", ".svn", ".jj"}
	marks   = []string{"CACHEDIR.TAG", "pyvenv.cfg"} // bford.info/cachedir, PEP 405
)

// index holds the names on disk as they were when it was made, and where the tree as
// it will be differs from them. What no operation may change is not in it.
type index struct {
	rosters  map[string]*roster // by name on disk
	entries  []listed
	last     map[string]int // by name in lower case: the last entry of that name, counted from 1
	complete bool           // the bound was not reached
	left     int            // how many more names may be taken in by reach
	staged   staged
	seed     maphash.Seed
}

// roster is a directory on disk whose names are known.
type roster struct {
	name     string
	up       *roster
	from, to int // its entries, by name

	sketches []uint64 // of its entries, sorted; made when they are asked for

	at   placed // in the tree as it will be, after turn changes
	turn int
}

// placed is the name of a directory in the tree as it will be, "" for the root.
type placed struct{ name, lower string }

// listed is a file, directory or link on disk.
type listed struct {
	name, lower string
	kind        Kind
	in          *roster
	before      int // the entry of the same name in lower case before it, counted from 1
}

// staged is what a transaction did to the names by its change number turn.
type staged struct {
	turn   int
	placed map[string]string   // by name on disk: where it stands now, if it was moved
	same   map[string][]string // what stands at a new place, by the last part of its name in lower case
	in     map[string][]string // the same by directory
}

// index walks the disk, the directories near the root first, until it has seen more
// than bound names. Links are not followed. What cannot be read is left out.
func (w *Workspace) index(bound int) *index {
	x := &index{rosters: map[string]*roster{}, last: map[string]int{}, complete: true, seed: maphash.MakeSeed()}
	x.staged.turn = -1
	for queue := []*roster{{name: ".", turn: -1}}; len(queue) > 0; queue = queue[1:] {
		f := queue[0]
		entries, err := w.entries(f.name, bound-len(x.entries))
		if errors.Is(err, errBound) {
			x.complete, x.left = false, bound
			return x
		}
		if err != nil || f.up != nil && slices.ContainsFunc(entries, func(e listed) bool { return slices.Contains(marks, e.name) }) {
			continue
		}
		x.add(f, entries)
		for _, e := range entries {
			if e.holdsNames() {
				queue = append(queue, &roster{name: path.Join(f.name, e.name), up: f, turn: -1})
			}
		}
	}
	return x
}

func (e listed) holdsNames() bool { return e.kind == Directory && !slices.Contains(skipped, e.name) }

// reach takes in the directories beyond the bound that lead to a directory, whatever
// the case of their names: dir is in lower case, "" for the root.
func (x *index) reach(w *Workspace, dir string) {
	on := []*roster{x.rosters["."]}
	for part := range strings.SplitSeq(dir, "/") {
		var next []*roster
		for _, f := range on {
			if f == nil {
				continue
			}
			for _, e := range x.entries[f.from:f.to] {
				if e.lower == part && e.holdsNames() {
					next = append(next, x.takeIn(w, f, path.Join(f.name, e.name)))
				}
			}
		}
		on = next
	}
}

// takeIn is the directory of that name; nil if it cannot be listed, or holds too many.
func (x *index) takeIn(w *Workspace, up *roster, name string) *roster {
	f, known := x.rosters[name]
	if known {
		return f
	}
	x.rosters[name] = nil
	if entries, err := w.entries(name, x.left); err == nil {
		f = &roster{name: name, up: up, turn: -1}
		x.left -= len(entries)
		x.add(f, entries)
	}
	return f
}

func (x *index) add(f *roster, entries []listed) {
	x.rosters[f.name] = f
	f.from = len(x.entries)
	for _, e := range entries {
		e.in, e.before = f, x.last[e.lower]
		x.entries = append(x.entries, e)
		x.last[e.lower] = len(x.entries)
	}
	f.to = len(x.entries)
}

var errBound = errors.New("more names than wanted")

// entries lists a directory on disk, by name. It reads no more than bound names.
func (w *Workspace) entries(dir string, bound int) (list []listed, err error) {
	f, err := w.root.OpenDir(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close() //nolint:errcheck // read only
	for seen := 0; ; {
		some, err := f.ReadDir(1024)
		if seen += len(some); seen > bound {
			return nil, errBound
		}
		for _, d := range some {
			name := path.Join(dir, d.Name())
			kind := kindOf(d.Type())
			if kind == Special || strings.HasPrefix(d.Name(), tempPrefix) || kind == Directory && w.rules.denied(name) {
				continue
			}
			list = append(list, listed{name: d.Name(), lower: strings.ToLower(d.Name()), kind: kind})
		}
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	slices.SortFunc(list, func(a, b listed) int { return cmp.Compare(a.name, b.name) })
	return list, nil
}

// same goes through the entries of a name in lower case.
func (x *index) same(lower string) iter.Seq[*listed] {
	return func(yield func(*listed) bool) {
		for i := x.last[lower]; i > 0; i = x.entries[i-1].before {
			if !yield(&x.entries[i-1]) {
				return
			}
		}
	}
}

// follow takes note of what the transaction did since it was called last.
func (x *index) follow(tx *Tx) {
	if x.staged.turn == tx.turn {
		return
	}
	x.staged = staged{turn: tx.turn, placed: map[string]string{}, same: map[string][]string{}, in: map[string][]string{}}
	x.staged.collect(tx.top, ".")
}

// collect looks for what stands where the disk has it not. What is gone it need not
// know: whoever is offered a name looks for it.
func (s *staged) collect(d *node, dir string) {
	for key, c := range d.children {
		if c.kind == Absent {
			continue
		}
		name := childName(dir, c.name)
		if c != d.disk[key] {
			lower := strings.ToLower(c.name)
			s.same[lower] = append(s.same[lower], name)
			s.in[dir] = append(s.in[dir], name)
			if c.own() {
				s.placed[c.base] = name
			}
		}
		if c.kind == Directory {
			s.collect(c, name)
		}
	}
}

// place is where a directory on disk stands in the tree as it will be, if it is there.
func (x *index) place(f *roster) placed {
	if f.turn == x.staged.turn {
		return f.at
	}
	name, moved := x.staged.placed[f.name]
	if !moved && f.up != nil {
		name = path.Join(x.place(f.up).name, path.Base(f.name))
	}
	f.at, f.turn = placed{name, strings.ToLower(name)}, x.staged.turn
	return f.at
}

// glimpse is what stands at a name of the tree as it will be.
type glimpse struct {
	kind Kind
	name string // as the tree spells it
	n    *node  // if it is loaded
	base string // where the disk has it, "" if it is new
}

// peek looks at a name without loading anything. It goes through no links.
func (tx *Tx) peek(name string) glimpse {
	g, rest := tx.loadedAt(name)
	if rest == "" {
		return g
	}
	for part := range strings.SplitSeq(rest, "/") {
		if g = tx.under(g, part); g.kind == Absent {
			break
		}
	}
	return g
}

// loadedAt goes as far along a name as nodes are loaded, and gives what is left of it. The
// name of what is there is built at the end, once: some paths have 2,000 components.
func (tx *Tx) loadedAt(name string) (g glimpse, rest string) {
	n, names := tx.top, []string(nil)
	if rest = name; name == "." {
		rest = ""
	}
	for rest != "" && n.kind == Directory {
		part, after, _ := strings.Cut(rest, "/")
		c := n.children[tx.w.rules.key(part)]
		if c == nil {
			break
		}
		n, rest, names = c, after, append(names, c.name)
	}
	g = glimpse{kind: n.kind, name: cmp.Or(strings.Join(names, "/"), "."), n: n}
	switch {
	case n.kind == Absent:
		return g, ""
	case n.kind != Directory && rest != "": // nothing can stand below it
		return glimpse{}, ""
	case n.own():
		g.base = n.base
	}
	return g, rest
}

// under looks at a name in a directory; in anything else there is none.
func (tx *Tx) under(d glimpse, part string) glimpse {
	if d.kind != Directory {
		return glimpse{}
	}
	if d.n != nil {
		if c := d.n.children[tx.w.rules.key(part)]; c != nil {
			g := glimpse{kind: c.kind, name: childName(d.name, c.name), n: c}
			if c.own() {
				g.base = c.base
			}
			return g
		}
	}
	if d.base == "" {
		return glimpse{}
	}
	kind, part := tx.onDisk(d.base, part)
	return glimpse{kind: kind, name: childName(d.name, part), base: childName(d.base, part)}
}

// onDisk is what the disk has under a name in a directory, and how it is spelled there.
func (tx *Tx) onDisk(dir, part string) (Kind, string) {
	x := tx.names
	f := x.rosters[dir]
	if f == nil { // beyond the bound, or skipped
		info, err := tx.w.root.Lstat(path.Join(dir, part))
		if err != nil {
			return Absent, part
		}
		return kindOf(info.Mode()), part
	}
	list := x.entries[f.from:f.to]
	i, ok := slices.BinarySearchFunc(list, part, func(e listed, name string) int { return cmp.Compare(e.name, name) })
	if !ok && tx.w.rules.fold {
		lower := strings.ToLower(part)
		i = slices.IndexFunc(list, func(e listed) bool { return e.lower == lower })
		ok = i >= 0
	}
	if !ok {
		return Absent, part
	}
	return list[i].kind, list[i].name
}

// similar goes through the names in a directory that are like part, and how like. There
// may be some that are gone.
func (tx *Tx) similar(d glimpse, part string) iter.Seq2[string, int] {
	x, lower := tx.names, strings.ToLower(part)
	return func(yield func(string, int) bool) {
		for _, name := range x.staged.in[d.name] {
			name = path.Base(name)
			if like := likeness(lower, strings.ToLower(name)); like != unlike && !yield(name, like) {
				return
			}
		}
		f := x.rosters[d.base]
		if f == nil {
			return
		}
		x.sketch(f)
		for h := range x.sketchesOf(lower) {
			i, _ := slices.BinarySearch(f.sketches, h)
			for ; i < len(f.sketches) && f.sketches[i]&^entryBits == h; i++ {
				e := x.entries[f.from+int(f.sketches[i]&entryBits)]
				if like := likeness(lower, e.lower); like != unlike && !yield(e.name, like) {
					return
				}
			}
		}
	}
}

// entryBits are those of a sketch that say which entry of the folder it is of. The
// others are a hash.
const entryBits uint64 = 1<<24 - 1

// sketch prepares a folder for similar, so that it need not compare all names: of two
// that are like each other at least one sketch is the same.
func (x *index) sketch(f *roster) {
	if f.sketches != nil {
		return
	}
	for i, e := range x.entries[f.from:f.to] {
		for h := range x.sketchesOf(e.lower) {
			f.sketches = append(f.sketches, h|uint64(i))
		}
	}
	slices.Sort(f.sketches)
}

// sketchesOf are hashes of a name: without separators, without its ending, as it is,
// and without one of its runes.
func (x *index) sketchesOf(lower string) iter.Seq[uint64] {
	return func(yield func(uint64) bool) {
		stem, _ := cutEnding(lower)
		for _, s := range []string{"loose/" + loose(lower), "stem/" + stem, lower} {
			if !yield(maphash.String(x.seed, s) &^ entryBits) {
				return
			}
		}
		if n := utf8.RuneCountInString(stem); n < minMistyped || n > maxMistyped {
			return
		}
		var without []byte
		for i := 0; i < len(stem); {
			_, size := utf8.DecodeRuneInString(stem[i:])
			without = append(append(without[:0], lower[:i]...), lower[i+size:]...)
			if !yield(maphash.Bytes(x.seed, without) &^ entryBits) {
				return
			}
			i += size
		}
	}
}
