package search

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"

	"fileops/internal/search/pattern"
)

// largestWhole is the size in bytes of the largest file that is searched for matches over
// several lines. Such a search holds the whole file.
const largestWhole = 64 << 20

var errTooLarge = errors.New("too large for a search over several lines")

// multiline gives a file all at once. Its first n bytes are in the buffer.
func (f *feed) multiline(n int, r io.Reader, whole bool) (verdict, error) {
	defer f.shrink()
	if !whole && f.passedOver(f.buf[:n]) {
		return f.verdict, nil
	}
	for known := f.size(r); !whole; known = 0 {
		if max(int64(n), known) > largestWhole {
			return f.verdict, fmt.Errorf("%w (at most %d MiB)", errTooLarge, largestWhole>>20)
		}
		f.enlarge(max(min(2*len(f.buf), largestWhole+1), int(known)+1), n)
		k, end, err := fill(r, f.buf[n:])
		f.progress.Bytes.Add(int64(k))
		if n, whole = n+k, end || f.stopped.Load(); err != nil {
			return f.verdict, err
		}
	}
	text := f.buf[:n]
	if f.searched = int64(len(text)); len(text) == 0 {
		return f.verdict, nil
	}
	if f.passedOver(text) {
		return f.verdict, nil
	}
	f.to.piece(piece{text: text, last: true, nul: f.binary, across: newBlocks(f.searcher, text)})
	return f.verdict, nil
}

// passedOver reports whether a file with this text is binary and so is not searched.
func (f *feed) passedOver(text []byte) bool {
	if !f.AsText {
		f.binary = int64(bytes.IndexByte(text, 0))
	}
	return f.binary >= 0 && !f.item.explicit
}

// size gives the size of the file in bytes, 0 if r is not the file or the size is unknown.
func (s *searcher) size(r io.Reader) int64 {
	if r != io.Reader(&s.file) {
		return 0
	}
	info, err := s.file.Info()
	if err != nil {
		return 0
	}
	return info.Size
}

// blocks finds the lines of matches that may span lines. As in ripgrep, matches in the same
// line or in adjacent lines form one block, until no more matches are wanted. A block is
// kept as the iterator at its first match, so its size does not matter.
type blocks struct {
	text  []byte
	want  int             // matches that are still wanted
	found pattern.Matches // the matches after match
	at    pattern.Matches // the matches from match on
	match pattern.Span    // the first match after the block
	more  bool            // there is such a match
	block pattern.Matches // the matches from the first one of the block on
	size  int             // matches in the block
}

func newBlocks(s *searcher, text []byte) *blocks {
	b := &blocks{text: text, want: math.MaxInt, found: s.find.Matches(text)}
	if s.Max > 0 && !s.Invert {
		b.want = s.Max
	}
	b.advance()
	return b
}

// advance goes on to the next match.
func (b *blocks) advance() {
	b.at = b.found
	b.match, b.more = b.found.Next()
	if m := b.match.Start; b.more && m == len(b.text) && (m == 0 || b.text[m-1] == '\n') {
		b.more = false // an empty match after the last line
	}
}

// next finds the next block, without its last line end.
func (b *blocks) next() (start, end int, ok bool) {
	if !b.more {
		return 0, 0, false
	}
	b.block, b.size = b.at, 1
	start = bytes.LastIndexByte(b.text[:b.match.Start], '\n') + 1
	end = b.lineEnd()
	for b.advance(); b.more; b.advance() {
		next := end + 1
		if b.match.Start >= next && b.size >= b.want || b.match.Start > next && bytes.IndexByte(b.text[next:b.match.Start], '\n') >= 0 {
			break
		}
		b.size++
		if b.match.End > end {
			end = max(end, b.lineEnd())
		}
	}
	b.want -= b.size
	return start, end, true
}

// lineEnd gives the end of the last line of the match.
func (b *blocks) lineEnd() int {
	m := b.match
	if m.Start < m.End && b.text[m.End-1] == '\n' {
		return m.End - 1
	}
	return lineEnd(b.text, m.End)
}

// count counts the matches that are left.
func (b *blocks) count() (n int) {
	for ; b.more; b.advance() {
		n++
	}
	return n
}
