//go:build unix

package workspace

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/sys/unix"
)

// rich is a run with every kind of step, in several phases.
var (
	richTree   = []string{"a", "b", "c", "d/x", "d/y", "e/y", "f", "g", "h/", "l -> a", "k.bak", "k"}
	richScript = []string{
		"write a new", "write p/n new", "move d d2", "move b t", "move c b", "move t c", "rm e/y", "rmdir e", "rmdir h", "mkdir q/r",
		"rm f", "mkdir f", "move g f/g", "write d2/z new", "write d2/x new", "rm l", "write l new", "copy d2/y y", "write k new",
	}
)

// richSteps is how many steps that run has.
func richSteps(t *testing.T) int {
	t.Helper()
	s := newSite(t, Options{Backups: true, CreateParents: true}, richTree...)
	tx := s.open(t).Begin()
	do(t, tx, richScript...)
	_, _, err := tx.Backup()
	mustDo(t, err)
	p := newPlan(tx, tx.computeFinal(), "r")
	if len(p.phaseStarts) == 0 {
		t.Fatal("it has one phase")
	}
	return len(p.steps)
}

func TestAnInterruptedRunIsRolledBackFromEveryStep(t *testing.T) {
	t.Parallel()
	for n := -1; n <= richSteps(t); n++ {
		for _, readOnly := range []bool{false, true} {
			s := newSite(t, Options{Backups: true, CreateParents: true}, richTree...)
			before := snapshot(t, s.root)
			s.kill(t, n, richScript...)
			s.o.ReadOnly = readOnly
			s.recovered(t)
			compare(t, fmt.Sprint("after step ", n), snapshot(t, s.root), before)
			want := []string{"recovered: run killed had been interrupted; the tree is as it was before it"}
			if said := s.said.all(); !slices.Equal(said, want) {
				t.Errorf("step %d: said %q, want %q", n, said, want)
			}
			if runs := s.history(t); len(runs) > 0 {
				t.Errorf("step %d: history %v", n, runs)
			}
		}
	}
}

func TestACommittedRunIsFinished(t *testing.T) {
	t.Parallel()
	reference := newSite(t, Options{Backups: true, CreateParents: true}, richTree...)
	reference.run(t, "killed", richScript...)
	want := snapshot(t, reference.root)
	s := newSite(t, Options{Backups: true, CreateParents: true}, richTree...)
	before := snapshot(t, s.root)
	w := s.open(t)
	tx := w.Begin()
	do(t, tx, richScript...)
	_, _, err := tx.Backup()
	mustDo(t, err)
	interrupt(t, tx, 1000)
	j, err := w.state.journals().Pending()
	mustDo(t, err, w.state.journals().MarkCommitted(j))
	trash, err := filepath.Glob(filepath.Join(s.root, ".fileops-*"))
	if err != nil || len(trash) == 0 {
		t.Fatalf("spare names: %q, %v", trash, err)
	}
	mustDo(t, os.RemoveAll(trash[0]), w.Close()) // it had begun with that
	s.recovered(t)
	compare(t, "after the recovery", snapshot(t, s.root), want)
	said := []string{"recovered: run killed had been interrupted after it was committed; it is complete now"}
	if got := s.said.all(); !slices.Equal(got, said) {
		t.Errorf("said %q, want %q", got, said)
	}
	mustDo(t, s.undo(t, "killed", "u", false))
	compare(t, "after the undo", snapshot(t, s.root), before)
}

// TestARecoveryThatIsKilledIsDoneAgain takes some of the steps back before the next
// one does.
func TestARecoveryThatIsKilledIsDoneAgain(t *testing.T) {
	t.Parallel()
	steps := richSteps(t)
	for back := range steps + 1 {
		s := newSite(t, Options{Backups: true, CreateParents: true}, richTree...)
		before := snapshot(t, s.root)
		w := s.open(t)
		tx := w.Begin()
		do(t, tx, richScript...)
		_, _, err := tx.Backup()
		mustDo(t, err)
		interrupt(t, tx, steps)
		j, err := w.state.journals().Pending()
		mustDo(t, err)
		for i, s := range slices.Backward(j.Steps[steps-back:]) {
			if i += steps - back; j.Phase() > 0 && i < j.PhaseStarts[j.Phase()-1] {
				mustDo(t, w.recordPhase(j, j.Phase()-1))
			}
			mustDo(t, w.revert(s, nil))
		}
		if back == steps && len(j.Temps) > 1 {
			mustDo(t, w.root.Remove(j.Temps[1].Name))
		}
		mustDo(t, w.Close())
		s.recovered(t)
		compare(t, fmt.Sprint("after ", back, " steps back"), snapshot(t, s.root), before)
	}
}

