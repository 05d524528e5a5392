// Package notebook shows a Jupyter notebook as a model should read it: its cells in
// order, what is in them as it stands there, and what they put out as text.
//
// It promises to show the source of every cell to the letter, and to say where it leaves
// something of an output out. It is lenient: what has an unexpected type counts as
// missing, and only what is no JSON object with cells is an error. It reads the formats
// 3 and 4 of nbformat, and takes others for the nearer one.
//
// A notebook looks like this; the headings are those of a PDF's pages:
//
//	Notebook: python, 2 cells (nbformat 4.5)
//
//	--- cell 1: markdown ---
//	# Title
//
//	--- cell 2: code, In [3], id 7f3a ---
//	print("x")
//
//	--- output of cell 2: stdout ---
//	x
//
// The lines are not those of the file, which holds the source as JSON strings: they are
// to be shown without numbers, lest the numbers be taken for those of the file.
package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Limits on what is shown, so that the answer is bounded whatever a file holds.
const (
	maxCells   = 10_000  // that are shown
	maxOutputs = 100     // of a cell that are shown
	maxCounted = 100_000 // cells or outputs that are counted
)

// Notebook is a notebook as shown.
type Notebook struct {
	Text    string // ends in a line break
	Cells   int
	Invalid int      // bytes of the data that are no UTF-8, shown as U+FFFD
	Notes   []string // what the reader should know, such as a format that is not known
}

// Error says that the data is no notebook: show it as the text that it is.
type Error struct {
	Line int // from 1, where the JSON breaks; 0 where it is JSON
	Msg  string
}

func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("broken notebook: line %d: %s", e.Line, e.Msg)
	}
	return "no notebook: " + e.Msg
}

// Text shows a notebook, whose bytes are UTF-8; those that are not become U+FFFD. The
// error is an *Error.
func Text(data []byte) (Notebook, error) {
	data = bytes.TrimPrefix(data, []byte("\ufeff"))
	invalid := 0
	if !utf8.Valid(data) {
		invalid -= bytes.Count(data, []byte("\ufffd"))
		data = []byte(string(bytes.Runes(data)))
		invalid += bytes.Count(data, []byte("\ufffd"))
	}
	if err := check(data); err != nil {
		return Notebook{}, err
	}
	var r renderer
	for key, value := range pairs(data) {
		r.top(key, value)
	}
	if !r.cells {
		return Notebook{}, &Error{Msg: "its JSON has no cells"}
	}
	n := r.notebook()
	n.Invalid = invalid
	return n, nil
}

// check reports where the JSON breaks, or that it is no object.
func check(data []byte) error {
	if json.Valid(data) {
		if opened(data, '{') == len(data) {
			return &Error{Msg: "its JSON is not an object"}
		}
		return nil
	}
	var syntax *json.SyntaxError
	if err := json.Unmarshal(data, new(struct{})); !errors.As(err, &syntax) {
		return &Error{Line: 1, Msg: "it is no JSON"}
	}
	line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
	return &Error{Line: line, Msg: syntax.Error()}
}

// renderer writes a notebook while it is read.
type renderer struct {
	b        strings.Builder
	cells    bool // there is a list of them
	count    int
	language string
	format   int // 0 is unknown
	minor    int
}

// top takes one of the pairs of the notebook. The keys come in any order.
func (r *renderer) top(key string, value json.RawMessage) {
	switch key {
	case "nbformat":
		r.format, _ = number(value)
	case "nbformat_minor":
		r.minor, _ = number(value)
	case "metadata":
		r.metadata(value)
	case "cells":
		r.list(value)
	case "worksheets": // nbformat 3
		r.cells = true
		for sheet := range elements(value) {
			r.list(pick(sheet, "cells")["cells"])
		}
	}
}

// metadata looks for the language: that of the kernel, as it told it or was told.
func (r *renderer) metadata(value json.RawMessage) {
	meta := pick(value, "language_info", "kernelspec")
	info, spec := pick(meta["language_info"], "name"), pick(meta["kernelspec"], "language", "name")
	for _, name := range []json.RawMessage{info["name"], spec["language"], spec["name"]} {
		if s := label(text(name)); s != "" {
			r.language = strings.ToLower(s)
			return
		}
	}
}

// list shows a list of cells.
func (r *renderer) list(value json.RawMessage) {
	if !isList(value) {
		return
	}
	r.cells = true
	for cell := range elements(value) {
		if r.count >= maxCounted {
			return
		}
		if r.count++; r.count <= maxCells {
			r.cell(pick(cell, cellKeys...))
		}
	}
}

// notebook puts the first line before the cells.
func (r *renderer) notebook() Notebook {
	n := Notebook{Cells: r.count}
	var head []string
	if r.language != "" {
		head = append(head, r.language)
	}
	head = append(head, counted(r.count, "cell"))
	format := "unknown nbformat"
	if r.format > 0 {
		format = "nbformat " + strconv.Itoa(r.format)
		if r.minor > 0 {
			format += "." + strconv.Itoa(r.minor)
		}
	}
	switch {
	case r.format == 0:
		n.Notes = append(n.Notes, "the notebook does not say its nbformat")
	case r.format > 4:
		n.Notes = append(n.Notes, fmt.Sprintf("nbformat %d is newer than what is known here, and was read as 4", r.format))
	case r.format < 3:
		n.Notes = append(n.Notes, fmt.Sprintf("nbformat %d is older than what is known here, and was read as 3", r.format))
	}
	if left := r.count - maxCells; left > 0 {
		fmt.Fprintf(&r.b, "\n--- %s left out ---\n", counted(left, "more cell"))
		n.Notes = append(n.Notes, fmt.Sprintf("only the first %d cells are shown", maxCells))
	}
	if r.count >= maxCounted {
		n.Notes = append(n.Notes, fmt.Sprintf("cells after the first %d were not read", maxCounted))
	}
	n.Text = fmt.Sprintf("Notebook: %s (%s)\n", strings.Join(head, ", "), format) + r.b.String()
	return n
}

// counted is a number of things: "1 cell", "2 cells".
func counted(n int, thing string) string {
	if n == 1 {
		return "1 " + thing
	}
	return strconv.Itoa(n) + " " + thing + "s"
}
