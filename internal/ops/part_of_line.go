package ops

import (
	"bytes"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/text/match"
)

// maxWhole is how many characters are shown of a line that is to be copied.
const maxWhole = 2000

// longer is a place of a block in lines that go on before it or behind it.
type longer struct {
	text.Span
	first, last text.Span // the lines that it begins and ends in, without the last line end
}

// before and behind are what else stands on the lines of a place.
func (s source) before(l longer) string { return string(s.data[l.first.Start:l.Start]) }
func (s source) behind(l longer) string { return string(s.data[min(l.End, l.last.End):l.last.End]) }

// inLongerLines are the places of a block in lines that hold more than it, but for blanks.
// Those inside of longer words are left out where there are others. A line is looked at
// once, however many places it has.
func (s source) inLongerLines(find Value) []longer {
	if !find.Block {
		return nil
	}
	var list, words []longer
	var first, last text.Span
	for _, span := range s.inLines(find) {
		first, last = s.lineAt(first, span.Start), s.lineAt(last, max(span.Start, span.End-1))
		l := longer{span, first, last}
		ended := s.data[max(span.Start, span.End-1)] == '\n' // it ends in a blank line
		switch {
		case len(bytes.TrimRight(s.data[first.Start:span.Start], " \t")) == 0 && (ended || len(bytes.TrimLeft(s.data[span.End:last.End], " \t")) == 0):
		case match.InsideWord(s.data, span):
			words = append(words, l)
		default:
			list = append(list, l)
		}
	}
	if len(list) == 0 {
		return words
	}
	return list
}

// maxLooked is how many places in longer lines are looked at, for a message.
const maxLooked = 10_000

// inLines are the first places where the text of a block stands, whatever is around it.
func (s source) inLines(find Value) []text.Span {
	spans := match.InLines(s.data, find)
	return spans[:min(len(spans), maxLooked)]
}

// lineAt is the line of an offset, without its end; known is another one, or the same.
func (s source) lineAt(known text.Span, at int) text.Span {
	if known.Start <= at && at <= known.End && known.End > 0 {
		return known
	}
	start := text.LineStart(s.data, at)
	end := max(start, text.NextLine(s.data, at))
	return text.Span{Start: start, End: start + len(text.TrimLineEnd(s.data[start:end]))}
}

// explainPartOfLine adds to e why a text is not found that stands only in lines that hold more
// than it, after other reasons, and shows those lines. The hint has the form in which a part of
// a line is asked for. It is "", and e is as it was, if the text stands in no such lines.
func (m *miss) explainPartOfLine(e *Error, reasons []string) string {
	places := m.source.inLongerLines(m.find)
	if len(places) == 0 || m.refused != "" {
		return ""
	}
	place, data := places[0], m.source.data
	ends := text.LineNumbers(data, []int{place.first.Start, place.last.Start})
	var more []string
	if before := m.source.before(place); strings.Trim(before, " \t") != "" {
		more = append(more, fmt.Sprintf("line %d of the file has %q before it", ends[0], text.Cut(before, maxShownChars)))
	}
	if behind := m.source.behind(place); strings.Trim(behind, " \t") != "" {
		more = append(more, fmt.Sprintf("line %d of the file goes on with %q behind it", ends[1], text.Cut(behind, maxShownChars)))
	}
	why := "part of a line: the text stands for whole lines, but " + strings.Join(more, ", and ")
	if n := len(places) - 1; n > 0 {
		why += fmt.Sprintf(" (and %s)", plural(n, "place more", "places more"))
	}
	lines := strings.Split(text.Unix(string(data[place.first.Start:place.last.End])), "\n")
	for i, line := range lines {
		lines[i] = text.Cut(line, maxWhole)
	}
	e.because(append(reasons, why)...)
	e.Line = ends[0]
	e.Details = append(e.Details, wording.Detail{Heading: "Nearest: " + lineSpan(ends[0], ends[1]) + ":", Lines: shownLines(lines), TextOf: "file"})
	hint := "Copy the whole lines above into " + m.field + " if you mean them."
	if m.hunk {
		return "Give the whole lines above in the hunk: one `-` line for each, and the `+` lines that take their place."
	}
	tag := strings.Trim(m.field, "<>")
	return hint + fmt.Sprintf(" If you mean the part alone, write it without line breaks at the tags: <%s>%s</%[1]s>", tag, cutLines(m.find.Snippet()))
}

// cutLines is a text that is shown as it is to be sent, or its first line where it is long.
func cutLines(s string) string {
	s = text.Unix(s)
	if first, _, _ := strings.Cut(s, "\n"); len(s) > maxShownChars {
		return text.Cut(first, maxShownChars) + " …"
	}
	return s
}

// shownLines are lines of the file for a message, no more than maxNearest of them.
func shownLines(lines []string) []string {
	if len(lines) <= maxNearest {
		return lines
	}
	return append(slices.Clone(lines[:maxNearest]), fmt.Sprintf("… (+%d lines)", len(lines)-maxNearest))
}

// leftAlone warns of places that an edit of every occurrence does not change, since they are
// in longer lines, or in lines with other indentation. Longer words do not count.
func (e editText) leftAlone(src source, found match.Tolerated) []string {
	if e.Count != allMatches || !e.Find.Block || found.Level != "" {
		return nil
	}
	taken := func(s text.Span) bool {
		i, _ := slices.BinarySearchFunc(found.Spans, s.Start, func(f text.Span, at int) int { return f.End - at })
		return i < len(found.Spans) && found.Spans[i].Start < s.End
	}
	var left []text.Span
	for _, s := range src.inLines(e.Find) {
		if !taken(s) && !match.InsideWord(src.data, s) {
			left = append(left, s)
		}
	}
	if len(left) == 0 {
		return nil
	}
	where := "line " + joinNumbers(lineNumbers(src.data, left)) + ", which holds more than it or is indented otherwise, and was left as it is"
	if len(left) > 1 {
		where = "lines " + joinNumbers(lineNumbers(src.data, left)) + ", which hold more than it or are indented otherwise, and were left as they are"
	}
	tag := strings.Trim(e.field, "<>")
	return []string{fmt.Sprintf("The text also stands in %s. To replace it there, too, write it without line breaks at the tags: <%s>%s</%[2]s>", where, tag, cutLines(e.Find.Snippet()))}
}
