package parse

import (
	"fmt"
	"strings"
)

// inData is what Quoted.In says of a block in data.
const inData = "data"

// data follows the prose outside of blocks and other quotes, and knows where it is data:
// an object or an array as JSON, JSON5, YAML and programming languages write them, or a
// string in quotation marks behind "name:" or "name=", as in a log. A block in there was
// not written to be run.
//
// The rule looks at nothing behind a block, so that a response that is cut off is read as
// the whole is. An object that begins a line lasts until it closes, one that begins inside
// a line no longer than its paragraph, a string outside of objects no longer than its line.
type data struct {
	depth   int  // open brackets
	quote   byte // the mark that ends the present string; 0 outside of one
	last    byte // the last byte that was no blank
	lasting bool // the object begins a line
	line    int  // 1-based, where it begins
	blocks  []heldBlock
}

// heldBlock is a block that stands in data.
type heldBlock struct {
	token  int // its index
	quoted int // its index in Response.Quoted
	line   int // 1-based, where the data begins
}

// holds reports whether a block that begins here stands in data.
func (d *data) holds() bool { return d.depth > 0 || d.quote != 0 }

// maxOpening is how far the first name or value of an object may be from its bracket.
const maxOpening = 200

// beginsObject reports whether a text, a bracket and what follows it, begins an object or
// an array: with a name, a string or another bracket, or with a value and a comma.
func beginsObject(text string) bool {
	rest := pastBlanks(text[1:])
	switch {
	case rest == "":
		return false
	case rest[0] == '"' || rest[0] == '\'':
		return true
	case text[0] == '{':
		return followed(rest, "$.-", ':')
	case rest[0] == '{' || followed(rest, "+.-", ','):
		return true
	case rest[0] == '[':
		rest = pastBlanks(rest[1:])
		return rest != "" && strings.IndexByte("\"'{", rest[0]) >= 0
	}
	return false
}

// followed reports whether a text begins with a name or a number, whose characters are
// letters, digits and those of others, and mark follows. Before a comma it must be a
// value of JSON: words in brackets are prose.
func followed(text, others string, mark byte) bool {
	n := 0
	for n < len(text) && (nameByte(text[n]) || strings.IndexByte(others, text[n]) >= 0) {
		n++
	}
	word := text[:n]
	if mark == ',' && word != "true" && word != "false" && word != "null" && strings.Trim(word, "0123456789+-.eE") != "" {
		return false
	}
	after := strings.TrimLeft(text[n:], " \t\r\n")
	return n > 0 && after != "" && after[0] == mark
}

// pastBlanks is a text without the blanks and comments that it begins with; "" if a
// comment has no end.
func pastBlanks(text string) string {
	for {
		text = strings.TrimLeft(text, " \t\r\n")
		var end string
		switch {
		case strings.HasPrefix(text, "//"):
			end = "\n"
		case strings.HasPrefix(text, "/*"):
			end = "*/"
		default:
			return text
		}
		if _, text, _ = strings.Cut(text[len("/*"):], end); text == "" {
			return ""
		}
	}
}

// readProse takes the prose from offset p to end. Who forces "tags" means every block.
func (s *scanner) readProse(p, end int) {
	if s.opt.Input == "tags" {
		return
	}
	d := &s.data
	for ; p < end; p++ {
		c := s.src[p]
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
				d.line = s.lineOf(p)
			}
		case c != '{' && c != '[' && c != '}' && c != ']':
		case d.depth > 0 && (c == '{' || c == '['):
			d.depth++
		case d.depth > 0:
			d.depth--
			d.closes()
		case beginsObject(s.src[p:min(len(s.src), p+maxOpening)]):
			d.depth, d.lasting, d.line = 1, lineBegins(s.src, p), s.lineOf(p)
		}
		if !blank(c) {
			d.last = c
		}
	}
}

// closes forgets the blocks that the data held, if it ends here: they are quoted.
func (d *data) closes() {
	if !d.holds() {
		d.blocks = nil
	}
}

// neverCloses ends data that did not close.
func (s *scanner) neverCloses() {
	s.inOpenData = append(s.inOpenData, s.data.blocks...)
	s.data = data{last: s.data.last}
}

