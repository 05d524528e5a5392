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
// reverted already. newFile is the state of the temporary file that the step placed. It is nil if
// the step moved another entry: then whatever is at s.To counts as that entry. What another
// program put there stays, or gets another name.
func (w *Workspace) revert(s journal.Step, newFile *journal.State) error {
	switch s.Kind {
	case journal.MakeDir:
		return w.revertMkdir(s)
	case journal.Rename:
		return w.revertRename(s, newFile)
	}
	return w.revertReplace(s, newFile)
}

// revertReplace gives the entry at s.Kept the name s.To again. The step was not applied if there is
// none. If s.Kept is the name of a backup, another program may have made that one: the checksum
// s.Old tells.
func (w *Workspace) revertReplace(s journal.Step, newFile *journal.State) error {
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
	ours := there && (newFile == nil || w.matchesState(s.To, *newFile)) // what stands at s.To
	if s.Old != nil && !ours && !(there && os.SameFile(old, now)) {
		if there && w.hasSum(s.To, s.Old) {
			return nil // not applied: another program made the file with the name of the backup
		}
		if !w.hasSum(s.Kept, s.Old) {
			return conflict(s.Kept, "was made or changed by another program since the run began; it and "+s.To+" are left as they are")
		}
	}
	var rescued error
	switch {
	case !there, !renamed && os.SameFile(old, now): // it only has its second name so far
	case renamed && ours:
		rescued = w.bringBack(s)
	default:
		rescued = w.moveForeign(s.To)
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

// revertMkdir removes the directory at s.To. The step was not applied if there is none.
func (w *Workspace) revertMkdir(s journal.Step) error {
	info, err := w.root.Lstat(s.To)
	if errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
		return nil
	}
	if err == nil && !info.IsDir() {
		return conflict(s.To, "was made by another program since the run began, and is left as it is")
	}
	if err == nil {
		err = w.remove(s.To)
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if names, e := w.names(s.To); e == nil && len(names) > 0 {
		return conflict(s.To, "was made by the run, and is left since it is not empty")
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

// revertRename gives the entry at s.To its old name. The step was not applied if there is none. If
// there is an entry at s.From, too, the inode s.ID tells which of them the step moved.
func (w *Workspace) revertRename(s journal.Step, newFile *journal.State) error {
	there, err := w.root.Lstat(s.To)
	if errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
		if newFile == nil && w.absent(s.From) {
			return errGone // after the step, or before it, if the step was not applied
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
	case err == nil: // another program put something else in the old place
		return errors.Join(w.moveForeign(s.From), w.bringBack(s))
	case !errors.Is(err, fs.ErrNotExist) && !notDirectory(err):
		return err
	case newFile != nil && !w.matchesState(s.To, *newFile):
		return conflict(s.To, "was made or changed by another program since the run began, and is left as it is")
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
			return w.leaveAside(s)
		}
	}
	if err := w.renameBack(s); err != nil {
		return w.leaveAside(s)
	}
	return conflict(path.Dir(s.From), "was removed by another program since the run began, and is made anew")
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

// moveForeign moves what another program put at a name aside, and returns a Conflict that says so.
func (w *Workspace) moveForeign(name string) error {
	saved, err := w.moveAside(name)
	if err != nil {
		return err
	}
	return conflict(name, "was changed by another program since the run began; what was there is "+saved+" now")
}

// leaveAside moves what is at s.To aside, since it cannot have its old name again, and returns a
// Conflict that says so.
func (w *Workspace) leaveAside(s journal.Step) error {
	saved, err := w.moveAside(s.To)
	if err != nil {
		return err
	}
	return conflict(s.From, "cannot be put back, since another program changed the directories above it since the run began; it is "+saved+" now")
}

// moveAside moves the entry at a name to a free one, such as NAME.saved1, and returns that.
func (w *Workspace) moveAside(name string) (saved string, err error) {
	for i := 1; ; i++ {
		saved = fmt.Sprintf("%s.saved%d", name, i)
		if !w.absent(saved) {
			continue
		}
		if err := w.root.Rename(name, saved); err != nil {
			return "", err
		}
		w.root.moved(name, saved)
		return saved, nil
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
