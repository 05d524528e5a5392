package search

import (
	"bufio"
	"bytes"
	"io"
)

var crlf = []byte("\r\n")

// unixLines changes CRLF to LF in a file whose first n bytes are in the buffer.
func (s *searcher) unixLines(n int, r io.Reader, whole bool) (io.Reader, int, bool, error) {
	start := s.buf[:n]
	if whole {
		if bytes.Contains(start, crlf) {
			n = copy(s.buf, bytes.ReplaceAll(start, crlf, lineFeed))
		}
		return r, n, true, nil
	}
	r = &lineEnds{bufio.NewReaderSize(io.MultiReader(bytes.NewReader(bytes.Clone(start)), r), 64<<10)}
	n, whole, err := fill(r, s.buf)
	return r, n, whole, err
}

// lineEnds is a reader that changes CRLF to LF.
type lineEnds struct{ r *bufio.Reader }

func (l *lineEnds) Read(p []byte) (int, error) {
	for {
		if _, err := l.r.Peek(1); err != nil {
			return 0, err
		}
		text, _ := l.r.Peek(l.r.Buffered())
		if at := bytes.IndexByte(text, '\r'); at > 0 {
			text = text[:at]
		} else if at == 0 {
			if pair, _ := l.r.Peek(len(crlf)); bytes.Equal(pair, crlf) {
				_, _ = l.r.Discard(1) // it is there
				continue
			}
			text = crlf[:1] // Peek may have moved the buffer
		}
		return l.r.Discard(copy(p, text))
	}
}
