package journal

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// What a directory of journals holds.
const (
	draftFile     = "draft"     // a journal that is being written: nothing was done yet
	pendingPrefix = "pending-"  // the journal of a commit that is not done, to be rolled back; the number of its phase follows
	committedFile = "committed" // the journal of one that is done: its trash is to be deleted
	RunsDir       = "runs"      // the journals of finished runs: the history
)

// Dir is the directory that holds the journals of one root. Its errors are of type *Error,
// or those of a context.
type Dir struct {
	Path string                 // "" if there is none
	Sync func(dir string) error // makes the names in a directory durable; nil syncs nothing, files included
}

// Unfinished reports whether a file of that name in a Dir belongs to a run that has not
// come to its end.
func Unfinished(name string) bool {
	return name == draftFile || name == committedFile || strings.HasPrefix(name, pendingPrefix)
}

// HasUnfinished reports whether the directory holds such a file. A directory that cannot be
// read may hold one.
func (d Dir) HasUnfinished() bool {
	if d.Path == "" {
		return false
	}
	files, err := os.ReadDir(d.Path)
	return err != nil || slices.ContainsFunc(files, func(f fs.DirEntry) bool { return Unfinished(f.Name()) })
}

// Draft writes a journal file under a name that says that nothing was done yet, and syncs
// it. save writes the contents to be saved; it gets the offset in bytes at which they
// begin, and may change the journal. If ctx is done, Draft returns its error.
func (d Dir) Draft(ctx context.Context, j *Journal, save func(w io.Writer, at int64) error) error {
	f, err := os.OpenFile(d.path(draftFile), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return failed(d.path(draftFile), err)
	}
	err = write(cancelled{ctx, f}, j, save)
	if err == nil && d.Sync != nil {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), d.DiscardDraft())
	}
	if err != nil {
		return failed(d.Path, errors.Join(err, d.DiscardDraft()))
	}
	return nil
}

// cancelled is a writer that fails once its context is done.
type cancelled struct {
	ctx context.Context
	io.Writer
}

func (c cancelled) Write(b []byte) (int, error) {
	if err := c.ctx.Err(); err != nil {
		return 0, err
	}
	return c.Writer.Write(b)
}

// DiscardDraft removes the draft, if there is one.
func (d Dir) DiscardDraft() error { return d.discard(draftFile) }

// MakePending gives the draft the name of a pending journal: from here on, the commit is rolled
// back if it does not come to its end.
func (d Dir) MakePending() error {
	if err := d.rename(draftFile, pendingName(0)); err != nil {
		return failed(d.Path, errors.Join(err, d.DiscardDraft(), d.discard(pendingName(0))))
	}
	return nil
}

// SetPhase records the phase that the commit is in. What was done before it has to be on disk.
func (d Dir) SetPhase(j *Journal, phase int) error {
	err := os.Rename(d.path(pendingName(j.phase)), d.path(pendingName(phase)))
	if err == nil {
		j.phase = phase // whether or not the new name has reached the disk
		err = d.sync()
	}
	return failed(d.Path, err)
}

// MarkCommitted marks the commit as done: from here on it is finished, not rolled back.
func (d Dir) MarkCommitted(j *Journal) error {
	return failed(d.Path, d.rename(pendingName(j.phase), committedFile))
}

// Revoke removes the mark of MarkCommitted, if it was set.
func (d Dir) Revoke(j *Journal) error {
	if !d.has(committedFile) {
		return nil
	}
	return failed(d.Path, d.rename(committedFile, pendingName(j.phase)))
}

// Discard removes the journal of a commit that was rolled back.
func (d Dir) Discard(j *Journal) error {
	if err := d.discard(pendingName(j.phase)); err != nil {
		return err
	}
	return failed(d.Path, d.sync())
}

// Archive makes the journal of a commit that is done a file of the history. There is
// nothing to sync: until the new name is on disk, the old one says the same.
func (d Dir) Archive(j *Journal) error {
	if err := os.MkdirAll(d.path(RunsDir), 0o700); err != nil { // somebody may have cleared it away
		return failed(d.path(committedFile), err)
	}
	name := fmt.Sprintf("%08d-%s", j.Number, j.Run)
	if j.Undoes != "" {
		name += fmt.Sprintf(".%08d", j.UndoesNumber)
	}
	return failed(d.path(committedFile), os.Rename(d.path(committedFile), d.path(RunsDir, name)))
}

