package workspace

import (
	"cmp"
	"io/fs"
	"slices"

	"fileops/internal/workspace/journal"
)

// ChangeKind is what happens to an entry from before a run to after it.
type ChangeKind string

// The kinds of change. A moved file may have new content as well.
const (
	Created    ChangeKind = "created"
	Modified   ChangeKind = "modified"
	Deleted    ChangeKind = "deleted"
	Moved      ChangeKind = "moved"
	Copied     ChangeKind = "copied"
	MadeDir    ChangeKind = "made_directory"
	RemovedDir ChangeKind = "removed_directory"
)

// Change is one difference between the tree on disk and the tree as it will be.
// Contents are read when asked for, and only until the commit.
type Change struct {
	Kind ChangeKind
	Name string      // where it stands after; for what is gone, where it stood
	From string      // Moved and Copied: where the content comes from
	Mode fs.FileMode // permission bits after
	Dir  bool        // a directory
	Link string      // the target of a symbolic link, "" for anything else; not in the History

	ModeBefore fs.FileMode // permission bits of the file that was there before; not in the History

	w             *Workspace
	before, after *node
}

// journalChanges puts changes into the form that a journal has.
func journalChanges(changes []Change) []journal.Change {
	var list []journal.Change
	for _, c := range changes {
		list = append(list, journal.Change{Kind: string(c.Kind), Name: c.Name, From: c.From, Mode: c.Mode, Dir: c.Dir})
	}
	return list
}

// readChanges turns the changes of a journal into Changes. Their contents cannot be read.
func readChanges(changes []journal.Change) []Change {
	var list []Change
	for _, c := range changes {
		list = append(list, Change{Kind: ChangeKind(c.Kind), Name: c.Name, From: c.From, Mode: c.Mode, Dir: c.Dir})
	}
	return list
}

// Before returns the content before the run, nil if there was no regular file. More
// than limit bytes are an *Error with the reason TooLarge.
func (c Change) Before(limit int64) ([]byte, error) {
	if c.before == nil || c.before.kind != Regular {
		return nil, nil
	}
	if c.before.lost {
		return nil, lostError(c.Name)
	}
	if c.before.diskPath == "" { // of the history
		return c.w.content(c.before, c.Name, limit)
	}
	disk := &node{kind: Regular, diskPath: c.before.diskPath, info: c.before.info}
	return c.w.content(disk, c.before.diskPath, limit)
}

// After returns the content after the run, nil if there is no regular file.
func (c Change) After(limit int64) ([]byte, error) {
	if c.after == nil || c.after.kind != Regular {
		return nil, nil
	}
	if c.after.lost {
		return nil, lostError(c.Name)
	}
	return c.w.content(c.after, c.Name, limit)
}

func lostError(name string) *Error {
	return &Error{Reason: Changed, Path: name, Msg: "The content is not kept: " + name}
}

// NewContent reports whether the content of a file is another one after the run, or the file is
// new or gone. That of a file that was only moved or copied is the same.
func (c Change) NewContent() bool { return c.before != c.after || c.after != nil && c.after.written }

// Sizes returns the sizes in bytes of the file before and after the run, 0 where there is none.
func (c Change) Sizes() (before, after int64) {
	if c.before != nil && c.before.kind == Regular {
		if before = c.before.size(); c.before.info != nil {
			before = c.before.info.Size()
		}
	}
	if c.after != nil && c.after.kind == Regular {
		after = c.after.size()
	}
	return before, after
}

// Origin is the name on disk of the file that was changed, moved or copied; "" for a new one.
func (c Change) Origin() string {
	if c.before == nil {
		return ""
	}
	return c.before.diskPath
}

// Changes lists what the transaction changes, by name, without backups.
func (tx *Tx) Changes() []Change {
	nodes := tx.computeFinal()
	changes := make([]Change, 0, len(nodes))
	for _, n := range nodes {
		if c := tx.change(n); c.Kind != "" {
			changes = append(changes, tx.described(c, n))
		}
	}
	slices.SortFunc(changes, byName)
	return changes
}

func byName(a, b Change) int {
	return cmp.Or(cmp.Compare(a.Name, b.Name), cmp.Compare(a.Kind, b.Kind))
}

// described is a change of a node with what is known of the entry.
func (tx *Tx) described(c Change, n *node) Change {
	c.w, c.Mode, c.Dir, c.Link = tx.w, n.mode, n.kind == Directory, n.link
	if c.before != nil && c.before.info != nil {
		c.ModeBefore = c.before.info.Mode() & modeBits
	}
	return c
}

// change returns the change of one node; its Kind is "" if there is none.
func (tx *Tx) change(n *node) Change {
	dir := n.kind == Directory
	switch {
	case n.backup && n.onDisk() && n.finalPath != "":
		return Change{Kind: Deleted, Name: n.diskPath, before: n} // it became its own backup
	case n.backup:
		return Change{}
	case n.onDisk() && n.finalPath == "":
		if r := n.replacement(tx.w); r != nil && r.kind == Regular && n.kind == Regular && !r.onDisk() && !r.backup {
			return Change{} // it is part of the change to what replaced it
		}
		if dir {
			return Change{Kind: RemovedDir, Name: n.diskPath}
		}
		return Change{Kind: Deleted, Name: n.diskPath, before: n}
	case n.onDisk() && n.movedItself():
		return Change{Kind: Moved, Name: n.finalPath, From: n.diskPath, before: n, after: n}
	case n.onDisk():
		if n.written {
			return Change{Kind: Modified, Name: n.finalPath, before: n, after: n}
		}
		return Change{}
	case n.finalPath == "":
		return Change{} // made and removed in the same run
	case dir:
		return Change{Kind: MadeDir, Name: n.finalPath}
	}
	if old := n.finalParent.diskEntries[tx.w.rules.key(n.name)]; old != nil && old.finalPath == "" && old.kind == Regular {
		return Change{Kind: Modified, Name: n.finalPath, before: old, after: n}
	}
	if n.copied && !n.written {
		return Change{Kind: Copied, Name: n.finalPath, From: n.diskPath, before: n, after: n}
	}
	if n.copied {
		return Change{Kind: Created, Name: n.finalPath, before: n, after: n}
	}
	return Change{Kind: Created, Name: n.finalPath, after: n}
}

// movedItself reports whether n itself was moved, rather than a directory above it.
func (n *node) movedItself() bool {
	return n.finalParent != n.curParent || n.name != n.curName
}

// replacement is what stands in the final tree under the name that n had on disk, nil for
// nothing.
func (n *node) replacement(w *Workspace) *node {
	if n.curParent == nil || n.curParent.finalPath == "" {
		return nil
	}
	r := n.curParent.children[w.rules.key(n.curName)]
	if r == nil || r.kind == Absent || r == n {
		return nil
	}
	return r
}
