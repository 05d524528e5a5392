//go:build unix

package workspace

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// dice turns bytes into choices, so that a fuzzer can steer them. It throws zeros
// when the bytes have run out.
type dice struct{ rest []byte }

func (d *dice) throw(n int) int {
	if len(d.rest) == 0 {
		return 0
	}
	b := d.rest[0]
	d.rest = d.rest[1:]
	return int(b) % n
}

func pick[T any](d *dice, from ...T) T { return from[d.throw(len(from))] }

// entry is one entry of the model: a tree in memory that knows nothing of nodes,
// plans and steps.
type entry struct {
	kind   Kind
	data   string
	mode   fs.FileMode
	target string
	kids   map[string]*entry
}

// model is the tree as it should be, and what the disk had at first.
type model struct {
	top    *entry
	before map[string]entry // files and links, by name
	origin map[string]*entry
}

// place is what a path leads to in a model.
type place struct {
	dir  *entry // nil where that is missing as well
	name string // resolved
	e    *entry // nil where nothing is
}

// find resolves a path; ok is false where it leads nowhere.
func (m *model) find(written string, follow bool) (p place, ok bool) {
	dirs, names := []*entry{m.top}, []string{}
	rest := strings.Split(written, "/")
	for links := 0; len(rest) > 0; {
		part := rest[0]
		rest = rest[1:]
		switch part {
		case ".", "":
			continue
		case "..":
			if len(names) == 0 {
				return place{}, false
			}
			dirs, names = dirs[:len(dirs)-1], names[:len(names)-1]
			continue
		}
		e := dirs[len(dirs)-1].kids[part]
		switch {
		case e == nil:
			if slices.Contains(rest, "..") {
				return place{}, false
			}
			p := place{name: path.Join(append(append(slices.Clone(names), part), rest...)...)}
			if len(rest) == 0 {
				p.dir = dirs[len(dirs)-1]
			}
			return p, true
		case e.kind == Link && (len(rest) > 0 || follow):
			if links++; links > 40 {
				return place{}, false
			}
			rest = append(strings.Split(e.target, "/"), rest...)
		case e.kind == Directory:
			dirs, names = append(dirs, e), append(names, part)
		case len(rest) > 0:
			return place{}, false
		default:
			return place{dirs[len(dirs)-1], path.Join(append(slices.Clone(names), part)...), e}, true
		}
	}
	if len(names) == 0 {
		return place{name: ".", e: m.top}, true
	}
	return place{dirs[len(dirs)-2], path.Join(names...), dirs[len(dirs)-1]}, true
}

// put places e under a resolved name, with the directories above it; nil removes.
func (m *model) put(name string, e *entry) {
	d := m.top
	parts := strings.Split(name, "/")
	for _, part := range parts[:len(parts)-1] {
		if d.kids[part] == nil {
			d.kids[part] = &entry{kind: Directory, mode: 0o755, kids: map[string]*entry{}}
		}
		d = d.kids[part]
	}
	if last := parts[len(parts)-1]; e == nil {
		delete(d.kids, last)
	} else {
		d.kids[last] = e
	}
}

func (e *entry) String() string {
	switch e.kind {
	case Directory:
		return fmt.Sprintf("dir %o", e.mode)
	case Link:
		return "link " + e.target
	}
	return fmt.Sprintf("file %o %q", e.mode, e.data)
}

// tree lists a model as snapshot lists a directory.
func (m *model) tree() map[string]string {
	list := map[string]string{}
	var walk func(string, *entry)
	walk = func(name string, d *entry) {
		for base, e := range d.kids {
			list[path.Join(name, base)] = e.String()
			walk(path.Join(name, base), e)
		}
	}
	walk("", m.top)
	return list
}

// snapshot lists everything below a directory on disk.
func snapshot(tb testing.TB, dir string) map[string]string {
	tb.Helper()
	list := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || name == dir {
			return err
		}
		e, err := look(name, d)
		list[filepath.ToSlash(name[len(dir)+1:])] = e.String()
		return err
	})
	if err != nil {
		tb.Fatal(err)
	}
	return list
}

func look(name string, d fs.DirEntry) (*entry, error) {
	info, err := d.Info()
	if err != nil {
		return nil, err
	}
	e := &entry{kind: Regular, mode: info.Mode() & (fs.ModePerm | fs.ModeSetuid | fs.ModeSetgid | fs.ModeSticky)}
	switch {
	case info.IsDir():
		e.kind = Directory
	case info.Mode()&fs.ModeSymlink != 0:
		e.kind = Link
		e.target, err = os.Readlink(name)
	case info.Mode().IsRegular():
		var data []byte
		data, err = os.ReadFile(name)
		e.data = string(data)
	}
	return e, err
}

