// Package tags reads operation blocks in prose: tags with the names of the catalogue in
// package ops. What follows a closing tag decides whether it ends a block or a field, so
// text may hold tags of its own. A block whose end is in doubt is malformed, never guessed.
// Package quote finds the blocks that are only quoted.
package tags

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/response"
)

// Reader reads the blocks of a text.
type Reader struct{ s *scanner }

// New returns a reader of the blocks of a text, whose tags must have those of Names.
func New(text *quote.Scanner) Reader {
	g := grammarOf.Get()
	s := &scanner{Scanner: text, g: g, comments: map[int]int{}, noEndBefore: map[string]int{}}
	s.budget = 64*len(s.Tags) + 1000
	if response.AllCRLF(s.Text) {
		s.crlf = strings.Count(s.Text, "\n")
	}
	return Reader{s}
}

// Starts are the places at which blocks may begin, in their order.
func (r Reader) Starts() quote.Starts {
	var starts quote.Starts
	for i := range r.s.Tags {
		if r.s.looksLikeBlock(i) {
			starts = append(starts, r.s.start(i))
		}
	}
	return starts
}

// End is where a block ends, as quote.Scanner.End has it.
func (r Reader) End(start quote.Start) int { return r.s.end(start) }

// InFence reports that no block in fenced code runs, unless the options say so.
func (r Reader) InFence(quote.Start, string, int) bool { return false }

// Next is the offset of the next tag from an offset on, the length of the text if there is none.
func (r Reader) Next(from int) int {
	if i := r.s.from(from); i < len(r.s.Tags) {
		return int(r.s.Tags[i].Start)
	}
	return len(r.s.Text)
}

// Read reads what begins with the tag at the present place: a block, or a tag alone.
func (r Reader) Read() { r.s.tag(r.s.at(r.s.Pos)) }

// Names returns the names of tags that this package knows, for quote.Options.
func Names() map[string]int16 { return grammarOf.Get().ids }

// Begin reports whether the opening tag of an operation stands in a text.
func Begin(text string) bool {
	g := grammarOf.Get()
	for t, ok := quote.NextTag(text, 0, g.ids); ok; t, ok = quote.NextTag(text, int(t.End), g.ids) {
		if t.Opens() && g.names[t.ID].spec != nil {
			return true
		}
	}
	return false
}

// scanner reads the blocks of one text.
type scanner struct {
	*quote.Scanner
	g        *grammar
	near     int         // the last answer of from
	budget   int         // steps that are left for looking ahead
	comments map[int]int // where the run of comments that begins here ends
	crlf     int         // line ends of the text, if all are CRLF
	// noEndBefore has the offset before which blocks of a name have no end in their block quotes.
	noEndBefore map[string]int
}

// spend takes n steps off the budget for looking ahead and reports whether it is used up.
// The budget is 64 steps for each tag, which keeps the time linear. When it is gone, blocks
// count as unclosed.
func (s *scanner) spend(n int) bool {
	s.budget -= n
	return s.budget < 0
}

// start is the token at index i as package quote has it.
func (s *scanner) start(i int) quote.Start {
	t := s.Tags[i]
	return quote.Start{At: int(t.Start), After: int(t.End), Name: s.g.names[t.ID].text}
}

// end is where a block ends, as quote.Scanner.End has it.
func (s *scanner) end(start quote.Start) int {
	b, ok := s.block(s.at(start.At))
	if ok && b.problem == "" && !b.unknown {
		return b.end
	}
	if end := s.endInBlockQuote(start); end >= 0 {
		return end
	}
	if !ok && b.unended != "" && s.g.names[s.g.ids[b.unended]].long {
		return -1
	}
	return start.After
}

// tag reads the tag at index i, which stands in prose.
func (s *scanner) tag(i int) {
	t := s.Tags[i]
	known := s.g.names[t.ID].spec != nil
	switch in := s.Within(s.Pos); {
	case known && !t.Closing && in != "":
		s.Show(s.start(i), in)
	case known && !t.Closing:
		s.operation(i)
	case t.Closing && (known || s.g.names[t.ID].long):
		s.Pos = int(t.End)
		s.Stray("closing tag </%s> without an opening one at line %d", s.g.names[t.ID].text, s.Line(int(t.Start)))
	case t.Opens() && !t.Attributes && in == "" && s.unknownOperation(i):
	default:
		s.Pos = int(t.End)
	}
}

// operation reads the block that the token at index i opens, in prose.
func (s *scanner) operation(i int) {
	t := s.Tags[i]
	if s.mention(i) {
		s.Out.Warn("<%s> at line %d is not followed by a field: taken for prose", s.g.names[t.ID].text, s.Line(int(t.Start)))
		s.Pos = int(t.End)
		return
	}
	b, ok := s.block(i)
	if !ok {
		s.cutOff(b)
		return
	}
	s.Pos = b.end
	if s.Held(s.start(i)) {
		return
	}
	s.Cut(b.start, b.end)
	s.add(b, s.action(b))
}

