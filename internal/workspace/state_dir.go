package workspace

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/adrg/xdg"

	"fileops/internal/realpath"
	"fileops/internal/workspace/journal"
)

// What a state directory holds for a root, besides the journals of its runs.
const (
	lockFile    = "lock"    // held while a run is on the root
	holderFile  = "holder"  // the process that holds it
	rootFile    = "root"    // which root it is for: a rootRecord
	backupsFile = "backups" // which backups in the tree the program wrote
	readsFile   = "reads"   // what was read, by the hash of its content
)

// rootsDir, in the base of the state, holds the state directories of all roots.
const rootsDir = "roots"

// state is the directory for one root: its lock, the journal of a commit under way, the
// history. It lies outside the root, or where no operation can reach it.
type state struct {
	base    string // of the state of all roots
	dir     string // "" if there is none, and a run that only reads could not make it
	durable bool   // sync what is written
}

// stateBase is the directory that holds the state of all roots.
func (o Options) stateBase() (string, error) {
	base := o.State
	if base == "" {
		base = filepath.Join(xdg.StateHome, "fileops")
	}
	return filepath.Abs(base)
}

// openState finds the state directory of a root, and makes it.
func (w *Workspace) openState() (*state, error) {
	base, err := w.opt.stateBase()
	if err != nil {
		return nil, stateError(base, err)
	}
	s := &state{base: base, dir: filepath.Join(base, rootsDir, w.stateKey()), durable: !w.opt.Fast}
	_, missing := os.Lstat(s.dir)
	if missing == nil || !w.opt.ReadOnly || !w.opt.Untraced {
		if err, missing = s.make(w.real, w.opt.ReadOnly), nil; err != nil {
			_, missing = os.Lstat(s.dir)
		}
	}
	w.hide(base)
	if real, e := realpath.Resolve(base); e == nil {
		base = real
	}
	w.hide(base)
	if _, inside := below(w.real, base); inside {
		return nil, &Error{
			Reason: Denied, Path: w.real, Msg: "the root is inside the program's state directory " + base,
			Hint: "Choose another state_dir.",
		}
	}
	if missing != nil && w.opt.ReadOnly {
		return &state{base: base, durable: s.durable}, nil // no run can commit here, so there is no turn to wait for
	}
	return s, stateError(s.dir, err)
}

// stateKey is the name of the root's own directory: another one for each path.
func (w *Workspace) stateKey() string {
	path := w.real
	if foldsByDefault {
		path = strings.ToLower(path) // another spelling is the same root
	}
	sum := sha256.Sum256([]byte(path))
	return hex.EncodeToString(sum[:16])
}

// make makes the directory. Only the user can read it, since the history holds contents. The
// record of the root is written last, so if it says that all is synced, that holds. A run
// that only reads does not change a record.
func (s *state) make(root string, readOnly bool) error {
	found, err := readRootRecord(s.path(rootFile))
	if err == nil && found.Path == root && readOnly {
		return nil
	}
	info, e := os.Lstat(root)
	if err == nil && e == nil && found.Path == root && found.Inode == inode(info) && (found.Synced || !s.durable) {
		return nil
	}
	if err := os.MkdirAll(s.path(journal.RunsDir), 0o700); err != nil {
		return err
	}
	record, err := newRootRecord(root)
	if err != nil {
		return err
	}
	record.Synced = s.durable || found.Synced
	if s.durable && !found.Synced {
		// A power failure must not remove the directory of a journal that was synced.
		var errs []error
		for dir := s.dir; len(errs) < 4; dir = filepath.Dir(dir) { // roots, the base, what holds it
			errs = append(errs, syncDirectory(dir))
		}
		if err := errors.Join(errs...); err != nil {
			return err
		}
	}
	return record.write(s.path(rootFile))
}

func (s *state) path(parts ...string) string {
	return filepath.Join(append([]string{s.dir}, parts...)...)
}

// journals is the directory of the journals of the root.
func (s *state) journals() journal.Dir {
	d := journal.Dir{Path: s.dir}
	if s.durable {
		d.Sync = syncDirectory
	}
	return d
}

// stateError turns an error in the state directory into an Error about path.
func stateError(path string, err error) error {
	if known := (*Error)(nil); err == nil || errors.As(err, &known) {
		return err
	}
	e := &Error{}
	if errors.As(classify(path, err), &e) {
		e.Hint = "The history of runs is kept there; state_dir chooses another place."
	}
	return e
}

// below is under for paths of the system. The rest has slashes.
func below(path, dir string) (rest string, ok bool) {
	return under(filepath.ToSlash(path), strings.TrimSuffix(filepath.ToSlash(dir), "/"))
}

// hide keeps every operation out of the state directory, reads included.
func (w *Workspace) hide(dir string) {
	if rel, ok := w.inside(dir); ok && rel != "." {
		w.rules.hidden = append(w.rules.hidden, rel)
		w.rules.deniedFiles = append(w.rules.deniedFiles, w.rules.key(rel))
	}
}

// journalError turns an error of package journal into an Error; others stay as they are.
func journalError(err error) error {
	e, ok := err.(*journal.Error) //nolint:errorlint // as it was made: one that was joined with that of a context stays
	switch {
	case !ok:
		return err
	case e.Damaged:
		return &Error{
			Reason: Damaged, Path: e.Path, Err: e.Err, Msg: fmt.Sprintf("the journal %s is damaged: %v; nothing was touched", e.Path, e.Err),
			Hint: "A run on this root may have been interrupted: look for files named .fileops-* in it, and remove the journal when the tree is as it should be.",
		}
	case e.Version > 0:
		return &Error{
			Reason: OtherVersion, Path: e.Path,
			Msg:  e.Error() + "; nothing was touched",
			Hint: "Use the version that wrote it.",
		}
	}
	return stateError(e.Path, e.Err)
}
