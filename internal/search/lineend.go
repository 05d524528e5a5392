package search

import (
	"bufio"
	"bytes"
	"io"
)

var crlf = []byte("\r\n")

// unixLines goes on with a file of which n bytes are in the buffer so that each of its
// lines ends in a line feed alone.
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

// lineEnds reads a text without the carriage returns that stand before a line feed.
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
			text = crlf[:1] // not what is in the buffer: Peek may have moved that
		}
		return l.r.Discard(copy(p, text))
	}
}
