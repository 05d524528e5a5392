package report

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/run"
)

// summary returns the line that says how a run went.
func summary(rep Run) string {
	parts := []string{}
	if text := operationsText(rep); text != "" {
		parts = append(parts, text)
	}
	parts = append(parts, outcomeText(rep.Report))
	if n := countWarnings(rep); n > 0 {
		parts = append(parts, count(n, "warning", "warnings"))
	}
	return strings.Join(parts, " · ")
}

// operationsText counts the operations by what became of them. Of an undo that is the tree
// itself.
func operationsText(rep Run) string {
	total, failed, skipped, waiting, declined := max(len(rep.Results), len(rep.Asked)), 0, 0, 0, 0
	for i := range rep.Results {
		res := &rep.Results[i]
		switch {
		case res.Err == nil:
		case unwritten(res):
			waiting++
		case res.Err.Code == ops.Skipped:
			skipped++
		case res.Err.Code == ops.Declined:
			declined++
		default:
			failed++
		}
	}
	succeeded := len(rep.Results) - failed - skipped - waiting - declined
	if isUndo(rep) {
		return map[bool]string{false: "undo refused"}[failed == 0]
	}
	text := count(total, "operation", "operations") + " succeeded"
	if succeeded < total {
		text = fmt.Sprintf("%d of %s succeeded", succeeded, count(total, "operation", "operations"))
	}
	for _, n := range []struct {
		count int
		what  string
	}{{failed, "failed"}, {skipped, "skipped"}, {waiting, "not written"}, {declined, "left out"}, {total - len(rep.Results), "not reached"}} {
		if n.count > 0 {
			text += fmt.Sprintf(", %d %s", n.count, n.what)
		}
	}
	return text
}

func isUndo(rep Run) bool {
	return len(rep.Results) == 1 && rep.Results[0].Action.Kind() == "undo"
}

// outcomeText says what the run changed.
func outcomeText(rep run.Report) string {
	switch {
	case rep.CommitRefused() && rep.DryRun:
		return "nothing would be written (atomic, dry run)"
	case rep.CommitRefused():
		return "nothing was written (atomic)"
	case rep.DryRun:
		return changes(rep) + " would change" + linesText(rep) + " (dry run, nothing was written)"
	case rep.Committed:
		return changes(rep) + " changed" + linesText(rep)
	}
	return "no file changed"
}

// linesText counts the lines that a run added and removed, as `git diff --stat` does.
func linesText(rep run.Report) string {
	if changedFiles(rep) == 0 {
		return ""
	}
	added, removed := 0, 0
	for _, f := range rep.Files {
		added, removed = added+f.Added, removed+f.Removed
	}
	text := ""
	if added > 0 || removed == 0 {
		text += ", " + count(added, "insertion(+)", "insertions(+)")
	}
	if removed > 0 || added == 0 {
		text += ", " + count(removed, "deletion(-)", "deletions(-)")
	}
	return text
}

func countWarnings(rep Run) int {
	n := len(rep.Notes) + len(rep.Warnings)
	for i := range rep.Results {
		n += len(rep.Results[i].Warnings)
	}
	return n
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

// NotRun returns the lines that say which blocks were only shown, or stand beside operation blocks
// in another form; "" if there are none.
func NotRun(quoted []Quoted) string {
	var shown, beside, msgs, inputs []string
	for _, q := range quoted {
		at := q.name() + " at " + place(q.Line, q.Source)
		if q.In != wording.BesideBlocks {
			shown = append(shown, at+" in "+q.In)
			continue
		}
		beside = append(beside, at)
		if input := "--input " + q.Form.Input(); !slices.Contains(inputs, input) {
			inputs = append(inputs, input)
		}
	}
	if len(beside) > 0 {
		msgs = append(msgs, "not run, because the response has operation blocks: "+firstOf(beside, 5),
			"Send all changes in one form. To run these in place of the operation blocks: "+strings.Join(inputs, " or "))
	}
	if len(shown) > 0 {
		msgs = append(msgs, "not run, because quoted: "+firstOf(shown, 5))
	}
	if slices.ContainsFunc(quoted, func(q Quoted) bool { return !q.Call && (q.In == "fence" || q.In == "indented code") }) {
		msgs = append(msgs, "To run a block, write it without a code fence or indentation around it.")
	}
	if slices.ContainsFunc(quoted, func(q Quoted) bool { return q.Call }) {
		msgs = append(msgs, "A call runs where the API carries it, or where the response is JSON as a whole; in prose, write the operation as a block.")
	}
	return strings.Join(msgs, "\n")
}

// firstOf joins the first few items and counts the others.
func firstOf(items []string, few int) string {
	if len(items) > few {
		items = append(slices.Clone(items[:few]), fmt.Sprintf("and %d more", len(items)-few))
	}
	return strings.Join(items, ", ")
}
