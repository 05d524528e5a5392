//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
)

// processes runs the program as processes of their own.
type processes struct {
	program string
	env     []string
	state   string // the state directory of all of them
}

func newProcesses(t *testing.T) processes {
	t.Helper()
	self, err := os.Executable()
	must(t, err)
	dir := t.TempDir()
	p := processes{program: filepath.Join(dir, "fileops"), state: filepath.Join(dir, "state")}
	must(t, os.Symlink(self, p.program)) // the test binary is the program under that name
	p.env = append(os.Environ(), "HOME="+dir, "XDG_CONFIG_HOME="+filepath.Join(dir, "config"),
		"FILEOPS_STATE_DIR="+p.state, "FILEOPS_HISTORY_RUNS=10000", "GORACE=atexit_sleep_ms=0")
	return p
}

// run runs the program with an input and returns its status and what it printed.
func (p processes) run(t *testing.T, input string, args ...string) (status int, out, said string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), p.program, args...)
	var stdout, stderr bytes.Buffer
	cmd.Env, cmd.Stdin, cmd.Stdout, cmd.Stderr = p.env, strings.NewReader(input), &stdout, &stderr
	err := cmd.Run()
	if e := (*exec.ExitError)(nil); err != nil && !errors.As(err, &e) {
		t.Error(err)
	}
	return cmd.ProcessState.ExitCode(), stdout.String(), stderr.String()
}

// side is a root with a file.
func side(t *testing.T) string {
	t.Helper()
	root, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	must(t, os.WriteFile(filepath.Join(root, "log"), []byte("first\n"), 0o644))
	return root
}

const atATime = 16

// TestNoAppendIsLost: many processes that change one file at the same time take turns.
func TestNoAppendIsLost(t *testing.T) {
	t.Parallel()
	appends := 32
	if os.Getenv("TEST_ALL") != "" {
		appends = 200
	}
	p, root := newProcesses(t), side(t)
	numbers := make(chan int)
	var wg sync.WaitGroup
	for range atATime {
		wg.Go(func() {
			for n := range numbers {
				response := fmt.Sprintf("<append><file>log</file><content>\nline %d\n</content></append>", n)
				if status, out, said := p.run(t, response, "apply", "--root", root, "--no-backup", "--lock-timeout", "10m"); status != exitOK {
					t.Errorf("append %d: status %d\n%s%s", n, status, out, said)
				}
			}
		})
	}
	for n := range appends {
		numbers <- n
	}
	close(numbers)
	wg.Wait()

	want := []string{"first"}
	for n := range appends {
		want = append(want, fmt.Sprint("line ", n))
	}
	got := logLines(t, root)
	last := got[len(got)-1]
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("%d lines: %q", len(got), got)
	}
	if left, _ := filepath.Glob(filepath.Join(root, "*")); len(left) != 1 {
		t.Errorf("in the root: %q", left)
	}

	// The history has a run for each, and the newest one is that of the last line.
	var history struct {
		Runs []struct {
			Status string
			Files  []struct{ Path, Kind string }
		}
	}
	_, out, _ := p.run(t, "", "history", "--root", root, "--format", "json")
	must(t, json.Unmarshal([]byte(out), &history))
	if len(history.Runs) != appends {
		t.Errorf("%d runs in the history", len(history.Runs))
	}
	for _, r := range history.Runs {
		if r.Status != "committed" || len(r.Files) != 1 || r.Files[0].Path != "log" || r.Files[0].Kind != "modified" {
			t.Errorf("in the history: %+v", r)
		}
	}
	if status, out, said := p.run(t, "", "undo", "--root", root); status != exitOK {
		t.Errorf("undo: status %d\n%s%s", status, out, said)
	}
	if got := logLines(t, root); len(got) != appends || slices.Contains(got, last) {
		t.Errorf("after the undo there are %d lines, %q among them: %t", len(got), last, slices.Contains(got, last))
	}
}

func logLines(t *testing.T, root string) []string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, "log"))
	must(t, err)
	return strings.Split(strings.TrimSuffix(string(data), "\n"), "\n")
}

