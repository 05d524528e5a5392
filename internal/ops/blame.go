package ops

import (
	"context"
	"iter"
	"maps"
	"slices"
)

// guilt is why an operation was taken back.
type guilt struct {
	name string // the file that would not parse
	room []int  // the operation that made room for that file, if it was taken back with it
}

// pardon takes the operation i off those that are excluded, with what it needs.
func (g guilt) pardon(i int, excluded map[int]*Error) {
	for _, i := range append([]int{i}, g.room...) {
		delete(excluded, i)
	}
}

// maxReunited is how many culprits a file may have for each two of them to be tried
// together.
const maxReunited = 16

// reunite keeps operations that break a file each, but do no harm together: where a
// culprit stands between them, one was taken back for it, and the other for that one.
func (s *settling) reunite(ctx context.Context, o outcome) (outcome, error) {
	s.again = 0
	of := map[string]int{}
	for _, g := range s.guilty {
		of[g.name]++
	}
	for i, j := range pairs(slices.Sorted(maps.Keys(s.guilty))) {
		a, first := s.guilty[i]
		b, second := s.guilty[j]
		if !first || !second || a.name != b.name || of[a.name] > maxReunited {
			continue
		}
		if s.again += len(s.list); s.again > maxAgain || s.exhausted() {
			break
		}
		next, err := s.restore(ctx, o, i, j)
		if err != nil {
			return o, err
		}
		if next.tx != o.tx {
			o = next
			delete(s.guilty, i)
			delete(s.guilty, j)
		}
	}
	return o, nil
}

// pairs are all of a list, those first that stand near to one another.
func pairs(list []int) iter.Seq2[int, int] {
	return func(yield func(int, int) bool) {
		for distance := 1; distance < len(list); distance++ {
			for k, i := range list[:len(list)-distance] {
				if !yield(i, list[k+distance]) {
					return
				}
			}
		}
	}
}

// confront tells each culprit what it does by itself to the tree that the operations
// which are kept make. One that does no harm there is kept as well.
func (s *settling) confront(ctx context.Context, o outcome) (outcome, error) {
	s.again, s.parsed = 0, 0
	for _, i := range slices.Sorted(maps.Keys(s.guilty)) {
		if s.again > maxAgain || s.exhausted() {
			break
		}
		if o.excluded[i] == nil {
			continue
		}
		s.again += len(s.list)
		g := s.guilty[i]
		alone := outcome{excluded: with(o.excluded, failures(o.results))}
		g.pardon(i, alone.excluded)
		if err := s.pass(ctx, &alone); err != nil {
			return o, err
		}
		if err := s.judgeAll(ctx, &alone); err != nil {
			return o, err
		}
		e := alone.results[i].Err
		switch names := sortedNames(alone.broken); {
		case e != nil:
		case len(names) == 0:
			var err error
			if o, err = s.restore(ctx, o, i); err != nil {
				return o, err
			}
			continue
		default:
			name := names[0]
			if _, ok := alone.broken[g.name]; ok {
				name = g.name
			}
			if e = alone.broken[name].err(name, s.list[i]); alone.broken[name].unsure {
				e = unanswered(name, alone.broken[name])
			}
		}
		o.excluded[i], o.results[i].Err = e, e
	}
	return o, nil
}

// restore keeps culprits after all, if nothing is worse with them. What could not be done
// without them, and breaks the file now that it can, is taken back in their place.
func (s *settling) restore(ctx context.Context, o outcome, culprits ...int) (outcome, error) {
	excluded := maps.Clone(o.excluded)
	for _, i := range culprits {
		s.guilty[i].pardon(i, excluded)
	}
	next, err := s.attempt(ctx, excluded)
	if err == nil && len(next.broken) > 0 && revived(o, next) {
		next, err = s.narrow(ctx, next, false)
	}
	if err != nil {
		return o, err
	}
	kept, lost := compare(o, next)
	if len(next.broken) > 0 || kept == 0 || lost > 0 {
		return o, nil
	}
	return next, nil
}

// revived reports whether an operation is done now that could not be done for want of
// another.
func revived(o, next outcome) bool {
	for i, res := range next.results {
		if o.results[i].Err != nil && o.excluded[i] == nil && res.Err == nil {
			return true
		}
	}
	return false
}

// compare counts the operations that are done in one outcome and not in the other.
func compare(o, next outcome) (kept, lost int) {
	for i, res := range next.results {
		switch was := o.results[i].Err != nil; {
		case was && res.Err == nil:
			kept++
		case !was && res.Err != nil:
			lost++
		}
	}
	return kept, lost
}

// relate tells the operations that could be done at first, and not any more, which one
// they needed.
func (s *settling) relate(o outcome) {
	for i, res := range o.results {
		if res.Err == nil || s.first[i].Err != nil {
			continue
		}
		switch res.Err.Code {
		case BadSyntax, Withheld, BadRange: // they say so themselves
			continue
		}
		if j, ok := s.needed(o, i); ok {
			e := *res.Err
			e.Hint = "An operation before this one (" + s.list[j].shown() + ") was rolled back. Send this one again when that one is correct."
			o.results[i].Err = &e
		}
	}
}

// needed is the last operation before i that was taken back: of those on the same file,
// if there is one.
func (s *settling) needed(o outcome, i int) (op int, ok bool) {
	op = -1
	for j := i - 1; j >= 0; j-- {
		e := o.results[j].Err
		if e == nil || s.first[j].Err != nil || e.Code != BadSyntax && e.Code != Withheld {
			continue
		}
		if s.first[j].meets(s.first[i].Done) {
			return j, true
		}
		op = max(op, j)
	}
	return op, op >= 0
}

// meets reports whether two operations were about the same file, or one about what is
// below the other.
func (d Done) meets(other Done) bool {
	for _, a := range d.paths() {
		for _, b := range other.paths() {
			_, under := below(a, b)
			_, over := below(b, a)
			if under || over {
				return true
			}
		}
	}
	return false
}

func (d Done) paths() []string {
	if d.route == nil {
		return []string{d.Path}
	}
	return []string{d.Path, d.route.from, d.route.to}
}
