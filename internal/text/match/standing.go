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
	whole := inSource(onLines(string(view), needle), removed)
	var behind []text.Span // where a line end in front is that of the line before
	if lines, ok := strings.CutPrefix(needle, "\n"); ok {
		behind = inSource(onLines(string(view), lines), removed)
	}
	budget := maxStanding
	for i, p := range places {
		budget -= len(needle)
		if budget >= 0 && addedAt(string(view), inView(p, removed), text.Unix(replacement)) {
			stands[i] = true
			continue
		}
		regions := whole
		if behind != nil && p.Start < len(src) && strings.IndexByte("\r\n", src[p.Start]) >= 0 {
			p.Start, regions = min(p.End, text.NextLine(src, p.Start)), behind
		}
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

// inView is a span of a source in its view, from which unixView removed carriage returns.
func inView(s text.Span, removed []int) text.Span {
	to := func(at int) int {
		return at - sort.Search(len(removed), func(i int) bool { return removed[i]+i >= at })
	}
	return text.Span{Start: to(s.Start), End: to(s.End)}
}

// addedAt reports whether an edit that only adds lines before or behind its find was made at
// a place: all that it adds stands there, on lines of its own. The place may begin or end
// inside a line, but a part of one line may be found in many.
func addedAt(view string, place text.Span, replacement string) bool {
	old := view[place.Start:place.End]
	if begins := place.Start == 0 || view[place.Start-1] == '\n'; squeezed(old) == "" || !begins && !strings.Contains(old, "\n") {
		return false
	}
	if added, ok := strings.CutPrefix(replacement, old); ok && Telling(added) {
		rest, there := strings.CutPrefix(view[place.End:], strings.TrimSuffix(added, "\n"))
		if there && (added[0] == '\n' || strings.HasSuffix(old, "\n")) && (rest == "" || rest[0] == '\n') {
			return true
		}
	}
	if added, ok := strings.CutSuffix(replacement, old); ok && Telling(added) {
		rest, there := strings.CutSuffix(view[:place.Start], added)
		return there && (rest == "" || added[0] == '\n' || strings.HasSuffix(rest, "\n")) && (strings.HasSuffix(added, "\n") || old[0] == '\n')
	}
	return false
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
