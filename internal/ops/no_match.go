package ops

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/text/match"
	"fileops/internal/text/omission"
	"fileops/internal/workspace"
)

// findQuery is a text that is looked for, the field it comes from, and what is to take its
// place, if anything.
type findQuery struct {
	field, other  string // as a message names it, and the field of what takes its place
	find, replace Value
	reader        string // see editText
	beside        Value  // is to be put next to it, if anything
	once          bool   // several places are an error of their own
	hunk          bool   // of a patch: its lines are whole, blanks and all
}

// find returns where a text stands in the file, and what is to be put there. It looks for the
// exact text first. If that is not there and the policy is tolerant, it accepts a single place
// that differs a little (see match.Tolerant), and adapts what is put there.
func (s source) find(w findQuery, p Policy) (match.Tolerated, error) {
	if err := s.countPlaces(w.find, p); err != nil {
		return match.Tolerated{}, err
	}
	found, ok := w.look(match.Exact, match.ExactBeside, s)
	p.left.places -= len(found.Spans)
	switch n := len(found.Spans); {
	case n > 0 && w.hunk && found.Blanks:
		return found, s.noMatch(w, fmt.Sprintf("Line %d differs in the blanks before or behind the text, and a hunk has whole lines.", lineNumbers(s.data, found.Spans)[0]))
	case n > 0 && !ok && (n == 1 || !w.once):
		return found, s.refuse(w, found)
	case n > 0:
		return found, nil
	case !p.Tolerant:
		return found, s.noMatch(w, "")
	}
	tolerant := match.Tolerant
	if w.hunk {
		tolerant = match.TolerantHunk
	}
	near, ok := w.look(tolerant, match.Beside, s)
	if !ok {
		return near, s.refuse(w, near)
	}
	return near, nil
}

// look looks for the text with one of two functions: for what takes its place, or for what
// is put beside it.
func (w findQuery) look(instead, beside func([]byte, Value, Value) (match.Tolerated, bool), s source) (match.Tolerated, bool) {
	put := w.replace
	if w.beside.Text != "" {
		instead, put = beside, w.beside
	}
	found, ok := instead(s.data, w.find, put)
	if adapted := found.Level != "" || found.Blanks; adapted && strings.Contains(found.Text, "\r\n") {
		found.Text = strings.ReplaceAll(found.Text, "\n", "\r\n") // text and a line end, which in a value is CR LF
	}
	return found, ok
}

// refuse is the error for a match that is not taken.
func (s source) refuse(w findQuery, near match.Tolerated) *Error {
	err := s.noMatch(w, s.refusal(near, w))
	err.miss.unclear = len(near.Readings) > 0
	err.miss.several = len(near.Spans) > 1 || near.Overlap
	return err
}

// refusal says why what Tolerant found is not taken; "" if it found nothing.
func (s source) refusal(near match.Tolerated, w findQuery) string {
	if len(near.Spans) == 0 {
		return ""
	}
	what := "replacement"
	if w.beside.Text != "" {
		what = "content"
	}
	lines := lineNumbers(s.data, near.Spans)
	switch {
	case near.Level == "" && len(lines) > 1:
		return fmt.Sprintf("Lines %s have the text with different blanks before or behind it, and the %s does not fit all of them: change them one by one", joinNumbers(lines), what)
	case near.Level == "":
		return fmt.Sprintf("Line %d begins with blanks that the text leaves out, and how deep the %s is meant to be is not certain%s", lines[0], what, readings(near, what))
	case len(lines) > 1:
		return fmt.Sprintf("%d places match when %s ignored (lines %s): include more lines", len(lines), areLevel(near.Level), joinNumbers(lines))
	case near.Overlap:
		return fmt.Sprintf("Places that overlap match when %s ignored (line %d): include more lines", areLevel(near.Level), lines[0])
	case near.Made:
		return fmt.Sprintf("Line %d matches but for %s, but the replacement stands there already: if that is the change you wanted, go on without it", lines[0], near.Level)
	case len(near.Readings) > 0:
		return fmt.Sprintf("Line %d matches but for %s, and how deep the %s is meant to be is not certain%s", lines[0], near.Level, what, readings(near, what))
	}
	return fmt.Sprintf("Line %d matches but for %s, but the %s cannot be adapted with certainty: send both as the file has them", lines[0], near.Level, what)
}

// areLevel is a level of tolerance with its verb.
func areLevel(level string) string {
	if strings.HasSuffix(level, "s") {
		return level + " are"
	}
	return level + " is"
}

