package run

import (
	"cmp"
	"context"
	"maps"
	"slices"
)

// maxPaired is how many earlier culprits on the same file each culprit is paired with.
const maxPaired = 16

// include runs excluded operations again, candidate by candidate. It keeps an outcome in which
// more operations succeed, if no file is broken or missing, and no more files are unchecked.
func (ex *execution) include(ctx context.Context, o outcome) (outcome, error) {
	ex.resetUsage()
	for _, c := range ex.candidates() {
		if ex.exhausted(maxTried) {
			break
		}
		if c.exclude >= 0 && o.results[c.exclude].Err == nil {
			continue // to exclude an operation that succeeds cannot improve the outcome
		}
		excluded := o.excluded.without(slices.Concat(c.include, ex.madeRoom[c.name])...)
		if c.exclude >= 0 {
			excluded[c.exclude] = cmp.Or(o.excluded[c.exclude], errDependsOnCulprit(c.name))
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

// updateCulpritErrors replays each culprit together with the operations that succeeded. Its
// error then reports what it breaks in their tree.
func (ex *execution) updateCulpritErrors(ctx context.Context, o *outcome) error {
	ex.resetUsage()
	for _, i := range slices.Sorted(maps.Keys(ex.culprits)) {
		if ex.exhausted(maxTried) {
			break
		}
		if o.excluded[i] == nil {
			continue
		}
		failed := exclusions{} // the excluded operations are among them
		failed.addFailures(o.results)
		withCulprit, err := ex.replay(ctx, failed.without(append([]int{i}, ex.madeRoom[ex.culprits[i]]...)...), nil)
		if err == nil {
			err = ex.checker.checkAll(ctx, &withCulprit)
		}
		if err != nil {
			return err
		}
		ex.replayed += len(ex.list)
		// If the culprit was found in a copy, its error names the source. In this tree, it may
		// break another file than before.
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

// candidate is a set of operations to include again, and one operation to exclude in their
// place; exclude is -1 for none.
type candidate struct {
	name    string // of the file that they were excluded for
	include []int
	exclude int
}

// candidates are first the single culprits: without the others, each may break nothing. Then,
// for each file, come all operations that were excluded for it but one, which may be the only
// culprit. Last come pairs of culprits, since one may open a bracket that the other closes.
func (ex *execution) candidates() []candidate {
	var single, others, pairs []candidate
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
		include := slices.Concat(of[name], ex.operationsOn[name])
		for _, i := range ex.operationsOn[name] {
			others = append(others, candidate{name, include, i})
		}
	}
	slices.SortStableFunc(pairs, func(a, b candidate) int {
		return cmp.Compare(a.include[1]-a.include[0], b.include[1]-b.include[0])
	})
	return slices.Concat(single, others, pairs)
}

// improves reports whether all operations that succeed in o succeed in next, and others too.
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
