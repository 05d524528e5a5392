//go:build unix

package workspace

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// past is the history in short: "r1", "u undoes r1", "r1 undone by u", "r1 lost".
func (s *site) past(tb testing.TB) []string {
	tb.Helper()
	list := []string{}
	for _, r := range s.history(tb) {
		line := r.ID
		if r.Undoes != "" {
			line += " undoes " + r.Undoes
		}
		if r.UndoneBy != "" {
			line += " undone by " + r.UndoneBy
		}
		if r.NotUndoable != "" {
			line += " lost"
		}
		list = append(list, line)
	}
	return list
}

func (s *site) wantPast(tb testing.TB, want ...string) {
	tb.Helper()
	if got := s.past(tb); !slices.Equal(got, want) {
		tb.Errorf("history %q, want %q", got, want)
	}
}

// wantFile checks what a file holds; "" is for none.
func (s *site) wantFile(tb testing.TB, name, want string) {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join(s.root, name))
	if string(data) != want || (err == nil) != (want != "") {
		tb.Errorf("%s holds %q (%v), want %q", name, data, err, want)
	}
}

// runFile is the path of a run in the history.
func (s *site) runFile(tb testing.TB, id string) string {
	tb.Helper()
	files, err := filepath.Glob(s.state(tb, "runs/*-"+id))
	if err != nil || len(files) != 1 {
		tb.Fatalf("files of the run %s: %q, %v", id, files, err)
	}
	return files[0]
}

func TestARunInTheHistory(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{Backups: true, CreateParents: true}, "a", "b", "c", "e/", "f", "l -> a")
	if runs := s.history(t); len(runs) != 0 {
		t.Errorf("a root without runs has the history %v", runs)
	}
	w := s.open(t)
	began := time.Date(2026, 11, 20, 12, 0, 0, 5, time.UTC)
	tx := w.Begin()
	do(t, tx, "write a new", "rm b", "move c z", "copy f g", "write p/n new", "rmdir e")
	_, _, err := tx.Backup()
	mustDo(t, err, tx.Commit(t.Context(), "r", began))
	runs, err := w.History()
	mustDo(t, err, w.Close())
	if len(runs) != 1 {
		t.Fatalf("%d runs", len(runs))
	}
	r := runs[0]
	info, err := os.Stat(s.runFile(t, "r"))
	mustDo(t, err)
	if r.ID != "r" || !r.Time.Equal(began) || r.Undoes+r.UndoneBy+r.NotUndoable != "" || r.Size != info.Size() {
		t.Errorf("got %+v", r)
	}
	var changes []string
	for _, c := range r.Changes {
		changes = append(changes, strings.Join([]string{string(c.Kind), c.Name, c.From, c.Mode.String(), fmt.Sprint(c.Dir)}, " "))
	}
	want := []string{
		"modified a  -rw-r--r-- false", "deleted b  -rw-r--r-- false", "removed_directory e  -rwxr-xr-x true", "copied g f -rw-r--r-- false",
		"made_directory p  -rwxr-xr-x true", "created p/n  -rw-r--r-- false", "moved z c -rw-r--r-- false",
	}
	compare(t, "the changes", changes, want)
}

func TestARunThatChangesNothingIsNoneOfTheHistory(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{Backups: true}, "a")
	s.run(t, "r1", "write a a")
	s.run(t, "r2", "mkdir m", "rmdir m")
	s.run(t, "r3", "move a b", "move b a")
	s.wantPast(t)
	w := s.open(t)
	tx := w.Begin()
	do(t, tx, "write a new")
	mustDo(t, overwrite("a")(s.root))
	wantReason(t, "commit", tx.Commit(t.Context(), "r4", time.Now()), Stale)
	mustDo(t, w.Close())
	s.wantPast(t)
}

func TestTheHistoryHoldsSoManyRuns(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{HistoryRuns: 3}, "a")
	for i := range 6 {
		s.run(t, fmt.Sprint("r", i), fmt.Sprint("write a ", i))
	}
	s.wantPast(t, "r5", "r4", "r3")
	err := s.undo(t, "r2", "u", false)
	wantReason(t, "undo", err, NoRun)
	if message(err) != "No such run on this root: r2" {
		t.Error(err)
	}
	s.o.HistoryRuns = 1
	s.run(t, "last", "write a last")
	s.wantPast(t, "last")
	s.o.HistoryRuns = 0 // no limit
	s.run(t, "more", "write a more")
	s.wantPast(t, "more", "last")
}