// recovered opens the root twice: the first time recovers, the second finds nothing
// to do and nothing left over.
func (s *site) recovered(t *testing.T) {
	t.Helper()
	mustDo(t, s.open(t).Close())
	said := s.said.all()
	if len(said) == 0 {
		t.Error("nothing was said about the recovery")
	}
	mustDo(t, s.open(t).Close())
	if again := s.said.all(); len(again) > len(said) {
		t.Errorf("said again: %q", again[len(said):])
	}
	for name := range snapshot(t, s.root) {
		if strings.Contains(name, ".fileops-") {
			t.Errorf("%s is left; said: %q", name, said)
		}
	}
	for _, name := range []string{draftFile, committedFile, pendingFile, "pending-1"} {
		if _, err := os.Lstat(s.state(t, name)); err == nil {
			t.Errorf("%s is left in the state directory", name)
		}
	}
}

// then does one change after another below a root: "write F text", "rm F", "rmrf D",
// "mkdir D", "mv A B".
func then(tb testing.TB, root string, script ...string) {
	tb.Helper()
	for _, line := range script {
		f := append(strings.SplitN(line, " ", 3), "", "")
		name := filepath.Join(root, f[1])
		var err error
		switch f[0] {
		case "write":
			err = os.WriteFile(name, []byte(f[2]), 0o644)
		case "anew": // as an editor does that renames
			err = errors.Join(os.WriteFile(name+"~", []byte(f[2]), 0o644), os.Rename(name+"~", name))
		case "rm":
			err = os.Remove(name)
		case "rmrf":
			err = os.RemoveAll(name)
		case "mkdir":
			err = os.Mkdir(name, 0o755)
		case "ln":
			err = os.Symlink(f[1], filepath.Join(root, f[2]))
		case "mv":
			err = os.Rename(name, filepath.Join(root, f[2]))
		default:
			tb.Fatalf("unknown: %s", line)
		}
		if err != nil {
			tb.Fatalf("%s: %v", line, err)
		}
	}
}

// contents lists what the files below a root hold, directories with a slash.
func contents(tb testing.TB, root string) map[string]string {
	tb.Helper()
	list := map[string]string{}
	for _, line := range listing(tb, root)[1:] {
		name, data, file := strings.Cut(line[1:], "=")
		if !file {
			name += "/"
		}
		list[name] = data
	}
	return list
}

// all is every step.
const all = 1000

