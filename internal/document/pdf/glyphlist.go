package pdf

import (
	_ "embed" // of glyphList
	"strconv"
	"strings"
)

// glyphList is the Adobe Glyph List: comments, a blank line, and names with what they
// mean, sorted by the bytes of the names.
//
//go:embed glyphlist.txt
var glyphList string

// listed is what the Adobe Glyph List says that a name means, "" if it has no such name.
// It looks into the text itself: a run that reads no PDF pays nothing for the list.
func listed(n string) string {
	_, list, _ := strings.Cut(glyphList, "\n\n")
	for list != "" {
		start := strings.LastIndexByte(list[:len(list)/2], '\n') + 1
		line, after, _ := strings.Cut(list[start:], "\n")
		switch have, means, _ := strings.Cut(line, ";"); strings.Compare(n, have) {
		case -1:
			list = list[:start]
		case 0:
			return codePoints(means)
		case 1:
			list = after
		}
	}
	return ""
}

// codePoints is the text of code points in hexadecimal, with blanks between them.
func codePoints(s string) string {
	text := ""
	for hex := range strings.FieldsSeq(s) {
		if r, err := strconv.ParseUint(hex, 16, 32); err == nil {
			text += string(rune(r))
		}
	}
	return text
}
