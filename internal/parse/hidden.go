package parse

import (
	"fmt"
	"strings"
)

// code reads <code>…</code>. Blocks in it are read to their own end, so that a
// </code> in a value does not end it. Without an end it is a tag that prose names.
func (s *scanner) code(i int) {
	s.pos = int(s.tokens[i].end)
	quoted := len(s.out.Quoted)
	for j := i + 1; j < len(s.tokens); j++ {
		t := s.tokens[j]
		if t.name == s.tokens[i].name && t.form == closing {
			s.pos = int(t.end)
			return
		}
		if !s.looksLikeBlock(j) {
			continue
		}
		s.quote(j, "code")
		if b, ok := s.block(j); ok && b.problem == "" {
			j = s.from(b.end) - 1
		}
	}
	s.out.Quoted = s.out.Quoted[:quoted]
	s.noCode = true
}

// comment reads <!-- … -->. What is commented out is not meant to run. Blocks in it
// are read to their own end, so that a "-->" in a value does not end it. Without an
// end it is text, but at the start of a line it hides all that follows (CommonMark
// 4.6), so that is skipped.
func (s *scanner) comment() {
	p := s.pos + len("<!--")
	s.pos = p
	if s.noComment {
		return
	}
	end, quoted := s.commentEnd(p), len(s.out.Quoted)
	for i := s.from(p); i < len(s.tokens) && int(s.tokens[i].start) < end; i++ {
		if !s.looksLikeBlock(i) {
			continue
		}
		s.quote(i, "comment")
		if b, ok := s.block(i); ok && b.problem == "" {
			end = s.commentEnd(max(p, b.end))
			i = s.from(b.end) - 1
		}
	}
	if end < 0 {
		s.out.Quoted = s.out.Quoted[:quoted]
		s.noComment = true
		start := p - len("<!--")
		if line := strings.TrimRight(s.src[:start], " \t"); line == "" || line[len(line)-1] == '\n' {
			s.skipRest(s.from(p), fmt.Sprintf("the unclosed comment at line %d", s.lineOf(start)))
		}
		return
	}
	s.pos = end
}
