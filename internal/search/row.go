package search

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fileops/internal/text/anchor"
)

// The sequences that set colours on a terminal, as ripgrep does.
const (
	colorPath  = "\x1b[0m\x1b[35m"
	colorLine  = "\x1b[0m\x1b[32m"
	colorMatch = "\x1b[0m\x1b[1m\x1b[31m"
	colorNone  = "\x1b[0m"
)

func appendInt(b []byte, n int64) []byte { return strconv.AppendInt(b, n, 10) }

// appendPath appends a path as it is shown, without what follows it.
func appendPath(b []byte, s *search, path string) []byte {
	path = strings.TrimPrefix(path, s.Strip)
	if !s.Color {
		return appendPlain(b, s, path)
	}
	b = append(b, colorPath...)
	b = appendPlain(b, s, path)
	return append(b, colorNone...)
}

// appendPlain appends text of a file or a name, escaped if the query asks for it.
func appendPlain[T string | []byte](b []byte, s *search, text T) []byte {
	if s.Escape == nil {
		return append(b, text...)
	}
	return s.Escape(b, []byte(text))
}

// groupLine marks a gap between lines.
const groupLine = "--\n"

// row notes that a row begins. Of a mode with one row for each file, file is its path.
func (o *output) row(s *search, kind markKind, file string) {
	if s.paged {
		o.mark(kind, file, nil)
	} else {
		o.rows++
	}
}

// head appends the path, number and column of a row, as far as they are shown. sep is ':' for
// a match and '-' for context. line is the whole line, for its anchor; nil shows none.
func (p *printer) head(sep byte, number, column int64, line []byte) {
	s, o := p.s, p.output
	kind := markRow
	if sep == '-' {
		kind = markContext
	}
	o.row(s.search, kind, "")
	b := o.text
	if len(p.prefix) > 0 {
		b = append(b, p.prefix...)
		if s.Null {
			b = append(b, 0)
		} else {
			b = append(b, sep)
		}
	}
	if s.LineNumbers {
		b = s.appendNumber(b, colorLine, number)
		if s.Anchors && line != nil && !p.p.part && !p.p.cut { // of a very long line, only a part is known
			if s.CRLF && bytes.HasSuffix(line, carriageReturn) && !p.endsFile(line) {
				line = append(slices.Clip(line), crlf...) // unixLines took its line end, so the carriage return is text
			}
			b = append(append(b, '#'), anchor.Of(line)...)
		}
		b = append(b, sep)
	}
	if s.Column && column > 0 {
		b = append(s.appendNumber(b, colorNone, column), sep)
	}
	o.text = b
}

// endsFile reports whether a line that is not empty is the last one, and has no line end.
func (p *printer) endsFile(line []byte) bool {
	text := p.p.text
	return len(text) > 0 && &line[len(line)-1] == &text[len(text)-1]
}

func (s *search) appendNumber(b []byte, color string, n int64) []byte {
	if !s.Color {
		return appendInt(b, n)
	}
	b = append(b, color...)
	b = appendInt(b, n)
	return append(b, colorNone...)
}

// plain appends a row for each line of text: there is one, unless matches may be longer.
func (p *printer) plain(number int64, text []byte, match bool) {
	sep, column := byte('-'), int64(0)
	if match {
		sep = ':'
	}
	if p.left {
		column = int64(p.span.Start) + 1
	}
	if !p.s.matcher.CrossesLines() {
		p.plainLine(sep, number, column, text, 0)
		return
	}
	for at, more := 0, true; more; number++ {
		var line []byte
		line, text, more = bytes.Cut(text, lineFeed)
		p.plainLine(sep, number, column, line, at)
		if !p.output.out.spill(p.output) {
			return
		}
		for at += len(line) + 1; p.left && p.span.End <= at; {
			p.advance()
		}
	}
}

// plainLine appends a row for a line that begins at a place of the text of the matches.
func (p *printer) plainLine(sep byte, number, column int64, line []byte, at int) {
	p.head(sep, number, column, line)
	o := p.output
	if p.s.Escape != nil {
		line = bytes.TrimSuffix(line, carriageReturn) // part of the line end, which no escape may split
	}
	switch match := sep == ':'; {
	case p.s.MaxColumns > 0 && len(line) > p.s.MaxColumns:
		o.text = p.appendLong(o.text, line, at, match)
	case p.left && p.s.Color:
		o.text = p.appendColored(o.text, line, at)
	default:
		o.text = appendPlain(o.text, p.s.search, line)
	}
	o.text = append(o.text, '\n')
}

