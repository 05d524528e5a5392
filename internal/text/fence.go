package text

import "strings"

// Unfence removes a pair of code fences (CommonMark 4.5: three or more backticks or tildes) that
// are the first and last lines of a content, with blank lines around them. The closing fence
// must be of the same character, at least as long, and without other text. If an earlier line
// closes the first fence, the content is several blocks and stays as it is.
func Unfence(content string) (inner string, ok bool) {
	body := strings.Trim(content, "\r\n")
	first, rest, more := strings.Cut(body, "\n")
	open := fenceRun(first)
	if open == "" || !more {
		return content, false
	}
	if open[0] == '`' && strings.Contains(strings.TrimSpace(first)[len(open):], "`") {
		return content, false // a code span
	}
	at := 0
	for line := range strings.Lines(rest) {
		if run := fenceRun(line); run != "" && run[0] == open[0] && len(run) >= len(open) && strings.TrimSpace(line) == run {
			if at+len(line) < len(rest) {
				return content, false
			}
			return rest[:at], true
		}
		at += len(line)
	}
	return content, false
}

// fenceRun is the run of fence characters that a line begins with, at most three
// spaces in; "" where it begins with something else.
func fenceRun(line string) string {
	s := strings.TrimLeft(line, " ")
	if len(line)-len(s) > 3 || s == "" || s[0] != '`' && s[0] != '~' {
		return ""
	}
	n := len(s) - len(strings.TrimLeft(s, s[:1]))
	if n < 3 {
		return ""
	}
	return s[:n]
}
