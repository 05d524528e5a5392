package ops

import (
	"bytes"

	"fileops/internal/text"
	"fileops/internal/text/anchor"
)

// lineHistories tell where the lines of changed files were before the run, so that an anchor of
// a line can be followed. They are kept by the names that the files had on disk.
type lineHistories map[string]*lineHistory

// lineHistory is the history of one file.
type lineHistory struct {
	changed bool   // the run has changed the file
	before  []byte // the file before the run, decoded
	now     []byte // the file as the run left it, which the lines of from are
	from    []int  // of each line: its number before the run, 1-based; 0 if the run wrote it
}

// newLineHistory is that of a file that the run has not changed.
func newLineHistory(data []byte) *lineHistory {
	h := &lineHistory{before: data, now: data, from: make([]int, text.Count(data))}
	for i := range h.from {
		h.from[i] = i + 1
	}
	return h
}

// find returns the present number of a line that had a number before the run; 0 if the run
// changed or removed it.
func (h *lineHistory) find(line int) int {
	for i, from := range h.from {
		if from == line {
			return i + 1
		}
	}
	return 0
}

// near returns the present number of the line that stands where another one was: of the last
// line before it that is left, or 1.
func (h *lineHistory) near(line int) int {
	at := 1
	for i, from := range h.from {
		if from > 0 && from <= line {
			at = i + 1
		}
	}
	return at
}

// fits reports whether an anchor is that of a line before the run.
func (h *lineHistory) fits(a anchor.Anchor) bool {
	line := text.Lines(h.before, a.Line, a.Line)
	return line.Start < line.End && anchor.Of(h.before[line.Start:line.End]) == a.Hash
}

// region is whole lines of a text and the whole lines that take their place, in bytes.
type region struct{ old, new text.Span }

// edited follows the lines through edits that turn the present text into another. Lines outside
// of the edits stay, and so do those of each edit that its new text begins or ends with.
func (h *lineHistory) edited(now []byte, edits []text.Edit, placed []text.Span) *lineHistory {
	next := &lineHistory{changed: true, before: h.before, now: now, from: make([]int, 0, text.Count(now))}
	at := text.Body(h.now) // in the present text
	rest := h.from
	keep := func(end int) {
		n := text.Count(h.now[at:end])
		next.from, rest, at = append(next.from, rest[:n]...), rest[n:], end
	}
	for _, r := range regions(h.now, now, edits, placed) {
		keep(r.old.Start)
		old, added := splitLines(h.now[r.old.Start:r.old.End]), splitLines(now[r.new.Start:r.new.End])
		next.from = append(next.from, carried(old, added, rest[:len(old)])...)
		rest, at = rest[len(old):], r.old.End
	}
	keep(len(h.now))
	return next
}

// overwritten follows the lines into a text that takes the place of the whole file.
func (h *lineHistory) overwritten(now []byte) *lineHistory {
	return h.edited(now, []text.Edit{{Span: text.Span{Start: 0, End: len(h.now)}, Text: string(now)}}, []text.Span{{Start: 0, End: len(now)}})
}

// regions are edits, widened to whole lines of both texts. Those that meet in a line are one.
func regions(old, now []byte, edits []text.Edit, placed []text.Span) []region {
	var list []region
	for i, e := range edits {
		r := region{e.Span, placed[i]}
		r.old.Start, r.new.Start = max(r.old.Start, text.Body(old)), max(r.new.Start, text.Body(now))
		if !startsLine(old, r.old.Start) || !startsLine(now, r.new.Start) {
			back := r.old.Start - text.LineStart(old, r.old.Start)
			r.old.Start, r.new.Start = r.old.Start-back, r.new.Start-back
		}
		if !startsLine(old, r.old.End) || !startsLine(now, r.new.End) {
			on := text.NextLine(old, r.old.End) - r.old.End
			r.old.End, r.new.End = r.old.End+on, r.new.End+on
		}
		if n := len(list); n > 0 && (r.old.Start < list[n-1].old.End || r.new.Start < list[n-1].new.End) {
			list[n-1].old.End, list[n-1].new.End = r.old.End, r.new.End
			continue
		}
		list = append(list, r)
	}
	return list
}

func startsLine(src []byte, at int) bool {
	return at <= text.Body(src) || src[at-1] == '\n'
}

// splitLines returns the lines of a text without their line ends.
func splitLines(src []byte) [][]byte {
	var lines [][]byte
	for line := range bytes.Lines(src) {
		lines = append(lines, text.TrimLineEnd(line))
	}
	return lines
}

// carried returns the numbers of lines that take the place of others: those of the others for the
// lines that both begin or end with, and 0 for those between.
func carried(old, now [][]byte, from []int) []int {
	numbers := make([]int, len(now))
	start := 0
	for start < min(len(old), len(now)) && bytes.Equal(old[start], now[start]) {
		numbers[start] = from[start]
		start++
	}
	for end := 1; end <= min(len(old), len(now))-start && bytes.Equal(old[len(old)-end], now[len(now)-end]); end++ {
		numbers[len(now)-end] = from[len(old)-end]
	}
	return numbers
}