// TestWhatWasDoneBeforeTheRecoveryIsKept: somebody worked on the tree after the run was
// killed. Nothing of that is lost, nor of what was there before, and what is not as it
// was before the run is named.
func TestWhatWasDoneBeforeTheRecoveryIsKept(t *testing.T) {
	t.Parallel()
	type tree map[string]string
	for _, tt := range []struct {
		name    string
		entries []string
		script  string // operations, with semicolons between
		n       int
		then    []string
		want    tree
		says    []string
	}{
		{"edited-file-edited", []string{"a"}, "write a new", all, []string{"write a mine"}, tree{"a": "a", "a.saved1": "mine"}, []string{"a was changed", "a.saved1"}},
		{"edited-file-written-anew", []string{"a"}, "write a new", all, []string{"anew a mine"}, tree{"a": "a", "a.saved1": "mine"}, []string{"a was changed", "a.saved1"}},
		{"saved-name-is-taken", []string{"a", "a.saved1"}, "write a new", all, []string{"write a mine"}, tree{"a": "a", "a.saved1": "a.saved1", "a.saved2": "mine"}, []string{"a.saved2"}},
		{"edited-file-deleted", []string{"a"}, "write a new", all, []string{"rm a"}, tree{"a": "a"}, nil},
		{"edited-file-became-a-directory", []string{"a"}, "write a new", all, []string{"rm a", "mkdir a", "write a/in mine"}, tree{"a": "a", "a.saved1/": "", "a.saved1/in": "mine"}, []string{"a.saved1"}},
		{"edited-file-put-back-as-the-run-left-it", []string{"a"}, "write a new", all, []string{"anew a new"}, tree{"a": "a"}, nil},
		{"not-yet-edited-file-edited", []string{"a"}, "write a new", 0, []string{"write a mine"}, tree{"a": "mine"}, nil},
		{"not-yet-edited-file-deleted", []string{"a"}, "write a new", 0, []string{"rm a"}, tree{}, nil},
		{"before-anything-was-prepared", []string{"a"}, "write a new;write n new", -1, []string{"write a mine", "write n mine"}, tree{"a": "mine", "n": "mine"}, nil},
		{"new-file-edited", nil, "write n new", all, []string{"write n mine"}, tree{"n": "mine"}, []string{"n was made or changed"}},
		{"new-file-deleted", nil, "write n new", all, []string{"rm n"}, tree{}, nil},
		{"name-of-a-new-file-taken", nil, "write n new", 0, []string{"write n mine"}, tree{"n": "mine"}, nil},
		{"name-of-a-moved-file-taken", []string{"a"}, "move a n", 0, []string{"write n mine"}, tree{"a": "a", "n": "mine"}, nil},
		{"new-directory-filled", nil, "mkdir p", all, []string{"write p/mine mine"}, tree{"p/": "", "p/mine": "mine"}, []string{"p was made by the run", "not empty"}},
		{"new-file-and-another-in-a-new-directory", nil, "write p/q/n new", all, []string{"write p/q/mine mine"}, tree{"p/": "", "p/q/": "", "p/q/mine": "mine"}, []string{"p/q was made by the run"}},
		{"new-directory-became-a-file", nil, "mkdir p", all, []string{"rmrf p", "write p mine"}, tree{"p": "mine"}, []string{"p was made by another program"}},
		{"new-directory-of-a-file-became-a-file", nil, "write p/n new", all, []string{"rmrf p", "write p mine"}, tree{"p": "mine"}, []string{"p was made by another program"}},
		{"moved-file-edited", []string{"a"}, "move a z", all, []string{"write z mine"}, tree{"a": "mine"}, nil},
		{"moved-file-deleted", []string{"a"}, "move a z", all, []string{"rm z"}, tree{}, nil},
		{"old-name-of-a-moved-file-taken", []string{"a"}, "move a z", all, []string{"write a mine"}, tree{"a": "a", "a.saved1": "mine"}, []string{"a.saved1"}},
		{"old-directory-of-a-moved-file-removed", []string{"d/x"}, "move d/x z", all, []string{"rmrf d"}, tree{"d/": "", "d/x": "d/x"}, []string{"d was removed"}},
		{"old-directory-of-a-moved-file-became-a-file", []string{"d/x"}, "move d/x z", all, []string{"rmrf d", "write d mine"}, tree{"d": "mine", "z.saved1": "d/x"}, []string{"z.saved1"}},
		{"new-directory-of-a-moved-file-removed", []string{"a"}, "move a p/a", all, []string{"rmrf p"}, tree{}, nil},
		{"moved-directory-filled", []string{"d/x"}, "move d e", all, []string{"write e/mine mine"}, tree{"d/": "", "d/x": "d/x", "d/mine": "mine"}, nil},
		{"old-name-of-a-moved-directory-taken", []string{"d/x"}, "move d e", all, []string{"mkdir d", "write d/mine mine"}, tree{"d/": "", "d/x": "d/x", "d.saved1/": "", "d.saved1/mine": "mine"}, []string{"d.saved1"}},
		{"directory-of-an-edited-file-removed", []string{"d/x"}, "write d/x new", all, []string{"rmrf d"}, tree{}, nil},
		{"directory-of-an-edited-file-became-a-file", []string{"d/x"}, "write d/x new", all, []string{"rmrf d", "write d mine"}, tree{"d": "mine"}, nil},
		{"directory-of-an-edited-file-moved", []string{"d/x", "e/"}, "write e/n new", all, []string{"mv e f"}, tree{"d/": "", "d/x": "d/x", "f/": "", "f/n": "new"}, nil},
		{"everything-removed", []string{"a", "d/x", "e/y"}, "write a new;write d/x new;move e f;rm f/y;mkdir g", all, []string{"rmrf a", "rmrf d", "rmrf f", "rmrf g"}, tree{"a": "a"}, nil},
		{"two-files-that-changed-places-edited", []string{"a", "b"}, "move a t;move b a;move t b", all, []string{"write a mine"}, tree{"a": "a", "b": "mine"}, nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{CreateParents: true}, tt.entries...)
			s.kill(t, tt.n, strings.Split(tt.script, ";")...)
			then(t, s.root, tt.then...)
			s.recovered(t)
			if d := cmp.Diff(map[string]string(tt.want), contents(t, s.root)); d != "" {
				t.Errorf("(- want, + got):\n%s", d)
			}
			said := strings.Join(s.said.all(), "\n")
			for _, want := range tt.says {
				if !strings.Contains(said, want) {
					t.Errorf("said %q, want %q in it", said, want)
				}
			}
		})
	}
}

