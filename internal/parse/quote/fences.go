package quote

import "strings"

// Fence is fenced code, as a form has it in which each fence is an operation. All offsets are
// into the text.
type Fence struct {
	At, After   int  // of its first mark, and after the line that opens it
	Closer, End int  // of the line that closes it, and after that line's text; -1 if there is none
	Broken      bool // what holds the fence, a list item or a quote, ends at End, before the fence is closed
	Mark        byte // ` or ~
	Length      int  // how many marks open it
	Indent      int  // columns before it
	Info        string

	opening fence
}

// NextFence is the opening of the first fenced code that begins between two offsets. What quotes
// it does not count.
func (s *Scanner) NextFence(from, to int) (Fence, bool) {
	for at := from; at < to; {
		end := to
		if n := strings.IndexByte(s.Text[at:to], '\n'); n >= 0 {
			end = at + n + 1
		}
		for at < end && strings.IndexByte(beforeFence, s.Text[at]) >= 0 {
			at++
		}
		if at < end && (s.Text[at] == '`' || s.Text[at] == '~') {
			if f, ok := s.fenceAt(at, s.run(at, s.Text[at])); ok {
				opening, _, _ := strings.Cut(s.Text[at:], "\n")
				return Fence{
					At: at, After: min(at+len(opening)+1, len(s.Text)), Closer: -1, End: -1,
					Mark: f.mark, Length: f.length, Indent: f.indent, Info: f.info, opening: f,
				}, true
			}
		}
		at = end
	}
	return Fence{}, false
}

// EndFence finds the end of fenced code, before an offset.
func (s *Scanner) EndFence(f Fence, to int) Fence {
	switch closer, broken := s.fenceEnd(f.opening, f.After, to, false); {
	case closer >= 0:
		f.End, f.Closer = closer, strings.LastIndexByte(s.Text[:closer], '\n')+1
	case broken >= 0:
		f.End, f.Broken = broken, true
	}
	return f
}

// IndentedEnd is where indented code ends that has an offset in it: before the first line that is
// neither blank nor indented.
func (s *Scanner) IndentedEnd(at int) int {
	for at < len(s.Text) {
		line, _, _ := strings.Cut(s.Text[at:], "\n")
		if _, columns, text := lineStart(line, 0); at > 0 && s.Text[at-1] == '\n' && strings.TrimSpace(text) != "" && columns < 4 {
			break
		}
		at = min(at+len(line)+1, len(s.Text))
	}
	return at
}
