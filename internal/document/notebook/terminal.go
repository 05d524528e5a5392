package notebook

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// terminal is what a terminal shows at the end of what was written to it: without the
// codes that colour it and move about (ECMA-48), and of each line the last state, as
// far as carriage returns and backspaces make one. It moves to no other line.
func terminal(s string) string {
	if strings.IndexFunc(s, control) < 0 {
		return s
	}
	s = strings.ReplaceAll(s, "\r\n", "\n")
	var b strings.Builder
	line := make([]byte, 0, 128)
	back := false // a carriage return: what comes next takes the place of the line
	for len(s) > 0 {
		if n := escape(s); n > 0 {
			s = s[n:]
			continue
		}
		c, size := utf8.DecodeRuneInString(s)
		switch {
		case c == '\n':
			b.Write(append(line, '\n'))
			line, back = line[:0], false
		case c == '\r':
			back = true
		case c == '\b':
			_, last := utf8.DecodeLastRune(line)
			line = line[:len(line)-last]
		case !control(c) || c == '\t':
			if back {
				line, back = line[:0], false
			}
			line = append(line, s[:size]...)
		}
		s = s[size:]
	}
	b.Write(line)
	return b.String()
}

// control reports whether c makes a terminal do something, or shows as nothing.
func control(c rune) bool {
	return c < ' ' && c != '\n' && c != '\t' || c >= 0x7f && c < 0xa0
}

// escape is how long the escape sequence is that s starts with; 0 if it starts with none.
func escape(s string) int {
	switch {
	case strings.HasPrefix(s, "\u009b"):
		return sequence(s, len("\u009b"))
	case strings.HasPrefix(s, "\u009d"), strings.HasPrefix(s, "\u0090"):
		return command(s, len("\u009d"))
	case s[0] != '\x1b':
		return 0
	case len(s) == 1:
		return 1
	}
	switch s[1] {
	case '[':
		return sequence(s, 2)
	case ']', 'P', 'X', '^', '_':
		return command(s, 2)
	}
	i := 1
	for i < len(s) && s[i] >= ' ' && s[i] <= '/' { // such as the choice of a character set
		i++
	}
	if i < len(s) && s[i] >= '0' && s[i] <= '~' {
		i++
	}
	return i
}

// sequence is the length of a control sequence whose parameters start at i.
func sequence(s string, i int) int {
	for i < len(s) && s[i] >= ' ' && s[i] <= '?' {
		i++
	}
	if i < len(s) && s[i] >= '@' && s[i] <= '~' {
		i++
	}
	return i
}

// command is the length of a control string, such as the target of a link or a title,
// which starts at i: it ends with a bell or a string terminator, and at the end of the
// line if there is none.
func command(s string, i int) int {
	for ; i < len(s); i++ {
		switch {
		case s[i] == '\a':
			return i + 1
		case s[i] == '\n':
			return i
		case strings.HasPrefix(s[i:], "\x1b\\"), strings.HasPrefix(s[i:], "\u009c"):
			return i + 2
		}
	}
	return i
}

// Limits on an output. What is over them is left out in the middle: the start says what
// it is, the end how it came out.
const (
	maxLines = 200    // of an output
	maxChars = 10_000 // of an output
	maxLine  = 2000   // characters of one of its lines, as of a line of any text
)

// shorten cuts an output to the limits and says how much it left out.
func shorten(s string) string {
	s = strings.TrimSuffix(s, "\n")
	head, tail := headOf(s, maxLines*3/5, maxChars*3/5), tailOf(s, maxLines*2/5, maxChars*2/5)
	if head >= tail {
		return shortenLines(s)
	}
	left := s[head:tail]
	return fmt.Sprintf("%s… [%s, %s left out] …\n%s", shortenLines(s[:head]),
		counted(strings.Count(left, "\n"), "line"), counted(utf8.RuneCountInString(left), "character"), shortenLines(s[tail:]))
}

// headOf is where the first lines end that are within both limits, one at least.
func headOf(s string, lines, chars int) int {
	end := 0
	for n := 0; n < lines && end < len(s); n++ {
		next := len(s)
		if i := strings.IndexByte(s[end:], '\n'); i >= 0 {
			next = end + i + 1
		}
		if chars -= shownChars(s[end:next]); chars < 0 && n > 0 {
			break
		}
		end = next
	}
	return end
}

// tailOf is where the last lines start that are within both limits, one at least.
func tailOf(s string, lines, chars int) int {
	start := len(s)
	for n := 0; n < lines && start > 0; n++ {
		next := strings.LastIndexByte(s[:start-1], '\n') + 1
		if chars -= shownChars(s[next:start]); chars < 0 && n > 0 {
			break
		}
		start = next
	}
	return start
}

func shownChars(line string) int { return min(maxLine, utf8.RuneCountInString(line)) }

// shortenLines cuts each of a few lines.
func shortenLines(s string) string {
	if len(s) <= maxLine {
		return s
	}
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = shortenLine(line)
	}
	return strings.Join(lines, "\n")
}

func shortenLine(line string) string {
	if len(line) <= maxLine {
		return line
	}
	runes := utf8.RuneCountInString(line)
	if runes <= maxLine {
		return line
	}
	end := 0
	for range maxLine {
		_, size := utf8.DecodeRuneInString(line[end:])
		end += size
	}
	return fmt.Sprintf("%s… [+%d characters]", line[:end], runes-maxLine)
}
