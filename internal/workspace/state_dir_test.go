//go:build unix

package workspace

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// site is a root that one run after another opens, with a state directory of its own.
type site struct {
	root string
	o    Options
	said *notices
}

// notices are the messages that Options.Notify got, in order.
type notices struct {
	mu   sync.Mutex
	list []string
}

func (n *notices) add(msg string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.list = append(n.list, msg)
}

func (n *notices) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.list)
}

func newSite(tb testing.TB, o Options, entries ...string) *site {
	tb.Helper()
	dir := fastDir(tb)
	s := &site{root: filepath.Join(dir, "root"), o: o, said: &notices{}}
	if s.o.State == "" {
		s.o.State = filepath.Join(dir, "state")
	}
	s.o.Notify = s.said.add
	mustDo(tb, os.Mkdir(s.root, 0o755))
	plant(tb, s.root, entries...)
	return s
}

// open opens the root; whoever comes next has to wait until it is closed.
func (s *site) open(tb testing.TB) *Workspace {
	tb.Helper()
	w, err := Open(tb.Context(), s.root, s.o)
	if err != nil {
		tb.Fatal(err)
	}
	tb.Cleanup(func() { _ = w.Close() })
	return w
}

// run commits a script as a run of that name, in an opening of its own.
func (s *site) run(tb testing.TB, id string, script ...string) {
	tb.Helper()
	w := s.open(tb)
	defer w.Close() //nolint:errcheck // a test
	tx := w.Begin()
	do(tb, tx, script...)
	_, _, err := tx.Backup()
	mustDo(tb, err, tx.Commit(tb.Context(), id, time.Now()))
}

// undo takes a run back, as a run of the name as.
func (s *site) undo(tb testing.TB, id, as string, force bool) error {
	tb.Helper()
	w := s.open(tb)
	defer w.Close() //nolint:errcheck // a test
	tx := w.Begin()
	if _, err := tx.Undo(id, force); err != nil {
		return err
	}
	return tx.Commit(tb.Context(), as, time.Now())
}

func (s *site) history(tb testing.TB) []Run {
	tb.Helper()
	w := s.open(tb)
	defer w.Close() //nolint:errcheck // a test
	runs, err := w.History()
	mustDo(tb, err)
	return runs
}

// state is the path of a file in the root's own state directory.
func (s *site) state(tb testing.TB, name string) string {
	tb.Helper()
	dirs, err := filepath.Glob(filepath.Join(s.o.State, "roots", "*"))
	if err != nil || len(dirs) != 1 {
		tb.Fatalf("state directories of one root: %q, %v", dirs, err)
	}
	return filepath.Join(dirs[0], name)
}

// interrupt does what a process does that is killed after n steps of a commit; -1 is
// before anything was prepared, more than there are all of them.
func interrupt(tb testing.TB, tx *Tx, n int) {
	tb.Helper()
	nodes := tx.computeFinal()
	records := tx.entryRecords(nodes)
	p := newPlan(tx, nodes, "killed")
	if len(p.steps) == 0 {
		return
	}
	j := p.journal()
	p.records = records
	j.Run, j.Number, j.Time, j.Root = "killed", 1, time.Now(), tx.w.real
	mustDo(tb, p.w.state.journals().Draft(tb.Context(), j, func(to io.Writer, at int64) error { return p.saveOldContents(j, to, at) }))
	mustDo(tb, p.w.state.journals().MakePending())
	if n < 0 {
		return
	}
	mustDo(tb, p.writeTemps(tb.Context()))
	_, err := p.applySteps(j, min(n, len(p.steps)))
	mustDo(tb, err)
}

// kill leaves the root as a run does that is killed after n steps.
func (s *site) kill(tb testing.TB, n int, script ...string) {
	tb.Helper()
	w := s.open(tb)
	tx := w.Begin()
	do(tb, tx, script...)
	_, _, err := tx.Backup()
	mustDo(tb, err)
	interrupt(tb, tx, n)
	mustDo(tb, w.Close())
}

// problem is the *Error in err, an empty one if there is none.
func problem(err error) *Error {
	e := &Error{}
	errors.As(err, &e)
	return e
}

func message(err error) string {
	if err == nil {
		return ""
	}
	return err.Error()
}

func TestTheStateIsForNobodyElseToLookInto(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{ReadBeforeWrite: true, Backups: true}, "a", "b")
	w := s.open(t)
	tx := w.Begin()
	mustDo(t, tx.MarkKnown(find(t, tx, "a", ToRead)))
	do(t, tx, "write a new", "rm b")
	known, err := tx.KnownContents()
	mustDo(t, err, tx.Commit(t.Context(), "r", time.Now()), w.Remember(known))
	var files int
	err = filepath.WalkDir(s.o.State, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		} else {
			files++
		}
		if got := info.Mode().Perm(); got != want {
			t.Errorf("%s has mode %v, want %v", path, got, want)
		}
		return err
	})
	mustDo(t, err)
	if files < 4 { // the lock, its holder, the root's name, the run, the reads
		t.Errorf("%d files in the state directory", files)
	}
	if r, err := readRootRecord(s.state(t, rootFile)); err != nil || r.Path != w.Dir() || r.gone() {
		t.Errorf("the record of the root is %+v, %v; want the path %s", r, err, w.Dir())
	}
}

