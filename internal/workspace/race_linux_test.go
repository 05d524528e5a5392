package workspace

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/sys/unix"
)

// swap is one exchange of two names below the parent of the root.
type swap struct{ name, a, b string }

// swaps put something else in the place of a directory that runs write to: links to git's
// own directory, out of the root and to another directory, another directory, a file, a
// FIFO; of the directory itself, and of the one above it.
var swaps = []swap{
	{"link_to_git", "root/d", "git"},
	{"link_to_git_hooks", "root/d", "hooks"},
	{"link_out", "root/d", "out"},
	{"absolute_link_out", "root/d", "absolute"},
	{"link_to_another_directory", "root/d", "other"},
	{"another_directory", "root/d", "root/e"},
	{"directory_from_outside", "root/d", "twin"},
	{"file", "root/d", "file"},
	{"fifo", "root/d", "fifo"},
	{"link_above", "root/p", "git"},
	{"link_out_above", "root/p", "out"},
	{"directory_above_from_outside", "root/p", "twin"},
	{"link_for_a_new_directory", "root/p/new", "git"},
}

// racers is how often names are swapped, and how many runs go meanwhile.
// TEST_SWAPS and TEST_RACES set them.
func racers(tb testing.TB) (count int64, runs int) {
	tb.Helper()
	count, runs = 4000, 13*6
	for key, to := range map[string]func(n int){
		"TEST_SWAPS": func(n int) { count = int64(n) }, "TEST_RACES": func(n int) { runs = n },
	} {
		if text := os.Getenv(key); text != "" {
			n, err := strconv.Atoi(text)
			mustDo(tb, err)
			to(n)
		}
	}
	return count, runs
}

// arena is a root in dir, with what takes the place of its directories beside it.
func arena(tb testing.TB, dir string) {
	tb.Helper()
	plant(tb, dir, "outside/f", "outside/q/f", "twin/f", "twin/q/f", "file",
		"root/.git/HEAD", "root/.git/config", "root/.git/f", "root/.git/q/f", "root/.git/hooks/f", "root/.git/objects/", "root/.git/refs/",
		"root/d/f", "root/d/old", "root/d/q/f", "root/e/f", "root/e/q/f", "root/other/f", "root/p/q/f", "root/plain",
		"git -> .git", "hooks -> .git/hooks", "out -> ../outside", "absolute -> "+filepath.Join(dir, "outside"), "other -> other")
	mustDo(tb, unix.Mkfifo(filepath.Join(dir, "fifo"), 0o644))
}

// compete swaps until it is stopped and has done its share.
func compete(dir string, s swap, share int64, stop *atomic.Bool) (done int64, err error) {
	a, b := filepath.Join(dir, s.a), filepath.Join(dir, s.b)
	for !stop.Load() || done < share || done%2 == 1 {
		err := unix.Renameat2(unix.AT_FDCWD, a, unix.AT_FDCWD, b, unix.RENAME_EXCHANGE)
		switch {
		case err == nil:
			done++
		case err != unix.ENOENT: // a directory that a run makes comes and goes
			return done, err
		case stop.Load():
			return done, nil
		}
		if done%16 == 0 {
			time.Sleep(20 * time.Microsecond) // the runs have their turn
		}
	}
	return done, nil
}

// race does one run, whose operations are taken as far as they are allowed.
func race(ctx context.Context, dir string, number int) (committed bool, err error) {
	o := Options{State: filepath.Join(dir, "state"), CreateParents: true, Backups: number%2 == 0, Fast: true, LockTimeout: time.Minute}
	w, err := Open(ctx, filepath.Join(dir, "root"), o)
	if err != nil {
		return false, nil //nolint:nilerr // something swapped is in the way of recovering: the next one tries
	}
	tx := w.Begin()
	text := func(name string) {
		if t, err := tx.Find(name, ToOverwrite, Relative); err == nil && (t.Kind == Regular || t.Kind == Absent) {
			_ = tx.Write(t, fmt.Appendf(nil, "run %d", number))
		}
	}
	move := func(from, to string, act func(a, b *Target) error, intent Intent) {
		a, err := tx.Find(from, intent, Relative)
		if err != nil || a.Kind != Regular {
			return
		}
		if b, err := tx.Find(to, ToCreate, Relative); err == nil && b.Kind == Absent {
			_ = act(a, b)
		}
	}
	for _, name := range []string{"d/f", "d/new", "d/q/f", "p/q/f", "p/q/new", fmt.Sprintf("d/n%d/f", number%3), "p/new/f", "plain"} {
		text(name)
	}
	if t, err := tx.Find("d/old", ToDelete, Relative); err == nil && t.Kind == Regular {
		_ = tx.Remove(t)
	}
	move("e/f", "d/moved", tx.Move, ToMove)
	move("d/f", "e/f", tx.Copy, ToRead)
	move("d/f", "p/copy", tx.Copy, ToRead)
	_, _, err = tx.Backup()
	if err == nil {
		err = tx.Commit(ctx, fmt.Sprint("run", number), time.Now())
	}
	_ = w.Close()
	return err == nil, err
}

// temporaries are the names of temporary files below the directory of an arena.
func temporaries(tb testing.TB, dir string) (names []string) {
	tb.Helper()
	for _, below := range []string{"root", "outside", "twin"} {
		for _, line := range listing(tb, filepath.Join(dir, below)) {
			if name, _, _ := strings.Cut(line, "="); strings.Contains(name, tempPrefix) {
				names = append(names, below+name)
			}
		}
	}
	return names
}

// TestRaces runs while directories are swapped for links and other directories:
// nothing changes in git's own directory or outside, and no temporary file is left.
func TestRaces(t *testing.T) {
	t.Parallel()
	count, runs := racers(t)
	for _, s := range swaps {
		t.Run(s.name, func(t *testing.T) {
			t.Parallel()
			testRace(t, s, count/int64(len(swaps))+1, runs/len(swaps)+1)
		})
	}
}

func testRace(t *testing.T, s swap, share int64, runs int) {
	t.Helper()
	dir := fastDir(t)
	arena(t, dir)
	guarded := func() (list []string) {
		return append(listing(t, filepath.Join(dir, "root/.git")), listing(t, filepath.Join(dir, "outside"))...)
	}
	before := guarded()
	var stop atomic.Bool
	swapped, failed := make(chan int64), make(chan error, 1)
	go func() {
		n, err := compete(dir, s, share, &stop)
		failed <- err
		swapped <- n
	}()
	committed := 0
	for i := range runs {
		done, _ := race(t.Context(), dir, i)
		if done {
			committed++
		}
		if after := guarded(); !slices.Equal(after, before) {
			t.Errorf("run %d changed what it may not:\n%q\nwas\n%q", i, after, before)
			break
		}
	}
	stop.Store(true)
	mustDo(t, <-failed)
	t.Logf("%d runs, %d committed, %d swaps", runs, committed, <-swapped)
	if !reopen(t, dir) {
		t.Error("the root cannot be opened any more")
	}
	if left := temporaries(t, dir); len(left) > 0 {
		t.Errorf("left: %q", left)
	}
	if after := guarded(); !slices.Equal(after, before) {
		t.Errorf("changed:\n%q\nwas\n%q", after, before)
	}
}

// reopen recovers what the last run may have left.
func reopen(tb testing.TB, dir string) bool {
	tb.Helper()
	w, err := Open(tb.Context(), filepath.Join(dir, "root"), Options{State: filepath.Join(dir, "state"), Fast: true, LockTimeout: time.Minute})
	if err != nil {
		tb.Log(err)
		return false
	}
	mustDo(tb, w.Close())
	return true
}