// grow makes a random tree in dir and in the model.
func grow(tb testing.TB, d *dice, dir string) *model {
	tb.Helper()
	m := &model{top: &entry{kind: Directory, kids: map[string]*entry{}}, before: map[string]entry{}, origin: map[string]*entry{}}
	var files []string
	for i := range d.throw(14) {
		name := somePath(d)
		p, ok := m.find(name, false)
		if !ok || p.e != nil || p.name != name || p.dir == nil {
			continue
		}
		e := &entry{kind: pick(d, Regular, Directory, Regular, Link, Directory, Regular)}
		full := filepath.Join(dir, name)
		var err error
		switch e.kind {
		case Directory:
			e.mode, e.kids = pick(d, fs.FileMode(0o755), 0o700), map[string]*entry{}
			err = errors.Join(os.Mkdir(full, 0o700), os.Chmod(full, e.mode))
		case Link:
			e.target = pick(d, "a", "b", "a/b", "c/a", ".", "..", "../a", "../b/c", "../../a", "nowhere/x", "a/../b")
			err = os.Symlink(e.target, full)
		default:
			e.mode, e.data = pick(d, fs.FileMode(0o644), 0o600, 0o755, 0o400, 0o640), fmt.Sprint("first ", i)
			if len(files) > 0 && d.throw(5) == 0 {
				other := pick(d, files...)
				same := m.origin[other]
				e.mode, e.data = same.mode, same.data
				err = os.Link(filepath.Join(dir, other), full)
			} else {
				err = errors.Join(os.WriteFile(full, []byte(e.data), 0o600), os.Chmod(full, e.mode))
			}
			files = append(files, name)
		}
		if err != nil {
			tb.Fatal(err)
		}
		m.put(name, e)
		m.before[name], m.origin[name] = *e, e
	}
	return m
}

func somePath(d *dice) string {
	parts := make([]string, 1+d.throw(3))
	for i := range parts {
		parts[i] = pick(d, "a", "b", "c", "a", "b", "d", "a.bak", "b.deleted", "a_b")
	}
	return strings.Join(parts, "/")
}

// pair is a transaction and the model that it has to agree with.
type pair struct {
	t  testing.TB
	tx *Tx
	m  *model
}

// find resolves a path in both and fails where they differ.
func (p pair) find(written string, intent Intent) (*Target, place, bool) {
	p.t.Helper()
	follow := intent != ToCreate && intent != ToDelete && intent != ToMove && intent != ToRemoveDir
	want, ok := p.m.find(written, follow)
	got, err := p.tx.Find(written, intent, Relative)
	if ok && want.name == "." && (intent == ToMove || intent == ToRemoveDir) {
		ok = false
	}
	if ok != (err == nil) {
		p.t.Fatalf("Find(%q, %d) = %v; the model says %v", written, intent, err, ok)
	}
	if !ok {
		return nil, place{}, false
	}
	kind, size := Absent, int64(0)
	if want.e != nil {
		kind, size = want.e.kind, int64(len(want.e.data))
	}
	if got.Name != want.name || got.Kind != kind || kind == Regular && got.Size != size {
		p.t.Fatalf("Find(%q, %d) = %q, kind %d, size %d; want %q, %d, %d", written, intent, got.Name, got.Kind, got.Size, want.name, kind, size)
	}
	return got, want, true
}

func (p pair) must(err error) {
	p.t.Helper()
	if err != nil {
		p.t.Fatal(err)
	}
}

// act does one random operation to both, if it can be done, as package ops would.
func (p pair) act(d *dice, serial int) {
	p.t.Helper()
	switch d.throw(8) {
	case 0, 1:
		p.write(p.likely(d), pick(d, ToEdit, ToOverwrite, ToCreate), fmt.Sprint(pick(d, "next ", "first "), serial))
	case 2, 3:
		p.move(p.likely(d), p.likely(d))
	case 4:
		p.copy(p.likely(d), p.likely(d), pick(d, ToCreate, ToOverwrite))
	case 5:
		p.remove(p.likely(d))
	case 6:
		p.makeDir(p.likely(d))
	case 7: // a swap of two names, a file for a directory among them
		a, b := p.likely(d), p.likely(d)
		p.move(a, "swap")
		p.move(b, a)
		p.move("swap", b)
	}
}