func TestARootHasOneStateByWhateverPath(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a", "d/")
	s.run(t, "r", "write a new")
	link := s.root + "-link"
	mustDo(t, os.Symlink(s.root, link))
	for _, path := range []string{link, s.root + "/d/..", s.root + "/"} {
		other := &site{root: path, o: s.o, said: s.said}
		if runs := other.history(t); len(runs) != 1 || runs[0].ID != "r" {
			t.Errorf("%s has the history %v", path, runs)
		}
	}
	below := &site{root: filepath.Join(s.root, "d"), o: s.o, said: s.said}
	if runs := below.history(t); len(runs) != 0 {
		t.Errorf("another root has the history %v", runs)
	}
}

func TestARootInsideTheStateIsRefused(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	for _, root := range []string{dir, filepath.Join(dir, "roots"), filepath.Join(dir, "roots", "x")} {
		mustDo(t, os.MkdirAll(root, 0o755))
		_, err := Open(t.Context(), root, Options{State: dir})
		wantReason(t, root, err, Denied)
		if !strings.Contains(message(err), "is inside the program's state directory") {
			t.Errorf("%s: %v", root, err)
		}
	}
}

// TestNothingInTheRootReachesTheState: the history holds contents, and what an
// operation could write there the program would trust.
func TestNothingInTheRootReachesTheState(t *testing.T) {
	t.Parallel()
	all := []Intent{ToRead, ToEdit, ToCreate, ToOverwrite, ToDelete, ToMove, ToMakeDir, ToRemoveDir}
	for _, tt := range []struct {
		name, path string
		intents    []Intent
	}{
		{"itself", "sub/state", all},
		{"other-spelling", "./sub//state/", all},
		{"below", "sub/state/roots", all},
		{"new-file-below", "sub/state/n", all},
		{"by-a-link", "link/roots", all},
		{"by-an-absolute-link", "absolute", []Intent{ToRead, ToEdit, ToOverwrite, ToMakeDir}},
		{"link-to-it", "link", []Intent{ToRead, ToEdit, ToOverwrite, ToMakeDir}},
		{"by-a-link-above", "up/state/roots", all},
		{"directory-above", "sub", []Intent{ToMove}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			plant(t, root, "sub/x", "link -> sub/state", "up -> sub", "absolute -> $ROOT/sub/state")
			w, err := Open(t.Context(), root, Options{State: filepath.Join(root, "sub", "state"), CreateParents: true})
			mustDo(t, err)
			defer w.Close() //nolint:errcheck // a test
			for _, intent := range tt.intents {
				_, err := w.Begin().Find(tt.path, intent, Relative)
				wantReason(t, tt.path, err, Denied)
			}
			if _, err := w.Begin().Find("sub/x", ToEdit, Relative); err != nil {
				t.Errorf("what stands beside it: %v", err)
			}
		})
	}
}

func TestALinkOnTheWayToTheStateStays(t *testing.T) {
	t.Parallel()
	for _, where := range []string{"inside", "outside"} {
		t.Run(where, func(t *testing.T) {
			t.Parallel()
			root := t.TempDir()
			target := filepath.Join(root, "real")
			if where == "outside" {
				target = t.TempDir()
			}
			mustDo(t, os.MkdirAll(target, 0o700), os.Symlink(target, filepath.Join(root, "link")))
			w, err := Open(t.Context(), root, Options{State: filepath.Join(root, "link", "state")})
			mustDo(t, err)
			defer w.Close() //nolint:errcheck // a test
			// Another link in its place would give the next run another history.
			for _, intent := range []Intent{ToDelete, ToMove} {
				_, err := w.Begin().Find("link", intent, Relative)
				wantReason(t, "the link", err, Denied)
			}
		})
	}
}

func TestAStateThatCannotBeMade(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	plant(t, dir, "file", "root/a")
	o := Options{State: filepath.Join(dir, "file", "state")}
	_, err := Open(t.Context(), filepath.Join(dir, "root"), o)
	wantReason(t, "to write", err, NotDirectory)
	if e := problem(err); !strings.Contains(e.Msg, o.State) || !strings.Contains(e.Hint, "state_dir") {
		t.Errorf("got %q, hint %q; want the path and what to set", e.Msg, e.Hint)
	}

	o.ReadOnly, o.ReadBeforeWrite = true, true
	w, err := Open(t.Context(), filepath.Join(dir, "root"), o)
	mustDo(t, err)
	defer w.Close() //nolint:errcheck // a test
	tx := w.Begin()
	if data, err := tx.Read(find(t, tx, "a", ToRead), 100); string(data) != "root/a" || err != nil {
		t.Errorf("reading: %q, %v", data, err)
	}
	runs, err := w.History()
	if len(runs) != 0 || err != nil {
		t.Errorf("history: %v, %v", runs, err)
	}
	_, err = tx.Undo("", false)
	wantReason(t, "undo", err, NoRun)
	_, err = tx.Find("a", ToEdit, Relative) // nothing was read yet, so nothing is known
	wantReason(t, "find", err, NotRead)
	mustDo(t, w.Remember([]KnownContent{{Name: "a", Sum: make([]byte, 32)}}))
}

// TestStateOfAnotherSpelling: a root has the state of another spelling of its path only on a
// system that takes both for the same.
func TestStateOfAnotherSpelling(t *testing.T) {
	t.Parallel()
	lower, upper := &Workspace{real: "/a/root"}, &Workspace{real: "/a/Root"}
	if same := lower.stateKey() == upper.stateKey(); same != foldsByDefault {
		t.Errorf("/a/root and /a/Root have the same state: %t, want %t", same, foldsByDefault)
	}
}
