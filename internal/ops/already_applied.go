package ops

import (
	"bytes"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/text/match"
)

// later is what is still to be run after the present change: the other edits of its call,
// and the operations behind it. When a whole response is sent again, they tell how the file
// looks on which its first operations were made already.
type later struct {
	edits     []editText
	list      []Operation
	cleanPath func(path string) string // see Pass.cleanPath
}

// maxLater is how many changes are looked at that follow one, and at how many places, so
// that the time stays linear.
const maxLater = 256

// laterEdit is a change that is still to be made in a file. A text takes the place of
// another, or is added if there is none.
type laterEdit struct{ find, put string }

// in returns the changes that are still to be made in a file, whose path is Target.Written.
func (l later) in(file string) []laterEdit {
	var list []laterEdit
	add := func(name, find, put string) (added bool) {
		if len(list) == maxLater || name != file && l.cleanPath(name) != file {
			return false
		}
		list = append(list, laterEdit{text.Unix(find), text.Unix(put)})
		return true
	}
	addAll := func(m multiEdit) {
		for _, e := range m.Edits {
			if !add(m.Path, e.Find.Snippet(), e.Replace.Snippet()) {
				break
			}
		}
	}
	for _, e := range l.edits[:min(len(l.edits), maxLater)] {
		add(file, e.Find.Snippet(), e.Replace.Snippet())
	}
	for _, op := range l.list[:min(len(l.list), maxLater)] {
		switch a := op.Action.(type) {
		case editText:
			add(a.Path, a.Find.Snippet(), a.Replace.Snippet())
		case fileEdit:
			add(a.Path, a.Find.Snippet(), a.Replace.Snippet())
		case multiEdit:
			addAll(a)
		case FileDiff:
			addAll(a.edits())
		case appendLines:
			add(a.Path, "", a.Content.Text)
		case insertText:
			add(a.Path, "", a.Content.Text)
		case insertAtLine:
			add(a.Path, "", a.Content.Text)
		}
	}
	return list
}

// added are the lines that a change adds: all of it, or what it puts before or behind lines
// that stay.
func (e laterEdit) added() (before, behind string) {
	find, put := strings.TrimSuffix(e.find, "\n"), strings.TrimSuffix(e.put, "\n")
	if find == "" {
		return put, put
	}
	before, _ = strings.CutSuffix(put, "\n"+find)
	behind, _ = strings.CutPrefix(put, find+"\n")
	if before == put {
		before = ""
	}
	if behind == put {
		behind = ""
	}
	return before, behind
}

// made is a text as the changes that follow leave it.
func made(s string, list []laterEdit) string {
	for _, e := range list {
		if e.find != "" {
			s = strings.ReplaceAll(s, e.find, e.put)
		}
	}
	return s
}

// edge looks for lines that begin, or end, at an offset of src, and returns their other end.
type edge func(src []byte, at int, lines string) (far int, ok bool)

// beside reports whether lines stand at an offset, or next to lines that other changes put
// there, and where they start. It passes over the lines of maxLater changes at the most.
func beside(look edge, src []byte, at int, lines string, others []laterEdit) (start int, ok bool) {
	for range maxLater + 1 {
		if far, ok := look(src, at, lines); ok {
			return min(at, far), true
		}
		next := at
		for _, e := range others {
			before, behind := e.added()
			for _, added := range []string{before, behind} {
				if far, ok := look(src, at, added); ok && added != "" {
					next = far
				}
			}
		}
		if next == at {
			return 0, false
		}
		at = next
	}
	return 0, false
}

// linesAt reports whether lines stand in src from an offset on, and where they end.
func linesAt(src []byte, at int, lines string) (end int, ok bool) {
	for i, line := range strings.Split(lines, "\n") {
		if i > 0 && !text.EndsLine(src[:at]) || !bytes.HasPrefix(src[at:], []byte(line)) {
			return 0, false
		}
		at += len(line)
		if next := text.NextLine(src, at); len(text.TrimLineEnd(src[at:next])) == 0 {
			at = next
		} else {
			return 0, false
		}
	}
	return at, true
}

// linesTo reports whether lines stand in src up to an offset, and where they start.
func linesTo(src []byte, end int, lines string) (start int, ok bool) {
	list := strings.Split(lines, "\n")
	for i, line := range slices.Backward(list) {
		if end <= text.Body(src) {
			return 0, false
		}
		if i < len(list)-1 || end < len(src) || text.EndsLine(src) {
			end = len(bytes.TrimSuffix(bytes.TrimSuffix(src[:end], []byte("\n")), []byte("\r")))
		}
		start = text.LineStart(src, end)
		if string(src[start:end]) != line {
			return 0, false
		}
		end = start
	}
	return end, true
}

