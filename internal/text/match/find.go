// Package match finds the text that an edit means in a source: to the letter, but
// for differences that are certain not to count, or else what is nearest and why it
// is not the same.
//
// It promises to choose nothing: where several places match it gives them all, and
// a replacement that cannot be adapted without a guess is refused. The time is
// bounded, whatever the source and the find are. It changes no source, and whether
// one place is wanted, or tolerance, is for the caller to say.
package match

import (
	"bytes"
	"slices"
	"sort"

	"fileops/internal/text"
)

// Matches is where a value was found.
type Matches struct {
	// Spans are the places, in order, without overlap.
	Spans []text.Span
	// Whole says that every span covers whole lines, without the last line's end.
	Whole bool
	// Blanks says that the lines of some span have blanks before it or behind it.
	Blanks bool
	// Overlap says that there are more places, which overlap those.
	Overlap bool
}

// Find looks for v in src. LF and CRLF are the same to it. A block matches whole lines.
// If it stands nowhere as it was sent, its first line may begin after blanks of the
// file's line. Its last line may end before blanks then. A blank line that it begins or
// ends with has to stand as it was sent. A block never matches where the line goes on
// with anything else: see InLines. Nothing after the last line end of src is a line.
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

// InLines returns the places of a block in src that Find takes for no match if lines go
// on there: where its text stands, whatever is before and behind it on the same lines.
// A blank line at an edge of the block is a whole line here, too.
func InLines(src []byte, v text.Value) []text.Span {
	needle := []byte(text.Unix(v.Snippet()))
	if len(needle) == 0 {
		return nil
	}
	view, removed := unixView(src)
	starts, ends := blankEdges(needle)
	return inSource(findAll(view, needle, starts, ends).Spans, removed)
}

// findIn is Find in a view, whose line ends are LF, of a needle without the final line
// end of a block.
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

// findBetweenBlanks finds every place of needle that has nothing but blanks before it and
// behind it on its lines. A line can hold one place only, so each line is looked at once.
// Where needle is too long to compare it that often, it finds nothing.
func findBetweenBlanks(view, needle []byte) Matches {
	starts, ends := blankEdges(needle)
	between := func(start int) bool {
		end := start + len(needle)
		if end == len(view) && text.EndsLine(view) {
			return false // behind the last line end there is no line, not a blank one either
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

// findAll finds every place of needle: only at the start of a line, or before the end of
// one, where that is asked for. The line ends there are looked for together with needle,
// so that no place is looked at in vain.
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

// unixView returns src with CRLF as LF, and the offsets in that view of the line
// ends that lost their carriage return.
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

// inSource turns spans of a view into spans of what it was made from.
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
