package run

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"
	"time"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// Limits of the search for the operations that broke files. Beyond them, all operations on
// a broken file are excluded, and none is included again.
const (
	maxReplayed    = 40_000           // operations that are run again to find culprits
	maxTried       = 30_000           // operations that are run again to include others
	maxParsedBytes = 64 << 20         // bytes
	maxParseTime   = 20 * time.Second // in parsers
)

// culpritSearch finds the operations to exclude from a run so that every file parses.
type culpritSearch struct {
	*Runner
	*contentChecker
	list []ops.Operation
	// initial is the outcome of the first attempt. Calls that failed are excluded from it.
	initial         outcome
	initialFiles    []string   // that it writes, moves or copies
	initialFailures exclusions // the operations that failed in it
	// firstResults are the results of the very first pass, which excluded nothing; nil until then.
	firstResults []ops.Result
	// lineNumberSums are checksums of files in that pass, by the operation that was about to
	// change the file by line numbers.
	lineNumberSums map[int][sha256.Size]byte
	culprits       map[int]string   // the excluded operations, and the files that they broke
	madeRoom       map[string][]int // by broken file: the moves and deletes that were excluded with its culprit
	touched        map[string][]int // by file: the operations on it when it was first found broken
	replayed       int              // operations run by countedReplay since resetUsage
	// unseen is set while the results are not shown. Then grep and glob are not run, and
	// reads and diffs are not produced, since these take longest.
	unseen bool
}

// runAndRollBack runs the operations and, unless KeepBroken is set, excludes those that broke
// a file: they fail, and the others are run again. A file that was valid before, or is new,
// is valid in the end. A call that asked for several operations fails as a whole.
func (r *Runner) runAndRollBack(ctx context.Context, list []ops.Operation) (outcome, error) {
	s := culpritSearch{
		Runner: r, contentChecker: r.contentChecker(), list: list, lineNumberSums: map[int][sha256.Size]byte{},
		culprits: map[int]string{}, madeRoom: map[string][]int{}, touched: map[string][]int{},
	}
	o, err := s.attempt(ctx, nil)
	if err == nil && len(o.broken) > 0 && !r.KeepBroken {
		o, err = s.search(ctx, o)
	}
	if err == nil {
		s.explainDependents(o)
		err = s.warn(ctx, o)
	}
	return o, err
}

// search excludes operations until no file is broken. At the end it runs the others once
// more, to get the answers of reads, grep and glob, and the diffs.
func (s *culpritSearch) search(ctx context.Context, o outcome) (outcome, error) {
	s.initial, s.initialFailures, s.unseen = o, failures(o.results), true
	s.resetUsage()
	changes, err := o.tx.Changes()
	for _, c := range changes {
		if !c.Dir && c.Kind != workspace.Deleted {
			s.initialFiles = append(s.initialFiles, c.Name)
		}
	}
	if err == nil {
		o, err = s.excludeAll(ctx, o)
	}
	if err == nil {
		o, err = s.include(ctx, o)
	}
	s.unseen = false
	if err == nil {
		o, err = s.attempt(ctx, o.excluded)
	}
	if err == nil { // grep and glob are run now, so some may fail that did not before
		o, err = s.excludeAll(ctx, o)
	}
	return o, err
}

// excludeAll excludes the culprits of broken files until none is broken.
func (s *culpritSearch) excludeAll(ctx context.Context, o outcome) (outcome, error) {
	var err error
	for before := -1; err == nil && len(o.broken) > 0 && len(o.excluded) > before; {
		before = len(o.excluded)
		o, err = s.exclude(ctx, o, s.exhausted(maxReplayed))
	}
	return o, err
}

// exhausted reports whether the search reached one of its limits. operations is how many it
// may run again.
func (s *culpritSearch) exhausted(operations int) bool {
	return s.replayed > operations || s.searchUsage.bytes > maxParsedBytes || s.searchUsage.took > maxParseTime
}

// resetUsage sets the counters to zero: each part of the search has the full limits.
func (s *culpritSearch) resetUsage() { s.searchUsage, s.replayed = parseUsage{}, 0 }

func sortedNames(m map[string]checkedFile) []string { return slices.Sorted(maps.Keys(m)) }

// exclude runs the operations again without the culprit of each broken file, which is the
// operation after which it stayed broken. If the culprit is not known, it excludes every
// operation on the file. If everyOne is set, it excludes every operation on each broken
// file, and those that failed in the initial outcome.
func (s *culpritSearch) exclude(ctx context.Context, o outcome, everyOne bool) (outcome, error) {
	v, err := s.versions(ctx, o.excluded)
	if err != nil {
		return o, err
	}
	excluded := o.excluded.with(nil)
	names := sortedNames(o.broken)
	for _, name := range names {
		c, known := v.findCulprit(name, o.broken)
		if !known {
			excluded.add(errUnknownCulprit(name, o.broken[name]), v.touched(name)...)
			continue
		}
		excluded.add(c.after.operationError(c.name, s.list[c.index]), c.index)
		s.culprits[c.index] = name
		if s.touched[name] == nil {
			s.touched[name] = v.touched(name)
		}
		if everyOne {
			excluded.add(errSearchLimit(name), v.touched(name)...)
		}
	}
	if everyOne {
		excluded = excluded.with(s.initialFailures)
	}
	return s.keepReplaced(ctx, names, excluded, v)
}