// alreadyApplied is the error for an edit whose replacement stands already at a place of its
// find. Where it stands at some of several places, nothing is chosen.
func (e editText) alreadyApplied(src source, found match.Tolerated, p Policy) error {
	stands := match.Standing(src.data, found.Spans, found.Whole, found.Text)
	if found.Blanks {
		// The replacement was given blanks of the file. An earlier one may have had others.
		for i, as := range match.Standing(src.data, found.Spans, found.Whole, e.Replace.Snippet()) {
			s := found.Spans[i]
			stands[i] = stands[i] || as || match.Telling(found.Text) && text.Unix(string(src.data[s.Start:s.End])) == text.Unix(found.Text)
		}
	}
	if len(found.Spans) <= maxLater {
		e.addedThere(src, found, p, stands)
	}
	if !slices.Contains(stands, true) {
		return nil
	}
	var there, not []text.Span
	for i, s := range found.Spans {
		if stands[i] {
			there = append(there, s)
		} else {
			not = append(not, s)
		}
	}
	find, replace := e.label(e.field, p), e.label(e.other, p)
	once := "To make it once more, send all of the text that stands there now as " + find + ", and the text as it is to be as " + replace + "."
	if e.hunk {
		once = "To make it once more, give the lines that stand there now as lines of the hunk that stay."
	}
	one, _ := p.replacing()
	switch {
	case e.Count == oneMatch && len(not) > 0:
		return nil
	case len(not) > 0:
		return &Error{
			Code: AlreadyApplied, Path: src.target.Written,
			Msg: "Some places in " + src.target.Written + " are changed already", untouched: true,
			Details: []wording.Detail{{Lines: []string{
				"already applied: the replacement stands at " + atLines(lineNumbers(src.data, there)),
				"not yet: " + atLines(lineNumbers(src.data, not)),
			}}},
			Hint: "Send one " + p.style.Operation(one) + " for each place that is still to be changed, with lines around it. " + once,
		}
	}
	return alreadyThere(src, "replacement", lineNumbers(src.data, there), once)
}

// addedThere marks the places at which an edit that adds lines next to its find was made
// already. Other changes of the response may have added lines between.
func (e editText) addedThere(src source, found match.Tolerated, p Policy, stands []bool) {
	others := p.later.in(src.target.Written)
	find, put := text.Unix(e.Find.Snippet()), text.Unix(found.Text)
	if len(others) == 0 || find == "" || !match.Telling(put) {
		return
	}
	first, last := laterEdit{find, put}.added()
	for i, s := range found.Spans {
		if last != "" && !stands[i] {
			at := s.End
			if at == 0 || src.data[at-1] != '\n' {
				at = text.NextLine(src.data, at)
			}
			_, stands[i] = stand(linesAt, src.data, at, last, others)
		}
		if first != "" && !stands[i] {
			_, stands[i] = stand(linesTo, src.data, text.LineStart(src.data, s.Start), first, others)
		}
	}
}

// stand is beside for lines as they are, or as the changes that follow leave them.
func stand(look edge, src []byte, at int, lines string, others []laterEdit) (start int, ok bool) {
	if start, ok := beside(look, src, at, lines, others); ok {
		return start, true
	}
	if now := made(lines, others); now != lines {
		return beside(look, src, at, now, others)
	}
	return 0, false
}

// alreadyInserted is the error for lines that stand already where they are to be inserted.
// look is linesAt if they would stand behind the offset, linesTo if before it.
func (s source) alreadyInserted(at int, content Value, look edge, p Policy) error {
	lines := strings.TrimSuffix(text.Unix(content.Text), "\n")
	if !match.Telling(lines) {
		return nil
	}
	start, ok := stand(look, s.data, at, lines, p.later.in(s.target.Written))
	if !ok {
		return nil
	}
	return alreadyThere(s, "content", text.LineNumbers(s.data, []int{start}), "To add it once more, use "+p.style.Operation("edit")+": the text as it stands there now, and in its place that text twice.")
}

// alreadyThere is the error for a change that was made already.
func alreadyThere(src source, what string, lines []int, once string) *Error {
	return &Error{
		Code: AlreadyApplied, Path: src.target.Written,
		Msg: "This change was made already in " + src.target.Written, untouched: true,
		Details: []wording.Detail{{Lines: []string{"already applied: the " + what + " stands at " + atLines(lines)}}},
		Hint:    "If that is the change you wanted, go on without it. " + once,
	}
}
