package quote

import (
	"fmt"
)

// TagNames are the tags that begin thinking, a command or code.
var TagNames = []string{"think", "thinking", "terminal", "code", "pre"}

// nextTag is the index of the next tag that begins or ends something, or -1.
func (s *Scanner) nextTag() int {
	for ; s.tag < len(s.tags); s.tag++ {
		t := s.tags[s.tag]
		if t.Start >= s.Pos && (t.thinks() || t.opens()) {
			return s.tag
		}
	}
	return -1
}

func (t Tag) thinks() bool { return t.Name == "think" || t.Name == "thinking" }

func (t Tag) opens() bool { return !t.Closing && !t.Alone }

// readTag reads what the tag at index i begins or ends.
func (s *Scanner) readTag(i int) {
	switch t := s.tags[i]; {
	case t.thinks() && t.Closing:
		s.thoughtSoFar(t)
	case t.thinks() || t.Name == "terminal":
		s.section(i)
	default:
		s.code(i)
	}
}

// closer is the index of the closing tag of a name, from index i on, or -1: that which
// balances an open one, or the next.
func (s *Scanner) closer(name string, i int, balance bool) int {
	depth := 0
	for ; i < len(s.tags); i++ {
		switch t := s.tags[i]; {
		case t.Name != name:
		case t.opens() && balance:
			depth++
		case t.Closing && depth == 0:
			return i
		case t.Closing:
			depth--
		}
	}
	return -1
}

// section reads thinking, up to the closing tag that balances its own, or a command,
// which is reported and never run. Without such a tag, all that follows may be part of
// it: the response may be cut off.
func (s *Scanner) section(i int) {
	t := s.tags[i]
	in, keep := "think", s.Out.Think
	if !t.thinks() {
		in, keep = "terminal", s.Out.Command
	}
	end := s.closer(t.Name, i+1, t.thinks())
	if end < 0 {
		s.unclosed(i)
		return
	}
	e := s.tags[end]
	s.show(in, s.startsIn(t.End, e.Start)...)
	keep(s.Text[t.End:e.Start])
	s.Cut(t.Start, e.End)
	s.Pos = e.End
	if t.thinks() {
		s.thought, s.first = s.Pos, len(s.Out.Operations)
	}
}

// unclosed ends the reading at a section that is never closed.
func (s *Scanner) unclosed(i int) {
	t := s.tags[i]
	line := s.Line(t.Start)
	if s.closer(t.Name, i+1, false) < 0 {
		s.Out.Warn("unclosed <%s> at line %d: what follows it in the text was not run", t.Name, line)
	} else {
		s.Out.Warn("<%s> at line %d opens again before it closes, and one of them is unclosed: what follows it in the text was not run", t.Name, line)
	}
	if t.thinks() {
		s.Out.Think(s.Text[t.End:])
		s.Cut(t.Start, len(s.Text))
	}
	s.SkipRest(t.End, fmt.Sprintf("the unclosed <%s> at line %d", t.Name, line))
}

// thoughtSoFar turns everything before a lone </think> into thinking: some models begin
// it before the response does. It goes back to the last thinking only. That one may end
// here as well: then the end that was found was only named in it.
func (s *Scanner) thoughtSoFar(t Tag) {
	s.Pos = t.End
	s.Stray("</%s> at line %d has no opening tag: everything before it is taken for thinking", t.Name, s.Line(t.Start))
	s.Out.Retract(s.first)
	s.Out.Think(s.Text[s.thought:t.Start])
	for n := len(s.cut); n > 0 && s.cut[n-1].start >= s.thought; n-- {
		s.cut = s.cut[:n-1]
	}
	s.Cut(s.thought, t.End)
	s.thought = t.End
	s.open, s.data, s.inOpenData = openQuote{}, data{}, nil // they began in the thinking
}
