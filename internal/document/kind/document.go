package kind

import (
	"bytes"
	"cmp"
	"encoding/json"

	"fileops/internal/lazy"
)

// isPDF requires the header line with a version, and the comment or the object after it.
// Printer commands may stand before it, in a file that is not text.
func (f *file) isPDF() bool {
	b := f.start
	at := bytes.Index(b[:min(len(b), 1024)], []byte("%PDF-"))
	if at < 0 || at > 0 && len(bytes.TrimSpace(bytes.TrimPrefix(b[:at], []byte("\xef\xbb\xbf")))) > 0 && textual(b) {
		return false
	}
	b = b[at+len("%PDF-"):]
	if len(b) < 4 || b[0] < '0' || b[0] > '9' || b[1] != '.' || b[2] < '0' || b[2] > '9' {
		return false
	}
	version := bytes.IndexAny(b, "\r\n")
	if version < 0 || len(bytes.TrimSpace(b[3:version])) > 0 && textual(b) {
		return false
	}
	return !textual(b) || bytes.HasPrefix(bytes.TrimSpace(b[version:]), []byte("%")) || bytes.Contains(b, []byte(" obj"))
}

// isNotebook checks the keys of a JSON object. The first one must be a key of notebooks.
// The key nbformat may follow all the cells, at the end of the file. A file with the name
// of a notebook need only start like an object.
func (f *file) isNotebook() bool {
	b := bytes.TrimPrefix(f.start, []byte("\xef\xbb\xbf"))
	if f.ext == "ipynb" && marked(b) { // in UTF-16, where ASCII has NULs between it
		b = bytes.ReplaceAll(b[2:], []byte{0}, nil)
	}
	b = bytes.TrimLeft(b, " \t\r\n")
	if !bytes.HasPrefix(b, []byte("{")) {
		return false
	}
	if f.ext == "ipynb" {
		return textual(b) || marked(f.start)
	}
	first, format := scanNotebook(b)
	switch first {
	case "nbformat", "nbformat_minor", "cells", "worksheets", "metadata":
		return format || f.size > int64(len(f.start)) && formatNumber.Get().Match(f.end())
	}
	return false
}

// formatNumber matches the pair that every notebook has.
var formatNumber = lazy.Regexp{Source: `"nbformat"\s*:\s*[0-9]`}

// scanNotebook reads the start of a JSON object, which may be invalid further on. It
// returns the first key, and whether the object has an nbformat with a number, or a list
// with an object that has a cell_type.
func scanNotebook(b []byte) (first string, format bool) {
	d := json.NewDecoder(bytes.NewReader(b))
	depth := 0
	var last json.Token
	for {
		token, err := d.Token()
		if err != nil {
			return first, format
		}
		switch t := token.(type) {
		case json.Delim:
			if depth++; t == '}' || t == ']' {
				depth -= 2
			}
		case string:
			first = cmp.Or(first, t)
			format = format || depth == 3 && t == "cell_type"
		case float64:
			format = format || depth == 1 && last == "nbformat"
		}
		last = token
	}
}
