package run

import (
	"context"
	"slices"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// keepReplaced runs the operations that are not excluded. If the replacement of a file is
// excluded, the old file has to stay. So the move or delete that made room is excluded too,
// and so are the operations on the new file.
func (s *culpritSearch) keepReplaced(ctx context.Context, broken []string, excluded exclusions, v *versions) (outcome, error) {
	for {
		next, err := s.attempt(ctx, excluded)
		if err != nil {
			return next, err
		}
		lost := s.missing(next)
		if len(lost) == 0 {
			return next, nil
		}
		before := len(next.excluded)
		excluded = next.excluded.with(nil)
		for _, name := range lost {
			op, known := v.lastVacancy(name, excluded)
			if !known {
				excluded = excluded.with(s.initialFailures) // an operation that failed at first removes the file now
				continue
			}
			for _, file := range broken {
				if file == name || !slices.Contains(broken, name) {
					s.madeRoom[file] = append(s.madeRoom[file], op)
				}
			}
			why := errDependsOnCulprit(name)
			if !slices.Contains(broken, name) {
				why = errReplacementExcluded(name)
			}
			excluded.add(why, op)
			for i := op + 1; i < len(s.list); i++ {
				if s.firstResults[i].Err == nil && shareFile(s.firstResults[i].Done, ops.Done{Path: name}) || slices.Contains(v.changesOf(name), i) {
					excluded.add(why, i)
				}
			}
		}
		if len(excluded) == before { // nothing more is known that removes it: exclude every change
			excluded.add(errReplacementExcluded(lost[0]), v.changed...)
			return s.attempt(ctx, excluded)
		}
	}
}

// missing lists the names that have a file before the run and after all operations, but none
// in this outcome.
func (s *culpritSearch) missing(o outcome) []string {
	absent := func(tx *workspace.Tx, name string) bool {
		t, err := tx.Find(name, workspace.ToRead, workspace.Relative)
		return err == nil && t.Kind == workspace.Absent
	}
	onDisk := func(name string) bool {
		f, err := o.tx.OnDisk(name)
		return err == nil && f.Close() == nil
	}
	names := slices.Clone(s.initialFiles)
	changes, _ := o.tx.Changes() // checkAll has returned its error
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
		return !absent(o.tx, name) || absent(s.initial.tx, name) || !onDisk(name)
	})
}
