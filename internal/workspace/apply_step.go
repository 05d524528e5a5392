package workspace

import (
	"errors"
	"io/fs"

	"fileops/internal/workspace/journal"
)

// step applies one step. If it fails, it reverts what it has done; if that fails too, the error
// holds both.
func (w *Workspace) step(s journal.Step) error {
	switch s.Kind {
	case journal.MakeDir:
		return w.mkdir(s)
	case journal.Rename:
		err := w.rename(s.From, s.To)
		if err == nil && s.Dir {
			w.root.moved(s.From, s.To)
		}
		return err
	}
	if err := w.moveToKept(s); err != nil {
		return err
	}
	if err := w.root.Rename(s.From, s.To); err != nil {
		return errors.Join(err, w.revert(s, nil)) // nil: no check of what is at s.To
	}
	return nil
}

func (w *Workspace) mkdir(s journal.Step) error {
	if err := w.root.Mkdir(s.To, 0o755); err != nil || !s.Exact {
		return err
	}
	err := w.root.SetDir(s.To, s.Mode, s.User, s.Grp)
	if err != nil {
		w.root.gone(s.To)
		return errors.Join(err, w.root.Remove(s.To))
	}
	return nil
}

// rename gives the entry at from the name to. It fails if there is an entry at to. It checks that
// first, since a rename of os.Root replaces such an entry. On a file system that ignores case,
// an entry may get another spelling of its own name.
func (w *Workspace) rename(from, to string) error {
	there, err := w.root.Lstat(to)
	if err == nil {
		here, err := w.root.Lstat(from)
		if err != nil || !w.rules.fold || !same(here, there) {
			return errors.Join(fs.ErrExist, err)
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	return w.root.Rename(from, to)
}

// moveToKept gives the entry at s.To the name s.Kept. If possible, a file gets it as a second
// name, so that there is a file at s.To at every moment.
func (w *Workspace) moveToKept(s journal.Step) error {
	if s.HardLink {
		if err := w.root.Link(s.To, s.Kept); err == nil || errors.Is(err, fs.ErrExist) {
			return err
		}
	}
	return w.rename(s.To, s.Kept)
}

// stepFailed turns the error of a step into an Error. If something is in the way or missing,
// that is a change since the preconditions were checked: Stale.
func stepFailed(s journal.Step, err error) error {
	if errors.Is(err, fs.ErrExist) || errors.Is(err, fs.ErrNotExist) || notDirectory(err) {
		return stale(s.To, err)
	}
	return classify(s.To, err)
}