// mention reports whether an opening tag only names the operation in a sentence: text follows
// it on its line, and there is no closing tag and no closed field of it before the next
// block. Later text does not count, because it may be cut off.
func (s *scanner) mention(i int) bool {
	t := s.Tags[i]
	if !t.Opens() || t.Attributes {
		return false
	}
	rest := strings.TrimLeft(s.Text[t.End:], " \t")
	if len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r' || rest[0] == '<' {
		return false
	}
	for j := i + 1; j < len(s.Tags) && !s.spend(1); j++ {
		n, next := s.Tags[j], s.Tags[min(j+1, len(s.Tags)-1)]
		switch {
		case s.startsBlock(j):
			return true
		case n.ID == t.ID && n.Closing, n.Opens() && next.ID == n.ID && next.Closing && s.g.field(t.ID, n.ID):
			return false
		}
	}
	return true
}

// add puts an operation into the response.
func (s *scanner) add(b block, a ops.Action) {
	s.Out.Add(ops.Operation{Action: a, Line: s.Line(b.start), Args: b.args, Converted: s.crlf > b.lines})
}

// unknownOperation reads the block of an unknown operation: an unknown tag, right before the
// path field at index i. It is malformed, and nothing in it runs.
func (s *scanner) unknownOperation(i int) bool {
	t := s.Tags[i]
	if !s.g.names[t.ID].isPath {
		return false
	}
	before := s.Text[max(s.Pos-2*quote.MaxName, 0):t.Start]
	open := strings.LastIndexByte(before, '<')
	if open < 0 {
		return false
	}
	name, _ := tagName(before[open:])
	if name == "" || strings.TrimRight(before[open:], blanks) != "<"+name+">" {
		return false
	}
	b := block{start: int(t.Start) - len(before) + open, end: len(s.Text)}
	end := strings.Index(s.Text[t.End:], "</"+name+">")
	if end >= 0 {
		b.end = int(t.End) + end + len(name) + len("</>")
	}
	tag := strings.ToLower(name)
	s.add(b, ops.Invalid{
		Tag: tag, Msg: "unknown operation <" + name + ">", Hint: ops.SuggestTag(tag, wording.Tags), Preview: response.Head(s.Text[b.start:b.end], 200),
	})
	s.Cut(b.start, b.end)
	s.Pos = b.end
	if end < 0 {
		s.SkipRest(int(t.Start), fmt.Sprintf("the unclosed <%s> at line %d", name, s.Line(b.start)))
	}
	return true
}

// cutOff ends the scan at a block that is never closed, since what follows may be its
// content. Each block after it is reported as skipped.
func (s *scanner) cutOff(b block) {
	tag := s.g.names[b.op].text
	line := s.Line(b.start)
	msg := fmt.Sprintf("unclosed <%s> at line %d: the response may be cut off", tag, line)
	if end := s.ownEnd(b); end > 0 {
		msg = fmt.Sprintf("unclosed <%s> at line %d: the </%[1]s> at line %[3]d does not end it", tag, line, s.Line(end))
	} else if n := len(s.Starts); n > 0 && s.Starts[n-1].At > b.start { // other blocks follow it
		msg += fmt.Sprintf(", or its </%s> is missing", tag)
	}
	s.add(b, ops.Invalid{
		Tag: tag, Msg: msg,
		Hint: s.missingEnd(b) + " Nothing of this block was run, nor of the text after it. Send the block again, whole, and what was to follow it. " +
			"The blocks before it have results of their own: send only those again that failed.",
		Preview: response.Head(s.Text[b.start:], 200), Expected: s.g.names[b.op].spec.Format(),
	})
	s.SkipRest(b.start+1, fmt.Sprintf("the unclosed <%s> at line %d", tag, line))
	s.Cut(b.start, len(s.Text))
}

// ofBlock are the tags of a block that is never closed: up to the next block, or all that follow.
func (s *scanner) ofBlock(b block) []quote.Tag {
	first := s.from(b.start) + 1
	for i := first; i < len(s.Tags); i++ {
		if s.looksLikeBlock(i) {
			return s.Tags[first:i]
		}
	}
	return s.Tags[first:]
}

// ownEnd is the offset of the first closing tag of a block that is never closed; 0 for none.
func (s *scanner) ownEnd(b block) int {
	for _, t := range s.ofBlock(b) {
		if t.Closing && t.ID == b.op {
			return int(t.Start)
		}
	}
	return 0
}

// missingEnd says which closing tags a block lacks.
func (s *scanner) missingEnd(b block) string {
	tag, field := s.g.names[b.op].text, b.unended
	closes := func(t quote.Tag) bool { return t.Closing && s.g.names[t.ID].text == field }
	switch {
	case field == "":
		return fmt.Sprintf("The text ends inside this <%s>: its </%[1]s> is missing.", tag)
	case !slices.ContainsFunc(s.ofBlock(b), closes):
		if end := s.ownEnd(b); end > 0 {
			return fmt.Sprintf("The </%[1]s> of its <%[1]s> is missing before </%[2]s> at line %[3]d.", field, tag, s.Line(end))
		}
		return fmt.Sprintf("The text ends inside the <%s> of this <%s>: its </%[1]s> and </%[2]s> are missing.", field, tag)
	}
	return fmt.Sprintf("Its <%s> has no end: after </%[1]s> the next field must open, or </%[2]s> follow. If the value holds such tags, wrap it in <![CDATA[ … ]]>.", field, tag)
}
