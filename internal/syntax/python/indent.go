package python

import (
	"cmp"
	"strings"
)

// indent is the width of an indentation.
type indent struct {
	column int // a tab reaches to the next multiple of eight
	alt    int // a tab counts as one: both must give the same nesting
}

// indentation reads the start of a logical line, after blank and comment lines.
// It returns an indent, a dedent, or a fault, and whether there is one of these.
func (l *lexer) indentation() (token, bool) {
	for {
		start := l.pos
		in, ok := l.measure()
		if !ok {
			return token{}, true
		}
		if l.pos >= len(l.src) {
			return token{}, false
		}
		if c := l.src[l.pos]; c == '#' || c == '\n' {
			l.pos += strings.IndexByte(l.src[l.pos:], '\n') + 1
			continue
		}
		return l.compareIndent(start, in)
	}
}

// measure passes over the white space of a line. If backslashes continue it, the first
// part that is not empty counts.
func (l *lexer) measure() (in indent, ok bool) {
	var first indent
	for {
		switch l.at(l.pos) {
		case ' ':
			in.column++
			in.alt++
		case '\t':
			in.column = (in.column/8 + 1) * 8
			in.alt++
		case '\f':
			in = indent{}
		case '\\':
			first = cmp.Or(first, in)
			if !l.continuation() {
				return indent{}, false
			}
			continue
		default:
			return cmp.Or(first, in), true
		}
		l.pos++
	}
}

// compareIndent compares a line with the open blocks.
func (l *lexer) compareIndent(start int, in indent) (token, bool) {
	top := len(l.indents) - 1
	if in.column > l.indents[top].column {
		if in.alt <= l.indents[top].alt {
			return l.mixedTabs(), true
		}
		if len(l.indents) >= maxIndents {
			return l.fail(l.pos, layout, "too many levels of indentation"), true
		}
		l.indents = append(l.indents, in)
		return token{kind: kIndent, pos: int32(start), end: int32(l.pos)}, true
	}
	for ; in.column < l.indents[top].column; top-- {
		l.dedents++
	}
	l.indents = l.indents[:top+1]
	switch {
	case in.column != l.indents[top].column:
		return l.fail(l.pos, layout, "unindent does not match any outer indentation level"), true
	case in.alt != l.indents[top].alt:
		return l.mixedTabs(), true
	case l.dedents == 0:
		return token{}, false
	}
	l.dedents--
	return l.take(kDedent, l.pos), true
}

func (l *lexer) mixedTabs() token {
	return l.fail(l.pos, layout, "inconsistent use of tabs and spaces in indentation")
}
