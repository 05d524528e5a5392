package python

import (
	"unicode"
	"unicode/utf8"
)

func isDigit(c byte) bool { return '0' <= c && c <= '9' }
func isNameStart(c byte) bool {
	return 'a' <= c|0x20 && c|0x20 <= 'z' || c == '_' || c >= utf8.RuneSelf
}
func isNamePart(c byte) bool { return isNameStart(c) || isDigit(c) }

// name reads an identifier, a keyword, or a string with a prefix.
func (l *lexer) name() token {
	end, ascii := l.pos, true
	for end < len(l.src) && isNamePart(l.src[end]) {
		ascii = ascii && l.src[end] < utf8.RuneSelf
		end++
	}
	if c := l.at(end); (c == '"' || c == '\'') && isPrefix(l.src[l.pos:end]) {
		return l.str(end)
	}
	if !ascii {
		if t, ok := l.verifyName(end); !ok {
			return t
		}
	}
	return l.take(keyword(l.src[l.pos:end]), end)
}

// verifyName faults the first character that no identifier may hold there.
func (l *lexer) verifyName(end int) (token, bool) {
	for i, r := range l.src[l.pos:end] {
		if isIDStart(r) || i > 0 && isIDContinue(r) {
			continue
		}
		if !unicode.IsPrint(r) {
			return l.fail(l.pos+i, lexical, "invalid non-printable character U+%04X", r), false
		}
		return l.fail(l.pos+i, lexical, "invalid character '%c' (U+%04X)", r, r), false
	}
	return token{}, true
}

func isIDStart(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.In(r, unicode.Nl, unicode.Other_ID_Start)
}

func isIDContinue(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

// isPrefix reports whether s may stand before the quote of a string.
func isPrefix(s string) bool {
	switch len(s) {
	case 1:
		switch s[0] | 0x20 {
		case 'r', 'b', 'u', 'f', 't':
			return true
		}
	case 2:
		a, b := s[0]|0x20, s[1]|0x20
		if b == 'r' {
			a, b = b, a
		}
		return a == 'r' && (b == 'b' || b == 'f' || b == 't')
	}
	return false
}
