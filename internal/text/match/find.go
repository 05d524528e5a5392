// Package match finds the text of an edit in a source: exactly, with differences that
// certainly do not matter, or else the nearest text and why it differs.
//
// It promises not to choose: if several places match, it returns them all. A replacement
// that cannot be adapted without a guess is refused. The time is bounded for any source and
// find. It changes no source. The caller decides how many places it accepts, and whether to
// tolerate differences.
package match

import (
	"bytes"
	"slices"
	"sort"
	"strings"

	"fileops/internal/text"
)

// Matches are the places of a value.
type Matches struct {
	// Spans are the places, in order, without overlap.
	Spans []text.Span
	// Whole reports whether every span covers whole lines, without the last line's end.
	Whole bool
	// Blanks reports whether the lines of some span have blanks before or after it.
	Blanks bool
	// Overlap reports whether there are more places, which overlap those.
	Overlap bool
}

// Find looks for v in src. LF and CRLF are equal. A block matches whole lines. If it does not
// occur as it was sent, blanks of the file may stand before its first line and after its last.
// Blank lines at its edges must match exactly. A block never matches if other text follows or
// precedes it on its lines: see InLines. Nothing after the last line end of src is a line.
func Find(src []byte, v text.Value) Matches {
	needle := []byte(text.Unix(v.Snippet()))
	if len(needle) == 0 {
		return Matches{}
	}
	view, removed := unixView(src)
	m := findIn(view, needle, v.Block)
	m.Spans = inSource(m.Spans, removed)
	return m
}

// InLines returns the places of a block's text in src, whatever is before and after it on the
// same lines. Find does not match there. A blank line at an edge of the block must be a whole
// line here too. A byte order mark is on no line, so one at the start of the block is ignored.
func InLines(src []byte, v text.Value) []text.Span {
	needle := []byte(strings.TrimPrefix(text.Unix(v.Snippet()), text.BOM))
	if len(needle) == 0 {
		return nil
	}
	view, removed := unixView(src)
	starts, ends := blankEdges(needle)
	return inSource(findAll(view, needle, starts, ends).Spans, removed)
}

// findIn is Find for a view in LF, and a needle without the final line end of a block.
func findIn(view, needle []byte, block bool) Matches {
	if !block {
		return findAll(view, needle, false, false)
	}
	m := findAll(view, needle, true, true)
	if len(m.Spans) == 0 {
		m = findBetweenBlanks(view, needle)
	}
	m.Whole = len(m.Spans) > 0
	return m
}

// blankEdges reports whether the first and the last line of needle are blank.
func blankEdges(needle []byte) (first, last bool) {
	line, _, _ := bytes.Cut(needle, []byte("\n"))
	return blank(string(line)), blank(string(needle[bytes.LastIndexByte(needle, '\n')+1:]))
}

// findBetweenBlanks finds every place of needle with only blanks before and after it on its
// lines. A line can hold one such place, so each line is searched once. If that needs too many
// comparisons, it finds nothing.
func findBetweenBlanks(view, needle []byte) Matches {
	starts, ends := blankEdges(needle)
	between := func(start int) bool {
		end := start + len(needle)
		if end == len(view) && text.EndsLine(view) {
			return false // after the last line end there is no line, not even a blank one
		}
		before := view[text.LineStart(view, start):start]
		behind, _, _ := bytes.Cut(view[end:], []byte("\n"))
		return (len(before) == 0 || !starts && blank(string(before))) && (len(behind) == 0 || !ends && blank(string(behind)))
	}
	m := Matches{Blanks: true}
	budget := maxCompared
	for from := text.Body(view); ; {
		i := bytes.Index(view[from:], needle)
		if budget -= len(needle); i < 0 || budget < 0 {
			break
		}
		start := from + i
		from = text.NextLine(view, start)
		if !between(start) {
			continue
		}
		if n := len(m.Spans); n > 0 && start < m.Spans[n-1].End {
			m.Overlap = true
			continue
		}
		m.Spans = append(m.Spans, text.Span{Start: start, End: start + len(needle)})
	}
	if budget < 0 || len(m.Spans) == 0 {
		return Matches{}
	}
	return m
}

// findAll finds every place of needle: with starts only at the start of a line, and with ends
// only at the end of one. The line ends are part of the search pattern, so that no other
// places have to be checked.
func findAll(src, needle []byte, starts, ends bool) Matches {
	pattern, lead, from := needle, 0, 0
	if ends {
		pattern = append(slices.Clip(pattern), '\n')
		if !text.EndsLine(src) {
			src = append(slices.Clip(src), '\n')
		}
	}
	var m Matches
	add := func(start int) {
		from = start + len(needle)
		m.Spans = append(m.Spans, text.Span{Start: start, End: from})
	}
	if starts {
		if !bytes.HasPrefix(needle, []byte(text.BOM)) {
			from = text.Body(src)
		}
		if bytes.HasPrefix(src[from:], pattern) {
			add(from)
		}
		pattern, lead = slices.Concat([]byte("\n"), pattern), 1
	}
	for {
		i := bytes.Index(src[from:], pattern)
		if i < 0 {
			break
		}
		add(from + i + lead)
	}
	if len(m.Spans) == 1 {
		s := m.Spans[0]
		m.Overlap = bytes.Contains(src[s.Start+1-lead:min(len(src), s.End+len(pattern))], pattern)
	}
	return m
}

// unixView returns src with CRLF as LF, and the offsets in it of the line ends whose carriage
// return was removed.
func unixView(src []byte) (view []byte, removed []int) {
	if !bytes.Contains(src, []byte(text.CRLF)) {
		return src, nil
	}
	view = make([]byte, 0, len(src))
	for {
		i := bytes.Index(src, []byte(text.CRLF))
		if i < 0 {
			return append(view, src...), removed
		}
		view = append(view, src[:i]...)
		removed = append(removed, len(view))
		view = append(view, '\n')
		src = src[i+2:]
	}
}

// inSource converts spans of a view into spans of its source, in place.
func inSource(spans []text.Span, removed []int) []text.Span {
	if len(removed) == 0 {
		return spans
	}
	for i, s := range spans {
		spans[i] = text.Span{
			Start: s.Start + sort.SearchInts(removed, s.Start),
			End:   s.End + sort.SearchInts(removed, s.End),
		}
	}
	return spans
}
