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
// a broken file are left out together.
const (
	maxReplayed = 40_000           // operations that are run again to find culprits
	maxTried    = 30_000           // operations that are run again to include others
	maxParsed   = 64 << 20         // bytes
	maxParsing  = 20 * time.Second // in parsers
)

// culpritSearch finds the operations to leave out of a run so that every file parses.
type culpritSearch struct {
	*Runner
	*contentChecker
	list []ops.Operation
	// full is the outcome before the search left any operation out.
	full         outcome
	fullFiles    []string   // that it writes, moves or copies
	fullFailures exclusions // the operations that failed in it
	// firstResults are those of the first replay, which ran every operation; nil until then.
	firstResults []ops.Result
	// lineNumberSums are checksums of files in that replay, by the operation that was about to
	// change the file by line numbers.
	lineNumberSums map[int][sha256.Size]byte
	culprits       map[int]string   // the operations that were left out, and the files that they broke
	madeRoom       map[string][]int // by file: the operations that were left out for it to stay
	touched        map[string][]int // by file: the operations on it when it was first found broken
	replayed       int              // operations run by countedReplay since resetLimits
	// searching is set while nobody is shown the results. Then there are no answers of reads
	// and searches, and no diffs, which take longer than all the rest.
	searching bool
}

// runAndRollBack runs the operations and, unless KeepGoing is set, leaves out those that broke
// a file: they fail, and the others are run again. A file that was valid before, or is new,
// is valid in the end. A call that asked for several operations fails as a whole.
func (r *Runner) runAndRollBack(ctx context.Context, list []ops.Operation) (outcome, error) {
	s := culpritSearch{
		Runner: r, contentChecker: r.contentChecker(), list: list, lineNumberSums: map[int][sha256.Size]byte{},
		culprits: map[int]string{}, madeRoom: map[string][]int{}, touched: map[string][]int{},
	}
	o, err := s.attempt(ctx, nil)
	if err == nil && len(o.broken) > 0 && !r.KeepGoing {
		o, err = s.search(ctx, o)
	}
	if err == nil {
		s.explainDependents(o)
		err = s.warn(ctx, o)
	}
	return o, err
}

// search leaves operations out until no file is broken. In the end it runs the others once
// more, for what only their results show.
func (s *culpritSearch) search(ctx context.Context, o outcome) (outcome, error) {
	s.full, s.fullFailures, s.searching = o, failures(o.results), true
	s.resetLimits()
	changes, err := o.tx.Changes()
	for _, c := range changes {
		if !c.Dir && c.Kind != workspace.Deleted {
			s.fullFiles = append(s.fullFiles, c.Name)
		}
	}
	if err == nil {
		o, err = s.excludeAll(ctx, o)
	}
	if err == nil {
		o, err = s.include(ctx, o)
	}
	s.searching = false
	if err == nil {
		o, err = s.attempt(ctx, o.excluded)
	}
	if err == nil { // reads and searches answer now, so some may fail that did not before
		o, err = s.excludeAll(ctx, o)
	}
	return o, err
}

// excludeAll leaves out the culprits of broken files until none is broken.
func (s *culpritSearch) excludeAll(ctx context.Context, o outcome) (outcome, error) {
	var err error
	for before := -1; err == nil && len(o.broken) > 0 && len(o.excluded) > before; {
		before = len(o.excluded)
		o, err = s.exclude(ctx, o, s.exhausted(maxReplayed))
	}
	return o, err
}

// exhausted reports whether the search came to one of its limits. operations is how many it
// may run again.
func (s *culpritSearch) exhausted(operations int) bool {
	return s.replayed > operations || s.searchTime.bytes > maxParsed || s.searchTime.took > maxParsing
}

// resetLimits begins a part of the search that has the limits for itself.
func (s *culpritSearch) resetLimits() { s.searchTime, s.replayed = checkTime{}, 0 }

func sortedNames(m map[string]fault) []string { return slices.Sorted(maps.Keys(m)) }

// exclude runs the operations again without the culprit of each broken file, which is the
// operation after which it stayed broken. If the culprit is not known, it leaves out every
// operation on the file. If everyOne is set, it leaves out every operation on each broken
// file, and those that failed in the full outcome.
func (s *culpritSearch) exclude(ctx context.Context, o outcome, everyOne bool) (outcome, error) {
	v, err := s.versions(ctx, o.excluded)
	if err != nil {
		return o, err
	}
	excluded := o.excluded.with(nil)
	names := sortedNames(o.broken)
	for _, name := range names {
		c, known := v.culprit(name, o.broken)
		if !known {
			excluded.add(errUnknownCulprit(name, o.broken[name]), v.touched(name)...)
			continue
		}
		excluded.add(c.fault.operationError(c.name, s.list[c.op]), c.op)
		s.culprits[c.op] = name
		if s.touched[name] == nil {
			s.touched[name] = v.touched(name)
		}
		if everyOne {
			excluded.add(errSearchLimit(name), v.touched(name)...)
		}
	}
	if everyOne {
		excluded = excluded.with(s.fullFailures)
	}
	return s.keepReplaced(ctx, names, excluded, v)
}
