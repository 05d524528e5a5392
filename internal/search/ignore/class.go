package ignore

import (
	"strings"

	"fileops/internal/lazy"
)

// set is a set of bytes.
type set [256]bool

// namedClasses are the classes of POSIX as ranges, a first and a last byte each. git
// knows them for ASCII only, in every locale.
var namedClasses = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"alnum":  "09AZaz",
		"alpha":  "AZaz",
		"blank":  "\t\t  ",
		"cntrl":  "\x00\x1f\x7f\x7f",
		"digit":  "09",
		"graph":  "!~",
		"lower":  "az",
		"print":  " ~",
		"punct":  "!/:@[`{~",
		"space":  "\t\n\r\r  ",
		"upper":  "AZ",
		"xdigit": "09AFaf",
	}
}}

// classScanner reads a class such as [a-z], [!x] or [[:alpha:]].
type classScanner struct {
	p    string
	at   int
	fold bool
	last int // the byte that may start a range, -1 if none
	set  set
}

// scanClass reads the class that a pattern starts with, and returns its length: 0 if
// it has no end, or names a class that does not exist.
func scanClass(pattern string, fold bool) (*set, int) {
	s := classScanner{p: pattern, at: 1, fold: fold, last: -1}
	negate := s.at < len(s.p) && (s.p[s.at] == '!' || s.p[s.at] == '^')
	if negate {
		s.at++
	}
	// A bracket at the start is an element and not the end.
	for start := s.at; s.at < len(s.p) && (s.p[s.at] != ']' || s.at == start); {
		if !s.element() {
			return nil, 0
		}
	}
	if s.at >= len(s.p) {
		return nil, 0
	}
	for c, in := range s.set {
		s.set[c] = in != negate
	}
	return &s.set, s.at + 1
}

// element reads one byte, a range or a named class.
func (s *classScanner) element() bool {
	if name, ok := strings.CutPrefix(s.p[s.at:], "[:"); ok {
		end := strings.IndexByte(name, ']')
		if end < 0 {
			return false
		}
		if name, ok = strings.CutSuffix(name[:end], ":"); ok {
			s.at += len("[:") + end + len("]")
			s.last = -1
			ranges := namedClasses.Get()[name]
			for i := 0; i < len(ranges); i += 2 {
				s.span(ranges[i], ranges[i+1])
			}
			return ranges != ""
		}
	}
	isRange := s.p[s.at] == '-' && s.last >= 0 && s.at+1 < len(s.p) && s.p[s.at+1] != ']'
	if isRange {
		s.at++
	}
	if s.p[s.at] == '\\' {
		if s.at++; s.at >= len(s.p) {
			return false
		}
	}
	c := s.p[s.at]
	s.at++
	if isRange {
		s.span(byte(s.last), c)
		s.last = -1
		return true
	}
	s.set[c] = true
	s.last = int(c)
	return true
}

// span adds a range. With fold, names are in lower case, so the capitals of a range stand
// for small letters. In git, capitals named one by one do not.
func (s *classScanner) span(first, last byte) {
	for c := int(first); c <= int(last); c++ {
		s.set[c] = true
		if s.fold {
			s.set[lower(byte(c))] = true
		}
	}
}
