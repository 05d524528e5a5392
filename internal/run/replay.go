package run

import (
	"context"
	"maps"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// maxSingleExclusions is how many times an attempt excludes only the first group that is half done
// (see excludeGroups). After that, it excludes all such groups at once.
const maxSingleExclusions = 20

// outcome is the tree and the results after the operations that are not excluded.
type outcome struct {
	tx       *workspace.Tx
	results  []ops.Result
	excluded exclusions // those that were not run, among them the groups that were half done
	// broken are the files that are broken now and were valid before the run. A file that was
	// not there, or that no checker was for, counts as valid (see contentChecker.before). A
	// file is also listed if an earlier check found it broken, and this one is inconclusive (see
	// finding.inconclusive).
	broken map[string]checkedFile
	// brokenBefore are the files that are broken now, and were broken before the run or could
	// not be checked then.
	brokenBefore map[string]checkedFile
	// unchecked lists files by the reason why a checker gave no verdict on the new text or, if
	// that is broken and no checker judged the text before the run, on that text. It leaves out
	// files that are too large, not UTF-8 or templates, and files that cannot be read.
	unchecked map[string][]string
}

// uncheckedFiles is how many files unchecked lists. A file with two reasons counts twice.
func (o outcome) uncheckedFiles() int {
	n := 0
	for _, names := range o.unchecked {
		n += len(names)
	}
	return n
}

// attempt runs the operations that are not excluded, and checks the files that they change.
// If a group is half done (see excludeGroups), it excludes the group and replays the others.
func (ex *execution) attempt(ctx context.Context, excluded exclusions) (outcome, error) {
	excluded = maps.Clone(excluded)
	for replays := 0; ; replays++ {
		o, err := ex.replay(ctx, excluded, nil)
		if err != nil {
			return o, err
		}
		ex.replayed += len(ex.list)
		if ex.firstReplayResults == nil {
			ex.firstReplayResults = o.results
		}
		if !excludeGroups(excluded, o.results, replays >= maxSingleExclusions) {
			return o, ex.contents.checkAll(ctx, &o)
		}
	}
}

// replay runs the operations that are not excluded on a new transaction. If changed is not
// nil, it is called after each operation that changed something, and nobody is shown the
// results. It checks no file.
func (ex *execution) replay(ctx context.Context, excluded exclusions, changed func(i int, tx *workspace.Tx, done ops.Done)) (outcome, error) {
	tx, policy := ex.runner.Workspace.Begin(), ex.runner.Policy
	unseen := ex.unseen || changed != nil
	policy.Diffs = policy.Diffs && !unseen
	pass := ops.NewPass(tx, policy, ex.list)
	ex.runner.CheckProgress.Begin(0) // no file is being checked: progress shows the operations again
	ex.runner.OperationProgress.Begin(len(ex.list))
	var err error
	for i := range ex.list {
		ex.runner.OperationProgress.Add()
		if err = ctx.Err(); err != nil {
			break
		}
		reason := excluded[i]
		if reason == nil {
			reason = ex.checkLineNumbers(i, pass)
		}
		if reason != nil {
			pass.Exclude(reason)
			continue
		}
		start := ex.runner.Now()
		// Unseen, a grep or glob does nothing, and a read of a file only marks it as read. One that
		// failed at first has to run in full, to fail again.
		res := pass.Run(ctx, unseen && ex.firstReplayResults[i].Err == nil)
		res.Elapsed = ex.runner.Now().Sub(start)
		if res.Changed && changed != nil {
			changed(i, tx, res.Done)
		}
	}
	return outcome{tx: tx, results: pass.Results(), excluded: excluded}, err
}

// exclusions are the operations that a replay does not run, by their indexes, with the errors
// that are reported for them (see the comment of the package). An operation that failed keeps its
// own error, unless readmit excludes it in place of culprits.
//
// An operation that checkLineNumbers refuses, since its line numbers may be wrong now, fails in
// this replay. It is not one of the exclusions: checkLineNumbers decides anew in each replay.
type exclusions map[int]*ops.Error

// add excludes operations. Those that are excluded already keep their errors.
func (x exclusions) add(err *ops.Error, operations ...int) {
	for _, i := range operations {
		if x[i] == nil {
			x[i] = err
		}
	}
}

// addFailures excludes the operations that failed, with their errors.
func (x exclusions) addFailures(results []ops.Result) {
	for i, res := range results {
		if res.Err != nil {
			x.add(res.Err, i)
		}
	}
}

// without returns a copy that does not exclude these operations.
func (x exclusions) without(readmitted ...int) exclusions {
	rest := maps.Clone(x)
	for _, i := range readmitted {
		delete(rest, i)
	}
	return rest
}