// TestARecoveryTellsABackupByItsContent: the old file has the name of the backup only if the
// step was taken.
func TestARecoveryTellsABackupByItsContent(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name string
		n    int
		then []string
		want map[string]string
		says string // "" for nothing about the backup
	}{
		{"not_taken", 0, []string{"write a.bak mine"}, map[string]string{"a": "a", "a.bak": "mine"}, ""},
		{"taken", all, []string{"write a mine"}, map[string]string{"a": "a", "a.saved1": "mine"}, "what was there is a.saved1 now"},
		{"taken_and_both_changed", all, []string{"write a mine", "write a.bak more"}, map[string]string{"a": "mine", "a.bak": "more"}, "a.bak was made or changed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{Backups: true}, "a")
			s.kill(t, tt.n, "write a new")
			then(t, s.root, tt.then...)
			s.recovered(t)
			if d := cmp.Diff(tt.want, contents(t, s.root)); d != "" {
				t.Errorf("(- want, + got):\n%s", d)
			}
			if said := strings.Join(s.said.all(), "\n"); !strings.Contains(said, tt.says) || tt.says == "" && strings.Contains(said, "a.bak") {
				t.Errorf("said %q, want %q in it", said, tt.says)
			}
		})
	}
}

// TestAFileThatIsWrittenToWhileItIsReplacedIsNotLost: somebody had it open, and what
// was looked at just before the steps does not show it.
func TestAFileThatIsWrittenToWhileItIsReplacedIsNotLost(t *testing.T) {
	t.Parallel()
	for _, script := range []string{"write a new", "rm a", "rm a;mkdir a"} {
		for _, backups := range []bool{false, true} {
			if script == "rm a;mkdir a" && backups {
				continue // the backup is a second name of the file, and stays with what is written to it
			}
			s := newSite(t, Options{Backups: backups}, "a")
			w := s.open(t)
			tx := w.Begin()
			do(t, tx, strings.Split(script, ";")...)
			_, _, err := tx.Backup()
			mustDo(t, err)
			f, err := os.OpenFile(filepath.Join(s.root, "a"), os.O_WRONLY, 0)
			mustDo(t, err)
			p := newPlan(tx, tx.computeFinal(), "r")
			mustDo(t, p.writeTemps(t.Context()))
			for _, step := range p.steps {
				mustDo(t, w.step(step))
			}
			_, err = f.WriteString("mine")
			mustDo(t, err, f.Close())
			err = p.checkDropped()
			if script == "rm a" && backups { // it was moved to its backup, with what is written to it
				mustDo(t, err)
				s.wantFile(t, "a.deleted", "mine")
				continue
			}
			wantReason(t, script, err, Stale)
			wantReason(t, script, w.rollBackAfter(p.journal(), len(p.steps), err), Stale)
			compare(t, script, snapshot(t, s.root), map[string]string{"a": `file 644 "mine"`})
		}
	}
}

func TestATreeThatIsNotAsItWasIsNotSaidToBe(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a")
	s.kill(t, all, "write a new", "mkdir p")
	then(t, s.root, "write a mine", "write p/mine mine")
	s.recovered(t)
	for _, said := range s.said.all() {
		if strings.HasSuffix(said, "the tree is as it was before it") {
			t.Errorf("said %q, but a.saved1 and p are new", said)
		}
	}
}

