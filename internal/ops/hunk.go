package ops

import (
	"bytes"
	"fmt"
	"sort"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/text/match"
)

// Hunk is one change of a patch: whole lines, and what takes their place, as the text of
// a Value in block form.
type Hunk struct {
	Find, Replace string
	Headers       []string // lines that the change stands after or in: a class, a function in it
	AtEnd         bool     // nothing but blank lines stands behind it in the file
	Gap           int      // lines at its end that are empty in the patch: of the file, or before what comes next
}

// Patch returns the change that the hunks of a patch make in a file, one after another: all
// or none. The lines of a hunk must stand in one place of the file, of what its headers name,
// or at the end. That place must not contradict the headers.
func Patch(path string, hunks []Hunk) Action {
	m := multiEdit{Path: path, hunks: true}
	for _, h := range hunks {
		m.Edits = append(m.Edits, editText{
			Path: path, Find: Value{Text: h.Find, Block: true}, Replace: Value{Text: h.Replace, Block: true},
			Count: oneMatch, tag: "str_replace", field: "the hunk", other: "the hunk", reader: "read",
			hunk: true, headers: strings.Join(h.Headers, "\n"), gap: h.Gap,
		})
		if h.AtEnd {
			m.Edits[len(m.Edits)-1].endMark = "*** End of File"
		}
	}
	return m
}

// placeInEmptyFile is the place of a hunk that only adds lines. The file must be empty, since
// the hunk does not say where in another file they go.
func (e editText) placeInEmptyFile(src source, p Policy) (match.Tolerated, []string, error) {
	end := len(src.data)
	if end != text.Body(src.data) {
		hint := "Give the lines around them"
		if p.style.Form != wording.Diff {
			hint += ", or `*** End of File` after them to put them at the end"
		}
		return match.Tolerated{}, nil, &Error{
			Code: Malformed, Path: src.target.Written, Hint: hint + ".",
			Msg: "The hunk does not say where its lines go, and the file is not empty",
		}
	}
	warnings, err := p.guard(src.target.Written, e.label(e.other, p), e.Replace.Text, src.data)
	found := match.Tolerated{Matches: match.Matches{Spans: []text.Span{{Start: end, End: end}}}, Text: e.Replace.Text}
	return found, warnings, err
}

// endsFile is the text that takes the place of whole lines at the end of a file whose last
// line has no line end. A hunk that changes the last line ends it, as the makers of the
// dialect have it.
func (e editText) endsFile(lines string) string {
	old, now := e.Find.Snippet(), e.Replace.Snippet()
	changed := e.hunk && old[strings.LastIndexByte(old, '\n')+1:] != now[strings.LastIndexByte(now, '\n')+1:]
	switch {
	case e.lastEnd == removed:
		return lines
	case lines != "" && (e.lastEnd == added || e.lastEnd == byChange && changed):
		return lines + "\n"
	}
	return atLast(lines)
}

// explainHunk adds to the miss of a hunk where its change would stand. It adds a reason if a
// marker of the patch stands among its lines: the blanks before it make it a line of the file.
func (e editText) explainHunk(src source, err error) {
	failed := AsError(err)
	if !e.hunk || failed.miss == nil {
		return
	}
	area := e.area(src)
	failed.miss.area = &area
	if failed.miss.refused != "" {
		return
	}
	for line := range strings.Lines(e.Find.Text) {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "*** ") || line == "@@" || strings.HasPrefix(line, "@@ ") {
			failed.miss.refused = fmt.Sprintf("The hunk has `%s` as a line of the file, since a blank stands before it: a marker of the patch begins its line", text.Cut(line, maxShownChars))
			return
		}
	}
}

// withoutGap is the hunk with as many of the empty lines at its end as stand in the file.
// They change nothing there, but say where it is.
func (e editText) withoutGap(src source) editText {
	without := func(n int) editText {
		short, cut := e, strings.Repeat("\n", n)
		short.gap -= n
		short.Find.Text = strings.TrimSuffix(e.Find.Text, cut)
		short.Replace.Text = strings.TrimSuffix(e.Replace.Text, cut)
		return short
	}
	cuts := e.gap + 1
	if strings.Trim(e.Find.Text, "\n") == "" {
		cuts = len(e.Find.Text) - 1 // one blank line by itself matches nowhere
	}
	// A hunk without some of its last lines matches wherever the whole of it does.
	n := sort.Search(cuts, func(n int) bool {
		m := match.Find(src.data, without(n).Find)
		return m.Whole && !m.Blanks
	})
	if n == cuts {
		return e
	}
	return without(n)
}

// choosePlace chooses the one place that a hunk means if its lines stand in several. That is
// the one at the end, if the hunk says so, or the only one in what its headers name. If the
// lines stand once, the headers must not contradict that place.
func (e editText) choosePlace(src source, found match.Tolerated) (match.Tolerated, error) {
	switch {
	case e.endMark != "":
		return e.last(src, found)
	case len(found.Spans) > 1:
		return e.inHeaders(src, found), nil
	}
	return found, e.checkHeaders(src, found.Spans[0])
}

// last is the place behind which there are only blank lines.
func (e editText) last(src source, found match.Tolerated) (match.Tolerated, error) {
	place, ok := lastIn(src.data, e.Find)
	if found.Level != "" {
		place = found.Spans[0]
		ok = len(bytes.TrimSpace(src.data[place.End:])) == 0
	}
	if e.endMark == noEnd {
		ok = ok && text.NextLine(src.data, place.End) == len(src.data) // no blank lines either
	}
	if !ok {
		return found, e.misplaced(src, found.Spans[0], "is not at the end of the file, as `"+e.endMark+"` says",
			"Leave out `"+e.endMark+"` if that is the place you mean, else give the last lines of the file.")
	}
	found.Spans, found.Overlap = []text.Span{place}, false
	return found, nil
}

