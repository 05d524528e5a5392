package pdf

import (
	"bytes"
	"math"
	"strconv"
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

// lexer reads objects from bytes. It takes what is malformed for something and goes
// on: what it read last is always before pos, so that every loop over it ends.
type lexer struct {
	b       []byte
	pos     int
	tooDeep bool // there was more nesting than maxNested, of which a part is lost
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

// word reads a number, a reference, or a keyword.
func (l *lexer) word(refs bool) any {
	start := l.pos
	for l.pos < len(l.b) && !isSpace(l.b[l.pos]) && !isDelim(l.b[l.pos]) {
		l.pos++
	}
	s := string(l.b[start:l.pos])
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

// refTail reads "gen R" after the number of a reference, or nothing.
func (l *lexer) refTail(num int) (ref, bool) {
	start := l.pos
	gen, ok := l.generation()
	if ok {
		l.skipSpace()
		if l.pos < len(l.b) && l.b[l.pos] == 'R' && (l.pos+1 == len(l.b) || isSpace(l.b[l.pos+1]) || isDelim(l.b[l.pos+1])) {
			l.pos++
			return ref{num, gen}, true
		}
	}
	l.pos = start
	return ref{}, false
}

// generation reads the second number of a reference.
func (l *lexer) generation() (int, bool) {
	l.skipSpace()
	start := l.pos
	for l.pos < len(l.b) && l.pos-start < 6 && l.b[l.pos] >= '0' && l.b[l.pos] <= '9' {
		l.pos++
	}
	n, err := strconv.Atoi(string(l.b[start:l.pos]))
	return n, err == nil && n <= math.MaxUint16
}

// number reads numbers as producers write them: 1, -.5, 4., and by mistake --5 and 1-2.
func number(s string) (float64, bool) {
	if s == "" || s[0] > '9' {
		return 0, false
	}
	for i := 0; i < len(s); i++ {
		if c := s[i]; (c < '0' || c > '9') && c != '.' && c != '-' && c != '+' {
			return 0, false
		}
	}
	if n, err := strconv.ParseFloat(s, 64); err == nil {
		return clamp(n), true
	}
	for len(s) > 1 && (s[0] == '-' || s[0] == '+') && (s[1] == '-' || s[1] == '+') {
		s = s[1:]
	}
	for i := 1; i < len(s); i++ {
		if s[i] == '-' || s[i] == '+' {
			s = s[:i]
			break
		}
	}
	n, err := strconv.ParseFloat(s, 64)
	return clamp(n), err == nil
}

// clamp keeps numbers where their sums and products stay finite.
func clamp(n float64) float64 { return min(max(n, -1e12), 1e12) }

func (l *lexer) name() name {
	start := l.pos
	escaped := false
	for l.pos < len(l.b) && !isSpace(l.b[l.pos]) && !isDelim(l.b[l.pos]) {
		escaped = escaped || l.b[l.pos] == '#'
		l.pos++
	}
	s := l.b[start:l.pos]
	if !escaped {
		return name(s)
	}
	out := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		if s[i] == '#' && i+2 < len(s) && unhex(s[i+1]) >= 0 && unhex(s[i+2]) >= 0 {
			out = append(out, byte(unhex(s[i+1])<<4|unhex(s[i+2])))
			i += 2
		} else {
			out = append(out, s[i])
		}
	}
	return name(out)
}

func unhex(c byte) int {
	switch {
	case c >= '0' && c <= '9':
		return int(c - '0')
	case c >= 'a' && c <= 'f':
		return int(c-'a') + 10
	case c >= 'A' && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func (l *lexer) hex() string {
	var out []byte
	high := -1
	for l.pos < len(l.b) {
		c := l.b[l.pos]
		l.pos++
		if c == '>' {
			break
		}
		switch d := unhex(c); {
		case d < 0:
		case high < 0:
			high = d
		default:
			out = append(out, byte(high<<4|d))
			high = -1
		}
	}
	if high >= 0 {
		out = append(out, byte(high<<4))
	}
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
