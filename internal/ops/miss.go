package ops

import (
	"fmt"
	"strings"

	"fileops/internal/text"
	"fileops/internal/text/match"
)

// sought is a text that is looked for, the field it comes from, and what is to take its
// place, if anything.
type sought struct {
	field         string
	find, replace Value
}

// find is where a text stands in the file: to the letter, or where the policy is
// tolerant at the one place that differs in no more than it allows, with the
// replacement as it fits there.
func (s source) find(w sought, p Policy) (match.Tolerated, error) {
	found := match.Tolerated{Matches: match.Find(s.data, w.find), Text: w.replace.Snippet()}
	if len(found.Spans) > 0 {
		return found, nil
	}
	if !p.Tolerant {
		return found, s.noMatch(w, "")
	}
	near, ok := match.Tolerant(s.data, w.find, w.replace)
	switch {
	case ok:
		return near, nil
	case len(near.Spans) > 1:
		places := joinNumbers(lineNumbers(s.data, near.Spans))
		return near, s.noMatch(w, fmt.Sprintf("%d places match when %s are ignored (lines %s): include more lines", len(near.Spans), near.Level, places))
	case len(near.Spans) == 1:
		line := lineNumbers(s.data, near.Spans)[0]
		return near, s.noMatch(w, fmt.Sprintf("Line %d matches but for %s, but the replacement cannot be adapted with certainty: send both as the file has them", line, near.Level))
	}
	return near, s.noMatch(w, "")
}

// toleratedNote says what was ignored, and where.
func toleratedNote(level string, line int) string {
	return fmt.Sprintf("Matched although it differs in %s (line %d)", level, line)
}

// noMatch says why a text is not in the file: what stands there already, how the nearest
// text differs, and that text, to be copied.
func (s source) noMatch(w sought, refused string) *Error {
	path := s.target.Written
	var b strings.Builder
	fmt.Fprintf(&b, "❌ Pattern not found in %s\n\nSearched for:\n", path)
	for i, line := range strings.Split(text.Unix(w.find.Snippet()), "\n") {
		if i == maxShown {
			b.WriteString("  …\n")
			break
		}
		b.WriteString("  " + text.Cut(line, maxShownChars) + "\n")
	}
	e := &Error{
		Code: NoMatch, Path: path,
		Hint: "Read " + path + " and copy the text into <" + w.field + "> exactly as it stands there.",
	}
	if line := match.Applied(s.data, w.find, w.replace); line > 0 {
		fmt.Fprintf(&b, "\nalready applied: the replacement stands at line %d\n", line)
		e.Hint = "If that is the change you wanted, go on without it."
	} else if near := s.nearest(w.find, refused); near != "" {
		b.WriteString(near)
		e.Hint = "Copy the text above into <" + w.field + "> exactly as it stands there, if that is the place you mean."
	}
	b.WriteString("\nFile not modified.")
	e.Msg = b.String()
	return e
}

// maxNearest is how many lines of the nearest text are shown.
const maxNearest = 60

// nearest shows the text that is nearest to what was looked for; "" if none is near.
func (s source) nearest(find Value, refused string) string {
	m := match.Nearest(s.data, find)
	var b strings.Builder
	if refused != "" {
		b.WriteString("\n" + refused + "\n")
	}
	if len(m.Causes) > 0 && m.First > 0 {
		b.WriteString("\nWhy:\n")
		for _, c := range m.Causes {
			b.WriteString("  - " + c + "\n")
		}
	}
	if m.First == 0 {
		return b.String()
	}
	fmt.Fprintf(&b, "\nNearest: %s (%d %% alike):\n", lineSpan(m.First, m.Last), int(m.Similarity*100))
	lines := strings.Split(text.Unix(m.Text), "\n")
	for i, line := range lines {
		if i == maxNearest {
			fmt.Fprintf(&b, "… (+%d lines)\n", len(lines)-i)
			break
		}
		b.WriteString(line + "\n")
	}
	return b.String()
}

func lineSpan(first, last int) string {
	if first == last {
		return fmt.Sprintf("line %d", first)
	}
	return fmt.Sprintf("lines %d-%d", first, last)
}

// insideWords warns where some of several matches lie inside longer words, and others do
// not: `id` in `width`.
func insideWords(s source, spans []text.Span) []string {
	var inside []text.Span
	for _, span := range spans {
		if match.InsideWord(s.data, span) {
			inside = append(inside, span)
		}
	}
	if len(inside) == 0 || len(inside) == len(spans) {
		return nil
	}
	return []string{fmt.Sprintf("%d of %d matches lie inside longer words (lines %s)", len(inside), len(spans), joinNumbers(lineNumbers(s.data, inside)))}
}
