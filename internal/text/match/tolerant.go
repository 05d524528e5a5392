package match

import (
	"slices"
	"strings"
	"unicode/utf8"

	"fileops/internal/text"
)

// The levels of Tolerant, in the order in which they are tried.
const (
	trailingLevel  = "trailing blanks"
	numbersLevel   = "pasted line numbers"
	lookAlikeLevel = "look-alike characters"
	shiftLevel     = "indentation"
	tabsLevel      = "tabs and spaces"
	entitiesLevel  = "escaped entities"
	edgeLevel      = "a blank line too many"
)

// Tolerated is the place of a find that does not match exactly, and the text to put there.
//
// Invariants, each with a test:
//   - If Find finds something, Tolerant finds nothing.
//   - Without what the level ignores, the region and the find are equal.
//   - A level is tried only if every stricter one found nothing. A level that finds
//     several places ends the search: nothing is chosen.
//   - Levels are not combined. But a line that find and replacement share stays as
//     the file has it.
//   - The span is inside the source and never splits a CRLF.
type Tolerated struct {
	Matches        // one span if Tolerant returns true; several if it would have to choose
	Text    string // the replacement adapted to the file, with LF
	Level   string // what was ignored
	Made    bool   // the replacement is there already, so the edit is refused
	// Readings are the possible meanings of the replacement for the one place if Tolerant
	// returns false: at the depth of the find, and at that of the file. Whole lines, with LF.
	Readings []string
	asSent   bool // the replacement is at the file's depth, not at the find's
}

// Tolerant looks for the only place that differs from find in just one of these ways, tried in
// this order:
//
//   - blanks at the ends of lines
//   - line numbers pasted into the find, one on every line and consecutive (whole lines
//     only); a single number, and numbers before a colon, must be right
//   - look-alike characters, one for one: quotes, dashes, spaces
//   - one shift of the indentation of all lines (whole lines only; a text in inline form
//     counts as whole lines if it has several or begins with a blank)
//   - tabs for spaces in the indentation, at the same columns (whole lines only); for this
//     and a shift, one of the lines that differ must not occur in the source as sent
//   - entities in the find where the region has none
//   - a blank line at the first or the last edge of the find, or one at both (whole lines
//     only); the replacement loses the blank line at the same edge, if it has one
//
// With a shift, the replacement moves like the find only if both were written at the same
// depth. A replacement at the file's depth stays as it is; see depths.of.
//
// It reports whether text.Edit{Spans[0], Text} may be made. If not, nothing may be changed, and
// Spans are the places that a level found: none, several, or one whose replacement cannot be
// adapted without a guess. A find of fewer than three letters or digits is never tolerated.
func Tolerant(src []byte, find, replace text.Value) (Tolerated, bool) {
	return tolerant(src, find, attempt{
		replacement: text.Unix(replace.Snippet()), removes: replace.Text == "",
		mixed: find.Block != replace.Block && strings.HasSuffix(replace.Text, "\n"),
	})
}

// Beside is Tolerant for content that is inserted on its own lines before or after the place of
// a find. It is adapted like new lines of a replacement, even lines that it shares with the find.
func Beside(src []byte, find, content text.Value) (Tolerated, bool) {
	body, ended := strings.CutSuffix(text.Unix(content.Text), "\n")
	t, ok := tolerant(src, find, attempt{replacement: body, beside: true})
	if ended {
		t.Text += "\n"
	}
	return t, ok
}

// TolerantHunk is Tolerant for a hunk of a patch, which repeats the lines that it does not
// change. An added line that may be at the file's depth already is not moved.
func TolerantHunk(src []byte, find, replace text.Value) (Tolerated, bool) {
	return tolerant(src, find, attempt{replacement: text.Unix(replace.Snippet()), removes: replace.Text == "", hunk: true})
}

func tolerant(src []byte, find text.Value, a attempt) (Tolerated, bool) {
	view, removed := unixView(src)
	a.view, a.needle, a.block = string(view), text.Unix(find.Snippet()), find.Block
	if strings.Contains(a.view, string(text.CRLF)) || !recognizable(a.needle) || len(Find(src, find).Spans) > 0 {
		return Tolerated{}, false
	}
	a.windows = a.findWindows()
	lines := a.asLines()
	for _, level := range []struct {
		name string
		try  func() (Tolerated, bool)
	}{
		{trailingLevel, a.trailing}, {numbersLevel, a.numbers}, {lookAlikeLevel, a.lookAlikes},
		{shiftLevel, lines.with((*attempt).shift)}, {tabsLevel, lines.with((*attempt).tabs)}, {entitiesLevel, a.unescaped},
		{edgeLevel, lines.with((*attempt).edges)},
	} {
		t, ok := level.try()
		if len(t.Spans) == 0 {
			continue
		}
		t.Level = level.name
		if level.name == shiftLevel || level.name == tabsLevel {
			t.Spans = addWindows(t.Spans, lines.windows)
		}
		ok = ok && len(t.Spans) == 1 && !t.Overlap && (!t.Blanks || a.betweenBlanks(&t, t.Text)) && !a.twiceAsDeep(t)
		t.Made = ok && a.alreadyMade(t)
		t.Spans = inSource(t.Spans, removed)
		return t, ok && !t.Made
	}
	return Tolerated{}, false
}

