package search

import "bytes"

// tally counts the matching lines of a file.
type tally struct {
	s       *searcher
	lines   int // that match
	matches int // only if they are asked for
	part    bool
	spans   spans // of the current line
}

// enough reports whether the first matching line decides.
func (t *tally) enough() bool {
	q := t.s.Query
	return q.Mode == FilesWithout || q.Mode == Files && q.Order != ByRelevance
}

// piece counts the matching lines of a piece.
func (t *tally) piece(p piece) bool {
	before := t.lines
	switch {
	case p.known && p.hits == nil:
		t.lines += p.count
		t.matches += p.count
	case t.enough():
		if _, _, ok := t.s.next(&p, p.from); ok {
			t.lines++
		}
	case p.across != nil && !t.s.Invert:
		n := p.across.count()
		t.lines += n
		t.matches += n
	case p.across != nil || t.s.Only && !t.s.Invert && t.s.Mode == Count:
		t.each(&p)
	default:
		n := t.s.find.Count(p.text[p.from:])
		if t.s.Invert {
			n = linesIn(p.text) - n
		}
		t.lines += n
	}
	t.join(&p, before)
	if t.s.Max > 0 && t.lines >= t.s.Max {
		t.lines = t.s.Max
		return false
	}
	return t.lines == 0 || !t.enough()
}

// each counts lines one by one, and the matches in them.
func (t *tally) each(p *piece) {
	for from := p.from; t.s.Max == 0 || t.lines < t.s.Max; {
		start, end, ok := t.s.next(p, from)
		if !ok {
			return
		}
		t.lines++
		from = end + 1
		if t.s.Invert {
			continue
		}
		t.spans.begin(t.s, p, start, end, true)
		for {
			if _, ok := t.spans.next(); !ok {
				break
			}
			t.matches++
		}
	}
}

// join counts a line that is searched in parts once.
func (t *tally) join(p *piece, before int) {
	if p.part && t.part && t.lines > before && t.s.firstMatches(p) {
		t.lines--
	}
	if p.part || !p.known {
		t.part = t.lines > before || p.part && t.part && len(p.text) > 0 && bytes.IndexByte(p.text, '\n') < 0
	}
}

// firstMatches reports whether the first line of a piece is looked for.
func (s *searcher) firstMatches(p *piece) bool {
	return s.find.Match(p.text[:lineEnd(p.text, 0)]) != s.Invert
}

// linesIn counts lines; the last may lack its line end.
func linesIn(text []byte) int {
	n := bytes.Count(text, lineFeed)
	if len(text) > 0 && text[len(text)-1] != '\n' {
		n++
	}
	return n
}

// next finds the next line that is looked for, from the line that begins at from on.
func (s *searcher) next(p *piece, from int) (start, end int, ok bool) {
	switch {
	case p.known:
		for len(p.hits) > 0 {
			h := p.hits[0]
			p.hits = p.hits[1:]
			if h.Start >= from {
				return h.Start, h.End, true
			}
		}
		return 0, 0, false
	case !s.Invert:
		return s.nextMatch(p, from)
	}
	for from < len(p.text) {
		if !p.looked || p.match.Start < from {
			p.looked = true
			if p.match.Start, p.match.End, ok = s.nextMatch(p, from); !ok {
				p.match.Start = len(p.text)
			}
		}
		if p.match.Start > from {
			return from, lineEnd(p.text, from), true
		}
		from = p.match.End + 1
	}
	return 0, 0, false
}

// nextMatch is next for what matches.
func (s *searcher) nextMatch(p *piece, from int) (start, end int, ok bool) {
	if p.across != nil {
		return p.across.next()
	}
	return s.find.NextLine(p.text, from)
}

// lineEnd gives the end of the line that from is in, without its line feed.
func lineEnd(text []byte, from int) int {
	if n := bytes.IndexByte(text[from:], '\n'); n >= 0 {
		return from + n
	}
	return len(text)
}

var (
	lineFeed       = []byte{'\n'}
	carriageReturn = []byte{'\r'}
)
