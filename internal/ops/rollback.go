package ops

import (
	"cmp"
	"context"
	"crypto/sha256"
	"maps"
	"slices"
	"time"

	"fileops/internal/workspace"
)

// Limits of the search for the operations that broke files. Beyond them, all operations on
// a broken file are left out together.
const (
	maxReplayed = 40_000 // operations that are run again to find culprits
	maxTried    = 30_000 // and to find out which of them can be included again
	maxParsed   = 64 << 20
	maxParsing  = 20 * time.Second
)

// maxRounds is how often a run is tried again without a call of which one operation failed;
// then it is without all such calls.
const maxRounds = 20

// maxPaired is how many earlier culprits on the same file each culprit is paired with.
const maxPaired = 16

// rollback is the search for the operations that have to be left out of a run for its
// files to parse.
type rollback struct {
	*Runner
	*checker
	list     []Operation
	all      outcome                   // of all operations
	first    []Result                  // and theirs; nil until they ran
	written  []string                  // the files that they write
	numbered map[int][sha256.Size]byte // what each of them that goes by line numbers found
	failed   map[int]*Error            // those that failed before any was left out
	culprits map[int]string            // the operations that were left out, and the files that they broke
	room     map[string][]int          // by file: the operations that were left out for it to stay
	touched  map[string][]int          // by file: the operations on it when it was first found broken
	replayed int                       // operations that were run again
}

// outcome is what came of the operations without those that are excluded.
type outcome struct {
	tx       *workspace.Tx
	results  []Result
	excluded map[int]*Error   // and why; the operations of calls that are withheld are among them
	broken   map[string]fault // the files that did parse before or are new, and do not in the end
	old      map[string]fault // those that did not before either
	// unchecked are the files that should have been checked and were not, by the reason.
	unchecked map[string][]string
}

// keepValid runs the operations. Every file that was valid before, or is new, is valid
// after the last one: an operation that broke a file fails, and the others are run again
// without it. A call that asked for several operations fails as a whole.
func (r *Runner) keepValid(ctx context.Context, list []Operation) (*workspace.Tx, []Result, error) {
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
	r.unchecked = uncheckedWarnings(o.unchecked)
	return o.tx, o.results, err
}

