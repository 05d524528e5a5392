package python

import "unicode"

// operator reads an operator or a bracket.
func (l *lexer) operator(c byte) token {
	if t, ok := l.fieldOperator(c); ok {
		return t
	}
	switch c {
	case '(':
		return l.open(kLParen)
	case '[':
		return l.open(kLSquare)
	case '{':
		return l.open(kLBrace)
	case ')':
		return l.close(kRParen, '(')
	case ']':
		return l.close(kRSquare, '[')
	case '}':
		return l.close(kRBrace, '{')
	}
	k, n := operatorAt(l.src[l.pos:])
	if k == kUnknown && !unicode.IsPrint(rune(c)) {
		return l.fail(l.pos, lexical, "invalid non-printable character U+%04X", c)
	}
	return l.take(k, l.pos+n)
}

// operatorAt returns the operator at the start of s and its length.
func operatorAt(s string) (kind, int) {
	table := operators.Get()
	for n := min(3, len(s)); n > 0; n-- {
		if k, ok := table[s[:n]]; ok {
			return k, n
		}
	}
	return kUnknown, 1
}

func (l *lexer) open(k kind) token {
	if len(l.brackets) >= maxBrackets {
		return l.fail(l.pos, lexical, "too many nested parentheses")
	}
	l.brackets = append(l.brackets, bracket{l.src[l.pos], l.pos})
	return l.take(k, l.pos+1)
}

func (l *lexer) close(k kind, opens byte) token {
	n := len(l.brackets) - 1
	c := l.src[l.pos]
	if n < 0 {
		return l.fail(l.pos, lexical, "unmatched '%c'", c)
	}
	if f := len(l.fstrings) - 1; f >= 0 && n+1 == l.fstrings[f].depth {
		return l.fail(l.pos, lexical, "f-string: unmatched '%c'", c)
	}
	if b := l.brackets[n]; b.char != opens {
		if here, there := lineAt(l.src, l.pos), lineAt(l.src, b.pos); here != there {
			return l.fail(l.pos, lexical, "closing parenthesis '%c' does not match opening parenthesis '%c' on line %d", c, b.char, there)
		}
		return l.fail(l.pos, lexical, "closing parenthesis '%c' does not match opening parenthesis '%c'", c, b.char)
	}
	l.brackets = l.brackets[:n]
	return l.take(k, l.pos+1)
}
