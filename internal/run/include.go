package run

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// maxPaired is how many earlier culprits on the same file each culprit is paired with.
const maxPaired = 16

// include runs excluded operations again. It keeps them if no file breaks, none goes missing
// and no operation that succeeded fails.
func (s *culpritSearch) include(ctx context.Context, o outcome) (outcome, error) {
	s.resetUsage()
	for _, c := range s.candidates() {
		if s.exhausted(maxTried) {
			break
		}
		if c.exclude >= 0 && o.results[c.exclude].Err == nil {
			continue
		}
		excluded := o.excluded.without(slices.Concat(c.include, s.madeRoom[c.name])...)
		if c.exclude >= 0 {
			excluded[c.exclude] = cmp.Or(o.excluded[c.exclude], errDependsOnCulprit(c.name))
		}
		if len(excluded) > len(o.excluded) || maps.Equal(excluded, o.excluded) {
			continue
		}
		next, err := s.attempt(ctx, excluded)
		if err != nil {
			return o, err
		}
		if len(next.broken) == 0 && better(o, next) && len(s.missing(next)) == 0 && next.uncheckedFiles() <= o.uncheckedFiles() {
			o = next
			if c.exclude >= 0 {
				s.culprits[c.exclude] = c.name
			}
		}
	}
	return o, s.updateCulpritErrors(ctx, &o)
}

// updateCulpritErrors replaces the error of each culprit by what it breaks in the tree that
// the other operations make.
func (s *culpritSearch) updateCulpritErrors(ctx context.Context, o *outcome) error {
	s.resetUsage()
	for _, i := range slices.Sorted(maps.Keys(s.culprits)) {
		if s.exhausted(maxTried) {
			break
		}
		if o.excluded[i] == nil {
			continue
		}
		name := s.culprits[i]
		withCulprit := outcome{excluded: o.excluded.with(failures(o.results)).without(slices.Concat(s.madeRoom[name], []int{i})...)}
		if err := s.countedReplay(ctx, &withCulprit); err != nil {
			return err
		}
		if err := s.checkAll(ctx, &withCulprit); err != nil {
			return err
		}
		if _, ok := withCulprit.broken[name]; !ok && len(withCulprit.broken) > 0 { // it breaks another one
			name = sortedNames(withCulprit.broken)[0]
		}
		f, ok := withCulprit.broken[name]
		if !ok || withCulprit.results[i].Err != nil {
			continue
		}
		e := f.operationError(name, s.list[i])
		if f.unconfirmed {
			e = errUnknownCulprit(name, f)
		}
		o.excluded[i], o.results[i].Err = e, e
	}
	return nil
}

// candidate is a set of operations to include again, and one operation to exclude in their
// place; exclude is -1 for none.
type candidate struct {
	name    string // the file that they broke
	include []int
	exclude int
}

// candidates are first the single culprits, since what each broke may be gone. Then, for each
// file, come all operations that were excluded for it but one, which may be the only culprit.
// Last come pairs of culprits, since one may open a bracket that the other closes.
func (s *culpritSearch) candidates() []candidate {
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
