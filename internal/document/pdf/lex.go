package pdf

import (
	"bytes"
	"encoding/hex"
	"math"
	"strconv"
	"strings"
)

// The objects of PDF (ISO 32000-1, 7.3) are these Go values: nil, bool, float64 for
// every number, string, name, ref, array and dict. In content streams and tables a
// keyword stands among them; the end of the input is keyword("").
type (
	name    string
	keyword string
	ref     struct{ num, gen int }
	array   []any
	dict    map[name]any
)

const maxNested = 64 // arrays and dictionaries within each other

// lexer reads objects from bytes. Malformed input gives some object, not an error. Each
// call moves pos on until the input ends, so loops over the lexer end.
type lexer struct {
	b       []byte
	pos     int
	tooDeep bool // an object was nested deeper than maxNested, and is not whole
}

func isSpace(c byte) bool {
	return c == ' ' || c == '\n' || c == '\r' || c == '\t' || c == '\f' || c == 0
}

func isDelim(c byte) bool { return bytes.IndexByte([]byte("()<>[]{}/%"), c) >= 0 }

func (l *lexer) skipSpace() {
	for l.pos < len(l.b) {
		c := l.b[l.pos]
		if c == '%' {
			for l.pos < len(l.b) && l.b[l.pos] != '\n' && l.b[l.pos] != '\r' {
				l.pos++
			}
		} else if isSpace(c) {
			l.pos++
		} else {
			return
		}
	}
}

// object reads the next object. References are read only if refs is set: in a content
// stream, "1 0 R" would be two numbers and an operator.
func (l *lexer) object(refs bool) any { return l.nested(refs, 0) }

func (l *lexer) nested(refs bool, deep int) any {
	l.skipSpace()
	if l.pos >= len(l.b) {
		return keyword("")
	}
	switch c := l.b[l.pos]; c {
	case '/':
		l.pos++
		return l.name()
	case '(':
		l.pos++
		return l.literal()
	case '[':
		l.pos++
		return l.array(refs, deep+1)
	case '<':
		l.pos++
		if l.pos < len(l.b) && l.b[l.pos] == '<' {
			l.pos++
			return l.dict(refs, deep+1)
		}
		return l.hex()
	case '>':
		l.pos++
		if l.pos < len(l.b) && l.b[l.pos] == '>' {
			l.pos++
			return keyword(">>")
		}
		return keyword(">")
	case ']', '{', '}', ')':
		l.pos++
		return keyword(string(c))
	}
	return l.word(refs)
}

// regular reads characters that are neither white space nor delimiters.
func (l *lexer) regular() []byte {
	start := l.pos
	for l.pos < len(l.b) && !isSpace(l.b[l.pos]) && !isDelim(l.b[l.pos]) {
		l.pos++
	}
	return l.b[start:l.pos]
}

// word reads a number, a reference, or a keyword.
func (l *lexer) word(refs bool) any {
	s := string(l.regular())
	switch s {
	case "true":
		return true
	case "false":
		return false
	case "null":
		return nil
	}
	n, ok := number(s)
	if !ok {
		return keyword(s)
	}
	if refs && n >= 0 && n == math.Trunc(n) {
		if r, ok := l.refTail(int(n)); ok {
			return r
		}
	}
	return n
}

// refTail reads "gen R" after the number of a reference. It reads nothing if that does
// not follow.
func (l *lexer) refTail(num int) (ref, bool) {
	start := l.pos
	l.skipSpace()
	if gen, ok := l.word(false).(float64); ok && gen >= 0 && gen <= math.MaxUint16 {
		l.skipSpace()
		if l.word(false) == keyword("R") {
			return ref{num, int(gen)}, true
		}
	}
	l.pos = start
	return ref{}, false
}

