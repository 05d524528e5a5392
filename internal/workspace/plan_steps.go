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

// content is a file to be prepared: it has a temporary name until its step.
type content struct {
	n    *node
	temp string // on disk, while nothing was moved yet
	made bool   // the temporary file is there, and ours
}

// plan is how the tree on disk becomes the tree of a transaction.
type plan struct {
	w           *Workspace
	run         string
	contents    []*content
	byNode      map[*node]*node // the temporary file for a node's content
	steps       []journal.Step
	olds        map[int]*node   // what a step replaces and makes a backup, by the number of the step
	records     []entryRecord   // what becomes of the entries
	touched     map[*node]bool  // directories whose names change
	removed     map[*node]bool  // what is replaced or removed, and out of the way by now
	trash       []*node         // what of that has a name of its own
	spare       int             // spare names given out
	vacated     map[string]bool // names that steps of this phase left, by key
	phaseStarts []int           // the step that each phase but the first one begins with
	saved       map[*node]*node // the backup that a file becomes when another one takes its place
}

// newPlan makes the plan of a transaction; nodes are those of computeFinal.
//
// It plays the steps on the nodes as it goes: after each step dir, at and on say where each
// entry of the disk is. So the paths of a step are right when its turn comes, also below
// directories that were moved.
func newPlan(tx *Tx, nodes []*node, run string) *plan {
	p := &plan{w: tx.w, run: run, byNode: map[*node]*node{}, touched: map[*node]bool{}, removed: map[*node]bool{}, olds: map[int]*node{}, vacated: map[string]bool{}, saved: map[*node]*node{}}
	tx.top.on = maps.Collect(maps.All(tx.top.disk)) // a copy, and never nil
	for _, n := range nodes {
		if n.kind == Directory {
			n.on = maps.Collect(maps.All(n.disk))
		}
	}
	for _, n := range nodes {
		if n.final != "" && n.needsContent() && !p.saves(n) {
			p.prepare(n)
		}
	}
	p.build(tx.top)
	for _, n := range nodes {
		if n.own() && p.lost(n) && !p.removed[n] {
			p.remove(n)
		}
	}
	return p
}

// saves reports whether the step that replaces a file also makes its backup b. Then the old
// file gets the name of the backup instead of a spare name. That name has to be free, and in
// the same directory. A file with hard links is copied instead: a write to another of its
// names would change the backup.
func (p *plan) saves(b *node) bool {
	if !b.backup || !b.copied || b.kind != Regular || links(b.info) != 1 || !b.up.own() {
		return false
	}
	n := b.up.disk[p.w.rules.key(path.Base(b.base))]
	if n == nil || n.base != b.base || !n.written || n.final == "" || n.movedItself() || n.up != b.up || b.up.disk[p.w.rules.key(b.name)] != nil {
		return false
	}
	p.saved[n] = b
	return true
}

// needsContent reports whether a file or link has to be made for n.
func (n *node) needsContent() bool {
	return n.kind == Regular && (n.written || !n.own()) || n.kind == Link && !n.own()
}

// lost reports whether the commit removes or replaces the entry that the disk has for n.
func (p *plan) lost(n *node) bool {
	return n.final == "" || p.byNode[n] != nil
}

// tempPrefix begins the names of temporary files, and of entries that are put aside.
const tempPrefix = ".fileops-"

// prepare plans the temporary file for n. It stands in the nearest directory above its place
// that exists already, so that the rename stays on one file system.
func (p *plan) prepare(n *node) {
	d := n.up
	for !d.own() {
		d = d.up
	}
	name := fmt.Sprintf(tempPrefix+"%s-%d.tmp", p.run, len(p.contents))
	t := &node{kind: n.kind, dir: d, at: name, name: name, made: len(p.contents) + 1}
	if n.backup {
		t.info = n.info // it may become another name of that file
	}
	d.on[p.w.rules.key(name)] = t
	p.byNode[n] = t
	p.contents = append(p.contents, &content{n: n, temp: path.Join(d.base, name)})
}

// where is the path of an entry on disk after the steps planned so far.
func (p *plan) where(n *node) string {
	var parts []string
	for ; n.dir != nil; n = n.dir {
		parts = append(parts, n.at)
	}
	slices.Reverse(parts)
	return cmp.Or(strings.Join(parts, "/"), ".")
}

// build brings everything below the directory d, which is in place, into place.
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

