package patch

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/ops"
)

// patchForm shows the form of a patch to those who sent something else.
const patchForm = "Send it in this form:\n*** Begin Patch\n*** Update File: %s\n@@\n a line that stays\n-a line that goes\n+a line that comes\n*** End Patch"

// noPatch says what a text is that does not begin as a patch.
func (p *reader) noPatch() (problem string) {
	line := strings.TrimSpace(p.peek())
	problem, path := p.otherForm()
	p.hint = fmt.Sprintf(patchForm, path)
	switch {
	case problem != "":
		return problem
	case strings.HasPrefix(line, "*** ") && strings.Contains(line, `\n`):
		return p.wrong(`the line breaks of the patch are written as \n, in two letters`, `Send it with real line breaks: in JSON, \n and not \\n.`)
	case commands.Get().MatchString(line):
		return p.wrong(shown(line)+" is a command line, and no command is run", "Send the lines from *** Begin Patch to *** End Patch alone, with paths from the root.")
	}
	return p.wrong("the patch must begin with " + beginPatch + ", not with " + shown(line))
}

var commands = lazy.Regexp{Source: `^(?:\$ )?(?:cd|bash|sh|zsh|apply_?patch|cat|git|patch|echo|printf)\b.*(?:<<|&&|'|"|\||apply|-p)`}

// otherForm names a known form of changes that stands where a patch or a section should,
// and the file that it changes.
func (p *reader) otherForm() (problem, path string) {
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

// namesFiles reports whether the next lines are the file names of a unified diff.
func (p *reader) namesFiles() bool {
	return p.at+2 < len(p.lines) && strings.HasPrefix(p.peek(), "--- ") && strings.HasPrefix(p.lines[p.at+1], "+++ ") && strings.HasPrefix(p.lines[p.at+2], "@@")
}

// aroundDiff reports a diff of a call on one file that names the file itself. wanted is what
// the diff should hold.
func (p *reader) aroundDiff(wanted string) (problem string) {
	name, _ := marker(p.peek())
	switch {
	case name == beginPatch || startsSection(name):
		return p.wrong(shown(p.peek())+" belongs to a patch: type and path name the file already", "Send in diff "+wanted+", or the whole patch as input and no type, path and diff.")
	case p.namesFiles(), strings.HasPrefix(p.peek(), "diff --git "):
		return p.wrong("these are the file names of a unified diff: type and path name the file already", "Send in diff "+wanted+".")
	}
	return ""
}
