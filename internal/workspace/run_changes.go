package workspace

import (
	"bytes"
	"path"
	"slices"

	"fileops/internal/workspace/journal"
)

// RunChanges returns the changes of a run that is kept, by name, with their contents; of several
// runs with that ID, those of the newest that is in force. They are those of PatchChanges, and the
// directories. The history has the content of a file before
// the run, unless the run cannot be undone. The content after the run is on disk, or a later run
// saved it. If another program changed the file in between, that content cannot be read. An
// *Error has the reason NoRun or Damaged.
func (w *Workspace) RunChanges(id string) ([]Change, error) {
	list, err := w.state.journals().History()
	if err != nil {
		return nil, journalError(err)
	}
	var changes []Change
	var later []savedEntries // the newest first
	found := false
	for r, j := range w.runs(list) {
		if r.ID == id && j == nil {
			return nil, &Error{Reason: Damaged, Path: id, Msg: r.NotUndoable}
		}
		if j == nil {
			continue
		}
		saved := newSavedEntries(r.path, j)
		if r.ID == id {
			past := pastContents{w: w, run: saved, later: later, incomplete: j.NotUndoable != ""}
			if changes, err = past.of(r.Changes); err != nil {
				return nil, err
			}
			if found = true; r.UndoneBy == "" {
				break
			}
		}
		later = append(later, saved)
	}
	if found {
		return changes, nil
	}
	return nil, &Error{Reason: NoRun, Path: id, Msg: "No such run on this root: " + id, Hint: "See fileops history."}
}

// savedEntries are the entries of a run, with the path of the journal that has their contents.
type savedEntries struct {
	path          string
	before, after map[string]journal.Entry // by their names

	backupsBefore, backupsAfter map[string]bool // the names of backups that the run replaced, and of those that it made
}

func newSavedEntries(path string, j *journal.Journal) savedEntries {
	s := savedEntries{path, map[string]journal.Entry{}, map[string]journal.Entry{}, map[string]bool{}, map[string]bool{}}
	for _, e := range j.Entries {
		if e.Backup {
			s.backupsBefore[e.Before], s.backupsAfter[e.After] = true, true
			continue
		}
		if e.Before != "" {
			s.before[e.Before] = e
		}
		if e.After != "" {
			s.after[e.After] = e
		}
	}
	return s
}

// saved is the content of an entry before the run; nil if it was not saved.
func (s savedEntries) saved(e journal.Entry) *node {
	if e.StateBefore.Kind != Regular || e.StateBefore.At == 0 {
		return nil
	}
	return &node{kind: Regular, saved: &journal.Content{Path: s.path, At: e.StateBefore.At, Size: e.StateBefore.Size, Sum: e.StateBefore.Sum}}
}

// moved is the name that an entry got by the run, which may have moved a directory above it; "" if
// the run removed it.
func (s savedEntries) moved(name string) string {
	if e, found := s.before[name]; found {
		return e.After
	}
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if e, found := s.before[dir]; found && e.Moved && e.After != "" {
			return e.After + name[len(dir):]
		}
	}
	return name
}

// formerName is the name before the run of what stood where something new has a name since. The run
// may have moved a directory above it.
func (s savedEntries) formerName(name string) string {
	for dir := path.Dir(name); dir != "."; dir = path.Dir(dir) {
		if e, found := s.after[dir]; found && e.Moved && e.Before != "" {
			return e.Before + name[len(dir):]
		}
	}
	return name
}

// pastContents finds the contents of a run.
type pastContents struct {
	w          *Workspace
	run        savedEntries
	later      []savedEntries // of the runs after it, the newest first
	incomplete bool           // contents that the run replaced or removed are not kept
}

func (p pastContents) of(changes []Change) ([]Change, error) {
	list, err := p.movedBelow(changes)
	if err != nil {
		return nil, err
	}
	list = append(list, changes...)
	for i := range list {
		c := &list[i]
		if c.w = p.w; c.Dir {
			continue
		}
		if c.Kind == Copied {
			c.Kind, c.From = Created, ""
		}
		was, known := p.entryBefore(*c)
		if known {
			c.before, c.ModeBefore, c.Link = p.run.saved(was), was.StateBefore.Mode, was.StateBefore.Link
		}
		if c.Kind == Modified && known && was.Before != c.Name {
			c.Kind, c.From = Moved, was.Before
		}
		is, stays := p.run.after[c.Name]
		if stays = stays && c.Kind != Deleted; stays {
			c.Link = is.StateAfter.Link
		}
		switch {
		case !known && stays && is.StateAfter.Kind == Regular: // a new file
			c.after = p.after(is)
		case c.before != nil && stays && is.StateAfter.Kind == Regular:
			c.after = p.after(is)
		case c.before == nil && p.incomplete && was.StateBefore.Kind == Regular && !sameSum(was.StateBefore, is.StateAfter):
			c.before = lost(was.StateBefore)
			if stays {
				c.after = p.after(is)
			}
		}
	}
	slices.SortFunc(list, byName)
	return list, nil
}

// movedBelow are the files that the run moved with a directory, and did not change.
func (p pastContents) movedBelow(changes []Change) (list []Change, err error) {
	tree, found := pastTree{p.w, p.later}, map[string]bool{}
	for _, c := range changes {
		if !c.Dir || c.Kind != Moved {
			continue
		}
		names, err := tree.filesBelow(c.Name)
		if err != nil {
			return nil, err
		}
		for name := range names {
			was := p.run.formerName(name)
			_, changed := p.run.after[name]
			made := p.run.backupsAfter[name] && !p.run.backupsBefore[was]
			if !changed && !made && was != name && !found[name] {
				found[name] = true
				list = append(list, Change{Kind: Moved, Name: name, From: was})
			}
		}
	}
	return list, nil
}

// sameSum reports whether two entries are known to have the same content.
func sameSum(a, b journal.State) bool { return a.Sum != nil && bytes.Equal(a.Sum, b.Sum) }

// entryBefore is the entry whose content a change replaced, removed or moved.
func (p pastContents) entryBefore(c Change) (e journal.Entry, found bool) {
	switch c.Kind {
	case Created:
		return e, false
	case Moved:
		e, found = p.run.before[c.From]
		return e, found
	case Modified:
		if e, found = p.run.after[c.Name]; found && e.Before != "" {
			return e, true // perhaps in a directory that the run moved
		}
	}
	name := c.Name
	if c.Kind == Modified {
		name = p.run.formerName(name)
	}
	e, found = p.run.before[name]
	return e, found
}

// after is what an entry held after the run. Later runs are asked first, since they may have
// moved it.
func (p pastContents) after(e journal.Entry) *node {
	name := e.After
	for _, later := range slices.Backward(p.later) {
		if l, found := later.before[name]; found {
			if n := later.saved(l); n != nil {
				if l.StateBefore.Sum != nil && e.StateAfter.Sum != nil && !sameSum(l.StateBefore, e.StateAfter) {
					return lost(e.StateAfter)
				}
				return n
			}
		}
		if name = later.moved(name); name == "" {
			return lost(e.StateAfter)
		}
	}
	if !p.w.matchesState(name, e.StateAfter) {
		return lost(e.StateAfter)
	}
	info, err := p.w.root.Lstat(name)
	if err != nil {
		return lost(e.StateAfter)
	}
	return &node{kind: Regular, diskPath: name, info: info}
}

// lost stands for a content of the past that is not kept.
func lost(s journal.State) *node {
	return &node{kind: Regular, saved: &journal.Content{Size: s.Size}, lost: true}
}
