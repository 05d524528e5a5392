// Package quote finds the text that only shows operations: those in fences, code spans,
// indented code, block quotes, comments, thinking and data must not run. It follows
// CommonMark. It knows no dialect, which tells it where operations begin and end. Every
// operation in a quote is reported, as quoted or as skipped. The time is linear in the
// length of the text, if the dialect's is.
package quote

import (
	"fmt"
	"slices"
	"sort"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/parse/response"
)

// Scanner reads a text from its start to its end, once. A dialect sets Starts and End,
// then reads what Advance leaves to it.
type Scanner struct {
	response.Lines     // the text
	Pos            int // everything before it is read
	Out            *response.Builder

	// Starts are the places at which operations may begin, in their order.
	Starts Starts
	// Find returns the first places at which operations begin between two offsets, at most limit
	// of them, if the reading begins at the first offset. It takes the place of Starts in a form
	// in which they depend on that, as those of fences do. Otherwise it is nil.
	Find func(from, to, limit int) Starts
	// End is the offset after an operation, or after its opening if it is malformed. It is
	// -1 if the operation has no end: then all that follows may be part of it.
	End func(Start) int
	// InFence reports whether an operation in fenced code runs, although the options do not say
	// so: the fence, which has this info string and begins at that offset, is part of its form.
	// It may be nil.
	InFence func(b Start, info string, opened int) bool

	opt Options
	// Tags are those with a known name, in their order.
	Tags []Tag

	tags       []tag  // those that begin or end a quote
	tag        int    // the first of them that was not passed
	found      [4]int // where each of openings stands next
	cut        []span // what is taken out of the prose
	spans      paragraph
	fence      fence // that is open
	open       openQuote
	data       data
	inOpenData []held // that never closed
	before     int    // how many operations there were before this text
	first      int    // how many there were before it or the last thinking
	thought    int    // offset after the last thinking
	strays     int    // closing tags without an opening one

	commentEnds, sectionEnds []int // nil until asked for
}

// Options say which quoted operations run, and which tags a dialect knows.
type Options struct {
	Fenced bool // operations in fenced code run
	Data   bool // operations in data run
	// Names are the known names of tags, with their numbers for Tag.ID: those of TagNames
	// from 0 on, then others. Without any, the Scanner finds the tags of TagNames alone.
	Names map[string]int16
}

// Start is a place at which an operation may begin.
type Start struct {
	At, After int    // offsets of its opening, and after that
	Name      string // of the operation
	Form      wording.Form
}

// Starts are the places at which operations may begin, in their order.
type Starts []Start

// From is the index of the first start from an offset on.
func (l Starts) From(at int) int {
	return sort.Search(len(l), func(i int) bool { return l[i].At >= at })
}

// Next is the offset of the first start from an offset on, end if there is none.
func (l Starts) Next(from, end int) int {
	if i := l.From(from); i < len(l) {
		return l[i].At
	}
	return end
}

// span is a range of offsets.
type span struct{ start, end int }

// New begins to read a text. What is found is added to out.
func New(text string, out *response.Builder, o Options) *Scanner {
	n := len(out.Operations)
	s := &Scanner{Lines: response.Lines{Text: text}, Out: out, opt: o, before: n, first: n, found: [4]int{-1, -1, -1, -1}}
	names := o.Names
	if names == nil {
		names = map[string]int16{}
		for i, name := range TagNames {
			names[name] = int16(i)
		}
	}
	for t, ok := NextTag(text, 0, names); ok; t, ok = NextTag(text, int(t.End), names) {
		s.Tags = response.Append(s.Tags, t)
		if int(t.ID) < len(TagNames) {
			s.tags = append(s.tags, tag{TagNames[t.ID], int(t.Start), int(t.End), t.Opens(), t.Closing})
		}
	}
	return s
}

// openings are what begins a quote, but for tags.
var openings = [4]string{"`", "~~~", "<!--", "<![CDATA["}

// Advance reads the first quote before the offset at, and reports true. If there is none,
// it goes on to at and reports false: the dialect reads what stands there.
func (s *Scanner) Advance(at int) bool {
	if s.fence.length > 0 {
		return s.fenced()
	}
	first, begins := at, ""
	for i, opening := range openings {
		if s.found[i] = s.next(s.found[i], opening); s.found[i] < first {
			first, begins = s.found[i], opening
		}
	}
	tag := s.nextTag()
	if tag >= 0 && s.tags[tag].start <= first {
		first, begins = s.tags[tag].start, "<"
	}
	s.readProse(s.Pos, first)
	s.Pos = first
	switch begins {
	case "`":
		s.backticks()
	case "~~~":
		n := s.run(s.Pos, '~')
		s.openFence(n)
		s.Pos += n
	case "<!--": // hides text
		s.readMarkup(markup{what: "comment", in: "comment", start: s.Pos, text: s.Pos + len(begins), end: s.CommentEnd})
	case "<![CDATA[": // shows text
		s.readMarkup(markup{what: "CDATA section", in: "CDATA", start: s.Pos, text: s.Pos + len(begins), end: s.sectionEnd})
	case "<":
		s.readTag(tag)
	default:
		return first == len(s.Text)
	}
	return true
}

// next is the offset of the next sep, the length of the text if there is none.
func (s *Scanner) next(known int, sep string) int {
	if known >= s.Pos {
		return known
	}
	i := strings.Index(s.Text[s.Pos:], sep)
	if i < 0 {
		return len(s.Text)
	}
	return s.Pos + i
}

// Finish ends the reading, and adds the prose.
func (s *Scanner) Finish() {
	s.skipInOpenData()
	if s.strays > maxStrays {
		s.Out.Warn("%d more closing tags without an opening one", s.strays-maxStrays)
	}
	s.Out.Say(s.content())
}

