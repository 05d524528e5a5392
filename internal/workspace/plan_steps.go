package workspace

import (
	"cmp"
	"fmt"
	"maps"
	"os"
	"path"
	"slices"
	"strings"

	"fileops/internal/workspace/journal"
)

// tempFile is a file or link that the commit writes under a temporary name. A step gives it its
// place: then it is a new file of the tree.
type tempFile struct {
	n       *node
	name    string // its path before the first step
	created bool   // it exists, and this run made it
}

// plan is how the tree on disk becomes the tree of a transaction. To drop an entry is to remove or
// replace it. A removed file that becomes its own backup is not dropped, only moved.
type plan struct {
	w               *Workspace
	run             string
	temps           []*tempFile
	tempOf          map[*node]*node // the temporary file for a node
	steps           []journal.Step
	becomesBackupAt map[int]*node   // the file that a step turns into its own backup, by the index of the step
	records         []entryRecord   // what becomes of the entries
	dropped         map[*node]bool  // entries that the steps so far drop
	trash           []*node         // dropped entries that are to be deleted after the commit
	setAsideCount   int             // how many names setAsideName gave out
	vacated         map[string]bool // names that steps of this phase left, by key
	phaseStarts     []int           // as in journal.Journal
	backupOf        map[*node]*node // the backup that a file becomes when it is replaced; set by reuseAsBackup
}

// newPlan makes the plan of a transaction; nodes are those of computeFinal.
//
// It plays the steps on the nodes as it goes: after each step curParent, curName and
// curEntries say where each entry of the disk is. So the paths of a step are right when its
// turn comes, also below directories that were moved.
func newPlan(tx *Tx, nodes []*node, run string) *plan {
	p := &plan{w: tx.w, run: run, tempOf: map[*node]*node{}, dropped: map[*node]bool{}, becomesBackupAt: map[int]*node{}, vacated: map[string]bool{}, backupOf: map[*node]*node{}}
	tx.top.curEntries = maps.Collect(maps.All(tx.top.diskEntries)) // a copy, and never nil
	for _, n := range nodes {
		if n.kind == Directory {
			n.curEntries = maps.Collect(maps.All(n.diskEntries))
		}
	}
	for _, n := range nodes {
		if n.finalPath != "" && n.needsTemp() && !p.reuseAsBackup(n) {
			p.planTemp(n)
		}
	}
	p.build(tx.top)
	for _, n := range nodes {
		if n.onDisk() && p.drops(n) && !p.dropped[n] {
			p.moveToTrash(n)
		}
	}
	return p
}

// reuseAsBackup reports whether the step that replaces a file also makes its backup b, and
// notes it in backupOf. Then the old file gets the name of the backup instead of a set-aside
// name. The name of the backup has to be free, and in the same directory. A file with hard
// links is copied instead: a write to another of its names would change the backup.
func (p *plan) reuseAsBackup(b *node) bool {
	if !b.backup || !b.copied || b.kind != Regular || links(b.info) != 1 || !b.finalParent.onDisk() {
		return false
	}
	n := b.finalParent.diskEntries[p.w.rules.key(path.Base(b.diskPath))]
	if n == nil || n.diskPath != b.diskPath || !n.written || n.finalPath == "" || n.movedItself() || n.finalParent != b.finalParent || b.finalParent.diskEntries[p.w.rules.key(b.name)] != nil {
		return false
	}
	p.backupOf[n] = b
	return true
}

// needsTemp reports whether the commit has to make a file or link for n, under a temporary name.
func (n *node) needsTemp() bool {
	return n.kind == Regular && (n.written || !n.onDisk()) || n.kind == Link && !n.onDisk()
}

// drops reports whether the commit drops the entry that the disk has for n.
func (p *plan) drops(n *node) bool {
	return n.finalPath == "" || p.tempOf[n] != nil
}

