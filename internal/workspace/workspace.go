// Package workspace is a directory tree that no path can leave, and changes that land in it
// together. A Tx stages them over the tree as it is on disk. Its reads show the tree as it
// will be, and nothing is written before Commit. Paths are resolved, links included, before
// the rules (contained, denied, protected) are checked.
//
// A commit is all or nothing, even if the program is killed. The next Open rolls it back or
// finishes it, by a journal in the state directory of the root. Runs on one root take turns.
// The journals of finished runs are the history, from which Undo stages the tree as it was.
//
// To the package a file is bytes, except for the files of git.
package workspace

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"fileops/internal/realpath"

	"github.com/gofrs/flock"
)

// Options are the rules of a workspace. The zero value protects only what is
// always denied, and makes neither backups nor parent directories.
type Options struct {
	// ProtectedFiles are names that may be read, edited and overwritten, but neither
	// deleted nor moved.
	ProtectedFiles []string
	// ProtectedPatterns are doublestar patterns for the same. A pattern without
	// a slash matches names at any depth, others match from the root on.
	ProtectedPatterns []string
	// ProtectedDirectories may not be removed or moved.
	ProtectedDirectories []string
	// Origins say where the settings protected_files, protected_patterns and
	// protected_directories come from, by their names, for hints; "default" if not given.
	Origins map[string]string
	// DeniedPatterns are doublestar patterns for names that no operation may change,
	// with all that is below them.
	DeniedPatterns []string
	// DeniedFiles are names that no operation may change: the program's own.
	DeniedFiles []string
	// DeniedNames are names that no operation may change in any directory. They may have
	// slashes.
	DeniedNames []string
	// CreateParents makes the missing directories of a new file.
	CreateParents bool
	// Backups keeps the content before a run beside the files that the run changed or deleted.
	Backups bool

	// State is the directory for locks, journals and history; "" for the user's own
	// (XDG_STATE_HOME).
	State string
	// ReadOnly promises that nothing will be committed. Several runs that only read can
	// have the root open at the same time.
	ReadOnly bool
	// Untraced, together with ReadOnly, makes no state directory for a root that has
	// none.
	Untraced bool
	// Fast leaves out the syncs. A kill still does no harm, a power failure may.
	Fast bool
	// LockTimeout is how long to wait for another run on this root.
	LockTimeout time.Duration
	// HistoryRuns and HistorySize, in bytes, limit the history; 0 is no limit.
	HistoryRuns int
	HistorySize int64
	// HistoryDays is how long the state of a root that is gone is kept. StateSize, in bytes,
	// limits the state of all roots. 0 is no limit.
	HistoryDays int
	StateSize   int64
	// MaxStaged is how many bytes the new files of a transaction may have together, those
	// that were copied included; 0 is no limit.
	MaxStaged int64
	// ReadBeforeWrite refuses to change a file whose present content was not read.
	ReadBeforeWrite bool
	// Uninterrupted, if set, calls write and returns its error. It may delay the end of the
	// program meanwhile: write commits a transaction, or recovers an interrupted run, and
	// reports whether it committed one.
	Uninterrupted func(write func() (committed bool, err error)) error
	// Progress counts the files and directories that a commit writes and removes.
	Progress *Progress
	// Notify gets messages for the user: that the program waits for another run, what it
	// recovered.
	Notify func(msg string)
}

// Workspace is an open root.
type Workspace struct {
	root  *tree
	given string // the root as it was given, absolute
	real  string // the same with links resolved
	rules rules
	opt   Options
	state *state
	flock *flock.Flock
	reads *ledger  // once it was read
	own   *ownList // once it was read: which backups the program wrote
}

// Open opens the directory dir as a root. It waits until no other run has it open, and
// recovers an interrupted one. Its *Error has the reason NotFound, NotDirectory, Permission,
// BadPattern, Locked, Damaged, OtherVersion or one of the system. If ctx is done, it returns
// the error of ctx.
func Open(ctx context.Context, dir string, o Options) (*Workspace, error) {
	w, err := openRoot(dir, o)
	if err != nil {
		return nil, err
	}
	if err := w.enter(ctx); err != nil {
		return nil, errors.Join(err, w.Close())
	}
	w.denyResolved()
	return w, nil
}

