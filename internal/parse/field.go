package parse

import (
	"strings"

	"fileops/internal/ops"
)

// outcome is how the search for an end went.
type outcome int

const (
	ended     outcome = iota
	unclosed          // there is no end: what follows may be part of it
	noEnd             // the field has none, but its operation has
	ambiguous         // there are several, and nothing tells which
	strange           // there is one, if a tag that the operation does not have may follow
)

// fieldEnd finds the closing tag of a field that holds text, among the tokens from
// index i on. It returns the index of that tag; for noEnd, that of the operation's.
//
// A closing tag can be the end if, blanks and comments aside, a field of the same
// operation opens after it or the operation closes. Among those it is the first one
// before which the pairs of the field's and the operation's own tags balance; if
// none balances, the first one, unless an operation of the same kind starts before
// it; then the only one before which the operation's tags balance. The search goes no
// further than a closing tag that ends the operation itself: one right after a field's,
// where no operation is open that began in the value. If all that fails, it is the first
// one after which a field stands that the operation does not have.
func (s *scanner) fieldEnd(op, field id, i int) (int, outcome) {
	end, result, stranger := s.knownEnd(op, field, i)
	if stranger >= 0 && (result == unclosed || result == noEnd) {
		return stranger, strange
	}
	return end, result
}

// knownEnd is fieldEnd but for its last rule: for that it returns the index of that
// closing tag, or -1.
func (s *scanner) knownEnd(op, field id, i int) (end int, result outcome, stranger int) {
	stranger = -1
	first, startsBefore, starts := -1, false, false
	even, evens := -1, 0 // where the operation's own tags balance, and how often
	depth, open := 0, opened{}
	for ; i < len(s.tokens); i++ {
		if s.spend(1) {
			return i, unclosed, -1
		}
		t := s.tokens[i]
		switch {
		case t.name == field && t.opens():
			depth++
		case t.name == field && t.form == closing:
			if s.canEnd(op, i) {
				if depth == 0 && open.blocks == 0 {
					return i, ended, stranger
				}
				if open.blocks == 0 {
					even = i
					evens++
				}
				if first < 0 {
					first, startsBefore = i, starts
				}
			}
			if stranger < 0 && depth == 0 && open.blocks == 0 && s.strangerFollows(op, i) {
				stranger = i
			}
			depth = max(0, depth-1)
		case t.name == op && t.opens():
			block := s.startsBlock(i)
			starts = starts || block
			open.push(block)
		case t.name == op && t.form == closing:
			ends := s.endsBlock(op, i)
			if ends && open.blocks == 0 {
				switch {
				case first < 0:
					return i, noEnd, stranger
				case startsBefore && evens == 1:
					return even, ended, stranger
				}
				end, result = s.settle(first, startsBefore)
				return end, result, stranger
			}
			open.pop(ends)
		}
	}
	end, result = s.settle(first, startsBefore)
	return end, result, stranger
}

// settle decides where no end balances.
func (s *scanner) settle(first int, startsBefore bool) (int, outcome) {
	if first < 0 || startsBefore {
		return len(s.tokens), unclosed
	}
	return first, ended
}

// opened are the operations of the same kind that began inside a value: whole
// blocks, or their tag alone, as prose names it.
type opened struct {
	stack  []bool // true for a block
	blocks int
}

func (o *opened) push(block bool) {
	o.stack = append(o.stack, block)
	if block {
		o.blocks++
	}
}

// pop closes the innermost one; a tag that ends a block closes the innermost block.
func (o *opened) pop(ends bool) {
	for n := len(o.stack); n > 0; n-- {
		block := o.stack[n-1]
		o.stack = o.stack[:n-1]
		if block {
			o.blocks--
		}
		if block || !ends {
			return
		}
	}
}

// canEnd reports whether the closing tag of a field at index i can end it.
func (s *scanner) canEnd(op id, i int) bool {
	n := s.at(s.gap(int(s.tokens[i].end)))
	if n < 0 {
		return false
	}
	t := s.tokens[n]
	return t.name == op && t.form == closing || t.form != closing && s.g.field(op, t.name)
}

