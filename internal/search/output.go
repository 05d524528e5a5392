package search

import "bytes"

// output is rows on their way out. What stands between them depends on where a page
// begins, so it is not in the text, but noted.
type output struct {
	text  []byte
	marks []mark
	rows  int // that begin in text, if rows are not marked
	out   *turn
}

// mark is what happens at a place of the text of an output.
type mark struct {
	at   int
	kind markKind
	path string // of the file that begins
	json *jsonMark
}

type markKind uint8

const (
	markFile    markKind = iota // a file begins
	markGroup                   // lines are left out
	markRow                     // a row begins; only if rows are told apart
	markContext                 // the same, of a line that does not match
	markEnd                     // the file ends; only for JSON
)

func (o *output) mark(kind markKind, path string, m *jsonMark) {
	o.marks = append(o.marks, mark{at: len(o.text), kind: kind, path: path, json: m})
}

func (o *output) clear() {
	clear(o.marks)
	o.text, o.marks, o.rows = o.text[:0], o.marks[:0], 0
}

// cutRow takes the row back in whose middle a file came to its end.
func (o *output) cutRow() {
	o.text = o.text[:bytes.LastIndexByte(o.text, '\n')+1]
	for n := len(o.marks) - 1; n >= 0 && o.marks[n].at >= len(o.text) && o.marks[n].kind != markEnd; n-- {
		o.marks = o.marks[:n]
	}
}
