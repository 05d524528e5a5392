package search

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"

	"fileops/internal/search/pattern"
)

// largestWhole is the size in bytes of the largest file that is searched for matches
// over several lines: these need all of it at once.
const largestWhole = 64 << 20

var errTooLarge = errors.New("too large for a search over several lines")

// multiline gives a file all at once, with the matches in it.
func (f *feed) multiline(start []byte, r io.Reader, whole bool) (verdict, error) {
	text := start
	if !whole {
		f.claim()
		defer f.release()
		rest, err := io.ReadAll(io.LimitReader(r, largestWhole+1-int64(len(start))))
		if err != nil {
			return f.verdict, err
		}
		if text = slices.Concat(start, rest); len(text) > largestWhole {
			return f.verdict, fmt.Errorf("%w (at most %d MiB)", errTooLarge, largestWhole>>20)
		}
		f.progress.Bytes.Add(int64(len(rest)))
	}
	if f.searched = int64(len(text)); len(text) == 0 {
		return f.verdict, nil
	}
	if !f.AsText {
		f.binary = int64(bytes.IndexByte(text, 0))
		if f.binary >= 0 && !f.item.explicit {
			return f.verdict, nil
		}
	}
	p := piece{text: text, last: true, nul: f.binary, found: blocks(text, f.find.Spans(nil, text, -1))}
	if f.Invert {
		p.found = p.others(text)
	}
	f.to.piece(p)
	return f.verdict, nil
}

// blocks is the lines that matches are in. Those of matches in the same line, or in
// lines one after the other, are one block, as in ripgrep.
func blocks(text []byte, spans []pattern.Span) found {
	f := found{known: true, newlines: -1}
	for _, m := range spans {
		if m.Start == len(text) && (m.Start == 0 || text[m.Start-1] == '\n') {
			break // an empty match after the last line
		}
		b := linesOf(text, m)
		if k := len(f.hits) - 1; k >= 0 && f.hits[k].End+1 >= b.Start {
			f.hits[k].End = max(f.hits[k].End, b.End)
		} else {
			f.hits = append(f.hits, b)
		}
		f.spans = append(f.spans, m)
	}
	f.count = len(f.spans)
	return f
}

// linesOf is the lines that a match is in, without the last line end.
func linesOf(text []byte, m pattern.Span) pattern.Span {
	start := bytes.LastIndexByte(text[:m.Start], '\n') + 1
	if m.End > start && text[m.End-1] == '\n' {
		return pattern.Span{Start: start, End: m.End - 1}
	}
	if n := bytes.IndexByte(text[m.End:], '\n'); n >= 0 {
		return pattern.Span{Start: start, End: m.End + n}
	}
	return pattern.Span{Start: start, End: len(text)}
}

// others is the lines that no match is in.
func (f *found) others(text []byte) found {
	o := found{known: true, newlines: -1}
	hits := f.hits
	for from := 0; from < len(text); {
		if len(hits) > 0 && hits[0].Start == from {
			from = hits[0].End + 1
			hits = hits[1:]
			continue
		}
		end := bytes.IndexByte(text[from:], '\n')
		if end < 0 {
			end = len(text) - from
		}
		o.hits = append(o.hits, pattern.Span{Start: from, End: from + end})
		from += end + 1
	}
	o.count = len(o.hits)
	return o
}

// spansIn takes the matches in the block that begins at start and has a size, counted
// from its start.
func (f *found) spansIn(dst []pattern.Span, start, size int) []pattern.Span {
	for len(f.spans) > 0 && f.spans[0].Start <= start+size {
		m := f.spans[0]
		dst = append(dst, pattern.Span{Start: m.Start - start, End: m.End - start})
		f.spans = f.spans[1:]
	}
	return dst
}
