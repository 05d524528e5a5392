package workspace

import (
	"cmp"
	"errors"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// Backup is where the content that a file had before a run is kept.
type Backup struct {
	Name string
	Note string // why it does not have the usual name, "" if it has
}

// Backup stages a backup of everything that existed before the run and is changed or gone
// after it: F.bak beside a changed file, F.deleted beside a deleted one. It replaces the
// backup that an earlier run wrote there. Anything else of that name stays, and the backup is
// F.bak1, or the next name that is free. Backup returns the backup of each file by its name
// on disk, and a warning for each that could not be made. Without Options.Backups it does
// nothing.
//
// It comes last in a transaction, so that backups are never in the way of the operations.
func (tx *Tx) Backup() (kept map[string]Backup, warnings []string, err error) {
	kept = map[string]Backup{}
	if !tx.w.opt.Backups {
		return kept, nil, nil
	}
	list := tx.w.readOwnBackups()
	for _, n := range tx.computeFinal() {
		if !n.onDisk() || n.kind == Directory || n.backup || n.finalPath != "" && !n.written {
			continue
		}
		b, refused, err := tx.stageBackup(n, list)
		if err != nil {
			return nil, nil, err
		}
		if refused != "" {
			warnings = append(warnings, "no backup of "+n.diskPath+": "+refused)
			continue
		}
		kept[n.diskPath] = b
	}
	return kept, warnings, nil
}

// backupNode returns the node of a backup of n. If n is deleted, that is n itself. If n is
// replaced, it is a copy, so that the name of n is never without a file.
func (n *node) backupNode(ending string) *node {
	if ending == deletedEnding {
		n.backup = true
		n.data, n.written = nil, false // as it is on disk, not as an operation left it
		return n
	}
	return &node{kind: n.kind, mode: n.mode, diskPath: n.diskPath, copied: true, backup: true, info: n.info, link: n.link}
}

// Endings of backups.
const (
	bakEnding     = ".bak"
	deletedEnding = ".deleted"
)

// maxBackups is how many names are tried for a backup.
const maxBackups = 1000

// stageBackup stages the backup of one node and returns it, or why there is none. If the
// usual name is taken, it tries the next ones: F.bak1, F.bak2 and so on.
func (tx *Tx) stageBackup(n *node, list *ownList) (b Backup, refused string, err error) {
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
func (tx *Tx) checkBackupName(dir *node, spot string, list *ownList) (old *node, taken string, err error) {
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
