package quote

import "strings"

// markdown names the Markdown that quotes a block which begins at p: a block quote or
// indented code; "" for none. Only what stands before p counts, and no more than some
// lines of it.
func (s *Scanner) markdown(p int) (in string) {
	before := s.Text[max(0, p-maxBefore):p]
	at := strings.LastIndexByte(before, '\n') + 1
	line := before[at:]
	if at == 0 && p > maxBefore {
		return ""
	}
	switch text := strings.TrimLeft(line, " \t"); {
	case strings.HasPrefix(text, ">"):
		return "block quote"
	case text != "" || !indented(line) || at < 2:
		return ""
	}
	above := strings.TrimRight(before[:at-1], " \t\r")
	if !strings.HasSuffix(above, "\n") {
		return "" // no blank line stands before it
	}
	above = strings.TrimRight(above, " \t\r\n")
	last := above[strings.LastIndexByte(above, '\n')+1:]
	if last == "" || blank(last[0]) || otherBlock(last) && last[0] != '#' {
		return "" // the start of the response, or a list, in which a block may be indented
	}
	return "indented code"
}

// indented reports whether blanks are as many as code has before it (CommonMark 4.4).
func indented(blanks string) bool {
	_, columns, _ := lineStart(blanks+"x", 0)
	return columns >= 4
}
