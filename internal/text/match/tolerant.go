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

// Tolerated is the place that a find means although it is not there to the letter,
// and what to put there.
//
// Invariants, each with a test:
//   - Where Find finds something, Tolerant finds nothing.
//   - Take from the region and from the find what the level ignores, and they are equal.
//   - A level is tried only where every stricter one found nothing. One that finds
//     more than one place ends the search: nothing is chosen.
//   - Levels are not combined, but that a line which find and replacement have in
//     common stays as the file has it.
//   - The span lies in the source and never parts a CRLF.
type Tolerated struct {
	Matches        // one span where Tolerant says true; several where it had to choose
	Text    string // the replacement as it fits the file, with LF
	Level   string // what was ignored
	Made    bool   // the replacement stands there already: to make it again is refused
	// Readings are what the replacement may mean for the one place where Tolerant says
	// false: at the depth of the find, and at that of the file. Whole lines, with LF.
	Readings []string
	asSent   bool // the replacement is at the file's depth, not at the find's
}

// Tolerant looks for the one place that differs from find only in one of these, tried
// in this order:
//
//   - blanks at the ends of lines
//   - line numbers pasted into the find, one on every line and consecutive (whole lines
//     only); a single line, and numbers before a colon, must have the number that the
//     line has
//   - look-alike characters, one for one: quotes, dashes, spaces
//   - one shift of the indentation of all lines (whole lines only; a text in inline form
//     stands for those if it has several or begins with a blank)
//   - tabs for spaces in the indentation, at the same columns (whole lines only); for
//     both, one of the lines that differ must not stand in the source as the find has it
//   - entities in the find where the region has none
//   - a blank line at the first or the last edge of the find, or one at both (whole lines
//     only); the replacement loses the blank line at the same edge, if it has one
//
// With a shift, the replacement moves as the find does only if both were written at the
// same depth; one that is at the file's depth already is taken as it is; see depths.of.
//
// It reports whether text.Edit{Spans[0], Text} may be made. If not, Spans tells how
// many places a level found (none; one, whose replacement cannot be adapted without a
// guess; or several), and nothing may be changed. A find of fewer than three letters
// or digits says too little to be tolerant about.
func Tolerant(src []byte, find, replace text.Value) (Tolerated, bool) {
	return tolerant(src, find, attempt{
		replacement: text.Unix(replace.Snippet()), removes: replace.Text == "",
		mixed: find.Block != replace.Block && strings.HasSuffix(replace.Text, "\n"),
	})
}

// Beside is Tolerant for content that is put on lines of its own before or after the
// place of a find. It is adapted as new lines of a replacement are; what it has in
// common with the find is new as well.
func Beside(src []byte, find, content text.Value) (Tolerated, bool) {
	body, ended := strings.CutSuffix(text.Unix(content.Text), "\n")
	t, ok := tolerant(src, find, attempt{replacement: body, beside: true})
	if ended {
		t.Text += "\n"
	}
	return t, ok
}

// TolerantHunk is Tolerant for the lines of a patch, which repeat what they do not change.
// A line that is only added, and may be at the file's depth already, is not moved.
func TolerantHunk(src []byte, find, replace text.Value) (Tolerated, bool) {
	return tolerant(src, find, attempt{replacement: text.Unix(replace.Snippet()), removes: replace.Text == "", hunk: true})
}

func tolerant(src []byte, find text.Value, a attempt) (Tolerated, bool) {
	view, removed := unixView(src)
	a.view, a.needle, a.block = string(view), text.Unix(find.Snippet()), find.Block
	if strings.Contains(a.view, string(text.CRLF)) || !telling(a.needle) || len(Find(src, find).Spans) > 0 {
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
			t.Spans = alsoAt(t.Spans, lines.windows)
		}
		ok = ok && len(t.Spans) == 1 && !t.Overlap && (!t.Blanks || a.betweenBlanks(&t, t.Text)) && !a.twiceAsDeep(t)
		t.Made = ok && a.made(t)
		t.Spans = inSource(t.Spans, removed)
		return t, ok && !t.Made
	}
	return Tolerated{}, false
}

