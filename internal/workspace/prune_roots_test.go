//go:build unix

package workspace

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"

	"fileops/internal/workspace/journal"
)

const day = 24 * time.Hour

// stateOf is the state directory of a root in a base that several share.
func stateOf(tb testing.TB, s *site) string {
	tb.Helper()
	w := s.open(tb)
	defer w.Close() //nolint:errcheck // a test
	return w.state.dir
}

// age makes a state look as if it was last used that long ago.
func age(tb testing.TB, dir string, ago time.Duration) {
	tb.Helper()
	then := time.Now().Add(-ago)
	mustDo(tb, filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		return errors.Join(err, os.Chtimes(path, then, then))
	}))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// rewriteRecord changes what a state says of its root.
func rewriteRecord(dir string, change func(*rootRecord)) error {
	r, err := readRootRecord(filepath.Join(dir, rootFile))
	change(&r)
	return errors.Join(err, r.write(filepath.Join(dir, rootFile)))
}

// TestPruneRemovesWhatNobodyComesBackTo: each case prepares one state, 31 days old
// unless it says otherwise, of a root that is gone unless it says otherwise.
func TestPruneRemovesWhatNobodyComesBackTo(t *testing.T) {
	t.Parallel()
	gone := func(s *site, _ string) error { return os.RemoveAll(s.root) }
	recorded := func(change func(*rootRecord)) func(*site, string) error {
		return func(s *site, dir string) error { return errors.Join(os.RemoveAll(s.root), rewriteRecord(dir, change)) }
	}
	for name, tt := range map[string]struct {
		prepare func(s *site, dir string) error
		ago     time.Duration
		removed bool
	}{
		"root_is_gone":          {gone, 31 * day, true},
		"root_is_gone_not_long": {gone, 29 * day, false},
		"root_is_there":         {func(*site, string) error { return nil }, 400 * day, false},
		"root_is_another_directory": {func(s *site, _ string) error {
			return errors.Join(os.Rename(s.root, s.root+".away"), os.Mkdir(s.root, 0o755))
		}, 31 * day, true},
		"root_is_a_file_now": {func(s *site, _ string) error {
			return errors.Join(os.RemoveAll(s.root), os.WriteFile(s.root, nil, 0o644))
		}, 31 * day, true},
		"root_is_a_link_now": {func(s *site, _ string) error {
			return errors.Join(os.Rename(s.root, s.root+".away"), os.Symlink(s.root+".away", s.root))
		}, 31 * day, true},
		"a_directory_above_is_a_file_now": {func(s *site, dir string) error {
			return errors.Join(os.RemoveAll(s.root), os.WriteFile(s.root, nil, 0o644),
				rewriteRecord(dir, func(r *rootRecord) { r.Path += "/below" }))
		}, 31 * day, true},
		"mount_is_not_there":                   {recorded(func(r *rootRecord) { r.Mount = filepath.Dir(r.Path) }), 31 * day, false},
		"mount_point_is_removed":               {recorded(func(r *rootRecord) { r.Mount = "/media/nobody/stick" }), 31 * day, false},
		"another_file_system_is_mounted_there": {recorded(func(r *rootRecord) { r.Mount, r.Filesystem = "/", "another" }), 31 * day, false},
		"record_is_damaged": {func(_ *site, dir string) error {
			return os.WriteFile(filepath.Join(dir, rootFile), []byte("{"), 0o600)
		}, 31 * day, false},
		"a_commit_was_interrupted_long_ago": {func(s *site, dir string) error {
			return errors.Join(gone(s, dir), os.WriteFile(filepath.Join(dir, "pending-0"), []byte("x"), 0o600))
		}, 31 * day, true},
		"pruning_was_interrupted": {func(s *site, dir string) error {
			return errors.Join(gone(s, dir), os.RemoveAll(filepath.Join(dir, journal.RunsDir)))
		}, 31 * day, true},
		"only_empty_directories_are_left": {func(_ *site, dir string) error {
			return errors.Join(os.RemoveAll(dir), os.MkdirAll(filepath.Join(dir, journal.RunsDir), 0o700))
		}, 31 * day, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{}, "a")
			s.run(t, "r1", "write a")
			dir := stateOf(t, s)
			mustDo(t, tt.prepare(s, dir))
			age(t, dir, tt.ago)
			p, err := Prune(t.Context(), Options{State: s.o.State, HistoryDays: 30, StateSize: 1 << 30})
			if err != nil || exists(dir) == tt.removed || len(p.Removed) == 1 != tt.removed || p.Kept == 1 == tt.removed {
				t.Errorf("state is there: %v, %+v, %v", exists(dir), p, err)
			}
			if tt.removed && !strings.HasPrefix(name, "only_empty") && (p.Bytes == 0 || !p.Removed[0].Gone) {
				t.Errorf("freed %d bytes, %+v", p.Bytes, p.Removed)
			}
		})
	}
}

