package kind

import "bytes"

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
	keys := scanKeys(b)
	switch keys.first {
	case "nbformat", "nbformat_minor", "cells", "worksheets", "metadata":
		return keys.format || keys.cell || f.size > int64(len(f.start)) && saysFormat(f.end())
	}
	return false
}

// saysFormat reports whether an nbformat with a number stands near the end.
func saysFormat(end []byte) bool {
	const key = `"nbformat"`
	i := bytes.LastIndex(end, []byte(key))
	return i >= 0 && numberFollows(end[i+len(key):])
}

func numberFollows(b []byte) bool {
	b, found := bytes.CutPrefix(bytes.TrimLeft(b, " \t\r\n"), []byte(":"))
	b = bytes.TrimLeft(b, " \t\r\n")
	return found && len(b) > 0 && b[0] >= '0' && b[0] <= '9'
}

// keys describes the start of a JSON object.
type keys struct {
	first  string // the first key
	format bool   // it has "nbformat": NUMBER
	cell   bool   // it has a list with an object that has a "cell_type"
}

// scanKeys reads the start of a JSON object, which may be invalid.
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

// add records a string at a depth, if it is a key.
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