// place brings n into d, unless it is there.
func (p *plan) place(d, n *node) {
	temp := p.byNode[n]
	if n.backup && n.dir != nil && !n.own() {
		return // it came to be when its file was replaced
	}
	if temp == nil && n.own() && n.dir == d && n.at == n.name {
		return
	}
	p.vacate(d, n)
	switch {
	case temp != nil:
		p.move(temp, d, n.name)
	case n.own():
		p.move(n, d, n.name)
	default:
		n.dir, n.at, n.on = d, n.name, map[string]*node{}
		d.on[p.w.rules.key(n.name)] = n
		s := journal.Step{Kind: journal.MakeDir, To: p.where(n)}
		if n.restoreAs != nil {
			s.Exact, s.Mode, s.User, s.Grp = true, n.mode, -1, -1
			if n.restoreAs.Owned {
				s.User, s.Grp = n.restoreAs.User, n.restoreAs.Group
			}
		}
		p.add(s)
		p.touched[d] = true
	}
}

// vacate makes room in d for n, unless n itself is there. A file stays if another file replaces
// it in one step. Anything else is put aside, or goes to its own place.
func (p *plan) vacate(d, n *node) {
	old := d.on[p.w.rules.key(n.name)]
	switch {
	case old == nil || old == n:
	case p.lost(old) && old.kind != Directory && n.kind != Directory:
	case p.lost(old):
		p.remove(old)
	default:
		p.moveOn(old, d)
	}
}

// moveOn moves an entry that is in the way to its own place. While that is not free, it gets
// a spare name in the directory d.
func (p *plan) moveOn(n, d *node) {
	if p.placed(n.up) && n.up.on[p.w.rules.key(n.name)] == nil {
		p.move(n, n.up, n.name)
		return
	}
	p.move(n, d, p.spareName())
}

// placed reports whether a directory is at its place in the final tree.
func (p *plan) placed(d *node) bool {
	return d.dir == nil && d.base == "." || d.dir != nil && d.dir == d.up && d.at == d.name && p.placed(d.up)
}

// add appends a step. For recovery, a step was applied if there is an entry at its new name.
// That would be wrong if an earlier step of the phase had left that name, or one above it.
// Then a new phase begins, which the commit records.
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

func (p *plan) spareName() string {
	p.spare++
	return fmt.Sprintf(tempPrefix+"%s-s%d.tmp", p.run, p.spare)
}

// move moves n to a name in the directory d. A file that stands there is replaced: it gets a
// spare name, or that of its backup.
func (p *plan) move(n, d *node, name string) {
	s := journal.Step{Kind: journal.Rename, From: p.where(n), Made: n.made, Dir: n.kind == Directory}
	if n.made == 0 {
		s.ID = inode(n.info)
	}
	key := p.w.rules.key(name)
	delete(n.dir.on, p.w.rules.key(n.at))
	p.touched[n.dir], p.touched[d] = true, true
	if old := d.on[key]; old != nil {
		p.removed[old] = true
		if b := p.saved[old]; b != nil {
			b.dir, b.at, old.at = d, b.name, b.name
			p.olds[len(p.steps)] = old
			d.on[p.w.rules.key(b.name)] = b
		} else {
			old.at = p.spareName()
			d.on[p.w.rules.key(old.at)] = old
			p.trash = append(p.trash, old)
		}
		s.Kind, s.Kept = journal.Replace, p.where(old)
		// A rename from one name of a file to another one does nothing (POSIX).
		s.Link = old.kind == Regular && (n.info == nil || !os.SameFile(n.info, old.info))
	}
	n.dir, n.at = d, name
	d.on[key] = n
	s.To = p.where(n)
	p.add(s)
}

// remove puts aside an entry that the run removes. What a directory still holds is removed with
// it, or moved out of it before.
func (p *plan) remove(n *node) {
	d := n.dir
	for d.final == "" {
		d = d.dir
	}
	p.empty(n, d)
	p.move(n, d, p.spareName())
	p.trash = append(p.trash, n)
}

// empty moves out of n what has a place in the final tree. d is a directory that stays.
func (p *plan) empty(n, d *node) {
	p.removed[n] = true
	for _, key := range sortedKeys(n.on) {
		if c := n.on[key]; p.lost(c) {
			p.empty(c, d)
		} else {
			p.moveOn(c, d)
		}
	}
}

// journal is the journal of the plan, without what is known only when it is written: see
// saveOldContents.
func (p *plan) journal() *journal.Journal {
	j := &journal.Journal{Steps: p.steps, PhaseStarts: p.phaseStarts}
	for _, c := range p.contents {
		j.Temps = append(j.Temps, journal.Temp{Name: c.temp, Holds: c.n.outcome()})
	}
	var remove func(n *node)
	remove = func(n *node) {
		for _, key := range sortedKeys(n.on) {
			remove(n.on[key])
		}
		j.Trash = append(j.Trash, p.where(n))
	}
	for _, n := range p.trash {
		remove(n)
	}
	for d := range p.touched {
		if d.own() || d.base == "." {
			j.DirsBefore = append(j.DirsBefore, d.base)
		}
		if d.final != "" {
			j.DirsAfter = append(j.DirsAfter, d.final)
		}
	}
	slices.Sort(j.DirsBefore)
	slices.Sort(j.DirsAfter)
	return j
}
