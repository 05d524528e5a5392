package workspace

import (
	"errors"
	"path"
	"strings"
)

// Endings of backups.
const (
	bakEnding     = ".bak"
	deletedEnding = ".deleted"
)

// Backup stages a backup of everything that existed before the run and is changed
// or gone after it: F.bak beside a changed file, F.deleted beside a deleted one,
// one generation. It returns the backup of each file by its name on disk, and a
// warning for each that could not be had. Without Options.Backups it does nothing.
//
// It comes last in a transaction, so that backups are never in the way of the
// operations: a directory whose files were deleted can be removed.
func (tx *Tx) Backup() (names map[string]string, warnings []string, err error) {
	names = map[string]string{}
	if !tx.w.opt.Backups {
		return names, nil, nil
	}
	for _, n := range tx.settle() {
		if !n.own() || n.kind == Directory || n.backup || n.final != "" && !n.written {
			continue
		}
		name, refused, err := tx.keep(n)
		if err != nil {
			return nil, nil, err
		}
		if refused != "" {
			warnings = append(warnings, "no backup of "+n.base+": "+refused)
			continue
		}
		names[n.base] = name
	}
	return names, warnings, nil
}

// keep stages the backup of one node and returns its name, or why there is none.
func (tx *Tx) keep(n *node) (name, refused string, err error) {
	dir, base, ending := n.up, n.name, bakEnding
	if n.final == "" {
		dir, base = tx.lastHome(n)
		if n.replacement(tx.w) == nil {
			ending = deletedEnding
		}
	}
	spot := base + ending
	name = path.Join(dir.final, spot)
	if tx.w.rules.denied(name) || tx.w.rules.guarded(name, Regular) != "" {
		return "", name + " is protected", nil
	}
	old, err := tx.w.child(dir, spot)
	if e := (*Error)(nil); errors.As(err, &e) && e.Reason == BadPath {
		return "", "its name would be too long", nil
	}
	if err != nil {
		return "", "", err
	}
	switch {
	case old.kind == Directory || old.kind == Special:
		return "", name + " is in the way", nil
	case old.kind != Absent && (!old.own() || old.written || old.strayedFrom(dir, spot)):
		return "", name + " was written by this run", nil
	}
	if old.kind != Absent {
		old.backup = true // the backup of an earlier run, given up for this one
	}
	tx.set(dir, spot, n.keepsake(ending))
	return name, "", nil
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
