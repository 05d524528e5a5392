package glob

import (
	"strings"
	"unicode/utf8"
)

// names matches one component of a path.
type names struct {
	fast []shape // one of them must match; nil to use slow
	slow []string
}

// shape is a pattern with at most one star: the text before and after it.
type shape struct {
	head, tail string
	star       bool
}

func compileNames(pattern string) names {
	n := names{slow: plain(pattern)}
	if !readable(pattern) || len(n.slow) > 100 {
		return n
	}
	fast := make([]shape, len(n.slow))
	for i, p := range n.slow {
		var ok bool
		if fast[i], ok = newShape(p); !ok {
			return n
		}
	}
	n.fast = fast
	return n
}

// readable reports whether a text can be compared byte by byte. doublestar compares runes, and
// takes all invalid bytes for the same rune.
func readable(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsRune(s, utf8.RuneError)
}

// newShape parses a pattern without braces. It is false if the pattern is no shape.
func newShape(pattern string) (shape, bool) {
	var s shape
	var text strings.Builder
	for i := 0; i < len(pattern); i++ {
		c := pattern[i]
		switch c {
		case '?', '[', '/':
			return s, false
		case '*':
			if s.star && text.Len() > 0 {
				return s, false
			}
			if !s.star {
				s.head, s.star = text.String(), true
				text.Reset()
			}
			continue
		case '\\':
			i++
			c = pattern[i]
			if c == '/' {
				return s, false
			}
		}
		text.WriteByte(c)
	}
	if s.star {
		s.tail = text.String()
	} else {
		s.head = text.String()
	}
	return s, true
}

func (n *names) match(name []byte) bool {
	if n.fast == nil {
		return matchAny(n.slow, string(name))
	}
	for i := range n.fast {
		s := &n.fast[i]
		if !s.star {
			if string(name) == s.head {
				return true
			}
			continue
		}
		rest := len(name) - len(s.tail)
		if rest >= len(s.head) && string(name[rest:]) == s.tail && string(name[:len(s.head)]) == s.head {
			return true
		}
	}
	return false
}
