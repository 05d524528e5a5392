// Package python finds the first syntax error of a Python source text.
//
// It accepts the union of what Python 3.8 to 3.14 accept: a text is faulted only
// if every one of these versions would refuse to compile it. It is written from the
// language reference and from CPython's published grammar, and it uses CPython
// 3.11's words; 3.13's for f-strings, which 3.11 did not tokenize.
//
// Like CPython it parses twice. The first pass is strict and quick. A text that
// fails is parsed again with extra checks that look for the mistakes people make,
// to say more than "invalid syntax". The second pass can change the words and the
// place of an error, never the verdict.
//
// Of what CPython's compiler judges after parsing, it judges only whether return, break and
// continue stand in a function or a loop, which a wrong indentation breaks. It does not judge
// the rest (a duplicate argument, await outside of async), nor names in \N{...} escapes.
package python

import (
	"fmt"
	"strings"
)

// Error is the first syntax error of a source text.
type Error struct {
	Line   int    // 1-based
	Column int    // 1-based, in bytes
	Msg    string // CPython's words, without the position
}

// Error returns the position and the words.
func (e *Error) Error() string { return fmt.Sprintf("%d:%d: %s", e.Line, e.Column, e.Msg) }

// Check reports the first syntax error in src, or nil. It accepts the union of
// Python 3.8 to 3.14. Time and memory are linear in the length of src.
func Check(src string) *Error {
	if i := strings.IndexByte(src, 0); i >= 0 {
		return locate(src, fault{pos: i, msg: "source code string cannot contain null bytes"})
	}
	src = normalize(src)
	p := newParser(src)
	p.file()
	switch {
	case p.fault == nil && p.outside == nil:
		return nil
	case p.fault == nil:
		return locate(src, *p.outside)
	}
	f := *p.fault
	if f.rank <= special {
		f = p.explain(f)
	}
	if f.rank != misplaced && f.rank < lexical {
		f = p.lexRest(f)
	}
	return locate(src, f)
}

// normalize removes a byte order mark and makes every line end in "\n".
func normalize(src string) string {
	src = strings.TrimPrefix(src, "\ufeff")
	if strings.IndexByte(src, '\r') >= 0 {
		src = strings.ReplaceAll(strings.ReplaceAll(src, "\r\n", "\n"), "\r", "\n")
	}
	if !strings.HasSuffix(src, "\n") {
		src += "\n"
	}
	return src
}

// rank says how a fault was found, which decides what may replace it.
type rank uint8

const (
	plain     rank = iota // the grammar has no place for a token; the second pass may know why
	misplaced             // the same of an indent or a dedent; no later fault replaces it
	special               // a known mistake
	forced                // a known mistake that CPython reports without a second pass
	lexical               // text that makes no token
	layout                // lexical, but does not replace a fault found earlier in the text
)

// fault is an error before its line is counted.
type fault struct {
	pos  int // byte offset
	rank rank
	msg  string
}

// lineAt is the 1-based line of a byte offset. The end of the text counts as part
// of its last line.
func lineAt(src string, pos int) int {
	return 1 + strings.Count(src[:min(pos, max(len(src)-1, 0))], "\n")
}

func locate(src string, f fault) *Error {
	pos := min(f.pos, max(len(src)-1, 0))
	return &Error{Line: lineAt(src, pos), Column: pos - strings.LastIndexByte(src[:pos], '\n'), Msg: f.msg}
}
