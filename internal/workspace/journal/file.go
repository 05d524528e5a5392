package journal

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"hash"
	"io"
	"os"
)

// version is the format of the journals that are written. It is raised with every change of
// their meaning. Those from oldest on are read: format 2 has no totals. Format 1 was never part
// of a release.
const (
	version = 3
	oldest  = 2
)

// A journal file is one line with its version, the contents that the run replaces or removes,
// the journal, and a footer. The footer is the length of the journal, the checksum of it and
// of the first line, and a mark that the file is whole.
const (
	titleWords = "fileops journal "
	endMark    = "fileops\n"
	footerSize = 8 + sha256.Size + len(endMark)
)

// Error says why a journal could not be written, read or given another name.
type Error struct {
	Path    string // of the file or directory
	Damaged bool   // the file is not what was written
	Version int    // the format of a file that this program does not read; 0 if that is not the reason
	Err     error  // the cause; nil if it is Version
}

func (e *Error) Error() string {
	if e.Version > 0 {
		return fmt.Sprintf("%s was written by another version of this program (its format is %d, this one reads %d to %d)", e.Path, e.Version, oldest, version)
	}
	return e.Path + ": " + e.Err.Error()
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

func failed(path string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{Path: path, Err: err}
}

// title is the first line of a file in a format.
func title(format int) string { return fmt.Sprintf("%s%d\n", titleWords, format) }

// write writes a journal file. save writes the saved contents; it gets the offset in bytes
// at which they begin.
func write(f io.Writer, j *Journal, save func(w io.Writer, at int64) error) error {
	b := bufio.NewWriterSize(f, 256<<10)
	if _, err := b.WriteString(title(version)); err != nil {
		return err
	}
	if err := save(b, int64(len(title(version)))); err != nil {
		return err
	}
	var text bytes.Buffer
	if err := encode(&text, j); err != nil {
		return err
	}
	sum := newChecksum(version)
	sum.Write(text.Bytes())
	b.Write(text.Bytes())
	b.Write(binary.BigEndian.AppendUint64(nil, uint64(text.Len())))
	b.Write(sum.Sum(nil))
	b.WriteString(endMark)
	return b.Flush()
}

// newChecksum is the checksum of a journal in a format, for its text to be written to.
func newChecksum(format int) hash.Hash {
	h := sha256.New()
	_, _ = io.WriteString(h, title(format)) // which cannot fail
	return h
}

// Read reads the journal of a file. A file that is not whole, or that has another format,
// is an *Error that says so.
func Read(path string) (*Journal, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, failed(path, err)
	}
	defer f.Close() //nolint:errcheck // read only
	info, err := f.Stat()
	if err != nil {
		return nil, failed(path, err)
	}
	format, err := readTitle(f, path)
	if err != nil {
		return nil, err
	}
	j, err := read(f, info.Size(), format)
	if err != nil {
		return nil, &Error{Path: path, Damaged: true, Err: err}
	}
	return j, nil
}

// readTitle returns the format that a file names, if it is one that this program reads.
func readTitle(f io.Reader, path string) (format int, err error) {
	line, err := bufio.NewReader(io.LimitReader(f, 64)).ReadString('\n')
	if err == nil {
		_, err = fmt.Sscanf(line, titleWords+"%d\n", &format)
	}
	switch {
	case err != nil || format < 1 || line != title(format):
		return 0, &Error{Path: path, Damaged: true, Err: errors.New("it does not begin as a journal does")}
	case format < oldest || format > version:
		return 0, &Error{Path: path, Version: format}
	}
	return format, nil
}

func read(f io.ReaderAt, size int64, format int) (*Journal, error) {
	end := size - int64(footerSize)
	footer := make([]byte, footerSize)
	if end < 0 {
		return nil, io.ErrUnexpectedEOF
	}
	if _, err := f.ReadAt(footer, end); err != nil {
		return nil, err
	}
	length := int64(binary.BigEndian.Uint64(footer))
	if string(footer[footerSize-len(endMark):]) != endMark || length < 0 || length > end {
		return nil, errors.New("its end is missing")
	}
	text := make([]byte, length)
	if _, err := f.ReadAt(text, end-length); err != nil {
		return nil, err
	}
	sum := newChecksum(format)
	sum.Write(text)
	if !bytes.Equal(sum.Sum(nil), footer[8:8+sha256.Size]) {
		return nil, errors.New("its checksum is wrong")
	}
	return decode(text)
}

// Content is the content of a file that a journal file has saved.
type Content struct {
	Path string // of the journal file
	At   int64  // bytes from its start
	Size int64  // bytes
	Sum  []byte // SHA-256
}

// CopyTo copies the content and checks that it is the one that was saved; if it is not, it
// returns an *Error that says so.
func (c *Content) CopyTo(to io.Writer) error {
	f, err := os.Open(c.Path)
	if err != nil {
		return failed(c.Path, err)
	}
	defer f.Close() //nolint:errcheck // read only
	h := sha256.New()
	if _, err := io.Copy(to, io.TeeReader(io.NewSectionReader(f, c.At, c.Size), h)); err != nil {
		return err
	}
	if !bytes.Equal(h.Sum(nil), c.Sum) {
		return &Error{Path: c.Path, Damaged: true, Err: errors.New("a content that it keeps is not what it was")}
	}
	return nil
}
