package report

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/ops"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

// Human writes reports for a person, as text.
type Human struct {
	Verbose bool // all that is known, each operation by itself
	Quiet   bool // failures and the summary only
	Diff    bool // no list of what succeeded, but for directories: Diffs shows the rest; or no excerpts, if Verbose
	Stat    bool // a diffstat in its place, but for directories; or before it, if Verbose

	Undo   string // the command that takes the run back; "" for none
	Base64 bool   // Read shows the bytes of an image, in base64
}

// indent stands before what belongs to the line above.
const indent = "   "

// Run writes what became of a run: what succeeded, what failed, then the summary.
func (h Human) Run(w *terminal.Writer, rep Run) error {
	if isUndo(rep) && len(rep.Files) > 0 {
		h.Verbose = false // the list of files is all that there is to say, and counts their lines
	}
	b := blocks{w: w, begun: h.Diff && slices.ContainsFunc(rep.Files, func(f run.File) bool { return f.Diff != "" })}
	if h.Stat && len(rep.Files) > 0 {
		b.begin()
		newDiffstat(rep.Files, w.Options()).write(w)
	}
	if !h.Quiet {
		h.writeSuccesses(&b, rep)
	}
	h.writeFailures(&b, rep)
	if !h.Quiet {
		writeDeclined(&b, rep)
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

// writeDeclined names the operations that a person left out.
func writeDeclined(b *blocks, rep Run) {
	var names []string
	for i := range rep.Results {
		if res := &rep.Results[i]; res.Err != nil && res.Err.Code == ops.Declined {
			names = append(names, strings.TrimSpace(res.Action.Kind()+" "+res.Err.Path))
		}
	}
	if len(names) > 0 {
		b.begin()
		writeLine(b.w, plain("Left out: "+firstOf(names, 10)))
	}
}

func (h Human) writeSuccesses(b *blocks, rep Run) {
	begun := false
	for _, s := range successes(rep, h.Verbose) {
		warnings := s.warnings()
		undone := h.undone(rep)
		if (h.Diff || h.Stat) && !h.Verbose && len(warnings)+len(undone) == 0 && !s.isDir {
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
		if h.Verbose {
			for _, line := range s.details(!h.Diff) {
				writeLine(b.w, plain(indent+line))
			}
		} else {
			writeUndone(b.w, rep, undone)
		}
	}
}

// shownFiles is how many of the files that an undo changes are shown.
const shownFiles = 20

// undone are the files that an undo changed, without those that diffs show in their place.
func (h Human) undone(rep Run) []run.File {
	if !isUndo(rep) {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(rep.Files), func(f run.File) bool { return (h.Diff || h.Stat) && !f.Dir })
}

// writeUndone writes what an undo changed.
func writeUndone(w *terminal.Writer, rep Run, files []run.File) {
	for i, f := range files {
		if i == shownFiles {
			writeLine(w, plain(fmt.Sprintf("%s(+%d more)", indent, len(files)-i)))
			return
		}
		kind := kindText(f)
		if rep.DryRun {
			kind = imperative.Get()[f.Kind]
		}
		url := ""
		if rep.Committed && f.Kind != "deleted" && f.Kind != "removed_directory" {
			url = fileURL(rep.Root, f.Name)
		}
		spans := append([]span{plain(indent + kind + " ")}, nameSpans(f, url)...)
		writeLine(w, append(spans, span{text: lineCounts(f.Added, f.Removed), style: terminal.Dim})...)
	}
}

func kindText(f run.File) string { return strings.ReplaceAll(f.Kind, "_", " ") }

// nameSpans name a file, and where it came from. url is the link of the name; "" for none.
func nameSpans(f run.File, url string) []span {
	name := span{text: f.Name, style: terminal.Path, url: url}
	if f.From == "" {
		return []span{name}
	}
	return []span{{text: f.From, style: terminal.Path}, plain(" → "), name}
}

// imperative says of each kind of change what a dry run would do.
var imperative = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"created": "create", "modified": "modify", "deleted": "delete", "moved": "move", "copied": "copy",
		"made_directory": "make directory", "removed_directory": "remove directory",
	}
}}

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
		text := lines(f.parts)
		if !h.Verbose {
			text = fit(f.parts, limit)
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
