package search

import (
	"io"
	"time"
)

// pager cuts a page out of the result and writes it.
type pager struct {
	s       *search
	w       io.Writer
	buf     []byte
	err     error
	flushed time.Time

	page  Page
	rows  int  // seen
	shown int  // written
	more  bool // the search ended before the last row
	done  bool // the page is full, or the writer failed

	pendingFile  bool // the file at path has shown no row yet
	pendingGroup bool
	path         string
	printed      int64 // bytes
	file, total  stats // of JSON: of what was shown of the file at path, and of all files
	last         jsonMark
}

const (
	flushSize  = 64 << 10
	flushAfter = 100 * time.Millisecond
)

func newPager(s *search, w io.Writer) *pager {
	return &pager{s: s, w: w, flushed: s.started}
}

// put writes an output, or its part that belongs to the page. It reports whether more is
// wanted.
func (p *pager) put(o *output) bool {
	if p.done {
		return false
	}
	p.rows += o.rows // without a page, rows are not marked
	p.shown += o.rows
	at, show := 0, true
	if p.s.paged {
		show = p.inPage()
	}
	for i, m := range o.marks {
		p.segment(o.text[at:m.at], show)
		at = m.at
		end := len(o.text)
		if i+1 < len(o.marks) {
			end = o.marks[i+1].at
		}
		if show = p.mark(&m, end-at, show); p.done {
			return false
		}
	}
	p.segment(o.text[at:], show)
	return !p.done
}

// inPage reports whether the last row seen is shown.
func (p *pager) inPage() bool { return p.rows > p.s.Offset }

// mark handles a mark that size bytes follow. It reports whether they are shown.
func (p *pager) mark(m *mark, size int, show bool) bool {
	switch m.kind {
	case markFile:
		p.pendingFile, p.pendingGroup, p.path = true, false, m.path
		return !p.s.paged
	case markGroup:
		p.pendingGroup = true
		return show
	case markEnd:
		p.endFile(m.json)
		return false
	}
	if m.path != "" {
		p.path = m.path
	}
	p.rows++
	if p.full(size) || p.s.Quiet {
		p.more, p.done = true, true
		if p.s.JSON {
			p.last.elapsed = time.Since(p.s.started)
			p.endFile(&p.last)
		}
		return false
	}
	context := 0
	if m.kind == markContext {
		context = 1
	}
	p.page.Context += context
	if !p.inPage() {
		return false
	}
	p.shown++
	p.page.ShownContext += context
	if m.json != nil {
		p.last = *m.json
		p.file.Lines += m.json.lines
		p.file.Matches += m.json.matches
	}
	return true
}

// full reports whether the page has no room for a row of size bytes.
func (p *pager) full(size int) bool {
	if p.s.Limit > 0 && p.shown == p.s.Limit {
		return true
	}
	return p.s.MaxBytes > 0 && p.shown > 0 && p.printed+int64(len(groupLine)+size) > int64(p.s.MaxBytes)
}

// endFile writes the message for the end of a file, if a row of it was shown.
func (p *pager) endFile(m *jsonMark) {
	if p.file == (stats{}) {
		return
	}
	p.write(appendEnd(nil, p.path, p.file, m))
	p.total.WithMatch++
	p.total.Lines += p.file.Lines
	p.total.Matches += p.file.Matches
	p.total.Printed += p.file.Printed
	p.file = stats{}
}

// segment writes the text between two marks, after a heading or a separator if one is due.
func (p *pager) segment(text []byte, show bool) {
	if !show || len(text) == 0 {
		return
	}
	switch {
	case p.pendingFile:
		p.page.ShownFiles++
		p.beginFile()
	case p.pendingGroup && p.printed > 0 && !p.s.JSON:
		p.write([]byte(groupLine))
	}
	p.pendingFile, p.pendingGroup = false, false
	if p.s.JSON {
		p.file.Printed += int64(len(text))
	}
	p.write(text)
}

// beginFile writes the separator between files, and the heading.
func (p *pager) beginFile() {
	s := p.s
	if s.JSON {
		p.write(appendBegin(nil, p.path))
		return
	}
	if p.printed > 0 {
		if s.Heading {
			p.write(lineFeed)
		} else if s.context {
			p.write([]byte(groupLine))
		}
	}
	if s.Heading && s.named {
		end := byte('\n')
		if s.Null {
			end = 0
		}
		p.write(append(appendPath(nil, s, p.path), end))
	}
}

func (p *pager) write(b []byte) {
	p.printed += int64(len(b))
	if len(p.buf)+len(b) > flushSize {
		p.flush()
	}
	if len(b) > flushSize {
		p.send(b)
		return
	}
	p.buf = append(p.buf, b...)
}

// idle flushes a buffer that has waited for a while, so that a reader sees progress.
func (p *pager) idle() {
	if len(p.buf) > 0 && time.Since(p.flushed) > flushAfter {
		p.flush()
	}
}

func (p *pager) flush() {
	p.send(p.buf)
	p.buf = p.buf[:0]
	p.flushed = time.Now()
}

func (p *pager) send(b []byte) {
	if p.err != nil || len(b) == 0 {
		return
	}
	if _, p.err = p.w.Write(b); p.err != nil {
		p.done = true
	}
}

// close writes the rest, and gives the first error of the writer.
func (p *pager) close() error {
	if p.s.JSON && p.err == nil {
		p.write(appendSummary(nil, p))
	}
	p.flush()
	return p.err
}
