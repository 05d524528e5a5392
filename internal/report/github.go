package report

import (
	"fmt"
	"io"
	"strings"
)

// GitHub writes the failures and warnings of a run as commands of a GitHub workflow, which shows them
// at the files, and what became of the run as a notice. Paths stand behind prefix: "" if the root is
// the top of the repository, else the way there, with a slash at its end.
func (rep Run) GitHub(w io.Writer, prefix string) error {
	var b strings.Builder
	command := func(level, file, title, message string, line int) {
		var properties []string
		if file != "" {
			properties = append(properties, "file="+commandProperty(prefix+file))
		}
		if line > 0 {
			properties = append(properties, fmt.Sprintf("line=%d", line))
		}
		properties = append(properties, "title="+commandProperty(title))
		fmt.Fprintf(&b, "::%s %s::%s\n", level, strings.Join(properties, ","), commandText(message))
	}
	for _, f := range failures(rep, false) {
		text := append([]string{f.reason}, fit(f.parts, mostOfFailure)...)
		title := "fileops"
		if f.place != "" {
			title += ": " + f.place
		}
		command("error", f.path, title, strings.Join(text, "\n"), f.line)
	}
	for _, s := range successes(rep, true) {
		for _, msg := range s.warnings() {
			res, line := s.results[0], 0
			if len(res.Lines) > 0 {
				line = res.Lines[0]
			}
			command("warning", res.Path, "fileops", msg, line)
		}
	}
	for _, list := range [][]string{rep.Notes, rep.Warnings} {
		for _, msg := range list {
			command("warning", "", "fileops", msg, 0)
		}
	}
	if notRun := NotRun(rep.Quoted); notRun != "" {
		command("warning", "", "fileops", notRun, 0)
	}
	switch {
	case len(rep.Results) > 0:
		command("notice", "", "fileops", summary(rep), 0)
	case rep.Trouble != "":
		command("error", "", "fileops", rep.Trouble, 0)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// commandText escapes the text of a command as GitHub wants it (actions/toolkit, command.ts), and what
// acts on a terminal.
func commandText(text string) string {
	return strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A").Replace(visible(text))
}

// commandProperty escapes the value of a property.
func commandProperty(text string) string {
	return strings.NewReplacer(":", "%3A", ",", "%2C").Replace(commandText(text))
}
