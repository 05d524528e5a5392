package run

import (
	"context"
	"slices"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// keepReplaced runs the operations that are not excluded. If a replacement of a file is excluded,
// the move or delete that made room for it is excluded as well: the old file stays, and
// nothing that was meant for the new one is done to it.
func (s *rollback) keepReplaced(ctx context.Context, broken []string, excluded exclusions, v *versions) (outcome, error) {
	for {
		next, err := s.attempt(ctx, excluded)
		lost := s.lost(next)
		if err != nil || len(lost) == 0 {
			return next, err
		}
		before := len(next.excluded)
		excluded = next.excluded
		for _, name := range lost {
			op, known := v.vacated(name, excluded)
			if !known {
				excluded = excluded.with(s.failed) // one of them took it away in its turn
				continue
			}
			for _, file := range broken {
				if file == name || !slices.Contains(broken, name) {
					s.room[file] = append(s.room[file], op)
				}
			}
			why := rolledBack(name)
			if !slices.Contains(broken, name) {
				why = keptInPlace(name)
			}
			at := []int{op}
			for i := op + 1; i < len(s.list); i++ {
				if s.first[i].Err == nil && meet(s.first[i].Done, ops.Done{Path: name}) || slices.Contains(v.opsOn(name), i) {
					at = append(at, i)
				}
			}
			excluded = excluded.with(each(at, why))
		}
		if len(excluded) == before {
			return s.attempt(ctx, excluded.with(each(v.changed, keptInPlace(lost[0]))))
		}
	}
}

// listWritten lists the files that all operations together write, move or copy.
func (s *rollback) listWritten() error {
	changes, err := s.all.tx.Changes()
	for _, c := range changes {
		if !c.Dir && c.Kind != workspace.Deleted {
			s.written = append(s.written, c.Name)
		}
	}
	return err
}

// lost lists the names that have a file before the run and after all operations, but none
// in this outcome.
func (s *rollback) lost(o outcome) []string {
	absent := func(tx *workspace.Tx, name string) bool {
		t, err := tx.Find(name, workspace.ToRead, workspace.Relative)
		return err == nil && t.Kind == workspace.Absent
	}
	stood := func(name string) bool {
		f, err := o.tx.OnDisk(name)
		return err == nil && f.Close() == nil
	}
	names := slices.Clone(s.written)
	changes, _ := o.tx.Changes() // an error is one of checkAll as well
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
		return !absent(o.tx, name) || absent(s.all.tx, name) || !stood(name)
	})
}
