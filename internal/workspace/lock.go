package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"github.com/gofrs/flock"
)

const (
	lockPoll     = 5 * time.Millisecond // between two attempts to take a lock that another process holds
	lockPatience = time.Second          // after which the user is told that the program waits
)

// lock takes the lock of the root, so that runs take turns, across processes. The system
// releases it when the process ends, however it ends. Runs that only read share it.
func (w *Workspace) lock(ctx context.Context, shared bool) error {
	if w.state.dir == "" {
		return nil
	}
	for {
		err := w.lockFile(ctx, shared)
		if err == nil && w.holdsLock() {
			return nil
		}
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		// Another process has just pruned the state of this root: make it again.
		if err := errors.Join(w.flock.Close(), w.state.make(w.real, shared)); err != nil {
			return stateError(w.state.dir, err)
		}
	}
}

// holdsLock reports whether the locked file still has the name of the lock.
func (w *Workspace) holdsLock() bool {
	held, err := w.flock.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(w.state.path(lockFile))
	return err == nil && os.SameFile(held, there)
}

// lockFile locks the file that has the name of the lock.
func (w *Workspace) lockFile(ctx context.Context, shared bool) error {
	w.flock = flock.New(w.state.path(lockFile), flock.SetPermissions(0o600))
	try, wait := w.flock.TryLock, w.flock.TryLockContext
	if shared {
		try, wait = w.flock.TryRLock, w.flock.TryRLockContext
	}
	got, err := try() // before any waiting, so that no limit is too short to take a free lock
	if !got && err == nil {
		err = w.waitFor(ctx, wait)
	}
	if err != nil {
		return stateError(w.state.path(lockFile), err)
	}
	if shared {
		return nil
	}
	holder := []byte(strconv.Itoa(os.Getpid()) + "\n")
	return stateError(w.state.path(holderFile), os.WriteFile(w.state.path(holderFile), holder, 0o600))
}

// waitFor waits for the lock, at most for Options.LockTimeout.
func (w *Workspace) waitFor(ctx context.Context, wait func(context.Context, time.Duration) (bool, error)) error {
	limit, cancel := context.WithTimeout(ctx, w.opt.LockTimeout)
	defer cancel()
	told := time.AfterFunc(lockPatience, func() { w.notify("waiting: " + w.held()) })
	defer told.Stop()
	_, err := wait(limit, lockPoll)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &Error{
			Reason: Locked, Path: w.given, Msg: w.held(), Err: err,
			Hint: fmt.Sprintf("It was waited for %v. Try again when that run has ended, or wait longer with --lock-timeout.", w.opt.LockTimeout),
		}
	}
	return err
}

// held says which process has the lock.
func (w *Workspace) held() string {
	text, _ := os.ReadFile(w.state.path(holderFile)) // if it cannot be read, no process is named
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || !running(pid) { // runs that share the lock do not write it, and a killed one does not clear it
		return "another run holds this root: " + w.given
	}
	return fmt.Sprintf("another run (pid %d) holds this root: %s", pid, w.given)
}

func (w *Workspace) unlock() error {
	if w.flock == nil {
		return nil
	}
	if w.flock.Locked() {
		_ = os.Truncate(w.state.path(holderFile), 0) // the next holder may be a reader, which does not write it
	}
	return w.flock.Close()
}

func (w *Workspace) notify(msg string) {
	if w.opt.Notify != nil {
		w.opt.Notify(msg)
	}
}
