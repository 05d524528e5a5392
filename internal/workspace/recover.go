package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"
)

// recover finishes or takes back what a run left that was interrupted. It must hold
// the lock. Every part of it can be interrupted and done again.
func (w *Workspace) recover() error {
	s := w.state
	if s.has(draftFile) {
		if err := s.discard(draftFile); err != nil { // nothing was done yet
			return err
		}
	}
	if s.has(committedFile) {
		j, err := readJournal(s.path(committedFile))
		if err != nil {
			return err
		}
		if err := w.finish(j); err != nil {
			// Tried twice by now. All was written; a spare name is no reason to stop here.
			w.notify(err.Error())
			if err := s.file(j); s.has(committedFile) {
				return stateError(s.path(committedFile), err)
			}
		}
		w.notify(fmt.Sprintf("recovered: run %s had been interrupted after it was committed; it is complete now", j.Run))
	}
	epoch, err := s.pending()
	if err != nil || epoch < 0 {
		return err
	}
	j, err := readJournal(s.path(pendingName(epoch)))
	if err != nil {
		return err
	}
	j.epoch = epoch
	end := len(j.Steps)
	if epoch < len(j.Epochs) {
		end = j.Epochs[epoch] // there would be another mark
	}
	err = w.takeBack(j, end)
	if e := (*Error)(nil); errors.As(err, &e) && e.Reason == Conflict {
		w.notify(e.Msg)
		err = nil
	}
	if err != nil {
		return err
	}
	w.notify(fmt.Sprintf("recovered: run %s had been interrupted; the tree is as it was before it", j.Run))
	return nil
}

// interrupted reports whether there is something to recover.
func (s *state) interrupted() bool {
	if s.dir == "" {
		return false
	}
	epoch, err := s.pending()
	return err != nil || epoch >= 0 || s.has(committedFile) || s.has(draftFile)
}

// giveUp takes back a commit that failed for cause, which is returned with what
// could not be taken back.
func (w *Workspace) giveUp(j *journal, taken int, cause error) error {
	if w.state.has(committedFile) {
		// The mark was set, but may not have reached the disk.
		if err := os.Rename(w.state.path(committedFile), w.state.path(pendingName(j.epoch))); err != nil {
			return errors.Join(cause, err)
		}
	}
	j.sure = true
	err := w.takeBack(j, taken)
	if err == nil {
		return cause
	}
	both := &Error{Reason: Failed, Path: j.Steps[0].To, Err: errors.Join(cause, err)}
	if e := (*Error)(nil); errors.As(err, &e) && e.Reason == Conflict {
		both.Msg = cause.Error() + "; it was taken back, but " + e.Msg
		return both
	}
	both.Msg = cause.Error() + "; taking the commit back failed: " + err.Error()
	both.Hint = "the next command on this root takes it back"
	return both
}

// errGone says that what a step moved is neither here nor there.
var errGone = errors.New("gone")

