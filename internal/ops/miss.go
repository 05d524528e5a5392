package ops

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/text"
	"fileops/internal/text/match"
)

// sought is a text that is looked for, the field it comes from, and what is to take its
// place, if anything.
type sought struct {
	field         string // as a message names it
	find, replace Value
	reader        string // see Edit
	beside        Value  // is to be put next to it, if anything
}

// find is where a text stands in the file: to the letter, or where the policy is
// tolerant at the one place that differs in no more than it allows, with what is to be
// put there as it fits there.
func (s source) find(w sought, p Policy) (match.Tolerated, error) {
	if err := s.countPlaces(w.find, p); err != nil {
		return match.Tolerated{}, err
	}
	found := match.Tolerated{Matches: match.Find(s.data, w.find), Text: w.replace.Snippet()}
	p.left.places -= len(found.Spans)
	if len(found.Spans) > 0 {
		return found, nil
	}
	if !p.Tolerant {
		return found, s.noMatch(w, "")
	}
	tolerant, put, what := match.Tolerant, w.replace, "replacement"
	if w.beside.Text != "" {
		tolerant, put, what = match.Beside, w.beside, "content"
	}
	near, ok := tolerant(s.data, w.find, put)
	if !ok {
		return near, s.noMatch(w, s.refusal(near, what))
	}
	if strings.Contains(near.Text, "\r\n") { // text and a line end, which in a value is CR LF
		near.Text = strings.ReplaceAll(near.Text, "\n", "\r\n")
	}
	return near, nil
}

// refusal says why what Tolerant found is not taken; "" if it found nothing.
func (s source) refusal(near match.Tolerated, what string) string {
	if len(near.Spans) == 0 {
		return ""
	}
	lines := lineNumbers(s.data, near.Spans)
	switch {
	case len(lines) > 1:
		return fmt.Sprintf("%d places match when %s are ignored (lines %s): include more lines", len(lines), near.Level, joinNumbers(lines))
	case near.Overlap:
		return fmt.Sprintf("Places that overlap match when %s are ignored (line %d): include more lines", near.Level, lines[0])
	case near.Made:
		return fmt.Sprintf("Line %d matches but for %s, but the replacement stands there already: if that is the change you wanted, go on without it", lines[0], near.Level)
	}
	return fmt.Sprintf("Line %d matches but for %s, but the %s cannot be adapted with certainty: send both as the file has them", lines[0], near.Level, what)
}

// toleratedNote says what was ignored, and where.
func toleratedNote(level string, line int) string {
	return fmt.Sprintf("Matched although it differs in %s (line %d)", level, line)
}

// miss is a text that was looked for in a file and is not there.
type miss struct {
	source  source
	sought         // what, and what for
	refused string // why a tolerant match was not taken
	prefix  string // before the message
	part    string // of a call that asks for several changes: the one that this is about
	brief   bool   // the file is not searched for what is nearest
	edits   []Edit // and those behind it
}

// becomes makes the replacement what the changes behind it leave of it, if that is what
// stands in the file.
func (m *miss) becomes(l later) {
	if match.Applied(m.source.data, m.find, m.replace) > 0 {
		return
	}
	then := m.replace
	for _, e := range l.in(m.source.target.Written) {
		before := then.Text
		then.Text = made(text.Unix(before), []laterEdit{e})
		if then.Text != before && match.Applied(m.source.data, m.find, then) > 0 {
			m.replace = then
			return
		}
	}
}

// noMatch is the error for a text that is not in the file. The explainer says why: that
// takes time, and more than the file.
func (s source) noMatch(w sought, refused string) *Error {
	return &Error{Code: NoMatch, Path: s.target.Written, miss: &miss{source: s, sought: w, refused: refused}}
}

// render says in e why the text is not in the file: what is known from elsewhere, what
// stands there already, how the nearest text differs, and that text, to be copied.
func (m *miss) render(e *Error, why []string, hint string) {
	path := m.source.target.Written
	var b strings.Builder
	b.WriteString(m.prefix)
	if m.reader != "" {
		fmt.Fprintf(&b, "No matches found for %s in %s.\n\nThis error occurs when the text doesn't match exactly. To fix:\n1. Use %s to see the exact content of %[2]s\n2. Copy the EXACT text including all spaces, tabs, and newlines\n3. Do not add or remove any whitespace\n", m.field, path, m.reader)
	} else {
		fmt.Fprintf(&b, "❌ Pattern not found in %s\n", path)
	}
	b.WriteString("\nSearched for:\n")
	for i, line := range strings.Split(text.Unix(m.find.Snippet()), "\n") {
		if i == maxShown {
			b.WriteString("  …\n")
			break
		}
		b.WriteString("  " + text.Cut(line, maxShownChars) + "\n")
	}
	if m.endsEarly() {
		why = append(why, "line end: the last line of the file has none, the text ends in one")
	}
	e.Hint = "Read " + path + " and copy the text into " + m.field + " exactly as it stands there."
	if m.brief {
		b.WriteString(because(append(why, "not known: this response has many texts that are not there")))
	} else if line := match.Applied(m.source.data, m.find, m.replace); line > 0 {
		fmt.Fprintf(&b, "\nalready applied: the replacement stands at line %d\n", line)
		e.Hint = "If that is the change you wanted, go on without it."
		if m.part != "" {
			e.Hint = "If that is the change you wanted, send the call again without " + m.part + ": none of the others was made either."
		}
		b.WriteString(because(why))
	} else {
		near, shown := m.source.nearest(m.find, m.refused, why)
		b.WriteString(near)
		if shown {
			e.Hint = "Copy the text above into " + m.field + " exactly as it stands there, if that is the place you mean."
		}
	}
	if hint != "" {
		e.Hint = hint
	}
	b.WriteString("\nFile not modified.")
	e.Msg = b.String()
}

// endsEarly reports whether the text stands at the end of the file but for the line
// break that it ends in.
func (m *miss) endsEarly() bool {
	find, ended := strings.CutSuffix(text.Unix(m.find.Text), "\n")
	return ended && !m.find.Block && find != "" && strings.HasSuffix(text.Unix(string(m.source.data)), find)
}

// maxNearest is how many lines of the nearest text are shown.
const maxNearest = 60

// nearest says why what was looked for is not there, and shows the text that is nearest to
// it, if any is near.
func (s source) nearest(find Value, refused string, why []string) (said string, shown bool) {
	m := match.Nearest(s.data, find)
	var b strings.Builder
	if refused != "" {
		b.WriteString("\n" + refused + "\n")
	}
	b.WriteString(because(slices.Concat(why, m.Causes)))
	if m.First == 0 {
		return b.String(), false
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
	return b.String(), true
}

// because lists the reasons for a miss.
func because(why []string) string {
	if len(why) == 0 {
		return ""
	}
	return "\nWhy:\n  - " + strings.Join(why, "\n  - ") + "\n"
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