// likely is a path that is there, or near one that is, or any.
func (p pair) likely(d *dice) string {
	names := sortedKeys(p.m.tree())
	switch how := d.throw(5); {
	case how == 0 || len(names) == 0:
		return somePath(d)
	case how == 1:
		return pick(d, names...) + "/" + somePath(d)
	default:
		return pick(d, names...)
	}
}

func (p pair) write(name string, intent Intent, data string) {
	t, at, ok := p.find(name, intent)
	if !ok || t.Kind != Absent && (t.Kind != Regular || intent == ToCreate) {
		return
	}
	p.must(p.tx.Write(t, []byte(data)))
	if at.e != nil {
		at.e.data = data
		return
	}
	p.m.put(at.name, &entry{kind: Regular, mode: 0o644, data: data})
}

func (p pair) move(from, to string) {
	f, fromAt, okFrom := p.find(from, ToMove)
	t, toAt, okTo := p.find(to, ToCreate)
	if !okFrom || !okTo || f.Kind == Absent || t.Kind != Absent || strings.HasPrefix(t.Name, f.Name+"/") {
		return
	}
	p.must(p.tx.Move(f, t))
	p.m.put(toAt.name, fromAt.e)
	p.m.put(fromAt.name, nil)
}

func (p pair) copy(from, to string, intent Intent) {
	f, fromAt, okFrom := p.find(from, ToRead)
	t, toAt, okTo := p.find(to, intent)
	if !okFrom || !okTo || f.Kind != Regular || f.Name == t.Name || t.Kind != Absent && (t.Kind != Regular || intent == ToCreate) {
		return
	}
	p.must(p.tx.Copy(f, t))
	p.m.put(toAt.name, &entry{kind: Regular, mode: fromAt.e.mode, data: fromAt.e.data})
}

func (p pair) remove(name string) {
	t, at, ok := p.find(name, ToDelete)
	if !ok || t.Kind == Absent {
		return
	}
	if t.Kind != Directory {
		p.must(p.tx.Remove(t))
		p.m.put(at.name, nil)
		return
	}
	if t, at, ok = p.find(name, ToRemoveDir); !ok {
		return
	}
	names, err := p.tx.Entries(t)
	p.must(err)
	if len(names) == 0 {
		p.must(p.tx.RemoveDir(t))
		p.m.put(at.name, nil)
	}
}

func (p pair) makeDir(name string) {
	t, at, ok := p.find(name, ToMakeDir)
	if !ok || t.Kind != Absent {
		return
	}
	p.must(p.tx.MakeDir(t))
	p.m.put(at.name, &entry{kind: Directory, mode: 0o755, kids: map[string]*entry{}})
}

// view lists the tree as a transaction shows it.
func view(tb testing.TB, tx *Tx) map[string]string {
	tb.Helper()
	list := map[string]string{}
	var walk func(string)
	walk = func(dir string) {
		d, err := tx.Find(dir, ToRead, Relative)
		if err != nil {
			tb.Fatal(err)
		}
		names, err := tx.Entries(d)
		if err != nil {
			tb.Fatal(err)
		}
		for _, base := range names {
			name := path.Join(dir, base)
			at, err := tx.Find(name, ToDelete, Relative)
			if err != nil {
				tb.Fatal(err)
			}
			e := &entry{kind: at.Kind, mode: at.Mode, target: at.n.link}
			if at.Kind == Regular {
				data, err := tx.Read(at, 1000)
				if err != nil {
					tb.Fatal(err)
				}
				e.data = string(data)
			}
			list[name] = e.String()
			if at.Kind == Directory {
				walk(name)
			}
		}
	}
	walk(".")
	return list
}

func compare(tb testing.TB, what string, got, want any) {
	tb.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		tb.Fatalf("%s (- want, + got):\n%s", what, diff)
	}
}