// IsCommitted reports whether there is the journal of a commit that is done, but not archived.
func (d Dir) IsCommitted() bool { return d.has(committedFile) }

// Committed reads the journal of a commit that is done, but not archived; nil if there is none.
func (d Dir) Committed() (*Journal, error) {
	if !d.has(committedFile) {
		return nil, nil
	}
	return Read(d.path(committedFile))
}

// Pending reads the journal of a commit that is to be rolled back; nil if there is none.
func (d Dir) Pending() (*Journal, error) {
	files, err := os.ReadDir(d.Path)
	if err != nil {
		return nil, failed(d.Path, err)
	}
	for _, f := range files {
		digits, ok := strings.CutPrefix(f.Name(), pendingPrefix)
		if !ok {
			continue
		}
		path := d.path(f.Name())
		phase, err := strconv.Atoi(digits)
		if err != nil {
			return nil, &Error{Path: path, Damaged: true, Err: err}
		}
		j, err := Read(path)
		if err != nil {
			return nil, err
		}
		if j.phase = phase; phase > len(j.PhaseStarts) {
			return nil, &Error{Path: path, Damaged: true, Err: errors.New("its name says more than it holds")}
		}
		return j, nil
	}
	return nil, nil
}

// PendingPath is the path of a journal that Pending reads.
func (d Dir) PendingPath(j *Journal) string { return d.path(pendingName(j.phase)) }

// Record is a file of the history.
type Record struct {
	Path         string
	Run          string
	Number       int
	UndoesNumber int   // the number of the run that it undoes, 0 if it undoes none
	Size         int64 // bytes
}

// History lists the files of the history, the newest first. It leaves out other files that
// it finds there.
func (d Dir) History() ([]Record, error) {
	if d.Path == "" {
		return nil, nil
	}
	files, err := d.runs()
	if err != nil {
		return nil, err
	}
	var list []Record
	for _, f := range files {
		number, run, ours := numbered(f.Name())
		if !ours {
			continue
		}
		info, err := f.Info()
		if err != nil {
			continue // it went meanwhile
		}
		_, undoes, _ := strings.Cut(f.Name(), ".")
		undone, _ := strconv.Atoi(undoes) // 0 if it is none
		run, _, _ = strings.Cut(run, ".")
		list = append(list, Record{Path: d.path(RunsDir, f.Name()), Run: run, Number: number, UndoesNumber: undone, Size: info.Size()})
	}
	slices.SortFunc(list, func(a, b Record) int { return cmp.Compare(b.Number, a.Number) })
	return list, nil
}

// Next is the number of the next run.
func (d Dir) Next() (int, error) {
	if d.Path == "" {
		return 1, nil
	}
	files, err := d.runs()
	last := 0
	for _, f := range files {
		if number, _, ours := numbered(f.Name()); ours {
			last = max(last, number)
		}
	}
	return last + 1, err
}

// runs lists the directory of the history.
func (d Dir) runs() ([]fs.DirEntry, error) {
	files, err := os.ReadDir(d.path(RunsDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, failed(d.path(RunsDir), err)
	}
	return files, nil
}

// numbered returns the number at the beginning of the name of a file of the history, and the rest.
func numbered(name string) (number int, rest string, ours bool) {
	digits, rest, _ := strings.Cut(name, "-")
	number, err := strconv.Atoi(digits)
	return number, rest, err == nil
}

func pendingName(phase int) string { return pendingPrefix + strconv.Itoa(phase) }

func (d Dir) path(parts ...string) string {
	return filepath.Join(append([]string{d.Path}, parts...)...)
}

// has reports whether the directory holds a file of that name. One that cannot be
// looked at counts: the call that opens it will say why.
func (d Dir) has(name string) bool {
	_, err := os.Lstat(d.path(name))
	return !errors.Is(err, fs.ErrNotExist)
}

func (d Dir) discard(name string) error {
	if err := os.Remove(d.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return failed(d.path(name), err)
	}
	return nil
}

// rename gives a file of the directory another name there, for good.
func (d Dir) rename(from, to string) error {
	if err := os.Rename(d.path(from), d.path(to)); err != nil {
		return err
	}
	return d.sync()
}

// sync makes the names in the directory durable, if that is wanted.
func (d Dir) sync() error {
	if d.Sync == nil {
		return nil
	}
	return d.Sync(d.Path)
}
