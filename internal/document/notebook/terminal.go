package notebook

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"fileops/internal/document/kind"
	"fileops/internal/lazy"
)

// escapes matches the codes that colour a text or move about in it (ECMA-48): control
// sequences, control strings such as the target of a link, and others such as the choice
// of a character set. A control string without an end ends with its line.
var escapes = lazy.Regexp{Source: `(?m)(?:\x1b\[|\x{9b})[ -?]*[@-~]?|(?:\x1b[\]PX^_]|\x{9d}|\x{90}).*?(?:\a|\x1b\\|\x{9c}|$)|\x1b[ -/]*[0-~]?`}

// terminal returns what a terminal shows after a text was written to it: without escapes,
// and with the effect of carriage returns and backspaces on each line. It moves to no
// other line.
func terminal(s string) string {
	if strings.IndexFunc(s, control) < 0 {
		return s
	}
	s = escapes.Get().ReplaceAllString(strings.ReplaceAll(s, "\r\n", "\n"), "")
	var b strings.Builder
	line := make([]rune, 0, 128)
	back := false // after a carriage return: the next character replaces the line
	for _, c := range s {
		switch {
		case c == '\n':
			b.WriteString(string(append(line, '\n')))
			line, back = line[:0], false
		case c == '\r':
			back = true
		case c == '\b':
			line = line[:max(0, len(line)-1)]
		case !control(c):
			if back {
				line, back = line[:0], false
			}
			line = append(line, c)
		}
	}
	b.WriteString(string(line))
	return b.String()
}

// control reports whether c controls a terminal rather than shows something.
func control(c rune) bool {
	return c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0
}

// Limits on an output. A longer one is cut in the middle, since its start says what it is
// and its end how it came out.
const (
	maxLines = 200    // of an output
	maxChars = 10_000 // of an output
	maxLine  = 2000   // characters of one of its lines, as of a line of any text
)

// shorten cuts an output to the limits and says how much it left out.
func shorten(s string) string {
	s = strings.TrimSuffix(s, "\n")
	head, tail := 0, len(s)
	lines, chars := maxLines*3/5, maxChars*3/5 // the head gets more of the limits
	for line := range strings.Lines(s) {
		lines, chars = lines-1, chars-shownChars(line)
		if lines < 0 || chars < 0 && head > 0 { // at least one line is shown
			break
		}
		head += len(line)
	}
	lines, chars = maxLines*2/5, maxChars*2/5
	for tail > 0 {
		start := strings.LastIndexByte(s[:tail-1], '\n') + 1
		lines, chars = lines-1, chars-shownChars(s[start:tail])
		if lines < 0 || chars < 0 && tail < len(s) {
			break
		}
		tail = start
	}
	if head >= tail {
		return shortenLines(s)
	}
	left := s[head:tail]
	return fmt.Sprintf("%s… [%s, %s left out] …\n%s", shortenLines(s[:head]),
		kind.Counted(strings.Count(left, "\n"), "line"), kind.Counted(utf8.RuneCountInString(left), "character"), shortenLines(s[tail:]))
}

func shownChars(line string) int { return min(maxLine, utf8.RuneCountInString(line)) }

// shortenLines cuts each line to maxLine characters.
func shortenLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		if len(line) <= maxLine {
			continue
		}
		if runes := []rune(line); len(runes) > maxLine {
			lines[i] = fmt.Sprintf("%s… [+%d characters]", string(runes[:maxLine]), len(runes)-maxLine)
		}
	}
	return strings.Join(lines, "\n")
}
