package search

import (
	"bytes"
	"errors"
	"io"
	"os"
	"slices"

	"fileops/internal/search/pattern"
	"fileops/internal/search/walk"
)

// sizes bound what is in memory of a file, in bytes.
type sizes struct {
	buffer  int // of a searcher; most files fit
	piece   int // of a file that does not
	line    int // the longest that is searched as a whole; see longline.go
	overlap int // of the parts of a longer one
}

func defaultSizes() sizes {
	return sizes{buffer: 128 << 10, piece: 1 << 20, line: 16 << 20, overlap: 64 << 10}
}

// searcher searches one file after another. It is for one goroutine at a time.
type searcher struct {
	*search
	find    *pattern.Worker
	buf     []byte
	file    walk.OpenFile
	open    []walk.Opener // by the number of the root
	item    *item         // the current file
	long    longLine
	tally   tally
	printer printer
}

func (s *search) searcher() *searcher {
	w := &searcher{search: s, find: s.matcher.Worker(), buf: make([]byte, s.sizes.buffer), open: slices.Clone(s.openers)}
	w.find.Stopped = s.stopped.Load
	w.tally.s = w
	w.printer.s, w.printer.output = w, &output{}
	return w
}

func (s *searcher) close() {
	for i := range s.open {
		s.open[i].Close()
	}
}

// verdict is the result of reading a file.
type verdict struct {
	binary   int64 // offset of the first NUL, -1 if it is text
	searched int64 // bytes
}

// consumer takes the text of a file.
type consumer interface {
	// piece takes the next lines of the file, and reports whether it wants more.
	piece(p piece) bool
}

// piece is consecutive whole lines of a file.
type piece struct {
	text   []byte  // valid until the next one
	offset int64   // of its first byte in the file
	last   bool    // the rest of the file
	part   bool    // its first line began in the piece before; see longline.go
	cut    bool    // its last line goes on in the next piece
	nul    int64   // offset of the first NUL in this piece or before, -1 if there is none
	from   int     // no line that begins before it matches
	found          // the matches, if it has been searched
	across *blocks // of the whole file, if matches may span lines

	match  pattern.Span // with Invert: the next line that matches, if looked is set
	looked bool
}

// start opens a file, or what stands for it.
func (s *searcher) start(it *item) (r io.ReadCloser, err error) {
	switch {
	case it.stdin:
		return io.NopCloser(s.Stdin), nil
	case it.version != nil:
		return it.version.Open()
	case it.other && s.Walk.Open == nil:
		return os.Open(it.name())
	case it.entry != nil:
		s.file, err = it.entry.Open()
	default:
		s.file, err = s.open[it.root].Open(it.path)
	}
	return &s.file, err
}

// each searches a file and gives its text to c. An error has been reported.
func (s *searcher) each(it *item, c consumer) (v verdict, ok bool) {
	s.item, s.long = it, longLine{}
	r, err := s.start(it)
	if err != nil {
		s.tell(err)
		return verdict{binary: -1}, false
	}
	defer r.Close() //nolint:errcheck // it is only read
	v, err = s.read(r, c)
	s.progress.Files.Add(1)
	if err != nil {
		s.tell(unreadable("read", it.name(), err))
		return v, v.searched > 0
	}
	if s.long.partly {
		s.tell(unreadable("search", it.name(), errPartly))
	}
	return v, true
}

// tell reports an error about the current file once. In order of relevance, a file is
// searched twice.
func (s *searcher) tell(err error) {
	if !s.item.told {
		s.item.told = true
		s.report(err)
	}
}

// read fills the buffer once, and chooses by that how to read the file.
func (s *searcher) read(r io.Reader, c consumer) (verdict, error) {
	f := feed{searcher: s, to: c, verdict: verdict{binary: -1}}
	n, whole, err := fill(r, s.buf)
	s.progress.Bytes.Add(int64(n))
	if err == nil {
		r, n, whole, err = s.utf8Text(n, r, whole)
	}
	if err == nil && s.CRLF {
		r, n, whole, err = s.unixLines(n, r, whole)
	}
	start := s.buf[:n]
	switch {
	case err != nil:
		return f.verdict, err
	case s.matcher.CrossesLines():
		return f.multiline(n, r, whole)
	case whole:
		f.single(start)
		return f.verdict, nil
	}
	if !f.item.explicit && f.passedOver(start) { // before the rest is split
		f.searched = int64(n)
		return f.verdict, nil
	}
	if size := s.size(r); size >= splitSize && !s.Invert {
		s.progress.Bytes.Add(int64(-n)) // which are read again
		return f.split(size)
	}
	err = f.pieces(r, n, 0)
	return f.verdict, err
}

// fill reads until the buffer is full or the file ends.
func fill(r io.Reader, buf []byte) (n int, end bool, err error) {
	for n < len(buf) && err == nil {
		var k int
		k, err = r.Read(buf[n:])
		n += k
	}
	if errors.Is(err, io.EOF) {
		return n, true, nil
	}
	return n, false, err
}

// feed gives the text of one file to a consumer.
type feed struct {
	*searcher
	to consumer
	verdict
	reached int64 // offset after the lines that were consumed
}

// give passes on a piece. If it shows that the file is binary, the search ends, unless the
// file was named: then it ends at the first match.
func (f *feed) give(p piece) bool {
	f.searched = p.offset + int64(len(p.text))
	if f.binary < 0 && !f.AsText && !p.known {
		if i := bytes.IndexByte(p.text, 0); i >= 0 {
			f.binary = p.offset + int64(i)
		}
	}
	if p.nul = f.binary; p.nul >= 0 && !f.item.explicit {
		return false
	}
	return f.to.piece(p) && !f.stopped.Load()
}

// headSize is how much of a file is looked at for NULs before it is searched: most
// binary files have one there.
const headSize = 512

// single gives a file that is in the buffer. Nearly all files have no match, so it first
// searches, and tests for NULs only if a line matches.
func (f *feed) single(text []byte) {
	f.searched = int64(len(text))
	if len(text) == 0 {
		return
	}
	from := 0
	if !f.Invert && !f.AsText && f.Mode != FilesWithout {
		if !f.item.explicit && bytes.IndexByte(text[:min(len(text), headSize)], 0) >= 0 {
			f.binary = 0
			return
		}
		start, _, ok := f.find.NextLine(text, 0)
		if !ok {
			return
		}
		from = start
	}
	f.give(piece{text: text, last: true, from: from})
}

// pieces reads a file to its end. The buffer holds n bytes from offset on.
func (f *feed) pieces(r io.Reader, n int, offset int64) error {
	defer f.shrink()
	f.enlarge(f.sizes.piece, n)
	for part, eof := false, false; ; {
		if !eof {
			var k int
			var err error
			if k, eof, err = fill(r, f.buf[n:]); err != nil {
				return err
			}
			n += k
			f.progress.Bytes.Add(int64(k))
		}
		end, cut := n, false
		if !eof {
			if end = bytes.LastIndexByte(f.buf[:n], '\n') + 1; end == 0 {
				if size := 2 * len(f.buf); size <= f.sizes.line {
					f.enlarge(size, n)
					continue
				}
				end, cut = n, true
			}
		}
		if cut && !part {
			f.long.from, f.long.resume = offset, offset
		}
		if cut && f.Invert {
			f.long.partly = true
		}
		if !f.give(piece{text: f.buf[:end], offset: offset, last: eof, part: part, cut: cut}) || eof {
			return nil
		}
		keep := end
		if cut {
			keep = end - f.sizes.overlap
		}
		offset += int64(keep)
		n = copy(f.buf, f.buf[keep:n])
		part = cut
	}
}
