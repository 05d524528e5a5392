package quote

import "strings"

// IndentedCode is what Within says of indented code.
const IndentedCode = "indented code"

// BlockQuote is what Within says of a block quote.
const BlockQuote = "block quote"

// Unquoted returns a line without the marks of block quotes before it, and whether it has any.
func Unquoted(line string) (text string, quoted bool) {
	marks, _, text := lineStart(line, -1)
	return text, marks > 0
}

// markdown names the Markdown that quotes a block at p: a block quote or indented code; ""
// for none. It looks at no more than maxBefore bytes before p.
func (s *Scanner) markdown(p int) (in string) {
	before := s.Text[max(0, p-maxBefore):p]
	at := strings.LastIndexByte(before, '\n') + 1
	line := before[at:]
	if at == 0 && p > maxBefore {
		return ""
	}
	_, columns, text := lineStart(line, 0)
	switch {
	case strings.HasPrefix(text, ">"):
		return BlockQuote
	case text != "" || columns < 4 || at < 2: // CommonMark 4.4
		return ""
	}
	above := strings.TrimRight(before[:at-1], " \t\r")
	if !strings.HasSuffix(above, "\n") {
		return "" // no blank line stands before it
	}
	above = strings.TrimRight(above, " \t\r\n")
	last := above[strings.LastIndexByte(above, '\n')+1:]
	if last == "" || Blank(last[0]) || otherBlock(last) && last[0] != '#' {
		return "" // the start of the response, or a list, in which a block may be indented
	}
	return IndentedCode
}
