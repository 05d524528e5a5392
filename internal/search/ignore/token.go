package ignore

import "bytes"

// A token matches one byte, or any number of them.
type token struct {
	kind tokenKind
	c    byte // of a literal
	set  *set // of a class
}

type tokenKind uint8

const (
	literal tokenKind = iota
	anyByte           // ?
	star              // *
	class             // [...]
)

func (t *token) matches(c byte) bool {
	switch t.kind {
	case literal:
		return t.c == c
	case class:
		return t.set[c]
	}
	return t.kind == anyByte
}

// scanner splits a pattern into segments at slashes.
type scanner struct {
	fold bool // match as if all were lower case
	segs []segment
	toks []token
	// How many bytes of the pattern made the current segment, and how many of them
	// are stars: a segment of stars only, two or more, spans directories.
	raw, stars int
}

// scan returns the segments of a pattern, or false if the pattern can match nothing: it
// ends inside an escape or a class, or names a class that does not exist.
func scan(pattern string, fold bool) ([]segment, bool) {
	s := scanner{fold: fold}
	for i := 0; i < len(pattern); {
		n := s.next(pattern[i:])
		if n == 0 {
			return nil, false
		}
		i += n
	}
	s.flush()
	return s.segs, true
}

// next takes one token off the front and returns its length, 0 for a fault.
func (s *scanner) next(p string) int {
	switch p[0] {
	case '/':
		s.flush()
		return 1
	case '*':
		s.stars++
		if n := len(s.toks); n == 0 || s.toks[n-1].kind != star {
			s.add(token{kind: star})
		} else {
			s.raw++
		}
		return 1
	case '?':
		s.add(token{kind: anyByte})
		return 1
	case '\\':
		if len(p) == 1 {
			return 0
		}
		if p[1] == '/' {
			if s.spans() { // before an escaped slash, ** matches at least one directory
				s.segs = append(s.segs, newSegment([]token{{kind: star}}))
			}
			s.flush()
		} else {
			s.add(token{c: p[1]}) // not folded, as in git: `\A` then matches no letter
		}
		return 2
	case '[':
		set, n := scanClass(p, s.fold)
		if n > 0 {
			s.add(token{kind: class, set: set})
		}
		return n
	}
	c := p[0]
	if s.fold {
		c = lower(c)
	}
	s.add(token{c: c})
	return 1
}

func (s *scanner) add(t token) {
	s.toks = append(s.toks, t)
	s.raw++
}

// spans reports whether the segment so far is ** alone.
func (s *scanner) spans() bool { return s.raw >= 2 && s.stars == s.raw }

func (s *scanner) flush() {
	if s.spans() {
		s.segs = append(s.segs, segment{kind: deep})
	} else {
		s.segs = append(s.segs, newSegment(s.toks))
	}
	s.toks, s.raw, s.stars = nil, 0, 0
}

func lower(c byte) byte {
	if 'A' <= c && c <= 'Z' {
		c += 'a' - 'A'
	}
	return c
}

// appendLower appends a name in lower case, ASCII letters only.
func appendLower(dst, name []byte) []byte {
	for _, c := range name {
		dst = append(dst, lower(c))
	}
	return dst
}

type segmentKind uint8

const (
	general segmentKind = iota // whatever its tokens say
	exact                      // lit
	suffix                     // *lit
	deep                       // ** alone: any number of directories
)

// A segment matches one component of a path, or any number of them if it is deep.
type segment struct {
	kind segmentKind
	lit  []byte  // of a general one: what a name must contain, if anything
	toks []token // of all but a deep one
}

// newSegment determines the kind of a row of tokens.
func newSegment(toks []token) segment {
	s := segment{toks: toks}
	kind := exact
	if len(toks) > 0 && toks[0].kind == star {
		kind, toks = suffix, toks[1:]
	}
	var all bool
	if s.lit, all = longest(toks); all {
		s.kind = kind
	}
	return s
}

// longest returns the longest row of literals, and whether there are no other tokens.
func longest(toks []token) (lit []byte, all bool) {
	var run []byte
	for _, t := range toks {
		if t.kind != literal {
			run = nil
			continue
		}
		if run = append(run, t.c); len(run) > len(lit) {
			lit = run
		}
	}
	return lit, len(lit) == len(toks)
}

// matches reports whether the segment, which is not deep, matches a component.
func (s *segment) matches(name []byte) bool {
	switch s.kind {
	case exact:
		return string(name) == string(s.lit)
	case suffix:
		return bytes.HasSuffix(name, s.lit)
	}
	return (len(s.lit) == 0 || bytes.Contains(name, s.lit)) && matchTokens(s.toks, name)
}

// matchTokens backtracks to the last star only, which suffices, so the work is bounded by
// the product of the lengths.
func matchTokens(toks []token, name []byte) bool {
	i, j, after, mark := 0, 0, -1, 0
	for j < len(name) {
		switch {
		case i < len(toks) && toks[i].kind == star:
			i++
			after, mark = i, j
		case i < len(toks) && toks[i].matches(name[j]):
			i++
			j++
		case after >= 0:
			mark++
			i, j = after, mark
		default:
			return false
		}
	}
	for i < len(toks) && toks[i].kind == star {
		i++
	}
	return i == len(toks)
}
