package parse

import (
	"fmt"
	"strings"
)

// fence is the line that opens fenced code.
type fence struct {
	mark      byte // ` or ~
	length    int
	line      int // 1-based
	quotes    int // how many ">" stand before it
	indent    int // columns before it, without the quotes
	container int // columns that a line must be indented by to be inside what holds the fence
}

// fenceAt reads the fence that a run of length marks at p opens, if it does: only
// blanks, quote marks and list markers may stand before it on its line, and a
// backtick fence has no backtick after it (CommonMark 4.5).
func (s *scanner) fenceAt(p, length int) (fence, bool) {
	f := fence{mark: s.src[p], length: length}
	if length < 3 || !s.fencePrefix(p, &f) {
		return f, false
	}
	info, _, _ := strings.Cut(s.src[p+length:], "\n")
	return f, f.mark != '`' || strings.IndexByte(info, '`') < 0
}

// fencePrefix reads what stands on the line before a fence at p, and reports whether
// one may stand there.
//
// In a list item, the lines of fenced code are indented as far as the item is. Where
// the marker stands lines above, the fence's own indent says how far that can be.
func (s *scanner) fencePrefix(p int, f *fence) bool {
	start := p
	for start > 0 && strings.IndexByte(" \t>-*+.)0123456789", s.src[start-1]) >= 0 {
		start--
	}
	if start > 0 && s.src[start-1] != '\n' {
		return false
	}
	rest := s.src[start:p]
	f.quotes, f.indent, rest = lineStart(rest, -1)
	f.container = max(0, f.indent-3)
	for rest != "" {
		marker := strings.TrimLeft(rest, "0123456789")
		if marker == "" || strings.IndexByte("-*+.)", marker[0]) < 0 || len(marker) == 1 || !blank(marker[1]) {
			return false
		}
		_, columns, after := lineStart(marker[1:], 0)
		f.indent += len(rest) - len(marker) + 1 + columns
		f.container = f.indent
		rest = after
	}
	return true
}

// lineStart passes over the blanks and up to quotes quote marks with which a line
// begins, all of them if quotes is negative. It returns how many marks there were
// and the columns of blanks after the last one; a tab goes to the next fourth.
func lineStart(line string, quotes int) (marks, columns int, rest string) {
	for i := range len(line) {
		switch c := line[i]; {
		case c == ' ':
			columns++
		case c == '\t':
			columns += 4 - columns%4
		case c == '>' && marks != quotes && columns < 4:
			marks++
			columns = 0
			if i+1 < len(line) && line[i+1] == ' ' {
				columns = -1 // the one blank that belongs to the mark
			}
		default:
			return marks, columns, line[i:]
		}
	}
	return marks, columns, ""
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
	var quoted []int
	for {
		i := s.nextBlock()
		limit := len(s.src)
		if i >= 0 {
			limit = int(s.tokens[i].start)
		}
		if closer, broken := s.fenceEnd(f, limit, s.opt.Fenced); closer >= 0 {
			s.quoteThese(quoted, "fence")
			s.pos = closer
			return
		} else if broken >= 0 {
			s.quoteThese(quoted, "fence")
			s.leaveInDoubt(f, broken)
			return
		}
		switch {
		case i < 0:
			s.neverClosed(f, quoted)
			return
		case s.opt.Fenced:
			if s.operation(i); s.pos == len(s.src) {
				return
			}
		default:
			quoted = append(quoted, i)
			if s.pos = s.afterQuoted(f, i); s.pos < 0 {
				s.cutOffInFence(f, quoted)
				return
			}
		}
	}
}

// afterQuoted is where to go on after the block at index i that is only shown: after
// its end, if it is whole and the fences in it come in pairs. Otherwise it is a part
// of a block, and an end found beyond the fence is not its own. It is -1 if the block
// has no end, so that the end of the fence may be a part of its text.
func (s *scanner) afterQuoted(f fence, i int) int {
	b, ok := s.block(i)
	if !ok && s.inText(b) {
		return -1
	}
	if !ok || b.problem != "" {
		return int(s.tokens[i].end)
	}
	fences := 0
	for line := range strings.Lines(s.src[b.start:b.end]) {
		text := strings.TrimLeft(line, " \t>")
		if len(text) > 0 && text[0] == f.mark && len(text)-len(strings.TrimLeft(text, text[:1])) >= f.length {
			fences++
		}
	}
	if fences%2 == 1 {
		return int(s.tokens[i].end)
	}
	return b.end
}

