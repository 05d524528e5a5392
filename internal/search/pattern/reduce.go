package pattern

import (
	"regexp/syntax"
	"slices"
)

// reduce gives a cheaper expression that matches in the same texts as re, though not the same
// parts of them. It repeats the edges of a match as seldom as allowed, since a match within a
// match is enough. So .{1,1000}x becomes .x and (a+)+$ becomes a$.
func reduce(re *syntax.Regexp) *syntax.Regexp {
	return trim(trim(re, true), false)
}

var empty = &syntax.Regexp{Op: syntax.OpEmptyMatch}

// trim is reduce at one edge.
func trim(re *syntax.Regexp, left bool) *syntax.Regexp {
	switch re.Op {
	case syntax.OpCapture, syntax.OpPlus:
		return trim(re.Sub[0], left)
	case syntax.OpStar, syntax.OpQuest:
		return empty
	case syntax.OpRepeat:
		switch re.Min {
		case 0:
			return empty
		case 1:
			return trim(re.Sub[0], left)
		}
		return &syntax.Regexp{Op: syntax.OpRepeat, Flags: re.Flags, Sub: re.Sub, Min: re.Min, Max: re.Min}
	case syntax.OpAlternate:
		alt := &syntax.Regexp{Op: syntax.OpAlternate, Flags: re.Flags}
		for _, sub := range re.Sub {
			sub = trim(sub, left)
			if sub.Op == syntax.OpEmptyMatch {
				return empty // the other alternatives add no texts
			}
			alt.Sub = append(alt.Sub, sub)
		}
		return alt
	case syntax.OpConcat:
		return trimConcat(re, left)
	}
	return re
}

func trimConcat(re *syntax.Regexp, left bool) *syntax.Regexp {
	subs := slices.Clone(re.Sub)
	for len(subs) > 0 {
		edge, rest := 0, subs[1:]
		if !left {
			edge, rest = len(subs)-1, subs[:len(subs)-1]
		}
		subs[edge] = trim(subs[edge], left)
		if subs[edge].Op != syntax.OpEmptyMatch {
			break
		}
		subs = rest
	}
	switch len(subs) {
	case 0:
		return empty
	case 1:
		return subs[0]
	}
	return &syntax.Regexp{Op: syntax.OpConcat, Flags: re.Flags, Sub: subs}
}
