package pdf

import (
	"slices"
	"strings"
	"unicode"
)

// lineText is a row as text: a space between words, more between cells of a table.
func lineText(r row) string {
	words, toLeft := logical(r.words)
	var b strings.Builder
	for i, w := range words {
		if i > 0 {
			b.WriteString(between(words[i-1], w, toLeft))
		}
		b.WriteString(w.text)
	}
	return strings.TrimSpace(b.String())
}

// between is what stands between two words that follow each other on a line.
func between(a, b word, toLeft bool) string {
	left, right := a, b
	if toLeft || a.x0 > b.x0 {
		left, right = b, a
	}
	if a.size < 0.8*b.size && a.y > b.y+0.2*b.size && !strings.ContainsFunc(a.text, unicode.IsLetter) {
		return " " // the number of a footnote before the note
	}
	size := min(left.size, right.size)
	switch gap := right.x0 - left.x1; {
	case gap > wideGap*max(left.size, right.size):
		return "   "
	case gap > wordGap*size || left.space || a.rtl != b.rtl:
		return " "
	}
	return ""
}

// logical puts the words of a row, which stand from left to right, in the order in
// which they are read: in a line of Hebrew or Arabic from the right, but what is
// written from left to right in it as it stands; and the other way round.
func logical(words []word) (out []word, toLeft bool) {
	rtl, ltr := 0, 0
	for _, w := range words {
		if w.rtl {
			rtl += len(w.text)
		} else if strings.ContainsFunc(w.text, unicode.IsLetter) {
			ltr += len(w.text)
		}
	}
	if rtl == 0 {
		return words, false
	}
	toLeft = rtl > ltr
	out = slices.Clone(words)
	if toLeft {
		slices.Reverse(out)
	}
	reverseRuns(out, func(w word) bool { return w.rtl != toLeft })
	return out, toLeft
}
