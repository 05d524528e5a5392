package parse

import (
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// scanner reads one response from its start to its end, once.
type scanner struct {
	g      *grammar
	src    string
	name   string
	opt    Options
	tokens []token
	ids    *naming
	out    *Response

	pos    int      // everything before it is read
	cut    []span   // what is taken out of the prose
	budget int      // steps that are left for looking ahead
	lineAt int      // offset up to which lines were counted
	line   int      // the 1-based line of lineAt
	ends   []uint32 // offsets after every "-->"; nil until asked for

	comments    map[int]int // where the run of comments that begins here ends
	sectionEnds []uint32    // offsets after every "]]>"; nil until asked for
	spans       paragraph
	open        openQuote
	data        data
	inOpenData  []heldBlock // that never closed
	thought     int         // offset after the last thinking
	first       int         // how many operations there were before this response or the last thinking
	strays      int         // closing tags without an opening one
	like        int         // no token before it and after pos looks like a block
	crlf        int         // line ends of the response, if all are CRLF
}

// span is a range of offsets.
type span struct{ start, end int }

func newScanner(g *grammar, in Input, o Options) *scanner {
	src := in.Text
	s := &scanner{g: g, src: src, name: in.Name, opt: o, tokens: g.tokenize(src), line: 1}
	s.budget = 64*len(s.tokens) + 1000
	if allCRLF(src) {
		s.crlf = strings.Count(src, "\n")
	}
	return s
}

// spend takes n steps off the budget for looking ahead and reports whether it is
// used up. The budget is 64 steps for each tag, which keeps the time linear; when it
// is gone, blocks count as unclosed: refused, never guessed.
func (s *scanner) spend(n int) bool {
	s.budget -= n
	return s.budget < 0
}

// lineOf is the 1-based line of an offset. Offsets mostly ascend.
func (s *scanner) lineOf(p int) int {
	if p < s.lineAt {
		s.lineAt, s.line = 0, 1
	}
	s.line += strings.Count(s.src[s.lineAt:p], "\n")
	s.lineAt = p
	return s.line
}

// prose reads the response. What can begin something is a known tag, a run of
// backticks or tildes, or a comment; everything else is passed over.
func (s *scanner) prose() {
	operations := len(s.out.Operations)
	s.first = operations
	tick, tilde, comment, section := -1, -1, -1, -1
	for s.pos < len(s.src) {
		tick = s.next(tick, "`")
		tilde = s.next(tilde, "~~~")
		comment = s.next(comment, "<!--")
		section = s.next(section, "<![CDATA[")
		i := s.from(s.pos)
		at := len(s.src)
		if i < len(s.tokens) {
			at = int(s.tokens[i].start)
		}
		s.readProse(s.pos, min(at, tick, tilde, comment, section))
		switch {
		case section < min(at, tick, tilde, comment):
			s.pos = section
			s.section()
		case comment < min(at, tick, tilde):
			s.pos = comment
			s.comment()
		case tick < min(at, tilde):
			s.pos = tick
			s.backticks()
		case tilde < at:
			s.pos = tilde
			s.tildes()
		case i < len(s.tokens):
			s.pos = at
			s.tag(i)
		default:
			s.pos = len(s.src)
		}
	}
	s.skipInOpenData(operations)
	if s.strays > maxStrays {
		s.warn("%d more closing tags without an opening one", s.strays-maxStrays)
	}
}

// next is the offset of the next sep, the length of the response if there is none.
func (s *scanner) next(known int, sep string) int {
	if known >= s.pos {
		return known
	}
	i := strings.Index(s.src[s.pos:], sep)
	if i < 0 {
		return len(s.src)
	}
	return s.pos + i
}

// tag reads what the token at index i begins.
func (s *scanner) tag(i int) {
	t := s.tokens[i]
	switch name := s.g.text[t.name]; {
	case name == nameThink || name == nameThinking:
		s.think(i)
	case name == nameTerminal && t.opens():
		s.terminal(i)
	case (name == nameCode || name == namePre) && t.opens():
		s.code(i)
	case s.g.specs[t.name] != nil && t.form != closing && s.data.holds():
		s.tagIn(inData, i)
	case s.g.specs[t.name] != nil && t.form != closing && s.markdown(int(t.start)) != "":
		s.tagIn(s.markdown(int(t.start)), i)
	case s.g.specs[t.name] != nil && t.form != closing:
		s.operation(i)
	case t.form == closing && (s.g.specs[t.name] != nil || s.g.long[t.name]):
		s.stray(t)
	case t.form == opening && !s.data.holds() && s.markdown(int(t.start)) == "" && s.foreign(i):
	default:
		s.pos = int(t.end)
	}
}

const maxStrays = 20

// stray reports a closing tag that closes nothing.
func (s *scanner) stray(t token) {
	s.pos = int(t.end)
	if s.strays++; s.strays <= maxStrays {
		s.warn("closing tag </%s> without an opening one at line %d", s.g.text[t.name], s.lineOf(int(t.start)))
	}
}

func (s *scanner) warn(format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	if s.name != "" {
		msg = s.name + ": " + msg
	}
	s.out.Warnings = append(s.out.Warnings, msg)
}

// operation reads the block that the token at index i opens, in prose.
func (s *scanner) operation(i int) {
	t := s.tokens[i]
	if s.mention(i) {
		s.warn("<%s> at line %d is not followed by a field: taken for prose", s.g.text[t.name], s.lineOf(int(t.start)))
		s.pos = int(t.end)
		return
	}
	b, ok := s.block(i)
	if !ok {
		s.cutOff(b)
		return
	}
	s.pos = b.end
	if b.start < s.open.end {
		s.skipOpen(i)
		return
	}
	s.cut = append(s.cut, span{b.start, b.end})
	s.add(b, s.action(b))
}

// mention reports whether an opening tag only names the operation in a sentence: text
// follows it on its line, and before the next block neither its closing tag nor a field
// of it with an end. The text behind that block decides nothing: it may be cut off.
func (s *scanner) mention(i int) bool {
	t := s.tokens[i]
	if t.form != opening {
		return false
	}
	rest := strings.TrimLeft(s.src[t.end:], " \t")
	if len(rest) == 0 || rest[0] == '\n' || rest[0] == '\r' || rest[0] == '<' {
		return false
	}
	for j := i + 1; j < len(s.tokens) && !s.spend(1); j++ {
		switch n := s.tokens[j]; {
		case s.startsBlock(j):
			return true
		case n.name == t.name && n.form == closing, n.opens() && s.closes(j+1, n.name) && s.g.field(t.name, n.name):
			return false
		}
	}
	return true
}

// closes reports whether the token at index i is the closing tag of a name.
func (s *scanner) closes(i int, name id) bool {
	return i < len(s.tokens) && s.tokens[i].name == name && s.tokens[i].form == closing
}

// add puts an operation into the response.
func (s *scanner) add(b block, a ops.Action) {
	op := ops.Operation{Action: a, Line: s.lineOf(b.start), Source: s.name, Args: b.args, Converted: s.crlf > b.lines}
	op.ID = s.ids.name(op)
	if n := len(s.out.Operations); n == cap(s.out.Operations) { // append alone would copy large ones five times
		s.out.Operations = slices.Grow(s.out.Operations, n+1)
	}
	s.out.Operations = append(s.out.Operations, op)
}

// foreign reads a block of an operation that there is not: an unknown tag, right
// before the path field at index i. It is malformed; nothing in it is run.
func (s *scanner) foreign(i int) bool {
	t := s.tokens[i]
	if !s.g.isPath[t.name] {
		return false
	}
	before := strings.TrimRight(s.src[max(s.pos-2*maxName, 0):t.start], " \t\r\n")
	open := strings.LastIndexByte(before, '<')
	if open < 0 {
		return false
	}
	name, _ := tagName(before[open:])
	if name == "" || before[open:] != "<"+name+">" {
		return false
	}
	tag := strings.ToLower(name)
	b := block{start: s.pos - (len(s.src[max(s.pos-2*maxName, 0):t.start]) - open)}
	v := ops.Invalid{Tag: tag, Msg: "unknown operation <" + name + ">", Hint: ops.SuggestTag(tag, wording.Tags)}
	end := strings.Index(s.src[t.end:], "</"+name+">")
	if end < 0 {
		v.Preview = head(s.src[b.start:], 200)
		s.add(b, v)
		s.skipRest(i, fmt.Sprintf("the unclosed <%s> at line %d", name, s.lineOf(b.start)))
		s.cut = append(s.cut, span{b.start, len(s.src)})
		return true
	}
	b.end = int(t.end) + end + len(name) + len("</>")
	v.Preview = head(s.src[b.start:b.end], 200)
	s.add(b, v)
	s.cut = append(s.cut, span{b.start, b.end})
	s.pos = b.end
	return true
}

// cutOff ends the scan at a block that is never closed: what follows may be its
// content. Each block after it is reported.
func (s *scanner) cutOff(b block) {
	tag := s.g.text[b.op]
	line := s.lineOf(b.start)
	s.add(b, ops.Invalid{
		Tag: tag, Msg: fmt.Sprintf("unclosed <%s> at line %d: the response may be cut off", tag, line),
		Hint:    b.unendedHint(tag) + "Nothing after it in the text was run. Send the block again, whole; if a value holds tags of its own, wrap it in <![CDATA[ … ]]>.",
		Preview: head(s.src[b.start:], 200), Expected: s.g.specs[b.op].Format(),
	})
	s.skipRest(s.from(b.start+1), fmt.Sprintf("the unclosed <%s> at line %d", tag, line))
	s.cut = append(s.cut, span{b.start, len(s.src)})
}

// unendedHint names the field that has no end, if the block is in one.
func (b block) unendedHint(tag string) string {
	if b.unended == "" {
		return ""
	}
	return fmt.Sprintf("Its <%s> has no end: after </%s> the next field must open, or </%s> follow. ", b.unended, b.unended, tag)
}

// skipRest reports every block from the token at index i on as skipped, and ends
// the scan.
func (s *scanner) skipRest(i int, after string) {
	for ; i < len(s.tokens); i++ {
		if s.looksLikeBlock(i) {
			s.skip(i, "it stands after "+after)
		}
	}
	s.pos = len(s.src)
}

func (s *scanner) skip(i int, why string) {
	t := s.tokens[i]
	s.add(block{start: int(t.start)}, ops.Invalid{
		Tag: s.g.text[t.name], Skipped: true, Msg: "Skipped: " + why,
		Hint: "Send it again when that is put right.",
	})
}

// quote notes that the block at index i is shown, not run.
func (s *scanner) quote(i int, in string) {
	t := s.tokens[i]
	s.out.Quoted = append(s.out.Quoted, Quoted{
		Operation: s.g.text[t.name], Line: s.lineOf(int(t.start)), In: in, Source: s.name,
	})
}

// quoteAll notes every block among the tokens that begin before end.
func (s *scanner) quoteAll(i, end int, in string) {
	for ; i < len(s.tokens) && int(s.tokens[i].start) < end; i++ {
		if s.looksLikeBlock(i) {
			s.quote(i, in)
		}
	}
}

// content is the prose with what was cut taken out.
func (s *scanner) content() string {
	var b strings.Builder
	at := 0
	for _, c := range s.cut {
		if c.start > at {
			b.WriteString(s.src[at:c.start])
		}
		at = max(at, c.end)
	}
	if at == 0 {
		return valid(s.src)
	}
	b.WriteString(s.src[at:])
	return valid(b.String())
}

// valid is text without the blanks around it, as UTF-8.
func valid(text string) string {
	text = strings.TrimSpace(text)
	if utf8.ValidString(text) {
		return text
	}
	return strings.ToValidUTF8(text, "\ufffd")
}