// TestUndosPushOutNoRunInForce: all that the history is to hold can be undone, one run
// after the other, although each undo is a run itself.
func TestUndosPushOutNoRunInForce(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{HistoryRuns: 2}, "a")
	for i := range 4 {
		s.run(t, fmt.Sprint("r", i), fmt.Sprint("write a ", i))
	}
	mustDo(t, s.undo(t, "", "u3", false), s.undo(t, "", "u2", false))
	s.wantFile(t, "a", "1")
	s.wantPast(t, "u2 undoes r2", "u3 undoes r3", "r3 undone by u3", "r2 undone by u2")
	wantReason(t, "undo", s.undo(t, "", "u1", false), NoRun)
	s.run(t, "r4", "write a 4")
	s.wantPast(t, "r4", "u2 undoes r2", "u3 undoes r3", "r3 undone by u3", "r2 undone by u2")

	// They go by themselves, the oldest first: nothing is there again that was undone.
	mustDo(t, s.undo(t, "", "u4", false))
	s.wantPast(t, "u4 undoes r4", "r4 undone by u4", "u2 undoes r2", "u3 undoes r3")
	mustDo(t, s.undo(t, "u4", "v4", false))
	s.wantFile(t, "a", "4")
	s.wantPast(t, "v4 undoes u4", "u4 undoes r4 undone by v4", "r4", "u2 undoes r2", "u3 undoes r3")
}

// TestUndosGoFirstWhereSpaceIsShort: what was undone, and the undos, make room for what
// can be undone; the newest stays.
func TestUndosGoFirstWhereSpaceIsShort(t *testing.T) {
	t.Parallel()
	const kb = 1 << 10
	s := newSite(t, Options{HistorySize: 100 * kb}, "a")
	mustDo(t, os.WriteFile(filepath.Join(s.root, "a"), make([]byte, 30*kb), 0o644))
	for i := range 3 {
		s.run(t, fmt.Sprint("r", i), "write a "+strings.Repeat(fmt.Sprint(i), 30*kb))
	}
	mustDo(t, s.undo(t, "", "u2", false))
	s.wantPast(t, "u2 undoes r2", "r1", "r0")
	mustDo(t, s.undo(t, "", "u1", false))
	s.wantPast(t, "u1 undoes r1", "u2 undoes r2", "r0")
	mustDo(t, s.undo(t, "", "u0", false))
	s.wantFile(t, "a", string(make([]byte, 30*kb)))
	s.o.HistorySize = 31 * kb
	mustDo(t, s.undo(t, "u0", "v0", false))
	s.wantPast(t, "v0 undoes u0")
	mustDo(t, s.undo(t, "v0", "w0", false)) // what it undid is not kept, itself it is
	s.wantFile(t, "a", string(make([]byte, 30*kb)))
}

func TestTheHistoryHasASize(t *testing.T) {
	t.Parallel()
	const kb = 1 << 10
	s := newSite(t, Options{HistorySize: 100 * kb}, "a")
	mustDo(t, os.WriteFile(filepath.Join(s.root, "a"), make([]byte, 30*kb), 0o644))
	for i := range 5 {
		s.run(t, fmt.Sprint("r", i), "write a "+strings.Repeat(fmt.Sprint(i), 30*kb))
	}
	s.wantPast(t, "r4", "r3", "r2")
	total := int64(0)
	for _, r := range s.history(t) {
		total += r.Size
	}
	if total > s.o.HistorySize || total < 90*kb {
		t.Errorf("the history has %d bytes", total)
	}
	s.o.HistorySize = 31 * kb // the newest one is larger, with its journal
	s.run(t, "r5", "write a new")
	s.wantPast(t, "r5")
	mustDo(t, s.undo(t, "", "u", false))
	s.wantFile(t, "a", strings.Repeat("4", 30*kb))
}

