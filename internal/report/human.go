package report

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/fatih/color"

	"fileops/internal/ops"
	"fileops/internal/run"
)

// Human writes reports as text.
type Human struct {
	Color bool // with terminal colors
	Quiet bool // failures only

	Base64 bool // Read shows the bytes of an image, in base64
}

// Run writes the results of a run, one after another with a blank line between.
func (h Human) Run(w io.Writer, rep run.Report) error {
	var b strings.Builder
	for _, res := range rep.Results {
		if h.Quiet && res.Err == nil {
			continue
		}
		if b.Len() > 0 {
			b.WriteByte('\n')
		}
		h.result(&b, res)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (h Human) result(b *strings.Builder, res ops.Result) {
	if res.Err != nil {
		text := res.Err.Text()
		if !strings.HasPrefix(text, "❌") {
			text = "❌ " + text
		}
		first, rest, more := strings.Cut(text, "\n")
		b.WriteString(h.paint(color.FgRed, first) + "\n")
		if more {
			b.WriteString(rest + "\n")
		}
		b.WriteString(whichBlock(res))
		h.warnings(b, res.Warnings)
		return
	}
	first, rest, more := strings.Cut(output(res.Done), "\n")
	b.WriteString(h.paint(color.FgGreen, first) + "\n")
	if more {
		b.WriteString(rest + "\n")
	}
	h.warnings(b, res.Warnings)
	b.WriteString(res.Excerpt)
}

// whichBlock names the block or call of a failure that does not name a file, or not
// alone: its reader has to find it in the response.
func whichBlock(res ops.Result) string {
	switch res.Err.Code {
	case ops.Malformed, ops.Skipped, ops.Withheld, ops.Interrupted:
	default:
		return ""
	}
	source := "the response"
	if res.Source != "" {
		source = res.Source
	}
	what := "<" + res.Action.Kind() + ">"
	if v, ok := res.Action.(ops.Invalid); ok && v.Call && v.Tag == "" {
		what = "the message"
	} else if res.Call.Name != "" {
		what = fmt.Sprintf("the call %s of %s", res.ID, res.Call.Name)
	}
	return fmt.Sprintf("This is about %s at line %d of %s.\n", what, res.Operation.Line, source)
}

func (h Human) warnings(b *strings.Builder, warnings []string) {
	for _, msg := range warnings {
		b.WriteString(h.paint(color.FgYellow, "Warning: "+msg) + "\n")
	}
}

// Diffs writes the unified diffs of what changed, after a blank line.
func (h Human) Diffs(w io.Writer, files []run.File) error {
	var b strings.Builder
	for _, f := range files {
		if b.Len() == 0 && f.Diff != "" {
			b.WriteByte('\n')
		}
		for line := range strings.Lines(f.Diff) {
			b.WriteString(h.diffLine(line))
		}
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (h Human) diffLine(line string) string {
	text := strings.TrimSuffix(line, "\n")
	switch {
	case strings.HasPrefix(text, "+++"), strings.HasPrefix(text, "---"), strings.HasPrefix(text, "diff "):
		text = h.paint(color.Bold, text)
	case strings.HasPrefix(text, "+"):
		text = h.paint(color.FgGreen, text)
	case strings.HasPrefix(text, "-"):
		text = h.paint(color.FgRed, text)
	case strings.HasPrefix(text, "@@"):
		text = h.paint(color.FgCyan, text)
	}
	return text + "\n"
}

// NotRun is the one line that says which blocks were only shown; "" if none was.
func NotRun(quoted []Quoted) string {
	if len(quoted) == 0 {
		return ""
	}
	const few = 5
	var places []string
	for i, q := range quoted {
		if i == few {
			places = append(places, fmt.Sprintf("and %d more", len(quoted)-few))
			break
		}
		places = append(places, fmt.Sprintf("%s at %s in %s", q.name(), q.where(), q.In))
	}
	msg := "not run, because quoted: " + strings.Join(places, ", ")
	if slices.ContainsFunc(quoted, func(q Quoted) bool { return q.Call }) {
		msg += "\nA call runs where the API carries it, or where the response is JSON as a whole; in prose, write the operation as a block."
	}
	return msg
}

// Summary is the one line that says how a run went.
func Summary(rep run.Report) string {
	total, failed, skipped := len(rep.Results), rep.Failed(), rep.Skipped()
	parts := []string{fmt.Sprintf("%d succeeded", total-failed-skipped)}
	if failed > 0 {
		parts = append(parts, fmt.Sprintf("%d failed", failed))
	}
	if skipped > 0 {
		parts = append(parts, fmt.Sprintf("%d skipped", skipped))
	}
	line := fmt.Sprintf("%s: %s; %s", count(total, "operation"), strings.Join(parts, ", "), fate(rep))
	return line
}

// fate says what became of the files.
func fate(rep run.Report) string {
	n := changes(rep)
	switch {
	case rep.Withheld():
		return "nothing was written (atomic)"
	case rep.DryRun:
		return n + " would change (dry run, nothing was written)"
	case rep.Committed:
		return n + " changed"
	}
	return "no file changed"
}

// changes counts the files that were or would be written, in words; the directories,
// where it is only those.
func changes(rep run.Report) string {
	files := changedFiles(rep)
	if dirs := len(rep.Files); files == 0 && dirs == 1 {
		return "1 directory"
	} else if files == 0 && dirs > 1 {
		return fmt.Sprintf("%d directories", dirs)
	}
	return count(files, "file")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// changedFiles counts the files that were or would be written; of the directories,
// those that were moved with what they hold.
func changedFiles(rep run.Report) int {
	n := 0
	if rep.Withheld() || !rep.Committed && !rep.DryRun {
		return 0
	}
	for _, f := range rep.Files {
		if !f.Dir || f.Kind == "moved" {
			n++
		}
	}
	return n
}

func (h Human) paint(c color.Attribute, text string) string {
	if !h.Color || text == "" {
		return text
	}
	p := color.New(c)
	p.EnableColor()
	return p.Sprint(text)
}
