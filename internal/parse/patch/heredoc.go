package patch

import (
	"slices"
	"strings"

	"fileops/internal/lazy"
)

// openers are the lines that models put before a patch: a fence, or a command that reads
// the patch from a heredoc.
var openers = lazy.Regexp{Source: "^[ \t]*(?:(```+|~~~+)[^`]*|" +
	`(?:\$ )?(?:(?:apply_?patch|cat)[ \t]+(?:-[ \t]+)?)?<<-?[ \t]*(?:'(\w+)'|"(\w+)"|\\?(\w+))(?:[ \t]*\|[ \t]*apply_?patch(?:[ \t]+-)?)?)[ \t]*$`}

// unwrap passes over the fence or heredoc around the patch, and reports whether it is
// closed after it, so that nothing of the patch is lost.
func (p *reader) unwrap() (closed bool) {
	for p.at < len(p.lines) {
		m := openers.Get().FindStringSubmatch(p.peek())
		if m == nil {
			break
		}
		p.at++
		if closes := m[1] + m[2] + m[3] + m[4]; p.at < len(p.lines) && strings.TrimSpace(p.lines[len(p.lines)-1]) == closes {
			p.lines = p.lines[:len(p.lines)-1]
			closed = true
		}
		p.trim()
	}
	// The end of a fence or of a heredoc that never began.
	if n := len(p.lines) - 1; n > p.at && slices.Contains([]string{"```", "~~~", "EOF"}, strings.TrimSpace(p.lines[n])) {
		for n--; n > p.at && strings.TrimSpace(p.lines[n]) == ""; {
			n--
		}
		if last, _ := marker(p.lines[n]); last == endPatch {
			p.lines = p.lines[:n+1]
		}
	}
	return closed
}

// trim passes over blank lines at both ends.
func (p *reader) trim() {
	p.blanks()
	for len(p.lines) > p.at && strings.TrimSpace(p.lines[len(p.lines)-1]) == "" {
		p.lines = p.lines[:len(p.lines)-1]
	}
}

// InCommand returns the patch that a command of a shell gives to apply_patch in a heredoc. It
// reports false if the command does anything else as well.
func InCommand(script string) (patch string, ok bool) {
	script = strings.TrimSpace(strings.ReplaceAll(script, "\r\n", "\n"))
	first, rest, _ := strings.Cut(script, "\n")
	m := openers.Get().FindStringSubmatch(first)
	if m == nil || m[1] != "" || !givesPatch(first) {
		return "", false
	}
	last := "\n" + m[2] + m[3] + m[4]
	patch, ok = strings.CutSuffix("\n"+rest, last)
	return patch, ok && !strings.Contains(patch+"\n", last+"\n")
}
