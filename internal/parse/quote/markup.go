package quote

import (
	"fmt"
	"sort"
	"strings"
)

// code reads <code>…</code> and <pre>…</pre>.
func (s *Scanner) code(i int) {
	t := s.tags[i]
	defer s.openSpans(s.Pos)
	s.readMarkup(markup{
		what: "<" + t.name + ">", in: t.name, start: t.start, text: t.end,
		end: func(p, limit int) int {
			first := sort.Search(len(s.tags), func(j int) bool { return s.tags[j].start >= p })
			for _, e := range s.tags[first:] {
				switch {
				case e.end > limit:
					return -1
				case e.closing && e.name == t.name:
					return e.end
				}
			}
			return -1
		},
	})
}

// openSpans goes on after a code span that begins in <code>…</code>, between start and the
// present place, and ends later. In CommonMark, the span holds the closing tag.
func (s *Scanner) openSpans(start int) {
	end := s.paragraphEnd(start)
	if end < s.Pos || s.Pos == len(s.Text) {
		return // HTML over several paragraphs, in which there are no code spans
	}
	for run := s.spans.from(start); run.at < s.Pos; {
		after := run.partner + s.run(run.at, '`')
		switch {
		case run.partner == 0:
			s.leaveOpen("code span", start, end)
			return
		case run.partner >= s.Pos:
			s.show("code span", s.startsIn(s.Pos, after)...)
			s.Pos = after
			return
		}
		run = s.spans.from(after)
	}
}

// markup is what hides or shows the text in it.
type markup struct {
	what, in    string                 // for a sentence, and as Quoted has it
	start, text int                    // offsets of its opening, and after it
	end         func(p, limit int) int // the offset after its first closing between p and limit, or -1
}

// readMarkup reads markup up to its closing. An operation in it is read to its own end, so a
// closing in its text does not count.
//
// Markup that opens inside a line closes in the same paragraph, as in CommonMark. Without a
// closing, it quotes the rest of that paragraph. At the start or end of a line it may close
// anywhere. Without a closing, it quotes the rest of the text. So a response that is cut off
// runs no operation that the whole does not run.
func (s *Scanner) readMarkup(m markup) {
	s.Pos = m.text
	limit := len(s.Text)
	inline := s.textBefore(m.start) && s.textAfter(m.text)
	if inline {
		if m.start < s.open.end {
			return
		}
		limit = s.paragraphEnd(m.start)
	}
	end := m.end(m.text, limit)
	var shown []Start
	for b, ok := s.startIn(m.text, end); ok; {
		shown = append(shown, b)
		after := s.End(b)
		if after < 0 {
			s.show(m.in, shown...)
			s.SkipRest(b.After, s.neverEnds(b))
			return
		}
		if after > max(end, b.After) {
			end = m.end(after, limit)
		}
		b, ok = s.startIn(after, end)
	}
	switch {
	case end >= 0:
		s.show(m.in, shown...)
		s.Pos = end
	case inline:
		s.leaveOpen(m.what, m.start, limit)
	default:
		s.SkipRest(m.text, fmt.Sprintf("the unclosed %s at line %d", m.what, s.Line(m.start)))
	}
}

// maxBefore is how far back on its line the text before markup is looked for, in bytes.
const maxBefore = 200

// textBefore reports whether text stands before p on its line, other than blanks, tags, and
// the marks of quotes and list items.
func (s *Scanner) textBefore(p int) bool {
	text := s.Text[max(0, p-maxBefore):p]
	text = text[strings.LastIndexByte(text, '\n')+1:]
	for {
		text = strings.TrimRight(text, " \t")
		open := strings.LastIndexByte(text, '<')
		if open < 0 || open+2 >= len(text) || text[len(text)-1] != '>' || text[open+1] != '/' && !NameByte(text[open+1]) {
			return strings.Trim(text, " \t>-*+.)0123456789|") != ""
		}
		text = text[:open]
	}
}

// textAfter reports whether more than blanks stands after p on its line.
func (s *Scanner) textAfter(p int) bool {
	rest, _, _ := strings.Cut(s.Text[p:min(len(s.Text), p+maxBefore)], "\n")
	return strings.TrimSpace(rest) != ""
}

// CommentEnd is the offset after the first "-->" between p and limit, or -1.
func (s *Scanner) CommentEnd(p, limit int) int { return s.endAfter(&s.commentEnds, "-->", p, limit) }

func (s *Scanner) sectionEnd(p, limit int) int { return s.endAfter(&s.sectionEnds, "]]>", p, limit) }

// endAfter is the offset after the first mark between p and limit, or -1. It keeps the
// offsets after every mark of the text in ends.
func (s *Scanner) endAfter(ends *[]int, mark string, p, limit int) int {
	if *ends == nil {
		*ends = []int{}
		for at := 0; ; {
			i := strings.Index(s.Text[at:], mark)
			if i < 0 {
				break
			}
			at += i + len(mark)
			*ends = append(*ends, at)
		}
	}
	i := sort.SearchInts(*ends, p+len(mark))
	if i == len(*ends) || (*ends)[i] > limit {
		return -1
	}
	return (*ends)[i]
}
