package tags

import (
	"slices"
	"strings"
)

// outcome is how the search for an end went.
type outcome int

const (
	ended         outcome = iota
	unclosed              // there is no end: what follows may be part of it
	noEnd                 // the field has none, but its operation has
	ambiguous             // there are several, and nothing tells which
	beforeUnknown         // there is one, if a field that the operation does not have may follow
)

// valueEnd finds the closing tag of the field that the token at index n opens.
func (s *scanner) valueEnd(op, field id, n int) (int, outcome) {
	wrapped := s.wrapped(int(s.Tags[n].End))
	var end int
	var result outcome
	switch {
	case wrapped:
		end, result = s.cdataEnd(op, field, n+1)
	case s.scalarEnd(op, field):
		return s.firstClosing(field, n+1)
	default:
		end, result = s.fieldEnd(op, field, n+1)
	}
	switch {
	case result == beforeUnknown: // unknownContent will report the block as malformed
		return end, ended
	case result != ended || s.scalarEnd(op, field):
		return end, result
	}
	if last, doubt := s.doubted(op, field, end); doubt {
		if wrapped && !s.afterCDATA(int(s.Tags[min(last, len(s.Tags)-1)].Start)) {
			return end, ended // the wrapper ends here and nowhere else
		}
		return last, ambiguous
	}
	return end, ended
}

// fieldEnd finds the closing tag of a field that holds text, among the tokens from index
// i on. It returns the index of that tag; for noEnd, that of the operation's.
//
// A closing tag is a candidate if a field of the same operation opens after it, or the
// operation closes; blanks and comments aside. The end is the first of these that exists:
//   - the first candidate before which the field's and the operation's own tags balance;
//   - the first candidate, or, if an operation of the same kind starts before it, the only
//     candidate before which the operation's tags balance;
//   - the first closing tag before a field that the operation does not have.
//
// The search stops where the operation itself ends: at its closing tag right after a
// field's, outside of operations that began in the value.
func (s *scanner) fieldEnd(op, field id, i int) (int, outcome) {
	unknown := -1
	end, result := s.knownEnd(op, field, i, &unknown)
	if unknown >= 0 && (result == unclosed || result == noEnd) {
		return unknown, beforeUnknown
	}
	return end, result
}

// knownEnd is fieldEnd without its last rule. It sets unknown to the index of the closing
// tag that the rule would choose.
func (s *scanner) knownEnd(op, field id, i int, unknown *int) (int, outcome) {
	first, startsBefore, starts := -1, false, false
	even, evens := -1, 0 // where the operation's own tags balance, and how often
	depth, open := 0, opened{}
	for ; i < len(s.Tags); i++ {
		if s.spend(1) {
			*unknown = -1
			return i, unclosed
		}
		t := s.Tags[i]
		switch {
		case t.ID == field && t.Opens():
			depth++
		case t.ID == field && t.Closing:
			if s.canEnd(op, i) {
				if depth == 0 && open.blocks == 0 {
					return i, ended
				}
				if open.blocks == 0 {
					even = i
					evens++
				}
				if first < 0 {
					first, startsBefore = i, starts
				}
			}
			if *unknown < 0 && depth == 0 && open.blocks == 0 && s.unknownFollows(op, i) {
				*unknown = i
			}
			depth = max(0, depth-1)
		case t.ID == op && t.Opens():
			block := s.startsBlock(i)
			starts = starts || block
			open.push(block)
		case t.ID == op && t.Closing:
			ends := s.endsBlock(op, i)
			if ends && open.blocks == 0 {
				switch {
				case first < 0:
					return i, noEnd
				case startsBefore && evens == 1:
					return even, ended
				}
				return s.fallbackEnd(first, startsBefore)
			}
			open.pop(ends)
		}
	}
	return s.fallbackEnd(first, startsBefore)
}

