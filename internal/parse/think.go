package parse

import (
	"fmt"
)

// closer returns the index of the next closing tag of a name, or -1.
func (s *scanner) closer(name id, i int) int {
	for ; i < len(s.tokens); i++ {
		if s.tokens[i].name == name && s.tokens[i].form == closing {
			return i
		}
	}
	return -1
}

// balanced returns the index of the closing tag that balances an open one, or -1.
func (s *scanner) balanced(name id, i int) int {
	depth := 0
	for ; i < len(s.tokens); i++ {
		switch t := s.tokens[i]; {
		case t.name != name:
		case t.opens():
			depth++
		case t.form == closing && depth == 0:
			return i
		case t.form == closing:
			depth--
		}
	}
	return -1
}

// think reads a thinking section: text up to the closing tag that balances it. A
// closing tag alone ends one that began before the response did, as some models answer.
// Without one that balances it, all that follows may be thinking: the response may be
// cut off.
func (s *scanner) think(i int) {
	t := s.tokens[i]
	name := s.g.text[t.name]
	if t.form == closing {
		s.thoughtSoFar(t)
		return
	}
	end := s.balanced(t.name, i+1)
	if end < 0 {
		line := s.lineOf(int(t.start))
		if s.closer(t.name, i+1) < 0 {
			s.warn("unclosed <%s> at line %d: what follows it in the text was not run", name, line)
		} else {
			s.warn("<%s> at line %d opens again before it closes, and one of them is unclosed: what follows it in the text was not run", name, line)
		}
		s.out.Thinking = append(s.out.Thinking, s.between(int(t.end), len(s.src)))
		s.cut = append(s.cut, span{int(t.start), len(s.src)})
		s.skipRest(i+1, fmt.Sprintf("the unclosed <%s> at line %d", name, line))
		return
	}
	e := s.tokens[end]
	s.quoteAll(i+1, int(e.start), "think")
	s.out.Thinking = append(s.out.Thinking, s.between(int(t.end), int(e.start)))
	s.cut = append(s.cut, span{int(t.start), int(e.end)})
	s.pos = int(e.end)
	s.thought, s.first = s.pos, len(s.out.Operations)
}

// thoughtSoFar turns everything before a lone </think> into thinking, back to the
// thinking before it: it may have been that one's own end, and the end that it was
// given something that it only named.
func (s *scanner) thoughtSoFar(t token) {
	s.pos = int(t.end)
	if s.strays++; s.strays <= maxStrays {
		s.warn("</%s> at line %d has no opening tag: everything before it is taken for thinking", s.g.text[t.name], s.lineOf(int(t.start)))
	}
	for _, op := range s.out.Operations[s.first:] {
		s.out.Quoted = append(s.out.Quoted, Quoted{Operation: op.Action.Kind(), Line: op.Line, In: "think", Source: s.name})
		s.ids.release(op.ID)
	}
	s.out.Operations = s.out.Operations[:s.first]
	s.out.Thinking = append(s.out.Thinking, s.between(s.thought, int(t.start)))
	for n := len(s.cut); n > 0 && s.cut[n-1].start >= s.thought; n-- {
		s.cut = s.cut[:n-1]
	}
	s.cut = append(s.cut, span{s.thought, int(t.end)})
	s.thought = int(t.end)
	s.open, s.data, s.inOpenData = openQuote{}, data{}, nil // they began in the thinking
}

func (s *scanner) between(start, end int) string {
	return valid(s.src[start:end])
}

// terminal reads a command. It is reported, never run.
func (s *scanner) terminal(i int) {
	t := s.tokens[i]
	end := s.closer(t.name, i+1)
	if end < 0 {
		line := s.lineOf(int(t.start))
		s.warn("unclosed <terminal> at line %d: what follows it in the text was not run", line)
		s.skipRest(i+1, fmt.Sprintf("the unclosed <terminal> at line %d", line))
		return
	}
	e := s.tokens[end]
	s.quoteAll(i+1, int(e.start), "terminal")
	s.out.Commands = append(s.out.Commands, s.between(int(t.end), int(e.start)))
	s.cut = append(s.cut, span{int(t.start), int(e.end)})
	s.pos = int(e.end)
}
