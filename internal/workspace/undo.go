package workspace

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"fileops/internal/workspace/journal"
)

// Undoes is the run that the transaction undoes, "" if it is none of those.
func (tx *Tx) Undoes() string { return tx.undoes.ID }

// Undo stages the tree as it was before a run: contents, modes, names, links,
// directories, backups. The run is named by its ID; "" is the newest one in force
// that is not itself an undo. It comes first in a transaction.
//
// If something changed since the run, Undo fails with the reason Changed and names all of it.
// force overwrites changed files. Backups that changed stay as they are. Nothing is put back
// that would make a directory one of git's own: that has the reason Denied. The other reasons
// are NoRun and Damaged.
func (tx *Tx) Undo(id string, force bool) (Run, error) {
	r, j, err := tx.w.find(id)
	if err != nil {
		return Run{}, err
	}
	// On a transaction of its own: one that is refused leaves tx as it was.
	u := &undoPlan{tx: tx.w.Begin(), file: r.path, force: force, names: map[string]bool{}, stays: map[*node]bool{}}
	for _, p := range j.Entries {
		if err := u.look(p); err != nil {
			return Run{}, err
		}
	}
	if err := u.detach(); err != nil {
		return Run{}, err
	}
	if err := u.attach(); err != nil {
		return Run{}, err
	}
	if len(u.refused) > 0 {
		return Run{}, u.changed(r)
	}
	if err := u.permitGit(r.ID); err != nil {
		return Run{}, err
	}
	r.Warnings = u.warnings
	tx.top, tx.undoes = u.tx.top, r
	return r, nil
}

// undoPlan takes the entries that a run changed back to what they were.
type undoPlan struct {
	tx       *Tx
	file     string // its journal
	force    bool
	names    map[string]bool // of the entries that the run changed, as they are since
	items    []*item
	refused  []string // what keeps it from being undone, in words
	blocked  bool     // and force does not go over some of it
	warnings []string
	stays    map[*node]bool // directories that the run made and that are not empty
}

// item is one entry on its way back.
type item struct {
	journal.Entry
	n    *node // what stands at After
	dir  *node // which holds it
	stay bool  // it cannot go back
}

// look adds an entry of the run to the plan, after it has checked that the entry is as the
// run left it. It leaves out what needs no undoing.
func (u *undoPlan) look(p journal.Entry) error {
	it := &item{Entry: p}
	if p.After == "" {
		u.items = append(u.items, it)
		return nil
	}
	u.names[p.After] = true
	dir, n, err := u.tx.at(p.After)
	if err != nil {
		return err
	}
	it.dir, it.n = dir, n
	switch {
	case n == nil && (p.Backup || p.Before == ""):
		return nil // it is gone already
	case n == nil:
		u.refuse(p.After + " was deleted")
		if p.StateBefore.At == 0 && p.StateBefore.Kind != Link { // no content to make it anew from
			u.warnings = append(u.warnings, p.After+" is gone and cannot be had back")
			return nil
		}
		it.After = ""
	case n.kind != p.StateAfter.Kind && !p.Backup:
		u.block(p.After + " is " + kindWords[n.kind] + " now")
		return nil
	case !u.tx.w.matchesState(n.diskPath, p.StateAfter):
		if p.Backup {
			return nil
		}
		u.refuse(p.After + " was changed")
	}
	if it.After != "" {
		n.backup = p.Backup
	}
	u.items = append(u.items, it)
	return nil
}

// refuse notes what changed since the run, unless force overwrites it.
func (u *undoPlan) refuse(what string) {
	if !u.force {
		u.refused = append(u.refused, what)
	}
}

// block notes what changed since the run, and force does not overwrite.
func (u *undoPlan) block(what string) {
	u.refused, u.blocked = append(u.refused, what), true
}

// kindWords are the kinds of entries, for sentences.
var kindWords = [...]string{Regular: "a file", Directory: "a directory", Link: "a link", Special: "a special file"}

// at returns the node at a resolved name, and the directory that holds it. The node is nil if
// there is nothing, or a directory on the way is gone.
func (tx *Tx) at(name string) (dir, n *node, err error) {
	if name == "." {
		return nil, tx.top, nil
	}
	dirs, err := tx.way(path.Dir(name))
	if err != nil || len(dirs) <= depth(name) {
		return nil, nil, err
	}
	dir = dirs[len(dirs)-1]
	if n, err = tx.w.child(dir, path.Base(name)); err != nil || n.kind == Absent {
		return dir, nil, err
	}
	return dir, n, nil
}

// detach removes what the run made or moved from the tree, the deepest first, so that a
// directory is empty when its turn comes.
func (u *undoPlan) detach() error {
	slices.SortStableFunc(u.items, func(a, b *item) int { return cmp.Compare(depth(b.After), depth(a.After)) })
	for _, it := range u.items {
		if it.After == "" || it.Before != "" && !it.Moved {
			continue
		}
		if it.Before == "" && it.StateAfter.Kind == Directory {
			if err := u.emptied(it); err != nil {
				return err
			}
		}
		if it.stay {
			u.warnings = append(u.warnings, it.After+" stays: it is not empty")
			continue
		}
		u.tx.set(it.dir, path.Base(it.After), nil)
	}
	return nil
}

func depth(name string) int { return strings.Count(name, "/") }

