package workspace

import (
	"errors"
	"io/fs"
	"syscall"
)

// Reason says why the workspace refused, or an operation failed, for a program to branch on.
type Reason string

// The reasons.
const (
	BadPath      Reason = "bad_path"      // empty, absolute, with "..", too long, with a NUL or a line break
	BadPattern   Reason = "bad_pattern"   // a rule that is no pattern
	Outside      Reason = "outside_root"  // a link leads out of the root
	Denied       Reason = "denied"        // no operation may change it
	Protected    Reason = "protected"     // it may not be deleted or moved
	NotFound     Reason = "not_found"     // nothing there
	NotRegular   Reason = "not_regular"   // a FIFO, socket or device
	NotDirectory Reason = "not_directory" // a file where a directory should be
	NoParent     Reason = "no_parent"     // the parent directory is missing and may not be made
	TooLarge     Reason = "too_large"     // over the limit given
	Permission   Reason = "permission"    // the system says no
	NoSpace      Reason = "no_space"      // the disk is full
	ReadOnly     Reason = "read_only"     // the file system is read-only
	Stale        Reason = "stale"         // changed on disk since it was read
	Leftover     Reason = "leftover"      // the changes are written, but the cleanup failed
	Locked       Reason = "locked"        // another run holds the root
	Damaged      Reason = "damaged"       // a journal or a content of the history is not what it was
	OtherVersion Reason = "other_version" // a journal in another format than this program's
	NoRun        Reason = "no_run"        // no such run in the history, or none that can be undone
	Changed      Reason = "changed"       // changed since the run that is to be undone
	Conflict     Reason = "conflict"      // another program changed what a run that was rolled back had made
	NotRead      Reason = "not_read"      // to be changed, but its present content was not read
	Failed       Reason = "io"            // any other error of the system
)

// Error is a refusal: why, where, in words, and what to do instead.
type Error struct {
	Reason Reason
	Path   string // what it is about: a path as the response wrote it, a name on disk, the root, or the ID of a run
	Msg    string
	Hint   string
	Err    error // the cause, if there is one

	// UndoFirst is the run that would have to be undone instead of the one that was asked for, or
	// before it; "" if there is none.
	UndoFirst string
	// NotRolledBack is set if a commit failed and could not be rolled back, so that a part of it
	// may be on the disk. The next Open rolls it back, or completes it.
	NotRolledBack bool
}

func (e *Error) Error() string { return e.Msg }

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// classify turns an error of the system into an Error about path; nil stays nil.
func classify(path string, err error) error {
	if err == nil {
		return nil
	}
	if known := (*Error)(nil); errors.As(err, &known) {
		return err
	}
	e := &Error{Reason: Failed, Path: path, Err: err}
	switch {
	case errors.Is(err, errSwapped):
		return stale(path, err)
	case errors.Is(err, fs.ErrNotExist):
		e.Reason, e.Msg = NotFound, "File not found: "+path
	case errors.Is(err, fs.ErrPermission):
		e.Reason, e.Msg = Permission, "Permission denied: "+path
	case errors.Is(err, syscall.ENOSPC):
		e.Reason, e.Msg = NoSpace, "No space left on device: "+path
	case errors.Is(err, syscall.EROFS):
		e.Reason, e.Msg = ReadOnly, "Read-only file system: "+path
	case errors.Is(err, syscall.ENAMETOOLONG):
		e.Reason, e.Msg = BadPath, "Path too long for the file system: "+path
	case notDirectory(err):
		e.Reason, e.Msg = NotDirectory, "Not a directory: "+path
	default:
		e.Msg = path + ": " + bare(err)
	}
	return e
}

// notDirectory reports whether a path led through something that is no directory.
func notDirectory(err error) bool { return errors.Is(err, syscall.ENOTDIR) }

// bare is the system's word for an error, without the call and the path.
func bare(err error) string {
	var number syscall.Errno
	if errors.As(err, &number) {
		return number.Error()
	}
	return err.Error()
}
