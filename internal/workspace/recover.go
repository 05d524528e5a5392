package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"

	"fileops/internal/workspace/journal"
)

// recover finishes an interrupted run if it was committed, else it rolls it back. The caller
// must hold the lock. A recovery that is interrupted itself can be done again.
func (w *Workspace) recover() error {
	journals := w.state.journals()
	if !journals.HasUnfinished() {
		return nil
	}
	if err := journals.DiscardDraft(); err != nil { // nothing was done yet
		return journalError(err)
	}
	j, err := journals.Committed()
	if err != nil {
		return journalError(err)
	}
	if j != nil {
		if err := w.complete(j); err != nil {
			return err
		}
		w.notify(fmt.Sprintf("recovered: run %s had been interrupted after it was committed; it is complete now", j.Run))
	}
	j, err = journals.Pending()
	if err != nil || j == nil {
		return journalError(err)
	}
	end := len(j.Steps)
	if phase := j.Phase(); phase < len(j.PhaseStarts) {
		end = j.PhaseStarts[phase] // no step of a later phase has begun: it would be recorded
	}
	return w.report(j, w.rollBack(j, end, false))
}

// complete finishes a run that was committed. If it cannot remove a file, it says so. A
// command that only reads then leaves the journal for the next one; a command that may
// commit a run tries once more, and archives the journal.
func (w *Workspace) complete(j *journal.Journal) error {
	err := w.finish(j)
	if err == nil || w.opt.ReadOnly {
		if err != nil {
			w.notify(err.Error())
		}
		return nil
	}
	if err = w.finish(j); err == nil || !w.state.journals().IsCommitted() {
		return nil
	}
	w.notify(err.Error())
	return journalError(w.state.journals().Archive(j))
}

// report notifies the user of how an interrupted run was rolled back; err is the error of
// rollBack. It returns an error if the run was not rolled back.
func (w *Workspace) report(j *journal.Journal, err error) error {
	switch {
	case err == nil:
		w.notify(fmt.Sprintf("recovered: run %s had been interrupted; the tree is as it was before it", j.Run))
		return nil
	case isConflict(err):
		w.notify(fmt.Sprintf("recovered: run %s had been interrupted and was rolled back, but %v", j.Run, err))
		return nil
	}
	e := &Error{Reason: Failed, Err: err}
	errors.As(err, &e)
	return &Error{
		Reason: e.Reason, Path: e.Path, Err: err,
		Msg:  fmt.Sprintf("run %s was interrupted and cannot be rolled back: %v", j.Run, err),
		Hint: "Fix the problem and retry, or delete the journal " + w.state.journals().PendingPath(j) + " to keep the tree as it is.",
	}
}

// rollBackAfter rolls back a commit that failed for cause. It returns cause, with what could not be
// rolled back.
func (w *Workspace) rollBackAfter(j *journal.Journal, applied int, cause error) error {
	// If the error came while the run was marked as committed, the mark may be set.
	if err := journalError(w.state.journals().Revoke(j)); err != nil {
		return &Error{
			Reason: Failed, Path: j.Root, Err: err, Msg: cause.Error() + "; rolling the commit back failed: " + err.Error(), NotRolledBack: true,
			Hint: "The tree holds the run, or a part of it. The next command on this root rolls it back, or completes it.",
		}
	}
	err := w.rollBack(j, applied, true)
	if err == nil {
		return nothingWritten(cause)
	}
	both := &Error{Reason: Failed, Path: j.Root, Err: err}
	if !errors.Is(cause, context.Canceled) {
		both.Err = errors.Join(cause, err)
	}
	if isConflict(err) {
		both.Msg = cause.Error() + "; the commit was rolled back, but " + err.Error()
		return both
	}
	both.NotRolledBack = true
	both.Msg = cause.Error() + "; rolling the commit back failed: " + err.Error()
	both.Hint = "The tree may hold a part of the run. The next command on this root rolls it back."
	return both
}

// nothingWritten adds to an error with the reason Stale that nothing was written.
func nothingWritten(err error) error {
	if e := (*Error)(nil); errors.As(err, &e) && e.Reason == Stale {
		e.Msg += "; nothing was written"
	}
	return err
}

// errGone says that the entry that a step moves is at neither of its two names.
var errGone = errors.New("gone")

// rollBack reverts the first n steps of a commit, the last one first, and removes the
// temporary files. It skips steps that were not applied. If allBegun is set, the commit has begun
// all n steps, but perhaps for some of its last batch. The entries that they move were there then, so
// one that is gone is a conflict.
// The error has the reason Conflict if everything possible was done, but another program has
// changed meanwhile what the run had made.
func (w *Workspace) rollBack(j *journal.Journal, n int, allBegun bool) error {
	var conflicts []string
	for i, s := range slices.Backward(j.Steps[:n]) {
		if j.Phase() > 0 && i < j.PhaseStarts[j.Phase()-1] {
			if err := w.recordPhase(j, j.Phase()-1); err != nil {
				return err
			}
		}
		var newFile *journal.State
		if s.PlacesTemp() {
			newFile = &j.Temps[s.TempNumber-1].State
		}
		err := w.revert(s, newFile)
		if errors.Is(err, errGone) && allBegun {
			err = conflict(s.From, "is gone: somebody removed it when it was "+s.To)
		}
		if isConflict(err) {
			conflicts = append(conflicts, strings.ReplaceAll(err.Error(), "\n", "; "))
			continue
		}
		if err != nil && !errors.Is(err, errGone) {
			return classify(s.To, err)
		}
	}
	if err := w.removeTemps(j.Temps); err != nil {
		return err
	}
	if err := w.syncDirs(w.existing(j.DirsBefore)); err != nil {
		return err
	}
	if err := w.state.journals().Discard(j); err != nil {
		return journalError(err)
	}
	if conflicts == nil {
		return nil
	}
	return &Error{Reason: Conflict, Path: j.Root, Msg: strings.Join(conflicts, "; ")}
}

// removeTemps removes the temporary files that are still there.
func (w *Workspace) removeTemps(temps []journal.Temp) error {
	return parallel(context.Background(), cpuWorkers, len(temps), func(i int) error {
		name := temps[i].Name
		if err := w.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) && !notDirectory(err) {
			return classify(name, err)
		}
		return nil
	})
}
