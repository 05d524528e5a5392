package search

import (
	"bufio"
	"bytes"
	"io"
	"slices"

	"fileops/internal/text"
	"fileops/internal/text/encoding"
)

// sniffed is how many bytes of a large file tell its encoding.
const sniffed = 64 << 10

// utf8Text converts a file whose first n bytes are in the buffer to UTF-8 without a byte
// order mark. Bytes that are invalid in its encoding become U+FFFD.
func (s *searcher) utf8Text(n int, r io.Reader, whole bool) (io.Reader, int, bool, error) {
	start := s.buf[:n]
	if !s.Decode && (n == 0 || start[0] < text.BOM[0]) { // no mark begins with such a byte
		return r, n, whole, nil
	}
	enc := s.encoding(start, whole)
	if s.Decode && !whole && s.Whole > int64(n) {
		rest, err := io.ReadAll(io.LimitReader(r, s.Whole-int64(n)+1))
		if err != nil {
			return r, n, whole, err
		}
		if int64(n+len(rest)) <= s.Whole {
			enc = s.encoding(slices.Concat(start, rest), true)
		}
		r = io.MultiReader(bytes.NewReader(rest), r)
	}
	var mark int
	if m, err := enc.Encode([]byte(text.BOM)); err == nil && bytes.HasPrefix(start, m) {
		mark = len(m)
	}
	if mark == 0 && enc == (encoding.Encoding{}) {
		return r, n, whole, nil
	}
	r = io.MultiReader(bytes.NewReader(bytes.Clone(start[mark:])), r)
	if enc != (encoding.Encoding{}) {
		r = enc.Reader(bufio.NewReaderSize(r, sniffed))
	}
	n, whole, err := fill(r, s.buf)
	return r, n, whole, err
}

// encoding gives the encoding of a file that begins with start. Without Decode it is UTF-16
// with a mark or else UTF-8, as in ripgrep.
func (s *searcher) encoding(start []byte, whole bool) (e encoding.Encoding) {
	switch {
	case s.Decode && bytes.IndexByte(start, 0) >= 0 && !text.Binary(start):
		// A binary file with text at its beginning.
	case s.Decode && whole:
		e = encoding.Detect(start)
	case s.Decode:
		e, _ = encoding.Sniff(bufio.NewReaderSize(bytes.NewReader(start), sniffed)) // what is in memory can be read
	case bytes.HasPrefix(start, []byte("\xff\xfe")):
		e, _ = encoding.Named("utf-16le")
	case bytes.HasPrefix(start, []byte("\xfe\xff")):
		e, _ = encoding.Named("utf-16be")
	}
	if e.Binary() {
		return encoding.Encoding{}
	}
	return e
}
