package ignore

import (
	"slices"
	"strings"
)

// rule is one line of a file. Which names it matches is kept by Rules.
type rule struct {
	verdict Verdict
	dirOnly bool
}

// line is a rule as written, taken apart.
type line struct {
	rule
	anchored bool   // matches from the directory of the file, not at any depth
	pattern  string // without the marks at both ends that the fields stand for
}

// parseLine reads a line of a file, false if it holds no rule.
func parseLine(s string) (line, bool) {
	s, _, _ = strings.Cut(s, "\x00") // where a string of git's ends
	if strings.HasPrefix(s, "#") {
		return line{}, false
	}
	return parseRule(trimSpaces(s))
}

// parseRule reads what is left of a line without comment and blanks at the end.
func parseRule(s string) (line, bool) {
	l := line{rule: rule{verdict: Ignored}}
	if rest, ok := strings.CutPrefix(s, "!"); ok {
		s, l.verdict = rest, Kept
	}
	s, l.dirOnly = strings.CutSuffix(s, "/")
	l.anchored = strings.Contains(s, "/")
	l.pattern = strings.TrimPrefix(s, "/")
	return l, l.pattern != ""
}

// trimSpaces removes blanks at the end, up to one after a backslash.
func trimSpaces(s string) string {
	for strings.HasSuffix(s, " ") {
		cut := s[:len(s)-1]
		if escapes := len(cut) - len(strings.TrimRight(cut, `\`)); escapes%2 == 1 {
			break
		}
		s = cut
	}
	return s
}

// paths gives the lists of segments for an anchored pattern: one, two if its literal start runs
// into **, or none if it can match nothing.
func (l *line) paths(fold bool) [][]segment {
	start := strings.IndexAny(l.pattern, `*?[\`)
	if start < 0 {
		start = len(l.pattern)
	}
	rest, ok := scan(l.pattern[start:], fold)
	if !ok {
		return nil
	}
	head, _ := scan(l.pattern[:start], fold) // never a fault: it is all literal
	rest = collapse(rest)
	joint := head[len(head)-1]
	head = head[:len(head)-1]
	if start == len(l.pattern) {
		return [][]segment{slices.Concat(head, []segment{joint})}
	}
	if len(joint.toks) == 0 {
		return [][]segment{slices.Concat(head, rest)}
	}
	if rest[0].kind != deep {
		return [][]segment{slices.Concat(head, []segment{join(joint, rest[0])}, rest[1:])}
	}
	// git removes the literal start before it matches **, which then stands first. So **
	// matches from the middle of a component on.
	open := join(joint, segment{toks: []token{{kind: star}}})
	spanning := slices.Concat(head, []segment{open}, rest)
	if len(rest) == 1 {
		return [][]segment{slices.Concat(head, []segment{open}), spanning}
	}
	return [][]segment{slices.Concat(head, []segment{join(joint, rest[1])}, rest[2:]), spanning}
}

// join makes one segment of two.
func join(a, b segment) segment { return newSegment(slices.Concat(a.toks, b.toks)) }

// collapse leaves one of several consecutive deep segments, which match the same.
func collapse(segs []segment) []segment {
	return slices.CompactFunc(segs, func(a, b segment) bool { return a.kind == deep && b.kind == deep })
}