// fallbackEnd chooses an end if none balances.
func (s *scanner) fallbackEnd(first int, startsBefore bool) (int, outcome) {
	if first < 0 || startsBefore {
		return len(s.Tags), unclosed
	}
	return first, ended
}

// firstClosing finds the first closing tag of a field that holds one short value.
func (s *scanner) firstClosing(field id, i int) (int, outcome) {
	for ; i < len(s.Tags); i++ {
		if s.spend(1) {
			return i, unclosed
		}
		t := s.Tags[i]
		if t.ID == field && t.Closing {
			return i, ended
		}
		if s.startsBlock(i) {
			break
		}
	}
	return i, unclosed
}

// opened are the operations of the same kind that began inside a value: blocks, or only the
// tag, as prose names it.
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
	n := s.at(s.gap(int(s.Tags[i].End)))
	if n < 0 {
		return false
	}
	t := s.Tags[n]
	return t.ID == op && t.Closing || !t.Closing && s.g.field(op, t.ID)
}

// longestUnknown is the most bytes that unknown fields may have.
const longestUnknown = 400

// unknownFollows reports whether unknown fields follow the closing tag at index i, and then
// a field of the operation or its closing tag.
func (s *scanner) unknownFollows(op id, i int) bool {
	from := s.gap(int(s.Tags[i].End))
	if _, opens := tagName(s.Text[from:]); !opens {
		return false
	}
	for n := s.from(from); n < len(s.Tags) && int(s.Tags[n].Start)-from <= longestUnknown; n++ {
		t := s.Tags[n]
		switch {
		case t.ID == op && t.Closing, t.Opens() && s.g.field(op, t.ID):
			between := strings.TrimRight(s.Text[from:t.Start], blanks)
			last := strings.LastIndexByte(between, '<')
			return last > 0 && strings.HasPrefix(between[last:], "</") && strings.HasSuffix(between, ">")
		case s.g.names[t.ID].spec != nil:
			return false // another operation
		}
	}
	return false
}

// startsBlock reports whether the token at index i begins an operation: its opening
// tag, then one of its fields.
func (s *scanner) startsBlock(i int) bool {
	t := s.Tags[i]
	if !t.Opens() || s.g.names[t.ID].spec == nil {
		return false
	}
	n := s.at(s.gap(int(t.End)))
	return n >= 0 && s.Tags[n].Opens() && s.g.field(t.ID, s.Tags[n].ID)
}

// looksLikeBlock reports whether the token at index i begins an operation, even a malformed
// one: its opening tag, then the tag of some field.
func (s *scanner) looksLikeBlock(i int) bool {
	t := s.Tags[i]
	if !t.Opens() || s.g.names[t.ID].spec == nil {
		return false
	}
	at := s.gap(int(t.End))
	if n := s.at(at); n >= 0 && !s.Tags[n].Closing {
		return s.g.names[s.Tags[n].ID].isField
	}
	name, opens := tagName(s.Text[at:])
	if !opens {
		return t.Attributes
	}
	known, ok := s.g.ids[strings.ToLower(name)]
	return !ok || s.g.names[known].isField
}

// endsBlock reports whether the closing tag of op at index i stands right after
// that of one of its fields.
func (s *scanner) endsBlock(op id, i int) bool {
	before := s.Tags[i-1] // at least the tag that opens the block
	return before.Closing && s.g.field(op, before.ID) && s.gap(int(before.End)) == int(s.Tags[i].Start)
}