func TestARunThatIsTooLargeForTheHistoryIsLost(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{HistorySize: 2 << 20}, "a", "b", "c")
	mustDo(t, os.WriteFile(filepath.Join(s.root, "a"), make([]byte, 3<<20), 0o644))
	s.run(t, "r1", "write c new")
	s.run(t, "r2", "write a new", "rm b", "write n new")
	if got, want := s.said.all(), "warning: this run cannot be undone: what it replaced (3.0 MB) is more than the history may hold (2.0 MB)"; len(got) != 1 || got[0] != want {
		t.Errorf("said %q, want %q", got, want)
	}
	s.wantFile(t, "a", "new")
	s.wantFile(t, "b", "")
	s.wantPast(t, "r2 lost", "r1")
	r := s.history(t)[0]
	if r.Size > 1<<20 || len(r.Changes) != 3 || !strings.HasPrefix(r.NotUndoable, "what it replaced (3.0 MB)") {
		t.Errorf("got %+v", r)
	}
	for _, id := range []string{"r2", ""} {
		err := s.undo(t, id, "u", false)
		wantReason(t, "undo", err, NoRun)
		if !strings.HasPrefix(message(err), "Run r2 cannot be undone: what it replaced (3.0 MB)") {
			t.Error(err)
		}
	}
	mustDo(t, s.undo(t, "r1", "u", false))
	s.wantFile(t, "c", "c")
}

func TestUndoingAgainGoesFurtherBack(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{Backups: true}, "a")
	for i := range 3 {
		s.run(t, fmt.Sprint("r", i), fmt.Sprint("write a ", i))
	}
	for i, want := range []string{"1", "0", "a"} {
		mustDo(t, s.undo(t, "", fmt.Sprint("u", i), false))
		s.wantFile(t, "a", want)
	}
	s.wantFile(t, "a.bak", "")
	err := s.undo(t, "", "u3", false)
	wantReason(t, "undo", err, NoRun)
	if !strings.HasPrefix(message(err), "Nothing to undo: ") || problem(err).Hint != "See fileops history." {
		t.Errorf("got %v, hint %q", err, problem(err).Hint)
	}
	s.wantPast(t, "u2 undoes r0", "u1 undoes r1", "u0 undoes r2", "r2 undone by u0", "r1 undone by u1", "r0 undone by u2")

	// And forth again, by name.
	for i, want := range []string{"0", "1", "2"} {
		mustDo(t, s.undo(t, fmt.Sprint("u", 2-i), fmt.Sprint("v", i), false))
		s.wantFile(t, "a", want)
	}
	s.wantFile(t, "a.bak", "1")
	mustDo(t, s.undo(t, "", "w", false)) // all are in force again
	s.wantFile(t, "a", "1")
	if got := s.past(t)[0]; got != "w undoes r2" {
		t.Errorf("the last one is %q", got)
	}
}

func TestAnUndoCanBeUndoneAsOftenAsOneLikes(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{Backups: true}, "a", "b")
	before := snapshot(t, s.root)
	s.run(t, "0", "write a new", "rm b", "write n new")
	after := snapshot(t, s.root)
	for i := 1; i < 6; i++ {
		mustDo(t, s.undo(t, fmt.Sprint(i-1), fmt.Sprint(i), false))
		want := before
		if i%2 == 0 {
			want = after
		}
		compare(t, fmt.Sprint("after undo ", i), snapshot(t, s.root), want)
	}
	// Each run that was undone names the run that undid it. Only the last one is in force.
	s.wantPast(t, "5 undoes 4", "4 undoes 3 undone by 5", "3 undoes 2", "2 undoes 1 undone by 3", "1 undoes 0", "0 undone by 1")
	err := s.undo(t, "0", "x", false)
	wantReason(t, "undo", err, NoRun)
	if want := "Run 0 was undone already, by run 1"; message(err) != want || problem(err).Hint != "To have it back: fileops undo 1" {
		t.Errorf("got %v, hint %q; want %s", err, problem(err).Hint, want)
	}
}

