package parse

import (
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
	if p >= s.spans.end {
		s.readParagraph(p)
	}
	if partner := s.spans.partner(p); partner > 0 {
		s.quoteAll(s.from(p), partner, "code span")
		s.pos = partner + n
		s.spanEnd = s.pos
	}
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
// blank line, or one that begins something else (a fence, a heading, a list item, a
// row of a table, an operation): structure goes before what is inline.
func (s *scanner) readParagraph(p int) {
	para := &s.spans
	para.runs, para.next = para.runs[:0], 0
	if para.last == nil {
		para.last = map[int]int{}
	}
	clear(para.last)
	start := strings.TrimLeft(s.src[strings.LastIndexByte(s.src[:p], '\n')+1:p], " \t>")
	heading := start != "" && start[0] == '#' && otherBlock(start) // one line, and no more
	for para.end = p; para.end < len(s.src); {
		line := s.src[para.end:]
		if i := strings.IndexByte(line, '\n'); i >= 0 {
			line = line[:i+1]
		}
		if para.end > p {
			text := strings.TrimLeft(line, " \t\r\n>")
			if text == "" || otherBlock(text) || s.interrupts(para.end+len(line)-len(text)) {
				return
			}
		}
		s.pairTicks(para, line)
		para.end += len(line)
		if heading {
			return
		}
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

// interrupts reports whether what stands at p, first on its line, ends a paragraph.
func (s *scanner) interrupts(p int) bool {
	if c := s.src[p]; c == '`' || c == '~' {
		_, ok := s.fenceAt(p, s.run(p, c))
		return ok
	}
	i := s.at(p)
	return i >= 0 && s.g.specs[s.tokens[i].name] != nil && s.tokens[i].form != closing
}

// shown tells what a block is shown in where its own start was not read as the start
// of something quoted: "" if it is not. Backticks that CommonMark would not pair count
// right before it, on lines of their own, or with an odd number of them on its line
// before it and after it; and so does what was opened right before it, or on the last
// line, and never closed: the response may be cut off there.
func (s *scanner) shown(b block) string {
	before := strings.ToLower(strings.TrimRight(s.src[max(0, b.start-80):b.start], " \t\r\n"))
	switch {
	case strings.HasSuffix(before, "<!--"):
		return "comment"
	case strings.HasSuffix(before, "<code>"):
		return "code"
	case b.start > 0 && s.src[b.start-1] == '`' && b.start != s.spanEnd && !s.escaped(b.start-1), s.oddTicks(b), s.lonelyTicks(b):
		return "code span"
	}
	return ""
}

// lineTicks counts the backticks of one line that are not escaped and in no code span.
type lineTicks struct {
	end          int // of the line
	at           int // how far it was counted
	before, rest int // how many stand before at, and after it
}

func countTicks(text string) int {
	return strings.Count(text, "`") - strings.Count(text, "\\`")
}

// pass counts on to p and returns how many it passed.
func (l *lineTicks) pass(src string, p int) int {
	n := countTicks(src[l.at:p])
	l.at = p
	l.rest -= n
	return n
}

// oddTicks reports whether an odd number of backticks stands before and after a block
// on its line, or before it where the response ends with the line. The count goes on
// from block to block, so that a long line costs its length once; what code spans and
// blocks hold does not count.
func (s *scanner) oddTicks(b block) bool {
	l := &s.ticks
	if b.start >= l.end {
		start := strings.LastIndexByte(s.src[:b.start], '\n') + 1
		line, _, _ := strings.Cut(s.src[start:], "\n")
		*l = lineTicks{end: start + len(line), at: start, rest: countTicks(line)}
	}
	if b.end > l.end {
		return false
	}
	if s.spanEnd > l.at {
		l.pass(s.src, s.spanEnd)
		l.before = 0
	}
	l.before += l.pass(s.src, b.start)
	l.pass(s.src, b.end)
	return l.before%2 == 1 && (l.rest%2 == 1 || l.rest == 0 && l.end == len(s.src))
}

// lonelyTicks reports whether the lines before and after a block are one or two
// backticks each, as some write in place of a fence.
func (s *scanner) lonelyTicks(b block) bool {
	above, ok := strings.CutSuffix(strings.TrimRight(s.src[max(0, b.start-80):b.start], " \t"), "\n")
	if !ok {
		return false
	}
	above = strings.TrimSpace(above[strings.LastIndexByte(above, '\n')+1:])
	below, ok := strings.CutPrefix(strings.TrimLeft(s.src[b.end:min(len(s.src), b.end+80)], " \t\r"), "\n")
	if !ok {
		return false
	}
	below, _, _ = strings.Cut(below, "\n")
	return (above == "`" || above == "``") && strings.TrimSpace(below) == above
}
