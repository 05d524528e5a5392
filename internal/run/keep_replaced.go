package run

import (
	"context"
	"maps"
	"slices"

	"fileops/internal/workspace"
)

// keepReplaced makes an attempt, and excludes more until no replaced file is missing. If the
// replacement of a file is excluded, the old file has to stay. So the move or delete that made
// room is excluded too, and so are the operations on the new file.
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
		excluded = maps.Clone(next.excluded)
		for _, name := range missing {
			op, known := v.lastRemoval(name, excluded)
			if !known {
				excluded = excluded.with(ex.firstAttemptFailures) // an operation that failed at first removes the file now
				continue
			}
			// If the missing file is broken itself, the operation made room for that file alone.
			// Else it may have made room for any of the broken ones.
			files, reason := broken, errReplacementExcluded(name)
			if slices.Contains(broken, name) {
				files, reason = []string{name}, errDependsOnCulprit(name)
			}
			for _, file := range files {
				ex.madeRoom[file] = append(ex.madeRoom[file], op)
			}
			excluded.add(reason, op)
			for i := op + 1; i < len(ex.list); i++ { // those on the replacement
				first := ex.firstReplayResults[i]
				if slices.Contains(v.operationsOn(name), i) || first.Err == nil && isAbout(first.Done, name) {
					excluded.add(reason, i)
				}
			}
		}
		if len(excluded) == before { // nothing more is known that removes it: exclude every change
			excluded.add(errReplacementExcluded(missing[0]), v.changed...)
			return ex.attempt(ctx, excluded)
		}
	}
}

// missing lists the names that have a file before the run and after the first attempt, but
// none in this outcome.
func (ex *execution) missing(o outcome) []string {
	absent := func(tx *workspace.Tx, name string) bool {
		t, err := tx.Find(name, workspace.ToRead, workspace.Relative)
		return err == nil && t.Kind == workspace.Absent
	}
	onDisk := func(name string) bool {
		f, err := o.tx.OnDisk(name)
		return err == nil && f.Close() == nil
	}
	names := slices.Clone(ex.firstAttemptFiles)
	for _, c := range o.tx.Changes() {
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
		return !absent(o.tx, name) || absent(ex.firstAttempt.tx, name) || !onDisk(name)
	})
}
