package quote

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
	info      string
	at        int // offset of its line
}

// fenceAt reads the fence that a run of length marks at p opens, if it does: only
// blanks, quote marks and list markers may stand before it on its line, and a
// backtick fence has no backtick after it (CommonMark 4.5).
func (s *Scanner) fenceAt(p, length int) (fence, bool) {
	f := fence{mark: s.Text[p], length: length}
	if length < 3 || !s.fencePrefix(p, &f) {
		return f, false
	}
	info, _, _ := strings.Cut(s.Text[p+length:], "\n")
	f.info = strings.TrimSpace(info)
	return f, f.mark != '`' || strings.IndexByte(info, '`') < 0
}

// beforeFence are the characters that may stand before a fence on its line.
const beforeFence = " \t>-*+.)0123456789"

// fencePrefix reads what stands on the line before a fence at p, and reports whether
// one may stand there.
//
// In a list item, the lines of fenced code are indented as far as the item is. If the
// marker of the item stands on an earlier line, the fence's own indent bounds that.
func (s *Scanner) fencePrefix(p int, f *fence) bool {
	start := p
	for start > 0 && strings.IndexByte(beforeFence, s.Text[start-1]) >= 0 {
		start--
	}
	if start > 0 && s.Text[start-1] != '\n' {
		return false
	}
	rest := s.Text[start:p]
	f.quotes, f.indent, rest = lineStart(rest, -1)
	f.container = max(0, f.indent-3)
	for rest != "" {
		marker := strings.TrimLeft(rest, "0123456789")
		if marker == "" || strings.IndexByte("-*+.)", marker[0]) < 0 || len(marker) == 1 || !Blank(marker[1]) {
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
func (s *Scanner) run(p int, c byte) int {
	n := 0
	for p+n < len(s.Text) && s.Text[p+n] == c {
		n++
	}
	return n
}

// openFence opens fenced code if a run of n marks at the present place does, and reports
// whether it does.
func (s *Scanner) openFence(n int) bool {
	f, ok := s.fenceAt(s.Pos, n)
	if ok {
		f.line, f.at = s.Line(s.Pos), strings.LastIndexByte(s.Text[:s.Pos], '\n')+1
		s.fence = f
	}
	return ok
}

// fenced reads fenced code, from the present place on. An operation that begins in it is
// read to its own end, whatever fences its text holds. If the options say that it runs,
// fenced stops at its start; it reports false if it was there already.
func (s *Scanner) fenced() bool {
	f := s.fence
	s.fence = fence{}
	var shown []Start
	for {
		b, found := s.startIn(s.Pos, len(s.Text))
		if !found {
			b.At = len(s.Text)
		}
		runs := s.opt.Fenced || found && s.InFence != nil && s.InFence(b, f.info, f.at)
		closer, broken := s.fenceEnd(f, s.Pos, b.At, runs)
		switch {
		case closer >= 0:
			s.show("fence", shown...)
			s.Pos = closer
			return true
		case broken >= 0:
			s.show("fence", shown...)
			s.leaveInDoubt(f, broken)
			return true
		case !found:
			s.Pos = len(s.Text)
			s.skip("it stands in "+f.neverClosed(), shown...)
			return true
		case runs:
			s.show("fence", shown...)
			moved := s.Pos < b.At
			s.fence, s.Pos = f, b.At
			return moved
		}
		shown = append(shown, b)
		if s.Pos = s.afterShown(f, b); s.Pos < 0 {
			s.cutOffInFence(f, shown)
			return true
		}
	}
}

// afterShown is the offset to go on at after an operation that is only shown. That is its
// end; but if the fences in it do not pair, the end is not its own, and it is the end of its
// opening. It is -1 if the operation has no end: its text may hold the end of the fence.
func (s *Scanner) afterShown(f fence, b Start) int {
	end := s.End(b)
	fences := 0
	for line := range strings.Lines(s.Text[b.At:max(b.At, end)]) {
		text := strings.TrimLeft(line, " \t>")
		if len(text) > 0 && text[0] == f.mark && len(text)-len(strings.TrimLeft(text, text[:1])) >= f.length {
			fences++
		}
	}
	if fences%2 == 1 {
		return b.After
	}
	return end
}

// cutOffInFence ends the reading at the last of the shown operations, which has no end. It
// skips the operations after it, and all of them if the fence is not closed either.
func (s *Scanner) cutOffInFence(f fence, shown []Start) {
	last := shown[len(shown)-1]
	s.Pos = last.After
	if closer, _ := s.fenceEnd(f, s.Pos, len(s.Text), true); closer < 0 {
		s.skip("it stands in "+f.neverClosed(), shown...)
		s.SkipRest(last.After, f.neverClosed())
		return
	}
	s.show("fence", shown...)
	s.SkipRest(last.After, s.neverEnds(last))
}

// neverClosed names a fence without an end.
func (f fence) neverClosed() string {
	return fmt.Sprintf("fenced code that begins at line %d and is never closed", f.line)
}

// leaveInDoubt goes on at broken, where the list item or quote that holds a fence ends
// before the fence does. CommonMark ends the code there; the author may have meant the next
// fence. It skips the operations between, and the rest too if that fence would open code.
func (s *Scanner) leaveInDoubt(f fence, broken int) {
	code := fmt.Sprintf("fenced code that begins at line %d and whose end is in doubt", f.line)
	s.Pos = broken
	closer, _ := s.fenceEnd(f, s.Pos, len(s.Text), true)
	if closer < 0 || s.opensFence(closer) {
		s.SkipRest(broken, code)
		return
	}
	s.skip("it stands in or after "+code, s.startsIn(broken, closer)...)
	s.Pos = closer
}

// opensFence reports whether the line that ends at end, a run of marks, would open
// fenced code where none is open: not if it is indented as code is (CommonMark 4.4).
func (s *Scanner) opensFence(end int) bool {
	line := s.Text[strings.LastIndexByte(s.Text[:end], '\n')+1 : end]
	quotes, indent, _ := lineStart(line, -1)
	return quotes > 0 || indent < 4
}

// fenceEnd looks at the lines that begin after from and before limit. closer is the end of
// the line that closes f. broken is the start of a line outside of the list item or quote
// that holds the fence, unless whole is set. One of them at least is -1.
func (s *Scanner) fenceEnd(f fence, from, limit int, whole bool) (closer, broken int) {
	p := from
	if p > 0 && s.Text[p-1] == '\n' {
		p-- // a line begins here
	}
	for {
		i := strings.IndexByte(s.Text[p:], '\n')
		if i < 0 || p+i+1 > limit {
			return -1, -1
		}
		p += i + 1
		line, _, _ := strings.Cut(s.Text[p:], "\n")
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

// Showing reports whether the info string of a fence says that its text is no source, but only
// shows something. endings are those of files that are of that kind.
func Showing(info string) (endings []string, shows bool) {
	language, _, _ := strings.Cut(strings.ToLower(info), " ")
	switch language {
	case "markdown", "md", "mdx":
		return []string{".md", ".markdown", ".mdx"}, true
	case "text", "txt", "plain", "plaintext", "log":
		return []string{".txt", ".text", ".log"}, true
	case "console", "terminal", "output", "shell-session":
		return nil, true
	}
	return nil, false
}
