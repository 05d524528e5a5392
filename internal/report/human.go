package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

// Human writes reports as text.
type Human struct {
	Color bool // with terminal colors; a *terminal.Writer knows by itself
	Quiet bool // failures only

	Base64 bool // Read shows the bytes of an image, in base64
}

// Run writes the results of a run, one after another with a blank line between.
func (h Human) Run(w io.Writer, rep run.Report) error {
	b, first := h.writer(w), true
	for _, res := range rep.Results {
		if h.Quiet && res.Err == nil {
			continue
		}
		if !first {
			b.WriteString("\n")
		}
		first = false
		h.result(b, res)
	}
	return b.Flush()
}

// writer returns w as a Writer.
func (h Human) writer(w io.Writer) *terminal.Writer {
	if t, ok := w.(*terminal.Writer); ok {
		return t
	}
	return terminal.NewWriter(w, terminal.Options{Color: h.Color})
}

func (h Human) result(b *terminal.Writer, res ops.Result) {
	text, style := output(res.Done), terminal.Success
	if res.Err != nil {
		text, style = "❌ "+strings.TrimPrefix(res.Err.Text(), "❌ "), terminal.Failure
	}
	first, rest, more := strings.Cut(text, "\n")
	b.Styled(style, first+"\n")
	if more {
		b.WriteString(rest + "\n")
	}
	if res.Err != nil {
		b.WriteString(whichBlock(res))
	}
	writeWarnings(b, res.Warnings)
	if res.Err == nil {
		b.WriteString(res.Excerpt)
	}
}

// whichBlock names the block or call of a failure. It is for failures of which a file's name
// does not say enough to find them in the response.
func whichBlock(res ops.Result) string {
	switch res.Err.Code {
	case ops.Malformed, ops.Skipped, ops.Withheld, ops.Interrupted:
	default:
		return ""
	}
	what := "<" + res.Action.Kind() + ">"
	if v, ok := res.Action.(ops.Invalid); ok && v.Call && v.Tag == "" {
		what = "the message"
	} else if res.Call.Name != "" {
		what = fmt.Sprintf("the call %s of %s", res.ID, res.Call.Name)
	}
	return fmt.Sprintf("This is about %s at line %d of %s.\n", what, res.Operation.Line, cmp.Or(res.Source, "the response"))
}

func writeWarnings(b *terminal.Writer, warnings []string) {
	for _, msg := range warnings {
		b.Styled(terminal.Warning, "Warning: "+msg+"\n")
	}
}

// Diffs writes the unified diffs of what changed, after a blank line.
func (h Human) Diffs(w io.Writer, files []run.File) error {
	b, first := h.writer(w), true
	for _, f := range files {
		if first && f.Diff != "" {
			b.WriteString("\n")
			first = false
		}
		for line := range strings.Lines(f.Diff) {
			style, text := diffLine(strings.TrimSuffix(line, "\n"))
			b.Styled(style, text)
			b.WriteString("\n")
		}
	}
	return b.Flush()
}

func diffLine(text string) (terminal.Style, string) {
	switch {
	case strings.HasPrefix(text, "+++"), strings.HasPrefix(text, "---"), strings.HasPrefix(text, "diff "):
		return terminal.Path, text
	case strings.HasPrefix(text, "+"):
		return terminal.Added, text
	case strings.HasPrefix(text, "-"):
		return terminal.Removed, text
	case strings.HasPrefix(text, "@@"):
		return terminal.Hunk, text
	}
	return terminal.Plain, text
}

// NotRun returns the line that says which blocks were only shown; "" if none was.
func NotRun(quoted []Quoted) string {
	if len(quoted) == 0 {
		return ""
	}
	places := make([]string, len(quoted))
	for i, q := range quoted {
		places[i] = fmt.Sprintf("%s at %s in %s", q.name(), place(q.Line, q.Source), q.In)
	}
	msg := "not run, because quoted: " + firstOf(places, 5)
	if slices.ContainsFunc(quoted, func(q Quoted) bool { return q.Call }) {
		msg += "\nA call runs where the API carries it, or where the response is JSON as a whole; in prose, write the operation as a block."
	}
	return msg
}

// firstOf joins the first few items and counts the others.
func firstOf(items []string, few int) string {
	if len(items) > few {
		items = append(slices.Clone(items[:few]), fmt.Sprintf("and %d more", len(items)-few))
	}
	return strings.Join(items, ", ")
}

// Summary returns the line that says how a run went.
func Summary(rep run.Report) string {
	total, failed, skipped := len(rep.Results), rep.Failed(), rep.Skipped()
	parts := fmt.Sprintf("%d succeeded", total-failed-skipped)
	if failed > 0 {
		parts += fmt.Sprintf(", %d failed", failed)
	}
	if skipped > 0 {
		parts += fmt.Sprintf(", %d skipped", skipped)
	}
	return fmt.Sprintf("%s: %s; %s", count(total, "operation", "operations"), parts, outcomeText(rep))
}

// outcomeText says what the run changed.
func outcomeText(rep run.Report) string {
	n := changes(rep)
	switch {
	case rep.CommitRefused():
		return "nothing was written (atomic)"
	case rep.DryRun:
		return n + " would change (dry run, nothing was written)"
	case rep.Committed:
		return n + " changed"
	}
	return "no file changed"
}

// changes counts in words the files that were or would be written; the directories, if
// there are only those.
func changes(rep run.Report) string {
	files := changedFiles(rep)
	if dirs := len(rep.Files); files == 0 && dirs > 0 {
		return count(dirs, "directory", "directories")
	}
	return count(files, "file", "files")
}

func count(n int, one, several string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, several)
}

// changedFiles counts the files that were or would be written, and the directories that
// were moved with their content.
func changedFiles(rep run.Report) int {
	if rep.CommitRefused() || !rep.Committed && !rep.DryRun {
		return 0
	}
	n := 0
	for _, f := range rep.Files {
		if !f.Dir || f.Kind == "moved" {
			n++
		}
	}
	return n
}