// readings shows what a replacement may mean in the file, to be copied.
func readings(near match.Tolerated, what string) string {
	var b strings.Builder
	b.WriteString(". Send both as deep as the file has them. As whole lines of the file, the " + what + " is ")
	for i, reading := range near.Readings {
		if i > 0 {
			b.WriteString("or ")
		} else if len(near.Readings) > 1 {
			b.WriteString("either ")
		}
		b.WriteString("this:\n" + strings.Join(shownLines(strings.Split(reading, "\n")), "\n") + "\n")
	}
	return strings.TrimSuffix(b.String(), "\n")
}

// toleratedNote says what was ignored, and where.
func toleratedNote(level string, line int) string {
	return fmt.Sprintf("Matched although it differs in %s (line %d)", level, line)
}

// miss is a text that was looked for in a file and is not there.
type miss struct {
	source    source
	findQuery            // what, and what for
	refused   string     // why a match was not taken
	unclear   bool       // because the replacement may be meant at two depths
	several   bool       // because several places would match
	prefix    string     // before the message
	area      *text.Span // of the file, in which the change would begin or end; nil for all of it
	part      string     // of a call that asks for several changes: the one that this is about
	brief     bool       // the file is not searched for what is nearest
	edits     []editText // and those behind it
}

// becomes makes the replacement what the changes behind it leave of it, if that is what
// stands in the file. Room is how many bytes of files may be looked through for it.
func (m *miss) becomes(l later, room *int) {
	if match.Applied(m.source.data, m.find, m.replace) > 0 {
		return
	}
	then := m.replace
	for _, e := range l.in(m.source.target.Written) {
		before := then.Text
		then.Text = made(text.Unix(before), []laterEdit{e})
		if then.Text == before {
			continue
		}
		if *room -= len(m.source.data); *room < 0 {
			return
		}
		if match.Applied(m.source.data, m.find, then) > 0 {
			m.replace = then
			return
		}
	}
}

// noMatch is the error for a text that is not in the file. The explainer says why: that
// takes time, and more than the file.
func (s source) noMatch(w findQuery, refused string) *Error {
	return &Error{Code: NoMatch, Path: s.target.Written, miss: &miss{source: s, findQuery: w, refused: refused}}
}

// render writes into e why the text is not in the file, and shows the nearest text, to be
// copied. why are reasons from the rest of the response; hint, if any, replaces the usual one.
func (m *miss) render(e *Error, why []string, hint string) {
	path := m.source.target.Written
	e.Msg, e.marked, e.untouched = "Pattern not found in "+path, true, true
	e.Short = m.prefix + "text not found"
	if m.reader != "" {
		e.Msg, e.marked = fmt.Sprintf("%sNo matches found for %s in %s.", m.prefix, m.field, path), false
	}
	if m.reader != "" && !m.hunk { // the sender of a patch may have nothing to read with
		e.Details = []wording.Detail{{Heading: "This error occurs when the text doesn't match exactly. To fix:", Lines: []string{
			fmt.Sprintf("1. Use %s to see the exact content of %s", m.reader, path),
			"2. Copy the EXACT text including all spaces, tabs, and newlines",
			"3. Do not add or remove any whitespace",
		}}}
	}
	searched := wording.Detail{Heading: "Searched for:", TextOf: "response"}
	for i, line := range strings.Split(text.Unix(m.find.Snippet()), "\n") {
		if i == maxShown {
			searched.Lines = append(searched.Lines, "…")
			break
		}
		searched.Lines = append(searched.Lines, text.Cut(line, maxShownChars))
	}
	e.Details = append(e.Details, searched)
	if m.endsEarly() {
		why = append(why, "line end: the last line of the file has none, the text ends in one")
	}
	e.Hint = "Read " + path + " and copy the text into " + m.field + " exactly as it stands there."
	if m.hunk {
		e.Hint = "Give the lines in the hunk exactly as " + path + " has them, each with a space or \"-\" in front."
	}
	if m.source.target.Kind == workspace.Absent {
		e.Hint = "Give in " + m.field + " a text that stands in " + path + " after the edits before this one."
	}
	if m.brief {
		e.because(append(why, "not known: this response has many texts that are not there")...)
	} else if part := m.explainPartOfLine(e, why); part != "" {
		e.Hint = part
	} else if line := m.made(); line > 0 {
		e.Line = line
		e.detail(fmt.Sprintf("already applied: the replacement stands at line %d", line))
		e.Hint = "If that is the change you wanted, go on without it."
		if m.part != "" {
			e.Hint = "If that is the change you wanted, send the call again without " + m.part + ": none of the others was made either."
		}
		e.because(why...)
	} else {
		near := m.source.nearest(e, m.find, m.refused, why)
		e.Hint = cmp.Or(m.copyNearest(near), e.Hint)
		if _, _, elided := omission.Find([]byte(m.find.Text), nil, false); elided && len(near.places) > 0 && m.other != "" {
			e.Hint += " It has the lines that the placeholder stood for: give them in " + m.other + ", too, or they are deleted."
		}
		if near.fenced && m.other != "" {
			if _, both := text.Unfence(m.replace.Text); both {
				e.Hint += " Leave the code fence out of " + m.other + " as well."
			}
		}
		if near.indented && m.other != "" && !m.unclear {
			other := m.other
			if m.hunk {
				other = "the + lines"
			}
			e.Hint += " Indent " + other + " to match as well."
		}
	}
	if hint != "" {
		e.Hint = hint
	}
}