// TestPruneHoldsTheSizeOfAllState: what is over goes, the oldest first, and first of
// all what belongs to roots that are gone.
func TestPruneHoldsTheSizeOfAllState(t *testing.T) {
	t.Parallel()
	const each = 1 << 20
	for name, tt := range map[string]struct {
		gone   string // the roots that are gone
		locked string
		limit  int64
		want   string // what is left
	}{
		"all_fit":                 {"", "", 5 * each, "abcd"},
		"the_oldest_goes":         {"", "", 7 * each / 2, "bcd"},
		"two_go":                  {"", "", 5 * each / 2, "cd"},
		"gone_ones_first":         {"c", "", 7 * each / 2, "abd"},
		"gone_ones_by_age":        {"db", "", 7 * each / 2, "acd"},
		"gone_ones_then_the_rest": {"d", "", 5 * each / 2, "bc"},
		"a_locked_one_stays":      {"", "a", 7 * each / 2, "acd"},
		"all_go":                  {"", "", 1, ""},
		"no_limit":                {"", "", 0, "abcd"},
		"a_locked_gone_one_stays": {"a", "a", 7 * each / 2, "acd"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			base := filepath.Join(fastDir(t), "state")
			dirs := map[string]string{}
			for i, root := range []string{"a", "b", "c", "d"} {
				s := newSite(t, Options{State: base}, "f")
				s.run(t, "r1", "write f")
				dir := stateOf(t, s)
				dirs[root] = dir
				mustDo(t, os.WriteFile(filepath.Join(dir, journal.RunsDir, "00000002-big"), make([]byte, each), 0o600))
				if strings.Contains(tt.gone, root) {
					mustDo(t, os.RemoveAll(s.root))
				}
				age(t, dir, time.Duration(10-i)*day)
				if strings.Contains(tt.locked, root) {
					lock := flock.New(filepath.Join(dir, lockFile))
					if got, err := lock.TryLock(); !got {
						t.Fatal(err)
					}
					defer lock.Close() //nolint:errcheck // a test
				}
			}
			p, err := Prune(t.Context(), Options{State: base, HistoryDays: 30, StateSize: tt.limit})
			mustDo(t, err)
			left := ""
			for _, root := range []string{"a", "b", "c", "d"} {
				if exists(dirs[root]) {
					left += root
				}
			}
			if left != tt.want || p.Kept != len(tt.want) || p.Busy != len(tt.locked) {
				t.Errorf("left %q, want %q; %+v", left, tt.want, p)
			}
		})
	}
}

// TestPruneKeepsAnInterruptedCommit: the size limit takes no journal that the next
// command on a root needs.
func TestPruneKeepsAnInterruptedCommit(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"pending-0", committedFile, draftFile} {
		s := newSite(t, Options{}, "a")
		s.run(t, "r1", "write a")
		dir := stateOf(t, s)
		mustDo(t, os.WriteFile(filepath.Join(dir, name), make([]byte, 4096), 0o600))
		age(t, dir, 400*day)
		p, err := Prune(t.Context(), Options{State: s.o.State, HistoryDays: 30, StateSize: 1})
		if err != nil || !exists(dir) {
			t.Errorf("%s: state is there: %v, %+v, %v", name, exists(dir), p, err)
		}
	}
}