// TestWhatARunGaveUpIsNotLeftUnderASpareName: by then somebody has something else
// there, and nobody looks for a file that is called .fileops-….
func TestWhatARunGaveUpIsNotLeftUnderASpareName(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name    string
		entries []string
		script  string
		backups bool
		then    []string
		lost    string // the content to be found
	}{
		{"deleted-file", []string{"f"}, "rm f", false, []string{"write f mine"}, "f"},
		{"deleted-file-with-a-backup", []string{"f"}, "rm f", true, []string{"write f mine"}, "f"},
		{"removed-directory", []string{"e/y"}, "rm e/y;rmdir e", false, []string{"mkdir e", "write e/y mine"}, "e/y"},
		{"file-that-became-a-directory", []string{"f"}, "rm f;mkdir f", false, []string{"rmrf f", "write f mine"}, "f"},
		{"old-backup", []string{"a", "a.bak"}, "write a new", true, []string{"write a.bak mine"}, "a.bak"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{Backups: tt.backups}, tt.entries...)
			if tt.name == "old-backup" {
				s.adopt(t, "a.bak")
			}
			s.kill(t, all, strings.Split(tt.script, ";")...)
			then(t, s.root, tt.then...)
			s.recovered(t)
			got := contents(t, s.root)
			said := strings.Join(s.said.all(), "\n")
			for _, content := range []string{tt.lost, "mine"} {
				at := slices.IndexFunc(sortedKeys(got), func(name string) bool { return got[name] == content })
				if at < 0 {
					t.Errorf("%q is lost: %v", content, got)
				}
			}
			for name := range got { // what came besides is named, or the directory that it is in
				top, _, _ := strings.Cut(name, "/")
				if !slices.Contains(tt.entries, name) && top != "e" && !strings.Contains(said, top) {
					t.Errorf("%s is not named: %q", name, said)
				}
			}
		})
	}
}

// inodes are the files and links below a root, by what the system knows them by.
func inodes(tb testing.TB, root string) map[uint64]string {
	tb.Helper()
	list := map[uint64]string{}
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		info, err := d.Info()
		if err == nil {
			list[info.Sys().(*syscall.Stat_t).Ino] = strings.TrimPrefix(path, root+"/")
		}
		return err
	})
	mustDo(tb, err)
	return list
}

// temporary reports whether a name is that of a temporary file.
func temporary(name string) bool {
	return strings.Contains(name, ".fileops-killed-") && !strings.Contains(name, ".fileops-killed-s")
}

// recoverFrom plays one sequence: a run that is killed, changes of somebody else, the
// recovery.
func recoverFrom(tb testing.TB, seed uint64) {
	tb.Helper()
	d := &dice{rest: sequence(seed)}
	s := newSite(tb, Options{CreateParents: true, Backups: d.throw(2) == 1})
	m := grow(tb, d, s.root)
	theirs := inodes(tb, s.root)
	for id, name := range theirs { // an unread file is known by its size and time
		mustDo(tb, unix.Lutimes(filepath.Join(s.root, name), []unix.Timeval{{Sec: int64(id)}, {Sec: int64(id)}}))
	}
	w := s.open(tb)
	p := pair{tb, w.Begin(), m}
	for i := range 1 + d.throw(20) {
		p.act(d, i)
	}
	_, _, err := p.tx.Backup()
	mustDo(tb, err)
	interrupt(tb, p.tx, d.throw(20)-1)
	mustDo(tb, w.Close())
	made := inodes(tb, s.root)
	r := rand.New(rand.NewPCG(seed, 1))
	for range r.IntN(4) {
		meddle(tb, d, s.root)
	}
	before, changed := inodes(tb, s.root), snapshot(tb, s.root)
	if w, err = Open(tb.Context(), s.root, s.o); err != nil {
		tb.Fatalf("the root cannot be opened any more: %v", err)
	}
	mustDo(tb, w.Close())
	after := inodes(tb, s.root)
	for id, name := range before {
		first, own := theirs[id]
		_, ours := made[id]
		second := temporary(name) || strings.HasSuffix(name, bakEnding) && name != first
		if ours && !own || second {
			continue // the run made it, or gave a second name to what somebody removed since
		}
		if _, ok := after[id]; !ok {
			tb.Errorf("%s, which is not the run's, is lost", name)
		}
	}
	for id, name := range after {
		if strings.Contains(name, ".fileops-") && name == made[id] { // not moved with its directory
			tb.Errorf("%s is left; it was %q before the run, %q after it; said: %q", name, theirs[id], made[id], s.said.all())
		}
	}
	if theirs := "file 644 \"meddled\""; slices.Contains(slices.Collect(maps.Values(changed)), theirs) &&
		!slices.Contains(slices.Collect(maps.Values(snapshot(tb, s.root))), theirs) {
		tb.Errorf("somebody's content is lost: %v", changed)
	}
}

// TestARecoveryLosesNothing plays random runs that are killed. TEST_SEQUENCES says
// how many, if not the usual number.
func TestARecoveryLosesNothing(t *testing.T) {
	t.Parallel()
	count := 120
	if _, err := fmt.Sscan(os.Getenv("TEST_SEQUENCES"), &count); err != nil && testing.Short() {
		count = 50
	}
	for seed := range count {
		if !t.Run(fmt.Sprint(seed), func(t *testing.T) { recoverFrom(t, uint64(seed)) }) {
			break
		}
	}
}
