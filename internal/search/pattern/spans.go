package pattern

import (
	"unicode/utf8"

	"fileops/internal/search/scan"
)

// Span is a match: from Start up to End, in bytes.
type Span struct{ Start, End int }

// Spans appends to dst the matches in text, n at most if n is not negative, and gives
// it back. They do not overlap; each is the leftmost, and of those the one that the
// pattern prefers, as with package regexp. Some may be empty. text is a line without
// its line end, or anything up to a whole file if CrossesLines.
func (w *Worker) Spans(dst []Span, text []byte, n int) []Span {
	stop := len(dst) + n
	if n < 0 {
		stop = len(dst) + len(text) + 1
	}
	switch {
	case w.across && w.plan.scan != nil && w.plan.scan.Find(text, 0) < 0:
		return dst
	case w.strings != nil && w.plan.word != nil:
		return w.spansOfWord(dst, text, stop)
	case w.strings != nil:
		return w.spansOfStrings(dst, text, stop)
	case w.word:
		return w.spansOfWords(dst, text, stop)
	}
	if starts := w.startsWithin(); starts != nil {
		if all, ok := w.spansFrom(starts, dst, text, stop); ok {
			return all
		}
	}
	for _, at := range w.regexp().FindAllIndex(text, stop-len(dst)) {
		dst = append(dst, Span{at[0], at[1]})
	}
	return dst
}

// startsWithin gives the scan for where matches begin, for text that is a line.
func (w *Worker) startsWithin() *scan.Window {
	if w.across {
		return nil
	}
	return w.starts()
}

// spansFrom is Spans by package regexp, which is given only what begins where a match
// may begin. The rune before that place is given as well: what ^ and \b say depends
// on it, and on nothing before it. A match that begins with that rune would be in
// doubt; ok is false then.
func (w *Worker) spansFrom(starts *scan.Window, dst []Span, text []byte, stop int) (_ []Span, ok bool) {
	re := w.regexp()
	for from := 0; len(dst) < stop; {
		i := starts.Find(text, from)
		if i < 0 {
			break
		}
		for i > from && !utf8.RuneStart(text[i]) {
			i--
		}
		_, size := utf8.DecodeLastRune(text[:i])
		at := re.FindIndex(text[i-size:])
		if at == nil {
			break
		}
		s := Span{i - size + at[0], i - size + at[1]}
		if s.Start < i {
			return nil, false
		}
		dst = append(dst, s)
		from = s.End
	}
	return dst, true
}

// spansOfWord is Spans for one string that stands alone.
func (w *Worker) spansOfWord(dst []Span, text []byte, stop int) []Span {
	size := w.plan.word.Len()
	for from := 0; len(dst) < stop; {
		i := w.findSure(text, from)
		if i < 0 {
			break
		}
		dst = append(dst, Span{i, i + size})
		from = i + size
	}
	return dst
}

// spansOfStrings is Spans where the matches are strings.
func (w *Worker) spansOfStrings(dst []Span, text []byte, stop int) []Span {
	all := w.literals()
	const stale = -1 // not looked for from here on
	w.nearest = w.nearest[:0]
	for range all {
		w.nearest = append(w.nearest, stale)
	}
	for from := 0; len(dst) < stop; {
		best := Span{Start: len(text)}
		for k, l := range all {
			if w.nearest[k] < from {
				if w.nearest[k] = l.Find(text, from); w.nearest[k] < 0 {
					w.nearest[k] = len(text)
				}
			}
			if w.nearest[k] < best.Start {
				best = Span{w.nearest[k], w.nearest[k] + l.Len()}
			}
		}
		if best.Start == len(text) {
			break
		}
		dst = append(dst, best)
		from = best.End
	}
	return dst
}

// spansOfWords is Spans for a regular expression with a word boundary on both sides.
// The runes beside the match are part of what package regexp matches, the match is
// the first group. The rune after one match may be the one before the next.
func (w *Worker) spansOfWords(dst []Span, text []byte, stop int) []Span {
	re, base := w.regexp(), 0
	for len(dst) < stop {
		at := re.FindSubmatchIndex(text[base:])
		if at == nil {
			break
		}
		s := Span{base + at[2], base + at[3]}
		if k := len(dst) - 1; s.Start < s.End || k < 0 || dst[k].End != s.End {
			dst = append(dst, s)
		}
		if base = s.End; s.Start < s.End {
			_, size := utf8.DecodeLastRune(text[:s.End])
			base -= size
		}
		if base >= len(text) {
			break
		}
		re = w.within()
	}
	return dst
}
