package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"

	"fileops/internal/workspace/journal"
)

// revert reverts one step of a commit, if it was applied, wholly or in part. All later steps are
// reverted already, so it was applied if there is an entry at its new name. placed is the file
// that the commit itself put at s.To. If it is nil, whatever is at s.To counts as the entry
// that the step moved. What somebody else put there since is kept under another name.
func (w *Workspace) revert(s journal.Step, placed *journal.State) error {
	switch s.Kind {
	case journal.MakeDir:
		return w.revertMkdir(s)
	case journal.Rename:
		return w.revertRename(s, placed)
	}
	return w.revertReplace(s, placed)
}

func (w *Workspace) revertReplace(s journal.Step, placed *journal.State) error {
	old, err := w.root.Lstat(s.Kept)
	if errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
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
	ours := there && (placed == nil || w.matchesState(s.To, *placed)) // what stands at s.To
	if s.Old != nil && !ours && !(there && os.SameFile(old, now)) {
		if there && w.hasSum(s.To, s.Old) {
			return nil // not applied: somebody else made the file with the name of the backup
		}
		if !w.hasSum(s.Kept, s.Old) {
			return conflict(s.Kept, "was made or changed after the run that was interrupted; it and "+s.To+" are left as they are")
		}
	}
	var rescued error
	switch {
	case !there, !renamed && os.SameFile(old, now): // it only has its second name so far
	case renamed && ours:
		rescued = w.bringBack(s)
	default:
		rescued = w.rescueForeign(s.To)
	}
	if rescued != nil && !isConflict(rescued) {
		return rescued
	}
	if err := w.root.Rename(s.Kept, s.To); err != nil {
		return err
	}
	// A rename between two names of one file does nothing (POSIX), so the name
	// Kept may still be there.
	if err := w.root.Remove(s.Kept); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return rescued
}

func (w *Workspace) revertMkdir(s journal.Step) error {
	info, err := w.root.Lstat(s.To)
	if errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
		return nil
	}
	if err == nil && !info.IsDir() {
		return conflict(s.To, "was made after the run that was interrupted, and is left as it is")
	}
	if err == nil {
		err = w.remove(s.To)
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if names, e := w.names(s.To); e == nil && len(names) > 0 {
		return conflict(s.To, "was made by the run that was interrupted, and is left since it is not empty")
	}
	return err
}

// remove removes a file, a link or an empty directory.
func (w *Workspace) remove(name string) error {
	err := w.root.Remove(name)
	if err == nil {
		w.root.gone(name)
	}
	return err
}

func (w *Workspace) revertRename(s journal.Step, placed *journal.State) error {
	there, err := w.root.Lstat(s.To)
	if errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
		if placed == nil && w.absent(s.From) {
			return errGone // or it was not applied
		}
		return nil
	}
	if err != nil {
		return err
	}
	here, err := w.root.Lstat(s.From)
	switch {
	case err == nil && w.rules.fold && os.SameFile(here, there): // another spelling
	case err == nil && (s.ID == 0 || s.ID != inode(there) || s.ID == inode(here)):
		return nil // not applied
	case err == nil: // somebody put something else in the old place
		return errors.Join(w.rescueForeign(s.From), w.bringBack(s))
	case !errors.Is(err, fs.ErrNotExist) && !notDirectory(err):
		return err
	case placed != nil && !w.matchesState(s.To, *placed):
		return conflict(s.To, "was made or changed after the run that was interrupted, and is left as it is")
	}
	return w.bringBack(s)
}

// bringBack gives what is at s.To its old name. It makes the directories above that name
// again if they are gone. If it cannot, the entry at s.To gets another name.
func (w *Workspace) bringBack(s journal.Step) error {
	err := w.renameBack(s)
	if !errors.Is(err, fs.ErrNotExist) && !notDirectory(err) {
		return err
	}
	for _, dir := range above(s.From) {
		if err := w.root.Mkdir(dir, 0o755); err != nil && !errors.Is(err, fs.ErrExist) {
			return w.rescueForeign(s.To)
		}
	}
	if err := w.renameBack(s); err != nil {
		return w.rescueForeign(s.To)
	}
	return conflict(path.Dir(s.From), "was removed after the run was interrupted, and is made anew")
}

func (w *Workspace) renameBack(s journal.Step) error {
	err := w.root.Rename(s.To, s.From)
	if err == nil && s.Dir {
		w.root.moved(s.To, s.From)
	}
	return err
}

// above lists the directories above a name, the topmost first.
func above(name string) []string {
	var dirs []string
	for dir := parent(name); dir != ""; dir = parent(dir) {
		dirs = append(dirs, dir)
	}
	slices.Reverse(dirs)
	return dirs
}

// rescueForeign moves what somebody else put at a name to a free one, such as NAME.saved1, and
// returns a Conflict that says so.
func (w *Workspace) rescueForeign(name string) error {
	for i := 1; ; i++ {
		saved := fmt.Sprintf("%s.saved%d", name, i)
		if !w.absent(saved) {
			continue
		}
		if err := w.root.Rename(name, saved); err != nil {
			return err
		}
		w.root.moved(name, saved)
		return conflict(name, "was changed after the run that was interrupted; what was there is "+saved+" now")
	}
}

func conflict(name, what string) *Error {
	return &Error{Reason: Conflict, Path: name, Msg: name + " " + what}
}

func isConflict(err error) bool {
	e := (*Error)(nil)
	return errors.As(err, &e) && e.Reason == Conflict
}

func (w *Workspace) absent(name string) bool {
	_, err := w.root.Lstat(name)
	return errors.Is(err, fs.ErrNotExist) || notDirectory(err)
}
