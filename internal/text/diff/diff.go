// Package diff finds the lines in which two texts differ and shows them as a unified diff.
//
// The lines are those that git shows with its default settings, so that counts of them are
// those of `git diff --numstat`. For that, each step follows git. Lines that can hardly match are
// set aside. The search does not look for the smallest change where that would take too long. A
// change that fits in more than one place is moved to where it reads best.
//
// One thing differs: the search has a budget. In texts of more than 100,000 lines that have
// hardly any lines in the same order, git may find a few more that are the same.
//
// Package diff works on bytes and does not know files. It shows no words within lines.
package diff

import (
	"bytes"
	"fmt"
	"strings"

	"fileops/internal/text"
)

// Version is one side of a diff: a file's content under a name.
type Version struct {
	Name    string // "/dev/null" where there is no file
	Content []byte
}

// context is how many unchanged lines stand before and after changes in a unified diff.
const context = 3

// Unified returns a diff that `git apply` accepts, and its lines; "" if nothing differs. Binary
// contents are named, not shown, and have no lines.
func Unified(from, to Version) (string, Stat) {
	if bytes.Equal(from.Content, to.Content) {
		return "", Stat{}
	}
	if text.Binary(from.Content) || text.Binary(to.Content) {
		return "Binary files " + from.Name + " and " + to.Name + " differ\n", Stat{}
	}
	before, after := settled(from.Content, to.Content)
	changes := changes(before.gaps, after.gaps)
	var out strings.Builder
	out.WriteString("--- " + from.Name + "\n+++ " + to.Name + "\n")
	for rest := changes; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Old.Start-rest[n-1].Old.End <= 2*context {
			n++
		}
		writeHunk(&out, before.lines, after.lines, rest[:n])
		rest = rest[n:]
	}
	return out.String(), Stat{Added: after.changed(), Removed: before.changed()}
}

// writeHunk writes changes with the lines between and around them.
func writeHunk(out *strings.Builder, a, b []string, changes []Change) {
	first, last := changes[0], changes[len(changes)-1]
	before := min(context, first.Old.Start)
	after := min(context, len(a)-last.Old.End)
	from := text.Span{Start: first.Old.Start - before, End: last.Old.End + after}
	to := text.Span{Start: first.New.Start - before, End: last.New.End + after}
	fmt.Fprintf(out, "@@ -%s +%s @@\n", position(from), position(to))
	at := from.Start
	for _, c := range changes {
		writeLines(out, ' ', a[at:c.Old.Start])
		writeLines(out, '-', a[c.Old.Start:c.Old.End])
		writeLines(out, '+', b[c.New.Start:c.New.End])
		at = c.Old.End
	}
	writeLines(out, ' ', a[at:from.End])
}

// position is how a hunk names its lines. An empty range names the line before it.
func position(lines text.Span) string {
	n := lines.End - lines.Start
	return fmt.Sprintf("%d,%d", lines.Start+min(n, 1), n)
}

func writeLines(out *strings.Builder, sign byte, lines []string) {
	for _, line := range lines {
		out.WriteByte(sign)
		out.WriteString(line)
		if !strings.HasSuffix(line, "\n") {
			out.WriteString("\n\\ No newline at end of file\n")
		}
	}
}