// search leaves operations out until no file is broken. In the end it runs the others once
// more, for what only their results show.
func (s *rollback) search(ctx context.Context, o outcome) (outcome, error) {
	full := s.Runner
	s.all, s.failed, s.spent, s.replayed = o, failures(o.results), checkTime{}, 0
	s.Runner = full.quick(s.first)
	err := s.listWritten()
	if err == nil {
		o, err = s.excludeAll(ctx, o)
	}
	if err == nil {
		o, err = s.include(ctx, o)
	}
	if s.Runner = full; err == nil {
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

// quick is the runner for a search: what only the results in the end are to show takes
// longer than all the rest, the answers of reads and searches among it. first are the
// results of all operations, which say what those come to.
func (r *Runner) quick(first []Result) *Runner {
	quick := *r
	quick.Policy.Diffs, quick.rehearsed = false, first
	return &quick
}

// uncheckedFiles is how many files were not checked; one counts once for each reason.
func (o outcome) uncheckedFiles() int {
	n := 0
	for _, names := range o.unchecked {
		n += len(names)
	}
	return n
}

// exhausted reports whether nothing more may be parsed for the search.
func (s *rollback) exhausted() bool { return s.spent.bytes > maxParsed || s.spent.took > maxParsing }

// attempt runs the operations that are not excluded, and without the calls of which
// one fails.
func (s *rollback) attempt(ctx context.Context, excluded map[int]*Error) (outcome, error) {
	o := outcome{excluded: with(excluded, nil)}
	for round := 0; ; round++ {
		if err := s.pass(ctx, &o); err != nil {
			return o, err
		}
		if !excludeCalls(o.excluded, o.results, round >= maxRounds) {
			return o, s.checkAll(ctx, &o)
		}
	}
}

// pass runs the operations that are not excluded once. The first pass has all.
func (s *rollback) pass(ctx context.Context, o *outcome) (err error) {
	s.replayed += len(s.list)
	o.tx, o.results, err = s.stage(ctx, s.list, steps{excluded: o.excluded, before: s.checkLineNumbers})
	if s.first == nil {
		s.first = slices.Clone(o.results)
	}
	return err
}

func failures(results []Result) map[int]*Error {
	failed := map[int]*Error{}
	for i, res := range results {
		if res.Err != nil {
			failed[i] = res.Err
		}
	}
	return failed
}

// with is some errors by operation, and others where there is none.
func with(errors, more map[int]*Error) map[int]*Error {
	all := map[int]*Error{}
	maps.Copy(all, more)
	maps.Copy(all, errors)
	return all
}

func sortedNames(m map[string]fault) []string { return slices.Sorted(maps.Keys(m)) }

// exclude runs the operations again without the culprit of each broken file, which is the
// operation after which it stayed broken; without all that touched it, if the culprit is
// not known. If all is set, it leaves those out, too, and what failed at first.
func (s *rollback) exclude(ctx context.Context, o outcome, all bool) (outcome, error) {
	v, err := s.replay(ctx, o.excluded)
	if err != nil {
		return o, err
	}
	excluded := maps.Clone(o.excluded)
	add := func(at []int, why *Error) {
		for _, i := range at {
			excluded[i] = cmp.Or(excluded[i], why)
		}
	}
	names := sortedNames(o.broken)
	for _, name := range names {
		c, known := v.culprit(name, o.broken)
		if !known {
			add(v.touched(name), unanswered(name, o.broken[name]))
			continue
		}
		add([]int{c.op}, c.fault.err(c.name, s.list[c.op]))
		s.culprits[c.op] = name
		if s.touched[name] == nil {
			s.touched[name] = v.touched(name)
		}
		if all {
			add(v.touched(name), givenUp(name))
		}
	}
	if all {
		excluded = with(excluded, s.failed)
	}
	return s.without(ctx, names, excluded, v)
}

// without runs the operations that are not excluded. If a replacement of a file is excluded,
// the move or delete that made room for it is excluded as well: the old file stays, and
// nothing that was meant for the new one is done to it.
func (s *rollback) without(ctx context.Context, broken []string, excluded map[int]*Error, v *versions) (outcome, error) {
	for {
		next, err := s.attempt(ctx, excluded)
		lost := s.lost(next)
		if err != nil || len(lost) == 0 {
			return next, err
		}
		before := len(next.excluded)
		excluded = maps.Clone(next.excluded)
		for _, name := range lost {
			op, known := v.vacated(name, excluded)
			if !known {
				excluded = with(excluded, s.failed) // one of them took it away in its turn
				continue
			}
			for _, file := range broken {
				if file == name || !slices.Contains(broken, name) {
					s.room[file] = append(s.room[file], op)
				}
			}
			why := takenBack(name)
			if !slices.Contains(broken, name) {
				why = keptInPlace(name)
			}
			for i := op; i < len(s.list); i++ {
				if i == op || s.first[i].Err == nil && s.first[i].meets(Done{Path: name}) || slices.Contains(v.opsOn(name), i) {
					excluded[i] = cmp.Or(excluded[i], why)
				}
			}
		}
		if len(excluded) == before {
			return s.attempt(ctx, with(excluded, each(v.changed, keptInPlace(lost[0]))))
		}
	}
}

// each tells some operations the same.
func each(at []int, err *Error) map[int]*Error {
	why := map[int]*Error{}
	for _, i := range at {
		why[i] = err
	}
	return why
}

// listWritten lists the files that all operations together write, move or copy.
func (s *rollback) listWritten() error {
	changes, err := s.all.tx.Changes()
	for _, c := range changes {
		if !c.Dir && c.Kind != workspace.Deleted {
			s.written = append(s.written, c.Name)
		}
	}
	return err
}

// lost lists the names that have a file before the run and after all operations, but none
// in this outcome.
func (s *rollback) lost(o outcome) []string {
	absent := func(tx *workspace.Tx, name string) bool {
		t, err := tx.Find(name, workspace.ToRead)
		return err == nil && t.Kind == workspace.Absent
	}
	stood := func(name string) bool {
		f, err := o.tx.OnDisk(name)
		return err == nil && f.Close() == nil
	}
	names := slices.Clone(s.written)
	changes, _ := o.tx.Changes() // an error is one of checkAll as well
	for _, c := range changes {
		switch {
		case c.Dir:
		case c.Kind == workspace.Deleted:
			names = append(names, c.Name)
		case c.Kind == workspace.Moved:
			names = append(names, c.From)
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool {
		return !absent(o.tx, name) || absent(s.all.tx, name) || !stood(name)
	})
}

// include runs operations that were left out after all, if nothing is worse with them.
func (s *rollback) include(ctx context.Context, o outcome) (outcome, error) {
	s.spent, s.replayed = checkTime{}, 0
	for _, c := range s.candidates() {
		if s.replayed > maxTried || s.exhausted() {
			break
		}
		if c.without >= 0 && o.results[c.without].Err == nil {
			continue
		}
		excluded := maps.Clone(o.excluded)
		for _, i := range slices.Concat(c.include, s.room[c.name]) {
			delete(excluded, i)
		}
		if c.without >= 0 {
			excluded[c.without] = cmp.Or(o.excluded[c.without], takenBack(c.name))
		}
		if len(excluded) > len(o.excluded) || maps.Equal(excluded, o.excluded) {
			continue
		}
		next, err := s.attempt(ctx, excluded)
		if err != nil {
			return o, err
		}
		if len(next.broken) == 0 && better(o, next) && len(s.lost(next)) == 0 && next.uncheckedFiles() <= o.uncheckedFiles() {
			if o = next; c.without >= 0 {
				s.culprits[c.without] = c.name
			}
		}
	}
	return o, s.nameFaults(ctx, &o)
}

// nameFaults tells each culprit what it breaks in the tree that the other operations make.
func (s *rollback) nameFaults(ctx context.Context, o *outcome) error {
	s.spent, s.replayed = checkTime{}, 0
	for _, i := range slices.Sorted(maps.Keys(s.culprits)) {
		if s.replayed > maxTried || s.exhausted() {
			break
		}
		if o.excluded[i] == nil {
			continue
		}
		name := s.culprits[i]
		alone := outcome{excluded: with(o.excluded, failures(o.results))}
		for _, j := range append([]int{i}, s.room[name]...) {
			delete(alone.excluded, j)
		}
		if err := s.pass(ctx, &alone); err != nil {
			return err
		}
		if err := s.checkAll(ctx, &alone); err != nil {
			return err
		}
		if _, ok := alone.broken[name]; !ok && len(alone.broken) > 0 {
			name = sortedNames(alone.broken)[0]
		}
		f, ok := alone.broken[name]
		if !ok || alone.results[i].Err != nil {
			continue
		}
		e := f.err(name, s.list[i])
		if f.unknown {
			e = unanswered(name, f)
		}
		o.excluded[i], o.results[i].Err = e, e
	}
	return nil
}

// candidate is operations that may be included again, and one that is left out in their
// place; -1 for none.
type candidate struct {
	name    string // the file that they broke
	include []int
	without int
}

// candidates are the culprits one by one, since what each broke may be gone; all that was
// left out for a file, without one of the operations on it, which may be the only culprit;
// and culprits two by two, since one may open a bracket that the other closes, those first
// that stand near to one another.
func (s *rollback) candidates() []candidate {
	var single, others, pairs []candidate
	of := map[string][]int{}
	for _, i := range slices.Sorted(maps.Keys(s.culprits)) {
		name := s.culprits[i]
		single = append(single, candidate{name, []int{i}, -1})
		for _, j := range of[name][max(0, len(of[name])-maxPaired):] {
			pairs = append(pairs, candidate{name, []int{j, i}, -1})
		}
		of[name] = append(of[name], i)
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		include := slices.Concat(of[name], s.touched[name])
		for _, i := range s.touched[name] {
			others = append(others, candidate{name, include, i})
		}
	}
	slices.SortStableFunc(pairs, func(a, b candidate) int {
		return cmp.Compare(a.include[1]-a.include[0], b.include[1]-b.include[0])
	})
	return slices.Concat(single, others, pairs)
}

// better reports whether next does everything that o does, and more.
func better(o, next outcome) bool {
	more := false
	for i, res := range next.results {
		if res.Err != nil && o.results[i].Err == nil {
			return false
		}
		more = more || res.Err == nil && o.results[i].Err != nil
	}
	return more
}
