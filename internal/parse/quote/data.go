package quote

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/parse/response"
)

// InData is what Quoted.In says of a block in data.
const InData = "data"

// data follows the prose outside of other quotes, and knows where it is data. Data is an
// object or array of JSON, JSON5, YAML or a programming language. A string in quotation
// marks after "name:" or "name=", as in a log, is data too.
//
// An object that begins a line lasts until it closes. One that begins inside a line ends
// with its paragraph, a string outside of objects with its line. Text after an operation
// does not count, so a response that is cut off is read as the whole would be.
type data struct {
	depth   int  // open brackets
	quote   byte // the mark that ends the present string; 0 outside of one
	last    byte // the last byte that was no blank
	lasting bool // the object begins a line
	line    int  // 1-based, where it begins
	blocks  []held
}

// held is an operation that stands in data.
type held struct {
	Start
	quoted int // its index in Response.Quoted
	line   int // 1-based, where the data begins
}

// holds reports whether a block that begins here stands in data.
func (d *data) holds() bool { return d.depth > 0 || d.quote != 0 }

// maxOpening is how far the first name or value of an object may be from its bracket.
const maxOpening = 200

// beginsObject reports whether a text, a bracket and what follows it, begins an object or an
// array: with a name, a string or another bracket, or with a value of JSON and a comma.
// Other words in brackets are prose. A closing bracket that closes nothing counts as that
// of an array.
func beginsObject(text string) bool {
	rest, others := afterGap(text[1:]), "+.-"
	if text[0] == '{' {
		others = "$.-"
	}
	n := 0
	for n < len(rest) && (NameByte(rest[n]) || strings.IndexByte(others, rest[n]) >= 0) {
		n++
	}
	word, after := rest[:n], strings.TrimLeft(rest[n:], " \t\r\n")
	switch {
	case rest == "":
		return false
	case rest[0] == '"' || rest[0] == '\'':
		return true
	case text[0] == '{':
		return n > 0 && strings.HasPrefix(after, ":")
	case rest[0] == '[':
		rest = afterGap(rest[1:])
		return rest != "" && strings.IndexByte("\"'{", rest[0]) >= 0
	case rest[0] == '{':
		return true
	}
	return n > 0 && strings.HasPrefix(after, ",") &&
		(word == "true" || word == "false" || word == "null" || strings.Trim(word, "+-.0123456789eE") == "")
}

// afterGap is a text without the blanks and comments that it begins with; "" if a comment
// has no end.
func afterGap(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		end := "*/"
		if strings.HasPrefix(text, "//") {
			end = "\n"
		} else if !strings.HasPrefix(text, "/*") {
			return text
		}
		_, text, _ = strings.Cut(text[len("/*"):], end)
	}
}

// readProse takes the prose from offset p to end.
func (s *Scanner) readProse(p, end int) {
	if s.opt.Data {
		return
	}
	d := &s.data
	for ; p < end; p++ {
		if !d.holds() {
			if p = s.passPlain(p, end); p == end {
				break
			}
		}
		c := s.Text[p]
		switch {
		case c == '\n':
			s.lineEnds(p)
		case d.quote != 0 && c == '\\':
			p++
		case d.quote != 0:
			if c == d.quote {
				d.quote = 0
				d.closes()
			}
		case (c == '"' || c == '\'') && s.beginsValue(p):
			if d.quote = c; d.depth == 0 {
				d.line = s.Line(p)
			}
		case c != '{' && c != '[' && c != '}' && c != ']':
		case d.depth > 0 && (c == '{' || c == '['):
			d.depth++
		case d.depth > 0:
			d.depth--
			d.closes()
		case beginsObject(s.Text[p:min(len(s.Text), p+maxOpening)]):
			d.depth, d.lasting, d.line = 1, lineBegins(s.Text, p), s.Line(p)
		}
		if !Blank(c) {
			d.last = c
		}
	}
}

