package quote

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
func (s *Scanner) backticks() {
	p := s.Pos
	n := s.run(p, '`')
	if s.openFence(n) {
		s.Pos += n
		return
	}
	if s.escaped(p) { // the first one is text, the others are a run of their own
		p++
		n--
	}
	s.Pos = p + n
	if n == 0 {
		return
	}
	end := s.paragraphEnd(p)
	if run := s.spans.from(p); run.at == p && run.partner > 0 {
		s.codeSpan(s.Pos, run.partner)
		s.Pos = run.partner + n
		return
	}
	if !s.textBefore(p) {
		end = len(s.Text)
	}
	s.leaveOpen("code span", p, end)
}

// paragraphEnd is the offset at which the paragraph of p ends.
func (s *Scanner) paragraphEnd(p int) int {
	if p >= s.spans.end {
		s.readParagraph(p)
	}
	return s.spans.end
}

// codeSpan notes the operations in a code span. If one begins a line and text stands before
// it in the span, the two backticks may not belong together: it is skipped, which fails
// the run.
func (s *Scanner) codeSpan(start, end int) {
	first, _, _ := strings.Cut(s.Text[start:end], "\n")
	mark := strings.TrimSpace(first) == ""
	for b, ok := s.startIn(start, end); ok; b, ok = s.startIn(max(b.After, s.End(b)), end) {
		if !mark && lineBegins(s.Text, b.At) {
			s.skip(fmt.Sprintf("it stands between two backticks, the first at line %d", s.Line(start)), b)
		} else {
			s.show("code span", b)
		}
	}
}

// lineBegins reports whether only blanks stand before p on its line.
func lineBegins(src string, p int) bool {
	before := strings.TrimRight(src[max(0, p-80):p], " \t")
	return before == "" || before[len(before)-1] == '\n'
}

// escaped reports whether a backslash that is not itself escaped stands before p.
func (s *Scanner) escaped(p int) bool {
	n := 0
	for n < p && s.Text[p-1-n] == '\\' {
		n++
	}
	return n%2 == 1
}

// from is the first run at p or later. The offsets that are asked for ascend.
func (para *paragraph) from(p int) ticks {
	for ; para.next < len(para.runs); para.next++ {
		if run := para.runs[para.next]; run.at >= p {
			return run
		}
	}
	return ticks{at: para.end}
}

// readParagraph pairs the runs of backticks from p to the end of the paragraph. A blank
// line ends it, or one that begins a fence, a heading, a list item or a row of a table. The
// text in operations is passed over. An operation without an end makes the paragraph reach
// to the end of the text.
func (s *Scanner) readParagraph(p int) {
	para := &s.spans
	para.runs, para.next = para.runs[:0], 0
	if para.last == nil {
		para.last = map[int]int{}
	}
	clear(para.last)
	start := strings.TrimLeft(s.Text[strings.LastIndexByte(s.Text[:p], '\n')+1:p], " \t>")
	heading := start != "" && start[0] == '#' && otherBlock(start) // one line, and no more
	lineEnd := p
	for para.end = p; para.end < len(s.Text); {
		if para.end >= lineEnd {
			line := s.Text[para.end:]
			if i := strings.IndexByte(line, '\n'); i >= 0 {
				line = line[:i+1]
			}
			lineEnd = para.end + len(line)
			if para.end > p && s.Text[para.end-1] == '\n' && (heading || s.endsParagraph(para.end, line)) {
				return
			}
		}
		b, ok := s.startIn(para.end, lineEnd)
		if !ok {
			s.pairTicks(para, s.Text[para.end:lineEnd])
			para.end = lineEnd
			continue
		}
		s.pairTicks(para, s.Text[para.end:b.At])
		if para.end = s.End(b); para.end < 0 {
			para.end = len(s.Text)
		}
	}
}

// endsParagraph reports whether a line that begins at p ends the paragraph before it.
func (s *Scanner) endsParagraph(p int, line string) bool {
	text := strings.TrimLeft(line, " \t\r\n>")
	switch {
	case text == "" || otherBlock(text):
		return true
	case text[0] != '`' && text[0] != '~':
		return false
	}
	p += len(line) - len(text)
	_, opens := s.fenceAt(p, s.run(p, text[0]))
	return opens
}

// pairTicks adds the runs of one line, which begins at the paragraph's end so far.
func (s *Scanner) pairTicks(para *paragraph, line string) {
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
		return len(marker) > 1 && (marker[0] == '.' || marker[0] == ')') && Blank(marker[1])
	}
	switch line[0] {
	case '|':
		return true
	case '-', '*', '+':
		return len(line) > 1 && Blank(line[1])
	case '#':
		rest := strings.TrimLeft(line, "#")
		return len(line)-len(rest) <= 6 && (rest == "" || Blank(rest[0]))
	}
	return false
}