// TestARunPrunesAfterItsCommit: other roots, not its own; once in a while.
func TestARunPrunesAfterItsCommit(t *testing.T) {
	t.Parallel()
	base := filepath.Join(fastDir(t), "state")
	own := newSite(t, Options{State: base, HistoryDays: 30, StateSize: 1}, "a")
	abandon := func() string {
		other := newSite(t, Options{State: base}, "a")
		other.run(t, "r1", "write a")
		dir := stateOf(t, other)
		mustDo(t, os.RemoveAll(other.root))
		age(t, dir, 31*day)
		return dir
	}
	due := func() {
		then := time.Now().Add(-2 * pruneInterval)
		mustDo(t, os.Chtimes(filepath.Join(base, pruneFile), then, then))
	}
	abandon() // its commit prunes, too
	due()
	dir := abandon()
	due()
	if own.history(t); !exists(dir) {
		t.Error("a command that commits nothing has pruned")
	}
	own.run(t, "r1", "write a")
	if exists(dir) {
		t.Error("the state of a root that is gone is left by a run that committed")
	}
	own.wantPast(t, "r1")
	dir = abandon()
	own.run(t, "r2", "write b")
	if !exists(dir) {
		t.Error("two runs in a row have pruned")
	}
	due()
	own.run(t, "r3", "write c")
	if exists(dir) {
		t.Error("the state is left by a run that came later")
	}
	own.wantPast(t, "r3", "r2", "r1")
	dir = abandon()
	stamp := filepath.Join(base, pruneFile)
	mustDo(t, os.Remove(stamp), os.Mkdir(stamp, 0o700))
	due()
	own.run(t, "r4", "write d")
	if !exists(dir) {
		t.Error("a run has pruned that cannot note when: every later one would")
	}
}

// TestAPartOfManyStatesIsPruned: over pruneBound, a run looks at a part, and its size
// limit takes only what belongs to roots that are gone.
func TestAPartOfManyStatesIsPruned(t *testing.T) {
	t.Parallel()
	base := filepath.Join(fastDir(t), "state")
	s := newSite(t, Options{State: base, HistoryDays: 30, StateSize: 1}, "a")
	const all = 3 * pruneBound
	old := time.Now().Add(-31 * day)
	for i := range all {
		dir := filepath.Join(base, rootsDir, fmt.Sprintf("%08d", i))
		mustDo(t, os.MkdirAll(dir, 0o700), os.Chtimes(dir, old, old))
	}
	live := newSite(t, Options{State: base}, "a")
	live.run(t, "r1", "write a")
	dir := stateOf(t, live)
	mustDo(t, os.RemoveAll(filepath.Join(base, pruneFile)))
	s.run(t, "r1", "write a")
	names, err := stateNames(base)
	mustDo(t, err)
	if removed := all + 2 - len(names); removed < pruneBound-2 || removed > pruneBound {
		t.Errorf("%d states were removed, want about %d", removed, pruneBound)
	}
	if !exists(dir) {
		t.Error("the state of a root that is there was removed without a look at all others")
	}
}

// TestWhoWaitsForAPrunedStateMakesItAgain: a lock on a file that has lost its name keeps
// nobody out.
func TestWhoWaitsForAPrunedStateMakesItAgain(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{LockTimeout: time.Minute}, "a")
	s.run(t, "r1", "write a")
	dir := stateOf(t, s)
	lock := flock.New(filepath.Join(dir, lockFile))
	if got, err := lock.TryLock(); !got {
		t.Fatal(err)
	}
	opened := make(chan *Workspace)
	go func() {
		w, err := Open(t.Context(), s.root, s.o)
		if err != nil {
			t.Error(err)
		}
		opened <- w
	}()
	time.Sleep(50 * time.Millisecond) // it waits for the lock
	mustDo(t, removeState(dir), lock.Close())
	w := <-opened
	defer w.Close() //nolint:errcheck // a test
	if err := s.try(t.Context(), atOnce); !errors.As(err, new(*Error)) {
		t.Errorf("a second one got in: %v", err)
	}
	tx := w.Begin()
	do(t, tx, "write b")
	mustDo(t, tx.Commit(t.Context(), "r2", time.Now()))
	runs, err := w.History()
	if err != nil || len(runs) != 1 || runs[0].ID != "r2" {
		t.Errorf("history %v, %v", runs, err)
	}
}
