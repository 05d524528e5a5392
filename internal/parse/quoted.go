package parse

import (
	"fmt"
	"strings"
)

// closer returns the index of the next closing tag of a name, or -1.
func (s *scanner) closer(name id, i int) int {
	for ; i < len(s.tokens); i++ {
		if s.tokens[i].name == name && s.tokens[i].form == closing {
			return i
		}
	}
	return -1
}

// think reads a thinking section: text up to its first closing tag. A closing tag
// alone ends one that began before the response did, as some models answer.
func (s *scanner) think(i int) {
	t := s.tokens[i]
	name := s.g.text[t.name]
	if t.form == closing {
		s.thoughtSoFar(t)
		return
	}
	s.thought = true
	end := s.closer(t.name, i+1)
	if end < 0 {
		line := s.lineOf(int(t.start))
		s.warn("unclosed <%s> at line %d: what follows it was not run", name, line)
		s.out.Thinking = append(s.out.Thinking, s.between(int(t.end), len(s.src)))
		s.cut = append(s.cut, span{int(t.start), len(s.src)})
		s.skipRest(i+1, fmt.Sprintf("the unclosed <%s> at line %d", name, line))
		return
	}
	e := s.tokens[end]
	s.quoteAll(i+1, int(e.start), "think")
	s.out.Thinking = append(s.out.Thinking, s.between(int(t.end), int(e.start)))
	s.cut = append(s.cut, span{int(t.start), int(e.end)})
	s.pos = int(e.end)
}

// thoughtSoFar turns everything before a lone </think> into thinking.
func (s *scanner) thoughtSoFar(t token) {
	s.pos = int(t.end)
	if s.thought {
		s.stray(t)
		return
	}
	s.thought = true
	s.warn("</%s> at line %d has no opening tag: everything before it is taken for thinking", s.g.text[t.name], s.lineOf(int(t.start)))
	for _, op := range s.out.Operations[s.first:] {
		s.out.Quoted = append(s.out.Quoted, Quoted{Operation: op.Action.Kind(), Line: op.Line, In: "think", Source: s.name})
		kind := op.ID[:strings.LastIndexByte(op.ID, '_')]
		s.ids[kind]--
	}
	s.out.Operations = s.out.Operations[:s.first]
	s.out.Thinking = append(s.out.Thinking, s.between(0, int(t.start)))
	s.cut = []span{{0, int(t.end)}}
}

func (s *scanner) between(start, end int) string {
	return valid(s.src[start:end])
}

// terminal reads a command. It is reported, never run.
func (s *scanner) terminal(i int) {
	t := s.tokens[i]
	end := s.closer(t.name, i+1)
	if end < 0 {
		line := s.lineOf(int(t.start))
		s.warn("unclosed <terminal> at line %d: what follows it was not run", line)
		s.skipRest(i+1, fmt.Sprintf("the unclosed <terminal> at line %d", line))
		return
	}
	e := s.tokens[end]
	s.quoteAll(i+1, int(e.start), "terminal")
	s.out.Commands = append(s.out.Commands, s.between(int(t.end), int(e.start)))
	s.cut = append(s.cut, span{int(t.start), int(e.end)})
	s.pos = int(e.end)
}

// code reads <code>…</code>. Blocks in it are read to their own end, so that a
// </code> in a value does not end it. Without an end it is a tag that prose names.
func (s *scanner) code(i int) {
	s.pos = int(s.tokens[i].end)
	quoted := len(s.out.Quoted)
	for j := i + 1; j < len(s.tokens); j++ {
		t := s.tokens[j]
		if t.name == s.tokens[i].name && t.form == closing {
			s.pos = int(t.end)
			return
		}
		if !s.startsBlock(j) {
			continue
		}
		s.quote(j, "code")
		if b, ok := s.block(j); ok {
			j = s.from(b.end) - 1
		}
	}
	s.out.Quoted = s.out.Quoted[:quoted]
	s.noCode = true
}

