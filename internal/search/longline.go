package search

import "errors"

// A line of at most sizes.line bytes is searched as a whole. A longer one is searched in
// parts, each with the end of the part before. If a part matches, the line matches, and it
// counts once. Matches of up to half of sizes.overlap are found anywhere, but ^ and $ also
// match at the ends of parts. With Only, matches are shown and counted as those of the whole
// line. If the result depends on a part, that is reported as an error.

// longLine is the last line that was searched in parts.
type longLine struct {
	partly bool  // the result depends on parts of lines
	from   int64 // where in the file the line begins
	resume int64 // where in the file the search for matches in it goes on
}

var errPartly = errors.New("a line is too long to be seen as a whole: the result depends on a part of it")

// inParts reports whether a line of a piece is searched in parts.
func (p *piece) inParts(start, end int) bool {
	return p.part && start == 0 || p.cut && end == len(p.text)
}

// enlarge makes the buffer at least size bytes long and keeps n bytes. Only one searcher at a
// time has more than a piece, so memory does not grow with the number of workers.
func (s *searcher) enlarge(size, n int) {
	if size > s.sizes.piece && len(s.buf) <= s.sizes.piece {
		s.claim()
	}
	if size > len(s.buf) {
		buf := make([]byte, size)
		copy(buf, s.buf[:n])
		s.buf = buf
	}
}

// shrink frees the memory of a long line or a whole file.
func (s *searcher) shrink() {
	if len(s.buf) > s.sizes.piece {
		s.buf = make([]byte, s.sizes.buffer)
		if s.Mode != Content { // else the turn ends by itself
			s.large.Unlock()
		}
	}
}

// claim waits until this searcher may have a large buffer. If results are written in turn,
// its turn gives that right. A separate lock could deadlock: its holder may wait for the turn.
func (s *searcher) claim() {
	if s.Mode == Content {
		s.printer.output.out.claim()
		return
	}
	s.large.Lock()
}
