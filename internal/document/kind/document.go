package kind

import (
	"bytes"
)

// isPDF wants the header line that names a version, and the comment or the object that
// comes after it. What a printer was told may stand before it, in a file that is no text.
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

// isNotebook looks at the keys of a JSON object. A notebook has few at the top, and
// first comes one of them; the one that says what it is, nbformat, may come after all
// the cells, at the end of the file. Where a file that is named as one starts like one,
// only reading it tells.
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
	keys := scanKeys(b)
	switch keys.first {
	case "nbformat", "nbformat_minor", "cells", "worksheets", "metadata":
		return keys.format || keys.cell || f.size > int64(len(f.start)) && saysFormat(f.end())
	}
	return false
}

// saysFormat reports whether there is an nbformat with a number near the end.
func saysFormat(end []byte) bool {
	const key = `"nbformat"`
	i := bytes.LastIndex(end, []byte(key))
	if i < 0 {
		return false
	}
	return numberFollows(end[i+len(key):])
}

func numberFollows(b []byte) bool {
	b, found := bytes.CutPrefix(bytes.TrimLeft(b, " \t\r\n"), []byte(":"))
	b = bytes.TrimLeft(b, " \t\r\n")
	return found && len(b) > 0 && b[0] >= '0' && b[0] <= '9'
}

// keys is what the start of a JSON object shows.
type keys struct {
	first  string // the first key
	format bool   // there is "nbformat": NUMBER at the top
	cell   bool   // there is a "cell_type" in an object in a list at the top
}

// scanKeys reads the start of a JSON object as far as it goes, without minding whether
// it is valid.
func scanKeys(b []byte) keys {
	var k keys
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		case '"':
			start := i + 1
			for i++; i < len(b) && b[i] != '"'; i++ {
				if b[i] == '\\' {
					i++
				}
			}
			if i >= len(b) {
				return k
			}
			k.add(string(b[start:i]), depth, b[i+1:])
		}
	}
	return k
}

// add minds a string that stands at a depth, if it is a key.
func (k *keys) add(s string, depth int, after []byte) {
	if !bytes.HasPrefix(bytes.TrimLeft(after[:min(len(after), 16)], " \t\r\n"), []byte(":")) {
		return
	}
	if k.first == "" {
		k.first = s
	}
	k.format = k.format || depth == 1 && s == "nbformat" && numberFollows(after)
	k.cell = k.cell || depth == 3 && s == "cell_type"
}
