package document

import (
	"io"

	"fileops/internal/text/encoding"
)

// late is the bytes of a text that begins in ASCII, which is valid in nearly every
// encoding. Which one it is, the first other byte tells, wherever that is and whether it
// is shown or not: so a line reads the same in every range.
type late struct {
	src     io.Reader
	file    io.ReaderAt // the same
	read    int64       // bytes
	ascii   int64       // how many of them come before one that is not ASCII
	decoded io.Reader   // what comes from there on
}

func (l *late) Read(p []byte) (int, error) {
	n, err := l.src.Read(p)
	if l.ascii == l.read {
		l.ascii += int64(encoding.ASCIILen(p[:n]))
	}
	l.read += int64(n)
	return n, err
}

// Read decodes a text whose encoding is not known before its first byte that is not ASCII.
func (s *source) Read(p []byte) (int, error) {
	l := s.late
	if l.decoded != nil {
		return l.decoded.Read(p)
	}
	if _, err := s.Peek(1); err != nil {
		return 0, err
	}
	taken := l.read - int64(s.Buffered())
	if ascii := l.ascii - taken; ascii > 0 {
		return s.Reader.Read(p[:min(int64(len(p)), ascii)])
	}
	var err error
	if s.enc, err = encoding.SniffLater(s.start, l.file, l.ascii); err != nil {
		return 0, err
	}
	l.decoded = s.enc.Telling(s.Reader)
	return l.decoded.Read(p)
}
