package image

import (
	"errors"
	"io"
)

const (
	windowSize = 16 << 10
	maxReads   = 4096 // of a window: an image is followed through 64 MB at the most
)

// errEnough says that the file was followed as far as it is followed.
var errEnough = errors.New("too long to follow")

// source reads a file here and there. An error of the file itself is kept in err.
type source struct {
	r     io.ReaderAt
	size  int64
	reads int // how many windows may be read yet

	window []byte
	start  int64 // of the window in the file
	err    error
}

// at returns n bytes, at most windowSize, from off. They hold until the next call.
// The error is io.ErrUnexpectedEOF where the file has fewer, errEnough, or that of
// the file.
func (s *source) at(off int64, n int) ([]byte, error) {
	if off < 0 || off > s.size-int64(n) {
		return nil, io.ErrUnexpectedEOF
	}
	if off < s.start || off+int64(n) > s.start+int64(len(s.window)) {
		if err := s.fill(off); err != nil {
			return nil, err
		}
	}
	if off+int64(n) > s.start+int64(len(s.window)) {
		return nil, io.ErrUnexpectedEOF // the file is shorter than it was said to be
	}
	return s.window[off-s.start:][:n], nil
}

func (s *source) fill(off int64) error {
	if s.reads--; s.reads < 0 {
		return errEnough
	}
	if s.window == nil {
		s.window = make([]byte, windowSize)
	}
	s.start = off
	s.window = s.window[:min(windowSize, s.size-off)]
	n, err := s.r.ReadAt(s.window, off)
	s.window = s.window[:n]
	if err != nil && !errors.Is(err, io.EOF) {
		s.err = err
		return err
	}
	return nil
}

// upTo returns n bytes from off, or as many as there are.
func (s *source) upTo(off int64, n int) []byte {
	b, err := s.at(off, int(max(0, min(int64(n), s.size-off))))
	if err != nil {
		return nil
	}
	return b
}

// reader reads the file from its start, for a decoder of the standard library.
func (s *source) reader() io.Reader {
	return io.NewSectionReader(s.r, 0, min(s.size, windowSize*maxReads))
}

// has reports whether the file is as long as that.
func (s *source) has(end int64) error {
	if end > s.size {
		return io.ErrUnexpectedEOF
	}
	return nil
}

// followed is err, unless it only says that the rest was not looked at.
func followed(err error) error {
	if errors.Is(err, errEnough) {
		return nil
	}
	return err
}
