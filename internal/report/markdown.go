package report

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"fileops/internal/run"
	"fileops/internal/terminal"
	"fileops/internal/text"
)

// maxComment is how many characters the Markdown of a run has at most: GitHub takes 65,536 for a
// comment. maxListed are those of all failures, and of the table of files, each.
const (
	maxComment = 60_000
	maxListed  = 20_000
	maxSpan    = 500 // of a path
)

// Markdown writes a run for a comment on a pull request, or for the summary of a job: what became of
// the operations, the files that changed, what failed and what to do, and the patch, folded. Texts
// from outside stand in code, with control characters made visible.
func (rep Run) Markdown(w io.Writer) error {
	var b strings.Builder
	b.WriteString("**fileops**: " + markdownSummary(rep) + "\n")
	writeFileTable(&b, rep.Patch)
	writeMarkdownFailures(&b, rep)
	warnings := slices.Concat(rep.Notes, rep.Warnings)
	for _, s := range successes(rep, true) {
		warnings = append(warnings, s.warnings()...)
	}
	if notRun := NotRun(rep.Quoted); notRun != "" {
		warnings = append(warnings, notRun)
	}
	if len(warnings) > 0 {
		b.WriteString("\n**Warnings**\n\n" + fenced("text", strings.Join(warnings, "\n"), maxListed/4))
	}
	if patch := Patch(withoutBinary(rep.Patch)); patch != "" {
		const around = len("\n<details><summary>Patch</summary>\n\n\n</details>\n")
		room := maxComment - utf8.RuneCountInString(b.String()) - around
		b.WriteString("\n<details><summary>Patch</summary>\n\n" + fenced("diff", patch, room) + "\n</details>\n")
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// withoutBinary leaves out the contents of binary files, which nobody reads.
func withoutBinary(files []run.File) []run.File {
	files = slices.Clone(files)
	for i, f := range files {
		if head, _, binary := strings.Cut(f.Diff, "GIT binary patch\n"); binary && f.LinesUncounted {
			files[i].Diff = head + "# " + binaryNote(f) + "\n"
		}
	}
	return files
}

func markdownSummary(rep Run) string {
	if len(rep.Results) == 0 && rep.Trouble != "" {
		return "nothing was run: " + codeSpan(rep.Trouble)
	}
	return summary(rep)
}

func writeFileTable(b *strings.Builder, files []run.File) {
	if len(files) == 0 {
		return
	}
	b.WriteString("\n| file | change | + | − |\n|---|---|---:|---:|\n")
	for i, f := range files {
		row := fmt.Sprintf("| %s | %s | %d | %d |\n", tableCell(f), kindText(f), f.Added, f.Removed)
		if f.LinesUncounted {
			row = fmt.Sprintf("| %s | %s | binary | |\n", tableCell(f), kindText(f))
		}
		if b.Len()+len(row) > maxListed {
			fmt.Fprintf(b, "| and %s | | | |\n", count(len(files)-i, "more file", "more files"))
			return
		}
		b.WriteString(row)
	}
}

// tableCell names a file in a table, where a bar has to be escaped in code as well.
func tableCell(f run.File) string {
	name := codeSpan(f.Name)
	if f.From != "" {
		name = codeSpan(f.From) + " → " + name
	}
	return strings.ReplaceAll(name, "|", `\|`)
}

func writeMarkdownFailures(b *strings.Builder, rep Run) {
	list := failures(rep, false)
	if len(list) == 0 {
		return
	}
	b.WriteString("\n**Failed**\n")
	begun := b.Len()
	for i, f := range list {
		if i == shownFailures || b.Len()-begun > maxListed {
			fmt.Fprintf(b, "\nAnd %s.\n", count(len(list)-i, "more failure", "more failures"))
			return
		}
		var head []string
		for _, part := range []string{f.path, f.place} {
			if part != "" {
				head = append(head, codeSpan(part))
			}
		}
		if len(head) > 0 {
			b.WriteString("\n" + strings.Join(head, " · ") + "\n")
		}
		b.WriteString("\n" + fenced("text", strings.Join(append([]string{f.reason}, fit(f.parts, mostOfFailure)...), "\n"), maxListed/4))
	}
}

// codeSpan returns a text in one line of code. What looks like the end of the code is none: the code
// is in more backticks than the text has in a row.
func codeSpan(s string) string {
	s = string(terminal.AppendName(nil, []byte(strings.ToValidUTF8(text.Cut(s, maxSpan), "\ufffd"))))
	marks := strings.Repeat("`", longestRun(s, '`')+1)
	if s == "" || strings.HasPrefix(s, "`") || strings.HasSuffix(s, "`") || strings.Trim(s, " ") != s {
		s = " " + s + " " // which Markdown takes away
	}
	return marks + s + marks
}

// fenced returns a text in a fence, with so many characters at most. It is cut at a line, and says
// how many are left out.
func fenced(language, text string, limit int) string {
	text = terminal.Escape(strings.ToValidUTF8(text, "\ufffd"))
	var b strings.Builder
	left := limit - 2*(longestRun(text, '`')+4) - len(language) - 60 // for the fences and the last line
	rest := strings.TrimSuffix(text, "\n") + "\n"
	for line := range strings.Lines(rest) {
		if left -= utf8.RuneCountInString(line); left < 0 {
			break
		}
		b.WriteString(line)
	}
	marks := strings.Repeat("`", max(3, longestRun(b.String(), '`')+1))
	cut := ""
	if n := strings.Count(rest[b.Len():], "\n"); n > 0 {
		cut = fmt.Sprintf("\n%s left out here.\n", count(n, "more line is", "more lines are"))
	}
	return marks + language + "\n" + b.String() + marks + "\n" + cut
}

// longestRun is the length of the longest run of a character.
func longestRun(text string, of rune) (longest int) {
	n := 0
	for _, r := range text {
		if n++; r != of {
			n = 0
		}
		longest = max(longest, n)
	}
	return longest
}