// emptied checks that a directory that the run made holds nothing that was added since.
func (u *undoPlan) emptied(it *item) error {
	if err := u.tx.w.list(it.n); err != nil {
		return err
	}
	defer func() { u.stays[it.n] = it.stay }()
	for _, key := range sortedKeys(it.n.children) {
		c := it.n.children[key]
		if c.kind == Absent {
			continue
		}
		if it.stay = true; !u.stays[c] {
			u.refuse(path.Join(it.After, c.name) + " is new, in a directory that the run made")
		}
	}
	return nil
}

// attach puts every entry back where it stood, directories before what they hold.
func (u *undoPlan) attach() error {
	slices.SortStableFunc(u.items, func(a, b *item) int { return cmp.Compare(depth(a.Before), depth(b.Before)) })
	for _, it := range u.items {
		if it.Before == "" {
			continue
		}
		if it.After != "" && !it.Moved {
			it.restore(u.file)
			continue
		}
		dir, err := u.home(it)
		if err != nil {
			return err
		}
		if dir == nil {
			continue
		}
		if it.After == "" {
			it.n = &node{}
		}
		it.restore(u.file)
		u.tx.set(dir, path.Base(it.Before), it.n)
	}
	return nil
}

// home is the directory that an entry goes back to; nil if it cannot.
func (u *undoPlan) home(it *item) (*node, error) {
	dir, err := u.directory(it)
	if dir == nil || err != nil {
		return nil, err
	}
	there, err := u.tx.w.child(dir, path.Base(it.Before))
	switch {
	case err != nil:
		return nil, err
	case there.kind == Absent:
		return dir, nil
	case it.Backup:
		return nil, nil
	case there.kind == Directory || there.kind == Special:
		u.block(it.Before + " is " + kindWords[there.kind] + " now, in the way of what stood there")
		return nil, nil
	}
	u.refuse(it.Before + " is new, in the way of what stood there")
	return dir, nil
}

// directory is the one in which an entry stood; nil if there is none. With force, a directory
// that is gone is made again, since nothing is lost by that.
func (u *undoPlan) directory(it *item) (*node, error) {
	dir, name := u.tx.top, path.Dir(it.Before)
	if name == "." {
		return dir, nil
	}
	for part := range strings.SplitSeq(name, "/") {
		n, err := u.tx.w.child(dir, part)
		if err != nil {
			return nil, err
		}
		switch where := name + ", which held " + path.Base(it.Before) + ", "; {
		case n.kind == Directory:
		case it.Backup:
			return nil, nil
		case n.kind != Absent:
			u.block(where + "is no directory any more")
			return nil, nil
		case !u.force:
			u.refuse(where + "was deleted")
			return nil, nil
		default:
			n = &node{kind: Directory, mode: 0o755}
			u.tx.set(dir, part, n)
		}
		dir = n
	}
	return dir, nil
}

// restore gives the node what it had before the run.
func (it *item) restore(file string) {
	n := it.n
	if it.After == "" { // made anew
		n.kind, n.mode, n.link, n.restoreAs = it.StateBefore.Kind, it.StateBefore.Mode, it.StateBefore.Link, &it.StateBefore
		n.backup = it.Backup
	}
	if it.StateBefore.Mode != it.StateAfter.Mode {
		n.mode = it.StateBefore.Mode
	}
	if it.StateBefore.At > 0 {
		n.saved = &journal.Content{Path: file, At: it.StateBefore.At, Size: it.StateBefore.Size, Sum: it.StateBefore.Sum}
		n.data, n.written, n.differs, n.cachedAfter = nil, true, true, nil
	}
}

// laterRun returns the ID of the newest run in force that changed something which the run had
// changed; "" if there is none since the run.
func (u *undoPlan) laterRun(r Run) string {
	list, err := u.tx.w.state.journals().History()
	if err != nil {
		return ""
	}
	for later, j := range u.tx.w.runs(list) {
		switch {
		case later.path == r.path:
			return ""
		case later.Undoes != "" || later.UndoneBy != "" || later.NotUndoable != "":
		case slices.ContainsFunc(j.Entries, func(e journal.Entry) bool { return u.names[e.Before] }):
			return later.ID
		}
	}
	return ""
}

// changed is the error for an undo that is refused.
func (u *undoPlan) changed(r Run) *Error {
	id, later := r.ID, ""
	slices.Sort(u.refused)
	var hints []string
	if u.blocked {
		hints = append(hints, "Not even --force goes over a directory, or over a file or link in the place of something else: move it out of the way first.")
	}
	if !u.force {
		hints = append(hints,
			"To see what would be overwritten: fileops undo --force --dry-run --diff "+id,
			"To overwrite it: fileops undo --force "+id+" (the undo of that brings it back)",
		)
		if later = u.laterRun(r); later != "" {
			hints = append(hints, "A later run changed some of it. To go back in order, undo that one first: fileops undo "+later)
		}
		hints = append(hints, "To undo an older run instead, name it: fileops history lists the runs")
	}
	return &Error{
		Reason: Changed, Path: id, Hint: strings.Join(hints, "\n"), UndoFirst: later,
		Msg: fmt.Sprintf("Cannot undo run %s: since then\n  %s\nNothing was changed.", id, strings.Join(u.refused, "\n  ")),
	}
}