// enter takes the lock and recovers an interrupted run.
func (w *Workspace) enter(ctx context.Context) (err error) {
	if w.state, err = w.openState(); err != nil {
		return err
	}
	if err := w.lock(ctx, w.opt.ReadOnly); err != nil {
		return err
	}
	if w.opt.ReadOnly {
		if !w.state.journals().HasUnfinished() {
			return nil
		}
		if err := w.unlock(); err != nil {
			return stateError(w.state.path(lockFile), err)
		}
		if err := w.lock(ctx, false); err != nil {
			return err
		}
	}
	return w.uninterrupted(func() (bool, error) { return false, w.recover() })
}

// uninterrupted calls write through Options.Uninterrupted.
func (w *Workspace) uninterrupted(write func() (committed bool, err error)) error {
	if w.opt.Uninterrupted == nil {
		_, err := write()
		return err
	}
	return w.opt.Uninterrupted(write)
}

func openRoot(dir string, o Options) (*Workspace, error) {
	given, err := filepath.Abs(dir)
	if err != nil {
		return nil, fmt.Errorf("root %s: %w", dir, err)
	}
	info, err := os.Stat(given)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, &Error{Reason: NotFound, Path: dir, Msg: "root does not exist: " + dir, Err: err}
	}
	if err != nil {
		return nil, classify("root "+dir, err)
	}
	if !info.IsDir() {
		return nil, &Error{Reason: NotDirectory, Path: dir, Msg: "root is not a directory: " + dir}
	}
	real, err := realpath.Resolve(given)
	if err != nil {
		return nil, classify("root "+dir, err)
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, classify("root "+dir, err)
	}
	r, err := newRules(o, foldsCase(root))
	if err != nil {
		return nil, errors.Join(err, root.Close())
	}
	return &Workspace{root: newTree(root), given: given, real: real, rules: r, opt: o}, nil
}

// denyResolved also denies the names that denied files have once links are resolved, whether
// the files exist or not.
func (w *Workspace) denyResolved() {
	tx := w.Begin()
	for _, file := range w.rules.deniedFiles {
		if name, _, err := tx.resolve(file, file, true); err == nil {
			w.rules.deniedFiles = append(w.rules.deniedFiles, w.rules.key(name))
		}
	}
}

// Close releases the root and lets the next run in.
func (w *Workspace) Close() error { return errors.Join(w.root.Close(), w.unlock()) }

// Dir is the root, absolute, with links resolved.
func (w *Workspace) Dir() string { return w.real }

// Begin starts a transaction on the tree as it is now.
func (w *Workspace) Begin() *Tx {
	w.root.forget() // a directory may have been moved meanwhile
	walk := gitWalk{queue: []string{w.real}, seen: map[string]bool{w.real: true}}
	return &Tx{w: w, top: &node{kind: Directory, diskPath: ".", mode: 0o755}, git: gitGuard{names: map[string]string{}, walk: walk}}
}

// inside turns an absolute path below the root into a name relative to it.
func (w *Workspace) inside(abs string) (string, bool) {
	for _, top := range []string{w.real, w.given} {
		// Without filepath.Rel if possible: it would resolve a "..", which may come after
		// a link.
		if rest, ok := strings.CutPrefix(abs, top+string(filepath.Separator)); ok {
			return strings.TrimLeft(filepath.ToSlash(rest), "/"), true // root//f is f
		}
		rel, err := filepath.Rel(top, abs)
		if err == nil && filepath.IsLocal(rel) {
			return filepath.ToSlash(rel), true
		}
	}
	return "", false
}

// foldsCase reports whether the file system under root takes A and a for one name. It
// tries the root's own entries; for an empty root it returns the default of the system.
func foldsCase(root *os.Root) bool {
	dir, err := root.OpenFile(".", os.O_RDONLY|nonblock, 0)
	if err != nil {
		return foldsByDefault
	}
	defer dir.Close() //nolint:errcheck // read only
	names, err := dir.Readdirnames(64)
	if err != nil {
		return foldsByDefault
	}
	for _, name := range names {
		swapped := swapCase(name)
		if swapped == name {
			continue
		}
		a, err := root.Lstat(name)
		if err != nil {
			continue
		}
		b, err := root.Lstat(swapped)
		if err != nil || !os.SameFile(a, b) {
			return false
		}
		rest, _ := dir.Readdirnames(-1)
		return !slices.Contains(append(names, rest...), swapped) // else they are hard links
	}
	return foldsByDefault
}

func swapCase(s string) string {
	if upper := strings.ToUpper(s); upper != s {
		return upper
	}
	return strings.ToLower(s)
}