func (s *scanner) quoteThese(blocks []int, in string) {
	for _, i := range blocks {
		s.quote(i, in)
	}
}

// cutOffInFence ends the scan at the last of the quoted blocks, which has no end. The
// blocks after it are skipped; so are all if the fence is not closed either.
func (s *scanner) cutOffInFence(f fence, quoted []int) {
	last := quoted[len(quoted)-1]
	s.pos = int(s.tokens[last].end)
	if closer, _ := s.fenceEnd(f, len(s.src), true); closer < 0 {
		s.neverClosed(f, quoted)
		s.skipRest(last+1, fmt.Sprintf("fenced code that begins at line %d and is never closed", f.line))
		return
	}
	s.quoteThese(quoted, "fence")
	s.skipRest(last+1, s.neverEnds(block{op: s.tokens[last].name, start: int(s.tokens[last].start)}))
}

// neverClosed accounts for the blocks in a fence without an end: they may have been
// meant to run, so they are skipped, which fails the run.
func (s *scanner) neverClosed(f fence, blocks []int) {
	s.pos = len(s.src)
	for _, i := range blocks {
		s.skip(i, fmt.Sprintf("it stands in fenced code that begins at line %d and is never closed", f.line))
	}
}

// leaveInDoubt goes on where the list item or quote that holds a fence ends before
// the fence does. To CommonMark the code ends there, to whoever wrote it perhaps at
// the next fence: what stands between is skipped, and the rest too where that fence
// would begin code.
func (s *scanner) leaveInDoubt(f fence, broken int) {
	code := fmt.Sprintf("fenced code that begins at line %d and whose end is in doubt", f.line)
	s.pos = broken
	closer, _ := s.fenceEnd(f, len(s.src), true)
	if closer < 0 || s.opensFence(closer) {
		s.skipRest(s.from(broken), code)
		return
	}
	for i := s.from(broken); i < len(s.tokens) && int(s.tokens[i].start) < closer; i++ {
		if s.looksLikeBlock(i) {
			s.skip(i, "it stands in or after "+code)
		}
	}
	s.pos = closer
}

// opensFence reports whether the line that ends at end, a run of marks, would open
// fenced code where none is open: not if it is indented as code is (CommonMark 4.4).
func (s *scanner) opensFence(end int) bool {
	line := s.src[strings.LastIndexByte(s.src[:end], '\n')+1 : end]
	quotes, indent, _ := lineStart(line, -1)
	return quotes > 0 || indent < 4
}

// nextBlock is the index of the next token that may begin a block, or -1.
func (s *scanner) nextBlock() int {
	for s.like = max(s.like, s.from(s.pos)); s.like < len(s.tokens); s.like++ {
		if s.looksLikeBlock(s.like) {
			return s.like
		}
	}
	return -1
}

// fenceEnd looks at the lines that begin after s.pos and before limit. It returns the
// end of the line that closes f, or, unless whole is set, the start of the one that
// is outside of what holds the fence; -1 for what there is not.
func (s *scanner) fenceEnd(f fence, limit int, whole bool) (closer, broken int) {
	p := s.pos
	if p > 0 && s.src[p-1] == '\n' {
		p-- // a line begins here
	}
	for {
		i := strings.IndexByte(s.src[p:], '\n')
		if i < 0 || p+i+1 > limit {
			return -1, -1
		}
		p += i + 1
		line, _, _ := strings.Cut(s.src[p:], "\n")
		quotes, indent, text := lineStart(line, f.quotes)
		text = strings.TrimRight(text, " \t\r")
		switch {
		case text == "":
		case !whole && (quotes < f.quotes || indent < f.container):
			return -1, p
		case quotes == f.quotes && indent <= f.indent+3 && len(text) >= f.length && strings.Trim(text, text[:1]) == "" && text[0] == f.mark:
			return p + len(line), -1
		}
	}
}
