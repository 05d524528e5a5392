package search

import (
	"math"

	"fileops/internal/search/pattern"
)

// spans iterates over the matches in some lines. It keeps none of them, since there may be
// one for each byte.
type spans struct {
	found    pattern.Matches
	base     int // where the lines begin in the text of found
	from, to int // only matches that begin in this range count
	line     *longLine
	offset   int64 // of the line in the file
}

// begin starts with the matches in text[start:end] of a piece: a line, or the last block. Two
// parts of a line overlap. With alone, a match in the overlap counts in the part that shows
// more text around it.
func (m *spans) begin(s *searcher, p *piece, start, end int, alone bool) {
	m.base, m.from, m.to, m.line = 0, 0, math.MaxInt, nil
	if p.across != nil {
		m.found, m.base, m.to = p.across.block, start, end-start+1
		return
	}
	m.found = s.find.Matches(p.text[start:end])
	if !alone || !p.inParts(start, end) {
		return
	}
	m.line, m.offset = &s.long, p.offset
	m.from = int(s.long.resume - p.offset)
	resume := end
	if p.cut {
		resume -= s.sizes.overlap / 2
		m.to = resume
	}
	s.long.resume = p.offset + int64(resume)
}

// next gives the next match, counted from the start of the lines.
func (m *spans) next() (pattern.Span, bool) {
	for {
		s, ok := m.found.Next()
		s.Start -= m.base
		s.End -= m.base
		switch {
		case !ok || s.Start >= m.to:
			return pattern.Span{}, false
		case s.Start < m.from:
			continue
		}
		if m.line != nil {
			m.line.resume = max(m.line.resume, m.offset+int64(s.End))
		}
		return s, true
	}
}
