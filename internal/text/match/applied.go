package match

import (
	"slices"
	"strings"

	"fileops/internal/text"
)

// The least number of characters that are not blank, in a replacement that shows that its edit
// was made. A shorter one, such as `return nil`, occurs in many files. One that is not like its
// find must be longer, since nothing else connects it with the edit.
const (
	minApplied       = 12
	minAppliedUnlike = 15
)

// Applied returns the line (1-based) at which an edit has already been made, or 0. The
// replacement must be long enough and occur exactly once, and the text that the edit removes
// must be gone. A replacement that is a part of its find occurs in the file before the edit too.
func Applied(src []byte, find, replace text.Value) int {
	if !hasRunes(replace.Snippet(), minApplied, visible) || len(Find(src, find).Spans) > 0 {
		return 0
	}
	m := Find(src, replace)
	if len(m.Spans) != 1 || m.Overlap || InsideWord(src, m.Spans[0]) || stillThere(src, m.Spans[0], find, replace) {
		return 0
	}
	made := Nearest([]byte(text.Unix(replace.Snippet())+"\n"), find).Similarity
	if made == 0 && !hasRunes(replace.Snippet(), minAppliedUnlike, visible) {
		return 0
	}
	// If the file has text more like the find than the replacement is, the edit is still to be
	// made there.
	if Nearest(src, find).Similarity > made+0.02 {
		return 0
	}
	return text.LineNumbers(src, []int{m.Spans[0].Start})[0]
}

// stillThere reports whether text that the edit removes occurs near the replacement: a line of
// the find that the replacement lacks, or the whole find. Blanks, look-alikes and entities do
// not count.
func stillThere(src []byte, at text.Span, find, replace text.Value) bool {
	lines := strings.Split(text.Unix(find.Snippet()), "\n")
	if plain, ok := anyNumbers(lines, src); ok {
		lines = plain
	}
	start, end := text.LineStart(src, at.Start), text.NextLine(src, at.End)
	for range lines {
		start, end = text.LineStart(src, max(0, start-1)), text.NextLine(src, end)
	}
	window := normalized(strings.Split(string(src[start:end]), "\n"))
	wanted := normalized(lines)
	if strings.Contains("\n"+strings.Join(window, "\n")+"\n", "\n"+strings.Join(wanted, "\n")+"\n") {
		return true
	}
	there, kept := lineSet(window), lineSet(normalized(strings.Split(replace.Snippet(), "\n")))
	return slices.ContainsFunc(wanted, func(line string) bool {
		return recognizable(line) && there[line] && !kept[line]
	})
}

// normalized normalizes lines: no blanks, plain characters, no entities.
func normalized(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = squeezed(unescape(spelling(0).read(line)))
	}
	return out
}
