//go:build unix

package workspace

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/gofrs/flock"
)

// try opens a root and closes it again.
func (s *site) try(ctx context.Context, change func(*Options)) error {
	o := s.o
	change(&o)
	w, err := Open(ctx, s.root, o)
	if err == nil {
		err = w.Close()
	}
	return err
}

func atOnce(o *Options)   { o.LockTimeout = 0 }
func readOnly(o *Options) { o.LockTimeout, o.ReadOnly = 0, true }
func patient(o *Options)  { o.LockTimeout = time.Hour }

func TestRunsOnARootTakeTurns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name          string
		first, second func(*Options)
		want          Reason
	}{
		{"two-that-write", atOnce, atOnce, Locked},
		{"one-that-reads-while-one-writes", atOnce, readOnly, Locked},
		{"one-that-writes-while-one-reads", readOnly, atOnce, Locked},
		{"two-that-read", readOnly, readOnly, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, Options{}, "a")
			o := s.o
			tt.first(&o)
			first, err := Open(t.Context(), s.root, o)
			mustDo(t, err)
			defer first.Close() //nolint:errcheck // a test
			begun := time.Now()
			err = s.try(t.Context(), tt.second)
			wantReason(t, "the second", err, tt.want)
			if waited := time.Since(begun); waited > 10*time.Second {
				t.Errorf("it waited %v", waited)
			}
			if err != nil && (!strings.Contains(problem(err).Hint, "--lock-timeout") || problem(err).Path != s.root) {
				t.Errorf("hint %q, path %q", problem(err).Hint, problem(err).Path)
			}
			mustDo(t, first.Close(), s.try(t.Context(), tt.second))
		})
	}
}

// TestARecoveryHasTheRootForItself: be it that of a run that only reads.
func TestARecoveryHasTheRootForItself(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a")
	s.kill(t, all, "write a new")
	other := flock.New(s.state(t, lockFile))
	if ok, err := other.TryRLock(); !ok || err != nil {
		t.Fatal(ok, err)
	}
	wantReason(t, "while another one reads", s.try(t.Context(), readOnly), Locked)
	s.wantFile(t, "a", "new")
	mustDo(t, other.Close(), s.try(t.Context(), readOnly))
	s.wantFile(t, "a", "a")
}

func TestWhoHoldsTheLockIsNamed(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a")
	s.open(t)
	err := s.try(t.Context(), atOnce)
	if want := fmt.Sprintf("another run (pid %d) holds this root: %s", os.Getpid(), s.root); message(err) != want {
		t.Errorf("got %q, want %q", message(err), want)
	}
	mustDo(t, os.Remove(s.state(t, holderFile))) // between the lock and this file
	err = s.try(t.Context(), atOnce)
	if want := "another run holds this root: " + s.root; message(err) != want {
		t.Errorf("got %q, want %q", message(err), want)
	}
}

// TestWhoOnlyReadsIsNotTakenForTheLastOneThatWrote: that process may have ended long
// ago, and its number may be somebody else's.
func TestWhoOnlyReadsIsNotTakenForTheLastOneThatWrote(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a")
	mustDo(t, s.open(t).Close())
	const dead = "4194999"
	mustDo(t, os.WriteFile(s.state(t, holderFile), []byte(dead+"\n"), 0o600)) // as if that had been another process
	s.o.ReadOnly = true
	s.open(t)
	s.o.ReadOnly = false
	err := s.try(t.Context(), atOnce)
	wantReason(t, "the second", err, Locked)
	if strings.Contains(message(err), dead) {
		t.Errorf("%q, but that run has ended", message(err))
	}
}

// TestAReaderThatRecoversHoldsTheRootAlone: a recovery changes the tree.
func TestAReaderThatRecoversHoldsTheRootAlone(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a")
	s.kill(t, 1, "write a new")
	s.o.ReadOnly = true
	s.open(t)
	wantReason(t, "the second", s.try(t.Context(), readOnly), Locked)
}