// copyNearest tells how to send the nearest text; "" if there is none.
func (m *miss) copyNearest(near nearText) string {
	exactly, behind := "Copy the text above into "+m.field+" exactly as it stands there", "Copy the text behind Nearest into "+m.field
	if m.hunk {
		exactly += ", with a space or \"-\" in front of each line"
		behind += ", with \"-\" in front of each line"
	}
	places := near.places
	switch n := len(places); {
	case n == 0:
		return ""
	case near.last-near.first >= maxNearest: // a part of it would be found as well, and the rest would stay
		return fmt.Sprintf("Only the first %d lines are shown above. Read %s of %s, and copy all of them into %s exactly, if that is the place you mean.",
			maxNearest, lineSpan(near.first, near.last), m.source.target.Written, m.field)
	case m.unclear:
		return behind + ", and put in its place the lines that you mean, as deep as they are shown."
	case n > 1:
		return fmt.Sprintf("%s. It stands at %d places (%s): if you mean one of them, copy the lines around it as well.", exactly, n, atLines(lineNumbers(m.source.data, places)))
	case m.several:
		return exactly + ", if that is the place you mean. If you mean another one, include the lines around it."
	}
	return exactly + ", if that is the place you mean."
}

// made is the line (1-based) at which the change stands already, or 0.
func (m *miss) made() int {
	line := match.Applied(m.source.data, m.find, m.replace)
	if line == 0 || m.area == nil {
		return line
	}
	area := text.LineNumbers(m.source.data, []int{m.area.Start, max(m.area.Start, m.area.End-1)})
	if last := line + strings.Count(text.Unix(m.replace.Snippet()), "\n"); last < area[0] || line > area[1] {
		return 0
	}
	return line
}

// endsEarly reports whether the text stands at the end of the file but for the line
// break that it ends in.
func (m *miss) endsEarly() bool {
	find, ended := strings.CutSuffix(text.Unix(m.find.Text), "\n")
	return ended && !m.find.Block && find != "" && strings.HasSuffix(text.Unix(string(m.source.data)), find)
}

// maxNearest is how many lines of the nearest text are shown.
const maxNearest = 60

// nearText is the text of a file that is nearest to one that is not there.
type nearText struct {
	indented    bool        // it differs in indentation
	fenced      bool        // it differs in a code fence
	places      []text.Span // where the file has it; none if nothing is near
	first, last int         // its lines, 1-based
}

// nearest adds to e why what was looked for is not there, and the text that is nearest to it.
// It returns the places of that text, none if no text is near.
func (s source) nearest(e *Error, find Value, refused string, why []string) nearText {
	m := match.Nearest(s.data, find)
	if !find.Block && !strings.ContainsAny(find.Text, "\n") && strings.TrimLeft(find.Text, " \t") == find.Text {
		// Such a text may stand anywhere in a line.
		m.Causes = slices.DeleteFunc(m.Causes, func(cause string) bool { return strings.HasPrefix(cause, "indentation:") })
	}
	if refused != "" {
		e.detail(strings.Split(refused, "\n")...)
	}
	e.because(slices.Concat(why, m.Causes)...)
	if m.First == 0 {
		return nearText{}
	}
	e.Line = m.First
	e.Details = append(e.Details, wording.Detail{
		Heading: fmt.Sprintf("Nearest: %s (%d %% alike):", lineSpan(m.First, m.Last), int(m.Similarity*100)),
		Lines:   shownLines(strings.Split(text.Unix(m.Text), "\n")), TextOf: "file",
	})
	copied := Value{Text: m.Text, Block: find.Block}
	if find.Block {
		copied.Text += "\n"
	}
	places := match.Find(s.data, copied).Spans
	if len(places) == 0 {
		places = []text.Span{{}} // a part of a long line is no block
	}
	return nearText{
		indented: slices.ContainsFunc(m.Causes, func(cause string) bool { return strings.HasPrefix(cause, "indentation:") }),
		fenced:   len(m.Causes) > 0 && strings.HasPrefix(m.Causes[0], "code fence:"),
		places:   places, first: m.First, last: m.Last,
	}
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
	return []string{fmt.Sprintf("%d of %d matches lie inside longer words (%s)", len(inside), len(spans), atLines(lineNumbers(s.data, inside)))}
}