// comment reads <!-- … -->. What is commented out is not meant to run. Blocks in it
// are read to their own end, so that a "-->" in a value does not end it. Without an
// end it is text.
func (s *scanner) comment() {
	p := s.pos + len("<!--")
	s.pos = p
	if s.noComment {
		return
	}
	end, quoted := s.commentEnd(p), len(s.out.Quoted)
	for i := s.from(p); i < len(s.tokens) && int(s.tokens[i].start) < end; i++ {
		if !s.startsBlock(i) {
			continue
		}
		s.quote(i, "comment")
		if b, ok := s.block(i); ok {
			end = s.commentEnd(max(p, b.end))
			i = s.from(b.end) - 1
		}
	}
	if end < 0 {
		s.out.Quoted = s.out.Quoted[:quoted]
		s.noComment = true
		return
	}
	s.pos = end
}

// fence is the line that opens fenced code.
type fence struct {
	mark   byte // ` or ~
	length int
	indent int // columns before it
	line   int
}

// fenceAt reads the fence that a run of length marks at p opens, if it does: only
// blanks, quote marks and list markers may stand before it on its line, and a
// backtick fence has no backtick after it (CommonMark 4.5).
func (s *scanner) fenceAt(p, length int) (fence, bool) {
	start := s.fencePrefix(p)
	if length < 3 || start < 0 {
		return fence{}, false
	}
	info := s.src[p+length:]
	if i := strings.IndexByte(info, '\n'); i >= 0 {
		info = info[:i]
	}
	if s.src[p] == '`' && strings.IndexByte(info, '`') >= 0 {
		return fence{}, false
	}
	return fence{mark: s.src[p], length: length, indent: p - start}, true
}

// fencePrefix is the start of the line of p if a fence may stand at p, else -1.
func (s *scanner) fencePrefix(p int) int {
	start := p
	for start > 0 && strings.IndexByte(" \t>-*+.)0123456789", s.src[start-1]) >= 0 {
		start--
	}
	if start > 0 && s.src[start-1] != '\n' {
		return -1
	}
	rest := strings.TrimLeft(s.src[start:p], " \t>")
	for rest != "" {
		marker := strings.TrimLeft(rest, "0123456789")
		if marker == "" || strings.IndexByte("-*+.)", marker[0]) < 0 || len(marker) == 1 || !blank(marker[1]) {
			return -1
		}
		rest = strings.TrimLeft(marker[1:], " \t>")
	}
	return start
}

// run is the length of the run of c at p.
func (s *scanner) run(p int, c byte) int {
	n := 0
	for p+n < len(s.src) && s.src[p+n] == c {
		n++
	}
	return n
}

func (s *scanner) tildes() {
	n := s.run(s.pos, '~')
	if f, ok := s.fenceAt(s.pos, n); ok {
		s.fenced(f, n)
		return
	}
	s.pos += n
}

// fenced reads fenced code. A block that starts in it is read to its own end,
// whatever fences its values hold; it is run only if the options say so.
func (s *scanner) fenced(f fence, n int) {
	f.line = s.lineOf(s.pos)
	s.pos += n
	quoted := []int{}
	closing := -1
	for {
		if closing < s.pos {
			closing = s.fenceEnd(f, s.pos)
		}
		i := s.nextBlock(s.pos, closing)
		if i < 0 {
			break
		}
		if s.opt.Fenced {
			if s.operation(i); s.pos == len(s.src) {
				return
			}
			continue
		}
		quoted = append(quoted, i)
		s.pos = int(s.tokens[i].end)
		if b, ok := s.block(i); ok {
			s.pos = b.end
		}
	}
	s.leaveFence(f, quoted, closing)
}

// leaveFence accounts for the blocks in a fence. In one that is never closed they
// may have been meant to run, so they are skipped, which fails the run.
func (s *scanner) leaveFence(f fence, quoted []int, closing int) {
	if closing < len(s.src) {
		for _, i := range quoted {
			s.quote(i, "fence")
		}
		s.pos = closing
		if eol := strings.IndexByte(s.src[closing:], '\n'); eol >= 0 {
			s.pos += eol
		} else {
			s.pos = len(s.src)
		}
		return
	}
	s.pos = len(s.src)
	for _, i := range quoted {
		s.skip(i, fmt.Sprintf("it stands in fenced code that begins at line %d and is never closed", f.line))
	}
}