// number reads numbers as producers write them: 1, -.5, 4., and by mistake --5 and 1-2.
func number(s string) (float64, bool) {
	if s == "" || s[0] > '9' || strings.TrimLeft(s, "0123456789.+-") != "" {
		return 0, false
	}
	n, err := strconv.ParseFloat(s, 64)
	if err != nil {
		signs := len(s) - len(strings.TrimLeft(s, "+-"))
		s = s[max(signs-1, 0):]
		if i := strings.IndexAny(s[1:], "+-"); i >= 0 {
			s = s[:1+i]
		}
		n, err = strconv.ParseFloat(s, 64)
	}
	return clamp(n), err == nil
}

// clamp keeps numbers where their sums and products stay finite.
func clamp(n float64) float64 { return min(max(n, -1e12), 1e12) }

// name reads a name, in which #20 is a space.
func (l *lexer) name() name {
	s := l.regular()
	out := make([]byte, 0, len(s))
	for ; len(s) > 0; s = s[1:] {
		c := s[0]
		if c == '#' && len(s) > 2 {
			if code, err := strconv.ParseUint(string(s[1:3]), 16, 8); err == nil {
				c, s = byte(code), s[2:]
			}
		}
		out = append(out, c)
	}
	return name(out)
}

// hex reads a string of hexadecimal digits. Other characters in it are ignored, and a
// missing last digit is 0.
func (l *lexer) hex() string {
	s, _, _ := bytes.Cut(l.b[l.pos:], []byte(">"))
	l.pos = min(l.pos+len(s)+1, len(l.b))
	digits := strings.Map(func(r rune) rune {
		if strings.ContainsRune("0123456789abcdefABCDEF", r) {
			return r
		}
		return -1
	}, string(s))
	if len(digits)%2 == 1 {
		digits += "0"
	}
	out, _ := hex.DecodeString(digits) // which holds nothing but digits
	return string(out)
}

func (l *lexer) literal() string {
	var out []byte
	open := 1
	for l.pos < len(l.b) {
		c := l.b[l.pos]
		l.pos++
		switch c {
		case '(':
			open++
		case ')':
			if open--; open == 0 {
				return string(out)
			}
		case '\\':
			out = l.escape(out)
			continue
		}
		out = append(out, c)
	}
	return string(out)
}

// escape reads what stands after a backslash (ISO 32000-1, table 3).
func (l *lexer) escape(out []byte) []byte {
	if l.pos >= len(l.b) {
		return out
	}
	c := l.b[l.pos]
	l.pos++
	if i := bytes.IndexByte([]byte("nrtbf"), c); i >= 0 {
		return append(out, "\n\r\t\b\f"[i])
	}
	switch {
	case c == '\r':
		if l.pos < len(l.b) && l.b[l.pos] == '\n' {
			l.pos++
		}
		return out
	case c == '\n':
		return out
	case c < '0' || c > '7':
		return append(out, c)
	}
	x := int(c - '0')
	for i := 0; i < 2 && l.pos < len(l.b) && l.b[l.pos] >= '0' && l.b[l.pos] <= '7'; i++ {
		x = x<<3 | int(l.b[l.pos]-'0')
		l.pos++
	}
	return append(out, byte(x))
}

func (l *lexer) array(refs bool, deep int) array {
	out := array{}
	for deep <= maxNested {
		switch v := l.nested(refs, deep).(type) {
		case keyword:
			if v == "" || v == "]" || v == ">>" {
				return out
			}
		default:
			out = append(out, v)
		}
	}
	l.tooDeep = true
	return out
}

func (l *lexer) dict(refs bool, deep int) dict {
	out := dict{}
	for deep <= maxNested {
		switch key := l.nested(refs, deep).(type) {
		case name:
			v := l.nested(refs, deep)
			if end, ok := v.(keyword); ok {
				if end == "" || end == ">>" {
					return out
				}
				continue
			}
			out[key] = v
		case keyword:
			if key == "" || key == ">>" || key == "stream" || key == "endobj" {
				return out
			}
		}
	}
	l.tooDeep = true
	return out
}