// longestStranger bounds what is taken for fields that an operation does not have, in
// bytes.
const longestStranger = 400

// strangerFollows reports whether fields that the operation does not have stand between
// the closing tag at index i and a field of it, or its own closing tag.
func (s *scanner) strangerFollows(op id, i int) bool {
	from := s.gap(int(s.tokens[i].end))
	if _, opens := tagName(s.src[from:]); !opens {
		return false
	}
	for n := s.from(from); n < len(s.tokens) && int(s.tokens[n].start)-from <= longestStranger; n++ {
		t := s.tokens[n]
		switch {
		case t.name == op && t.form == closing, t.opens() && s.g.field(op, t.name):
			between := trimBlanks(s.src[from:t.start])
			last := strings.LastIndexByte(between, '<')
			return last > 0 && strings.HasPrefix(between[last:], "</") && strings.HasSuffix(between, ">")
		case s.g.specs[t.name] != nil:
			return false // another operation
		}
	}
	return false
}

// startsBlock reports whether the token at index i begins an operation: its opening
// tag, then one of its fields.
func (s *scanner) startsBlock(i int) bool {
	t := s.tokens[i]
	if !t.opens() || s.g.specs[t.name] == nil {
		return false
	}
	n := s.behind(i, s.gap(int(t.end)))
	return n >= 0 && s.tokens[n].opens() && s.g.field(t.name, s.tokens[n].name)
}

// looksLikeBlock reports whether the token at index i begins an operation, be it a
// malformed one: its opening tag, then the tag of some field.
func (s *scanner) looksLikeBlock(i int) bool {
	t := s.tokens[i]
	if !t.opens() || s.g.specs[t.name] == nil {
		return false
	}
	name, opens := tagName(s.src[s.gap(int(t.end)):])
	if !opens {
		return t.form == attributed
	}
	known, ok := s.g.names[strings.ToLower(name)]
	return !ok || s.g.isField[known]
}

// endsBlock reports whether the closing tag of op at index i stands right after
// that of one of its fields.
func (s *scanner) endsBlock(op id, i int) bool {
	before := s.tokens[i-1] // at least the tag that opens the block
	return before.form == closing && s.g.field(op, before.name) && s.gap(int(before.end)) == int(s.tokens[i].start)
}

// doubted looks whether the end of a field found at index i is in doubt: further on
// the same closing tag could end it again, or the operation, with no block of that
// kind begun between: its bare tag, as prose names it, begins none. It returns the index
// of the last closing tag of a field of which that is true.
func (s *scanner) doubted(op, field id, i int) (int, bool) {
	next := s.at(s.gap(int(s.tokens[i].end)))
	inside := s.tokens[next].form != closing // another field follows: look no further than this block
	last, reopened := -1, false
	for j := next; j < len(s.tokens); j++ { // what a comment before it holds does not count
		if s.spend(1) {
			return j, true
		}
		t := s.tokens[j]
		ends := t.name == op && t.form == closing && s.endsBlock(op, j)
		switch {
		case t.name == op && s.looksLikeBlock(j), inside && (ends || t.opens() && t.name == field):
			return last, last >= 0
		case t.opens() && t.name == field:
			reopened = true
		case ends && j != next:
			last = j - 1
		case t.name == field && t.form == closing && !reopened && s.canEnd(op, j):
			last = j
		}
	}
	return last, last >= 0
}

const cdataOpen, cdataClose = "<![CDATA[", "]]>"

// wrapped reports whether the value at p begins with "<![CDATA[", blanks aside.
func (s *scanner) wrapped(p int) bool {
	for p < len(s.src) && blank(s.src[p]) {
		p++
	}
	return strings.HasPrefix(s.src[p:], cdataOpen)
}

