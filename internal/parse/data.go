package parse

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"
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
	token int // its index
	line  int // 1-based, where the data begins
}

// holds reports whether a block that begins here stands in data.
func (d *data) holds() bool { return d.depth > 0 || d.quote != 0 }

// maxOpening is how far the first name or value of an object may be from its bracket.
const maxOpening = 200

// dataMarks are the ways in which data begins.
type dataMarks struct {
	object *regexp.Regexp // a bracket with a name, a string or another bracket
	name   *regexp.Regexp // what stands before a string that is a value, at the end of a text
}

var dataMarksOf = sync.OnceValue(func() dataMarks {
	const blanks = `(?:\s|//[^\n]*\n|/\*(?s:.*?)\*/)*`
	return dataMarks{
		object: regexp.MustCompile(`^(?:\{` + blanks + `(?:["']|[\w$.-]+\s*:)|\[` + blanks + `(?:["'{]|\[` + blanks + `["'{]|(?:-?\d[\w.+-]*|true|false|null)\s*,))`),
		name:   regexp.MustCompile(`(?:(?:^|\n)[ \t>-]*[\w.-]+[ \t]*:|["'][ \t]*:|[\w"'\]:][ \t]*=>?)[ \t]*$`),
	}
})

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
		case dataMarksOf().object.MatchString(s.src[p:min(len(s.src), p+maxOpening)]):
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
	return (last == ':' || last == '=' || last == '>') && dataMarksOf().name.MatchString(s.src[max(0, p-maxOpening):p])
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
	s.quote(i, in)
	if in == inData {
		s.data.blocks = append(s.data.blocks, heldBlock{i, s.data.line})
	}
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
	for _, b := range s.inOpenData {
		line := s.lineOf(int(s.tokens[b.token].start))
		s.out.Quoted = slices.DeleteFunc(s.out.Quoted, func(q Quoted) bool {
			return q.In == inData && q.Line == line && q.Source == s.name
		})
		s.skip(b.token, fmt.Sprintf("it stands in an object or a string that begins at line %d and never closes", b.line))
	}
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
