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
	o := outcome{excluded: maps.Clone(excluded)}
	for replays := 0; ; replays++ {
		if err := ex.countedReplay(ctx, &o); err != nil {
			return o, err
		}
		if !excludeCalls(o.excluded, o.results, replays >= maxSingleExclusions) {
			return o, ex.checker.checkAll(ctx, &o)
		}
	}
}

// countedReplay replays the operations that o does not exclude. It keeps the results of the
// first replay. Every replay adds the full number of operations to replayed, excluded ones
// included.
func (ex *execution) countedReplay(ctx context.Context, o *outcome) (err error) {
	ex.replayed += len(ex.list)
	o.tx, o.results, err = ex.replay(ctx, o.excluded, nil)
	if ex.firstReplayResults == nil {
		ex.firstReplayResults = slices.Clone(o.results)
	}
	return err
}

// replay runs the operations that are not excluded on a new transaction. If changed is not
// nil, it is called after each operation that changed something.
func (ex *execution) replay(ctx context.Context, excluded exclusions, changed func(i int, tx *workspace.Tx, done ops.Done)) (*workspace.Tx, []ops.Result, error) {
	tx := ex.runner.Workspace.Begin()
	policy := ex.runner.Policy
	policy.Diffs = policy.Diffs && !ex.discardOutput
	pass := ops.NewPass(tx, policy, ex.list)
	for i := range ex.list {
		if err := ctx.Err(); err != nil {
			return tx, pass.Results(), err
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
		// If it failed at first, it runs in full: an discardOutput read or search would not fail again.
		res := pass.Run(ctx, ex.discardOutput && ex.firstReplayResults[i].Err == nil)
		res.Elapsed = ex.runner.Now().Sub(start)
		if res.Changed && changed != nil {
			changed(i, tx, res.Done)
		}
	}
	return tx, pass.Results(), nil
}

// exclusions are the operations that an attempt does not run, by their indexes, with the errors
// that are reported for them. An operation is rolled back if it broke a file, changed the same
// file, or made room for a file that was rolled back. It is withheld if another operation of its
// call failed; that one keeps its own error.
type exclusions map[int]*ops.Error

// add adds operations, but for those that are excluded already.
func (x exclusions) add(err *ops.Error, operations ...int) {
	for _, i := range operations {
		if x[i] == nil {
			x[i] = err
		}
	}
}

// failures are the operations that failed.
func failures(results []ops.Result) exclusions {
	failed := exclusions{}
	for i, res := range results {
		if res.Err != nil {
			failed[i] = res.Err
		}
	}
	return failed
}

// with returns a copy with others added, but for operations that are excluded already.
func (x exclusions) with(others exclusions) exclusions {
	merged := exclusions{}
	maps.Copy(merged, others)
	maps.Copy(merged, x)
	return merged
}

// without returns a copy without some operations.
func (x exclusions) without(included ...int) exclusions {
	rest := maps.Clone(x)
	for _, i := range included {
		delete(rest, i)
	}
	return rest
}
