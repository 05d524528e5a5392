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

// recover finishes or takes back what a run left that was interrupted. It must hold
// the lock. Every part of it can be interrupted and done again.
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
	if epoch := j.Epoch(); epoch < len(j.Epochs) {
		end = j.Epochs[epoch] // there would be another mark
	}
	return w.tell(j, w.takeBack(j, end, false))
}

// complete finishes a run that was committed. Names that cannot be removed are no reason
// to stop: they are told, and left for the next command, unless this one is to commit
// a run of its own.
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

// tell says how a run that was interrupted was taken back.
func (w *Workspace) tell(j *journal.Journal, err error) error {
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

// giveUp takes back a commit that failed for cause, which is returned with what
// could not be taken back.
func (w *Workspace) giveUp(j *journal.Journal, taken int, cause error) error {
	// The mark may have been set, without reaching the disk.
	if err := journalError(w.state.journals().Revoke(j)); err != nil {
		return &Error{
			Reason: Failed, Path: j.Root, Err: err, Msg: cause.Error() + "; taking the commit back failed: " + err.Error(),
			Hint: "the next command on this root takes it back, or completes it",
		}
	}
	err := w.takeBack(j, taken, true)
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

// errGone says that what a step moved is neither here nor there.
var errGone = errors.New("gone")

// takeBack undoes the first n steps of a commit, the last one first, as far as they
// were taken, and removes what was prepared. sure says that they were. The error has the reason Conflict where
// all was done that can be, but somebody changed meanwhile what the run had made.
func (w *Workspace) takeBack(j *journal.Journal, n int, sure bool) error {
	var kept []string
	for i, s := range slices.Backward(j.Steps[:n]) {
		if j.Epoch() > 0 && i < j.Epochs[j.Epoch()-1] {
			if err := w.mark(j, j.Epoch()-1); err != nil {
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
			kept = append(kept, strings.ReplaceAll(err.Error(), "\n", "; "))
			continue
		}
		if err != nil && !errors.Is(err, errGone) {
			return classify(s.To, err)
		}
	}
	for _, t := range j.Temps {
		if err := w.root.Remove(t.Name); err != nil && !errors.Is(err, fs.ErrNotExist) && !notDirectory(err) {
			return classify(t.Name, err)
		}
	}
	if err := w.syncDirs(w.present(j.Dirs)); err != nil {
		return err
	}
	if err := w.state.journals().Discard(j); err != nil {
		return journalError(err)
	}
	if kept == nil {
		return nil
	}
	return &Error{Reason: Conflict, Path: j.Root, Msg: strings.Join(kept, "; ")}
}

// present are those of the directories that are there.
func (w *Workspace) present(dirs []string) []string {
	return slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool {
		info, err := w.root.Lstat(dir)
		return err != nil || !info.IsDir()
	})
}

// finish removes for good what a committed run gave up and files its journal as
// history. An error says that all was written, and what is left behind.
func (w *Workspace) finish(j *journal.Journal) error {
	w.remember(j)
	var left error
	for _, name := range j.Trash {
		err := w.remove(name)
		if err == nil || errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
			continue
		}
		if info, e := w.root.Lstat(name); e == nil && info.IsDir() {
			if names, e := w.names(name); e == nil && len(names) > 0 {
				w.notify(fmt.Sprintf("%s is left: %s was put into it while the run removed that directory", name, names[0]))
				continue
			}
		}
		left = errors.Join(left, leftBehind(name, err))
	}
	if left != nil {
		return left
	}
	if len(j.Trash) > 0 {
		// Before the journal is filed: what a power failure brings back has to be
		// known by its name.
		if err := w.syncDirs(w.present(j.Ends)); err != nil {
			return leftBehind(j.Trash[0], err)
		}
	}
	if err := w.state.journals().File(j); err != nil {
		return leftBehind("", err)
	}
	return w.pruneRuns()
}

// leftBehind is the error for a file that could not be removed; one of package journal names
// that file.
func leftBehind(name string, err error) error {
	if e := (*journal.Error)(nil); errors.As(err, &e) {
		name, err = e.Path, e.Err
	}
	return &Error{Reason: Leftover, Path: name, Err: err, Msg: "temporary file left behind: " + name + ": " + bare(err)}
}