// made reports whether the replacement stands around its place already: as it was sent,
// or where the level is about indentation, with another one. An edit that is made again
// would shift or wrap the same lines once more.
func (a *attempt) made(t Tolerated) bool {
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

// twiceAsDeep reports whether a text in inline form is found behind the blanks of its line,
// and its replacement begins with those blanks: they would be there twice.
func (a *attempt) twiceAsDeep(t Tolerated) bool {
	if a.block || a.beside || len(t.Spans) != 1 {
		return false
	}
	before := a.view[a.lineOf(t.Spans[0].Start):t.Spans[0].Start]
	own, rest := indent(a.needle)
	put, _ := indent(a.replacement)
	return before != "" && blank(before) && rest != "" && put == before+own
}

// alsoAt adds to the places of a find those that are the same but for blanks at both ends of
// each line: which of them is meant is not certain where the find differs in blanks itself.
func alsoAt(spans, windows []text.Span) []text.Span {
	for _, w := range windows {
		if !slices.ContainsFunc(spans, func(s text.Span) bool { return s.Start < w.End && w.Start < s.End }) {
			spans = append(spans, w)
		}
	}
	inOrder(spans)
	return spans
}

// attempt is one find that has no exact match. All its text has LF, and its spans are
// those of view.
type attempt struct {
	view                string
	needle, replacement string
	beside              bool // the replacement is put next to the place, without its last line end
	hunk                bool // of a patch
	removes             bool // there is no replacement, not even a blank line
	mixed               bool // of find and replacement one is a block, and the replacement ends in a line end
	block               bool
	inline, ended       bool        // whole lines in inline form; ended by a line break
	windows             []text.Span // whole lines that are the find's but for blanks at both ends
}

// exactly finds a needle that was made out of the find, as Find does. It is no value
// again: a carriage return at its end is text, and would be half a line end there.
func (a *attempt) exactly(needle string) Matches {
	if needle == "" {
		return Matches{}
	}
	return findIn([]byte(a.view), []byte(needle), a.block)
}

// asLines is the attempt on whole lines. A text in inline form, as all are in tool calls,
// stands for those if it has several lines or begins with a blank, and if the replacement
// ends as it does; a line end alone may be a blank line, or the end of one.
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

// with tries a level on whole lines. Those of a text in inline form are no block: their
// last line end is part of it or is not.
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

// numbers takes pasted line numbers off. A line that has one is a whole line. Every way
// to read what stands behind the number counts.
func (a *attempt) numbers() (Tolerated, bool) {
	lines, end := a.findLines()
	var found Tolerated
	ok := false
	for _, p := range unnumber(lines) {
		needle := strings.Join(p.lines, "\n")
		if !telling(needle) {
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

// lookAlikes reads quotes, dashes and spaces as plain ones on both sides.
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

// unescaped decodes the entities of the find.
func (a *attempt) unescaped() (Tolerated, bool) {
	needle := unescape(a.needle)
	if needle == a.needle || anyEntity().MatchString(needle) || !telling(needle) {
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

// edges takes a blank line off one edge of the find, or off both if that finds nothing.
func (a *attempt) edges() (Tolerated, bool) {
	if !a.block {
		return Tolerated{}, false
	}
	lines := strings.Split(a.needle, "\n")
	first, last := blank(lines[0]), blank(lines[len(lines)-1])
	if a.inline && !a.ended {
		last = false // it ends within a line, so that is no line of its own
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
		found.Spans = alsoAt(found.Spans, near)
	}
	inOrder(found.Spans)
	return a.also(found, a.sameButBlanks), ok && !a.mixed
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

// cutReplacement takes the blank lines off the replacement that were taken off the find.
// It gives up where nothing would be left of lines: that may mean to remove the place.
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

// findLines are the lines of the find. The line break at the end of one in inline
// form belongs to its last line; it is returned apart.
func (a *attempt) findLines() (lines []string, end string) {
	s := a.needle
	if !a.block && strings.HasSuffix(s, "\n") {
		s, end = s[:len(s)-1], "\n"
	}
	return strings.Split(s, "\n"), end
}