// doubted reports whether the end of a field found at index i is in doubt: if a later
// closing tag could also end the field or the operation, and no block of that kind begins
// between. It returns the index of the last such tag of a field. The bare tag of an
// operation, as prose names it, begins no block.
func (s *scanner) doubted(op, field id, i int) (int, bool) {
	next := s.at(s.gap(int(s.Tags[i].End)))
	inside := !s.Tags[next].Closing // another field follows: look no further than this block
	last, reopened := -1, false
	for j := next; j < len(s.Tags); j++ { // from next on, to pass over tags in a comment
		if s.spend(1) {
			return j, true
		}
		t := s.Tags[j]
		ends := t.ID == op && t.Closing && s.endsBlock(op, j)
		switch {
		case t.ID == op && s.looksLikeBlock(j), inside && (ends || t.Opens() && t.ID == field):
			return last, last >= 0
		case t.Opens() && t.ID == field:
			reopened = true
		case ends && j != next:
			last = j - 1
		case t.ID == field && t.Closing && !reopened && s.canEnd(op, j):
			last = j
		}
	}
	return last, last >= 0
}

// wrapped reports whether the value at p begins with "<![CDATA[", blanks aside.
func (s *scanner) wrapped(p int) bool {
	return strings.HasPrefix(strings.TrimLeft(s.Text[p:], blanks), cdataOpen)
}

// cdataEnd finds the closing tag of a field whose value is wrapped in CDATA: the one after
// the "]]>" that balances it, wrapped fields inside counted. A closing tag without "]]>" is
// text. But if a block of the same kind begins after it, its "]]>" may be missing. Then the
// "]]>" that was found may belong to that block, and the field is unclosed.
func (s *scanner) cdataEnd(op, field id, i int) (int, outcome) {
	depth, bare, begun := 0, false, false
	for ; i < len(s.Tags); i++ {
		if s.spend(1) {
			return i, unclosed
		}
		t := s.Tags[i]
		switch {
		case t.ID == op && t.Opens():
			begun = begun || bare && s.startsBlock(i)
		case t.ID == field && t.Opens():
			if s.wrapped(int(t.End)) {
				depth++
			}
		case t.ID != field || !t.Closing || !s.canEnd(op, i) && !s.scalarEnd(op, field):
		case !s.afterCDATA(int(t.Start)):
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
	o := &s.g.names[op]
	return o.spec.Fields[slices.Index(o.fields, field)].Scalar()
}

// afterCDATA reports whether "]]>" stands before p, blanks aside.
func (s *scanner) afterCDATA(p int) bool {
	return strings.HasSuffix(strings.TrimRight(s.Text[:p], blanks), cdataClose)
}

// closingOf is the offset after the closing tag that balances an open op, among the
// tokens from index i on; 0 if there is none.
func (s *scanner) closingOf(op id, i int) int {
	open := opened{}
	for ; i < len(s.Tags) && !s.spend(1); i++ {
		t := s.Tags[i]
		switch {
		case t.ID != op:
		case t.Opens():
			open.push(s.startsBlock(i))
		case t.Closing && len(open.stack) == 0:
			return int(t.End)
		case t.Closing:
			open.pop(s.endsBlock(op, i))
		}
	}
	return 0
}

// unknownEnd is the offset after the closing tag of an unknown field, the first one that
// another tag follows; 0 if there is none before the operation ends.
func (s *scanner) unknownEnd(op id, name string, at int) int {
	limit := s.closingOf(op, s.from(at))
	if limit == 0 {
		return 0
	}
	closer := "</" + name + ">"
	for p := at; ; {
		i := strings.Index(s.Text[p:limit], closer)
		if i < 0 || s.spend(1+i/256) {
			return 0
		}
		p += i + len(closer)
		if next := s.gap(p); next < len(s.Text) && s.Text[next] == '<' {
			return p
		}
	}
}

// nextPart is the offset of the next field or closing tag of op after unexpected text. There
// is none if another operation begins before it.
func (s *scanner) nextPart(op id, at int) (int, bool) {
	for i := s.from(at); i < len(s.Tags) && !s.spend(1); i++ {
		t := s.Tags[i]
		if t.ID == op && t.Closing || t.Opens() && s.g.field(op, t.ID) {
			return int(t.Start), true
		}
		if s.startsBlock(i) {
			break
		}
	}
	return 0, false
}