// nextBlock is the index of the next token before end that begins a block, or -1.
func (s *scanner) nextBlock(p, end int) int {
	for i := s.from(p); i < len(s.tokens) && int(s.tokens[i].start) < end; i++ {
		if s.startsBlock(i) {
			return i
		}
	}
	return -1
}

// fenceEnd is the offset of the fence that closes f, at p or later; the length of
// the response if none does.
func (s *scanner) fenceEnd(f fence, p int) int {
	mark := strings.Repeat(string(rune(f.mark)), f.length)
	for {
		i := strings.Index(s.src[p:], mark)
		if i < 0 {
			return len(s.src)
		}
		p += i
		n := s.run(p, f.mark)
		if s.closes(f, p, n) {
			return p
		}
		p += n
	}
}

// closes reports whether the run of n marks at p is a closing fence for f: alone on
// its line, not deeper than the opening one by more than three columns.
func (s *scanner) closes(f fence, p, n int) bool {
	start := p
	for start > 0 && (s.src[start-1] == ' ' || s.src[start-1] == '\t' || s.src[start-1] == '>') {
		start--
	}
	if start > 0 && s.src[start-1] != '\n' || p-start > f.indent+3 {
		return false
	}
	for q := p + n; q < len(s.src) && s.src[q] != '\n'; q++ {
		if !blank(s.src[q]) {
			return false
		}
	}
	return true
}

// ticks is a run of backticks.
type ticks struct {
	at      int
	partner int // where the next run of the same length stands; 0 if there is none
}

// paragraph is the runs of backticks from some offset to the end of its paragraph.
type paragraph struct {
	end  int
	runs []ticks
	next int         // the first run that was not passed yet
	last map[int]int // length of a run to the index of the last one
}

// backticks reads a run of backticks: a fence, a code span, or itself.
func (s *scanner) backticks() {
	p := s.pos
	n := s.run(p, '`')
	if f, ok := s.fenceAt(p, n); ok {
		s.fenced(f, n)
		return
	}
	s.pos += n
	if p > 0 && s.src[p-1] == '\\' {
		return
	}
	if p >= s.spans.end {
		s.readParagraph(p)
	}
	if partner := s.spans.partner(p); partner > 0 {
		s.quoteAll(s.from(p), partner, "code span")
		s.pos = partner + n
	}
}

// partner is the offset of the run that closes the one at p, 0 if none does. The
// offsets that are asked for ascend.
func (para *paragraph) partner(p int) int {
	for para.next < len(para.runs) && para.runs[para.next].at < p {
		para.next++
	}
	if para.next < len(para.runs) && para.runs[para.next].at == p {
		return para.runs[para.next].partner
	}
	return 0
}

// readParagraph pairs the runs of backticks from p to the end of the paragraph: a
// blank line, a fence, or an operation at the start of a line, which is structure
// and goes before what is inline.
func (s *scanner) readParagraph(p int) {
	para := &s.spans
	para.runs, para.next = para.runs[:0], 0
	if para.last == nil {
		para.last = map[int]int{}
	}
	clear(para.last)
	for para.end = p; para.end < len(s.src); {
		line := s.src[para.end:]
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		if para.end > p {
			text := strings.TrimLeft(line, " \t\r\n>")
			if text == "" || s.interrupts(para.end+len(line)-len(text)) {
				return
			}
		}
		s.pairTicks(para, line)
		para.end += len(line)
	}
}

// pairTicks adds the runs of one line, which begins at the paragraph's end so far.
func (s *scanner) pairTicks(para *paragraph, line string) {
	for i := 0; ; {
		j := strings.IndexByte(line[i:], '`')
		if j < 0 {
			return
		}
		at := para.end + i + j
		n := s.run(at, '`')
		if before, ok := para.last[n]; ok {
			para.runs[before].partner = at
		}
		para.last[n] = len(para.runs)
		para.runs = append(para.runs, ticks{at: at})
		i += j + n
	}
}

// interrupts reports whether what stands at p, first on its line, ends a paragraph.
func (s *scanner) interrupts(p int) bool {
	if c := s.src[p]; c == '`' || c == '~' {
		_, ok := s.fenceAt(p, s.run(p, c))
		return ok
	}
	i := s.at(p)
	return i >= 0 && s.g.specs[s.tokens[i].name] != nil && s.tokens[i].form != closing
}