// tempPrefix begins the names of temporary files, and set-aside names. An entry has a set-aside
// name for a time: until its place is free or, if it is in the trash, until it is deleted.
const tempPrefix = ".fileops-"

// planTemp plans the temporary file for n. The file is made in the nearest directory above the
// final path of n that exists already, so that the rename stays on one file system.
func (p *plan) planTemp(n *node) {
	d := n.finalParent
	for !d.onDisk() {
		d = d.finalParent
	}
	name := fmt.Sprintf(tempPrefix+"%s-%d.tmp", p.run, len(p.temps))
	t := &node{kind: n.kind, curParent: d, curName: name, name: name, tempNumber: len(p.temps) + 1}
	if n.backup {
		t.info = n.info // it may become another name of that file
	}
	d.curEntries[p.w.rules.key(name)] = t
	p.tempOf[n] = t
	p.temps = append(p.temps, &tempFile{n: n, name: path.Join(d.diskPath, name)})
}

// where is the path of an entry on disk after the steps planned so far.
func (p *plan) where(n *node) string {
	var parts []string
	for ; n.curParent != nil; n = n.curParent {
		parts = append(parts, n.curName)
	}
	slices.Reverse(parts)
	return cmp.Or(strings.Join(parts, "/"), ".")
}

// build plans the steps for everything below the directory d, which has to be in place.
func (p *plan) build(d *node) {
	for _, key := range sortedKeys(d.children) {
		n := d.children[key]
		if n.kind == Absent {
			continue
		}
		p.place(d, n)
		if n.kind == Directory {
			p.build(n)
		}
	}
}

// place plans the step that brings n into the directory d, unless it is there.
func (p *plan) place(d, n *node) {
	temp := p.tempOf[n]
	if n.backup && n.curParent != nil && !n.onDisk() {
		return // the step that replaced its file made it
	}
	if temp == nil && n.onDisk() && n.curParent == d && n.curName == n.name {
		return
	}
	p.makeRoom(d, n)
	switch {
	case temp != nil:
		p.move(temp, d, n.name)
	case n.onDisk():
		p.move(n, d, n.name)
	default:
		n.curParent, n.curName, n.curEntries = d, n.name, map[string]*node{}
		d.curEntries[p.w.rules.key(n.name)] = n
		s := journal.Step{Kind: journal.MakeDir, To: p.where(n)}
		if n.restoreAs != nil {
			s.Exact, s.Mode, s.User, s.Grp = true, n.mode, -1, -1
			if n.restoreAs.Owned {
				s.User, s.Grp = n.restoreAs.User, n.restoreAs.Group
			}
		}
		p.add(s)
	}
}

// makeRoom moves away the entry of d that has the name of n, unless that is n itself. A file
// stays if another file replaces it in one step.
func (p *plan) makeRoom(d, n *node) {
	old := d.curEntries[p.w.rules.key(n.name)]
	switch {
	case old == nil || old == n:
	case p.drops(old) && old.kind != Directory && n.kind != Directory:
	case p.drops(old):
		p.moveToTrash(old)
	default:
		p.moveToPlace(old, d)
	}
}

// moveToPlace moves an entry that is in the way to its own place. While that is not free, the
// entry gets a set-aside name in the directory d.
func (p *plan) moveToPlace(n, d *node) {
	if p.inPlace(n.finalParent) && n.finalParent.curEntries[p.w.rules.key(n.name)] == nil {
		p.move(n, n.finalParent, n.name)
		return
	}
	p.move(n, d, p.setAsideName())
}

// inPlace reports whether a directory is at its place in the final tree.
func (p *plan) inPlace(d *node) bool {
	return d.curParent == nil && d.diskPath == "." || d.curParent != nil && d.curParent == d.finalParent && d.curName == d.name && p.inPlace(d.finalParent)
}

