package run

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"
	"time"

	"fileops/internal/ops"
)

// Limits of the culprit search. Its parts are excluding culprits (excludeUntilValid), readmitting
// operations (readmit), updating the errors of culprits (updateCulpritErrors), and finding the
// culprits of files that stay broken (warn). Each begins with the full limits. When excluding
// reaches a limit, every operation on a broken file is excluded. When readmitting or updating
// reaches one, it ends. For warn there is only maxParseTime.
const (
	maxReplayedExcluding   = 40_000           // operations replayed while excluding
	maxReplayedReadmitting = 30_000           // operations replayed while readmitting, and as many again while updating
	maxParsedBytes         = 64 << 20         // bytes that the parsers are given
	maxParseTime           = 20 * time.Second // that the parsers take
)

// execution runs the operations of one run, and excludes those that break a file.
type execution struct {
	runner   *Runner
	contents *contentChecker
	list     []ops.Operation
	// firstReplayResults are the results of the first replay, nil until it has ended.
	firstReplayResults []ops.Result
	// firstAttempt is the outcome of the first attempt, if that broke a file. It excludes only
	// groups in which an operation failed. isolateCulprits sets it.
	firstAttempt outcome
	// lineNumberSums are checksums of files in the first replay. The keys are the indexes of the
	// operations that were about to change a file at a line with a number.
	lineNumberSums map[int][sha256.Size]byte
	// culprits are the operations that were ever excluded as those that broke a file, each with
	// the broken file that it was excluded for. If that is a copy that was broken from the start,
	// the operation may have broken its source instead (see findCulprit). An operation stays here
	// when readmit readmits it. Operations that readmit excluded in place of culprits are here as
	// well, though these need not have broken a file.
	culprits map[int]string
	// madeRoom has, by broken file, the moves and deletes that may have made room for it. They
	// were excluded together with its culprit. See lastRemoval.
	madeRoom map[string][]int
	// firstOperationsOn has, by broken file, the operations on it when its first culprit was
	// found (see operationsOnOrAll).
	firstOperationsOn map[string][]int
	// replayed grows by len(list) with each replay of an attempt or of updateCulpritErrors.
	// resetUsage sets it to zero.
	replayed int
	// unseen is set while nobody is shown the results of replays. Replays of replayVersions are
	// always unseen. An unseen replay makes no diffs. To save time, each grep, glob or read of a
	// file that succeeded in the first replay returns no content; a read still marks its file as
	// read.
	unseen bool
}

// runAndExclude runs the operations and, unless KeepBroken is set, excludes those that broke
// a file: they fail, and the others are run again. Files that are kept although they are
// broken get warnings (see warn). A group that is half done fails as a whole.
func (r *Runner) runAndExclude(ctx context.Context, list []ops.Operation) (outcome, error) {
	ex := execution{
		runner: r, contents: r.contentChecker(), list: list, lineNumberSums: map[int][sha256.Size]byte{},
		culprits: map[int]string{}, madeRoom: map[string][]int{}, firstOperationsOn: map[string][]int{},
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

// isolateCulprits excludes the operations that seem to break files. Then it tries the excluded
// ones again, and keeps those that do no harm. At the end, it runs the operations that are not
// excluded once more, to get the diffs and the results of read, grep and glob.
func (ex *execution) isolateCulprits(ctx context.Context, o outcome) (outcome, error) {
	ex.firstAttempt, ex.unseen = o, true
	o, err := ex.excludeUntilValid(ctx, o)
	if err == nil {
		o, err = ex.readmit(ctx, o)
	}
	ex.unseen = false
	if err == nil {
		o, err = ex.attempt(ctx, o.excluded)
	}
	// Until now, reads, greps and globs that succeeded at first returned no content. On the tree as
	// it is now one may fail. Then its group is excluded, and a file may be broken without that group.
	if err == nil {
		o, err = ex.excludeUntilValid(ctx, o)
	}
	if err != nil { // all reads of the first attempt have contents; those of later ones may have none
		return ex.firstAttempt, err
	}
	return o, nil
}

// excludeUntilValid excludes the culprits of broken files until no file is broken, or nothing
// more is excluded.
func (ex *execution) excludeUntilValid(ctx context.Context, o outcome) (outcome, error) {
	ex.resetUsage()
	var err error
	for before := -1; err == nil && len(o.broken) > 0 && len(o.excluded) > before; {
		before = len(o.excluded)
		o, err = ex.exclude(ctx, o)
	}
	return o, err
}

// exhausted reports whether the present part of the culprit search is over one of its limits.
// operations is its limit on replayed operations.
func (ex *execution) exhausted(operations int) bool {
	return ex.replayed > operations || ex.contents.searchUsage.bytes > maxParsedBytes || ex.contents.searchUsage.took > maxParseTime
}

// resetUsage sets the counters to zero, so that the next part begins with the full limits.
func (ex *execution) resetUsage() { ex.contents.searchUsage, ex.replayed = parseUsage{}, 0 }

func sortedNames(m map[string]checkedFile) []string { return slices.Sorted(maps.Keys(m)) }

// exclude runs the operations again without the culprit of each broken file. The culprit is the
// operation after which the file stayed broken. If it is not known, every operation on the
// file is excluded. If the culprit search is over a limit, every operation on each broken file
// is excluded. So are the operations that failed in the first attempt: without the others they
// could succeed and break a file.
func (ex *execution) exclude(ctx context.Context, o outcome) (outcome, error) {
	limitReached := ex.exhausted(maxReplayedExcluding)
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
		excluded.add(c.broken.operationError(c.name, ex.list[c.index]), c.index)
		ex.culprits[c.index] = name // c.name is that of its source, if name is a copy that was broken from the start
		if ex.firstOperationsOn[name] == nil {
			ex.firstOperationsOn[name] = v.operationsOnOrAll(name)
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
