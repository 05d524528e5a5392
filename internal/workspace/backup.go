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

// Backup is where the content that a file had before a run is kept.
type Backup struct {
	Name string
	Note string // why it does not have the usual name, "" if it has
}

// Backup stages a backup of everything that existed before the run and is changed
// or gone after it: F.bak beside a changed file, F.deleted beside a deleted one. It
// takes the place of the backup that an earlier run wrote there. Anything else of that
// name stays, and the backup is F.bak1, or the next name that is free. Backup returns the
// backup of each file by its name on disk, and a warning for each that could not be had.
// Without Options.Backups it does nothing.
//
// It comes last in a transaction, so that backups are never in the way of the
// operations: a directory whose files were deleted can be removed.
func (tx *Tx) Backup() (kept map[string]Backup, warnings []string, err error) {
	kept = map[string]Backup{}
	if !tx.w.opt.Backups {
		return kept, nil, nil
	}
	list := tx.w.readOwnBackups()
	for _, n := range tx.settle() {
		if !n.own() || n.kind == Directory || n.backup || n.final != "" && !n.written {
			continue
		}
		b, refused, err := tx.keep(n, list)
		if err != nil {
			return nil, nil, err
		}
		if refused != "" {
			warnings = append(warnings, "no backup of "+n.base+": "+refused)
			continue
		}
		kept[n.base] = b
	}
	return kept, warnings, nil
}

// keep stages the backup of one node and returns it, or why there is none.
func (tx *Tx) keep(n *node, list ownBackups) (b Backup, refused string, err error) {
	dir, base, ending := n.up, n.name, bakEnding
	if n.final == "" {
		dir, base = tx.lastHome(n)
		if n.replacement(tx.w) == nil {
			ending = deletedEnding
		}
	}
	for i := range maxBackups {
		spot := base + ending
		if i > 0 {
			spot += strconv.Itoa(i)
		}
		b.Name = path.Join(dir.final, spot)
		old, taken, err := tx.vacant(dir, spot, list)
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
			old.backup = true // the backup of an earlier run, given up for this one
		}
		if b.Note != "" {
			b.Note += ": the backup is " + b.Name
		}
		tx.set(dir, spot, n.keepsake(ending))
		return b, "", nil
	}
	return b, "all names up to " + b.Name + " are taken", nil
}

// vacant is what stands at the name of a backup, and why the backup cannot have that
// name; "" if it can.
func (tx *Tx) vacant(dir *node, spot string, list ownBackups) (old *node, taken string, err error) {
	name := path.Join(dir.final, spot)
	if tx.w.rules.denied(name) || tx.w.rules.guarded(name, Regular) != "" {
		return nil, name + " is protected", nil
	}
	old, err = tx.w.child(dir, spot)
	switch {
	case err != nil || old.kind == Absent:
		return old, "", err
	case old.kind == Directory || old.kind == Special:
		return old, name + " is in the way", nil
	case !old.own() || old.written || old.strayedFrom(dir, spot):
		return old, name + " was written by this run", nil
	case !tx.w.wrote(list, old):
		return old, name + " is not a backup that fileops wrote, and stays", nil
	}
	return old, "", nil
}

func (n *node) strayedFrom(dir *node, name string) bool { return n.dir != dir || n.at != name }

// keepsake is the node that a backup of n is: n itself, where n is deleted; where
// its name lives on, a copy, so that the name is never without a file.
func (n *node) keepsake(ending string) *node {
	if ending == deletedEnding {
		n.backup = true
		n.data, n.written = nil, false // as it is on disk, not as an operation left it
		return n
	}
	return &node{kind: n.kind, mode: n.mode, base: n.base, copied: true, backup: true, info: n.info, link: n.link}
}

// lastHome is the directory for the backup of a deleted node, and the name that
// the node has there: its own, where that directory still stands; else, in the
// nearest directory above, the way to it joined by underscores.
func (tx *Tx) lastHome(n *node) (*node, string) {
	if n.dir.final != "" {
		return n.dir, n.at
	}
	dir, tail := path.Dir(n.base), n.at
	for ; dir != "."; dir = path.Dir(dir) {
		_, d, err := tx.resolve(dir, dir, false)
		if err == nil && d.kind == Directory && d.final != "" {
			return d, tail
		}
		tail = strings.Join([]string{path.Base(dir), tail}, "_")
	}
	return tx.top, tail
}
