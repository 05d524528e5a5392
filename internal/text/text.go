// Package text treats file contents as lines and text while it keeps their
// bytes: it splices replacements in and shows what changed. Bytes outside a
// replaced span are never changed, so invalid UTF-8, mixed line ends and byte
// order marks survive. It opens no files and decides nothing about operations;
// what bytes mean is for package encoding to say, and where a value stands, for
// package match.
package text

import (
	"bytes"
	"strings"
)

// Span is a range of bytes, from Start up to but without End.
type Span struct{ Start, End int }

// Value is text as a response gave it.
type Value struct {
	// Text is the text with its line ends as they came.
	Text string
	// Block says that Text stands for whole lines: it is empty (no lines) or
	// ends in a line break. Otherwise Text is taken verbatim.
	Block bool
	// Empty says that Text is empty on purpose, and not left out: a response can spell
	// that out.
	Empty bool
}

// Snippet is the text without the final line break that a block carries: what
// is looked for, or put in the place of what was found.
func (v Value) Snippet() string {
	if !v.Block {
		return v.Text
	}
	return strings.TrimSuffix(strings.TrimSuffix(v.Text, "\n"), "\r")
}

// LineEnd is how the lines of a file end.
type LineEnd string

// The line ends that are told apart; a lone carriage return is text.
const (
	LF   LineEnd = "\n"
	CRLF LineEnd = "\r\n"
)

// LineEndOf returns the line end that most lines of src have; LF where there is
// none or a tie.
func LineEndOf(src []byte) LineEnd {
	crlf := bytes.Count(src, []byte(CRLF))
	if crlf > 0 && crlf > bytes.Count(src, []byte(LF))-crlf {
		return CRLF
	}
	return LF
}

// Unix returns s with every CRLF turned into LF.
func Unix(s string) string {
	return strings.ReplaceAll(s, string(CRLF), string(LF))
}

// In returns s with e at the end of its lines, whatever they ended in.
func (e LineEnd) In(s string) string { return e.inUnix(Unix(s)) }

// inUnix is In for what Unix made. Twice would take the carriage return from a line
// that has one of its own before its end.
func (e LineEnd) inUnix(s string) string {
	if e == LF {
		return s
	}
	return strings.ReplaceAll(s, string(LF), string(e))
}

// sniffLen is how many bytes Binary looks at, as git does.
const sniffLen = 8000

// Binary reports whether src looks like something other than text: a NUL among
// its first 8,000 bytes. Invalid UTF-8 alone does not make a file binary.
func Binary(src []byte) bool {
	return bytes.IndexByte(src[:min(len(src), sniffLen)], 0) >= 0
}

// BOM is the UTF-8 byte order mark.
const BOM = "\ufeff"
