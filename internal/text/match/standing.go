package match

import (
	"bytes"
	"sort"
	"strings"
	"unicode"

	"fileops/internal/text"
)

// Telling reports whether a text is long enough for it to mean something that it stands in a
// file already: eight characters that are no blanks.
func Telling(s string) bool {
	n := 0
	for _, r := range s {
		if !unicode.IsSpace(r) {
			n++
		}
		if n == minApplied {
			return true
		}
	}
	return false
}

// Standing reports for each place of a find whether the whole replacement stands around it
// already, as separate lines. An edit that leaves its find in place, such as an insertion,
// would otherwise be made again. The replacement may have blanks of the file before it or
// behind it, but not where the edit changes nothing but blanks. Places are ascending.
func Standing(src []byte, places []text.Span, replacement string) []bool {
	stands := make([]bool, len(places))
	needle, ended := strings.CutSuffix(text.Unix(replacement), "\n")
	if !Telling(needle) {
		return stands
	}
	view, removed := unixView(src)
	regions := inSource(onLines(string(view), needle), removed)
	for i, p := range places {
		// All regions have one length, so that the last to start reaches furthest.
		at := sort.Search(len(regions), func(j int) bool { return regions[j].Start > p.Start }) - 1
		if at < 0 {
			continue
		}
		end := regions[at].End
		if ended {
			end = text.NextLine(src, end)
		}
		stands[i] = p.End <= end && p.End-p.Start < end-regions[at].Start
		if old := squeezed(string(src[p.Start:p.End])); stands[i] && (old == "" || old == squeezed(needle)) {
			stands[i] = asLines(src, regions[at], ended)
		}
	}
	return stands
}

// asLines reports whether a span of src is whole lines, the last with its line end if that
// is asked for, and there is one in the file.
func asLines(src []byte, s text.Span, ended bool) bool {
	end := bytes.TrimPrefix(src[s.End:], []byte("\r"))
	switch {
	case s.Start != text.LineStart(src, s.Start):
		return false
	case len(end) == 0:
		return !ended || !text.EndsLine(src)
	}
	return end[0] == '\n'
}

// maxStanding is how many bytes are compared where places of a text overlap. Beyond it,
// those that overlap another are not found.
const maxStanding = 64 << 20

// onLines finds where a text stands as separate lines, but for blanks around it. A text that
// begins with blanks stands at the start of a line.
func onLines(view, needle string) []text.Span {
	var spans []text.Span
	indented := strings.TrimLeft(needle, indentBlanks) != needle
	budget := maxStanding
	for from := 0; ; {
		i := strings.Index(view[from:], needle)
		if i < 0 {
			return spans
		}
		start, end := from+i, from+i+len(needle)
		before := view[:start]
		if !indented {
			before = strings.TrimRight(before, indentBlanks)
		}
		after := strings.TrimLeft(view[end:], indentBlanks)
		if (len(before) <= text.Body([]byte(view[:min(len(view), len(text.BOM))])) || strings.HasSuffix(before, "\n")) && (after == "" || after[0] == '\n') {
			spans = append(spans, text.Span{Start: start, End: end})
		}
		if budget -= len(needle); budget < 0 {
			from = end
		} else if next := strings.IndexByte(view[start:], '\n'); next >= 0 {
			from = start + next + 1
		} else {
			return spans
		}
	}
}