// add appends a step. Recovery assumes that a step was applied if there is an entry at its new
// name. That fails if an earlier step of the phase moves an entry away from that name, or from a
// name above it: the entry is also there if the earlier step was not applied. The later step
// therefore begins a new phase, which the commit records. A Replace needs no new phase: recovery
// looks for the entry at Kept.
func (p *plan) add(s journal.Step) {
	for name := s.To; s.Kind != journal.Replace && len(p.vacated) > 0 && name != ""; name = parent(name) {
		if p.vacated[p.w.rules.key(name)] {
			p.phaseStarts = append(p.phaseStarts, len(p.steps))
			p.vacated = map[string]bool{}
			break
		}
	}
	if s.Kind != journal.MakeDir {
		p.vacated[p.w.rules.key(s.From)] = true
	}
	p.steps = append(p.steps, s)
}

func (p *plan) setAsideName() string {
	p.setAsideCount++
	return fmt.Sprintf(tempPrefix+"%s-s%d.tmp", p.run, p.setAsideCount)
}

// move moves n to a name in the directory d. A file that stands there is replaced: it gets a
// set-aside name, or that of its backup.
func (p *plan) move(n, d *node, name string) {
	s := journal.Step{Kind: journal.Rename, From: p.where(n), TempNumber: n.tempNumber, Dir: n.kind == Directory}
	if n.tempNumber == 0 {
		s.ID = inode(n.info)
	}
	key := p.w.rules.key(name)
	delete(n.curParent.curEntries, p.w.rules.key(n.curName))
	if old := d.curEntries[key]; old != nil {
		p.dropped[old] = true
		if b := p.backupOf[old]; b != nil {
			b.curParent, b.curName, old.curName = d, b.name, b.name
			p.becomesBackupAt[len(p.steps)] = old
			d.curEntries[p.w.rules.key(b.name)] = b
		} else {
			old.curName = p.setAsideName()
			d.curEntries[p.w.rules.key(old.curName)] = old
			p.trash = append(p.trash, old)
		}
		s.Kind, s.Kept = journal.Replace, p.where(old)
		// A rename from one name of a file to another one does nothing (POSIX).
		s.HardLink = old.kind == Regular && (n.info == nil || !os.SameFile(n.info, old.info))
	}
	n.curParent, n.curName = d, name
	d.curEntries[key] = n
	s.To = p.where(n)
	p.add(s)
}

// moveToTrash gives an entry that the run drops a set-aside name, and adds it to the trash. If it
// is a directory, the entries in it that the run keeps are moved out of it first.
func (p *plan) moveToTrash(n *node) {
	d := n.curParent
	for d.finalPath == "" {
		d = d.curParent
	}
	p.empty(n, d)
	p.move(n, d, p.setAsideName())
	p.trash = append(p.trash, n)
}

// empty moves each entry below the directory n that has a place in the final tree to that place.
// While that is not free, the entry gets a set-aside name in d, a directory that stays.
func (p *plan) empty(n, d *node) {
	p.dropped[n] = true
	for _, key := range sortedKeys(n.curEntries) {
		if c := n.curEntries[key]; p.drops(c) {
			p.empty(c, d)
		} else {
			p.moveToPlace(c, d)
		}
	}
}

// journal is the journal of the plan. saveOldContents completes it.
func (p *plan) journal() *journal.Journal {
	j := &journal.Journal{Steps: p.steps, PhaseStarts: p.phaseStarts, DirsBefore: journal.Dirs(p.steps, true), DirsAfter: journal.Dirs(p.steps, false)}
	for _, c := range p.temps {
		j.Temps = append(j.Temps, journal.Temp{Name: c.name, State: c.n.stateAfter()})
	}
	var remove func(n *node)
	remove = func(n *node) {
		for _, key := range sortedKeys(n.curEntries) {
			remove(n.curEntries[key])
		}
		j.Trash = append(j.Trash, p.where(n))
	}
	for _, n := range p.trash {
		remove(n)
	}
	return j
}
