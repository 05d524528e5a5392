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

// recover finishes an interrupted run if it was committed, else it takes it back. The caller
// must hold the lock. A recovery that is interrupted itself can be done again.
func (w *Workspace) recover() error {
	journals := w.state.journals()
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
		end = j.PhaseStarts[phase] // else a later phase would be recorded
	}
	return w.report(j, w.takeBack(j, end, false))
}

// complete finishes a run that was committed. If it cannot remove a file, it says so. A
// command that only reads then leaves the journal for the next one; a command that may
// commit a run tries once more, and files the journal.
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
	return journalError(w.state.journals().File(j))
}

// report notifies the user of how an interrupted run was taken back; err is the error of
// takeBack. It returns an error if the run was not taken back.
func (w *Workspace) report(j *journal.Journal, err error) error {
	switch {
	case err == nil:
		w.notify(fmt.Sprintf("recovered: run %s had been interrupted; the tree is as it was before it", j.Run))
		return nil
	case isConflict(err):
		w.notify(fmt.Sprintf("recovered: run %s had been interrupted and was taken back, but %v", j.Run, err))
		return nil
	}
	e := &Error{Reason: Failed, Err: err}
	errors.As(err, &e)
	return &Error{
		Reason: e.Reason, Path: e.Path, Err: err,
		Msg:  fmt.Sprintf("run %s was interrupted and cannot be taken back: %v", j.Run, err),
		Hint: "fix the problem and retry; or delete the journal " + w.state.journals().PendingPath(j) + " to keep the tree as it is",
	}
}

// abort takes back a commit that failed for cause. It returns cause, with what could not be
// taken back.
func (w *Workspace) abort(j *journal.Journal, applied int, cause error) error {
	// The mark may have been set, without reaching the disk.
	if err := journalError(w.state.journals().Revoke(j)); err != nil {
		return &Error{
			Reason: Failed, Path: j.Root, Err: err, Msg: cause.Error() + "; taking the commit back failed: " + err.Error(),
			Hint: "the next command on this root takes it back, or completes it",
		}
	}
	err := w.takeBack(j, applied, true)
	if err == nil {
		return cause
	}
	both := &Error{Reason: Failed, Path: j.Root, Err: err}
	if !errors.Is(cause, context.Canceled) {
		both.Err = errors.Join(cause, err)
	}
	if isConflict(err) {
		both.Msg = cause.Error() + "; it was taken back, but " + err.Error()
		return both
	}
	both.Msg = cause.Error() + "; taking the commit back failed: " + err.Error()
	both.Hint = "the next command on this root takes it back"
	return both
}

// errGone says that what a step moved is at neither of its two names.
var errGone = errors.New("gone")

// takeBack reverts the first n steps of a commit, the last one first, and removes what was
// prepared. It skips steps that were not applied; sure says that all of them were. The
// error has the reason Conflict if all was done that is possible, but somebody has changed
// meanwhile what the run had made.
func (w *Workspace) takeBack(j *journal.Journal, n int, sure bool) error {
	var conflicts []string
	for i, s := range slices.Backward(j.Steps[:n]) {
		if j.Phase() > 0 && i < j.PhaseStarts[j.Phase()-1] {
			if err := w.recordPhase(j, j.Phase()-1); err != nil {
				return err
			}
		}
		var made *journal.State
		if s.Made > 0 {
			made = &j.Temps[s.Made-1].Holds
		}
		err := w.revert(s, made)
		if errors.Is(err, errGone) && sure {
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
	if err := w.removePrepared(j.Temps); err != nil {
		return err
	}
	if err := w.syncDirs(w.present(j.DirsBefore)); err != nil {
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

// removePrepared removes what was prepared and is still there under its temporary name.
func (w *Workspace) removePrepared(temps []journal.Temp) error {
	return parallel(context.Background(), cpuWorkers, len(temps), func(i int) error {
		name := temps[i].Name
		if err := w.root.Remove(name); err != nil && !errors.Is(err, fs.ErrNotExist) && !notDirectory(err) {
			return classify(name, err)
		}
		return nil
	})
}
