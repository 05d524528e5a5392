package search

import "bytes"

// output is rows to be written. Headings and separators depend on where a page begins, so
// they are marks and not text.
type output struct {
	text  []byte
	marks []mark
	rows  int // that begin in text, if rows are not marked
	out   *turn
}

// mark is an event at a place of the text of an output.
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
	markRow                     // a row begins; only if search.paged
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

// cutRow removes an incomplete last row, of a file that became shorter.
func (o *output) cutRow() {
	o.text = o.text[:bytes.LastIndexByte(o.text, '\n')+1]
	for n := len(o.marks) - 1; n >= 0 && o.marks[n].at >= len(o.text) && o.marks[n].kind != markEnd; n-- {
		o.marks = o.marks[:n]
	}
}
