package pattern

import (
	"bytes"
	"regexp/syntax"
	"slices"

	"fileops/internal/search/dfa"
	"fileops/internal/search/scan"
)

// plan says how to find the lines that the automaton has to test.
type plan struct {
	scan   scanner // nil if no scan pays, so all lines are tested
	sure   bool    // each place that scan finds is a match
	prefix bool    // each match begins at a place that scan finds
	word   *scan.Literal
	all    bool // every line matches
}

// scanner is one of the scans of package scan.
type scanner interface {
	Find(b []byte, from int) int
	Chance() float64
}

// Costs of a byte and of a candidate, in nanoseconds. Only the order of magnitude of their
// ratios matters: the text matters more, and a Worker notices when a scan does not pay.
const (
	literalCost   = 0.02
	literalsCost  = 0.07
	windowCost    = 0.07
	automatonCost = 0.7
	candidateCost = 60
)

// planFor is the plan if a match is one of these strings. With word there is one string, and
// no word character may stand beside it.
func planFor(s *stringSet, word bool) plan {
	p := plan{sure: true}
	if len(s.strings) > 1 {
		p.scan = scan.NewLiterals(s.strings, s.fold)
		return p
	}
	l := scan.NewLiteral(s.strings[0], s.fold)
	p.scan = l
	if word {
		p.word = l
	}
	return p
}

// choose makes the plan for a reduced expression.
func choose(re *syntax.Regexp, across bool) plan {
	if re.Op == syntax.OpEmptyMatch {
		return plan{all: true}
	}
	s := stringsOf(re)
	if !across {
		s.strings = slices.DeleteFunc(slices.Clone(s.strings), func(t []byte) bool { return bytes.IndexByte(t, '\n') >= 0 })
	}
	best, cost := plan{}, automatonCost
	if chance := s.chance(); chance < 1 {
		p := planFor(s, false)
		p.sure = s.sure
		p.prefix = s.first && len(s.strings) == 1
		scanCost := literalCost
		if len(s.strings) > 1 {
			scanCost = literalsCost
		}
		if c := scanCost + chance*candidateCost; s.sure || c < cost {
			best, cost = p, c
		}
	}
	const good = 0.1 // a window can hardly do better
	if across || best.sure || cost < good {
		return best
	}
	if p, c := chooseWindow(re); c < cost {
		return p
	}
	return best
}

// maxTails is how many places of an expression are considered for a window.
const maxTails = 8

// chooseWindow gives the rarest window that begins at some part of re, and its cost.
func chooseWindow(re *syntax.Regexp) (best plan, cost float64) {
	parts := []*syntax.Regexp{re}
	if re.Op == syntax.OpConcat {
		parts = re.Sub
	}
	cost = automatonCost
	for i := range min(len(parts), maxTails) {
		w := windowOf(&syntax.Regexp{Op: syntax.OpConcat, Sub: front(parts[i:])})
		if w == nil {
			continue
		}
		if c := windowCost + w.Chance()*candidateCost; c < cost {
			best, cost = plan{scan: w, prefix: i == 0}, c
		}
	}
	return best, cost
}

const widest = 4 // classes in a window

// front is the beginning of a sequence that a window depends on. The rest is not compiled.
func front(parts []*syntax.Regexp) []*syntax.Regexp {
	seen := 0
	for i, part := range parts {
		if seen += leastRunes(part); seen >= widest {
			return parts[:i+1]
		}
	}
	return parts
}

// leastRunes gives a lower bound of the runes in a match. Above widest it is not exact.
func leastRunes(re *syntax.Regexp) int {
	switch re.Op {
	case syntax.OpLiteral:
		return len(re.Rune)
	case syntax.OpCharClass, syntax.OpAnyChar, syntax.OpAnyCharNotNL:
		return 1
	case syntax.OpCapture, syntax.OpPlus:
		return leastRunes(re.Sub[0])
	case syntax.OpRepeat:
		return min(re.Min, widest) * min(leastRunes(re.Sub[0]), widest)
	}
	return 0
}

// windowOf gives the window at the beginning of re, nil if there is none. It drops classes at
// the end that accept nearly all bytes.
func windowOf(re *syntax.Regexp) *scan.Window {
	const nearlyAll = 0.7
	p, err := dfa.Compile(shorten(re))
	if err != nil {
		return nil
	}
	classes := p.Window(widest)
	for len(classes) > 0 && classes[len(classes)-1].Share() > nearlyAll {
		classes = classes[:len(classes)-1]
	}
	if len(classes) == 0 {
		return nil
	}
	return scan.NewWindow(classes)
}

// shorten limits the counts in an expression, such as .{1,1000}. The first bytes of its
// matches, as many as a window has, are those of re.
func shorten(re *syntax.Regexp) *syntax.Regexp {
	short := *re
	short.Sub = make([]*syntax.Regexp, len(re.Sub))
	for i, sub := range re.Sub {
		short.Sub[i] = shorten(sub)
	}
	if re.Op == syntax.OpRepeat {
		short.Min = min(re.Min, widest)
		if re.Max > widest {
			short.Max = -1
		}
	}
	return &short
}
