package parse

import (
	"fmt"
	"strings"
)

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
	if s.escaped(p) { // the first one is text, the others are a run of their own
		p++
		n--
	}
	s.pos = p + n
	if n == 0 {
		return
	}
	end := s.paragraphEnd(p)
	if partner := s.spans.partner(p); partner > 0 {
		s.span(s.pos, partner)
		s.pos = partner + n
		return
	}
	if !s.textBefore(p) {
		end = len(s.src)
	}
	s.leaveOpen("code span", p, end)
}

// paragraphEnd is the offset at which the paragraph of p ends.
func (s *scanner) paragraphEnd(p int) int {
	if p >= s.spans.end {
		s.readParagraph(p)
	}
	return s.spans.end
}

// span notes the blocks in a code span. One at the start of a line may be meant to run
// where text stands before it in the span: then two lone backticks are as likely, and
// the block is skipped, which fails the run.
func (s *scanner) span(start, end int) {
	first, _, _ := strings.Cut(s.src[start:end], "\n")
	mark := strings.TrimSpace(first) == ""
	for i := s.blockIn(start, end); i >= 0; {
		at, after := int(s.tokens[i].start), int(s.tokens[i].end)
		if b, ok := s.block(i); ok && b.problem == "" {
			after = b.end
		}
		if !mark && lineBegins(s.src, at) {
			s.skip(i, fmt.Sprintf("it stands between two backticks, the first at line %d", s.lineOf(start)))
		} else {
			s.quote(i, "code span")
		}
		i = s.blockIn(after, end)
	}
}

// lineBegins reports whether only blanks stand before p on its line.
func lineBegins(src string, p int) bool {
	before := strings.TrimRight(src[max(0, p-80):p], " \t")
	return before == "" || before[len(before)-1] == '\n'
}

// escaped reports whether a backslash that is not itself escaped stands before p.
func (s *scanner) escaped(p int) bool {
	n := 0
	for n < p && s.src[p-1-n] == '\\' {
		n++
	}
	return n%2 == 1
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
// blank line, or one that begins a fence, a heading, a list item or a row of a table.
// A block in it is read to its own end: its blank lines end no paragraph, and its
// backticks are text. A block without an end makes the paragraph reach to the end of the
// response.
func (s *scanner) readParagraph(p int) {
	para := &s.spans
	para.runs, para.next = para.runs[:0], 0
	if para.last == nil {
		para.last = map[int]int{}
	}
	clear(para.last)
	start := strings.TrimLeft(s.src[strings.LastIndexByte(s.src[:p], '\n')+1:p], " \t>")
	heading := start != "" && start[0] == '#' && otherBlock(start) // one line, and no more
	lineEnd := p
	for para.end = p; para.end < len(s.src); {
		if para.end >= lineEnd {
			line := s.src[para.end:]
			if i := strings.IndexByte(line, '\n'); i >= 0 {
				line = line[:i+1]
			}
			lineEnd = para.end + len(line)
			if para.end > p && s.src[para.end-1] == '\n' && (heading || s.endsParagraph(para.end, line)) {
				return
			}
		}
		i := s.blockIn(para.end, lineEnd)
		if i < 0 {
			s.pairTicks(para, s.src[para.end:lineEnd])
			para.end = lineEnd
			continue
		}
		s.pairTicks(para, s.src[para.end:s.tokens[i].start])
		switch b, ok := s.block(i); {
		case ok && b.problem == "":
			para.end = b.end
		case !ok && s.inText(b):
			para.end = len(s.src)
		default:
			para.end = int(s.tokens[i].end)
		}
	}
}

// endsParagraph reports whether a line that begins at p ends the paragraph before it.
func (s *scanner) endsParagraph(p int, line string) bool {
	text := strings.TrimLeft(line, " \t\r\n>")
	return text == "" || otherBlock(text) || s.opensFenceAt(p+len(line)-len(text))
}

// blockIn is the index of the first token from start to end that may begin a block, or
// -1.
func (s *scanner) blockIn(start, end int) int {
	for i := s.from(start); i < len(s.tokens) && int(s.tokens[i].start) < end; i++ {
		if s.looksLikeBlock(i) {
			return i
		}
	}
	return -1
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
		i += j + n
		if before, ok := para.last[n]; ok {
			para.runs[before].partner = at
		}
		if s.escaped(at) { // it closes as a whole, it opens without its first
			delete(para.last, n)
			at++
			n--
		}
		if n > 0 {
			para.last[n] = len(para.runs)
			para.runs = append(para.runs, ticks{at: at})
		}
	}
}

// otherBlock reports whether a line begins a heading, a list item or a row of a table.
func otherBlock(line string) bool {
	marker := strings.TrimLeft(line, "0123456789")
	if len(marker) < len(line) {
		return len(marker) > 1 && (marker[0] == '.' || marker[0] == ')') && blank(marker[1])
	}
	switch line[0] {
	case '|':
		return true
	case '-', '*', '+':
		return len(line) > 1 && blank(line[1])
	case '#':
		rest := strings.TrimLeft(line, "#")
		return len(line)-len(rest) <= 6 && (rest == "" || blank(rest[0]))
	}
	return false
}

// opensFenceAt reports whether what stands at p, first on its line, opens a fence.
func (s *scanner) opensFenceAt(p int) bool {
	c := s.src[p]
	if c != '`' && c != '~' {
		return false
	}
	_, ok := s.fenceAt(p, s.run(p, c))
	return ok
}