func TestARunThatCannotBeReadIsLostAlone(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		damage func([]byte) []byte
		says   string
	}{
		{"empty", func([]byte) []byte { return nil }, "is damaged"},
		{"cut", func(data []byte) []byte { return data[:len(data)-1] }, "is damaged"},
		{"flipped", func(data []byte) []byte { data[len(data)-100] ^= 1; return data }, "is damaged"},
		{"newer", func(data []byte) []byte { return bytes.Replace(data, []byte("journal 3"), []byte("journal 4"), 1) }, "another version"},
		{"older", func(data []byte) []byte { return bytes.Replace(data, []byte("journal 3"), []byte("journal 1"), 1) }, "another version"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{}, "a", "b", "c")
			s.run(t, "r1", "write a new")
			s.run(t, "r2", "write b new")
			s.run(t, "r3", "write c new")
			path := s.runFile(t, "r2")
			data, err := os.ReadFile(path)
			mustDo(t, err, os.WriteFile(path, tt.damage(data), 0o600))
			s.wantPast(t, "r3", "r2 lost", "r1")
			if r := s.history(t)[1]; !strings.Contains(r.NotUndoable, path) || !strings.Contains(r.NotUndoable, tt.says) {
				t.Errorf("lost because: %q", r.NotUndoable)
			}
			before := snapshot(t, s.root)
			err = s.undo(t, "r2", "u", true)
			wantReason(t, "undo", err, NoRun)
			if !strings.HasPrefix(message(err), "Run r2 cannot be undone: ") {
				t.Error(err)
			}
			compare(t, "the tree", snapshot(t, s.root), before)
			mustDo(t, s.undo(t, "r1", "u1", false), s.undo(t, "r3", "u3", false))
			s.wantFile(t, "a", "a")
			s.wantFile(t, "c", "c")
			s.run(t, "r4", "write a newer")
			s.wantPast(t, "r4", "u3 undoes r3", "u1 undoes r1", "r3 undone by u3", "r2 lost", "r1 undone by u1")
		})
	}
}

func TestAContentThatIsNotWhatItWasIsNotPutBack(t *testing.T) {
	t.Parallel()
	for _, content := range []string{"first content", "second content"} {
		s := newSite(t, Options{Backups: true}, "a", "b", "c")
		mustDo(t, os.WriteFile(filepath.Join(s.root, "a"), []byte("first content"), 0o644))
		mustDo(t, os.WriteFile(filepath.Join(s.root, "b"), []byte("second content"), 0o644))
		s.run(t, "r", "write a new", "rm b", "move c z")
		path := s.runFile(t, "r")
		data, err := os.ReadFile(path)
		mustDo(t, err)
		data[bytes.Index(data, []byte(content))+3] ^= 1
		mustDo(t, os.WriteFile(path, data, 0o600))
		s.wantPast(t, "r") // only the journal is checked for that: contents may be large
		before := snapshot(t, s.root)
		for _, force := range []bool{false, true} {
			err = s.undo(t, "r", "u", force)
			wantReason(t, "undo", err, Damaged)
			if !strings.Contains(message(err), path) || !strings.Contains(message(err), "nothing was touched") {
				t.Error(err)
			}
			compare(t, "the tree", snapshot(t, s.root), before)
		}
		s.wantPast(t, "r")
	}
}

func TestWhatElseIsInTheHistoryIsLeftAlone(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{HistoryRuns: 1}, "a")
	s.run(t, "r1", "write a 1")
	for _, name := range []string{"README", ".DS_Store", "x-y"} {
		mustDo(t, os.WriteFile(s.state(t, "runs/"+name), nil, 0o600))
	}
	s.wantPast(t, "r1")
	s.run(t, "r2", "write a 2")
	s.wantPast(t, "r2")
	mustDo(t, s.undo(t, "", "u", false))
	for _, name := range []string{"README", ".DS_Store", "x-y"} {
		if _, err := os.Lstat(s.state(t, "runs/"+name)); err != nil {
			t.Error(err)
		}
	}
}

// TestRunsOfOneNameAreToldApart: a name is a second and 16 random bits, so two of a
// busy root can have the same.
func TestRunsOfOneNameAreToldApart(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a")
	s.run(t, "same", "write a 1")
	s.run(t, "same", "write a 2")
	mustDo(t, s.undo(t, "", "u1", false))
	s.wantFile(t, "a", "1")
	if err := s.undo(t, "", "u2", false); err != nil {
		t.Fatalf("the first of two runs of one name: %v; history %q", err, s.past(t))
	}
	s.wantFile(t, "a", "a")
}

func TestHistoriesOfRootsAreTheirOwn(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a", "d/b")
	s.run(t, "outer", "write a new", "write d/b new")
	inner := &site{root: filepath.Join(s.root, "d"), o: s.o, said: s.said}
	inner.run(t, "inner", "write b newer")
	s.wantPast(t, "outer")
	inner.wantPast(t, "inner")
	wantReason(t, "undo", inner.undo(t, "outer", "u", false), NoRun)
	wantReason(t, "undo", s.undo(t, "outer", "u", false), Changed)
}
