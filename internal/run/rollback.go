package run

import (
	"context"
	"crypto/sha256"
	"maps"
	"slices"
	"time"

	"fileops/internal/ops"
)

// Limits of the search for the operations that broke files. Beyond them, all operations on
// a broken file are left out together.
const (
	maxReplayed = 40_000 // operations that are run again to find culprits
	maxTried    = 30_000 // and to find out which of them can be included again
	maxParsed   = 64 << 20
	maxParsing  = 20 * time.Second
)

// rollback is the search for the operations that have to be left out of a run for its
// files to parse.
type rollback struct {
	*Runner
	*checker
	list     []ops.Operation
	all      outcome                   // of all operations
	first    []ops.Result              // and theirs; nil until they ran
	written  []string                  // the files that they write
	numbered map[int][sha256.Size]byte // what each of them that goes by line numbers found
	failed   exclusions                // those that failed before any was left out
	culprits map[int]string            // the operations that were left out, and the files that they broke
	room     map[string][]int          // by file: the operations that were left out for it to stay
	touched  map[string][]int          // by file: the operations on it when it was first found broken
	replayed int                       // operations that were run again
	// searching is set while results do not matter: the search leaves out what only they
	// show and what takes longer than all the rest, answers of reads and searches and diffs.
	searching bool
}

// keepValid runs the operations. Every file that was valid before, or is new, is valid
// after the last one: an operation that broke a file fails, and the others are run again
// without it. A call that asked for several operations fails as a whole.
func (r *Runner) keepValid(ctx context.Context, list []ops.Operation) (outcome, error) {
	s := rollback{
		Runner: r, checker: r.checker(), list: list, numbered: map[int][sha256.Size]byte{},
		culprits: map[int]string{}, room: map[string][]int{}, touched: map[string][]int{},
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
func (s *rollback) search(ctx context.Context, o outcome) (outcome, error) {
	s.all, s.failed, s.spent, s.replayed = o, failures(o.results), checkTime{}, 0
	s.searching = true
	err := s.listWritten()
	if err == nil {
		o, err = s.excludeAll(ctx, o)
	}
	if err == nil {
		o, err = s.include(ctx, o)
	}
	if s.searching = false; err == nil {
		o, err = s.attempt(ctx, o.excluded)
	}
	if err == nil {
		o, err = s.excludeAll(ctx, o)
	}
	return o, err
}

// excludeAll leaves out the culprits of broken files until none is broken.
func (s *rollback) excludeAll(ctx context.Context, o outcome) (outcome, error) {
	var err error
	for before := -1; err == nil && len(o.broken) > 0 && len(o.excluded) > before; {
		before = len(o.excluded)
		o, err = s.exclude(ctx, o, s.replayed > maxReplayed || s.exhausted())
	}
	return o, err
}

// exhausted reports whether nothing more may be parsed for the search.
func (s *rollback) exhausted() bool { return s.spent.bytes > maxParsed || s.spent.took > maxParsing }

func sortedNames(m map[string]fault) []string { return slices.Sorted(maps.Keys(m)) }

// exclude runs the operations again without the culprit of each broken file, which is the
// operation after which it stayed broken; without all that touched it, if the culprit is
// not known. If all is set, it leaves those out, too, and what failed at first.
func (s *rollback) exclude(ctx context.Context, o outcome, all bool) (outcome, error) {
	v, err := s.versions(ctx, o.excluded)
	if err != nil {
		return o, err
	}
	excluded := o.excluded
	add := func(why *ops.Error, at ...int) { excluded = excluded.with(each(at, why)) }
	names := sortedNames(o.broken)
	for _, name := range names {
		c, known := v.culprit(name, o.broken)
		if !known {
			add(unanswered(name, o.broken[name]), v.touched(name)...)
			continue
		}
		add(c.fault.err(c.name, s.list[c.op]), c.op)
		s.culprits[c.op] = name
		if s.touched[name] == nil {
			s.touched[name] = v.touched(name)
		}
		if all {
			add(givenUp(name), v.touched(name)...)
		}
	}
	if all {
		excluded = excluded.with(s.failed)
	}
	return s.keepReplaced(ctx, names, excluded, v)
}
