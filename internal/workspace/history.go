package workspace

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
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
	return os.Rename(s.path(committedFile), s.path(runsDir, fmt.Sprintf("%08d-%s", j.Number, j.Run)))
}

// record is a file of the history.
type record struct {
	name   string
	number int
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
		list = append(list, record{f.Name(), number, info.Size()})
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

// prune removes the oldest runs from the history, those that are over the limits.
// The newest one stays whatever its size.
func (w *Workspace) prune() error {
	list, err := w.state.entries()
	if err != nil {
		return leftBehind(w.state.path(runsDir), err)
	}
	total := int64(0)
	for i, e := range list {
		total += e.size
		over := w.opt.HistoryRuns > 0 && i >= w.opt.HistoryRuns || w.opt.HistorySize > 0 && total > w.opt.HistorySize
		if i == 0 || !over {
			continue
		}
		if err := os.Remove(w.state.path(runsDir, e.name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return leftBehind(w.state.path(runsDir, e.name), err)
		}
	}
	return nil
}

// History lists the runs on the root that are kept, the newest first. An entry that
// cannot be read says so in Lost.
func (w *Workspace) History() ([]Run, error) {
	list, err := w.state.entries()
	if err != nil {
		return nil, err
	}
	runs := make([]Run, 0, len(list))
	undone := map[int]string{} // by which run; runs by their numbers
	for _, e := range list {
		path := w.state.path(runsDir, e.name)
		r := Run{path: path, number: e.number, Size: e.size}
		j, err := readJournal(path)
		if err != nil {
			_, r.ID, _ = strings.Cut(e.name, "-")
			r.Lost = err.Error()
		} else {
			r.ID, r.Time, r.Undoes, r.Lost, r.Changes = j.Run, j.Time, j.Undoes, j.Lost, j.Changes
		}
		// Runs come newest first, so what was undone itself undoes nothing.
		r.UndoneBy = undone[r.number]
		if r.Undoes != "" && r.UndoneBy == "" {
			undone[j.Undone] = r.ID
		}
		runs = append(runs, r)
	}
	return runs, nil
}

// find is the run of an ID, or for "" the newest one that is in force and is not
// itself an undo: undoing again and again goes further and further back.
func (w *Workspace) find(id string) (Run, error) {
	runs, err := w.History()
	if err != nil {
		return Run{}, err
	}
	for i, r := range runs {
		if id == "" && r.UndoneBy == "" && r.Undoes == "" || id != "" && r.ID == id && (r.UndoneBy == "" || !again(runs[i+1:], id)) {
			return r, r.undoable()
		}
	}
	e := &Error{Reason: NoRun, Path: id, Msg: "nothing to undo: no run on this root is kept, or all were undone", Hint: "See fileops history."}
	if id != "" {
		e.Msg = "no such run on this root: " + id
	}
	return Run{}, e
}

// again reports whether an older run has the same ID: two runs of one second can.
func again(runs []Run, id string) bool {
	return slices.ContainsFunc(runs, func(r Run) bool { return r.ID == id })
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
