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
	"sort"

	"fileops/internal/text"
)

// Matches is where a value was found.
type Matches struct {
	// Spans are the places, in order, without overlap.
	Spans []text.Span
	// Whole says that every span covers whole lines, without the last line's end.
	Whole bool
	// Overlap says that there are more places, which overlap those.
	Overlap bool
}

// Find looks for v in src. LF and CRLF are the same to it. A block matches whole
// lines; only where no whole lines match does it match inside lines.
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

// findIn is Find in a view, whose line ends are LF, of a needle without the final line
// end of a block.
func findIn(view, needle []byte, block bool) Matches {
	if block {
		if spans := findLines(view, needle); len(spans) > 0 {
			return Matches{Spans: spans, Whole: true, Overlap: overlaps(view, needle, spans, true)}
		}
	}
	spans := findAll(view, needle)
	return Matches{Spans: spans, Overlap: overlaps(view, needle, spans, false)}
}

// overlaps reports whether the needle also stands where it shares text with the only
// span that was found, or, of whole lines, a line end.
func overlaps(src, needle []byte, spans []text.Span, lines bool) bool {
	if len(spans) != 1 {
		return false
	}
	s := spans[0]
	end := s.End
	if lines {
		end = min(s.End+1, len(src))
	}
	for from := s.Start + 1; from < end; {
		i := bytes.Index(src[from:min(len(src), end+len(needle))], needle)
		if i < 0 || from+i >= end {
			return false
		}
		at := from + i
		if !lines || src[at-1] == '\n' && (at+len(needle) == len(src) || src[at+len(needle)] == '\n') {
			return true
		}
		next := bytes.IndexByte(src[at:], '\n') // the next line start is the next candidate
		if next < 0 {
			return false
		}
		from = at + next + 1
	}
	return false
}

func findAll(src, needle []byte) []text.Span {
	var spans []text.Span
	for from := 0; ; {
		i := bytes.Index(src[from:], needle)
		if i < 0 {
			return spans
		}
		start := from + i
		from = start + len(needle)
		spans = append(spans, text.Span{Start: start, End: from})
	}
}

func findLines(src, needle []byte) []text.Span {
	var spans []text.Span
	for from := 0; ; {
		i := bytes.Index(src[from:], needle)
		if i < 0 {
			return spans
		}
		start := from + i
		end := start + len(needle)
		if (start == 0 || src[start-1] == '\n' || start == len(text.BOM) && bytes.HasPrefix(src, []byte(text.BOM))) &&
			(end == len(src) || src[end] == '\n') {
			spans = append(spans, text.Span{Start: start, End: end})
			from = min(end+1, len(src)) // past the line end: no line belongs to two matches
			continue
		}
		next := bytes.IndexByte(src[start:], '\n') // the next line start is the next candidate
		if next < 0 {
			return spans
		}
		from = start + next
		if start == from {
			from++
		}
	}
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
