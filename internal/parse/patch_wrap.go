package parse

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fileops/internal/ops"
)

// markers are the marker lines of a patch, read generously: models put blanks around
// them, stars behind them, and write them in other case.
var markers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^[ \t]*\*\*\*[ \t]*(?:(begin patch|end patch|end of file)[ \t]*(?:\*\*\*)?[ \t]*|((?:add file|delete file|update file|move to)[ \t]*:)(.*?)(?:[ \t]\*\*\*)?[ \t]*)$`)
})

// marker returns the marker that a line is, as the constants have it, and the path
// behind it; "" for a line that is none.
func marker(line string) (name, path string) {
	if !strings.HasPrefix(strings.TrimLeft(line, " \t"), "***") {
		return "", ""
	}
	m := markers().FindStringSubmatch(line)
	if m == nil {
		return "", ""
	}
	words := m[1] + strings.TrimSpace(strings.TrimSuffix(m[2], ":"))
	for _, name := range []string{beginPatch, endPatch, endOfFile, addFile, deleteFile, updateFile, moveTo} {
		if strings.EqualFold(strings.TrimSuffix(name, ":"), "*** "+words) {
			return name, strings.TrimSpace(m[3])
		}
	}
	return "", ""
}

// startsSection reports whether a marker begins what a patch says of one file.
func startsSection(name string) bool {
	return slices.Contains([]string{addFile, deleteFile, updateFile}, name)
}

// whole reads a patch from its first line to its last, and passes over what models put
// around it: blank lines, a fence, the command line of a shell.
func (p *patch) whole(text string) (problem string) {
	p.lines = patchLines(strings.TrimPrefix(text, "\ufeff"))
	p.trim()
	closed := p.unwrap()
	if p.at == len(p.lines) {
		return "the patch is empty"
	}
	first, _ := marker(p.peek())
	if first != beginPatch && !startsSection(first) {
		return p.noPatch()
	}
	p.dedent(first)
	if first == beginPatch {
		p.at++
	}
	// Without its last line a patch may have lost others as well, unless what was put
	// around it is closed behind it.
	if last, _ := marker(p.lines[len(p.lines)-1]); last == endPatch && len(p.lines) > p.at {
		p.lines = p.lines[:len(p.lines)-1]
	} else if !closed {
		return p.unended()
	}
	for p.blanks(); p.at < len(p.lines) && problem == ""; p.blanks() {
		problem = p.section()
	}
	if problem == "" && len(p.list) == 0 {
		p.hint = fmt.Sprintf(patchForm, "path/to/file")
		return "the patch changes nothing"
	}
	return problem
}

// unended says why a patch has no end.
func (p *patch) unended() (problem string) {
	for i, line := range p.lines[:len(p.lines)-1] {
		if strings.TrimRight(line, " \t") == endPatch {
			p.at = i + 1
			p.hint = "Send the patch alone, with nothing behind its " + endPatch + "."
			return p.wrong(fmt.Sprintf("%q stands behind %s", head(p.peek(), 60), endPatch))
		}
	}
	p.hint = "Send the patch again, whole."
	if !slices.ContainsFunc(p.lines[:p.at], func(l string) bool { name, _ := marker(l); return name == beginPatch }) {
		p.hint = "Send the patch again, whole, between " + beginPatch + " and " + endPatch + "."
	}
	return "the patch may be cut off: its last line must be " + endPatch
}

// trim passes over blank lines at both ends.
func (p *patch) trim() {
	p.blanks()
	for len(p.lines) > p.at && strings.TrimSpace(p.lines[len(p.lines)-1]) == "" {
		p.lines = p.lines[:len(p.lines)-1]
	}
}

// openers are the lines that models put before a patch: a fence, or a command that reads
// the patch from a heredoc.
var openers = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("^[ \t]*(?:(```+|~~~+)[^`]*|" +
		`(?:\$ )?(?:(?:apply_?patch|cat)[ \t]+(?:-[ \t]+)?)?<<-?[ \t]*(?:'(\w+)'|"(\w+)"|\\?(\w+))(?:[ \t]*\|[ \t]*apply_?patch(?:[ \t]+-)?)?)[ \t]*$`)
})

// unwrap passes over what is put around the patch, and reports whether that was closed
// behind it, so that nothing of the patch is lost.
func (p *patch) unwrap() (closed bool) {
	for p.at < len(p.lines) {
		m := openers().FindStringSubmatch(p.peek())
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
	for n := len(p.lines) - 1; n > p.at && slices.Contains([]string{"```", "~~~", "EOF"}, strings.TrimSpace(p.lines[n])); n-- {
		before := n - 1
		for before > p.at && strings.TrimSpace(p.lines[before]) == "" {
			before--
		}
		if last, _ := marker(p.lines[before]); last != endPatch {
			break
		}
		p.lines = p.lines[:before+1]
	}
	return closed
}

