package main

import (
	"errors"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestSyncs holds a run to the order without which a power failure could leave a name
// without its bytes, or a tree without its journal. (Faults cannot show it: what a
// killed process wrote is still there.)
func TestSyncs(t *testing.T) {
	t.Parallel()
	tracer(t)
	r := newRig(t, scratch(t))
	for _, s := range []scenario{applying, undoing} {
		if err := r.prepare(s); err != nil {
			t.Fatal(err)
		}
		points, err := r.points(s)
		if err != nil {
			t.Fatal(err)
		}
		d := dirt{files: map[string]bool{}, dirs: map[string]bool{}}
		if steps := d.follow(t, s.name, points); steps < 10 {
			t.Errorf("%s: %d steps seen, want at least 10: the trace is not understood", s.name, steps)
		}
	}
}

// phasedResponse uses names again that it has vacated: its commit has several phases. In the
// first one, a name changes in a directory that is renamed afterwards. In the last one, a name
// changes in a directory that was renamed before, so that its rollback renames it afterwards.
const phasedResponse = `
<move><from>old/last.txt</from><to>first.txt</to></move>
<move><from>old</from><to>kept</to></move>
<move><from>left.txt</from><to>left2.txt</to></move>
<create><file>left.txt</file><content>new</content></create>
<move><from>src/main.c</from><to>src/other.c</to></move>
<create><file>src/main.c</file><content>new</content></create>
<move><from>aside</from><to>zone</to></move>
<create><file>zone/new.txt</file><content>new</content></create>
`

// TestPhasesAreSynced has a commit fail at its very end. Before a phase is recorded, by the
// commit or its rollback, the names that changed in the tree are synced: a recovery takes the
// phase before for applied, or the one after for reverted.
func TestPhasesAreSynced(t *testing.T) {
	t.Parallel()
	tracer(t)
	r := newRig(t, scratch(t))
	if err := os.WriteFile(r.path("phased"), []byte(phasedResponse), 0o644); err != nil {
		t.Fatal(err)
	}
	phased := scenario{name: "phased", start: "start", args: append(slices.Clone(applying.args[:len(applying.args)-1]), "RIG/phased")}
	c, err := r.learn(phased)
	if err != nil {
		t.Fatal(err)
	}
	end := slices.IndexFunc(c.points, func(p point) bool { return strings.Contains(p.text, "/committed") })
	if end < 0 {
		t.Fatal("no call commits: the trace is not understood")
	}
	in := diskBad.injection(c.points[end])
	in.watch = changing
	var e ending
	err = errOtherThread
	for i := 0; i < tries && errors.Is(err, errOtherThread); i++ {
		if err = r.restore(phased.start); err == nil {
			e, err = r.trace(in, phased.args...)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	d := dirt{files: map[string]bool{}, dirs: map[string]bool{}}
	phases := 0
	for _, call := range e.calls {
		if phase.MatchString(call.text) {
			phases++
			for dir := range d.dirs {
				if strings.HasPrefix(dir, "tree") {
					t.Errorf("%s not synced before %s", dir, call.text)
				}
			}
		}
		d.note(call)
	}
	if phases < 4 {
		t.Errorf("%d phases recorded, want at least 2 and the way back: the trace is not understood", phases)
	}
}

// follow checks the calls of a run: a file is synced before it gets the name by which
// it is found, the state directory before the first step that can be seen, and the
// directories of the tree before the run says that it is done. It counts the steps.
func (d dirt) follow(t *testing.T, name string, points []point) (steps int) {
	t.Helper()
	for _, p := range points {
		if p.output {
			break
		}
		if p.visible() {
			for dir := range d.dirs {
				if steps == 0 && strings.HasPrefix(dir, "state") {
					t.Errorf("%s: %s not synced before call %d: %s", name, dir, p.n, p.text)
				}
			}
			steps++
		}
		if from := d.note(p.call); d.files[from] {
			t.Errorf("%s: %s not synced before call %d: %s", name, from, p.n, p.text)
		}
	}
	for dir := range d.dirs {
		if strings.HasPrefix(dir, "tree") {
			t.Errorf("%s: names changed in %s and were not synced", name, dir)
		}
	}
	return steps
}

// dirt is what a power failure could lose.
type dirt struct {
	files map[string]bool // written, not synced
	dirs  map[string]bool // names in it changed, not synced
}

var (
	atName    = regexp.MustCompile(`(?:<([^>]*)>, )?"([^"]*)"`) // a path, or a name in a directory
	first     = regexp.MustCompile(`^\w+\(<([^>]*)>`)
	second    = regexp.MustCompile(`^\w+\(<[^>]*>, \w+, <([^>]*)>`) // of two descriptors
	phase     = regexp.MustCompile(`"[^"]*/pending-\d+".*"[^"]*/pending-\d+"`)
	temporary = regexp.MustCompile(`/\.fileops-[^/]*$`)
)

// note takes in one call. For a rename it returns the name that is given up.
func (d dirt) note(c call) (from string) {
	var names []string
	for _, m := range atName.FindAllStringSubmatch(c.text, -1) {
		names = append(names, path.Join(m[1], m[2]))
	}
	of := "" // the file whose descriptor comes first
	if m := first.FindStringSubmatch(c.text); m != nil {
		of = m[1]
	}
	switch c.name {
	case "write", "pwrite64", "writev", "sendfile", "ftruncate", "fallocate", "fchmod", "fchown", "fsetxattr":
		d.files[of] = true
	case "copy_file_range":
		d.files[second.FindStringSubmatch(c.text)[1]] = true
	case "fsync", "fdatasync":
		delete(d.files, of)
		delete(d.dirs, of)
	case "rename", "renameat", "renameat2":
		d.moved(names[0], names[1])
		return names[0]
	case "mkdir", "mkdirat", "link", "linkat", "symlink", "symlinkat":
		d.changed(names[len(names)-1])
	case "unlink", "unlinkat", "rmdir":
		delete(d.dirs, names[0])
		// What a power failure brings back has to be known to the journal.
		if temporary.MatchString(names[0]) {
			d.dirs[path.Dir(names[0])] = true
		}
	}
	return ""
}

// moved notes a rename: what is below the old name is below the new one.
func (d dirt) moved(from, to string) {
	for _, set := range []map[string]bool{d.files, d.dirs} {
		for name := range set {
			if rest, ok := strings.CutPrefix(name, from); ok && (rest == "" || rest[0] == '/') && name != from {
				delete(set, name)
				set[to+rest] = true
			}
		}
	}
	d.changed(from)
	d.changed(to)
	if d.dirs[from] {
		delete(d.dirs, from)
		d.dirs[to] = true
	}
}

// changed notes that a name is new or gone. Temporary ones may be lost or found again.
func (d dirt) changed(name string) {
	if !temporary.MatchString(name) {
		d.dirs[path.Dir(name)] = true
	}
}
