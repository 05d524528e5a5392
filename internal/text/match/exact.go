package match

import (
	"slices"
	"strings"

	"fileops/internal/text"
)

// Exact looks for find as Find does, and makes the text for its places. That is the replacement
// as it was sent. Blanks of the file before the first line of the find and after its last line,
// which the find omits, stay.
//
// A find that omits blanks before its first line is written at another depth than the file.
// The replacement is then accepted only if its depth is certain:
//
//   - one line that begins as deep as the find: it goes after the blanks
//   - several lines, if other lines of the find are as deep as in the file, and so are the
//     new lines: the first goes after the blanks
//   - lines of which the first is as deep as the file's: they replace whole lines
//
// It reports whether text.Edit{span, Text} may be made for every span. If not, and there are
// places, Readings are the possible meanings.
func Exact(src []byte, find, replace text.Value) (Tolerated, bool) {
	return exact(src, find, attempt{replacement: text.Unix(replace.Snippet())}, replace)
}

// ExactBeside is Exact for content that is inserted on new lines before or after the only place
// of a find. It is inserted as it was sent.
func ExactBeside(src []byte, find, content text.Value) (Tolerated, bool) {
	body, _ := strings.CutSuffix(text.Unix(content.Text), "\n")
	t, ok := exact(src, find, attempt{replacement: body, beside: true}, content)
	t.Text = content.Text
	return t, ok
}

func exact(src []byte, find text.Value, a attempt, put text.Value) (Tolerated, bool) {
	t := Tolerated{Matches: Find(src, find), Text: put.Snippet()}
	if !t.Blanks || a.beside && len(t.Spans) > 1 {
		return t, len(t.Spans) > 0
	}
	view, removed := unixView(src)
	a.view, a.needle = string(view), text.Unix(find.Snippet())
	t.Matches = findIn(view, []byte(a.needle), true)
	ok := a.betweenBlanks(&t, a.replacement)
	t.Spans = inSource(t.Spans, removed)
	return t, ok
}

// margins are the blanks before a place and after it, on its lines.
type margins struct{ before, behind string }

func (a *attempt) marginsOf(s text.Span) margins {
	line := a.lineOf(s.Start)
	behind, _, _ := strings.Cut(a.view[s.End:], "\n")
	return margins{a.view[line:s.Start], behind}
}

// betweenBlanks fits a replacement to places with blanks before or after them. If all places
// have the same blanks, they become whole lines. If only the blanks after them differ, these
// stay, and the places end before them.
func (a *attempt) betweenBlanks(t *Tolerated, replacement string) bool {
	m := a.marginsOf(t.Spans[0])
	alike, sameBefore, behind := true, true, ""
	whole := slices.Clone(t.Spans)
	for i, s := range t.Spans {
		one := a.marginsOf(s)
		alike, sameBefore, behind = alike && one == m, sameBefore && one.before == m.before, behind+one.behind
		whole[i] = text.Span{Start: s.Start - len(one.before), End: s.End + len(one.behind)}
	}
	lines := strings.Split(replacement, "\n")
	_, some := firstIndent(lines)
	switch {
	case !some && !a.beside:
		t.Spans, t.Text = whole, replacement
		return true
	case a.beside:
		return a.besideBlanks(t, m, lines)
	case !alike && sameBefore && !endsBlank(replacement):
		for i := range t.Spans {
			t.Spans[i].Start -= len(m.before)
		}
		return a.fitMargins(t, margins{before: m.before}, lines)
	case !alike:
		// One text fits all places only between the blanks.
		t.Text = replacement
		return len(lines) == 1 && sameIndent(lines[0], a.needle) && (behind == "" || !endsBlank(replacement))
	}
	t.Spans = whole
	return a.fitMargins(t, m, lines)
}

// endsBlank reports whether the last line of a text is blank, or ends with blanks.
func endsBlank(s string) bool {
	last := s[strings.LastIndexByte(s, '\n')+1:]
	return strings.TrimRight(last, indentBlanks) != last || last == ""
}

func sameIndent(a, b string) bool {
	one, _ := indent(a)
	other, _ := indent(b)
	return one == other
}

// fitMargins is betweenBlanks for places that have the same blanks around them.
func (a *attempt) fitMargins(t *Tolerated, m margins, lines []string) bool {
	find := strings.Split(a.needle, "\n")
	file := slices.Clone(find)
	file[0] = m.before + file[0]
	first := slices.IndexFunc(lines, func(l string) bool { return !blank(l) })
	behind := func(lines []string) string {
		s := strings.Join(lines, "\n")
		if !endsBlank(s) { // else it has its own blanks at the end
			s += m.behind
		}
		return s
	}
	one := slices.Clone(lines)
	one[first] = m.before + one[first]
	all := mapLines(lines, func(l string) string { return m.before + l })
	switch {
	case m.before == "":
		t.Text = behind(lines)
		return true
	case sameIndent(lines[first], file[0]):
		if t.Text = behind(lines); !slices.Equal(lines, file) {
			return true
		}
		t.Readings = []string{behind(all)}
		return false
	case !sameIndent(lines[first], find[0]):
		t.Readings = []string{behind(all), behind(lines)}
		return false
	case blank(lines[0]) && len(indents(file[1:])) > 0:
		// The blank line may be meant to replace the blanks before the find.
		t.Readings = []string{behind(one), behind(lines)}
		return false
	}
	t.Text = behind(one)
	if slices.Equal(one, all) || a.inFrame(file, one, m.before) {
		return true
	}
	t.Readings = []string{behind(all), behind(one)}
	return false
}

// inFrame reports whether lines of which only the first was moved are at the file's depth: later
// lines of the find are, and no new line may have to move too.
func (a *attempt) inFrame(file, lines []string, by string) bool {
	back := mapLines(file, func(l string) string { return strings.TrimPrefix(l, by) })
	if len(indents(file[1:])) == 0 {
		return false
	}
	return depths{find: file, file: back}.newLinesMove(lines)
}

// besideBlanks reports whether content is inserted next to a place as it was sent. It is refused
// if it may have to move to the depth of the file's line.
func (a *attempt) besideBlanks(t *Tolerated, m margins, lines []string) bool {
	first, some := firstIndent(lines)
	find := strings.Split(a.needle, "\n")
	own, _ := indent(find[0])
	there := m.before + own
	if m.before == "" || !some || len(first) > len(there) && strings.HasPrefix(first, there) {
		return true
	}
	if rest := indents(find[1:]); len(rest) > 0 && (rest[first] || first != own) {
		return true
	}
	moved := mapLines(lines, func(l string) string { return m.before + l })
	t.Readings = []string{strings.Join(moved, "\n"), strings.Join(lines, "\n")}
	return false
}

// mapLines changes the lines that are not blank.
func mapLines(lines []string, f func(string) string) []string {
	out := slices.Clone(lines)
	for i, line := range lines {
		if !blank(line) {
			out[i] = f(line)
		}
	}
	return out
}
