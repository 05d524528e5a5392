package run

import (
	"context"
	"maps"
	"slices"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// maxSingleExclusions is how many replays of an attempt exclude only the first of the calls
// that failed. After that, each excludes all calls that failed.
const maxSingleExclusions = 20

// outcome is the tree and the results after the operations that are not excluded.
type outcome struct {
	tx       *workspace.Tx
	results  []ops.Result
	excluded exclusions // with all operations of calls that failed
	// broken are the files that do not parse now, and parsed before or had nothing to parse. A
	// file that was broken in an earlier attempt, and could not be checked since, is one of them.
	broken map[string]checkedFile
	// brokenBefore are the files that parse neither before nor now.
	brokenBefore map[string]checkedFile
	// unchecked are the files that were not checked, or not by every checker, by the reason.
	unchecked map[string][]string
}

// uncheckedFiles is how many files were not checked; one counts once for each reason.
func (o outcome) uncheckedFiles() int {
	n := 0
	for _, names := range o.unchecked {
		n += len(names)
	}
	return n
}

// attempt runs the operations that are not excluded, and checks the files that they change.
// If one of several operations of a call fails, it replays the others without that call.
func (ex *execution) attempt(ctx context.Context, excluded exclusions) (outcome, error) {
	excluded = maps.Clone(excluded)
	for replays := 0; ; replays++ {
		o, err := ex.replay(ctx, excluded, nil)
		if err != nil {
			return o, err
		}
		ex.replayed += len(ex.list)
		if ex.firstReplayResults == nil {
			ex.firstReplayResults = slices.Clone(o.results)
		}
		if !excludeCalls(excluded, o.results, replays >= maxSingleExclusions) {
			return o, ex.checker.checkAll(ctx, &o)
		}
	}
}

// replay runs the operations that are not excluded on a new transaction. If changed is not
// nil, it is called after each operation that changed something. It checks no file.
func (ex *execution) replay(ctx context.Context, excluded exclusions, changed func(i int, tx *workspace.Tx, done ops.Done)) (outcome, error) {
	tx, policy := ex.runner.Workspace.Begin(), ex.runner.Policy
	policy.Diffs = policy.Diffs && !ex.discardOutput
	pass := ops.NewPass(tx, policy, ex.list)
	ex.runner.Checked.Begin(0)
	ex.runner.Staged.Begin(len(ex.list))
	var err error
	for i := range ex.list {
		ex.runner.Staged.Add()
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
		// If it failed at first, it runs in full: a read or search without output would not fail again.
		res := pass.Run(ctx, ex.discardOutput && ex.firstReplayResults[i].Err == nil)
		res.Elapsed = ex.runner.Now().Sub(start)
		if res.Changed && changed != nil {
			changed(i, tx, res.Done)
		}
	}
	return outcome{tx: tx, results: pass.Results(), excluded: excluded}, err
}

// exclusions are the operations that a replay does not run, by their indexes, with the errors
// that are reported for them. Messages say that an operation is rolled back if it is excluded
// because it broke a file, changed a broken file, or made room for one. An operation is withheld
// if another one of its call failed; that one keeps its own error.
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
func (x exclusions) without(included ...int) exclusions {
	rest := maps.Clone(x)
	for _, i := range included {
		delete(rest, i)
	}
	return rest
}