// alreadyMade reports whether the replacement is already around its place: as it was sent or,
// if the level concerns indentation, with another one. To repeat such an edit would shift or
// wrap the same lines again.
func (a *attempt) alreadyMade(t Tolerated) bool {
	s, size := t.Spans[0], len(a.replacement)
	switch {
	case a.beside:
		return false
	case t.Text == a.view[s.Start:s.End]:
		return t.asSent && a.replacement != a.needle
	}
	if size >= s.End-s.Start {
		around := a.view[max(0, s.End-size):min(len(a.view), s.Start+size)]
		if s.Start+size > len(a.view) && !strings.HasSuffix(around, "\n") {
			around += "\n" // the last line is a whole one
		}
		if strings.Contains(around, a.replacement) {
			return true
		}
	}
	return (t.Level == shiftLevel || t.Level == tabsLevel) && a.reindented(s)
}

// twiceAsDeep reports whether a text in inline form is found after the blanks of its line, and its
// replacement begins with the same blanks. They would be doubled.
func (a *attempt) twiceAsDeep(t Tolerated) bool {
	if a.block || a.beside || len(t.Spans) != 1 {
		return false
	}
	start := t.Spans[0].Start // before its line if the find begins with a byte order mark
	before := a.view[min(start, a.lineOf(start)):start]
	own, rest := indent(a.needle)
	put, _ := indent(a.replacement)
	return before != "" && blank(before) && rest != "" && put == before+own
}

// addWindows adds the windows to the places of a find. They differ from it only in blanks, as its
// places may, so all of them are possible.
func addWindows(spans, windows []text.Span) []text.Span {
	for _, w := range windows {
		if !slices.ContainsFunc(spans, func(s text.Span) bool { return s.Start < w.End && w.Start < s.End }) {
			spans = append(spans, w)
		}
	}
	inOrder(spans)
	return spans
}

// attempt is a find without an exact match. All its text has LF, and its spans are offsets in
// view.
type attempt struct {
	view                string
	needle, replacement string
	beside              bool // the replacement goes next to the place, without its last line end
	hunk                bool // of a patch
	removes             bool // there is no replacement, not even a blank line
	mixed               bool // only one of find and replacement is a block, and the replacement ends in a line end
	block               bool
	inline, ended       bool        // whole lines in inline form; ended by a line break
	windows             []text.Span // see findWindows
}

// exactly finds a needle made from the find, as Find does. The needle is already normalized: a
// Value would take a carriage return at its end for a part of a CRLF.
func (a *attempt) exactly(needle string) Matches {
	if needle == "" {
		return Matches{}
	}
	return findIn([]byte(a.view), []byte(needle), a.block)
}

// asLines is the attempt on whole lines. All texts of tool calls are in inline form. Such a text
// counts as whole lines if it has several or begins with a blank, and if the replacement ends
// alike. A replacement that is only a line end is not clear: it may be a blank line, or not.
func (a *attempt) asLines() *attempt {
	needle, ended := strings.CutSuffix(a.needle, "\n")
	replacement, alike := strings.CutSuffix(a.replacement, "\n")
	if a.beside {
		replacement, alike = a.replacement, ended
	}
	stands := strings.Contains(needle, "\n") || strings.TrimLeft(needle, indentBlanks) != needle
	if a.block || !stands || a.replacement == "\n" || replacement != "" && alike != ended {
		return a
	}
	lines := &attempt{view: a.view, needle: needle, replacement: replacement, beside: a.beside, hunk: a.hunk, removes: a.removes, mixed: a.mixed, block: true, inline: true, ended: ended}
	lines.windows = lines.findWindows()
	return lines
}

// with tries a level on whole lines. For a text in inline form, it restores whether the last
// line end belongs to the text.
func (a *attempt) with(level func(*attempt) (Tolerated, bool)) func() (Tolerated, bool) {
	return func() (Tolerated, bool) {
		t, ok := level(a)
		if !a.inline {
			return t, ok
		}
		t.Whole = false
		if !a.ended {
			return t, ok
		}
		if a.replacement != "" && !a.beside {
			t.Text += "\n"
		}
		for i := range t.Spans {
			if t.Spans[i].End++; t.Spans[i].End > len(a.view) {
				return Tolerated{}, false
			}
		}
		return t, ok
	}
}

