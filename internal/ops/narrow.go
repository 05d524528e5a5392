package ops

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"

	"fileops/internal/workspace"
)

// maxAgain is how many operations are run again to find which one of those on a file
// is to blame, and as many to see what each culprit does by itself.
const maxAgain = 10_000

// maxTried is how many bytes are parsed before the search for one operation that alone is
// to blame is given up: where there are many, trying each again in every round would take
// most of what may be parsed.
const maxTried = maxParsed / 8

// suspicion is which operations are taken back for a file.
type suspicion struct {
	why   map[int]*Error // what each is told, until more is known
	known bool           // it may be told what it does
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
	names := sortedNames(o.broken)
	for _, name := range names {
		r.chosen[name] = r.suspect(name, all)
	}
	r.best, err = r.without(ctx, r.chosen)
	for _, name := range names {
		if err == nil && !all && r.chosen[name].known {
			err = r.try(ctx, name)
		}
	}
	for _, name := range names {
		for i := range r.chosen[name].why {
			if _, twice := s.guilty[i]; !twice && r.chosen[name].known {
				s.guilty[i] = guilt{name, r.best.room[name]}
			}
		}
	}
	return r.best, err
}

// suspect is the operation after which a file stayed broken, and all others that touched
// it, if all is set.
func (r *round) suspect(name string, all bool) suspicion {
	b, known := r.trace.culprit(name, r.from.broken)
	if !known {
		return suspicion{each(r.trace.touched(name), unanswered(name, r.from.broken[name])), false}
	}
	why := map[int]*Error{}
	if all {
		why = each(r.trace.touched(name), givenUp(name))
	}
	why[b.op] = b.fault.err(b.name, r.list[b.op])
	return suspicion{why, true}
}

// each tells some operations the same.
func each(at []int, err *Error) map[int]*Error {
	why := map[int]*Error{}
	for _, i := range at {
		why[i] = err
	}
	return why
}

// try looks for one operation that alone is to blame for a file, at a lower cost than
// the culprit that was chosen for it.
func (r *round) try(ctx context.Context, name string) error {
	for _, i := range r.trace.touched(name) {
		least := r.cost(name, r.best, r.chosen)
		if least == 0 || r.again > maxAgain || r.parsed > maxTried || r.exhausted() {
			return nil
		}
		if r.chosen[name].why[i] != nil {
			continue
		}
		r.again += len(r.list)
		chosen := maps.Clone(r.chosen)
		chosen[name] = suspicion{each([]int{i}, takenBack(name)), true}
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
		case err == nil, err.Code == Withheld, r.from.results[i].Err != nil, chosen[name].why[i] != nil:
		case err.Code == BadRange:
			lost++
		default:
			return math.MaxInt
		}
	}
	return lost
}

// without runs the operations but those that are chosen. A name at which a file stood
// before the run is not left empty for one that is not written now: the file that made
// room for it stays, and nothing that was meant for the new one is done to it; what failed
// at first fails then, too, if it would take that file away in its turn.
func (r *round) without(ctx context.Context, chosen map[string]suspicion) (outcome, error) {
	excluded := with(r.from.excluded, nil)
	for _, name := range sortedNames(r.from.broken) {
		for i, err := range chosen[name].why {
			excluded[i] = cmp.Or(excluded[i], err)
		}
	}
	o, err := r.attempt(ctx, excluded)
	room := map[string][]int{}
	for _, name := range sortedNames(r.from.broken) {
		op, ok := r.trace.vacated(name)
		if err != nil || !ok || o.excluded[op] != nil || !absent(o, name) || !stood(o, name) {
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

// givenUp is the error of operations on a file in which there are more culprits than are
// looked for.
func givenUp(name string) *Error {
	return &Error{
		Code: BadSyntax, Path: name,
		Msg:  "Taken back with all operations on " + name + ": after those that were found to be wrong it would still not parse, and the search for more was given up",
		Hint: "This one may be right. Correct those that have an error of their own first, and send the others with fewer operations on " + name + " at a time.",
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
