package search

import "bytes"

// longestContext bounds what is kept of one piece for the next, in bytes.
const longestContext = 4 << 20

// showAfter shows lines of context after the last match, up to the line at stop.
func (p *printer) showAfter(stop int) {
	for p.after > 0 && p.printed < stop {
		end := lineEnd(p.p.text, p.printed)
		p.row(p.lineAt(p.printed), p.printed, end, false)
		p.printed = min(end+1, len(p.p.text))
		p.after--
	}
}

// showBefore shows lines of context before the line at start. It marks a gap before them.
func (p *printer) showBefore(start int) {
	from, lines := start, p.s.Before
	for ; lines > 0 && from > p.printed; lines-- {
		from = bytes.LastIndexByte(p.p.text[p.printed:from-1], '\n') + 1 + p.printed
	}
	var kept []byte
	if from == 0 && lines > 0 {
		kept = lastLines(p.before, lines)
	}
	touches := p.touches && from == p.printed && (from > 0 || len(kept) == len(p.before))
	if p.shown > 0 && !touches {
		p.output.mark(markGroup, "", nil)
	}
	p.showKept(kept)
	p.before = p.before[:0]
	for from < start {
		end := lineEnd(p.p.text, from)
		p.row(p.lineAt(from), from, end, false)
		from = end + 1
	}
}

// showKept shows lines from the piece before.
func (p *printer) showKept(kept []byte) {
	number := p.number - int64(bytes.Count(kept, lineFeed))
	offset := p.p.offset - int64(len(kept))
	for len(kept) > 0 {
		end := bytes.IndexByte(kept, '\n')
		p.line(number, offset, kept[:end], false)
		kept = kept[end+1:]
		number++
		offset += int64(end) + 1
	}
}

// keep copies the lines at the end of the piece that may be shown before a match in the
// next one.
func (p *printer) keep() {
	text := p.p.text[p.printed:]
	if len(text) == 0 || text[len(text)-1] != '\n' {
		if len(text) > 0 || p.printed > 0 {
			p.before = p.before[:0]
		}
		return
	}
	last := lastLines(text, p.s.Before)
	if len(last) < len(text) {
		p.before, p.touches = p.before[:0], false
	} else if p.printed > 0 {
		p.before = p.before[:0]
	}
	p.before = append(p.before, last...)
	if kept := lastLines(p.before, p.s.Before); len(kept) < len(p.before) {
		p.before, p.touches = p.before[:copy(p.before, kept)], false
	}
	if p.touches { // the last row shown ends where the kept lines begin
		p.printed = len(p.p.text)
	}
}

// lastLines gives the last n lines of text, which ends with a line end. It stops at
// longestContext.
func lastLines(text []byte, n int) []byte {
	from := len(text)
	for ; n > 0 && from > 0; n-- {
		from = bytes.LastIndexByte(text[:from-1], '\n') + 1
		if len(text)-from > longestContext {
			break
		}
	}
	return text[from:]
}
