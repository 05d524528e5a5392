package pattern

import "unicode/utf8"

// Span is a match: from Start up to End, in bytes.
type Span struct{ Start, End int }

// Matches iterates over the matches in a text. If CrossesLines, a copy is independent and
// starts at the same place. Otherwise copies may share state.
type Matches struct {
	w    *Worker
	text []byte
	from int // no match begins before it
	last int // end of the match before, -1 if there was none
}

// Matches gives the matches in text: a line without its line end or, if CrossesLines, any
// text. The iterator is valid until the next call of Matches. Finding all matches takes time
// linear in the text.
func (w *Worker) Matches(text []byte) Matches {
	w.nearest, w.placed = w.nearest[:0], false
	m := Matches{w: w, text: text, last: -1}
	if w.across && w.plan.scan != nil && w.none(text) {
		m.from = len(text) + 1
	}
	return m
}

// glances are the numbers of bytes after a candidate that are read first, and then.
var glances = [...]int{32, 256}

// none reports whether the text surely has no match. If a few bytes refute each candidate,
// that is cheaper than a search of the whole text.
func (w *Worker) none(text []byte) bool {
	scan := w.plan.scan
	i := scan.Find(text, 0)
	if !w.plan.prefix || w.strings != nil || w.word {
		return i < 0
	}
	for left := len(text) / 2; i >= 0; i = scan.Find(text, i+1) {
		if !utf8.RuneStart(text[i]) {
			return false
		}
		may := true
		for _, n := range glances {
			if !may || left < n {
				break
			}
			left -= n
			may = w.locator().MayBegin(text, i, min(i+n, len(text)))
		}
		if may {
			return false
		}
	}
	return true
}

// Next gives the next match, false if there is none. Matches do not overlap, and may be empty.
// Each is the leftmost one, and of those the one that the pattern prefers, as in package
// regexp.
func (m *Matches) Next() (Span, bool) {
	switch {
	case m.from > len(m.text):
		return Span{}, false
	case m.w.strings != nil:
		return m.nextString()
	case m.w.word:
		return m.nextWord()
	}
	for m.from <= len(m.text) {
		var s Span
		var ok bool
		if s.Start, s.End, ok = m.w.places(m.text).Next(m.from); !ok {
			m.from = len(m.text) + 1
			break
		}
		again := s.Start == m.last && s.End == m.from // empty, directly after a match
		if m.last = s.End; s.End > m.from {
			m.from = s.End
		} else {
			_, size := utf8.DecodeRune(m.text[s.End:])
			m.from = s.End + max(size, 1)
		}
		if !again {
			return s, true
		}
	}
	return Span{}, false
}

// nextString is Next if the matches are strings.
func (m *Matches) nextString() (Span, bool) {
	all := m.w.literals()
	best := Span{Start: len(m.text)}
	switch {
	case m.w.plan.word != nil:
		if i := m.w.findSure(m.text, m.from); i >= 0 {
			best = Span{i, i + m.w.plan.word.Len()}
		}
	case len(all) == 1:
		if i := all[0].Find(m.text, m.from); i >= 0 {
			best = Span{i, i + all[0].Len()}
		}
	default:
		best = m.nearest()
	}
	if best.Start == len(m.text) {
		m.from = len(m.text) + 1
		return Span{}, false
	}
	m.from = best.End
	return best, true
}

// nearest gives the match that begins first, and of several there, that of the first string.
// The Worker keeps the next place of each string until the search has passed it.
func (m *Matches) nearest() Span {
	w, best := m.w, Span{Start: len(m.text)}
	for k, l := range w.literals() {
		if k == len(w.nearest) {
			w.nearest = append(w.nearest, -1)
		}
		if w.nearest[k] < m.from {
			if w.nearest[k] = l.Find(m.text, m.from); w.nearest[k] < 0 {
				w.nearest[k] = len(m.text)
			}
		}
		if w.nearest[k] < best.Start {
			best = Span{w.nearest[k], w.nearest[k] + l.Len()}
		}
	}
	return best
}

// nextWord is Next for a regular expression with a word boundary on both sides. The
// expression includes the runes beside the match. The rune after one match may be the one
// before the next.
func (m *Matches) nextWord() (Span, bool) {
	for m.from < len(m.text) || m.last < 0 {
		var s Span
		var ok bool
		if m.last < 0 {
			if at := m.w.atStart().FindSubmatchIndex(m.text); at != nil {
				s, ok = Span{at[2], at[3]}, true
			}
		}
		if !ok {
			s.Start, s.End, ok = m.w.places(m.text).Next(m.from)
		}
		if !ok {
			break
		}
		again := s.Start == s.End && s.End == m.last
		if m.last, m.from = s.End, s.End; s.Start < s.End {
			_, size := utf8.DecodeLastRune(m.text[:s.End])
			m.from -= size
		}
		if !again {
			return s, true
		}
	}
	m.from = len(m.text) + 1
	return Span{}, false
}
