package search

import (
	"bytes"
	"time"

	"fileops/internal/search/pattern"
)

// printer shows the lines of a file that match, and those around them.
type printer struct {
	s      *searcher
	output *output
	path   string // of the file, set when its first row is shown
	prefix []byte // of its rows: the path, or nothing
	shown  int    // matching lines; matches, if these may span lines
	spans  spans  // the matches of the row after span
	span   pattern.Span
	left   bool // span is set

	// The current piece. Lines up to printed have been shown or will not be.
	p       *piece
	number  int64 // of the line that begins at counted
	counted int
	printed int
	touches bool // the last row shown ends at printed
	after   int  // lines of context still to show

	before []byte // lines before the piece that may be shown as context
	part   bool   // the last line of the piece before was shown and goes on

	started time.Time
}

// show searches a file and shows what it holds.
func (s *searcher) show(it *item) {
	p := &s.printer
	p.path, p.shown, p.after = "", 0, 0
	p.number, p.counted, p.printed = 1, 0, 0
	p.touches, p.part = false, false
	p.before = p.before[:0]
	if s.JSON {
		p.started = time.Now()
	}
	v, _ := s.each(it, p)
	binary := v.binary >= 0 && !s.AsText
	if p.shown == 0 {
		return
	}
	s.matched.Add(1)
	switch {
	case s.JSON:
		p.end(v)
	case binary && !it.explicit:
		p.note(markContext, "WARNING: stopped searching binary file after match", v.binary)
	}
}

// piece shows the matching lines of a piece and their context.
func (p *printer) piece(pc piece) bool {
	p.p = &pc
	for from := pc.from; !p.full() || p.after > 0; {
		start, end, ok := p.s.next(p.p, from)
		if !ok {
			break
		}
		if !p.match(start, end) {
			return false
		}
		from = end + 1
	}
	p.showAfter(len(pc.text))
	if p.full() && p.after == 0 {
		return false
	}
	p.leave()
	return p.output.out.spill(p.output)
}

// full reports whether Max lines were shown. Matching lines in the context after the last
// one are still shown as matches.
func (p *printer) full() bool { return p.s.Max > 0 && p.shown >= p.s.Max }

// match shows a line that matches. It reports whether more is wanted.
func (p *printer) match(start, end int) bool {
	again := p.part && p.p.part && start == 0 // the line has been shown
	if again && !p.alone() {
		return true
	}
	if p.p.nul >= 0 && !p.s.AsText && !p.s.JSON {
		p.shown++
		p.note(markRow, "binary file matches", p.p.nul)
		return false
	}
	p.showAfter(start)
	if p.full() && p.after == 0 {
		return false
	}
	if p.s.context {
		p.showBefore(start)
	}
	after := p.s.After
	if p.full() {
		after = p.after - 1
	}
	switch {
	case again:
	case p.p.across != nil && !p.s.Invert:
		p.shown += p.p.across.size
	default:
		p.shown++
	}
	p.row(p.lineAt(start), start, end, true)
	p.printed, p.touches, p.after = min(end+1, len(p.p.text)), true, after
	return p.output.out.spill(p.output)
}

// alone reports whether matches are shown instead of their lines.
func (p *printer) alone() bool { return p.s.Only && !p.s.Invert && !p.s.JSON }

// lineAt is the number of the line that begins at i; i never goes back.
func (p *printer) lineAt(i int) int64 {
	if p.s.LineNumbers && i > p.counted {
		p.number += int64(bytes.Count(p.p.text[p.counted:i], lineFeed))
		p.counted = i
	}
	return p.number
}

// leave keeps what the next piece needs of this one.
func (p *printer) leave() {
	text := p.p.text
	p.part = p.touches && p.printed == len(text) && len(text) > 0 && text[len(text)-1] != '\n'
	if p.s.Before > 0 {
		p.keep()
	}
	if p.p.known && p.p.newlines >= 0 && p.counted == 0 {
		p.number += int64(p.p.newlines)
	} else {
		p.lineAt(len(text))
	}
	p.touches = p.touches && p.printed == len(text)
	p.counted, p.printed = 0, 0
}

// row shows the line at text[start:end], or the lines of a block.
func (p *printer) row(number int64, start, end int, match bool) {
	p.line(number, p.p.offset+int64(start), p.p.text[start:end], match)
}

// line shows a line that begins at offset in the file.
func (p *printer) line(number, offset int64, text []byte, match bool) {
	if p.path == "" {
		p.beginFile()
	}
	start := int(offset - p.p.offset)
	if p.left = false; match && (p.s.places || p.s.Preview && !p.s.Invert && len(text) > p.s.MaxColumns) {
		p.spans.begin(p.s, p.p, start, start+len(text), p.alone())
		p.advance()
	}
	if p.p.inParts(start, start+len(text)) && (!match || !p.alone() || p.full()) && p.s.MaxColumns == 0 {
		p.s.long.partly = true
	}
	switch {
	case p.s.JSON:
		p.json(number, offset, text, match)
	case match && p.alone():
		p.matches(number, offset, text)
	default:
		p.plain(number, text, match)
	}
}

// advance goes on to the next match in the row.
func (p *printer) advance() { p.span, p.left = p.spans.next() }

// beginFile prepares the prefix of rows.
func (p *printer) beginFile() {
	s := p.s
	p.path = s.item.name()
	p.prefix = p.prefix[:0]
	if s.named && !s.Heading {
		p.prefix = appendPath(p.prefix, s.search, p.path)
	}
	if s.JSON || s.context || s.Heading || s.paged {
		p.output.mark(markFile, p.path, nil)
	}
}
