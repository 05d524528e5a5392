package workspace

import (
	"bytes"
	"slices"

	"fileops/internal/workspace/journal"
)

// RunChanges returns the changes of a run that is kept, by name, with their contents. The
// history saves what a file held before a run. What it held after the run is on disk, or a later
// run saved it. If neither is so, because it was changed in between, its content cannot be read.
// An *Error has the reason NoRun or Damaged.
func (w *Workspace) RunChanges(id string) ([]Change, error) {
	list, err := w.state.journals().History()
	if err != nil {
		return nil, journalError(err)
	}
	past := pastContents{w: w}
	for r, j := range w.runs(list) {
		switch {
		case r.ID != id && j != nil:
			past.later = append(past.later, savedEntries{r.path, j.Entries})
		case r.ID != id:
		case j == nil:
			return nil, &Error{Reason: Damaged, Path: id, Msg: r.NotUndoable}
		default:
			past.run = savedEntries{r.path, j.Entries}
			return past.of(r.Changes), nil
		}
	}
	return nil, &Error{Reason: NoRun, Path: id, Msg: "No such run on this root: " + id, Hint: "See fileops history."}
}

// savedEntries are the entries of a run, with the path of the journal that has their contents.
type savedEntries struct {
	path    string
	entries []journal.Entry
}

// saved is the content of an entry before the run; nil if it was not saved.
func (s savedEntries) saved(e journal.Entry) *node {
	if e.StateBefore.Kind != Regular || e.StateBefore.At == 0 {
		return nil
	}
	return &node{kind: Regular, saved: &journal.Content{Path: s.path, At: e.StateBefore.At, Size: e.StateBefore.Size, Sum: e.StateBefore.Sum}}
}

// pastContents finds the contents of a run.
type pastContents struct {
	w     *Workspace
	run   savedEntries
	later []savedEntries // of the runs after it, the newest first
}

func (p pastContents) of(changes []Change) []Change {
	for i := range changes {
		c := &changes[i]
		c.w = p.w
		if c.Dir || c.Kind == Copied {
			continue
		}
		was := c.Name
		if c.Kind == Moved {
			was = c.From
		}
		for _, e := range p.run.entries {
			if e.Backup || e.Before != was || c.Kind == Created {
				continue
			}
			c.before, c.ModeBefore = p.run.saved(e), e.StateBefore.Mode
			c.Link = e.StateBefore.Link
		}
		for _, e := range p.run.entries {
			if e.Backup || e.After != c.Name || c.Kind == Deleted {
				continue
			}
			c.Link = e.StateAfter.Link
			if e.StateAfter.Kind == Regular && (e.Before == "" || c.before != nil) { // else the content stayed
				c.after = p.after(e)
			}
		}
	}
	return changes
}

// after is what an entry held after the run. Later runs are asked first, since they may have
// moved it.
func (p pastContents) after(e journal.Entry) *node {
	name := e.After
	for _, later := range slices.Backward(p.later) {
		i := slices.IndexFunc(later.entries, func(l journal.Entry) bool { return l.Before == name })
		if i < 0 {
			continue
		}
		l := later.entries[i]
		if n := later.saved(l); n != nil {
			if e.StateAfter.Sum != nil && l.StateBefore.Sum != nil && !bytes.Equal(e.StateAfter.Sum, l.StateBefore.Sum) {
				return lost(e)
			}
			return n
		}
		if name = l.After; name == "" {
			return lost(e)
		}
	}
	if !p.w.matchesState(name, e.StateAfter) {
		return lost(e)
	}
	info, err := p.w.root.Lstat(name)
	if err != nil {
		return lost(e)
	}
	return &node{kind: Regular, diskPath: name, info: info}
}

// lost stands for the content of an entry after a run that is not kept.
func lost(e journal.Entry) *node {
	return &node{kind: Regular, saved: &journal.Content{Size: e.StateAfter.Size}, lost: true}
}