// Expect makes room for n operations.
func (s *Scanner) Expect(n int) {
	s.Out.Operations, s.cut = slices.Grow(s.Out.Operations, n), slices.Grow(s.cut, n)
}

// Cut takes a range out of the prose.
func (s *Scanner) Cut(start, end int) { s.cut = response.Append(s.cut, span{start, end}) }

// Blanked is the text with only the line ends of what was cut, so that lines keep their numbers.
func (s *Scanner) Blanked() string { return s.uncut(true) }

// content is the prose with what was cut taken out.
func (s *Scanner) content() string { return s.uncut(false) }

// uncut is the text without what was cut, or with only the line ends of that.
func (s *Scanner) uncut(lineEnds bool) string {
	if len(s.cut) == 0 {
		return s.Text
	}
	size := len(s.Text)
	if !lineEnds { // the prose is kept, and takes no more room than it needs
		for _, c := range s.cut {
			size -= c.end - c.start
		}
	}
	var b strings.Builder
	b.Grow(max(0, size))
	at := 0
	for _, c := range s.cut {
		from := max(at, c.start)
		b.WriteString(s.Text[at:from])
		if at = max(at, c.end); lineEnds && from < at {
			for range strings.Count(s.Text[from:at], "\n") {
				b.WriteByte('\n')
			}
		}
	}
	b.WriteString(s.Text[at:])
	return b.String()
}

// maxStrays is how many stray tags are named.
const maxStrays = 20

// Stray warns about a closing tag that closes nothing.
func (s *Scanner) Stray(format string, args ...any) {
	if s.strays++; s.strays <= maxStrays {
		s.Out.Warn(format, args...)
	}
}

// startIn is the first start between two offsets, if there is any.
func (s *Scanner) startIn(from, to int) (b Start, ok bool) {
	if s.Find != nil {
		for _, b := range s.Find(from, to, 1) {
			return b, true
		}
		return b, false
	}
	if i := s.Starts.From(from); i < len(s.Starts) && s.Starts[i].At < to {
		return s.Starts[i], true
	}
	return b, false
}

// startsIn are all starts between two offsets.
func (s *Scanner) startsIn(from, to int) []Start {
	if s.Find != nil {
		return s.Find(from, to, len(s.Text))
	}
	i := s.Starts.From(from)
	return s.Starts[i:max(i, s.Starts.From(to))]
}

// SkipRest reports every operation that begins at p or later as skipped, and ends the
// reading. after says what stands before them.
func (s *Scanner) SkipRest(p int, after string) {
	s.Pos = len(s.Text)
	s.skip("it stands after "+after, s.startsIn(p, s.Pos)...)
}

// skip reports operations that may have been meant to run, which fails the run.
func (s *Scanner) skip(why string, starts ...Start) {
	for _, b := range starts {
		s.Out.Skip(b.Form, b.Name, s.Line(b.At), why, "Send it again when that is put right.")
	}
}

// show notes that operations are shown, not run.
func (s *Scanner) show(in string, starts ...Start) {
	for _, b := range starts {
		s.Out.Quote(response.Quoted{Operation: b.Name, Form: b.Form, Line: s.Line(b.At), In: in})
	}
}

// neverEnds names a quoted operation after which nothing runs.
func (s *Scanner) neverEnds(b Start) string {
	return fmt.Sprintf("the quoted %s at line %d, which never ends", b.Form.Block(b.Name), s.Line(b.At))
}

// openQuote is the text after the opening of a quote that never closes.
type openQuote struct {
	what string // that quotes, for a sentence
	line int    // 1-based, where it opens
	end  int    // offset
}

// leaveOpen notes that a quote opens at p and never closes: until end, nothing runs.
func (s *Scanner) leaveOpen(what string, p, end int) {
	if end > s.open.end {
		s.open = openQuote{what: what, line: s.Line(p), end: end}
	}
}

// Held reports whether the operation that begins at b stands in a quote that never closes.
// If so, it is skipped.
func (s *Scanner) Held(b Start) bool {
	if b.At >= s.open.end {
		return false
	}
	s.Out.Skip(b.Form, b.Name, s.Line(b.At), fmt.Sprintf("it stands in a %s that opens at line %d and never closes", s.open.what, s.open.line),
		"Send it again with a blank line before it, and close the quote or leave its mark out.")
	return true
}

// Fence is the offset of the line that opens the fence in which the present place is, -1 if it is
// in none.
func (s *Scanner) Fence() int {
	if s.fence.length == 0 {
		return -1
	}
	return s.fence.at
}

// Within names what quotes an operation that begins at p in prose: data, a block quote
// or indented code; "" for none.
func (s *Scanner) Within(p int) string {
	switch {
	case s.fence.quotes > 0:
		return BlockQuote
	case s.fence.length > 0:
		return ""
	case s.data.holds():
		return InData
	}
	return s.markdown(p)
}

// Show notes that the operation that begins at b is quoted, by in, and goes on after it. An
// opening that only names the operation in a sentence is passed over.
func (s *Scanner) Show(b Start, in string) {
	s.Pos = b.After
	s.data.last = '>'
	if len(s.startsIn(b.At, b.After)) == 0 && s.textAfter(s.Pos) {
		return // a sentence; in a block quote, the fields are on lines of their own
	}
	if in == InData {
		s.data.blocks = append(s.data.blocks, held{b, len(s.Out.Quoted), s.data.line})
	}
	s.show(in, b)
	if end := s.End(b); end >= 0 {
		s.Pos = end
	} else {
		s.SkipRest(s.Pos, s.neverEnds(b))
	}
}
