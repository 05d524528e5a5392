package terminal

import (
	"strings"

	"github.com/clipperhouse/displaywidth"
)

// tabStop is the distance of tab stops, in columns.
const tabStop = 8

// Columns returns how many columns escaped text of one line takes on a terminal, if it begins
// at the left margin.
func Columns(text string) int {
	n := 0
	for {
		part, rest, tab := strings.Cut(text, "\t")
		n += displaywidth.String(part)
		if !tab {
			return n
		}
		n += tabStop - n%tabStop
		text = rest
	}
}

// Shorten cuts escaped text of one line to a number of columns, in its middle, where "…"
// stands for what is left out. Without a limit (0), it returns the text.
func Shorten(text string, columns int) string {
	if columns <= 0 || Columns(text) <= columns {
		return text
	}
	var parts []string
	for g := displaywidth.StringGraphemes(text); g.Next(); {
		parts = append(parts, g.Value())
	}
	left, right := 0, len(parts)
	leftColumns, rightColumns := 0, 0
	for {
		// The end of a path says more than its beginning: it gets the larger half.
		atLeft, part := leftColumns < rightColumns, parts[right-1]
		if atLeft {
			part = parts[left]
		}
		n := displaywidth.String(part)
		if leftColumns+1+rightColumns+n > columns { // one for "…"
			return strings.Join(parts[:left], "") + "…" + strings.Join(parts[right:], "")
		}
		if atLeft {
			left++
			leftColumns += n
		} else {
			right--
			rightColumns += n
		}
	}
}
