package run

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// maxPaired is the number of earlier culprits of the same file that each culprit is paired with.
const maxPaired = 16

// readmit tries to run excluded operations again: it tries what the method candidates lists, one
// after the other. It keeps a new outcome in which more operations succeed (see improves), if no file is
// broken or missing there, and no more files than before are unchecked.
func (ex *execution) readmit(ctx context.Context, o outcome) (outcome, error) {
	ex.resetUsage()
	for _, c := range ex.candidates() {
		if ex.exhausted(maxReplayedReadmitting) {
			break
		}
		if c.exclude >= 0 && o.results[c.exclude].Err == nil {
			continue // excluding an operation that succeeds cannot improve the outcome
		}
		excluded := o.excluded.without(slices.Concat(c.readmit, ex.madeRoom[c.name])...)
		if c.exclude >= 0 {
			excluded[c.exclude] = cmp.Or(o.excluded[c.exclude], errInPlaceOfOthers(c.name))
		}
		if len(excluded) > len(o.excluded) || maps.Equal(excluded, o.excluded) {
			continue // it would exclude more operations, or the same ones
		}
		next, err := ex.attempt(ctx, excluded)
		if err != nil {
			return o, err
		}
		if len(next.broken) == 0 && improves(next, o) && len(ex.missing(next)) == 0 && next.uncheckedFiles() <= o.uncheckedFiles() {
			o = next
			if c.exclude >= 0 {
				ex.culprits[c.exclude] = c.name
			}
		}
	}
	return o, ex.updateCulpritErrors(ctx, &o)
}

// updateCulpritErrors makes the errors of the culprits that are still excluded fit the final tree.
// For each it replays the operations that succeeded, those that made room for its file, and the
// culprit. If the culprit breaks a file there, its error is made anew for that file. Otherwise it
// stays.
func (ex *execution) updateCulpritErrors(ctx context.Context, o *outcome) error {
	ex.resetUsage()
	for _, i := range slices.Sorted(maps.Keys(ex.culprits)) {
		if ex.exhausted(maxReplayedReadmitting) {
			break
		}
		if o.excluded[i] == nil {
			continue
		}
		failed := exclusions{} // also the excluded operations, which have errors
		failed.addFailures(o.results)
		withCulprit, err := ex.replay(ctx, failed.without(append([]int{i}, ex.madeRoom[ex.culprits[i]]...)...), nil)
		if err == nil {
			err = ex.contents.checkAll(ctx, &withCulprit)
		}
		if err != nil {
			return err
		}
		ex.replayed += len(ex.list)
		// Report the first of these files that the culprit breaks in this tree: the one that its
		// error names now; the one that it was excluded for, which may be a copy of that; any other.
		for _, name := range append([]string{o.excluded[i].Path, ex.culprits[i]}, sortedNames(withCulprit.broken)...) {
			if f, broken := withCulprit.broken[name]; broken && withCulprit.results[i].Err == nil {
				e := f.operationError(name, ex.list[i])
				if f.unconfirmed {
					e = errUnknownCulprit(name, f)
				}
				o.excluded[i], o.results[i].Err = e, e
				break
			}
		}
	}
	return nil
}

// candidate is a set of operations to readmit, and one operation to exclude in their place;
// exclude is -1 for none.
type candidate struct {
	name    string // the file for which they were excluded
	readmit []int
	exclude int
}

// candidates lists what readmit tries, in three series. The first has each culprit alone:
// without the others, it may break nothing. The second has, for each file, a candidate for each
// operation on it when its first culprit was found. Such a candidate excludes that operation, and
// readmits all others on the file, in case that one alone is to blame. The third has pairs of
// culprits, the nearest first: one may open a bracket that the other closes.
func (ex *execution) candidates() []candidate {
	var single, allButOne, pairs []candidate
	of := map[string][]int{}
	for _, i := range slices.Sorted(maps.Keys(ex.culprits)) {
		name := ex.culprits[i]
		single = append(single, candidate{name, []int{i}, -1})
		for _, j := range of[name][max(0, len(of[name])-maxPaired):] {
			pairs = append(pairs, candidate{name, []int{j, i}, -1})
		}
		of[name] = append(of[name], i)
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		readmit := slices.Concat(of[name], ex.firstOperationsOn[name])
		for _, i := range ex.firstOperationsOn[name] {
			allButOne = append(allButOne, candidate{name, readmit, i})
		}
	}
	slices.SortStableFunc(pairs, func(a, b candidate) int {
		return cmp.Compare(a.readmit[1]-a.readmit[0], b.readmit[1]-b.readmit[0])
	})
	return slices.Concat(single, allButOne, pairs)
}

// improves reports whether every operation that succeeds in o succeeds in next, and at least
// one more does.
func improves(next, o outcome) bool {
	more := false
	for i, res := range next.results {
		if res.Err != nil && o.results[i].Err == nil {
			return false
		}
		more = more || res.Err == nil && o.results[i].Err != nil
	}
	return more
}
