// Package text handles file contents as lines and text: it splices replacements in
// and shows what changed. Bytes outside a replaced span are never changed, so invalid
// UTF-8, mixed line ends and byte order marks survive. It opens no files and decides
// nothing about operations. Package encoding decodes bytes, match finds text, and diff compares
// texts.
package text

import (
	"bytes"
	"strings"
)

// Span is a range of bytes, from Start up to but without End.
type Span struct{ Start, End int }

// Value is a text of a response.
type Value struct {
	// Text is the text with its line ends as they came.
	Text string
	// Block reports whether Text is whole lines: it is empty (no lines) or
	// ends in a line break. Otherwise Text is verbatim.
	Block bool
	// Empty reports whether the response says explicitly that Text is empty.
	Empty bool
}

// Snippet is the text without the final line break of a block: the text to find, or the
// replacement.
func (v Value) Snippet() string {
	if !v.Block {
		return v.Text
	}
	return strings.TrimSuffix(strings.TrimSuffix(v.Text, "\n"), "\r")
}

// LineEnd is how the lines of a file end.
type LineEnd string

// The kinds of line ends; a lone carriage return is text.
const (
	LF   LineEnd = "\n"
	CRLF LineEnd = "\r\n"
)

// LineEndOf returns the line end that most lines of src have; LF if there is no line end, or
// as many of both.
func LineEndOf(src []byte) LineEnd {
	return LineEndsOf(src).most
}

// Unix returns s with every CRLF turned into LF.
func Unix(s string) string {
	return strings.ReplaceAll(s, string(CRLF), string(LF))
}

// In returns s with e as its line ends.
func (e LineEnd) In(s string) string { return e.inUnix(Unix(s)) }

// inUnix is In for a result of Unix. Calling Unix twice would remove a carriage return that
// belongs to the text of a line.
func (e LineEnd) inUnix(s string) string {
	if e == LF {
		return s
	}
	return strings.ReplaceAll(s, string(LF), string(e))
}

// sniffLen is how many bytes Binary reads, as in git.
const sniffLen = 8000

// Binary reports whether src has a NUL among its first 8,000 bytes. Invalid UTF-8 alone does
// not make a file binary.
func Binary(src []byte) bool {
	return bytes.IndexByte(src[:min(len(src), sniffLen)], 0) >= 0
}

// BOM is the UTF-8 byte order mark.
const BOM = "\ufeff"
