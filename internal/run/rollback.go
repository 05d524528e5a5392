package run

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"
	"time"

	"fileops/internal/ops"
)

// Limits of the search for the operations that broke files. Beyond maxReplayed, every operation
// on a broken file is excluded. Beyond maxTried, no further operation is included again. The
// limits on parsing hold for each of these two parts.
const (
	maxReplayed    = 40_000           // operations that are run again to find culprits
	maxTried       = 30_000           // operations that are run again to include others
	maxParsedBytes = 64 << 20         // bytes
	maxParseTime   = 20 * time.Second // in parsers
)

// execution runs the operations of one run, and excludes those that break a file.
type execution struct {
	runner  *Runner
	checker *contentChecker
	list    []ops.Operation
	// firstReplayResults are the results of the first replay, nil until it has ended.
	firstReplayResults []ops.Result
	// firstAttempt is the outcome of the first attempt, without the calls that failed in part.
	firstAttempt outcome
	// lineNumberSums are checksums of files in the first replay, by the operation that was
	// about to change the file by line numbers.
	lineNumberSums map[int][sha256.Size]byte
	culprits       map[int]string   // the files that operations broke, by the operation; each was excluded
	madeRoom       map[string][]int // by broken file: the moves and deletes that were excluded with its culprit
	operationsOn   map[string][]int // by broken file: the operations on it when it was first found broken
	replayed       int              // since resetUsage: replays times operations, the excluded ones too
	// discardOutput is set for replays whose results are not reported. They make no diffs, and
	// each read, grep or glob that succeeded in the first replay returns no content, to save time.
	discardOutput bool
}

// runAndRollBack runs the operations and, unless KeepBroken is set, excludes those that broke
// a file: they fail, and the others are run again. If no more can be excluded and a file is
// still broken, the operations on it get a warning. A call that asked for several operations
// fails as a whole.
func (r *Runner) runAndRollBack(ctx context.Context, list []ops.Operation) (outcome, error) {
	ex := execution{
		runner: r, checker: r.contentChecker(), list: list, lineNumberSums: map[int][sha256.Size]byte{},
		culprits: map[int]string{}, madeRoom: map[string][]int{}, operationsOn: map[string][]int{},
	}
	o, err := ex.attempt(ctx, exclusions{})
	if err == nil && len(o.broken) > 0 && !r.KeepBroken {
		o, err = ex.isolateCulprits(ctx, o)
	}
	if err == nil {
		ex.explainDependents(o)
		err = ex.warn(ctx, o)
	}
	return o, err
}

// isolateCulprits excludes operations that break files, then includes again those that do not.
// At the end it runs the others once more, to get the answers of reads, grep and glob, and the
// diffs.
func (ex *execution) isolateCulprits(ctx context.Context, o outcome) (outcome, error) {
	ex.firstAttempt, ex.discardOutput = o, true
	ex.resetUsage()
	o, err := ex.excludeAll(ctx, o)
	if err == nil {
		o, err = ex.include(ctx, o)
	}
	ex.discardOutput = false
	if err == nil {
		o, err = ex.attempt(ctx, o.excluded)
	}
	if err == nil { // grep and glob run in full only now; one that fails excludes its call, which may break a file
		o, err = ex.excludeAll(ctx, o)
	}
	return o, err
}

// excludeAll excludes the culprits of broken files until no file is broken, or nothing more
// is excluded.
func (ex *execution) excludeAll(ctx context.Context, o outcome) (outcome, error) {
	var err error
	for before := -1; err == nil && len(o.broken) > 0 && len(o.excluded) > before; {
		before = len(o.excluded)
		o, err = ex.exclude(ctx, o)
	}
	return o, err
}

// exhausted reports whether the search reached one of its limits. operations is how many it
// may run again.
func (ex *execution) exhausted(operations int) bool {
	return ex.replayed > operations || ex.checker.searchUsage.bytes > maxParsedBytes || ex.checker.searchUsage.took > maxParseTime
}

// resetUsage sets the counters to zero: each part of the search has the full limits.
func (ex *execution) resetUsage() { ex.checker.searchUsage, ex.replayed = parseUsage{}, 0 }

func sortedNames(m map[string]checkedFile) []string { return slices.Sorted(maps.Keys(m)) }

// exclude runs the operations again without the culprit of each broken file, which is the
// operation after which it stayed broken. If the culprit is not known, it excludes every
// operation on the file. When the search has reached a limit, it excludes every operation on each
// broken file, and those that failed in the first attempt.
func (ex *execution) exclude(ctx context.Context, o outcome) (outcome, error) {
	limitReached := ex.exhausted(maxReplayed)
	v, err := ex.replayVersions(ctx, o.excluded)
	if err != nil {
		return o, err
	}
	excluded := maps.Clone(o.excluded)
	names := sortedNames(o.broken)
	for _, name := range names {
		c, known := ex.findCulprit(ctx, v, name, o.broken)
		if !known {
			excluded.add(errUnknownCulprit(name, o.broken[name]), v.operationsOnOrAll(name)...)
			continue
		}
		excluded.add(c.after.operationError(c.name, ex.list[c.index]), c.index)
		ex.culprits[c.index] = name // if that is a copy, the error names its source
		if ex.operationsOn[name] == nil {
			ex.operationsOn[name] = v.operationsOnOrAll(name)
		}
		if limitReached {
			excluded.add(errSearchLimit(name), v.operationsOnOrAll(name)...)
		}
	}
	if limitReached {
		excluded.addFailures(ex.firstAttempt.results)
	}
	return ex.keepReplaced(ctx, names, excluded, v)
}
