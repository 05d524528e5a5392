package text

import (
	"bytes"
	"fmt"
	"strings"
	"unicode/utf8"
)

// Limits of an excerpt.
const (
	contextLines   = 3
	maxRegions     = 3
	maxRegionLines = 40
	maxLineChars   = 200
)

// Excerpt shows the lines that spans touch in src with three lines on either
// side, numbered as `read` does. Of many places it shows the first three and the number of the
// others.
func Excerpt(src []byte, spans []Span) string {
	regions := lineRegions(src, spans)
	var b strings.Builder
	for i, r := range regions {
		if i == maxRegions {
			fmt.Fprintf(&b, "     … (+%d more places)\n", len(regions)-i)
			break
		}
		if i > 0 {
			b.WriteString("     …\n")
		}
		writeRegion(&b, src, r)
	}
	return b.String()
}

// lineRange is an inclusive range of 1-based lines.
type lineRange struct{ first, last int }

// lineRegions turns spans into line ranges with context, joined where they meet.
func lineRegions(src []byte, spans []Span) []lineRange {
	total := Count(src)
	offsets := make([]int, 0, 2*len(spans))
	for _, s := range spans {
		offsets = append(offsets, s.Start, max(s.Start, s.End-1))
	}
	numbers := LineNumbers(src, offsets)
	var regions []lineRange
	for i := 0; i < len(numbers); i += 2 {
		first := max(1, numbers[i]-contextLines)
		last := min(total, numbers[i+1]+contextLines)
		if n := len(regions); n > 0 && first <= regions[n-1].last+1 {
			regions[n-1].last = max(last, regions[n-1].last)
			continue
		}
		regions = append(regions, lineRange{first, last})
	}
	return regions
}

// writeRegion writes lines as `cat -n` does: the number six wide, a tab, the text. Of a long region
// it leaves out the lines in the middle.
func writeRegion(b *strings.Builder, src []byte, r lineRange) {
	s := Lines(src, r.first, r.last)
	n, omitted := r.first, r.last-r.first+1-maxRegionLines
	for line := range bytes.Lines(src[s.Start:s.End]) {
		switch shown := n - r.first; {
		case omitted <= 0, shown < maxRegionLines/2, shown >= maxRegionLines/2+omitted:
			fmt.Fprintf(b, "%6d\t%s\n", n, Cut(strings.TrimRight(string(line), "\r\n"), maxLineChars))
		case shown == maxRegionLines/2:
			fmt.Fprintf(b, "     … (%d lines)\n", omitted)
		}
		n++
	}
}

// Cut returns s, or its first limit characters and how many follow.
func Cut(s string, limit int) string {
	if len(s) <= limit {
		return s
	}
	n := 0
	for i := range s {
		if n == limit {
			return fmt.Sprintf("%s… [+%d characters]", s[:i], utf8.RuneCountInString(s[i:]))
		}
		n++
	}
	return s
}
