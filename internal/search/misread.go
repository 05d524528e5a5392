package search

import (
	"slices"
	"strings"
)

// Misread gives notes on parts of the patterns that are valid here but mean something else in
// other tools. Use it for a search that found nothing. multiline is the option for matches
// over several lines.
func Misread(q Query, multiline string) (notes []string) {
	if q.Match.Fixed || q.Invert || q.Mode == FilesWithout {
		return nil
	}
	for _, pattern := range q.Patterns {
		for _, note := range misread(pattern, q.Match.Multiline, multiline) {
			if !slices.Contains(notes, note) {
				notes = append(notes, note)
			}
		}
	}
	return notes
}

func misread(pattern string, across bool, multiline string) (notes []string) {
	class := false
	for i := 0; i < len(pattern); i++ {
		rest := pattern[i:]
		switch {
		case strings.HasPrefix(rest, `\|`):
			notes = append(notes, `\| is the character |: for alternatives write |`)
		case strings.HasPrefix(rest, `\<`), strings.HasPrefix(rest, `\>`):
			notes = append(notes, `\< and \> are the characters < and >: for the edge of a word write \b`)
		case !across && (strings.HasPrefix(rest, `\n`) || strings.HasPrefix(rest, "(?s") || strings.HasPrefix(rest, `[\s\S]`)):
			notes = append(notes, "A match stays within a line: for one over several lines search with "+multiline)
		case !across && !class && rest[0] == '$' && len(rest) > 1 && strings.IndexByte("|)", rest[1]) < 0:
			notes = append(notes, `$ is the end of a line: for the character write \$`)
		}
		switch {
		case rest[0] == '\\':
			i++
		case rest[0] == '[':
			class = true
		case rest[0] == ']':
			class = false
		}
	}
	return notes
}