// backup stages backups in both and checks that whatever changed or went has one.
func (p pair) backup() {
	p.t.Helper()
	before := changesOf(p.tx)
	kept, warnings, err := p.tx.Backup()
	p.must(err)
	names := backupNames(kept)
	compare(p.t, "changes after Backup", changesOf(p.tx), before)
	there := map[*entry]bool{}
	var walk func(*entry)
	walk = func(e *entry) {
		there[e] = true
		for _, kid := range e.kids {
			walk(kid)
		}
	}
	walk(p.m.top)
	given := map[string]bool{}
	for _, b := range names {
		if given[b] {
			p.t.Fatalf("two backups are called %s", b)
		}
		given[b] = true
	}
	missing := 0
	for name, old := range p.m.before {
		now := p.m.origin[name]
		if old.kind == Directory || there[now] && now.data == old.data {
			if b, ok := names[name]; ok {
				p.t.Fatalf("%s did not change but has the backup %s", name, b)
			}
			continue
		}
		b, ok := names[name]
		if !ok {
			missing++
			continue
		}
		if at, ok := p.m.find(b, false); !ok || at.e != nil && at.e.kind == Directory {
			p.t.Fatalf("the backup of %s cannot be called %s", name, b)
		}
		p.m.put(b, &old)
	}
	if missing != len(warnings) {
		p.t.Fatalf("%d files have no backup, warnings: %q", missing, warnings)
	}
}

func changesOf(tx *Tx) []string {
	list := []string{}
	for _, c := range tx.Changes() {
		line := string(c.Kind) + " " + c.Name
		if c.From != "" {
			line += " from " + c.From
		}
		list = append(list, line)
	}
	return list
}

// fastDir is a directory for a test that makes many small trees: in memory, where
// there is such a file system, since nobody waits for a disk there.
func fastDir(tb testing.TB) string {
	tb.Helper()
	dir, err := os.MkdirTemp("/dev/shm", "workspace")
	if err != nil {
		return tb.TempDir()
	}
	tb.Cleanup(func() { _ = os.RemoveAll(dir) })
	return dir
}

// world is a root with something outside of it.
func world(tb testing.TB, dir string, o Options) (root string, w *Workspace) {
	tb.Helper()
	root = filepath.Join(dir, "root")
	if err := os.RemoveAll(dir); err != nil {
		tb.Fatal(err)
	}
	o.State = filepath.Join(filepath.Dir(dir), "state")
	if err := os.RemoveAll(o.State); err != nil {
		tb.Fatal(err)
	}
	if err := os.MkdirAll(root, 0o755); err != nil {
		tb.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "a"), []byte("outside"), 0o644); err != nil {
		tb.Fatal(err)
	}
	w, err := Open(tb.Context(), root, o)
	if err != nil {
		tb.Fatal(err)
	}
	return root, w
}

// runSequence plays one encoded sequence: a tree, operations, and what is to
// happen to them.
func runSequence(tb testing.TB, dir string, code []byte) {
	tb.Helper()
	d := &dice{rest: code}
	backups := d.throw(2) == 1
	root, w := world(tb, dir, Options{CreateParents: true, Backups: backups})
	defer w.Close() //nolint:errcheck // a test
	m := grow(tb, d, root)
	first := snapshot(tb, dir)
	p := pair{tb, w.Begin(), m}
	end := d.throw(6)
	looks := d.throw(3) == 0
	for i := range 1 + d.throw(30) {
		p.act(d, i)
		if looks && d.throw(4) == 0 {
			compare(tb, "the transaction", view(tb, p.tx), m.tree())
		}
	}
	if looks {
		compare(tb, "the transaction", view(tb, p.tx), m.tree())
	}
	if backups {
		p.backup()
	}
	changesOf(p.tx)
	compare(tb, "the disk before the commit", snapshot(tb, dir), first)
	switch end {
	case 0:
		failAt(tb, p.tx, d)
		compare(tb, "the disk after a commit that failed", snapshot(tb, dir), first)
		return
	case 1:
		killAt(tb, p.tx, d)
		compare(tb, "the disk after a commit that was interrupted", snapshot(tb, dir), first)
		return
	case 2:
		meddle(tb, d, root)
		first = snapshot(tb, dir)
		if err := p.tx.Commit(tb.Context(), "test", time.Now()); err != nil {
			if e := (*Error)(nil); !errors.As(err, &e) || e.Reason != Stale {
				tb.Fatal("after the disk was changed:", err)
			}
			compare(tb, "the disk after a commit that was stale", snapshot(tb, dir), first)
		}
		return
	}
	if err := p.tx.Commit(tb.Context(), "test", time.Now()); err != nil {
		tb.Fatal(err)
	}
	compare(tb, "the disk after the commit", snapshot(tb, root), m.tree())
	second := snapshot(tb, dir)
	if undo(tb, w, "") {
		compare(tb, "the disk after the undo", snapshot(tb, dir), first)
		if undone := newest(tb, w); d.throw(2) == 0 && undo(tb, w, undone) {
			compare(tb, "the disk after the undo of the undo", snapshot(tb, dir), second)
		}
	}
	if out, err := os.ReadFile(filepath.Join(dir, "a")); err != nil || string(out) != "outside" {
		tb.Fatalf("outside of the root: %q, %v", out, err)
	}
}

