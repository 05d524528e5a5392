package workspace

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
