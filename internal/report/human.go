package report

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/run"
	"fileops/internal/terminal"
)

// Human writes reports for a person, as text.
type Human struct {
	Verbose bool // all that is known, each operation by itself
	Quiet   bool // failures and the summary only
	Diff    bool // no list of what succeeded: Diffs shows that
	Stat    bool // a diffstat in its place

	Undo   string // the command that takes the run back; "" for none
	Base64 bool   // Read shows the bytes of an image, in base64
}

// indent stands before what belongs to the line above.
const indent = "   "

// Run writes what became of a run: what succeeded, what failed, then the summary.
func (h Human) Run(w *terminal.Writer, rep Run) error {
	b := blocks{w: w, begun: h.Diff && slices.ContainsFunc(rep.Files, func(f run.File) bool { return f.Diff != "" })}
	if !h.Quiet {
		h.writeSuccesses(&b, rep)
	}
	h.writeFailures(&b, rep)
	if !h.Quiet {
		writeWarnings(&b, rep)
	}
	b.begin()
	writeLine(w, plain(summary(rep)))
	if h.Undo != "" && !h.Quiet {
		writeLine(w, span{text: "Undo: ", style: terminal.Dim}, plain(h.Undo))
	}
	_, err := w.WriteString("")
	return err
}

// blocks writes a blank line between the parts of a report.
type blocks struct {
	w     *terminal.Writer
	begun bool
}

func (b *blocks) begin() {
	if b.begun {
		b.w.Styled(terminal.Plain, "\n")
	}
	b.begun = true
}

func (h Human) writeSuccesses(b *blocks, rep Run) {
	if h.Stat && len(rep.Files) > 0 {
		b.begin()
		newDiffstat(rep.Files, b.w.Options()).write(b.w)
	}
	begun := false
	for _, s := range successes(rep, h.Verbose) {
		warnings := s.warnings()
		if (h.Diff || h.Stat) && len(warnings) == 0 {
			continue
		}
		if !begun {
			b.begin()
			begun = true
		}
		writeLine(b.w, s.spans(rep)...)
		for _, msg := range warnings {
			writeWarning(b.w, indent, msg)
		}
		switch {
		case h.Verbose:
			for _, line := range s.details() {
				writeLine(b.w, plain(indent+line))
			}
		case isUndo(rep):
			h.writeUndone(b.w, rep)
		}
	}
}

// shownFiles is how many of the files that an undo changes are shown.
const shownFiles = 20

// writeUndone writes what an undo changes.
func (h Human) writeUndone(w *terminal.Writer, rep Run) {
	for i, f := range rep.Files {
		if i == shownFiles && !h.Verbose {
			writeLine(w, plain(fmt.Sprintf("%s(+%d more)", indent, len(rep.Files)-i)))
			return
		}
		kind := strings.ReplaceAll(f.Kind, "_", " ")
		if rep.DryRun {
			kind = imperative[f.Kind]
		}
		name := span{text: f.Name, style: terminal.Path}
		if rep.Committed && f.Kind != "deleted" && f.Kind != "removed_directory" {
			name.url = fileURL(rep.Root, f.Name)
		}
		spans := []span{plain(indent + kind + " ")}
		if f.From != "" {
			spans = append(spans, span{text: f.From, style: terminal.Path}, plain(" → "))
		}
		writeLine(w, append(spans, name, span{text: lineCounts(f.Added, f.Removed), style: terminal.Dim})...)
	}
}

// imperative says of each kind of change what a dry run would do.
var imperative = map[string]string{
	"created": "create", "modified": "modify", "deleted": "delete", "moved": "move", "copied": "copy",
	"made_directory": "make directory", "removed_directory": "remove directory",
}

func (h Human) writeFailures(b *blocks, rep Run) {
	list := failures(rep, h.Verbose)
	shown := list[:min(len(list), shownFailures)]
	if h.Verbose {
		shown = list
	}
	limit := textLimit(shown, b.w.Options().Width)
	for _, f := range shown {
		b.begin()
		for _, line := range f.head(b.w.Options().Width) {
			writeSpans(b.w, line)
		}
		text := f.text
		if !h.Verbose {
			text = middleCut(text, limit)
		}
		for _, line := range text {
			if line != "" {
				line = indent + line
			}
			writeLine(b.w, plain(line))
		}
	}
	if more := len(list) - len(shown); more > 0 {
		b.begin()
		writeLine(b.w, span{text: failing + count(more, "more failure", "more failures") + ", with --verbose", style: terminal.Failure})
	}
}

// writeWarnings writes the warnings about the response and the run, and which blocks were only
// shown.
func writeWarnings(b *blocks, rep Run) {
	notRun := NotRun(rep.Quoted)
	if len(rep.Notes)+len(rep.Warnings) == 0 && notRun == "" {
		return
	}
	b.begin()
	for _, msg := range append(append([]string{}, rep.Notes...), rep.Warnings...) {
		writeWarning(b.w, "", msg)
	}
	if notRun != "" {
		writeLine(b.w, plain(notRun))
	}
}

func writeWarning(w *terminal.Writer, before, msg string) {
	w.Styled(terminal.Plain, before)
	w.Styled(terminal.Warning, "Warning: "+strings.ReplaceAll(msg, "\n", "\n"+before))
	w.Styled(terminal.Plain, "\n")
}
