package python

import "strings"

// indentation reads the start of a logical line, after blank and comment lines.
// It returns an indent, a dedent, or a fault, and whether there is one of these.
func (l *lexer) indentation() (token, bool) {
	for {
		start := l.pos
		col, alt, ok := l.measure()
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
		return l.compareIndent(start, col, alt)
	}
}

// measure passes over the white space of a line. Columns count a tab to the next
// multiple of eight, the alternative columns count it as one. Of an indentation
// that is continued with backslashes, the first part that is not empty counts.
func (l *lexer) measure() (col, alt int, ok bool) {
	contCol, contAlt := 0, 0
	for {
		switch l.at(l.pos) {
		case ' ':
			col, alt = col+1, alt+1
		case '\t':
			col, alt = (col/8+1)*8, alt+1
		case '\f':
			col, alt = 0, 0
		case '\\':
			if contCol == 0 {
				contCol, contAlt = col, alt
			}
			if !l.continuation() {
				return 0, 0, false
			}
			continue
		default:
			if contCol > 0 {
				return contCol, contAlt, true
			}
			return col, alt, true
		}
		l.pos++
	}
}

// compareIndent compares a line with the open blocks.
func (l *lexer) compareIndent(start, col, alt int) (token, bool) {
	top := len(l.columns) - 1
	switch {
	case col == l.columns[top]:
		if alt != l.altcols[top] {
			return l.mixedTabs(), true
		}
		return token{}, false
	case col < l.columns[top]:
		return l.dedent(col, alt)
	}
	if alt <= l.altcols[top] {
		return l.mixedTabs(), true
	}
	if len(l.columns) >= maxIndents {
		return l.fail(l.pos, layout, "too many levels of indentation"), true
	}
	l.columns, l.altcols = append(l.columns, col), append(l.altcols, alt)
	return token{kind: kIndent, pos: int32(start), end: int32(l.pos)}, true
}

func (l *lexer) dedent(col, alt int) (token, bool) {
	top := len(l.columns) - 1
	for ; col < l.columns[top]; top-- {
		l.dedents++
	}
	l.columns, l.altcols = l.columns[:top+1], l.altcols[:top+1]
	if col != l.columns[top] {
		return l.fail(l.pos, layout, "unindent does not match any outer indentation level"), true
	}
	if alt != l.altcols[top] {
		return l.mixedTabs(), true
	}
	l.dedents--
	return l.take(kDedent, l.pos), true
}

func (l *lexer) mixedTabs() token {
	return l.fail(l.pos, layout, "inconsistent use of tabs and spaces in indentation")
}
