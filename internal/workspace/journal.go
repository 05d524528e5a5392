package workspace

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"
)

// journalVersion is the format of the journals that are written and read. It is raised
// with every change of their meaning. Format 1 was never part of a release.
const journalVersion = 2

// A journal file is one line with its version, the contents that the run replaces or
// removes, one after another, the journal itself, and a footer: the journal's
// length, the checksum of it and of the line, and a mark that the file is whole.
const (
	journalTitle = "fileops journal "
	journalMark  = "fileops\n"
	footerSize   = 8 + sha256.Size + len(journalMark)
)

// journal is all that is needed to take a commit back, while it is under way, or to
// finish it; and later to undo the run.
type journal struct {
	Run    string    `json:"run,omitzero"`
	Number int       `json:"number,omitzero"` // of the runs on this root
	Time   time.Time `json:"time,omitzero"`
	Root   string    `json:"root,omitzero"`
	Undoes string    `json:"undoes,omitzero"` // the run that this one undoes
	Undone int       `json:"undone,omitzero"` // and its number

	// The commit. Names are those that an entry has when its turn comes.
	Temps []temp `json:"temps,omitzero"` // what is prepared, under the names it has before the first step
	Steps []step `json:"steps,omitzero"` // in order
	// Epochs are the steps before which the commit marks that all before them are
	// taken: from there on, names stand for something else than they did.
	Epochs []int    `json:"epochs,omitzero"`
	Trash  []string `json:"trash,omitzero"` // what is given up, under the names it has after the last step; a directory after what it holds
	Dirs   []string `json:"dirs,omitzero"`  // whose names change, by their names before the first step
	Ends   []string `json:"ends,omitzero"`  // and after the last one

	// The run, as history.
	Changes []Change      `json:"changes,omitzero"`
	Entries []entryRecord `json:"entries,omitzero"`
	Lost    string        `json:"lost,omitzero"` // why the run cannot be undone, "" if it can

	epoch int   // which one the commit is in; the first is 0
	sure  bool  // the steps are known to have been taken
	size  int64 // of the file it was read from, in bytes
}

// temp is a file that a commit makes before its first step.
type temp struct {
	Name  string    `json:"name,omitzero"`
	Holds fileState `json:"holds,omitzero"`

	n *node
}

// draft writes a journal file under a name that says that nothing was done yet, and syncs
// it. keep writes the contents that are kept; it gets the offset in bytes at which they begin.
func (s *state) draft(ctx context.Context, j *journal, keep func(w io.Writer, at int64) error) error {
	f, err := os.OpenFile(s.path(draftFile), os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return stateError(s.path(draftFile), err)
	}
	err = writeJournal(cancelled{ctx, f}, j, keep)
	if err == nil && s.durable {
		err = f.Sync()
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if ctx.Err() != nil {
		return errors.Join(ctx.Err(), s.discard(draftFile))
	}
	if err != nil {
		return errors.Join(stateError(s.dir, err), s.discard(draftFile))
	}
	return nil
}

// begin gives the draft the name by which a commit is taken back.
func (s *state) begin() error {
	if err := s.rename(draftFile, pendingName(0)); err != nil {
		return errors.Join(stateError(s.dir, err), s.discard(draftFile), s.discard(pendingName(0)))
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

// discard removes a file of the directory that is not needed, if it is there.
func (s *state) discard(name string) error {
	if err := os.Remove(s.path(name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return stateError(s.path(name), err)
	}
	return nil
}

func title() string { return fmt.Sprintf("%s%d\n", journalTitle, journalVersion) }

func writeJournal(f io.Writer, j *journal, keep func(w io.Writer, at int64) error) error {
	b := bufio.NewWriterSize(f, 256<<10)
	if _, err := b.WriteString(title()); err != nil {
		return err
	}
	if err := keep(b, int64(len(title()))); err != nil {
		return err
	}
	text, err := encode(j)
	if err != nil {
		return err
	}
	b.Write(text)
	b.Write(binary.BigEndian.AppendUint64(nil, uint64(len(text))))
	sum := checksum(text)
	b.Write(sum[:])
	b.WriteString(journalMark)
	return b.Flush()
}

func checksum(text []byte) [sha256.Size]byte {
	return sha256.Sum256(append([]byte(title()), text...))
}

// readJournal reads the journal of a file. Its *Error has the reason Damaged, or
// OtherVersion, and then nothing may be done.
func readJournal(path string) (*journal, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, stateError(path, err)
	}
	defer f.Close() //nolint:errcheck // read only
	info, err := f.Stat()
	if err != nil {
		return nil, stateError(path, err)
	}
	if err := checkTitle(f, path); err != nil {
		return nil, err
	}
	j, err := decodeJournal(f, info.Size())
	if err != nil {
		return nil, damaged(path, err)
	}
	j.size = info.Size()
	return j, nil
}

func checkTitle(f io.Reader, path string) error {
	line, err := bufio.NewReader(io.LimitReader(f, 64)).ReadString('\n')
	var version int
	if err == nil {
		_, err = fmt.Sscanf(line, journalTitle+"%d\n", &version)
	}
	switch {
	case err != nil || version < 1 || line != fmt.Sprintf("%s%d\n", journalTitle, version):
		return damaged(path, errors.New("it does not begin as a journal does"))
	case version != journalVersion:
		return &Error{
			Reason: OtherVersion, Path: path,
			Msg:  fmt.Sprintf("%s was written by another version of this program (its format is %d, this one reads %d); nothing was touched", path, version, journalVersion),
			Hint: "use the version that wrote it",
		}
	}
	return nil
}

func decodeJournal(f io.ReaderAt, size int64) (*journal, error) {
	end := size - int64(footerSize)
	footer := make([]byte, footerSize)
	if end < 0 {
		return nil, io.ErrUnexpectedEOF
	}
	if _, err := f.ReadAt(footer, end); err != nil {
		return nil, err
	}
	length := int64(binary.BigEndian.Uint64(footer))
	if string(footer[footerSize-len(journalMark):]) != journalMark || length < 0 || length > end {
		return nil, errors.New("its end is missing")
	}
	text := make([]byte, length)
	if _, err := f.ReadAt(text, end-length); err != nil {
		return nil, err
	}
	if sum := checksum(text); !bytes.Equal(sum[:], footer[8:8+sha256.Size]) {
		return nil, errors.New("its checksum is wrong")
	}
	return decode(text)
}

func damaged(path string, err error) *Error {
	return &Error{
		Reason: Damaged, Path: path, Err: err, Msg: fmt.Sprintf("the journal %s is damaged: %v; nothing was touched", path, err),
		Hint: "a run on this root may have been interrupted: look for files named .fileops-* in it, and remove the journal when the tree is as it should be",
	}
}