// checkHeaders is the error for a place above a line that a header names. The beginning of a
// line is enough, since models shorten headers. A header that stands nowhere is ignored.
func (e editText) checkHeaders(src source, place text.Span) error {
	from := text.Body(src.data)
	for _, header := range e.named() {
		at := headerAfter(src.data, from, header)
		if at >= place.End {
			line := text.LineNumbers(src.data, []int{at})[0]
			return e.misplaced(src, place, fmt.Sprintf("is above `@@ %s`, which is at line %d", text.Cut(header, maxShownChars), line),
				"Give the lines as they stand below that line; or, if that is the place you mean, a line above it after `@@`.")
		}
		if at >= 0 {
			from = text.NextLine(src.data, at)
		}
	}
	return nil
}

// misplaced is the error for a hunk that rules out the place where its lines are.
func (e editText) misplaced(src source, place text.Span, why, hint string) *Error {
	line := text.LineNumbers(src.data, []int{place.Start})[0]
	return &Error{
		Code: NoMatch, Path: e.Path, Hint: hint,
		Msg: fmt.Sprintf("The place where its lines are, line %d of %s, %s", line, e.Path, why),
	}
}

// area is where the change of a hunk would stand if it was made already. That is in what its
// headers name, or below them if that is not one place. With `*** End of File` it is the end
// of the file.
func (e editText) area(src source) text.Span {
	within, below := text.Span{Start: text.Body(src.data), End: len(src.data)}, text.Body(src.data)
	for _, header := range e.named() {
		if at := headerAfter(src.data, below, header); at >= 0 {
			within.Start, below = at, text.NextLine(src.data, at)
		}
		if body, once := headed(src.data, within, header); once {
			within.End = body.End
		}
	}
	if e.endMark != "" {
		within.Start = len(bytes.TrimRight(src.data, " \t\r\n"))
	}
	return within
}

// named are the headers. A blank line names nothing.
func (e editText) named() []string {
	return strings.FieldsFunc(e.headers, func(r rune) bool { return r == '\n' })
}

// headerAfter is the offset of the first line from an offset on that begins with the header,
// as whole words; -1 if there is none.
func headerAfter(src []byte, from int, header string) int {
	for {
		i := bytes.Index(src[from:], []byte(header))
		if i < 0 {
			return -1
		}
		start, end := from+i, from+i+len(header)
		before := bytes.TrimRight(src[:start], " \t")
		if (len(before) == text.Body(src) || before[len(before)-1] == '\n') && !match.InsideWord(src, text.Span{Start: start, End: end}) {
			return start
		}
		from = end
	}
}

// inHeaders is the only place in what the headers name; all places if there is none or more
// than one. A header must stand exactly once in what the headers before it name, so that
// nothing is guessed. It must be a whole line there, but for the blanks around it.
func (e editText) inHeaders(src source, found match.Tolerated) match.Tolerated {
	within := text.Span{End: len(src.data)}
	for _, header := range e.named() {
		var ok bool
		if within, ok = headed(src.data, within, header); !ok {
			return found
		}
	}
	first, ok := firstIn(src.data, within, e.Find)
	if !ok {
		return found
	}
	after := text.Span{Start: text.NextLine(src.data, first.Start), End: within.End}
	if _, another := firstIn(src.data, after, e.Find); another {
		return found
	}
	found.Spans, found.Overlap = []text.Span{first}, false
	return found
}

// lastIn is the place where whole lines stand behind which there are only blank lines.
func lastIn(src []byte, find Value) (text.Span, bool) {
	const blanks = " \t\r\n"
	start := text.LineStart(src, len(bytes.TrimRight(src, blanks)))
	for range strings.Count(strings.TrimRight(find.Text, blanks), "\n") {
		if start == text.Body(src) {
			return text.Span{}, false
		}
		start = text.LineStart(src, start-1)
	}
	return firstIn(src, text.Span{Start: start, End: start + 1}, find)
}

// firstIn is the first place where whole lines stand that begins in a span.
func firstIn(src []byte, within text.Span, find Value) (text.Span, bool) {
	m := match.Find(src[within.Start:], find)
	if !m.Whole || m.Blanks || m.Spans[0].Start+within.Start >= within.End {
		return text.Span{}, false
	}
	return text.Span{Start: m.Spans[0].Start + within.Start, End: m.Spans[0].End + within.Start}, true
}

// headed is what a header names within a span: the lines after it that are indented more,
// with the brackets around them. If there are none, it is everything after the header. It
// reports false unless the header stands there exactly once.
func headed(src []byte, within text.Span, header string) (text.Span, bool) {
	var body text.Span
	times, open := 0, false
	indent := 0
	for at := within.Start; at < within.End; {
		next := min(text.NextLine(src, at), within.End)
		line := bytes.TrimRight(src[at:next], " \t\r\n")
		trimmed := bytes.TrimLeft(line, " \t")
		depth := len(line) - len(trimmed)
		if string(trimmed) == header {
			if times++; times > 1 {
				return body, false
			}
			body, open, indent = text.Span{Start: next, End: next}, true, depth
		} else if open && len(trimmed) > 0 {
			if depth > indent || depth == indent && bytes.IndexByte([]byte("{})]"), trimmed[0]) >= 0 {
				body.End = next
			} else {
				open = false
			}
		}
		at = next
	}
	if body.End == body.Start {
		body.End = within.End
	}
	return body, times == 1
}