// matches appends a row for each match, or for each line of it.
func (p *printer) matches(number, offset int64, text []byte) {
	before := int64(0) // bytes of the line in the parts before this one
	if p.p.part && offset == p.p.offset {
		before = offset - p.s.long.from
	}
	counted := 0
	for ; p.left; p.advance() {
		m := p.span
		if p.s.matcher.CrossesLines() && p.s.LineNumbers {
			number += int64(bytes.Count(text[counted:m.Start], lineFeed))
			counted = m.Start
		}
		number, column := number, int64(m.Start)+1+before
		for rest, more := text[m.Start:m.End], true; more; number++ {
			var line []byte
			line, rest, more = bytes.Cut(rest, lineFeed)
			if len(line) == 0 && m.End > m.Start {
				continue // as ripgrep does
			}
			p.head(':', number, column, nil)
			p.appendMatch(line)
		}
		if !p.output.out.spill(p.output) {
			return
		}
	}
}

// appendMatch appends a match, or a line of it.
func (p *printer) appendMatch(text []byte) {
	b := p.output.text
	if p.s.Escape != nil {
		text = bytes.TrimSuffix(text, carriageReturn)
	}
	switch {
	case p.s.MaxColumns > 0 && len(text) > p.s.MaxColumns:
		b = p.appendLong(b, text, 0, true)
	case p.s.Color && len(text) > 0:
		b = append(b, colorMatch...)
		b = appendPlain(b, p.s.search, text)
		b = append(b, colorNone...)
	default:
		b = appendPlain(b, p.s.search, text)
	}
	p.output.text = append(b, '\n')
}

// appendColored appends a line with its matches in colour. As in ripgrep, adjacent matches
// share one sequence.
func (p *printer) appendColored(b, line []byte, at int) []byte {
	done, colored := 0, false
	for ; p.left && p.span.Start < at+len(line); p.advance() {
		start, end := max(0, p.span.Start-at), min(p.span.End-at, len(line))
		if start < end {
			if colored && start > done {
				b = append(b, colorNone...)
				colored = false
			}
			b = appendPlain(b, p.s.search, line[done:start])
			if !colored {
				b = append(b, colorMatch...)
				colored = true
			}
			b = appendPlain(b, p.s.search, line[start:end])
			done = end
		}
		if p.span.End > at+len(line)+1 {
			break // it goes on in the next line
		}
	}
	if colored {
		b = append(b, colorNone...)
	}
	return appendPlain(b, p.s.search, line[done:])
}

// appendLong appends the note or preview for a line that is too long, in ripgrep's words.
func (p *printer) appendLong(b, line []byte, at int, match bool) []byte {
	switch {
	case p.s.Preview:
		return p.appendPreview(b, line, at)
	case !match:
		return append(b, "[Omitted long context line]"...)
	case !p.s.places || p.s.Only:
		return append(b, "[Omitted long matching line]"...)
	}
	b = append(b, "[Omitted long line with "...)
	b = appendInt(b, p.count(at, at+len(line)))
	return append(b, " matches]"...)
}

// appendPreview appends the beginning of a line, or if the first match lies behind that, the
// text around the match.
func (p *printer) appendPreview(b, line []byte, at int) []byte {
	from, n := 0, p.s.MaxColumns
	if p.left && p.span.Start < at+len(line) && p.span.End > at+n {
		from = max(0, min(p.span.Start-at-n/4, len(line)-n))
	}
	end := from + n
	if from > 0 {
		for i := 1; i < utf8.UTFMax && !utf8.RuneStart(line[from]); i++ {
			from++
		}
		b = append(b, "[... omitted start of long line] "...)
	}
	for i := 1; i < utf8.UTFMax && end < len(line) && end > from && !utf8.RuneStart(line[end]); i++ {
		end--
	}
	b = appendPlain(b, p.s.search, line[from:end])
	if end < len(line) {
		b = append(b, " [... omitted end of long line]"...)
	}
	return b
}

// count counts the matches that begin in a line between from and end.
func (p *printer) count(from, end int) (n int64) {
	for ; p.left && p.span.Start <= end; p.advance() {
		if p.span.Start >= from {
			n++
		}
		if p.span.End > end+1 {
			break // it goes on in the next line
		}
	}
	return n
}

// note appends a row that says something about a file with a NUL at offset.
func (p *printer) note(kind markKind, text string, offset int64) {
	if p.path == "" {
		p.beginFile()
	}
	o := p.output
	o.row(p.s.search, kind, "")
	if len(p.prefix) > 0 {
		o.text = append(o.text, p.prefix...)
		o.text = append(o.text, ": "...)
	}
	o.text = append(o.text, text...)
	o.text = append(o.text, " (found \"\\0\" byte around offset "...)
	o.text = appendInt(o.text, offset)
	o.text = append(o.text, ")\n"...)
}
