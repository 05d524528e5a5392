// Package suggest finds out which existing path was probably meant by one that does not
// exist. It looks at names only, and reads no file.
//
// It knows the tree through the functions of a [Tree], so it opens nothing itself, and it
// offers no name that the tree does not allow.
package suggest

import (
	"errors"
	"math"
	"path"
	"strings"
)

// Kind is what stands at a name, as far as it matters here.
type Kind int

// The kinds. Devices and the like are Nothing: they are never offered.
const (
	Nothing Kind = iota
	File
	Directory
	Link
)

// Tree is what suggest has to know of a tree. Names are relative to its root and have
// slashes; "." is the root.
type Tree struct {
	// Folds says that the file system takes A and a for one name. The keys of
	// Staged.Children are in lower case then.
	Folds bool
	// List lists a directory on disk, in any order. It reads at most most names: of a
	// directory that holds more it returns ErrTooMany. It leaves out devices and hidden
	// directories.
	List func(dir string, most int) ([]Entry, error)
	// Look returns what stands at a name on disk.
	Look func(name string) Kind
	// Resolve follows links in the tree as the transaction leaves it. It returns the name
	// without links, and what stands there.
	Resolve func(name string) (string, Kind)
	// Hidden reports whether a name may not be offered, nor a link to it.
	Hidden func(name string) bool
	// Legible reports whether a response could write a name as a path.
	Legible func(name string) bool
	// Backup reports whether a name is that of a backup, which comes after all others.
	Backup func(name string) bool
}

// ErrTooMany is returned by Tree.List for a directory that holds too many names.
var ErrTooMany = errors.New("the directory holds too many names")

// Near returns the entry that was most likely meant by a missing name; "" if there is no such
// entry, or if another one is as likely. The entry is of the kind given, File or Directory, or
// a link to one. Near looks for
//
//   - the same name in another directory, or in another letter case. It prefers an entry
//     that shares more of the directories above it, then the same path in another case,
//     then one that only lacks, or only adds, directories at the front;
//   - next, the same path with one component that has other separators, one typing
//     mistake, or another ending of the same family (.yml, .yaml).
//
// If the index is not complete, Near only looks for the same path in another case, and for
// the path without its first directories. For others, an entry that it has not seen may be
// as likely.
func (x *Index) Near(name string, kind Kind) string {
	if x.at(path.Dir(name)).kind != Directory { // else no link needs to be followed
		if dir, kind := x.tree.Resolve(path.Dir(name)); kind == Directory {
			name = path.Join(dir, path.Base(name))
		}
	}
	lower := strings.ToLower(name)
	s := search{Index: x, kind: kind, name: name, dir: parent(lower), base: path.Base(lower)}
	for _, rule := range []func(){s.sameName, s.withoutFront, s.misspelt} {
		rule()
		if s.best.name != "" && !s.tied {
			return s.best.name
		}
		if s.tied {
			s.best, s.tied, s.severalFound = found{}, false, true
		}
	}
	return ""
}

// Has reports whether there is an entry of a kind at a name, or a link to one, that may be
// offered.
func (x *Index) Has(name string, kind Kind) bool {
	_, ok := x.offerable(name, kind)
	return ok
}

// search looks for the entry that one name meant.
type search struct {
	*Index
	kind      Kind
	name      string
	dir, base string // of name, in lower case; dir is "" for the root

	best         found
	tied         bool // another entry is as good as best
	severalFound bool // a rule found several entries that are equally good
}

// found is an entry that may be the one.
type found struct {
	name string
	real string // what name stands for, if it is a link
	rank int
}

// sameName looks at all entries of the name that was missed.
func (s *search) sameName() {
	if !s.complete {
		s.reach(s.dir)
	}
	for i := s.lastOf[s.base]; i > 0; i = s.entries[i-1].before {
		if e := s.entries[i-1]; e.Kind == s.kind || e.Kind == Link {
			s.offerNamesake(s.place(e.in), e.Name)
		}
	}
	for _, name := range s.staged.namesakes[s.base] {
		dir := parent(name)
		s.offerNamesake(placed{dir, strings.ToLower(dir)}, path.Base(name))
	}
}

// offerNamesake ranks an entry by what it shares with the name that was missed.
func (s *search) offerNamesake(dir placed, base string) {
	shared, missed, there := trailing(s.dir, dir.lower)
	rank := 8 * shared
	switch {
	case missed == "" && there == "":
		rank += 4
	case !s.complete:
		return
	case there == "":
		rank += 2
	}
	if base == path.Base(s.name) {
		rank++
	}
	s.offer(dir.name, base, rank)
}

// maxFront is how many directories at the front of a path may be too many.
const maxFront = 32

// withoutFront looks for the name without its first components: in directories that the
// index left out, or that lie beyond its bound.
func (s *search) withoutFront() {
	if s.severalFound {
		return
	}
	rest, more := s.name, true
	for cut := 0; more && s.best.name == "" && cut < maxFront; cut++ {
		if _, rest, more = strings.Cut(rest, "/"); more {
			s.offer("", rest, 0)
		}
	}
}

// misspelt looks beside each component of the name for one that is like it, below which the
// rest of the name exists. It goes down as long as the directories above exist.
func (s *search) misspelt() {
	if !s.complete {
		return
	}
	d := s.at(".")
	for rest, more := s.name, true; more && d.kind == Directory; {
		var part string
		part, rest, more = strings.Cut(rest, "/")
		for name, rank := range s.similar(d, part) {
			s.offer(d.name, path.Join(name, rest), rank)
		}
		d = s.under(d, part)
	}
}

// offer keeps an entry that is better than the best one so far, and notes a tie with one
// that is as good. A backup is worse than anything else.
func (s *search) offer(dir, name string, rank int) {
	if s.tree.Backup(name) {
		rank += math.MinInt32
	}
	if s.best.name != "" && (rank < s.best.rank || rank == s.best.rank && s.tied) {
		return
	}
	f, ok := s.offerable(path.Join(dir, name), s.kind)
	if f.rank = rank; !ok {
		return
	}
	switch {
	case s.best.name == "" || rank > s.best.rank:
		s.best, s.tied = f, false
	case f.real != s.best.real:
		s.tied = true
	case f.name == f.real:
		s.best = f // the file rather than a link to it
	}
}

// offerable returns the entry of that kind at a name, or the link to one, if it may be
// offered.
func (x *Index) offerable(name string, kind Kind) (found, bool) {
	p := x.at(name)
	f := found{name: p.name, real: p.name}
	if p.kind != kind && p.kind != Link || f.name == "." || !x.tree.Legible(f.name) || x.tree.Hidden(f.name) {
		return f, false
	}
	if p.kind != Link {
		return f, true
	}
	real, there := x.tree.Resolve(f.name)
	f.real = real
	return f, there == kind && !x.tree.Hidden(real)
}

// trailing counts the components that two directories share from the end on, and
// returns what is left of both.
func trailing(a, b string) (shared int, restA, restB string) {
	for a != "" && b != "" && a[strings.LastIndexByte(a, '/')+1:] == b[strings.LastIndexByte(b, '/')+1:] {
		shared++
		a, b = parent(a), parent(b)
	}
	return shared, a, b
}

// parent is the directory of a clean name, "" for the root. Unlike path.Dir it does not
// read the whole name: names can be thousands of directories deep.
func parent(name string) string {
	return name[:max(strings.LastIndexByte(name, '/'), 0)]
}

// join is path.Join of two clean names, without the cost of cleaning.
func join(dir, name string) string {
	if dir == "." || dir == "" {
		return name
	}
	return dir + "/" + name
}
