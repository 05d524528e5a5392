package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"fileops/internal/run"
	"fileops/internal/terminal"
)

// Show writes a run of the history as `git show` does a commit: what is known of it, then the diffs
// of its files, or a diffstat if Stat is set.
func (h Human) Show(w *terminal.Writer, root string, p Past) error {
	writeLine(w, span{text: "run " + p.Run, style: terminal.Path})
	writeLine(w, plain("Root:       "+terminal.Escape(root)))
	if began := p.began("2006-01-02 15:04:05 -0700", time.Local); began != "" {
		writeLine(w, plain("Date:       "+began))
	}
	if _, state := p.state(); state != "committed" {
		writeLine(w, plain("State:      "+terminal.Escape(state)))
	}
	if p.Totals != nil {
		writeLine(w, plain(fmt.Sprintf("Operations: %d", p.Totals.Operations)))
	}
	if h.Stat {
		w.Styled(terminal.Plain, "\n")
		newDiffstat(p.Files, w.Options()).write(w)
		writeLine(w, plain(" "+p.filesText()))
	} else {
		writeLine(w, plain("Files:      "+p.filesText()))
		w.Styled(terminal.Plain, "\n")
		if err := h.Diffs(w, forGit(p.Files)); err != nil {
			return err
		}
		for line := range strings.Lines(directories(p.Files)) {
			writeLine(w, span{text: strings.TrimSuffix(line, "\n"), style: terminal.Dim})
		}
	}
	_, err := w.WriteString("")
	return err
}

// filesText counts the files that a run changed, and their lines, as `git diff --stat` does. If not
// all lines are known any more, they are those that were counted in the run.
func (p Past) filesText() string {
	rep := run.Report{Committed: true, Files: p.Files}
	files := changes(rep) + " changed"
	if p.Totals != nil && slices.ContainsFunc(p.Files, func(f run.File) bool { return f.Hidden != "" }) {
		rep.Files = []run.File{{Added: p.Totals.Insertions, Removed: p.Totals.Deletions}}
	}
	return files + linesText(rep)
}

// directories names the directories that a run changed, as comments for git: it knows only those
// that files are in. So it leaves out directories that were made for a file, or removed with one.
func directories(files []run.File) string {
	var b strings.Builder
	for _, f := range files {
		if !f.Dir || f.Kind != "moved" && slices.ContainsFunc(files, func(other run.File) bool { return !other.Dir && implies(other, f) }) {
			continue
		}
		from := ""
		if f.From != "" {
			from = f.From + " to "
		}
		b.WriteString("# directory " + strings.ReplaceAll(f.Kind, "_directory", "") + ": " + terminal.Escape(from+f.Name) + "\n")
	}
	return b.String()
}

// implies reports whether the change of a file makes git make or remove a directory.
func implies(file, dir run.File) bool {
	name := file.Name
	if dir.Kind == "removed_directory" && file.From != "" {
		name = file.From
	}
	return strings.HasPrefix(name, dir.Name+"/") && (dir.Kind == "removed_directory") == (file.Kind == "deleted" || file.From != "" && name == file.From)
}

// Patch returns the diffs of the files that a run changed, as `git apply` takes them, and comments
// that name the directories among them.
func Patch(files []run.File) string {
	var b strings.Builder
	for _, f := range forGit(files) {
		b.WriteString(f.Diff)
	}
	return b.String() + directories(files)
}

// forGit orders the files of a patch: what frees a name stands before what takes it. git applies a
// patch from the first file to the last, and from the last to the first if it reverses it. It looks
// at no other file if one has another name. Without names that are used again, the files stay in the
// order of their names.
func forGit(files []run.File) []run.File {
	rank := func(f run.File) int {
		switch f.Kind {
		case "deleted":
			return 0
		case "moved":
			return 1
		}
		return 2
	}
	freed := map[string]bool{}
	for _, f := range files {
		switch f.Kind {
		case "deleted":
			freed[f.Name] = true
		case "moved":
			freed[f.From] = true
		}
	}
	if slices.ContainsFunc(files, func(f run.File) bool { return f.Kind != "deleted" && freed[f.Name] }) {
		files = slices.Clone(files)
		slices.SortStableFunc(files, func(a, b run.File) int { return cmp.Compare(rank(a), rank(b)) })
	}
	return files
}

// JSON writes a run of the history as one JSON object, with the diffs of its files.
func (p Past) JSON(w io.Writer, root string) error {
	return JSON(w, struct {
		Version int      `json:"version"`
		Root    string   `json:"root"`
		Run     pastJSON `json:"run"`
	}{version, root, p.json(true)})
}
