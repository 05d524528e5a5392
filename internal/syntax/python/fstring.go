package python

// fstring is an open f-string, or the format specification of one of its fields
// while the fields in that are read.
type fstring struct {
	quote   byte
	width   int // of the quote: 1 or 3
	start   int // of the prefix
	facts   uint8
	inField bool // between braces, in Python code
	inSpec  bool // after the colon of a field
	depth   int  // open brackets in the field when none but its own brace is open
	nested  bool // this is a field in a format specification
}

// fstringText reads literal text up to a field, or the token that ends it.
func (l *lexer) fstringText() token {
	f := &l.fstrings[len(l.fstrings)-1]
	facts := f.facts
	for i := l.pos; i < len(l.src); i++ {
		c := l.src[i]
		switch {
		case c == '\\' && f.facts&isRaw == 0 && l.at(i+1) == 'N' && l.at(i+2) == '{':
			facts |= hasEscape
			for i+1 < len(l.src) && l.at(i) != '}' && l.at(i+1) != '\n' && l.at(i+1) != f.quote {
				i++
			}
		case c == '\\':
			facts |= hasEscape
			if n := l.at(i + 1); n != '{' && n != '}' {
				i++
			}
		case c == '\n' && f.width == 1:
			return l.fstringNewline(f, i)
		case c == f.quote && (f.width == 1 || l.at(i+1) == c && l.at(i+2) == c):
			return l.endText(f, i, facts)
		case (c == '{' || c == '}') && l.at(i+1) == c && !f.inSpec:
			i++
		case c == '{' || c == '}':
			return l.endText(f, i, facts)
		}
	}
	l.pos = f.start
	return l.unterminated(f.width, "f-string", len(l.src)-1)
}

func (l *lexer) fstringNewline(f *fstring, i int) token {
	if f.inSpec {
		// Python 3.13 closes the specification here; what follows then decides.
		f.inSpec, f.inField = false, true
		return l.takeString(kFMiddle, i, f.facts)
	}
	l.pos = f.start
	return l.unterminated(f.width, "f-string", i)
}

// endText returns the text before i, or, without text, what stands at i: the
// closing quote or a brace.
func (l *lexer) endText(f *fstring, i int, facts uint8) token {
	if i > l.pos {
		return l.takeString(kFMiddle, i, facts)
	}
	switch c := l.src[i]; {
	case c == '{':
		return l.openField(f)
	case c == '}' && f.inSpec:
		return l.closeField()
	case c == '}':
		return l.fail(i, lexical, "f-string: single '}' is not allowed")
	case f.inSpec:
		return l.fail(i, lexical, "f-string: expecting '}', or format specs")
	}
	width := f.width
	l.fstrings = l.fstrings[:len(l.fstrings)-1]
	return l.take(kFEnd, i+width)
}

func (l *lexer) openField(f *fstring) token {
	t := l.open(kLBrace)
	if f.inSpec {
		inner := *f
		inner.inField, inner.inSpec, inner.nested, inner.depth = true, false, true, len(l.brackets)
		l.fstrings = append(l.fstrings, inner)
		return t
	}
	f.inField, f.depth = true, len(l.brackets)
	return t
}

func (l *lexer) closeField() token {
	n := len(l.fstrings) - 1
	l.brackets = l.brackets[:len(l.brackets)-1]
	if l.fstrings[n].nested {
		l.fstrings = l.fstrings[:n]
	} else {
		l.fstrings[n].inField, l.fstrings[n].inSpec, l.fstrings[n].depth = false, false, 0
	}
	return l.take(kRBrace, l.pos+1)
}

// fieldOperator reads what ends the expression of a field, if c does.
func (l *lexer) fieldOperator(c byte) (token, bool) {
	n := len(l.fstrings) - 1
	if n < 0 || len(l.brackets) != l.fstrings[n].depth {
		return token{}, false
	}
	switch {
	case c == '}':
		return l.closeField(), true
	case c == ':':
		l.fstrings[n].inSpec, l.fstrings[n].inField = true, false
		return l.take(kColon, l.pos+1), true
	case c == '!' && l.at(l.pos+1) != '=':
		return l.take(kExclaim, l.pos+1), true
	}
	return token{}, false
}
