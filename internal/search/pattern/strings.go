package pattern

import (
	"bytes"
	"regexp/syntax"
	"slices"
	"unicode"
	"unicode/utf8"

	"fileops/internal/search/scan"
)

// stringSet is a set of strings: each match of an expression contains one of them. Without
// strings it says nothing.
type stringSet struct {
	strings [][]byte // in the order in which the expression prefers them
	fold    bool     // in any case of their ASCII letters; they are in lower case
	first   bool     // a match begins with one of them
	whole   bool     // a match is one of them
	sure    bool     // whole, and each occurrence is a match
}

const (
	maxStrings = 64 // in a set; more make too many candidates
	maxRunes   = 8  // of a class that is taken as strings
	maxLength  = 64 // bytes of a concatenation
)

// stringsOf gives the strings of re.
func stringsOf(re *syntax.Regexp) *stringSet {
	switch re.Op {
	case syntax.OpEmptyMatch:
		return &stringSet{strings: [][]byte{{}}, first: true, whole: true, sure: true}
	case syntax.OpBeginLine, syntax.OpEndLine, syntax.OpBeginText, syntax.OpEndText, syntax.OpWordBoundary, syntax.OpNoWordBoundary:
		return &stringSet{strings: [][]byte{{}}, first: true, whole: true}
	case syntax.OpLiteral:
		return literalStrings(re.Rune, re.Flags&syntax.FoldCase != 0)
	case syntax.OpCharClass:
		return classStrings(re.Rune)
	case syntax.OpCapture:
		return stringsOf(re.Sub[0])
	case syntax.OpPlus:
		return stringsOf(re.Sub[0]).part()
	case syntax.OpRepeat:
		switch {
		case re.Min == 0:
			return &stringSet{}
		case re.Min == re.Max && re.Max <= maxLength:
			return concatStrings(slices.Repeat(re.Sub, re.Min))
		}
		return stringsOf(re.Sub[0]).part()
	case syntax.OpConcat:
		return concatStrings(re.Sub)
	case syntax.OpAlternate:
		return alternateStrings(re.Sub)
	}
	return &stringSet{}
}

// literalStrings gives the strings of a literal. Without case, a string cannot contain letters
// that fold out of ASCII, such as k and s. Then it gives the rarest part between them.
func literalStrings(runes []rune, fold bool) *stringSet {
	if slices.ContainsFunc(runes, isReplaced) {
		return &stringSet{}
	}
	if !fold {
		return &stringSet{strings: [][]byte{[]byte(string(runes))}, first: true, whole: true, sure: true}
	}
	best := &stringSet{fold: true}
	var part []byte
	first, whole := true, true
	for i := 0; i <= len(runes); i++ {
		if i < len(runes) && foldsInASCII(string(runes[i])) {
			part = append(part, lowerASCII([]byte(string(runes[i])))...) // the capital of i with a dot is no case of i
			continue
		}
		whole = whole && i == len(runes)
		if len(part) > 0 {
			next := &stringSet{strings: [][]byte{part}, fold: true, first: first, whole: whole, sure: whole}
			if next.chance() < best.chance() {
				best = next
			}
		}
		part, first = nil, false
	}
	return best
}

// foldsInASCII reports whether folding the 26 ASCII letters finds all other cases of s.
func foldsInASCII(s string) bool {
	for _, r := range s {
		if r == utf8.RuneError {
			return false
		}
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			if r|f >= utf8.RuneSelf {
				return false
			}
		}
	}
	return true
}

// isReplaced reports whether r stands for invalid UTF-8, or is not valid itself. Then a match
// need not contain the bytes of r.
func isReplaced(r rune) bool { return r == utf8.RuneError || !utf8.ValidRune(r) }

func classStrings(pairs []rune) *stringSet {
	s := &stringSet{first: true, whole: true, sure: true}
	for i := 0; i < len(pairs); i += 2 {
		if int(pairs[i+1]-pairs[i]) >= maxRunes-len(s.strings) {
			return &stringSet{}
		}
		for r := pairs[i]; r <= pairs[i+1]; r++ {
			if isReplaced(r) {
				return &stringSet{}
			}
			s.strings = append(s.strings, []byte(string(r)))
		}
	}
	return s
}

// part is the set for an expression of which s is a part.
func (s *stringSet) part() *stringSet {
	return &stringSet{strings: s.strings, fold: s.fold, first: s.first}
}

func alternateStrings(subs []*syntax.Regexp) *stringSet {
	all := &stringSet{first: true, whole: true, sure: true}
	for _, sub := range subs {
		next := stringsOf(sub)
		if len(next.strings) == 0 || len(all.strings)+len(next.strings) > maxStrings {
			return &stringSet{}
		}
		if len(all.strings) == 0 {
			all.fold = next.fold
		}
		if all.fold != next.fold {
			all, next = all.folded(), next.folded()
		}
		all.strings = append(all.strings, next.strings...)
		all.first, all.whole, all.sure = all.first && next.first, all.whole && next.whole, all.sure && next.sure
	}
	return all
}

// folded is s in any case. If s has letters, it accepts more than s.
func (s *stringSet) folded() *stringSet {
	if s.fold {
		return s
	}
	f := *s
	f.fold = true
	f.strings = nil
	for _, t := range s.strings {
		f.strings = append(f.strings, lowerASCII(t))
		f.sure = f.sure && !bytes.ContainsFunc(t, func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' })
	}
	return &f
}

// concatStrings joins strings while they are few, and gives the rarest set.
func concatStrings(subs []*syntax.Regexp) *stringSet {
	run := stringsOf(&syntax.Regexp{Op: syntax.OpEmptyMatch})
	best := &stringSet{}
	keep := func(s *stringSet) {
		if s.chance() < best.chance() {
			best = s.part()
		}
	}
	unbroken := true
	for _, sub := range subs {
		next := stringsOf(sub)
		if next.whole {
			if joined := join(run, next); joined != nil {
				run = joined
				continue
			}
		}
		unbroken = false
		keep(run)
		moved := *next
		moved.first = next.first && run.first && !slices.ContainsFunc(run.strings, func(t []byte) bool { return len(t) > 0 })
		if run = &moved; !next.whole {
			keep(run)
			run = &stringSet{strings: [][]byte{{}}, whole: true, sure: true}
		}
	}
	if unbroken {
		return run
	}
	keep(run)
	return best
}

// join gives each string of a followed by each of b, or nil if that is too much.
func join(a, b *stringSet) *stringSet {
	if len(a.strings)*len(b.strings) > maxStrings {
		return nil
	}
	if a.fold != b.fold {
		a, b = a.folded(), b.folded()
	}
	j := &stringSet{fold: a.fold, first: a.first, whole: true, sure: a.sure && b.sure}
	for _, s := range a.strings {
		for _, t := range b.strings {
			if len(s)+len(t) > maxLength && len(a.strings)*len(b.strings) > 1 {
				return nil
			}
			j.strings = append(j.strings, slices.Concat(s, t))
		}
	}
	return j
}

// chance estimates how often a scan for the strings stops at a place of ordinary text, 0 to 1.
// It is 1 if the set says nothing.
func (s *stringSet) chance() float64 {
	if len(s.strings) == 0 || slices.ContainsFunc(s.strings, func(t []byte) bool { return len(t) == 0 }) {
		return 1
	}
	if len(s.strings) == 1 {
		return scan.NewLiteral(s.strings[0], s.fold).Chance()
	}
	return scan.NewLiterals(s.strings, s.fold).Chance()
}

func lowerASCII(s []byte) []byte {
	return bytes.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r |= 0x20
		}
		return r
	}, s)
}
