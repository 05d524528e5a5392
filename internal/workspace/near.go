package workspace

import (
	"math"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Near names the one entry of the tree, as it will be, that was most likely meant by
// a path at which there is none; "" if there is no such entry, or if another one is as
// likely. The entry is of the kind given, Regular or Directory, or a link to one, and
// nothing that may not be changed. It is looked for
//
//   - under the same name in another directory, or in another letter case: the more of
//     the directories above it are the same, the better; then the same path in another
//     case, then one that only lacks, or only adds, directories at the front;
//   - next, at the same path but for one component, which has other separators, one
//     typing mistake, or another ending of the same family (.yml, .yaml).
//
// In a tree of more than maxNames names only the same path in another case is looked
// for, and the path without its first directories: of nothing else is it known then
// whether it is the only one.
//
// The disk is walked at the first call of a transaction. No node is loaded but for links.
func (tx *Tx) Near(written string, kind Kind) string {
	if kind != Regular && kind != Directory {
		return ""
	}
	if tx.names == nil {
		tx.names = tx.w.index(maxNames)
	}
	tx.names.follow(tx)
	clean := tx.direct(strings.ReplaceAll(written, `\`, "/"))
	if clean == "." {
		return ""
	}
	lower := strings.ToLower(clean)
	s := search{tx: tx, kind: kind, name: clean, dir: parent(lower), base: path.Base(lower)}
	if _, there := tx.offerable(path.Clean(filepath.ToSlash(written)), kind); there {
		return ""
	}
	for _, rule := range []func(){s.sameName, s.withoutFront, s.misspelt} {
		rule()
		if s.best.name != "" && !s.tied {
			return s.best.name
		}
		if s.tied {
			s.best, s.tied, s.torn = found{}, false, true
		}
	}
	return ""
}

// direct is the name in the root of what was written with slashes, be it absolute or
// through links to directories or out of the root and in again; "." if it is none.
func (tx *Tx) direct(written string) string {
	name := written
	if full := absolute(written); full || climbs(written) {
		abs := filepath.FromSlash(written)
		if !full {
			abs = filepath.Join(tx.w.given, abs)
		}
		name, _ = tx.w.inside(abs)
	}
	name, err := Clean(name)
	if err != nil {
		return "."
	}
	if tx.peek(path.Dir(name)).kind == Directory { // as nearly always: nothing needs to be loaded
		return name
	}
	if dir, n, err := tx.resolve(name, path.Dir(name), true); err == nil && n.kind == Directory {
		return path.Join(dir, path.Base(name))
	}
	return name
}

// search is for the entry that one path meant.
type search struct {
	tx        *Tx
	kind      Kind
	name      string // as it was written, with slashes
	dir, base string // of name, in lower case; dir is "" for the root

	best found
	tied bool // another entry is as good as best
	torn bool // a rule found several
}

// found is an entry that may be the one.
type found struct {
	name string
	real string // what name stands for, if it is a link
	rank int
}

// sameName looks at all entries of the name that was written.
func (s *search) sameName() {
	x := s.tx.names
	if !x.complete {
		x.reach(s.tx.w, s.dir)
	}
	for e := range x.same(s.base) {
		if e.kind != s.kind && e.kind != Link {
			continue
		}
		s.offerNamesake(x.place(e.in), e.name)
	}
	for _, name := range x.staged.same[s.base] {
		dir := parent(name)
		s.offerNamesake(placed{dir, strings.ToLower(dir)}, path.Base(name))
	}
}

// offerNamesake ranks an entry by what it shares with the path that was written.
func (s *search) offerNamesake(dir placed, base string) {
	shared, written, there := trailing(s.dir, dir.lower)
	rank := 8 * shared
	switch {
	case written == "" && there == "":
		rank += 4
	case !s.tx.names.complete:
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

// withoutFront looks where directories that were skipped, or that lie beyond the bound,
// hold the path without its first components.
func (s *search) withoutFront() {
	if s.torn {
		return
	}
	rest, more := s.name, true
	for skipped := 0; more && s.best.name == "" && skipped < maxFront; skipped++ {
		if _, rest, more = strings.Cut(rest, "/"); more {
			s.offer("", rest, 0)
		}
	}
}

// misspelt looks beside each component of the path, as far as the ones above it are
// there, for one that is like it and under which the rest is there.
func (s *search) misspelt() {
	if !s.tx.names.complete {
		return
	}
	d := s.tx.peek(".")
	for rest, more := s.name, true; more && d.kind == Directory; {
		var part string
		part, rest, more = strings.Cut(rest, "/")
		for name, rank := range s.tx.similar(d, part) {
			s.offer(d.name, path.Join(name, rest), rank)
		}
		d = s.tx.under(d, part)
	}
}

// offer takes an entry that is better than the best one so far, and takes note of one
// that is as good. A backup is worse than anything else.
func (s *search) offer(dir, name string, rank int) {
	if strings.HasSuffix(name, bakEnding) || strings.HasSuffix(name, deletedEnding) {
		rank += math.MinInt32
	}
	if s.best.name != "" && (rank < s.best.rank || rank == s.best.rank && s.tied) {
		return
	}
	f, ok := s.tx.offerable(path.Join(dir, name), s.kind)
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

// offerable checks that there is something of that kind, which can be written as a
// path on one line and may be changed.
func (tx *Tx) offerable(name string, kind Kind) (found, bool) {
	p := tx.peek(name)
	f := found{name: p.name, real: p.name}
	if p.kind != kind && p.kind != Link || f.name == "." || !legible(f.name) || tx.w.private(f.name) {
		return f, false
	}
	if p.kind != Link {
		return f, true
	}
	real, n, err := tx.resolve(f.name, f.name, true)
	if err != nil || n.kind != kind || tx.w.private(real) {
		return f, false
	}
	f.real = real
	return f, true
}

// legible reports whether a response could write a name. What cannot be seen in a
// name could deceive whoever reads it.
func legible(name string) bool {
	clean, err := Clean(name)
	return err == nil && clean == name && utf8.ValidString(name) &&
		!strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) })
}

// private reports whether a name is nobody's business: what may not be looked at or
// changed, and temporary files.
func (w *Workspace) private(name string) bool {
	return strings.HasPrefix(path.Base(name), tempPrefix) || w.rules.conceals(name) || w.rules.denied(name)
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

// How like two components are.
const (
	unlike = iota
	akin   // one mistake, or another ending
	twin   // but for separators
)

// likeness compares two components, both in lower case.
func likeness(a, b string) int {
	if a == b {
		return unlike // another case is not a mistake of this kind
	}
	if l := loose(a); l != "" && l == loose(b) {
		return twin
	}
	stemA, endA := cutEnding(a)
	stemB, endB := cutEnding(b)
	if endA == endB && mistyped(stemA, stemB) || stemA == stemB && (sameFamily(endA, endB) || mistyped(endA, endB)) {
		return akin
	}
	return unlike
}

// loose is a component without what separates words: people forget which it was.
func loose(component string) string {
	return strings.Map(func(r rune) rune {
		if r == '_' || r == '-' || r == ' ' {
			return -1
		}
		return r
	}, component)
}

// cutEnding cuts the extension off, without its dot. A dot at the start begins none.
func cutEnding(component string) (stem, ending string) {
	if i := strings.LastIndexByte(component, '.'); i > 0 {
		return component[:i], component[i+1:]
	}
	return component, ""
}

// families are the endings that are taken for one another.
var families = [][]string{
	{"js", "jsx", "ts", "tsx", "mjs", "cjs", "mts", "cts"},
	{"c", "cc", "cpp", "cxx"},
	{"h", "hh", "hpp", "hxx"},
	{"", "md", "markdown", "mdx", "rst", "adoc", "txt"},
	{"css", "scss", "sass", "less"},
	{"json", "jsonc", "json5"},
	{"yml", "yaml"},
	{"htm", "html", "xhtml"},
	{"jpg", "jpeg"},
	{"tif", "tiff"},
	{"py", "pyi"},
	{"kt", "kts"},
}

func sameFamily(a, b string) bool {
	return slices.ContainsFunc(families, func(f []string) bool { return slices.Contains(f, a) && slices.Contains(f, b) })
}

// Between short words one letter makes another word (get, set), not a mistake.
const (
	minMistyped = 3 // runes of the longer one
	minReplaced = 4 // where a rune is another one
	maxMistyped = 64
)

// mistyped reports whether a and b differ in one rune that is missing, or another
// one, or in two neighbours that are swapped. Other numbers are other files: page2 is
// no mistake for page3.
func mistyped(a, b string) bool {
	if len(a) < len(b) {
		a, b = b, a
	}
	if len(a)-len(b) > utf8.UTFMax || farApart(a, b) || otherNumber(a, b) {
		return false
	}
	r, t := []rune(a), []rune(b)
	if len(r) < len(t) {
		r, t = t, r
	}
	if len(r) < minMistyped || len(r) > maxMistyped || len(r)-len(t) > 1 {
		return false
	}
	i := 0
	for i < len(t) && r[i] == t[i] {
		i++
	}
	if len(r) > len(t) {
		return slices.Equal(r[i+1:], t[i:])
	}
	if i+1 < len(r) && r[i] == t[i+1] && r[i+1] == t[i] && slices.Equal(r[i+2:], t[i+2:]) {
		return true
	}
	return i < len(r) && len(r) >= minReplaced && slices.Equal(r[i+1:], t[i+1:])
}

// farApart is a quick look at the longer a and b: whether more than two runes of a lie
// between what both begin and what both end with.
func farApart(a, b string) bool {
	i, j := 0, 0
	for i < len(b) && a[i] == b[i] {
		i++
	}
	for j < len(b)-i && a[len(a)-1-j] == b[len(b)-1-j] {
		j++
	}
	return len(a)-i-j > 2*utf8.UTFMax
}

func otherNumber(a, b string) bool {
	digits := func(s string) string {
		return strings.Map(func(r rune) rune {
			if unicode.IsDigit(r) {
				return r
			}
			return -1
		}, s)
	}
	x, y := digits(a), digits(b)
	return x != y && x != "" && y != ""
}
