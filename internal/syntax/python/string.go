package python

import (
	"strings"
	"unicode/utf8"
)

// str reads a string whose opening quote is at quote; its prefix begins at l.pos.
func (l *lexer) str(quote int) token {
	var facts uint8
	formatted := false
	for _, c := range []byte(l.src[l.pos:quote]) {
		switch c | 0x20 {
		case 'b':
			facts |= isBytes
		case 'r':
			facts |= isRaw
		case 'f', 't':
			formatted = true
		}
	}
	width := 1
	if q := l.src[quote]; l.at(quote+1) == q && l.at(quote+2) == q {
		width = 3
	}
	if formatted {
		l.fstrings = append(l.fstrings, fstring{quote: l.src[quote], width: width, start: l.pos, facts: facts})
		return l.takeString(kFStart, quote+width, facts)
	}
	end, found := l.findQuote(quote, width)
	if end < 0 {
		if f := len(l.fstrings) - 1; f >= 0 && l.fstrings[f].quote == l.src[quote] && l.fstrings[f].width == width {
			return l.fail(l.pos, lexical, "f-string: expecting '}'")
		}
		return l.unterminated(width, "string", -end)
	}
	return l.takeString(kString, end, facts|found)
}

// takeString makes a token of a part of a string.
func (l *lexer) takeString(k kind, end int, facts uint8) token {
	t := l.take(k, end)
	t.facts = facts
	return t
}

// findQuote returns the offset after the closing quote and the facts about the
// text before it. Without a closing quote the offset is that of the line end where
// the search stopped, negated.
func (l *lexer) findQuote(quote, width int) (end int, facts uint8) {
	q := l.src[quote]
	for i := quote + width; i < len(l.src); i++ {
		switch c := l.src[i]; {
		case c == q && (width == 1 || l.at(i+1) == q && l.at(i+2) == q):
			return i + width, facts
		case c == '\\':
			facts |= hasEscape
			i++
			if i < len(l.src) && l.src[i] >= utf8.RuneSelf {
				facts |= hasNonASCII
			}
		case c == '\n' && width == 1:
			return -i, facts
		case c >= utf8.RuneSelf:
			facts |= hasNonASCII
		}
	}
	return -(len(l.src) - 1), facts
}

func (l *lexer) unterminated(width int, what string, stop int) token {
	triple := ""
	if width == 3 {
		triple = "triple-quoted "
	}
	return l.fail(l.pos, lexical, "unterminated %s%s literal (detected at line %d)", triple, what, lineAt(l.src, stop))
}

// literal is the text of a string token between its quotes.
func (p *parser) literal(t token) string {
	s := p.src[t.pos:t.end]
	open := strings.IndexAny(s, `"'`)
	width := 1
	if strings.HasPrefix(s[open:], `"""`) || strings.HasPrefix(s[open:], `'''`) {
		width = 3
	}
	return s[open+width : len(s)-width]
}