// cdataEnd finds the closing tag of a field whose value is wrapped in CDATA: the one
// after the "]]>" that balances it, wrapped fields inside counted. A closing tag
// without "]]>" is text; but if a block of the same kind begins after it, a "]]>"
// may have been forgotten, and the one that was found belongs to that block.
func (s *scanner) cdataEnd(op, field id, i int) (int, outcome) {
	depth, bare, begun := 0, false, false
	for ; i < len(s.tokens); i++ {
		if s.spend(1) {
			return i, unclosed
		}
		t := s.tokens[i]
		switch {
		case t.name == op && t.opens():
			begun = begun || bare && s.startsBlock(i)
		case t.name == field && t.opens():
			if s.wrapped(int(t.end)) {
				depth++
			}
		case t.name != field || t.form != closing || !s.canEnd(op, i) && !s.scalarEnd(op, field):
		case !s.afterCDATA(int(t.start)):
			bare = bare || depth == 0
		case depth > 0:
			depth--
		case begun:
			return i, unclosed
		default:
			return i, ended
		}
	}
	return i, unclosed
}

func (s *scanner) scalarEnd(op, field id) bool {
	return s.g.specs[op].Fields[s.g.fields[op][field]].Scalar()
}

// afterCDATA reports whether "]]>" stands before p, blanks aside.
func (s *scanner) afterCDATA(p int) bool {
	return strings.HasSuffix(trimBlanks(s.src[:p]), cdataClose)
}

func trimBlanks(b string) string {
	for len(b) > 0 && blank(b[len(b)-1]) {
		b = b[:len(b)-1]
	}
	return b
}

// value reads the text between the tags of a field.
//
// In block form, where a line break follows the opening tag, it stands for whole
// lines: that line break goes, and so do the blanks before the closing tag. A
// wrapper of CDATA is taken off first; the form is that of what it wraps, or of the
// wrapper if it stands on separate lines. A wrapper around nothing says that the value
// is to be empty.
func value(raw string) ops.Value {
	inner, wrapped := unwrap(raw)
	if wrapped && inner == "" {
		return ops.Value{Empty: true}
	}
	body, block := blockBody(inner)
	if !wrapped || block {
		return ops.Value{Text: body, Block: block, Empty: wrapped && body == ""}
	}
	if _, outer := blockBody(raw); outer && strings.HasSuffix(strings.TrimRight(raw, " \t"), "\n") {
		if inner != "" && !strings.HasSuffix(inner, "\n") {
			inner = endLine(inner)
		}
		return ops.Value{Text: inner, Block: true}
	}
	return ops.Value{Text: inner}
}

func unwrap(raw string) (string, bool) {
	t := strings.Trim(raw, " \t\r\n")
	if !strings.HasPrefix(t, cdataOpen) || !strings.HasSuffix(t, cdataClose) || len(t) < len(cdataOpen)+len(cdataClose) {
		return raw, false
	}
	return t[len(cdataOpen) : len(t)-len(cdataClose)], true
}

// parted reports whether what stands in a wrapper of CDATA ends it and begins another
// one: then what was taken off may be the first and the last of several sections, which
// are the text. Where more ends than begins, the rest is text that holds "]]>".
func parted(inner string) bool {
	open, again := 1, false
	for {
		i := strings.IndexAny(inner, "<]")
		if i < 0 {
			return again && open == 1
		}
		inner = inner[i:]
		switch {
		case strings.HasPrefix(inner, cdataOpen):
			again = again || open < 1
			open++
		case strings.HasPrefix(inner, cdataClose):
			open--
		}
		inner = inner[1:]
	}
}

// blockBody is the lines of a value in block form, each with its line break.
func blockBody(raw string) (string, bool) {
	first := strings.IndexByte(raw, '\n')
	if first < 0 || len(strings.Trim(raw[:first], " \t\r")) > 0 {
		return raw, false
	}
	body := raw[first+1:]
	last := strings.LastIndexByte(body, '\n') + 1
	if len(strings.Trim(body[last:], " \t")) == 0 {
		return body[:last], true
	}
	return endLine(body), true
}

// endLine ends the last line of a text as its other lines end. A carriage return at the
// end of the text is no line end: with LF alone it would become a part of one.
func endLine(text string) string {
	if strings.HasSuffix(text, "\r") || allCRLF(text) {
		return text + "\r\n"
	}
	return text + "\n"
}

// allCRLF reports whether a text has line ends, and all are CRLF.
func allCRLF(text string) bool {
	n := strings.Count(text, "\n")
	return n > 0 && n == strings.Count(text, "\r\n")
}
