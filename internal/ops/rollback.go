package ops

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"time"

	"fileops/internal/workspace"
)

// maxReplayed is how many operations are run again, round by round, without those that
// broke something; maxParsed is how many bytes are parsed to find those, and maxParsing for
// how long. After that all that touched a broken file are left out together. As much again
// is parsed to see what each of them does by itself.
const (
	maxReplayed = 40_000
	maxParsed   = 64 << 20
	maxParsing  = 20 * time.Second
)

// How long all checks of a run by the built-in parsers may take: that of a fast machine
// many times over for ordinary sources. After that, files are not judged.
const (
	checkAtLeast = 500 * time.Millisecond
	checkPerMB   = time.Second
)

// maxRounds is how often a run is tried again without a call of which one operation failed;
// then it is without all such calls.
const maxRounds = 20

// settling is the search for what of a run can be kept.
type settling struct {
	*Runner
	list     []Operation
	first    []Result                  // of all operations; nil until they ran
	numbered map[int][sha256.Size]byte // what each of them that goes by line numbers found
	failed   map[int]*Error            // those that failed before any was taken back
	answers  map[question]opinion
	olds     map[string][]byte // by name: the text before the run, of what may be a template now
	faults   map[string]fault  // what was wrong with a file in any attempt
	parsed   int               // bytes that were parsed for the search
	parsing  time.Duration     // and how long that took
	checks   checks
	again    int           // operations that were run for it beyond those of each round
	guilty   map[int]guilt // what was taken back for what it did to a file
}

// checks is what the built-in parsers were given in a run.
type checks struct {
	bytes int
	took  time.Duration
}

// tooSlow reports whether they took so long that they are not asked any more.
func (c checks) tooSlow() bool {
	return c.took > checkAtLeast+time.Duration(float64(checkPerMB)*float64(c.bytes)/(1<<20))
}

// outcome is what came of the operations without those that are excluded.
type outcome struct {
	tx       *workspace.Tx
	results  []Result
	excluded map[int]*Error   // and why; the operations of calls that are withheld are among them
	broken   map[string]fault // the files that did parse before or are new, and do not in the end
	old      map[string]fault // those that did not before either
	room     map[string][]int // the operation that was taken back for the file at a name to stay
	unjudged []string         // what should have been checked and was not, as warnings
}

// settle runs the operations until every file that was valid before, or is new, is
// valid after the last one: the operation that is to blame for a broken file is failed,
// and the others are run again without it, as they are without those of a call that
// asked for several operations of which one failed.
func (r *Runner) settle(ctx context.Context, list []Operation) (*workspace.Tx, []Result, error) {
	s := settling{
		Runner: r, list: list, numbered: map[int][sha256.Size]byte{}, answers: map[question]opinion{},
		olds:   map[string][]byte{},
		faults: map[string]fault{}, guilty: map[int]guilt{},
	}
	o, err := s.attempt(ctx, nil)
	s.failed, s.parsed, s.parsing = failures(o.results), 0, 0
	tx := o.tx
	s.Runner = r.plain(s.first)
	for round := 0; err == nil && len(o.broken) > 0 && !r.KeepGoing; round++ {
		before := len(o.excluded)
		o, err = s.narrow(ctx, o, round*len(list) > maxReplayed || s.exhausted())
		if err == nil && len(o.excluded) == before {
			break
		}
	}
	if err == nil {
		o, err = s.reunite(ctx, o)
	}
	if err == nil {
		o, err = s.confront(ctx, o)
	}
	if s.Runner = r; err == nil && o.tx != tx && (r.Policy.Diffs || asks(list)) {
		err = s.pass(ctx, &o)
	}
	if err == nil {
		s.relate(o)
		err = s.warn(ctx, o)
	}
	r.unjudged = o.unjudged
	return o.tx, o.results, err
}

// plain is the runner for a search: what only the results in the end are to show takes
// longer than all the rest, the answers of reads and searches among it. first are the
// results of all operations, which say what those come to.
func (r *Runner) plain(first []Result) *Runner {
	plain := *r
	plain.Policy.Diffs, plain.rehearsed = false, first
	return &plain
}

// asks reports whether some operations answer with more than what they did.
func asks(list []Operation) bool {
	return slices.ContainsFunc(list, func(op Operation) bool {
		switch op.Action.(type) {
		case Read, grepSearch, globSearch:
			return true
		}
		return false
	})
}

// exhausted reports whether nothing more may be parsed for the search.
func (s *settling) exhausted() bool { return s.parsed > maxParsed || s.parsing > maxParsing }

func failures(results []Result) map[int]*Error {
	failed := map[int]*Error{}
	for i, res := range results {
		if res.Err != nil {
			failed[i] = res.Err
		}
	}
	return failed
}

// attempt runs the operations that are not excluded, and without the calls of which
// one fails.
func (s *settling) attempt(ctx context.Context, excluded map[int]*Error) (outcome, error) {
	o := outcome{excluded: with(excluded, nil)}
	for round := 0; ; round++ {
		if err := s.pass(ctx, &o); err != nil {
			return o, err
		}
		if !excludeCalls(o.excluded, o.results, round >= maxRounds) {
			return o, s.judgeAll(ctx, &o)
		}
	}
}

// pass runs the operations that are not excluded once. The first pass has all.
func (s *settling) pass(ctx context.Context, o *outcome) (err error) {
	o.tx, o.results, err = s.stage(ctx, s.list, steps{excluded: o.excluded, before: s.number})
	if s.first == nil {
		s.first = slices.Clone(o.results)
	}
	return err
}

// with is some errors by operation, and others where there is none.
func with(errors, more map[int]*Error) map[int]*Error {
	all := map[int]*Error{}
	maps.Copy(all, more)
	maps.Copy(all, errors)
	return all
}

// warn tells the operations that touched a file which does not parse and is kept.
func (s *settling) warn(ctx context.Context, o outcome) error {
	if len(o.broken)+len(o.old) == 0 {
		return nil
	}
	t, err := s.trace(ctx, o.excluded)
	if err != nil {
		return err
	}
	say := func(at []int, msg string) {
		for _, i := range at {
			o.results[i].Warnings = append(o.results[i].Warnings, msg)
		}
	}
	for _, name := range sortedNames(o.old) {
		say(t.touched(name), o.old[name].kept(name))
	}
	for _, name := range sortedNames(o.broken) {
		at := t.touched(name)
		if b, known := t.culprit(name, o.broken); known {
			at = []int{b.op}
		}
		say(at, fmt.Sprintf("Syntax validation failed: %s of %s", o.broken[name].words(), name))
	}
	return nil
}

func sortedNames(m map[string]fault) []string { return slices.Sorted(maps.Keys(m)) }