// dataMarks are the characters at which data may begin.
const dataMarks = `"'{[}]`

// passPlain passes over prose from offset p on, up to one of dataMarks or to end. It looks for each
// of them in a short piece at a time, which is faster than to look at each character.
func (s *Scanner) passPlain(p, end int) int {
	const size = 256
	if strings.IndexByte(dataMarks, s.Text[p]) >= 0 {
		return p
	}
	at := p
	for found := false; at < end && !found; {
		piece := s.Text[at:min(end, at+size)]
		for i := range len(dataMarks) {
			if n := strings.IndexByte(piece, dataMarks[i]); n >= 0 {
				piece, found = piece[:n], true
			}
		}
		at += len(piece)
	}
	for i := at; i > p; i-- {
		if c := s.Text[i-1]; !Blank(c) {
			s.data.last = c
			break
		}
	}
	return at
}

// closes forgets the blocks that the data held, if it ends here: they are quoted.
func (d *data) closes() {
	if !d.holds() {
		d.blocks = nil
	}
}

// neverCloses ends data that did not close.
func (s *Scanner) neverCloses() {
	s.inOpenData = append(s.inOpenData, s.data.blocks...)
	s.data = data{last: s.data.last}
}

// beginsValue reports whether a quotation mark at p, outside of strings, begins a value.
func (s *Scanner) beginsValue(p int) bool {
	last := s.data.last
	if s.data.depth > 0 {
		return strings.IndexByte(":,[{(=>", last) >= 0
	}
	switch last {
	case '=', '>':
		return assigned(s.Text[max(0, p-maxOpening):p])
	case ':':
		return named(s.Text[max(0, p-maxOpening):p], p <= maxOpening)
	}
	return false
}

// assigned reports whether a text ends in "name =" or "name =>".
func assigned(text string) bool {
	text, ok := strings.CutSuffix(strings.TrimSuffix(strings.TrimRight(text, " \t"), ">"), "=")
	text = strings.TrimRight(text, " \t")
	return ok && text != "" && (NameByte(text[len(text)-1]) || strings.IndexByte("\"']:", text[len(text)-1]) >= 0)
}

// named reports whether a text ends in a colon after a string, or after a name that begins
// the line. start says that nothing stands before the text.
func named(text string, start bool) bool {
	text = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(text, " \t"), ":"), " \t")
	if strings.HasSuffix(text, `"`) || strings.HasSuffix(text, "'") {
		return true
	}
	line := text[strings.LastIndexByte(text, '\n')+1:]
	name := strings.TrimLeft(line, " \t>-")
	return (start || len(line) < len(text)) && name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r > 0x7f || !NameByte(byte(r)) && r != '.' && r != '-'
	})
}

// lineEnds ends the data that lasts no longer than the line that ends at p, or its
// paragraph.
func (s *Scanner) lineEnds(p int) {
	d := &s.data
	if d.depth == 0 {
		if d.quote != 0 {
			s.neverCloses()
		}
		return
	}
	next := strings.TrimLeft(s.Text[p+1:min(len(s.Text), p+1+maxBefore)], " \t\r")
	if !d.lasting && (next == "" || next[0] == '\n') {
		s.neverCloses()
	}
}

// skipInOpenData reports the blocks in data that never closes as skipped, since they may
// have been meant to run. A response with no other operation is refused instead.
func (s *Scanner) skipInOpenData() {
	s.neverCloses()
	if len(s.Out.Operations) == s.before {
		return
	}
	skipped := map[int]bool{}
	for _, b := range s.inOpenData {
		skipped[b.quoted] = true
		s.skip(fmt.Sprintf("it stands in an object or a string that begins at line %d and never closes", b.line), b.Start)
	}
	i := -1
	s.Out.Quoted = slices.DeleteFunc(s.Out.Quoted, func(response.Quoted) bool { i++; return skipped[i] })
}