func TestAnotherRunIsWaitedFor(t *testing.T) {
	t.Parallel()
	for _, change := range []func(*Options){patient, func(o *Options) { patient(o); o.ReadOnly = true }} {
		s := newSite(t, Options{}, "a")
		w := s.open(t)
		done := make(chan error, 1)
		go func() { done <- s.try(context.Background(), change) }()
		select {
		case err := <-done:
			t.Fatal("it did not wait:", err)
		case <-time.After(50 * time.Millisecond):
		}
		mustDo(t, w.Close(), <-done)
		if said := s.said.all(); len(said) > 0 {
			t.Errorf("said after a short time: %q", said)
		}
	}
}

func TestAWaitHasAnEnd(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a")
	s.open(t)
	begun := time.Now()
	err := s.try(t.Context(), func(o *Options) { o.LockTimeout = 60 * time.Millisecond })
	wantReason(t, "the second", err, Locked)
	if waited := time.Since(begun); waited < 60*time.Millisecond {
		t.Errorf("it gave up after %v", waited)
	}
	if !strings.Contains(problem(err).Hint, "waited for 60ms") {
		t.Errorf("hint %q", problem(err).Hint)
	}
}

func TestALongWaitIsTold(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a")
	s.open(t)
	err := s.try(t.Context(), func(o *Options) { o.LockTimeout = lockPatience + 200*time.Millisecond })
	wantReason(t, "the second", err, Locked)
	want := []string{fmt.Sprintf("waiting: another run (pid %d) holds this root: %s", os.Getpid(), s.root)}
	if said := s.said.all(); !slices.Equal(said, want) {
		t.Errorf("said %q, want %q", said, want)
	}
}

func TestAWaitCanBeCancelled(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a")
	s.open(t)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	if err := s.try(ctx, patient); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if err := s.try(ctx, patient); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled before: %v", err)
	}
}

func TestDifferentRootsDoNotWait(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a", "d/")
	s.open(t)
	for _, root := range []string{filepath.Join(s.root, "d"), t.TempDir()} {
		other := &site{root: root, o: s.o}
		if err := other.try(t.Context(), atOnce); err != nil {
			t.Errorf("%s: %v", root, err)
		}
	}
}

// holdEnv makes the test binary a process that holds the lock of a root.
const holdEnv = "TEST_HOLD"

// TestHolder is that process: no test.
func TestHolder(t *testing.T) {
	root, state, ok := strings.Cut(os.Getenv(holdEnv), "\n")
	if !ok {
		t.Skip("only with " + holdEnv)
	}
	mustDo(t, os.RemoveAll(os.Getenv("XDG_STATE_HOME"))) // nobody else will: this process is killed
	_, err := Open(t.Context(), root, Options{State: state, LockTimeout: time.Minute})
	fmt.Println("held", err)
	_, _ = os.Stdin.Read(make([]byte, 1)) // until it is killed
}

func TestAKilledProcessReleasesTheLock(t *testing.T) {
	t.Parallel()
	s := newSite(t, Options{}, "a")
	self, err := os.Executable()
	mustDo(t, err)
	holder := exec.CommandContext(t.Context(), self, "-test.run=^TestHolder$")
	holder.Env = append(os.Environ(), holdEnv+"="+s.root+"\n"+s.o.State)
	in, err := holder.StdinPipe()
	mustDo(t, err)
	defer in.Close() //nolint:errcheck // a test
	out, err := holder.StdoutPipe()
	mustDo(t, err, holder.Start())
	line, err := bufio.NewReader(out).ReadString('\n')
	if line != "held <nil>\n" {
		t.Fatalf("the holder says %q, %v", line, err)
	}
	err = s.try(t.Context(), atOnce)
	if want := fmt.Sprintf("another run (pid %d) holds this root: %s", holder.Process.Pid, s.root); message(err) != want {
		t.Errorf("got %q, want %q", message(err), want)
	}
	mustDo(t, holder.Process.Kill())
	_ = holder.Wait()
	if err := s.try(t.Context(), atOnce); err != nil {
		t.Errorf("after the holder was killed: %v", err)
	}
}
