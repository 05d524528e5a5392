package search

import "errors"

// A line is searched as a whole if it is at most sizes.line. A longer one comes in parts,
// each with the end of the part before. What a part shows goes for the line: it counts
// once. So matches of up to half of sizes.overlap are found wherever they are, but ^ and $
// hold at the ends of parts, too. Matches alone (Only) are shown and counted as those of
// the whole line. Where a part does not do for the line, that is reported as an error.

// longLine is what is known of the line in parts that was seen last.
type longLine struct {
	partly bool  // what was shown or counted depends on parts of lines
	from   int64 // where in the file the line begins
	resume int64 // from where on its matches are still to be found
}

var errPartly = errors.New("a line is too long to be seen as a whole: the result depends on a part of it")

// inParts says whether a line of a piece comes in parts.
func (p *piece) inParts(start, end int) bool {
	return p.part && start == 0 || p.cut && end == len(p.text)
}

// grow makes the buffer larger and keeps n bytes; false if it may not be so large.
func (s *searcher) grow(size, n int) bool {
	if size > s.sizes.line {
		return false
	}
	s.enlarge(size, n)
	return true
}

// enlarge makes the buffer at least as large as size and keeps n bytes. Only one searcher
// at a time has more than a piece, so that memory does not depend on the number of
// workers.
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

// shrink gives back what a long line or a whole file took.
func (s *searcher) shrink() {
	if len(s.buf) > s.sizes.piece {
		s.buf = make([]byte, s.sizes.buffer)
		s.release()
	}
}

// claim waits until this searcher is the only one that takes much memory. Where results
// go out in turn, that is the one whose turn it is: it would be waited for while it
// waits, if there were another lock.
func (s *searcher) claim() {
	if s.Mode == Content {
		s.printer.output.out.claim()
		return
	}
	s.large.Lock()
}

// release ends what claim began. A turn ends by itself.
func (s *searcher) release() {
	if s.Mode != Content {
		s.large.Unlock()
	}
}
