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

// lockPoll is how often a lock that somebody else holds is tried, and lockPatience
// how long it is waited for without a word.
const (
	lockPoll     = 5 * time.Millisecond
	lockPatience = time.Second
)

// lock lets runs on one root take turns, across processes. The system releases it
// when the process ends, however it ends. Whoever only reads shares it with others
// that do.
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

// holdsLock reports whether the file that is locked still has its name.
func (w *Workspace) holdsLock() bool {
	held, err := w.flock.Stat()
	if err != nil {
		return false
	}
	there, err := os.Lstat(w.state.path(lockFile))
	return err == nil && os.SameFile(held, there)
}

// lockFile locks the file that has the name of the lock now.
func (w *Workspace) lockFile(ctx context.Context, shared bool) error {
	w.flock = flock.New(w.state.path(lockFile), flock.SetPermissions(0o600))
	try, wait := w.flock.TryLock, w.flock.TryLockContext
	if shared {
		try, wait = w.flock.TryRLock, w.flock.TryRLockContext
	}
	got, err := try()
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

// waitFor waits until the lock is free, as long as the options allow.
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
			Hint: fmt.Sprintf("it was waited for %v; try again when that run has ended, or wait longer with --lock-timeout", w.opt.LockTimeout),
		}
	}
	return err
}

// held says who has the lock.
func (w *Workspace) held() string {
	text, _ := os.ReadFile(w.state.path(holderFile)) // none, or none to be read: then nobody is named
	pid, err := strconv.Atoi(strings.TrimSpace(string(text)))
	if err != nil || !running(pid) { // whoever shares the lock does not say so, and whoever was killed did not take it back
		return "another run holds this root: " + w.given
	}
	return fmt.Sprintf("another run (pid %d) holds this root: %s", pid, w.given)
}

// unlock lets the next one in.
func (w *Workspace) unlock() error {
	if w.flock == nil {
		return nil
	}
	if w.flock.Locked() {
		_ = os.Truncate(w.state.path(holderFile), 0) // who held it is no answer to who holds it
	}
	return w.flock.Close()
}

func (w *Workspace) notify(msg string) {
	if w.opt.Notify != nil {
		w.opt.Notify(msg)
	}
}
