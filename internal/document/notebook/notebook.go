// Package notebook renders a Jupyter notebook as text for a model: its cells in order,
// their source unchanged, and their outputs as text.
//
// Source is shown exactly, and where a part of an output is left out, the text says so.
// A value of an unexpected type counts as missing; only data that are no JSON object with
// cells are an error. Formats other than 3 and 4 of nbformat are read as the nearer one.
//
// A rendered notebook, with headings in the style of a PDF's pages:
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
// The file holds the source as JSON strings, so its lines are others. Show the text
// without line numbers, which could be mistaken for those of the file.
package notebook

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"

	"fileops/internal/document/kind"
)

// Limits that bound the text for any file.
const (
	maxCells   = 10_000  // shown cells
	maxOutputs = 100     // shown outputs of a cell
	maxCounted = 100_000 // counted cells or outputs
)

// Notebook is a rendered notebook.
type Notebook struct {
	Text    string // ends in a line break
	Cells   int
	Invalid int      // bytes of the data that are not UTF-8, shown as U+FFFD
	Notes   []string // warnings for the reader, such as an unknown format
}

// Error reports data that are not a notebook. Show them as plain text.
type Error struct {
	Line int // 1-based line of the JSON syntax error; 0 if the JSON is valid
	Msg  string
}

func (e *Error) Error() string {
	if e.Line > 0 {
		return fmt.Sprintf("broken notebook: line %d: %s", e.Line, e.Msg)
	}
	return "no notebook: " + e.Msg
}

// Text renders a notebook. Bytes that are not UTF-8 become U+FFFD. The error is an *Error.
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

// check reports a syntax error of the JSON, or a value that is not an object.
func check(data []byte) error {
	if json.Valid(data) {
		if opened(data, '{') != nil {
			return nil
		}
		return &Error{Msg: "its JSON is not an object"}
	}
	var syntax *json.SyntaxError
	if err := json.Unmarshal(data, new(struct{})); !errors.As(err, &syntax) {
		return &Error{Line: 1, Msg: "it is no JSON"}
	}
	line := 1 + bytes.Count(data[:min(int(syntax.Offset), len(data))], []byte("\n"))
	return &Error{Line: line, Msg: syntax.Error()}
}

// renderer writes the text while the notebook is read.
type renderer struct {
	b        strings.Builder
	cells    bool // there is a list of cells
	count    int
	language string
	format   int // 0 is unknown
	minor    int
}

// top handles one pair of the notebook. The keys come in any order.
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

// metadata finds the language of the kernel.
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

// list renders a list of cells.
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

// notebook returns the text, with the first line before the cells.
func (r *renderer) notebook() Notebook {
	n := Notebook{Cells: r.count}
	var head []string
	if r.language != "" {
		head = append(head, r.language)
	}
	head = append(head, kind.Counted(r.count, "cell"))
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
		fmt.Fprintf(&r.b, "\n--- %s left out ---\n", kind.Counted(left, "more cell"))
		n.Notes = append(n.Notes, fmt.Sprintf("only the first %d cells are shown", maxCells))
	}
	if r.count >= maxCounted {
		n.Notes = append(n.Notes, fmt.Sprintf("cells after the first %d were not read", maxCounted))
	}
	n.Text = fmt.Sprintf("Notebook: %s (%s)\n", strings.Join(head, ", "), format) + r.b.String()
	return n
}
