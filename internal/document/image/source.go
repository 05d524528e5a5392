package image

import (
	"encoding/binary"
	"errors"
	stdimage "image"
	"io"
)

const (
	windowSize = 16 << 10
	maxReads   = 4096 // windows: at most 64 MB of a file are read
)

// errEnough reports that maxReads is used up. The part read until then counts.
var errEnough = errors.New("too long to follow")

// source reads parts of a file. After the first failure all numbers are 0, so that
// the readers of formats need not check each of them; their loops check err.
type source struct {
	r     io.ReaderAt
	size  int64
	reads int // windows that may still be read

	window  []byte
	start   int64 // of the window in the file
	err     error // the first failure, nil if there is none
	fileErr error // returned by r
}

// fail records err, unless it is nil or an earlier failure is recorded.
func (s *source) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// need fails with io.ErrUnexpectedEOF if the file is shorter than end.
func (s *source) need(end int64) {
	if end > s.size {
		s.fail(io.ErrUnexpectedEOF)
	}
}

// at returns n bytes, at most windowSize, from off. They are valid until the next call.
// On failure they are zeros; the file then has fewer, or cannot be read.
func (s *source) at(off int64, n int) []byte {
	if s.err == nil {
		s.err = s.load(off, n)
	}
	if s.err != nil {
		return make([]byte, n)
	}
	return s.window[off-s.start:][:n]
}

// upTo returns n bytes from off, or as many as there are. It never fails.
func (s *source) upTo(off int64, n int) []byte {
	n = int(max(0, min(int64(n), s.size-off)))
	if s.load(off, n) != nil {
		return nil
	}
	return s.window[off-s.start:][:n]
}

// load moves the window so that it holds n bytes from off.
func (s *source) load(off int64, n int) error {
	holds := func() bool { return off >= s.start && off+int64(n) <= s.start+int64(len(s.window)) }
	switch {
	case off < 0 || off > s.size-int64(n):
		return io.ErrUnexpectedEOF
	case holds():
		return nil
	}
	if s.reads--; s.reads < 0 {
		return errEnough
	}
	if s.window == nil {
		s.window = make([]byte, windowSize)
	}
	read, err := s.r.ReadAt(s.window[:min(windowSize, s.size-off)], off)
	s.start, s.window = off, s.window[:read]
	if err != nil && !errors.Is(err, io.EOF) {
		s.fileErr = err
		return err
	}
	if !holds() {
		return io.ErrUnexpectedEOF // the file is shorter than its given size
	}
	return nil
}

// number reads an unsigned number of 1, 2, 4 or 8 bytes. It is at most 1<<60, which as
// an offset or a length exceeds any file.
func (s *source) number(order binary.ByteOrder, off int64, bytes int) int64 {
	b := s.at(off, bytes)
	switch bytes {
	case 1:
		return int64(b[0])
	case 2:
		return int64(order.Uint16(b))
	case 4:
		return int64(order.Uint32(b))
	}
	return int64(min(order.Uint64(b), 1<<60))
}

func (s *source) bigEndian(off int64, bytes int) int64 {
	return s.number(binary.BigEndian, off, bytes)
}

func (s *source) littleEndian(off int64, bytes int) int64 {
	return s.number(binary.LittleEndian, off, bytes)
}

// reader reads the file from its start, for a decoder.
func (s *source) reader() io.Reader {
	return io.NewSectionReader(s.r, 0, min(s.size, windowSize*maxReads))
}

// config returns the width and the height that a decoder finds.
func (s *source) config(decode func(io.Reader) (stdimage.Config, error)) Info {
	c, err := decode(s.reader())
	s.fail(err)
	return Info{Width: c.Width, Height: c.Height}
}
