package journal

import (
	"errors"
	"io/fs"
	"os"
	"slices"
)

// Prune removes the oldest runs from the history while there are more than so many runs, or
// more than size bytes; 0 is no limit. Undos and the runs that they undid are undo pairs.
// Their limit is 2 × runs, and they are removed first if space is short. So an undo never pushes
// out a run that can still be undone. The newest run stays whatever its size.
//
// An undo is newer than the run that it undid, so it is removed later. So a run that was
// undone never looks as if it were in force.
func (d Dir) Prune(runs int, size int64) error {
	list, err := d.History()
	if err != nil {
		return err
	}
	paired := undoPairs(list)
	count, total := map[bool]int{}, int64(0) // runs by whether they are one of an undo pair
	for _, r := range list {
		count[paired[r.Number]]++
		total += r.Size
	}
	large := func() bool { return size > 0 && total > size }
	many := func(paired bool, most int) bool { return most > 0 && count[paired] > most }
	for _, limit := range []struct {
		paired bool
		over   func() bool
	}{
		{false, func() bool { return many(false, runs) }},
		{true, func() bool { return many(true, 2*runs) || large() }},
		{false, large},
	} {
		for i := len(list) - 1; i > 0 && limit.over(); i-- {
			r := list[i]
			if paired[r.Number] != limit.paired {
				continue
			}
			if err := os.Remove(r.Path); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return failed(r.Path, err)
			}
			count[limit.paired]--
			total -= r.Size
			list = slices.Delete(list, i, i+1)
		}
	}
	return nil
}

// undoPairs are the numbers of the runs that undid one or were undone. The list begins
// with the newest, so a run that was undone itself undoes nothing.
func undoPairs(list []Record) map[int]bool {
	undone, paired := map[int]bool{}, map[int]bool{}
	for _, r := range list {
		if r.UndoesNumber > 0 && !undone[r.Number] {
			undone[r.UndoesNumber] = true
		}
		paired[r.Number] = r.UndoesNumber > 0 || undone[r.Number]
	}
	return paired
}
