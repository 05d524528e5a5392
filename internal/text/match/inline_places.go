package match

import (
	"slices"
	"strings"

	"fileops/internal/text"
)

// addInlinePlaces adds, for a text in inline form, the places that are not whole lines to the
// only place that is. same compares lines as the level does.
func (a *attempt) addInlinePlaces(found Tolerated, same func(region, find []string, starts bool) bool) Tolerated {
	if len(found.Spans) == 1 && (a.inline || !a.block) {
		found.Spans = append(found.Spans, a.inlinePlaces(same, found.Spans[0])...)
		inOrder(found.Spans)
	}
	return found
}

// sameButBlanks compares lines for the levels that ignore indentation. A place counts for all of
// them if one of them, or a stricter level, accepts it.
func (a *attempt) sameButBlanks(region, find []string, starts bool) bool {
	if len(find) == 1 || a.sameButTrailing(region, find, starts) {
		return true
	}
	if r, f := rtrimmed(region), rtrimmed(find); starts && strings.HasSuffix(r[0], f[0]) && slices.Equal(r[1:], f[1:]) {
		return true
	}
	if !starts { // the first line begins inside of one, so it is not indented
		if region[0] != find[0] && !blank(find[0]) {
			return false
		}
		region, find = region[1:], find[1:]
	}
	_, shifted := shiftOf(region, find)
	return shifted || slices.ContainsFunc(tabWidths, func(width int) bool { return sameColumns(region, find, width) })
}

func inOrder(spans []text.Span) {
	slices.SortFunc(spans, func(a, b text.Span) int { return a.Start - b.Start })
}

// inlinePlaces finds the places of a text in inline form that begin or end inside a line, and
// are not at whole. same compares lines as the level does; its starts tells whether the first
// line is compared from its start. Such a place is never edited, but it makes whole ambiguous.
// If there are too many places to check, the next one counts unchecked.
func (a *attempt) inlinePlaces(same func(region, find []string, starts bool) bool, whole text.Span) []text.Span {
	find, needle := strings.Split(a.needle, "\n"), trimLines(a.needle)
	lead := ""
	if !blank(find[0]) {
		lead, _ = indent(find[0])
	}
	trail := a.needle[len(strings.TrimRight(a.needle, indentBlanks)):]
	first := text.Body(a.view)
	folded, back := trimView(a.view[first:])
	var spans []text.Span
	budget := maxCompared
	for from := 0; budget >= 0; {
		i := strings.Index(folded[from:], needle)
		if i < 0 {
			break
		}
		start, end := from+i, from+i+len(needle)
		from = start + 1
		s := text.Span{Start: first + back.original(start), End: first + back.original(end-1) + 1}
		budget -= s.End - s.Start + maxPiece
		if strings.HasPrefix(a.view[s.End:], trail) {
			s.End += len(trail)
		}
		if strings.HasSuffix(needle, "\n") { // the last line is blank
			for s.End < len(a.view) && strings.IndexByte(indentBlanks, a.view[s.End]) >= 0 {
				s.End++
			}
		}
		if a.ended && (s.End == len(a.view) || a.view[s.End] != '\n') {
			continue
		}
		starts := start == 0 || folded[start-1] == '\n'
		if starts {
			if s.Start = a.lineOf(s.Start); s.Start == a.lineOf(whole.Start) {
				continue
			}
		} else if before, ok := strings.CutSuffix(a.view[:s.Start], lead); ok {
			s.Start = len(before)
		} else {
			continue
		}
		if budget < 0 || same(strings.Split(a.view[s.Start:s.End], "\n"), find, starts) {
			spans = append(spans, s)
		}
	}
	return spans
}

// lineOf is the start of the line of an offset.
func (a *attempt) lineOf(at int) int {
	return max(strings.LastIndexByte(a.view[:at], '\n')+1, text.Body(a.view))
}

// trimLines takes the blanks from both ends of every line.
func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = strings.Trim(line, indentBlanks)
	}
	return strings.Join(lines, "\n")
}

// trimView is trimLines, and the way back: from the start of a line to its first character that
// is not blank, and from its end to its line end.
func trimView(view string) (string, back) {
	var b strings.Builder
	b.Grow(len(view))
	var way back
	at := 0
	for line := range strings.Lines(view) {
		text, _ := strings.CutSuffix(line, "\n")
		own, rest := indent(text)
		way = append(way, mark{plain: b.Len(), source: at + len(own)})
		b.WriteString(strings.TrimRight(rest, indentBlanks))
		way = append(way, mark{plain: b.Len(), source: at + len(text)})
		b.WriteString(line[len(text):])
		at += len(line)
	}
	return b.String(), way
}
