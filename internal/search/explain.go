package search

import (
	"errors"
	"strings"
	"unicode/utf8"

	"fileops/internal/search/glob"
	"fileops/internal/search/pattern"
)

// Explain describes a *pattern.Error or a *glob.Error. The text shows the pattern with a mark
// under the byte where the fault begins. The hint, if any, says what to write instead.
// multiline is the option for matches over several lines. For other errors ok is false.
func Explain(err error, multiline string) (text, hint string, ok bool) {
	var p *pattern.Error
	if errors.As(err, &p) {
		hint := p.Hint
		if p.Lines {
			hint = "A pattern is matched against one line at a time: search with " + multiline + "."
		}
		return pointed(p.Msg, p.Pattern, p.Offset), hint, true
	}
	var g *glob.Error
	if errors.As(err, &g) {
		return pointed(g.Reason, g.Pattern, g.At), "", true
	}
	return "", "", false
}

func pointed(msg, pattern string, at int) string {
	shown := strings.Map(func(r rune) rune {
		if r < ' ' {
			return ' '
		}
		return r
	}, pattern)
	before := utf8.RuneCountInString(pattern[:min(max(at, 0), len(pattern))])
	return msg + "\n  " + shown + "\n  " + strings.Repeat(" ", before) + "^"
}
