package tags

import (
	"strings"

	"fileops/internal/parse/quote"
)

// endInBlockQuote is the offset after the closing tag of a block in a Markdown block quote, which
// stands on a line of its own behind quote marks. It is -1 if the quote has none behind the
// opening, or if the block is in no quote.
func (s *scanner) endInBlockQuote(start quote.Start) int {
	if start.After < s.noEndBefore[start.Name] || s.Within(start.At) != quote.BlockQuote {
		return -1
	}
	_, rest, _ := strings.Cut(s.Text[start.After:], "\n")
	at := len(s.Text) - len(rest)
	for at < len(s.Text) {
		line, _, _ := strings.Cut(s.Text[at:], "\n")
		text, quoted := quote.Unquoted(line)
		if !quoted {
			break
		}
		if strings.TrimRight(text, blanks) == "</"+start.Name+">" {
			return at + strings.LastIndexByte(line, '>') + 1
		}
		at += len(line) + 1
	}
	// So no line is looked at twice for one name.
	s.noEndBefore[start.Name] = at
	return -1
}
