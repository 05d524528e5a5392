package suggest

import (
	"cmp"
	"errors"
	"hash/maphash"
	"iter"
	"path"
	"slices"
	"strings"
	"unicode/utf8"
)

// skipped are directories of third-party files: many names, and none that is meant. Names
// that sources use too, such as build or target, are not among them. If a tool filled such a
// directory, it often holds one of the marks.
var (
	skipped = []string{"node_modules", ".venv", "venv", "__pycache__", ".tox", ".nox", ".hg", ".svn", ".jj"}
	marks   = []string{"CACHEDIR.TAG", "pyvenv.cfg"} // bford.info/cachedir, PEP 405
)

// Index holds the names on disk as they were when it was made, and where the tree of a
// transaction differs from them.
type Index struct {
	tree     Tree
	folders  map[string]*folder // by name on disk; nil for one that could not be listed
	entries  []Entry
	lastOf   map[string]int // by name in lower case: the last entry of that name, counted from 1
	complete bool           // the disk has no more names than the bound
	budget   int            // how many more names reach may add
	staged   staged
	seed     maphash.Seed
}

// Entry is a file, directory or link on disk.
type Entry struct {
	Name   string
	Kind   Kind
	lower  string // Name in lower case
	in     *folder
	before int // the entry of the same name in lower case before it, counted from 1
}

// folder is a directory on disk whose names are known.
type folder struct {
	name     string
	up       *folder
	from, to int // its entries, by name

	sketches []uint64 // of its entries, sorted; made when they are first needed

	place      placed // where the transaction leaves it; valid in generation
	generation int    // of Index.staged; 0 if place was not computed
}

// placed is the name of a directory in the tree as the transaction leaves it, "" for the
// root.
type placed struct{ name, lower string }

// New walks the disk, the directories near the root first, until it has seen more than
// bound names. It follows no links. It leaves out what cannot be read.
func New(t Tree, bound int) *Index {
	x := &Index{tree: t, folders: map[string]*folder{}, lastOf: map[string]int{}, complete: true, seed: maphash.MakeSeed()}
	x.Update(nil)
	for queue := []*folder{{name: "."}}; len(queue) > 0; queue = queue[1:] {
		f := queue[0]
		entries, err := t.List(f.name, bound-len(x.entries))
		if errors.Is(err, ErrTooMany) {
			x.complete, x.budget = false, bound
			return x
		}
		if err != nil || f.up != nil && slices.ContainsFunc(entries, func(e Entry) bool { return slices.Contains(marks, e.Name) }) {
			continue
		}
		x.add(f, entries)
		for _, e := range entries {
			if e.holdsNames() {
				queue = append(queue, &folder{name: path.Join(f.name, e.Name), up: f})
			}
		}
	}
	return x
}

func (e Entry) holdsNames() bool { return e.Kind == Directory && !slices.Contains(skipped, e.Name) }

// reach adds the directories beyond the bound that lead to the directory dir, in any letter
// case. dir is in lower case, "" for the root.
func (x *Index) reach(dir string) {
	on := []*folder{x.folders["."]}
	for part := range strings.SplitSeq(dir, "/") {
		var next []*folder
		for _, f := range on {
			if f == nil {
				continue
			}
			for _, e := range x.entries[f.from:f.to] {
				if e.lower == part && e.holdsNames() {
					next = append(next, x.addBeyond(f, path.Join(f.name, e.Name)))
				}
			}
		}
		on = next
	}
}

// addBeyond returns the directory of that name, which it lists if need be; nil if it cannot
// be listed, or holds too many names.
func (x *Index) addBeyond(up *folder, name string) *folder {
	f, known := x.folders[name]
	if known {
		return f
	}
	x.folders[name] = nil
	if entries, err := x.tree.List(name, x.budget); err == nil {
		f = &folder{name: name, up: up}
		x.budget -= len(entries)
		x.add(f, entries)
	}
	return f
}

func (x *Index) add(f *folder, entries []Entry) {
	slices.SortFunc(entries, func(a, b Entry) int { return cmp.Compare(a.Name, b.Name) })
	x.folders[f.name] = f
	f.from = len(x.entries)
	for _, e := range entries {
		e.lower = strings.ToLower(e.Name)
		e.in, e.before = f, x.lastOf[e.lower]
		x.entries = append(x.entries, e)
		x.lastOf[e.lower] = len(x.entries)
	}
	f.to = len(x.entries)
}

// onDisk returns what the disk has under a name in a directory, and how it is spelled there.
func (x *Index) onDisk(dir, part string) (Kind, string) {
	f := x.folders[dir]
	if f == nil { // beyond the bound, or skipped
		return x.tree.Look(path.Join(dir, part)), part
	}
	list := x.entries[f.from:f.to]
	i, ok := slices.BinarySearchFunc(list, part, func(e Entry, name string) int { return cmp.Compare(e.Name, name) })
	if !ok && x.tree.Folds {
		lower := strings.ToLower(part)
		i = slices.IndexFunc(list, func(e Entry) bool { return e.lower == lower })
		ok = i >= 0
	}
	if !ok {
		return Nothing, part
	}
	return list[i].Kind, list[i].Name
}

// similar iterates over the names in a directory that are like part, with their likeness.
// Some of them may be gone.
func (x *Index) similar(d spot, part string) iter.Seq2[string, int] {
	lower := strings.ToLower(part)
	return func(yield func(string, int) bool) {
		for _, c := range d.staged {
			if like := likeness(lower, strings.ToLower(c.Name)); c.New && like != unlike && !yield(c.Name, like) {
				return
			}
		}
		f := x.folders[d.diskName]
		if f == nil {
			return
		}
		if f.sketches == nil {
			x.sketch(f)
		}
		for h := range x.sketchesOf(lower) {
			i, _ := slices.BinarySearch(f.sketches, h)
			for ; i < len(f.sketches) && f.sketches[i]&^entryBits == h; i++ {
				e := x.entries[f.from+int(f.sketches[i]&entryBits)]
				if like := likeness(lower, e.lower); like != unlike && !yield(e.Name, like) {
					return
				}
			}
		}
	}
}

// entryBits are the bits of a sketch that number the entry in its folder. The others are
// a hash.
const entryBits uint64 = 1<<24 - 1

// sketch prepares a folder for similar. Two names that are like each other have at least one
// sketch in common, so similar compares only a few names.
func (x *Index) sketch(f *folder) {
	for i, e := range x.entries[f.from:f.to] {
		for h := range x.sketchesOf(e.lower) {
			f.sketches = append(f.sketches, h|uint64(i))
		}
	}
	slices.Sort(f.sketches)
}

// sketchesOf iterates over hashes of a name: without separators, without its ending, as it
// is, and without each one of its runes.
func (x *Index) sketchesOf(lower string) iter.Seq[uint64] {
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
