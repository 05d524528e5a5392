package suggest

import (
	"cmp"
	"path"
	"strings"
)

// Staged is an entry of the tree as a transaction leaves it: one that the disk does not
// have there, or a directory above such an entry.
type Staged struct {
	Name     string // its last component
	Kind     Kind   // Nothing for what is gone
	New      bool   // the disk has something else at this place, or nothing
	DiskName string // where the disk has the same entry, "" if it is new
	Children map[string]*Staged
}

// staged is what a transaction did to the names.
type staged struct {
	generation int
	top        *Staged
	placed     map[string]string   // by name on disk: where it stands now, if it was moved
	namesakes  map[string][]string // names of entries at a new place, by their last component in lower case
}

// Update replaces what is known of the transaction: top is what the root holds.
func (x *Index) Update(top map[string]*Staged) {
	x.staged = staged{
		generation: x.staged.generation + 1, top: &Staged{Kind: Directory, DiskName: ".", Children: top},
		placed: map[string]string{}, namesakes: map[string][]string{},
	}
	x.staged.collect(top, ".")
}

// collect notes what is new in a directory and below it. It leaves out what is gone:
// before a name is offered, it is looked up.
func (s *staged) collect(children map[string]*Staged, dir string) {
	for _, c := range children {
		if c.Kind == Nothing {
			continue
		}
		name := join(dir, c.Name)
		if c.New {
			lower := strings.ToLower(c.Name)
			s.namesakes[lower] = append(s.namesakes[lower], name)
			if c.DiskName != "" {
				s.placed[c.DiskName] = name
			}
		}
		s.collect(c.Children, name)
	}
}

// place is where the transaction leaves a directory on disk, if it is not gone.
func (x *Index) place(f *folder) placed {
	if f.generation == x.staged.generation {
		return f.place
	}
	name, moved := x.staged.placed[f.name]
	if !moved && f.up != nil {
		name = path.Join(x.place(f.up).name, path.Base(f.name))
	}
	f.place, f.generation = placed{name, strings.ToLower(name)}, x.staged.generation
	return f.place
}

// spot is what stands at a name of the tree as the transaction leaves it.
type spot struct {
	kind     Kind
	name     string             // as the tree spells it
	diskName string             // where the disk has it, "" if it is new
	staged   map[string]*Staged // what the transaction changed in it
}

// at looks up a clean name. It follows no links.
func (x *Index) at(name string) spot {
	d, rest := x.stagedAt(name)
	if rest == "" {
		return d
	}
	// One lookup if no directory on the way is spelled in another way. One for each
	// component would take a time that grows with the square of the depth.
	if above := parent(rest); d.diskName != "" && above != "" && x.folders[join(d.diskName, above)] != nil {
		kind, part := x.onDisk(join(d.diskName, above), rest[len(above)+1:])
		rest = join(above, part)
		return spot{kind: kind, name: join(d.name, rest), diskName: join(d.diskName, rest)}
	}
	for part := range strings.SplitSeq(rest, "/") {
		if d = x.under(d, part); d.kind == Nothing {
			break
		}
	}
	return d
}

// stagedAt follows a name as far as the transaction changed anything, and returns what is
// left of it. It builds the name of what it finds at the end, and only if it may be spelled
// in another way.
func (x *Index) stagedAt(name string) (d spot, rest string) {
	s, names := x.staged.top, []string(nil)
	if rest = name; name == "." {
		rest = ""
	}
	for rest != "" && s.Kind == Directory {
		part, after, _ := strings.Cut(rest, "/")
		c := s.Children[x.key(part)]
		if c == nil {
			break
		}
		if s, rest = c, after; x.tree.Folds {
			names = append(names, c.Name)
		}
	}
	if s.Kind == Nothing || s.Kind != Directory && rest != "" { // nothing can stand below it
		return spot{}, ""
	}
	found := strings.TrimSuffix(strings.TrimSuffix(name, rest), "/")
	if x.tree.Folds {
		found = strings.Join(names, "/")
	}
	return spot{kind: s.Kind, name: cmp.Or(found, "."), diskName: s.DiskName, staged: s.Children}, rest
}

// under looks up a name in a directory; in anything else there is none.
func (x *Index) under(d spot, part string) spot {
	if d.kind != Directory {
		return spot{}
	}
	if c := d.staged[x.key(part)]; c != nil {
		return spot{kind: c.Kind, name: join(d.name, c.Name), diskName: c.DiskName, staged: c.Children}
	}
	if d.diskName == "" {
		return spot{}
	}
	kind, part := x.onDisk(d.diskName, part)
	return spot{kind: kind, name: join(d.name, part), diskName: join(d.diskName, part)}
}

// key is the form in which two names are the same to the file system.
func (x *Index) key(name string) string {
	if x.tree.Folds {
		return strings.ToLower(name)
	}
	return name
}