// takeBack undoes the first n steps of a commit, the last one first, as far as they
// were taken, and removes what was prepared. The error has the reason Conflict where
// all was done that can be, but somebody changed meanwhile what the run had made.
func (w *Workspace) takeBack(j *journal, n int) error {
	var kept []string
	for i, s := range slices.Backward(j.Steps[:n]) {
		if j.epoch > 0 && i < j.Epochs[j.epoch-1] {
			if err := w.mark(j, j.epoch-1); err != nil {
				return err
			}
		}
		var made *condition
		if s.Made > 0 {
			made = &j.Temps[s.Made-1].Holds
		}
		err := w.undo(s, made)
		if errors.Is(err, errGone) && j.sure {
			err = conflict(s.From, "is gone: somebody removed it when it was "+s.To)
		}
		if e := (*Error)(nil); errors.As(err, &e) && e.Reason == Conflict {
			kept = append(kept, e.Msg)
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
	if err := w.state.discard(pendingName(j.epoch)); err != nil {
		return err
	}
	if err := w.state.sync(w.state.dir); err != nil {
		return stateError(w.state.dir, err)
	}
	if kept == nil {
		return nil
	}
	return &Error{Reason: Conflict, Path: j.Root, Msg: strings.Join(kept, "; ")}
}

// around are the directories in which the names of steps stand, at any time.
func (j *journal) around() []string {
	var dirs []string
	for _, s := range j.Steps {
		dirs = append(dirs, path.Dir(s.From), path.Dir(s.To))
	}
	slices.Sort(dirs)
	return slices.Compact(dirs)
}

// present are those of the directories that are there.
func (w *Workspace) present(dirs []string) []string {
	return slices.DeleteFunc(slices.Clone(dirs), func(dir string) bool {
		info, err := w.root.Lstat(dir)
		return err != nil || !info.IsDir()
	})
}

// undo takes one step back, if it was taken, wholly or in part. What stands on disk
// says whether it was: the steps after it are undone by then, and within an epoch
// there was nothing at the name that it makes. made is what the commit itself put at s.To, nil if that was there before.
// What somebody else put there since is kept.
func (w *Workspace) undo(s step, made *condition) error {
	if s.Dir || s.Kind == stepMkdir {
		defer w.root.forget()
	}
	switch s.Kind {
	case stepMkdir:
		return w.undoMkdir(s)
	case stepRename:
		return w.undoRename(s, made)
	}
	return w.undoReplace(s, made)
}

func (w *Workspace) undoReplace(s step, made *condition) error {
	old, err := w.root.Lstat(s.Kept)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	now, err := w.root.Lstat(s.To)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	there := err == nil
	renamed := w.absent(s.From)
	ours := there && (made == nil || w.holds(s.To, *made)) // what stands at s.To
	if s.Old != nil && !ours && !(there && os.SameFile(old, now)) && !w.hasSum(s.Kept, s.Old) {
		if w.hasSum(s.To, s.Old) {
			return nil // not taken: somebody else made a file of that name
		}
		return conflict(s.Kept, "was made or changed after the run that was interrupted; it and "+s.To+" are left as they are")
	}
	saved := ""
	switch {
	case !there, !renamed && os.SameFile(old, now): // only kept so far
	case renamed && ours:
		err = w.root.Rename(s.To, s.From)
	default:
		saved, err = w.saveAside(s.To)
	}
	if there && err != nil {
		return err
	}
	if err := w.root.Rename(s.Kept, s.To); err != nil {
		return err
	}
	// A rename between two names of one file does nothing (POSIX): then the spare
	// one is still there.
	if err := w.root.Remove(s.Kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if saved != "" {
		return conflict(s.To, "was changed after the run that was interrupted; that content is in "+saved+" now")
	}
	return nil
}

func (w *Workspace) undoMkdir(s step) error {
	info, err := w.root.Lstat(s.To)
	if errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
		return nil
	}
	if err == nil && !info.IsDir() {
		return conflict(s.To, "was made after the run that was interrupted, and is left as it is")
	}
	if err == nil {
		err = w.root.Remove(s.To)
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if names, e := w.names(s.To); e == nil && len(names) > 0 {
		return conflict(s.To, "was made by the run that was interrupted, and is left since it is not empty")
	}
	return err
}

func (w *Workspace) undoRename(s step, made *condition) error {
	there, err := w.root.Lstat(s.To)
	if errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
		if made == nil && w.absent(s.From) {
			return errGone // or it was not taken
		}
		return nil
	}
	if err != nil {
		return err
	}
	here, err := w.root.Lstat(s.From)
	switch {
	case err == nil && (!w.rules.fold || !os.SameFile(here, there)):
		return nil
	case err != nil && !errors.Is(err, fs.ErrNotExist):
		return err
	case made != nil && !w.holds(s.To, *made):
		return conflict(s.To, "was made or changed after the run that was interrupted, and is left as it is")
	}
	return w.root.Rename(s.To, s.From)
}

func (w *Workspace) absent(name string) bool {
	_, err := w.root.Lstat(name)
	return errors.Is(err, fs.ErrNotExist)
}

// saveAside gives a file that is in the way of what belongs there a name that is free.
func (w *Workspace) saveAside(name string) (string, error) {
	for i := 1; ; i++ {
		saved := fmt.Sprintf("%s.saved%d", name, i)
		if w.absent(saved) {
			return saved, w.root.Rename(name, saved)
		}
	}
}

func conflict(name, what string) *Error {
	return &Error{Reason: Conflict, Path: name, Msg: name + " " + what}
}

// finish removes for good what a committed run gave up and files its journal as
// history. An error says that all was written, and what is left behind.
func (w *Workspace) finish(j *journal) error {
	for _, name := range j.Trash {
		err := w.root.Remove(name)
		if err == nil || errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
			continue
		}
		if names, e := w.names(name); e == nil && len(names) > 0 {
			w.notify(fmt.Sprintf("%s is left: %s was put into it while the run removed that directory", name, names[0]))
			continue
		}
		return leftBehind(name, err)
	}
	if len(j.Trash) > 0 {
		// Before the journal is filed: what a power failure brings back has to be
		// known by its name.
		if err := w.syncDirs(w.present(j.Ends)); err != nil {
			return leftBehind(j.Trash[0], err)
		}
	}
	if err := w.state.file(j); err != nil {
		return leftBehind(w.state.path(committedFile), err)
	}
	return w.prune()
}

func leftBehind(name string, err error) error {
	return &Error{Reason: Leftover, Path: name, Err: err, Msg: "temporary file left behind: " + name + ": " + bare(err)}
}
