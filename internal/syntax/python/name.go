package python

import (
	"strings"
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
	if !ascii && !l.verifyName(end) {
		return l.next()
	}
	k, ok := keywords.Get()[l.src[l.pos:end]]
	if !ok {
		k = kName
	}
	return l.take(k, end)
}

// verifyName faults the first character that no identifier may hold there. It reports
// whether there was none.
func (l *lexer) verifyName(end int) bool {
	for i, r := range l.src[l.pos:end] {
		switch {
		case isIDStart(r) || i > 0 && isIDContinue(r):
			continue
		case !unicode.IsPrint(r):
			l.fail(l.pos+i, lexical, "invalid non-printable character U+%04X", r)
		default:
			l.fail(l.pos+i, lexical, "invalid character '%c' (U+%04X)", r, r)
		}
		return false
	}
	return true
}

func isIDStart(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.In(r, unicode.Nl, unicode.Other_ID_Start)
}

func isIDContinue(r rune) bool {
	return unicode.In(r, unicode.Mn, unicode.Mc, unicode.Nd, unicode.Pc, unicode.Other_ID_Continue)
}

// isPrefix reports whether s may stand before the quote of a string.
func isPrefix(s string) bool {
	switch strings.ToLower(s) {
	case "r", "b", "u", "f", "t", "br", "rb", "fr", "rf", "tr", "rt":
		return true
	}
	return false
}
