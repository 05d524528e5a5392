package parse

import (
	"fmt"
	"strings"

	"fileops/internal/ops"
)

// openQuote is the text that a quote holds which opens and never closes.
type openQuote struct {
	what string // that quotes, for a sentence
	line int    // 1-based, where it opens
	end  int    // offset
}

// leaveOpen notes that a quote opens at p and never closes: until end, no block runs.
func (s *scanner) leaveOpen(what string, p, end int) {
	if end > s.open.end {
		s.open = openQuote{what: what, line: s.lineOf(p), end: end}
	}
}

// skipOpen reports the block at index i, which an open quote holds, as skipped.
func (s *scanner) skipOpen(i int) {
	s.skip(i, fmt.Sprintf("it stands in a %s that opens at line %d and never closes", s.open.what, s.open.line))
	v := s.out.Operations[len(s.out.Operations)-1].Action.(ops.Invalid)
	v.Hint = "Send it again with a blank line before it, and close the quote or leave its mark out."
	s.out.Operations[len(s.out.Operations)-1].Action = v
}

// code reads <code>…</code> and <pre>…</pre>.
func (s *scanner) code(i int) {
	t := s.tokens[i]
	defer s.openSpans(s.pos)
	s.hidden(hiding{
		what: "<" + s.g.text[t.name] + ">", in: s.g.text[t.name], start: int(t.start), text: int(t.end),
		end: func(p, limit int) int {
			for j := s.from(p); j < len(s.tokens) && int(s.tokens[j].end) <= limit; j++ {
				if s.tokens[j].name == t.name && s.tokens[j].form == closing {
					return int(s.tokens[j].end)
				}
			}
			return -1
		},
	})
}

// openSpans passes on to the end of a code span that begins in <code>…</code>, from start
// to the present place, and goes on behind it: to CommonMark it holds the closing tag. One
// that never closes quotes what it would.
func (s *scanner) openSpans(start int) {
	end := s.paragraphEnd(start)
	if end < s.pos || s.pos == len(s.src) {
		return // HTML over several paragraphs, in which there are no code spans
	}
	switch past := s.pastSpan(start); {
	case past == 0:
		s.leaveOpen("code span", start, end)
	case past > 0:
		s.quoteAll(s.from(s.pos), past, "code span")
		s.pos = past
	}
}

// pastSpan is the offset after the code span that begins at start or later and ends after
// the present place: 0 if it never closes, -1 if there is none.
func (s *scanner) pastSpan(start int) int {
	para := &s.spans
	for para.next < len(para.runs) && para.runs[para.next].at < start {
		para.next++
	}
	for para.next < len(para.runs) && para.runs[para.next].at < s.pos {
		run := para.runs[para.next]
		n := s.run(run.at, '`')
		switch {
		case run.partner >= s.pos:
			return run.partner + n
		case run.partner == 0:
			return 0
		}
		for para.next < len(para.runs) && para.runs[para.next].at < run.partner+n {
			para.next++
		}
	}
	return -1
}

// section reads <![CDATA[ … ]]>, which shows text.
func (s *scanner) section() {
	s.hidden(hiding{
		what: "CDATA section", in: "CDATA", start: s.pos, text: s.pos + len("<![CDATA["),
		end: func(p, limit int) int {
			if end := s.sectionEnd(p); end <= limit {
				return end
			}
			return -1
		},
	})
}

// comment reads <!-- … -->, which hides text.
func (s *scanner) comment() {
	s.hidden(hiding{
		what: "comment", in: "comment", start: s.pos, text: s.pos + len("<!--"),
		end: func(p, limit int) int {
			if end := s.commentEnd(p); end <= limit {
				return end
			}
			return -1
		},
	})
}

// hiding is markup that hides or shows the text in it.
type hiding struct {
	what, in    string                 // for a sentence, and as Quoted has it
	start, text int                    // offsets of its opening, and after it
	end         func(p, limit int) int // the offset after its first closing between p and limit, or -1
}

// hidden reads markup up to its closing. Blocks in it are read to their own end, so that
// a closing in a value does not count; if a block has none, all that follows may be its
// content.
//
// Markup that opens inside a line closes in the same paragraph, as in CommonMark; without
// a closing it quotes up to the end of that paragraph. At the start or the end of a line
// it may close anywhere; without a closing it quotes up to the end of the response. So no
// part of a response runs an operation that the whole does not run.
func (s *scanner) hidden(h hiding) {
	s.pos = h.text
	limit := len(s.src)
	inline := s.textBefore(h.start) && s.textAfter(h.text)
	if inline {
		if h.start < s.open.end {
			return
		}
		limit = s.paragraphEnd(h.start)
	}
	end := h.end(h.text, limit)
	var blocks []int
	for i := s.blockIn(h.text, end); i >= 0; {
		blocks = append(blocks, i)
		after := int(s.tokens[i].end)
		if b, ok := s.block(i); ok && b.problem == "" {
			if after = b.end; after > end {
				end = h.end(after, limit)
			}
		} else if !ok && s.inText(b) {
			s.quoteThese(blocks, h.in)
			s.skipRest(i+1, s.neverEnds(b))
			return
		}
		i = s.blockIn(after, end)
	}
	switch {
	case end >= 0:
		s.quoteThese(blocks, h.in)
		s.pos = end
	case inline:
		s.leaveOpen(h.what, h.start, limit)
	default:
		s.skipRest(s.from(h.text), fmt.Sprintf("the unclosed %s at line %d", h.what, s.lineOf(h.start)))
	}
}

// inText reports whether a block without an end is in a field that holds text: what
// follows may be a part of it.
func (s *scanner) inText(b block) bool {
	return b.unended != "" && s.g.long[s.g.names[b.unended]]
}

// neverEnds names a quoted block after which nothing runs.
func (s *scanner) neverEnds(b block) string {
	return fmt.Sprintf("the quoted <%s> at line %d, which never ends", s.g.text[b.op], s.lineOf(b.start))
}

// maxBefore is how far back on its line the text before markup is looked for, in bytes.
const maxBefore = 200

// textBefore reports whether more than markup stands before p on its line: blanks,
// marks of quotes and list items, and tags are none.
func (s *scanner) textBefore(p int) bool {
	text := s.src[max(0, p-maxBefore):p]
	text = text[strings.LastIndexByte(text, '\n')+1:]
	for {
		text = strings.TrimRight(text, " \t")
		open := strings.LastIndexByte(text, '<')
		if open < 0 || open+2 >= len(text) || text[len(text)-1] != '>' || text[open+1] != '/' && !nameByte(text[open+1]) {
			return strings.Trim(text, " \t>-*+.)0123456789|") != ""
		}
		text = text[:open]
	}
}

// textAfter reports whether more than blanks stands after p on its line.
func (s *scanner) textAfter(p int) bool {
	rest, _, _ := strings.Cut(s.src[p:min(len(s.src), p+maxBefore)], "\n")
	return strings.TrimSpace(rest) != ""
}
