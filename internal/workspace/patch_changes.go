package workspace

import (
	"slices"
)

// PatchChanges lists what the transaction changes as git has it, by name. git knows files only, by
// their paths. So a file in a directory that was moved is Moved itself, and directories are not
// listed. A copy is Created, since git cannot reverse the diff of a copy. PatchChanges loads all that
// is in directories that were moved.
func (tx *Tx) PatchChanges() ([]Change, error) {
	for _, n := range tx.computeFinal() {
		if n.kind == Directory && n.onDisk() && n.finalPath != "" && n.finalPath != n.diskPath {
			if err := tx.w.loadBelow(n); err != nil {
				return nil, err
			}
		}
	}
	var changes []Change
	for _, n := range tx.computeFinal() {
		c := tx.change(n)
		switch {
		case n.kind == Directory:
			continue
		case c.Kind == Copied:
			c = Change{Kind: Created, Name: n.finalPath, after: n}
		case c.Kind == Modified && c.Origin() != c.Name:
			c.Kind, c.From = Moved, c.Origin()
		case c.Kind == "" && n.onDisk() && !n.backup && n.finalPath != "" && n.finalPath != n.diskPath:
			c = Change{Kind: Moved, Name: n.finalPath, From: n.diskPath, before: n, after: n}
		case c.Kind == "":
			continue
		}
		changes = append(changes, tx.described(c, n))
	}
	slices.SortFunc(changes, byName)
	return changes, nil
}

// loadBelow loads everything below a directory.
func (w *Workspace) loadBelow(d *node) error {
	if err := w.list(d); err != nil {
		return err
	}
	for _, c := range d.children {
		if c.kind == Directory && c.onDisk() {
			if err := w.loadBelow(c); err != nil {
				return err
			}
		}
	}
	return nil
}
