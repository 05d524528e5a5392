package document

import (
	"io"

	"fileops/internal/text/encoding"
)

// lazyDecoder reads a text that begins in ASCII, which is valid in nearly every encoding. The
// first other byte decides the encoding, even if it is not shown: so a line reads the
// same in every range.
type lazyDecoder struct {
	src     io.Reader
	file    io.ReaderAt // the same
	read    int64       // bytes
	ascii   int64       // bytes before the first one that is not ASCII
	decoded io.Reader   // the text from there on
}

func (l *lazyDecoder) Read(p []byte) (int, error) {
	n, err := l.src.Read(p)
	if l.ascii == l.read {
		l.ascii += int64(encoding.ASCIILen(p[:n]))
	}
	l.read += int64(n)
	return n, err
}

// Read decodes a text whose encoding its first byte that is not ASCII decides.
func (s *source) Read(p []byte) (int, error) {
	l := s.lazy
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
