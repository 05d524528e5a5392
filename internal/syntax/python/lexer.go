package python

import (
	"fmt"
	"strings"
)

const (
	maxBrackets = 200 // CPython's MAXLEVEL
	maxIndents  = 100 // CPython's MAXINDENT
)

// bracket is an open bracket and where it stands.
type bracket struct {
	char byte
	pos  int
}

// lexer turns text into tokens, one at a time. Its text ends in a newline.
// After a fault it stands still.
type lexer struct {
	src       string
	pos       int
	lineStart bool     // the next token opens a logical line
	dedents   int      // dedents found and not yet handed out
	indents   []indent // of the open blocks
	brackets  []bracket
	fstrings  []fstring
	fault     *fault
}

func newLexer(src string) lexer {
	return lexer{src: src, lineStart: true, indents: []indent{{}}}
}

// fail records a fault and returns the token of kind kNone.
func (l *lexer) fail(pos int, r rank, format string, args ...any) token {
	if l.fault == nil {
		l.fault = &fault{pos: pos, rank: r, msg: fmt.Sprintf(format, args...)}
	}
	return token{pos: int32(pos), end: int32(pos)}
}

// at is the byte at pos, or 0 after the end.
func (l *lexer) at(pos int) byte {
	if pos < len(l.src) {
		return l.src[pos]
	}
	return 0
}

// take makes a token of the text up to end.
func (l *lexer) take(k kind, end int) token {
	t := token{kind: k, level: uint8(len(l.brackets)), pos: int32(l.pos), end: int32(end)}
	l.pos = end
	return t
}

// next returns the next token. A token of kind kNone means that l.fault is set.
func (l *lexer) next() token {
	if l.fault != nil {
		return token{pos: int32(l.pos), end: int32(l.pos)}
	}
	if n := len(l.fstrings); n > 0 && !l.fstrings[n-1].inField {
		return l.fstringText()
	}
	if l.lineStart {
		l.lineStart = false
		if t, ok := l.indentation(); ok {
			return t
		}
	}
	if l.dedents > 0 {
		l.dedents--
		return l.take(kDedent, l.pos)
	}
	if !l.skipBlanks() {
		return token{pos: int32(l.pos), end: int32(l.pos)}
	}
	if l.pos >= len(l.src) {
		return l.endOfText()
	}
	return l.scan(l.src[l.pos])
}

func (l *lexer) scan(c byte) token {
	switch {
	case isNameStart(c):
		return l.name()
	case isDigit(c) || c == '.' && isDigit(l.at(l.pos+1)):
		return l.number()
	case c == '"' || c == '\'':
		return l.str(l.pos)
	case c == '\n':
		l.lineStart = true
		return l.take(kNewline, l.pos+1)
	}
	return l.operator(c)
}

// skipBlanks passes over what separates tokens in a line; inside brackets that
// includes line ends. It reports whether there was no fault.
func (l *lexer) skipBlanks() bool {
	for l.pos < len(l.src) {
		switch l.src[l.pos] {
		case ' ', '\t', '\f':
			l.pos++
		case '#':
			l.pos += strings.IndexByte(l.src[l.pos:], '\n')
		case '\n':
			if len(l.brackets) == 0 {
				return true
			}
			l.pos++
		case '\\':
			if !l.continuation() {
				return false
			}
		default:
			return true
		}
	}
	return true
}

// continuation passes over a backslash at the end of a line.
func (l *lexer) continuation() bool {
	switch {
	case l.at(l.pos+1) != '\n':
		l.fail(l.pos+1, layout, "unexpected character after line continuation character")
	case l.pos+2 >= len(l.src):
		l.fail(l.pos, layout, "unexpected EOF while parsing")
	default:
		l.pos += 2
		return true
	}
	return false
}

func (l *lexer) endOfText() token {
	if n := len(l.brackets); n > 0 {
		return l.fail(l.brackets[n-1].pos, layout, "'%c' was never closed", l.brackets[n-1].char)
	}
	if n := len(l.indents) - 1; n > 0 {
		l.indents = l.indents[:n]
		return l.take(kDedent, l.pos)
	}
	return l.take(kEOF, l.pos)
}
