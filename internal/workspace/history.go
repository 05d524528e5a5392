package workspace

import (
	"cmp"
	"fmt"
	"iter"
	"time"

	"fileops/internal/workspace/journal"
)

// Run is one committed run, as the history has it.
type Run struct {
	ID          string
	Time        time.Time // when it began
	Undoes      string    // the run that it undid, "" if it is none of those
	UndoneBy    string    // the run that undid it, "" if it is in force
	NotUndoable string    // why it cannot be undone, "" if it can
	Changes     []Change  // by name, without backups; their contents cannot be had
	Size        int64     // bytes that the history spends on it
	Warnings    []string  // of an undo: what cannot be had back
	Totals      *Totals   // nil for a run of a version that did not keep them

	path   string
	number int
}

// Totals count what a run did: the operations that succeeded, and the lines that it added and
// removed.
type Totals = journal.Totals

// SetTotals says what the history is to keep of the transaction besides its changes.
func (tx *Tx) SetTotals(t Totals) { tx.totals = t }

// History lists the runs on the root that are kept, the newest first. One whose file
// cannot be read says so in NotUndoable.
func (w *Workspace) History() ([]Run, error) {
	list, err := w.state.journals().History()
	if err != nil {
		return nil, journalError(err)
	}
	runs := make([]Run, 0, len(list))
	for r := range w.runs(list) {
		runs = append(runs, r)
	}
	return runs, nil
}

// runs reads the runs of a list one by one, with their journals; nil for one that cannot
// be read.
func (w *Workspace) runs(list []journal.Record) iter.Seq2[Run, *journal.Journal] {
	return func(yield func(Run, *journal.Journal) bool) {
		undone := map[int]string{} // by which run; runs by their numbers
		for _, e := range list {
			r := Run{path: e.Path, number: e.Number, Size: e.Size}
			j, err := journal.Read(e.Path)
			if err != nil {
				r.ID, r.NotUndoable = e.Run, journalError(err).Error()
			} else {
				r.ID, r.Time, r.Undoes, r.NotUndoable, r.Changes, r.Totals = j.Run, j.Time, j.Undoes, j.NotUndoable, readChanges(j.Changes), j.Totals
			}
			// Runs come newest first, so what was undone itself undoes nothing.
			r.UndoneBy = undone[r.number]
			if r.Undoes != "" && r.UndoneBy == "" {
				undone[j.UndoesNumber] = r.ID
			}
			if !yield(r, j) {
				return
			}
		}
	}
}

// find is the run of an ID. "" is the newest one that is in force and is not itself an undo,
// so repeated undos go further back. Two runs of one second can have the same ID: the newest
// that is in force is meant, else the oldest. A run that cannot be undone is an *Error.
func (w *Workspace) find(id string) (Run, *journal.Journal, error) {
	list, err := w.state.journals().History()
	if err != nil {
		return Run{}, nil, journalError(err)
	}
	var found Run
	var from *journal.Journal
	for r, j := range w.runs(list) {
		if id == "" && r.Undoes == "" && r.UndoneBy == "" || id != "" && r.ID == id {
			found, from = r, j
		}
		if found.ID != "" && found.UndoneBy == "" {
			break
		}
	}
	e := &Error{Reason: NoRun, Path: id}
	switch {
	case found.UndoneBy != "":
		e.Msg = fmt.Sprintf("Run %s was undone already, by run %s", id, found.UndoneBy)
		e.Hint, e.UndoFirst = "To have it back: fileops undo "+found.UndoneBy, found.UndoneBy
	case found.NotUndoable != "":
		e.Path, e.Msg = found.ID, fmt.Sprintf("Run %s cannot be undone: %s", found.ID, found.NotUndoable)
	case found.ID != "":
		return found, from, nil
	case id != "":
		e.Msg, e.Hint = "No such run on this root: "+id, "See fileops history."
	default:
		e.Msg, e.Hint = "Nothing to undo: no run on this root is kept, or all were undone", "See fileops history."
	}
	if len(list) == 0 {
		e.Hint = cmp.Or(w.RelatedRuns(), e.Hint)
	}
	return Run{}, nil, e
}
