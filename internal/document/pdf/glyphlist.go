package pdf

import (
	_ "embed" // of glyphList
	"strconv"
	"strings"

	"fileops/internal/lazy"
)

// glyphList is the Adobe Glyph List: comments, a blank line, and lines of a name and what
// it means.
//
//go:embed glyphlist.txt
var glyphList string

// glyphNames is parsed at the first use: a run that reads no PDF pays nothing for it.
var glyphNames = lazy.Value[map[string]string]{Make: func() map[string]string {
	_, list, _ := strings.Cut(glyphList, "\n\n")
	names := map[string]string{}
	for line := range strings.Lines(list) {
		name, means, _ := strings.Cut(line, ";")
		names[name] = means
	}
	return names
}}

// listed is the text that the Adobe Glyph List gives for a name; "" if it has no such name.
func listed(n string) string { return codePoints(glyphNames.Get()[n]) }

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
