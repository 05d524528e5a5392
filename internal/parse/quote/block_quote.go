package quote

import "strings"

// blockQuote is what Within says of a block quote.
const blockQuote = "block quote"

// endInBlockQuote is the offset after the closing tag of an operation in a block quote; -1 if none
// stands on a line of its own in that quote. A dialect may not find it: quote marks stand before
// it.
func (s *Scanner) endInBlockQuote(b Start) int {
	if b.After < s.noEndBefore[b.Name] {
		return -1
	}
	for at := b.After; at < len(s.Text); {
		line, _, _ := strings.Cut(s.Text[at:], "\n")
		marks, _, text := lineStart(line, -1)
		if marks == 0 && at > b.After { // the quote has ended
			s.noEnd(b.Name, at)
			return -1
		}
		if marks > 0 && strings.TrimRight(text, " \t\r") == "</"+b.Name+">" {
			return at + strings.LastIndexByte(line, '>') + 1
		}
		at += len(line) + 1
	}
	s.noEnd(b.Name, len(s.Text))
	return -1
}

// noEnd notes that operations of a name which begin before an offset have no end in their block
// quotes. So no line is looked at twice for it.
func (s *Scanner) noEnd(name string, before int) {
	if s.noEndBefore == nil {
		s.noEndBefore = map[string]int{}
	}
	s.noEndBefore[name] = before
}
