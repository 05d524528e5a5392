package run

import (
	"cmp"
	"context"
	"slices"

	"fileops/internal/workspace"
)

// keepReplaced makes attempts, and excludes more operations until no file is missing whose
// replacement was excluded.
// If operations remove a file and put a new one under its name, and the new one is not written,
// then the old one must stay. So the operation that made room is excluded too (see
// lastRemoval), and so are the operations on the new file. broken are the files whose culprits
// are excluded. v has the versions from before they were excluded.
func (ex *execution) keepReplaced(ctx context.Context, broken []string, excluded exclusions, v *versions) (outcome, error) {
	for {
		next, err := ex.attempt(ctx, excluded)
		if err != nil {
			return next, err
		}
		missing := ex.missing(next)
		if len(missing) == 0 {
			return next, nil
		}
		before := len(next.excluded)
		excluded = next.excluded
		for _, name := range missing {
			op, known := v.lastRemoval(name, excluded)
			if !known { // no known removal: an operation that failed at first may have succeeded now and removed it
				excluded.addFailures(ex.firstAttempt.results)
				continue
			}
			// If what was to take this name is broken itself, the operation made room for it alone.
			// Otherwise it may have made room for any of the broken files.
			files, reason := broken, errReplacementExcluded(name)
			if slices.Contains(broken, name) {
				files, reason = []string{name}, errDependsOnCulprit(name)
			}
			for _, file := range files {
				ex.madeRoom[file] = append(ex.madeRoom[file], op)
			}
			excluded.add(reason, op)
			for i := op + 1; i < len(ex.list); i++ { // exclude the operations on the replacement
				first := ex.firstReplayResults[i]
				if slices.Contains(v.operationsOn(name), i) || first.Err == nil && touches(first.Done, name) {
					excluded.add(reason, i)
				}
			}
		}
		if len(excluded) == before { // no other operation is known to remove the file: exclude every change
			excluded.add(errReplacementExcluded(missing[0]), v.changed...)
			return ex.attempt(ctx, excluded)
		}
	}
}

// missing lists files that were there before the run and are gone in this outcome, although the
// first attempt left something in their place.
func (ex *execution) missing(o outcome) []string {
	absent := func(tx *workspace.Tx, name string) bool {
		t, err := tx.Find(name, workspace.ToRead, workspace.Relative)
		return err == nil && t.Kind == workspace.Absent
	}
	onDisk := func(name string) bool {
		f, err := o.tx.OnDisk(name)
		return err == nil && f.Close() == nil
	}
	var names []string
	for _, c := range slices.Concat(ex.firstAttempt.tx.Changes(), o.tx.Changes()) {
		if !c.Dir {
			names = append(names, c.Name, cmp.Or(c.From, c.Name))
		}
	}
	slices.Sort(names)
	return slices.DeleteFunc(slices.Compact(names), func(name string) bool {
		return !absent(o.tx, name) || absent(ex.firstAttempt.tx, name) || !onDisk(name)
	})
}