// lockOf opens the lock of a root, which must have a state.
func (p processes) lockOf(t *testing.T, root string) *os.File {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(p.state, "roots", "*", "root"))
	must(t, err)
	for _, name := range names {
		if path, err := os.ReadFile(name); err == nil && strings.Contains(string(path), strconv.Quote(root)) {
			f, err := os.OpenFile(filepath.Join(filepath.Dir(name), "lock"), os.O_RDWR, 0)
			must(t, err)
			t.Cleanup(func() { _ = f.Close() })
			return f
		}
	}
	t.Fatalf("%s has no state among %q", root, names)
	return nil
}

// TestRootsDoNotWaitForEachOther: of many roots, all but one are held; the run on that
// one does not wait, and those on the others do.
func TestRootsDoNotWaitForEachOther(t *testing.T) {
	t.Parallel()
	p := newProcesses(t)
	const response = "<append><file>log</file><content>more</content></append>"
	atOnce := func(root string, flags ...string) int {
		status, _, _ := p.run(t, response, append([]string{"apply", "--root", root, "--lock-timeout", "0s"}, flags...)...)
		return status
	}
	var roots []string
	var locks []*os.File
	for range atATime {
		root := side(t)
		if status := atOnce(root, "--dry-run"); status != exitOK {
			t.Fatalf("a dry run: status %d", status)
		}
		lock := p.lockOf(t, root)
		must(t, syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB))
		roots, locks = append(roots, root), append(locks, lock)
	}
	if status := atOnce(roots[0]); status != exitUsage {
		t.Errorf("on a root that is held: status %d", status)
	}
	for i := range 3 {
		must(t, syscall.Flock(int(locks[i].Fd()), syscall.LOCK_UN))
		if status := atOnce(roots[i]); status != exitOK {
			t.Errorf("on the root that is free: status %d", status)
		}
		if status := atOnce(roots[i+1]); status != exitUsage {
			t.Errorf("on one that is held: status %d", status)
		}
		must(t, syscall.Flock(int(locks[i].Fd()), syscall.LOCK_EX|syscall.LOCK_NB))
	}

	// All at once, none of which may wait.
	for _, lock := range locks {
		must(t, syscall.Flock(int(lock.Fd()), syscall.LOCK_UN))
	}
	var wg sync.WaitGroup
	for _, root := range roots {
		wg.Go(func() {
			if status := atOnce(root); status != exitOK {
				t.Errorf("at once: status %d", status)
			}
		})
	}
	wg.Wait()
}

// TestRunsThatOnlyReadShareARoot: a dry run and the history go beside each other, but
// not beside a run that writes.
func TestRunsThatOnlyReadShareARoot(t *testing.T) {
	t.Parallel()
	p, root := newProcesses(t), side(t)
	const response = "<append><file>log</file><content>more</content></append>"
	commands := map[string][]string{
		"dry run": {"apply", "--dry-run", "--lock-timeout", "0s"}, "dry undo": {"undo", "--dry-run", "--lock-timeout", "0s"}, "history": {"history"},
		"run": {"apply", "--lock-timeout", "0s"}, "undo": {"undo", "--lock-timeout", "0s"},
	}
	status := func(name string) int {
		status, _, _ := p.run(t, response, append(commands[name], "--root", root)...)
		return status
	}
	if got := status("run"); got != exitOK {
		t.Fatalf("a run: status %d", got)
	}
	lock := p.lockOf(t, root)
	must(t, syscall.Flock(int(lock.Fd()), syscall.LOCK_SH|syscall.LOCK_NB))
	for name, want := range map[string]int{"dry run": exitOK, "dry undo": exitOK, "history": exitOK, "run": exitUsage, "undo": exitUsage} {
		if got := status(name); got != want {
			t.Errorf("%s beside one that reads: status %d, want %d", name, got, want)
		}
	}
	must(t, syscall.Flock(int(lock.Fd()), syscall.LOCK_EX|syscall.LOCK_NB))
	for _, name := range []string{"dry run", "dry undo", "run", "undo"} {
		if got := status(name); got != exitUsage {
			t.Errorf("%s beside one that writes: status %d, want %d", name, got, exitUsage)
		}
	}
}