// dedent takes off the blanks that all lines of the patch begin with. Where only the
// marker lines have them, they are remembered.
func (p *patch) dedent(first string) {
	line := p.peek()
	p.pad = line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	if p.pad == "" || first != beginPatch {
		return
	}
	rest := p.lines[p.at:]
	if slices.ContainsFunc(rest, func(l string) bool { return strings.TrimSpace(l) != "" && !strings.HasPrefix(l, p.pad) }) {
		return
	}
	plain := slices.Clone(p.lines)
	for i := p.at; i < len(plain); i++ {
		plain[i] = strings.TrimPrefix(plain[i], p.pad)
	}
	p.lines, p.pad = plain, ""
}

// ends reports whether a line ends the lines of a hunk. Behind a blank, *** is text of the
// file, unless every marker of the patch so far stands behind the same blanks.
func (p *patch) ends(line string) bool {
	if strings.HasPrefix(line, "***") {
		return true
	}
	rest, padded := strings.CutPrefix(line, p.pad)
	if p.pad == "" || !p.padded || !padded || !strings.HasPrefix(rest, "***") {
		return false
	}
	name, _ := marker(rest)
	return name != ""
}

// header returns what a line says that begins with @@, if it is such a line. Behind
// blanks it is one only where a section begins.
func (p *patch) header(line string, first bool) (header string, ok bool) {
	if first {
		line = strings.TrimLeft(line, " \t")
	}
	header, ok = strings.CutPrefix(line, "@@")
	if first && ok && header != "" && !strings.HasPrefix(header, " ") && line != p.peek() {
		return "", false // @@name, which is a variable in some languages
	}
	header = strings.TrimSpace(header)
	if strings.HasPrefix(header, "-") {
		return "", ok // the numbers of @@ -1,3 +1,4 @@ are not trusted
	}
	return strings.TrimSpace(strings.TrimSuffix(header, "@@")), ok
}

// patchForm shows the form of a patch to those who sent something else.
const patchForm = "Send it in this form:\n*** Begin Patch\n*** Update File: %s\n@@\n a line that stays\n-a line that goes\n+a line that comes\n*** End Patch"

// noPatch says of a text that does not begin as a patch does what it is.
func (p *patch) noPatch() (problem string) {
	line := strings.TrimSpace(p.peek())
	problem, path := p.otherForm()
	p.hint = fmt.Sprintf(patchForm, path)
	switch {
	case problem != "":
		return problem
	case strings.HasPrefix(line, "*** ") && strings.Contains(line, `\n`):
		p.hint = `Send it with real line breaks: in JSON, \n and not \\n.`
		return p.wrong(`the line breaks of the patch are written as \n, in two letters`)
	case commands().MatchString(line):
		p.hint = "Send the lines from *** Begin Patch to *** End Patch alone, with paths from the root."
		return p.wrong(fmt.Sprintf("%q is a command line, and no command is run", head(line, 60)))
	}
	return p.wrong(fmt.Sprintf("the patch must begin with %s, not with %q", beginPatch, head(line, 60)))
}

var commands = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:\$ )?(?:cd|bash|sh|zsh|apply_?patch|cat|git|patch|echo|printf)\b.*(?:<<|&&|'|"|\||apply|-p)`)
})

// otherForm names the form of a change that stands where a patch or a section should, if
// it is a known one, and the file that it changes.
func (p *patch) otherForm() (problem, path string) {
	path = "path/to/file"
	line := strings.TrimSpace(p.peek())
	rest := p.lines[p.at:min(len(p.lines), p.at+6)]
	begins := func(prefix string) bool {
		return slices.ContainsFunc(rest, func(l string) bool { return strings.HasPrefix(strings.TrimSpace(l), prefix) })
	}
	tag, _, _ := strings.Cut(strings.TrimPrefix(line, "<"), ">")
	_, isTag := ops.Lookup(strings.ToLower(tag))
	switch {
	case strings.HasPrefix(line, "diff --git "), strings.HasPrefix(line, "Index: "), begins("--- ") && begins("+++ "), strings.HasPrefix(line, "@@ -"):
		for _, l := range rest {
			if name, ok := strings.CutPrefix(strings.TrimSpace(l), "+++ "); ok && name != "/dev/null" {
				name, _, _ = strings.Cut(name, "\t")
				path = strings.TrimPrefix(name, "b/")
			}
		}
		form := "a unified diff"
		if strings.HasPrefix(line, "diff --git ") {
			form = "a unified diff, as git writes it"
		}
		return p.wrong("this is " + form + ", and apply_patch takes patches of another form"), path
	case begins("<<<<<<< ") || begins("------- SEARCH"):
		return p.wrong("this is a SEARCH/REPLACE block, and apply_patch takes patches of another form"), path
	case strings.HasPrefix(line, "<") && isTag:
		return p.wrong("this is an operation block, <" + tag + ">, and apply_patch takes patches"), path
	case strings.HasPrefix(line, "{") || strings.HasPrefix(line, "["):
		return p.wrong("this is JSON, and the patch must be plain text"), path
	}
	return "", path
}