// beginsValue reports whether a quotation mark at p, outside of strings, begins a value.
func (s *scanner) beginsValue(p int) bool {
	last := s.data.last
	if s.data.depth > 0 {
		return strings.IndexByte(":,[{(=>", last) >= 0
	}
	switch last {
	case '=', '>':
		return assigned(s.src[max(0, p-maxOpening):p])
	case ':':
		return named(s.src[max(0, p-maxOpening):p], p <= maxOpening)
	}
	return false
}

// assigned reports whether a text ends in "name =" or "name =>".
func assigned(text string) bool {
	text, ok := strings.CutSuffix(strings.TrimSuffix(strings.TrimRight(text, " \t"), ">"), "=")
	text = strings.TrimRight(text, " \t")
	return ok && text != "" && (nameByte(text[len(text)-1]) || strings.IndexByte("\"']:", text[len(text)-1]) >= 0)
}

// named reports whether a text, which may have all before it on its line, ends in a colon
// behind a string, or behind a name that begins the line.
func named(text string, start bool) bool {
	text = strings.TrimRight(strings.TrimSuffix(strings.TrimRight(text, " \t"), ":"), " \t")
	if strings.HasSuffix(text, `"`) || strings.HasSuffix(text, "'") {
		return true
	}
	line := text[strings.LastIndexByte(text, '\n')+1:]
	name := strings.TrimLeft(line, " \t>-")
	return (start || len(line) < len(text)) && name != "" && !strings.ContainsFunc(name, func(r rune) bool {
		return r > 0x7f || !nameByte(byte(r)) && r != '.' && r != '-'
	})
}

// lineEnds ends what reaches no further than the line that ends at p, or the paragraph.
func (s *scanner) lineEnds(p int) {
	d := &s.data
	if d.depth == 0 {
		if d.quote != 0 {
			s.neverCloses()
		}
		return
	}
	next := strings.TrimLeft(s.src[p+1:min(len(s.src), p+1+maxBefore)], " \t\r")
	if !d.lasting && (next == "" || next[0] == '\n') {
		s.neverCloses()
	}
}

// tagIn reads an operation's opening tag in data or Markdown that quotes what it begins.
func (s *scanner) tagIn(in string, i int) {
	s.pos = int(s.tokens[i].end)
	s.data.last = '>'
	if !s.looksLikeBlock(i) && s.textAfter(s.pos) {
		return // a sentence; in a block quote, the fields are on lines of their own
	}
	if in == inData {
		s.data.blocks = append(s.data.blocks, heldBlock{i, len(s.out.Quoted), s.data.line})
	}
	s.quote(i, in)
	switch b, ok := s.block(i); {
	case ok && b.problem == "":
		s.pos = b.end
	case !ok && s.inText(b):
		s.skipRest(i+1, s.neverEnds(b))
	}
}

// skipInOpenData reports the blocks in data that never closes as skipped, for they may
// have been meant. Where the response asks for nothing else, it is refused instead.
// operations is how many there were before it.
func (s *scanner) skipInOpenData(operations int) {
	s.neverCloses()
	if len(s.out.Operations) == operations {
		return
	}
	skipped := map[int]bool{}
	for _, b := range s.inOpenData {
		skipped[b.quoted] = true
		s.skip(b.token, fmt.Sprintf("it stands in an object or a string that begins at line %d and never closes", b.line))
	}
	var quoted []Quoted
	for i, q := range s.out.Quoted {
		if !skipped[i] {
			quoted = append(quoted, q)
		}
	}
	s.out.Quoted = quoted
}

// blocksOnlyInData refuses a response of which all blocks stand in data: it is a log, a
// request or the like that mentions them. before is how many operations and quotes there
// were before this response.
func (d *reader) blocksOnlyInData(operations, quoted int) {
	if len(d.out.Operations) > operations {
		return
	}
	for _, q := range d.out.Quoted[quoted:] {
		if q.In == inData {
			d.refuseJSON(fmt.Sprintf("its operation blocks stand in JSON or other data, as a log has it: the first is <%s> at line %d", q.Operation, q.Line))
			return
		}
	}
}
