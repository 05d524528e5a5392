package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Run is one committed run, as the history has it.
type Run struct {
	ID       string
	Time     time.Time // when it began
	Undoes   string    // the run that it undid, "" if it is none of those
	UndoneBy string    // the run that undid it, "" if it is in force
	Lost     string    // why it cannot be undone, "" if it can
	Changes  []Change  // by name, without backups; their contents cannot be had
	Size     int64     // bytes that the history spends on it
	Warnings []string  // of an undo: what cannot be had back

	path   string
	number int
}

// file makes the journal of a commit that is done an entry of the history. There is
// nothing to sync: until the new name is on disk, the old one says the same.
func (s *state) file(j *journal) error {
	if err := os.MkdirAll(s.path(runsDir), 0o700); err != nil { // somebody may have cleared it away
		return err
	}
	name := fmt.Sprintf("%08d-%s", j.Number, j.Run)
	if j.Undoes != "" {
		name += fmt.Sprintf(".%08d", j.Undone)
	}
	return os.Rename(s.path(committedFile), s.path(runsDir, name))
}

// record is a file of the history.
type record struct {
	name   string
	number int
	undone int // the number of the run that it undoes, 0 if it undoes none
	size   int64
}

// entries lists the files of the history, the newest first.
func (s *state) entries() ([]record, error) {
	if s.dir == "" {
		return nil, nil
	}
	files, err := os.ReadDir(s.path(runsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, stateError(s.path(runsDir), err)
	}
	var list []record
	for _, f := range files {
		digits, _, _ := strings.Cut(f.Name(), "-")
		number, err := strconv.Atoi(digits)
		if err != nil {
			continue // not one of ours
		}
		info, err := f.Info()
		if err != nil {
			continue // it went meanwhile
		}
		_, undoes, _ := strings.Cut(f.Name(), ".")
		undone, _ := strconv.Atoi(undoes) // 0 where it is none
		list = append(list, record{f.Name(), number, undone, info.Size()})
	}
	slices.SortFunc(list, func(a, b record) int { return cmp.Compare(b.number, a.number) })
	return list, nil
}

// next is the number of the next run.
func (s *state) next() (int, error) {
	list, err := s.entries()
	if err != nil || len(list) == 0 {
		return 1, err
	}
	return list[0].number + 1, nil
}

// prune removes from the history what is over the limits, the oldest first. Undos and
// what they undid count by themselves, twice as many as runs in force since there are
// two of each, and go first where space is short: undoing pushes out nothing that can be
// undone yet. The newest one stays whatever its size.
//
// What undoes a run is newer than it and goes later: a run that was undone never looks
// as if it were in force.
func (w *Workspace) prune() error {
	list, err := w.state.entries()
	if err != nil {
		return leftBehind(w.state.path(runsDir), err)
	}
	spent := spent(list)
	runs, size := map[bool]int{}, int64(0) // runs by whether they are spent
	for _, e := range list {
		runs[spent[e.number]]++
		size += e.size
	}
	large := func() bool { return w.opt.HistorySize > 0 && size > w.opt.HistorySize }
	many := func(spent bool, most int) bool { return most > 0 && runs[spent] > most }
	for _, limit := range []struct {
		spent bool
		over  func() bool
	}{
		{false, func() bool { return many(false, w.opt.HistoryRuns) }},
		{true, func() bool { return many(true, 2*w.opt.HistoryRuns) || large() }},
		{false, large},
	} {
		for i := len(list) - 1; i > 0 && limit.over(); i-- {
			e := list[i]
			if spent[e.number] != limit.spent {
				continue
			}
			if err := os.Remove(w.state.path(runsDir, e.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
				return leftBehind(w.state.path(runsDir, e.name), err)
			}
			runs[limit.spent]--
			size -= e.size
			list = slices.Delete(list, i, i+1)
		}
	}
	return nil
}

// spent are the numbers of the runs that undid one or were undone. The list goes from
// the newest on, so what was undone itself undoes nothing.
func spent(list []record) map[int]bool {
	undone, spent := map[int]bool{}, map[int]bool{}
	for _, e := range list {
		if e.undone > 0 && !undone[e.number] {
			undone[e.undone] = true
		}
		spent[e.number] = e.undone > 0 || undone[e.number]
	}
	return spent
}

// History lists the runs on the root that are kept, the newest first. An entry that
// cannot be read says so in Lost.
func (w *Workspace) History() ([]Run, error) {
	list, err := w.state.entries()
	if err != nil {
		return nil, err
	}
	runs := make([]Run, 0, len(list))
	for r := range w.runs(list) {
		runs = append(runs, r)
	}
	return runs, nil
}

// runs reads the runs of a list one by one, with their journals; nil for one that cannot
// be read.
func (w *Workspace) runs(list []record) iter.Seq2[Run, *journal] {
	return func(yield func(Run, *journal) bool) {
		undone := map[int]string{} // by which run; runs by their numbers
		for _, e := range list {
			path := w.state.path(runsDir, e.name)
			r := Run{path: path, number: e.number, Size: e.size}
			j, err := readJournal(path)
			if err != nil {
				_, id, _ := strings.Cut(e.name, "-")
				r.ID, _, _ = strings.Cut(id, ".")
				r.Lost = err.Error()
			} else {
				r.ID, r.Time, r.Undoes, r.Lost, r.Changes = j.Run, j.Time, j.Undoes, j.Lost, j.Changes
			}
			// Runs come newest first, so what was undone itself undoes nothing.
			r.UndoneBy = undone[r.number]
			if r.Undoes != "" && r.UndoneBy == "" {
				undone[j.Undone] = r.ID
			}
			if !yield(r, j) {
				return
			}
		}
	}
}

// find is the run of an ID, or for "" the newest one that is in force and is not
// itself an undo: undoing again and again goes further and further back. Two runs of one
// second can have the same ID: the newest that is in force is meant, else the oldest.
func (w *Workspace) find(id string) (Run, *journal, error) {
	list, err := w.state.entries()
	if err != nil {
		return Run{}, nil, err
	}
	var found Run
	var from *journal
	for r, j := range w.runs(list) {
		if id == "" && r.Undoes == "" && r.UndoneBy == "" || id != "" && r.ID == id {
			found, from = r, j
		}
		if found.ID != "" && found.UndoneBy == "" {
			break
		}
	}
	if found.ID != "" {
		return found, from, found.undoable()
	}
	e := &Error{Reason: NoRun, Path: id, Msg: "nothing to undo: no run on this root is kept, or all were undone", Hint: "See fileops history."}
	if id != "" {
		e.Msg = "no such run on this root: " + id
	}
	return Run{}, nil, e
}

func (r Run) undoable() error {
	switch {
	case r.UndoneBy != "":
		return &Error{
			Reason: NoRun, Path: r.ID, Msg: fmt.Sprintf("run %s was undone already, by run %s", r.ID, r.UndoneBy),
			Hint: "to have it back: fileops undo " + r.UndoneBy,
		}
	case r.Lost != "":
		return &Error{Reason: NoRun, Path: r.ID, Msg: fmt.Sprintf("run %s cannot be undone: %s", r.ID, r.Lost)}
	}
	return nil
}
