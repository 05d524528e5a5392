package ops

import (
	"context"
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"

	"fileops/internal/workspace"
)

// maxRounds is how often a run is tried again without the operations that broke
// something, and maxParsed how many bytes are parsed to find those. After that all
// that touched a broken file are left out together.
const (
	maxRounds = 20
	maxParsed = 32 << 20
)

// settling is the search for what of a run can be kept.
type settling struct {
	*Runner
	list     []Operation
	numbered map[int][sha256.Size]byte // what each operation that goes by line numbers found, when all ran
	noted    bool                      // all ran
	answers  map[question]opinion
	parsed   int // bytes that were parsed for the search
}

// outcome is what came of the operations without those that are excluded.
type outcome struct {
	tx       *workspace.Tx
	results  []Result
	excluded map[int]*Error   // and why; the operations of calls that are withheld are among them
	broken   map[string]fault // the files that did parse before or are new, and do not in the end
	old      map[string]fault // those that did not before either
	unjudged []string         // what should have been checked and was not, as warnings
}

// settle runs the operations until every file that was valid before, or is new, is
// valid after the last one: an operation after which a file stayed broken is failed
// and the others are run again without it, as they are without those of a call that
// asked for several operations of which one failed.
func (r *Runner) settle(ctx context.Context, list []Operation) (*workspace.Tx, []Result, error) {
	s := settling{Runner: r, list: list, numbered: map[int][sha256.Size]byte{}, answers: map[question]opinion{}}
	o, err := s.attempt(ctx, nil)
	s.parsed = 0
	for round := 0; err == nil && len(o.broken) > 0 && !r.KeepGoing; round++ {
		before := len(o.excluded)
		o, err = s.narrow(ctx, o, round >= maxRounds || s.parsed > maxParsed)
		if err == nil && len(o.excluded) == before {
			break
		}
	}
	if err == nil {
		err = s.warn(ctx, o)
	}
	r.unjudged = o.unjudged
	return o.tx, o.results, err
}

// attempt runs the operations that are not excluded, and without the calls of which
// one fails.
func (s *settling) attempt(ctx context.Context, excluded map[int]*Error) (outcome, error) {
	o := outcome{excluded: map[int]*Error{}}
	maps.Copy(o.excluded, excluded)
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
	s.noted = true
	return err
}

// number keeps an operation that goes by line numbers from a text that is not the one
// which it found when all operations ran: one before it is missing now.
func (s *settling) number(i int, tx *workspace.Tx) error {
	path, ok := byLines(s.list[i].Action)
	if !ok {
		return nil
	}
	target, err := tx.Find(path, workspace.ToEdit)
	if err != nil || target.Kind != workspace.Regular {
		return nil //nolint:nilerr // the operation will say so itself
	}
	content, err := tx.Read(target, s.Policy.MaxEdit)
	if err != nil {
		return nil //nolint:nilerr // likewise
	}
	found := sha256.Sum256(content)
	if !s.noted {
		s.numbered[i] = found
		return nil
	}
	if was, known := s.numbered[i]; !known || was == found {
		return nil
	}
	return &Error{
		Code: BadRange, Path: path, Msg: "Not applied: the line numbers of " + path + " are not what they were, since an operation before this one was rolled back",
		Hint: "Read " + path + " again and send it with the line numbers as they are.",
	}
}

// byLines is the file in which an operation finds its place by line numbers, if it
// does.
func byLines(a Action) (path string, ok bool) {
	switch a := a.(type) {
	case InsertAt:
		return a.Path, true
	case ReplaceLines:
		return a.Path, true
	case fileEdit:
		return a.Path, a.Line > 0
	}
	return "", false
}

// narrow runs the operations again without the culprits of the broken files; without
// all that touched one, if all is set.
func (s *settling) narrow(ctx context.Context, o outcome, all bool) (outcome, error) {
	t, err := s.trace(ctx, o.excluded)
	if err != nil {
		return o, err
	}
	excluded := maps.Clone(o.excluded)
	for _, name := range sortedNames(o.broken) {
		for j, i := range t.culprit(name, o.broken) {
			if excluded[i] != nil {
				continue
			}
			if excluded[i] = o.broken[name].err(name, s.list[i].ID); j > 0 {
				excluded[i] = takenBack(name)
			}
		}
		for _, i := range t.touched(name) {
			if all && excluded[i] == nil {
				excluded[i] = takenBack(name)
			}
		}
	}
	return s.attempt(ctx, excluded)
}

func takenBack(name string) *Error {
	return &Error{
		Code: BadSyntax, Path: name, Msg: "Taken back with another operation, after which " + name + " would not parse",
		Hint: "Send it again when that one is correct.",
	}
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
		say(t.touched(name), fmt.Sprintf("%s was broken before: %s", name, o.old[name].words()))
	}
	for _, name := range sortedNames(o.broken) {
		say(t.culprit(name, o.broken), fmt.Sprintf("Syntax validation failed: %s of %s", o.broken[name].words(), name))
	}
	return nil
}

func sortedNames(m map[string]fault) []string { return slices.Sorted(maps.Keys(m)) }