// failAt takes some steps of a commit and takes them back.
func failAt(tb testing.TB, tx *Tx, d *dice) {
	tb.Helper()
	nodes := tx.computeFinal()
	p := newPlan(tx, nodes, "test")
	if err := p.writeTemps(tb.Context()); err != nil {
		tb.Fatal(err)
	}
	n := d.throw(len(p.steps) + 1)
	for _, s := range p.steps[:n] {
		if err := p.w.step(s); err != nil {
			tb.Fatal(err)
		}
	}
	cause := errors.New("because")
	if err := p.w.rollBackAfter(p.journal(), n, cause); !errors.Is(err, cause) || err.Error() != "because" {
		tb.Fatal(err)
	}
}

// killAt does what a process does that is killed after some steps, and then what the
// next one does.
func killAt(tb testing.TB, tx *Tx, d *dice) {
	tb.Helper()
	nodes := tx.computeFinal()
	records := tx.entryRecords(nodes)
	p := newPlan(tx, nodes, "test")
	j := p.journal()
	j.Run, p.records = "test", records
	if len(p.steps) == 0 {
		return
	}
	mustDo(tb, p.w.state.journals().Draft(tb.Context(), j, func(to io.Writer, at int64) error { return p.saveOldContents(j, to, at) }))
	mustDo(tb, p.w.state.journals().MakePending())
	if n := d.throw(len(p.steps) + 2); n > 0 {
		mustDo(tb, p.writeTemps(tb.Context()))
		_, err := p.applySteps(j, n-1)
		mustDo(tb, err)
	}
	mustDo(tb, p.w.recover())
	if p.w.state.journals().HasUnfinished() {
		tb.Error("the journal is still there after the recovery")
	}
}

// undo takes a run back, if there was one.
func undo(tb testing.TB, w *Workspace, id string) bool {
	tb.Helper()
	tx := w.Begin()
	if _, err := tx.Undo(id, false); err != nil {
		wantReason(tb, "undo", err, NoRun)
		return false
	}
	mustDo(tb, tx.Commit(tb.Context(), fmt.Sprint("undo", rand.Uint64()), time.Now()))
	return true
}

// newest is the ID of the last run.
func newest(tb testing.TB, w *Workspace) string {
	tb.Helper()
	runs, err := w.History()
	mustDo(tb, err)
	return runs[0].ID
}

// meddle changes something on disk behind the back of a transaction.
func meddle(tb testing.TB, d *dice, root string) {
	tb.Helper()
	name := filepath.Join(root, somePath(d))
	switch d.throw(4) {
	case 0:
		_ = os.Remove(name)
	case 1:
		_ = os.WriteFile(name, []byte("meddled"), 0o644)
	case 2:
		_ = os.Mkdir(name, 0o755)
	case 3:
		_ = os.Rename(name, filepath.Join(root, somePath(d)))
	}
}

// sequence makes the code of one sequence.
func sequence(seed uint64) []byte {
	r := rand.New(rand.NewPCG(seed, 0))
	code := make([]byte, 600)
	for i := range code {
		code[i] = byte(r.Uint32())
	}
	return code
}

// TestSequences plays random sequences of operations. TEST_SEQUENCES says how
// many, if not the usual number.
func TestSequences(t *testing.T) {
	t.Parallel()
	count := 150
	if _, err := fmt.Sscan(os.Getenv("TEST_SEQUENCES"), &count); err != nil && testing.Short() {
		count = 50
	}
	dir := filepath.Join(fastDir(t), "world")
	for seed := range count {
		if !t.Run(fmt.Sprint(seed), func(t *testing.T) { runSequence(t, dir, sequence(uint64(seed))) }) {
			break
		}
	}
}

func FuzzCommit(f *testing.F) {
	for seed := range uint64(8) {
		f.Add(sequence(seed))
	}
	f.Fuzz(func(t *testing.T, code []byte) {
		runSequence(t, filepath.Join(fastDir(t), "world"), code)
	})
}
