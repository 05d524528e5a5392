package quote

import "fmt"

// TagNames are the tags that begin thinking, a command or code.
var TagNames = []string{"think", "thinking", "terminal", "code", "pre"}

// nextTag is the index of the next tag that begins or ends something, or -1.
func (s *Scanner) nextTag() int {
	for ; s.tag < len(s.tags); s.tag++ {
		t := s.tags[s.tag]
		if t.start >= s.Pos && (t.thinks() || t.opens) {
			return s.tag
		}
	}
	return -1
}

// tag is a tag that begins or ends a quote.
type tag struct {
	name           string
	start, end     int // offsets of the "<", and after the ">"
	opens, closing bool
}

func (t tag) thinks() bool { return t.name == "think" || t.name == "thinking" }

// readTag reads what the tag at index i begins or ends.
func (s *Scanner) readTag(i int) {
	switch t := s.tags[i]; {
	case t.thinks() && t.closing:
		s.thoughtSoFar(t)
	case t.thinks() || t.name == "terminal":
		s.section(i)
	default:
		s.code(i)
	}
}

// closer is the index of the closing tag of a name, from index i on, or -1. With balance, it
// is the one that balances an open tag, else the next one.
func (s *Scanner) closer(name string, i int, balance bool) int {
	depth := 0
	for ; i < len(s.tags); i++ {
		switch t := s.tags[i]; {
		case t.name != name:
		case t.opens && balance:
			depth++
		case t.closing && depth == 0:
			return i
		case t.closing:
			depth--
		}
	}
	return -1
}

// section reads thinking, or a command, which is reported and never run. Thinking ends at
// the closing tag that balances its own. Without one, all that follows may be part of it:
// the response may be cut off.
func (s *Scanner) section(i int) {
	t := s.tags[i]
	in, keep := "think", s.Out.Think
	if !t.thinks() {
		in, keep = "terminal", s.Out.Command
	}
	end := s.closer(t.name, i+1, t.thinks())
	if end < 0 {
		s.unclosed(i)
		return
	}
	e := s.tags[end]
	s.show(in, s.startsIn(t.end, e.start)...)
	keep(s.Text[t.end:e.start])
	s.Cut(t.start, e.end)
	s.Pos = e.end
	if t.thinks() {
		s.thought, s.first = s.Pos, len(s.Out.Operations)
	}
}

// unclosed ends the reading at a section that is never closed.
func (s *Scanner) unclosed(i int) {
	t := s.tags[i]
	line := s.Line(t.start)
	if s.closer(t.name, i+1, false) < 0 {
		s.Out.Warn("unclosed <%s> at line %d: what follows it in the text was not run", t.name, line)
	} else {
		s.Out.Warn("<%s> at line %d opens again before it closes, and one of them is unclosed: what follows it in the text was not run", t.name, line)
	}
	if t.thinks() {
		s.Out.Think(s.Text[t.end:])
		s.Cut(t.start, len(s.Text))
	}
	s.SkipRest(t.end, fmt.Sprintf("the unclosed <%s> at line %d", t.name, line))
}

// thoughtSoFar turns everything before a lone </think> into thinking, back to the last
// thinking: some models begin it before the response. The last thinking may also end here,
// if it only named the tag at which it was taken to end.
func (s *Scanner) thoughtSoFar(t tag) {
	s.Pos = t.end
	s.Stray("</%s> at line %d has no opening tag: everything before it is taken for thinking", t.name, s.Line(t.start))
	s.Out.RetractAll(s.first, "think")
	s.Out.Think(s.Text[s.thought:t.start])
	for n := len(s.cut); n > 0 && s.cut[n-1].start >= s.thought; n-- {
		s.cut = s.cut[:n-1]
	}
	s.Cut(s.thought, t.end)
	s.thought = t.end
	s.open, s.data, s.inOpenData = openQuote{}, data{}, nil // they began in the thinking
}
