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
	item    *item         // the file at hand
	long    longLine
	tally   tally
	printer printer
}

func (s *search) searcher() *searcher {
	w := &searcher{search: s, find: s.matcher.Worker(), buf: make([]byte, s.sizes.buffer), open: slices.Clone(s.openers)}
	w.find.Stopped = s.stopped.Load
	w.tally.init(w)
	w.printer.init(w)
	return w
}

// close ends the work.
func (s *searcher) close() {
	for i := range s.open {
		s.open[i].Close()
	}
}

// verdict is how a file ended.
type verdict struct {
	binary   int64 // offset of the first NUL, -1 if it is text
	searched int64 // bytes
}

// consumer is what is done with the text of a file.
type consumer interface {
	// piece takes the next lines of the file, and says whether it wants more.
	piece(p piece) bool
}

// piece is consecutive whole lines of a file.
type piece struct {
	text   []byte  // valid until the next one
	offset int64   // of its first byte in the file
	last   bool    // the rest of the file
	part   bool    // its first line began in the piece before; see longline.go
	cut    bool    // its last line goes on in the piece after
	nul    int64   // offset of the first NUL in this piece or before, -1 if there is none
	from   int     // no line that begins before it matches
	found          // what is known of it already
	across *blocks // of all of a file, if matches may be over several lines

	match  pattern.Span // with Invert: the next line that matches, once one was looked for
	looked bool
}

// start opens a file, or what stands for it.
func (s *searcher) start(it *item) (r io.Reader, closer func(), err error) {
	switch {
	case it.stdin:
		if s.Stdin == nil {
			return bytes.NewReader(nil), func() {}, nil
		}
		return s.Stdin, func() {}, nil
	case it.version != nil:
		f, err := it.version.Open()
		if err != nil {
			return nil, nil, err
		}
		return f, func() { _ = f.Close() }, nil // it was only read
	case it.other && s.Walk.Open == nil:
		f, err := os.Open(it.name())
		if err != nil {
			return nil, nil, err
		}
		return f, func() { _ = f.Close() }, nil // it was only read
	}
	if it.entry != nil {
		s.file, err = it.entry.Open()
	} else {
		s.file, err = s.open[it.root].Open(it.path)
	}
	if err != nil {
		return nil, nil, err
	}
	return &s.file, s.closeFile, nil
}

func (s *searcher) closeFile() { _ = s.file.Close() } // it was only read

// each searches a file and gives its text to c. An error has been reported.
func (s *searcher) each(it *item, c consumer) (v verdict, ok bool) {
	s.item, s.long = it, longLine{}
	r, closer, err := s.start(it)
	if err != nil {
		s.tell(err)
		return verdict{binary: -1}, false
	}
	defer closer()
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

// tell reports what is wrong with the file at hand, if it has not been reported: where
// relevance is the order, a file is searched twice.
func (s *searcher) tell(err error) {
	if !s.item.told {
		s.item.told = true
		s.report(err)
	}
}

// read reads what fits into the buffer, which decides how to go on.
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
	if !f.item.explicit && f.passedOver(start) { // before others search what comes after
		f.searched = int64(n)
		return f.verdict, nil
	}
	if size := s.splits(r); size > 0 {
		s.progress.Bytes.Add(int64(-n)) // which are read again
		return f.split(size)
	}
	err = f.pieces(r, n, 0)
	return f.verdict, err
}

// fill reads until the buffer is full or the file ends.
func fill(r io.Reader, buf []byte) (n int, end bool, err error) {
	for n < len(buf) {
		k, err := r.Read(buf[n:])
		n += k
		if errors.Is(err, io.EOF) {
			return n, true, nil
		}
		if err != nil {
			return n, false, err
		}
	}
	return n, false, nil
}

// feed gives the text of one file to a consumer.
type feed struct {
	*searcher
	to consumer
	verdict
	reached int64 // where the lines after those that were consumed begin
}

// give passes on a piece, unless it shows that the file is binary: then the search is
// over. A file that was named is searched further, as far as a match.
func (f *feed) give(p piece) bool {
	f.searched = p.offset + int64(len(p.text))
	if f.binary < 0 && !f.AsText {
		if i := bytes.IndexByte(p.text, 0); i >= 0 {
			f.binary = p.offset + int64(i)
		}
	}
	return f.pass(p)
}

// pass gives a piece of which it is known whether it is binary.
func (f *feed) pass(p piece) bool {
	if p.nul = f.binary; p.nul >= 0 && !f.item.explicit {
		return false
	}
	return f.to.piece(p) && !f.stopped.Load()
}

// headSize is how much of a file is looked at for NULs before it is searched: most
// binary files have one there.
const headSize = 512

// single gives a file that is in the buffer. Nearly all files have no match, so that is
// found out first, and only then whether they are text.
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

// pieces reads on: there are n bytes in the buffer, which are at offset in the file.
func (f *feed) pieces(r io.Reader, n int, offset int64) error {
	defer f.shrink()
	f.grow(f.sizes.piece, n)
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
				if f.grow(2*len(f.buf), n) {
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
