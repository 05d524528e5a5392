package workspace

import (
	"cmp"
	"errors"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// Endings of backups.
const (
	bakEnding     = ".bak"
	deletedEnding = ".deleted"
)

// maxBackups is how many names are tried for a backup.
const maxBackups = 1000

// stageBackup stages the backup of one node and returns it, or why there is none. If the
// usual name is taken, it tries the next ones: F.bak1, F.bak2 and so on.
func (tx *Tx) stageBackup(n *node, list ownBackups) (b Backup, refused string, err error) {
	dir, base, ending := n.finalParent, n.name, bakEnding
	if n.finalPath == "" {
		dir, base = tx.backupDir(n)
		if n.replacement(tx.w) == nil {
			ending = deletedEnding
		}
	}
	for i := range maxBackups {
		spot := base + ending
		if i > 0 {
			spot += strconv.Itoa(i)
		}
		b.Name = path.Join(dir.finalPath, spot)
		old, taken, err := tx.checkBackupName(dir, spot, list)
		if e := (*Error)(nil); errors.As(err, &e) && e.Reason == BadPath || errors.Is(err, syscall.ENAMETOOLONG) {
			return b, strings.TrimPrefix(b.Note+", and ", ", and ") + "its name would be too long", nil
		}
		if err != nil {
			return b, "", err
		}
		if taken != "" {
			b.Note = cmp.Or(b.Note, taken)
			continue
		}
		if old.kind != Absent {
			old.backup = true // the backup of an earlier run, which this one replaces
		}
		if b.Note != "" {
			b.Note += ": the backup is " + b.Name
		}
		tx.set(dir, spot, n.backupNode(ending))
		return b, "", nil
	}
	return b, "all names up to " + b.Name + " are taken", nil
}

// checkBackupName returns what stands at the name of a backup, and why the backup cannot have
// that name; "" if it can.
func (tx *Tx) checkBackupName(dir *node, spot string, list ownBackups) (old *node, taken string, err error) {
	name := path.Join(dir.finalPath, spot)
	if tx.w.rules.denied(name) || tx.w.rules.guarded(name, Regular) != "" {
		return nil, name + " is protected", nil
	}
	old, err = tx.w.child(dir, spot)
	switch {
	case err != nil || old.kind == Absent:
		return old, "", err
	case old.kind == Directory || old.kind == Special:
		return old, name + " is in the way", nil
	case !old.onDisk() || old.written || old.curParent != dir || old.curName != spot: // it came here from elsewhere
		return old, name + " was written by this run", nil
	case !tx.w.wrote(list, old):
		return old, name + " is not a backup that fileops wrote, and stays", nil
	}
	return old, "", nil
}

// backupDir returns the directory for the backup of a deleted node, and the name of the file
// there. That is its own directory and name. If the directory is gone, it is the nearest one
// above that exists, and the path from there, joined by underscores.
func (tx *Tx) backupDir(n *node) (*node, string) {
	if n.curParent.finalPath != "" {
		return n.curParent, n.curName
	}
	dir, tail := path.Dir(n.diskPath), n.curName
	for ; dir != "."; dir = path.Dir(dir) {
		_, d, err := tx.resolve(dir, dir, false)
		if err == nil && d.kind == Directory && d.finalPath != "" {
			return d, tail
		}
		tail = strings.Join([]string{path.Base(dir), tail}, "_")
	}
	return tx.top, tail
}
