package ops

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"slices"

	"fileops/internal/workspace"
)

// maxAgain is how many operations are run again to find which one of those on a file
// is to blame, and as many to see what each culprit does by itself.
const maxAgain = 10_000

// suspicion is which operations are taken back for a file.
type suspicion struct {
	at    []int
	err   *Error // what they are told, until more is known
	known bool   // each of them may be told what it does
}

// round is one of the search for what broke the files of an outcome.
type round struct {
	*settling
	from   outcome
	trace  *trace
	chosen map[string]suspicion // by file
	best   outcome              // without those
}

// narrow runs the operations again without the culprits of the broken files; without
// all that touched one, if all is set or nothing tells them apart.
//
// The culprit is the one operation without which a file parses and the others on it are
// done; where that takes more than one, it is that after which it stayed broken.
func (s *settling) narrow(ctx context.Context, o outcome, all bool) (outcome, error) {
	t, err := s.trace(ctx, o.excluded)
	if err != nil {
		return o, err
	}
	r := round{settling: s, from: o, trace: t, chosen: map[string]suspicion{}}
	var search []string
	for _, name := range sortedNames(o.broken) {
		at, ok := t.culprit(name, o.broken)
		switch {
		case !ok:
			r.chosen[name] = suspicion{at, unanswered(name, o.broken[name]), false}
		case all:
			r.chosen[name] = suspicion{t.touched(name), takenBack(name), true}
		default:
			r.chosen[name] = suspicion{at, takenBack(name), true}
			search = append(search, name)
		}
	}
	r.best, err = r.without(ctx, r.chosen)
	for _, name := range search {
		if err == nil {
			err = r.try(ctx, name)
		}
	}
	for _, name := range sortedNames(o.broken) {
		for _, i := range r.chosen[name].at {
			if _, twice := s.guilty[i]; !twice && r.chosen[name].known {
				s.guilty[i] = guilt{name, r.best.room[name]}
			}
		}
	}
	return r.best, err
}

// try looks for one operation that alone is to blame for a file, at a lower cost than
// the culprit that was chosen for it.
func (r *round) try(ctx context.Context, name string) error {
	for _, i := range r.trace.touched(name) {
		least := r.cost(name, r.best, r.chosen)
		if least == 0 || r.again > maxAgain || r.exhausted() {
			return nil
		}
		if slices.Contains(r.chosen[name].at, i) {
			continue
		}
		r.again += len(r.list)
		chosen := maps.Clone(r.chosen)
		chosen[name] = suspicion{[]int{i}, takenBack(name), true}
		o, err := r.without(ctx, chosen)
		if err != nil {
			return err
		}
		if r.cost(name, o, chosen) < least && len(o.broken) <= len(r.best.broken) {
			r.chosen, r.best = chosen, o
		}
	}
	return nil
}

// cost is how many operations on a file are lost in an outcome with those that were
// chosen for it. It is boundless where the file is still broken, or another is that was
// not, or others are lost than those that go by line numbers, which are after any that is
// left out.
func (r *round) cost(name string, o outcome, chosen map[string]suspicion) int {
	for other := range o.broken {
		if _, was := r.from.broken[other]; !was || other == name {
			return math.MaxInt
		}
	}
	lost := 0
	for _, i := range r.trace.touched(name) {
		err := o.results[i].Err
		switch {
		case err == nil, err.Code == Withheld, r.from.results[i].Err != nil, slices.Contains(chosen[name].at, i):
		case err.Code == BadRange:
			lost++
		default:
			return math.MaxInt
		}
	}
	return lost
}

// without runs the operations but those that are chosen. Where a file that stood at a
// name before the run made room for one that is not written now, it stays, and nothing
// that was meant for the new one is done to it; what failed at first fails then, too, if
// it would take the file away in its turn.
func (r *round) without(ctx context.Context, chosen map[string]suspicion) (outcome, error) {
	excluded := with(r.from.excluded, nil)
	for _, name := range sortedNames(r.from.broken) {
		for _, i := range chosen[name].at {
			excluded[i] = cmp.Or(excluded[i], chosen[name].err)
		}
	}
	o, err := r.attempt(ctx, excluded)
	room := map[string][]int{}
	for _, name := range sortedNames(r.from.broken) {
		op, own := r.trace.vacated(name)
		if err != nil || !own || o.excluded[op] != nil || !absent(o, name) || !stood(o, name) {
			continue
		}
		room[name] = []int{op}
		for _, i := range append([]int{op}, r.trace.touched(name)...) {
			if i >= op {
				excluded[i] = cmp.Or(excluded[i], takenBack(name))
			}
		}
	}
	if len(room) > 0 && err == nil {
		o, err = r.attempt(ctx, excluded)
	}
	for name := range room {
		if err == nil && absent(o, name) {
			o, err = r.attempt(ctx, with(excluded, r.failed))
		}
	}
	o.room = room
	return o, err
}

// absent reports whether nothing stands at a name in the end.
func absent(o outcome, name string) bool {
	t, err := o.tx.Find(name, workspace.ToRead)
	return err == nil && t.Kind == workspace.Absent
}

// stood reports whether something stood at a name before the run.
func stood(o outcome, name string) bool {
	f, err := o.tx.OnDisk(name)
	if err == nil {
		err = f.Close()
	}
	return err == nil
}

func takenBack(name string) *Error {
	return &Error{
		Code: BadSyntax, Path: name, Msg: "Taken back with another operation, after which " + name + " would not parse",
		Hint: "Send it again when that one is correct.",
	}
}

// unanswered is the error of operations of which one broke a file, and nobody says which.
func unanswered(name string, f fault) *Error {
	return &Error{
		Code: BadSyntax, Path: name,
		Msg:  fmt.Sprintf("Taken back with all operations on %s, which would not be right after them (%s): the check of it ended without an answer as to which of them is to blame", name, f.words()),
		Hint: "Send them again one at a time.",
	}
}
