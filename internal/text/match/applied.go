package match

import (
	"slices"
	"strings"

	"fileops/internal/text"
)

// Applied returns the line (1-based) at which the replacement of a find stands
// already, or 0. To be taken for it, the replacement must be long enough, stand in one
// place only, and what the edit takes away must not stand there any more: a replacement
// that is a part of its find stands in the file before the edit as well.
func Applied(src []byte, find, replace text.Value) int {
	if !Telling(replace.Snippet()) || len(Find(src, find).Spans) > 0 {
		return 0
	}
	m := Find(src, replace)
	if len(m.Spans) != 1 || m.Overlap || stillThere(src, m.Spans[0], find, replace) {
		return 0
	}
	// What is more like the find than the replacement is, is what the edit is still to be
	// made in.
	made := Nearest([]byte(text.Unix(replace.Snippet())+"\n"), find).Similarity
	if Nearest(src, find).Similarity > made+0.02 {
		return 0
	}
	return text.LineNumbers(src, []int{m.Spans[0].Start})[0]
}

// stillThere reports whether around the place of the replacement there is something that
// the edit takes away: a line of the find that the replacement has not, or all of the
// find, but for what models get wrong.
func stillThere(src []byte, at text.Span, find, replace text.Value) bool {
	lines := strings.Split(text.Unix(find.Snippet()), "\n")
	if plain, ok := anyNumbers(lines, src); ok {
		lines = plain
	}
	start, end := text.LineStart(src, at.Start), text.NextLine(src, at.End)
	for range lines {
		start, end = text.LineStart(src, max(0, start-1)), text.NextLine(src, end)
	}
	window := loosely(strings.Split(string(src[start:end]), "\n"))
	wanted := loosely(lines)
	if strings.Contains("\n"+strings.Join(window, "\n")+"\n", "\n"+strings.Join(wanted, "\n")+"\n") {
		return true
	}
	there, kept := lineSet(window), lineSet(loosely(strings.Split(replace.Snippet(), "\n")))
	return slices.ContainsFunc(wanted, func(line string) bool {
		return telling(line) && there[line] && !kept[line]
	})
}

// loosely reads lines without blanks, with plain characters and without entities.
func loosely(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = squeezed(unescape(spelling(0).read(line)))
	}
	return out
}
