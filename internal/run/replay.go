package run

import (
	"context"
	"maps"
	"slices"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// maxRounds is how often an attempt starts again without one call that failed. After that,
// it excludes all calls that fail.
const maxRounds = 20

// outcome is the tree and the results after the operations that are not excluded.
type outcome struct {
	tx       *workspace.Tx
	results  []ops.Result
	excluded exclusions             // with all operations of calls that failed
	broken   map[string]checkedFile // the files that are new or parsed before, and do not parse now
	old      map[string]checkedFile // the files that parse neither before nor now
	// unchecked are the files that should have been checked and were not, by the reason.
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
// If an operation of a call fails, it starts again without that call. Each start counts with
// all operations of the run towards the limits of the search.
func (s *culpritSearch) attempt(ctx context.Context, excluded exclusions) (outcome, error) {
	o := outcome{excluded: excluded.with(nil)}
	for round := 0; ; round++ {
		if err := s.countedReplay(ctx, &o); err != nil {
			return o, err
		}
		if !excludeCalls(o.excluded, o.results, round >= maxRounds) {
			return o, s.checkAll(ctx, &o)
		}
	}
}

// countedReplay replays the operations that o does not exclude, and counts them. The first
// one in a run excludes none, and its results are kept.
func (s *culpritSearch) countedReplay(ctx context.Context, o *outcome) (err error) {
	s.replayed += len(s.list)
	o.tx, o.results, err = s.replay(ctx, o.excluded, nil)
	if s.firstResults == nil {
		s.firstResults = slices.Clone(o.results)
	}
	return err
}

// replay runs the operations that are not excluded on a new transaction. If changed is not
// nil, it is called after each operation that changed something.
func (s *culpritSearch) replay(ctx context.Context, excluded exclusions, changed func(i int, tx *workspace.Tx, done ops.Done)) (*workspace.Tx, []ops.Result, error) {
	tx := s.Workspace.Begin()
	policy := s.Policy
	policy.Diffs = policy.Diffs && !s.unseen
	pass := ops.NewPass(tx, policy, s.list)
	for i := range s.list {
		if err := ctx.Err(); err != nil {
			return tx, pass.Results(), err
		}
		reason := excluded[i]
		if reason == nil {
			reason = s.checkLineNumbers(i, pass)
		}
		if reason != nil {
			pass.Exclude(reason)
			continue
		}
		start := s.Now()
		res := pass.Run(ctx, s.unseen && s.firstResults[i].Err == nil)
		res.Elapsed = s.Now().Sub(start)
		if res.Changed && changed != nil {
			changed(i, tx, res.Done)
		}
	}
	return tx, pass.Results(), nil
}

// exclusions are the operations that an attempt does not run, by their indexes, with the errors
// that are reported for them. An operation is rolled back if it, or one that it belongs to,
// broke a file. It is withheld if another operation of its call failed.
type exclusions map[int]*ops.Error

// add adds operations, but for those that are excluded already.
func (x exclusions) add(why *ops.Error, operations ...int) {
	for _, i := range operations {
		if x[i] == nil {
			x[i] = why
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
	rest := x.with(nil)
	for _, i := range included {
		delete(rest, i)
	}
	return rest
}