// numbers is the level that ignores pasted line numbers. A line with a number is a whole line.
// Every possible separator after the number is tried.
func (a *attempt) numbers() (Tolerated, bool) {
	lines, end := a.findLines()
	var found Tolerated
	ok := false
	for _, p := range unnumber(lines) {
		needle := strings.Join(p.lines, "\n")
		if !recognizable(needle) {
			continue
		}
		m := findAll([]byte(a.view), []byte(needle), true, true)
		if len(m.Spans) == 0 || m.Spans[len(m.Spans)-1].End+len(end) > len(a.view) {
			continue
		}
		if (len(lines) == 1 || p.sep[0] == ':') && text.LineNumbers([]byte(a.view), []int{m.Spans[0].Start})[0] != p.first {
			continue
		}
		for _, s := range m.Spans {
			found.Spans = append(found.Spans, text.Span{Start: s.Start, End: s.End + len(end)})
		}
		found.Overlap = found.Overlap || m.Overlap
		found.Whole = a.block
		found.Text, ok = unnumberAs(p, a.replacement, a.beside)
	}
	inOrder(found.Spans)
	return found, ok
}

// lookAlikes is the level that reads quotes, dashes and spaces as plain ones on both sides.
func (a *attempt) lookAlikes() (Tolerated, bool) {
	if ascii(a.needle) && ascii(a.view) || !utf8.ValidString(a.needle) {
		return Tolerated{}, false
	}
	view, way := token(folded).readAs(a.view)
	plainly := attempt{view: view, block: a.block}
	t := Tolerated{Matches: plainly.exactly(fold(a.needle))}
	for i, s := range t.Spans {
		t.Spans[i] = text.Span{Start: way.original(s.Start), End: way.original(s.End)}
	}
	if len(t.Spans) != 1 {
		return t, false
	}
	if a.beside {
		t.Text = a.replacement
		return t, true
	}
	var ok bool
	t.Text, ok = keepCharacters(a.view[t.Spans[0].Start:t.Spans[0].End], a.needle, a.replacement)
	return t, ok
}

// unescaped is the level that decodes the entities of the find.
func (a *attempt) unescaped() (Tolerated, bool) {
	needle := unescape(a.needle)
	if needle == a.needle || anyEntity.Get().MatchString(needle) || !recognizable(needle) {
		return Tolerated{}, false
	}
	t := Tolerated{Matches: a.exactly(needle)}
	if len(t.Spans) == 0 {
		return t, false
	}
	var ok bool
	t.Text, ok = unescapeAs(a.needle, a.replacement)
	return t, ok
}

// edges is the level that removes a blank line at one edge of the find, or at both if that
// finds nothing.
func (a *attempt) edges() (Tolerated, bool) {
	if !a.block {
		return Tolerated{}, false
	}
	lines := strings.Split(a.needle, "\n")
	first, last := blank(lines[0]), blank(lines[len(lines)-1])
	if a.inline && !a.ended {
		last = false // the find ends inside a line, so its last blanks are no line
	}
	var found Tolerated
	var near []text.Span
	ok := false
	try := func(first, last bool) {
		short := strings.Join(cutEdges(lines, first, last), "\n")
		m := findAll([]byte(a.view), []byte(short), true, true)
		cut := attempt{view: a.view, needle: short, block: true}
		near = append(near, cut.findWindows()...)
		if len(m.Spans) == 0 {
			return
		}
		found.Spans, found.Overlap, found.Whole = append(found.Spans, m.Spans...), found.Overlap || m.Overlap, true
		found.Text, ok = a.cutReplacement(first, last)
		// A text in inline form may be meant inside of lines as well.
		if a.ended {
			short += "\n"
		}
		found.Overlap = found.Overlap || a.inline && strings.Count(a.view, short) > 1
	}
	if first {
		try(true, false)
	}
	if last {
		try(false, true)
	}
	if first && last && len(found.Spans) == 0 {
		try(true, true)
	}
	if len(found.Spans) > 0 {
		found.Spans = addWindows(found.Spans, near)
	}
	inOrder(found.Spans)
	return a.addInlinePlaces(found, a.sameButBlanks), ok && !a.mixed
}

func cutEdges(lines []string, first, last bool) []string {
	if first {
		lines = lines[1:]
	}
	if last {
		lines = lines[:len(lines)-1]
	}
	return lines
}

// cutReplacement removes the same blank lines from the replacement as from the find. It gives up
// if no line would be left: that may mean to delete the place.
func (a *attempt) cutReplacement(first, last bool) (string, bool) {
	lines := strings.Split(a.replacement, "\n")
	if a.beside || a.removes {
		return a.replacement, true
	}
	if _, some := firstIndent(lines); !some {
		return "", false
	}
	return strings.Join(cutEdges(lines, first && blank(lines[0]), last && blank(lines[len(lines)-1])), "\n"), true
}

// findLines are the lines of the find. In inline form, a line break at its end belongs to the
// last line; it is returned separately.
func (a *attempt) findLines() (lines []string, end string) {
	s := a.needle
	if !a.block && strings.HasSuffix(s, "\n") {
		s, end = s[:len(s)-1], "\n"
	}
	return strings.Split(s, "\n"), end
}
