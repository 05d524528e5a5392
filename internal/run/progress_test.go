package run_test

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"fileops/internal/ops"
	"fileops/internal/run/runtest"
	"fileops/internal/workspace"
)

// TestProgressIsCounted looks at the counts whenever the run asks for the time: before each
// operation and each check.
func TestProgressIsCounted(t *testing.T) {
	t.Parallel()
	var committed, staged, checked workspace.Progress
	w := runtest.TreeWith(t, workspace.Options{Progress: &committed}, map[string]string{"gone.txt": "x"})
	r := newRunner(w)
	r.Syntax, r.OperationProgress, r.CheckProgress = python(t), &staged, &checked
	var seen []string
	r.Now = func() time.Time {
		operation, operations := staged.Counts()
		file, files := checked.Counts()
		now := fmt.Sprintf("operation %d of %d, file %d of %d", operation, operations, file, files)
		if !slices.Contains(seen, now) {
			seen = append(seen, now)
		}
		return noon
	}
	_, err := r.Run(t.Context(), []ops.Operation{
		build(t, "create", "file", "a.py", "content", "a = 1"),
		build(t, "create", "file", "b.py", "content", "b = 1"),
		build(t, "delete", "file", "gone.txt"),
	})
	must(t, err)
	equal(t, "counts during the run", seen, []string{
		"operation 0 of 0, file 0 of 0",
		"operation 1 of 3, file 0 of 0",
		"operation 2 of 3, file 0 of 0",
		"operation 3 of 3, file 0 of 0",
		"operation 3 of 3, file 1 of 3",
		"operation 3 of 3, file 2 of 3",
	})
	done, total := committed.Counts()
	if done != 3 || total != 3 { // two files are written, one is removed
		t.Errorf("committed %d of %d", done, total)
	}
}
