package ignore

import "strings"

// set is a set of bytes.
type set [4]uint64

func (s *set) add(c byte)      { s[c>>6] |= 1 << (c & 63) }
func (s *set) has(c byte) bool { return s[c>>6]>>(c&63)&1 == 1 }

// classScanner reads a class such as [a-z], [!x] or [[:alpha:]].
type classScanner struct {
	p    string
	at   int
	fold bool
	last int // the byte that a range may start with, -1 if none
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
	// A bracket that comes first is an element and not the end.
	for start := s.at; s.at < len(s.p) && (s.p[s.at] != ']' || s.at == start); {
		if !s.element() {
			return nil, 0
		}
	}
	if s.at >= len(s.p) {
		return nil, 0
	}
	if negate {
		for i := range s.set {
			s.set[i] = ^s.set[i]
		}
	}
	return &s.set, s.at + 1
}

// element reads one byte, a range or a named class.
func (s *classScanner) element() bool {
	if strings.HasPrefix(s.p[s.at:], "[:") {
		end := strings.IndexByte(s.p[s.at+2:], ']')
		if end < 0 {
			return false
		}
		if end > 0 && s.p[s.at+2+end-1] == ':' {
			name := s.p[s.at+2 : s.at+2+end-1]
			s.at += end + 3
			s.last = -1
			return s.named(name)
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
		s.span(s.last, int(c))
		s.last = -1
		return true
	}
	s.set.add(c)
	s.last = int(c)
	return true
}

// span adds a range. When case is folded names are in lower case, and the capitals of
// a range stand for their small letters; those named one by one do not, in git.
func (s *classScanner) span(lo, hi int) {
	for c := lo; c <= hi; c++ {
		s.set.add(byte(c))
		if s.fold {
			s.set.add(lower(byte(c)))
		}
	}
}

func (s *classScanner) named(name string) bool {
	if s.fold && name == "upper" {
		name = "alpha"
	}
	is := namedClass(name)
	if is == nil {
		return false
	}
	for c := range 256 {
		if is(byte(c)) {
			s.set.add(byte(c))
		}
	}
	return true
}

// namedClass is a class of POSIX, for ASCII only, as git has them in every locale.
func namedClass(name string) func(byte) bool {
	in := func(lo, hi byte) func(byte) bool { return func(c byte) bool { return lo <= c && c <= hi } }
	alpha := func(c byte) bool { return in('a', 'z')(c | 0x20) }
	digit := in('0', '9')
	alnum := func(c byte) bool { return alpha(c) || digit(c) }
	switch name {
	case "alnum":
		return alnum
	case "alpha":
		return alpha
	case "blank":
		return func(c byte) bool { return c == ' ' || c == '\t' }
	case "cntrl":
		return func(c byte) bool { return c < 32 || c == 127 }
	case "digit":
		return digit
	case "graph":
		return in(33, 126)
	case "lower":
		return in('a', 'z')
	case "print":
		return in(32, 126)
	case "punct":
		return func(c byte) bool { return in(33, 126)(c) && !alnum(c) }
	case "space":
		return func(c byte) bool { return c == ' ' || in('\t', '\r')(c) }
	case "upper":
		return in('A', 'Z')
	case "xdigit":
		return func(c byte) bool { return digit(c) || in('a', 'f')(c|0x20) }
	}
	return nil
}
