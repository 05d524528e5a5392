package workspace

import (
	"fmt"
	"path"
)

// permitGit refuses an undo after which git would take another directory for its own. An entry
// that the undo puts back may have been harmless before others were made. A directory that
// is git's own already may be put back as it was.
func (u *undoPlan) permitGit(id string) error {
	for _, it := range u.items {
		if it.Before == "" || it.Backup {
			continue
		}
		made, err := u.makesGit(it)
		if err != nil {
			return classify(it.Before, unwrapped(err))
		}
		if made {
			return &Error{
				Reason: Denied, Path: id,
				Msg:  fmt.Sprintf("Cannot undo run %s: with %s put back, git would take a directory for its own that it does not take now.\nNothing was changed.", id, it.Before),
				Hint: "Move what was made since (HEAD, commondir, objects or refs) out of the way and try again.",
			}
		}
	}
	return nil
}

// makesGit reports whether an entry that is put back makes a directory one of git's own. That
// may be the one that holds it, or one to which it leads as a link or .git file.
func (u *undoPlan) makesGit(it *item) (bool, error) {
	dirs, err := u.tx.way(path.Dir(it.Before))
	if err != nil {
		return false, err
	}
	for _, d := range dirs {
		if u.tx.lookForGit(d); d.git == gitOwn {
			return false, nil
		}
	}
	if kind, err := u.tx.gitKindWith(dirs[len(dirs)-1], "", nil); kind == gitOwn || err != nil {
		return kind == gitOwn, err
	}
	if it.n == nil || it.n.kind != Directory && it.n.kind != Link || it.After != "" && !it.Moved {
		return false, nil
	}
	why, err := u.tx.ofGit(it.Before, true)
	if why != "" || err != nil || it.n.kind == Link {
		return why != "", err
	}
	found := false
	err = u.tx.each(it.Before, it.n, func(name string, _ *node) error {
		found = found || u.tx.git.names[u.tx.w.rules.key(name)] != ""
		return nil
	})
	return found, err
}
