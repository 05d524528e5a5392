package diff

import (
	"strings"
	"unsafe"

	"fileops/internal/text"
)

// Change is lines of the old text and the lines of the new text that stand in their place. The
// ranges count lines from 0. One of them may be empty: it says where the other belongs.
type Change struct{ Old, New text.Span }

// Lines returns the changes that turn one text into another, in order. Between two changes
// stands at least one line of both texts. A line includes its line end.
//
// The search for them has limits, so that its time does not grow with the square of the texts.
func Lines(from, to []byte) []Change {
	before, after := settled(from, to)
	return changes(before.gaps, after.gaps)
}

// split returns the lines of a text with their line ends. They share its memory: nothing changes a
// text while it is compared, and no line is kept.
func split(src []byte) []string {
	lines := strings.SplitAfter(unsafe.String(unsafe.SliceData(src), len(src)), "\n")
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	}
	return lines
}

// settled returns the lines of both texts that differ, where they read best.
func settled(from, to []byte) (before, after groups) {
	start, end := common(from, to)
	a, b := sides(from, to, start, end)
	compare(a, b)
	before, after = a.groups(), b.groups()
	before.settle(after.gaps)
	after.settle(before.gaps)
	return before, after
}

// compare finds the inner lines that differ.
func compare(from, to *side) {
	timesFrom, timesTo := number(from, to)
	from.setAside(timesTo)
	to.setAside(timesFrom)
	newSearch(from, to).run()
}

// changes joins the groups of both texts that stand before the same line.
func changes(before, after []int) []Change {
	var list []Change
	old, added := 0, 0 // lines
	for i := range before {
		c := Change{text.Span{Start: old, End: old + before[i]}, text.Span{Start: added, End: added + after[i]}}
		if before[i] > 0 || after[i] > 0 {
			list = append(list, c)
		}
		old, added = c.Old.End+1, c.New.End+1
	}
	return list
}
