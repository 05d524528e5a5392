package search

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"

	"fileops/internal/search/pattern"
	"fileops/internal/search/walk"
)

// A large file is searched by several workers, a segment each. What they find is
// consumed in order, as if one had found it.
const (
	splitSize   = 8 << 20 // files from this size on
	segmentSize = 1 << 20
	segmentRest = 64 << 10  // a buffer has this much more, for the end of a line
	mappedRest  = 8 << 10   // and what is mapped this much
	mappedUnit  = 4 << 10   // what offsets are multiples of; a segment is mapped with one before it
	blockSize   = 128 << 10 // what is looked at several times stays in the cache
)

// errCut is what the use of a mapped file comes to that is not as long any more.
var errCut = errors.New("the file was cut while it was read")

// splits gives the size of the file if it is to be split, else 0. Only one file at a
// time is split: workers would get in each other's way.
func (s *searcher) splits(r io.Reader) int64 {
	if s.workers() == 1 || s.Invert {
		return 0
	}
	size := s.size(r)
	if size < splitSize || !s.splitting.TryLock() {
		return 0
	}
	return size
}

// segment is a part of a file, and what was found in it.
type segment struct {
	mapped []byte // what is to be given back
	buf    []byte // where mapping does not do
	next   int64  // where the lines after it begin
	long   bool   // a line in it does not fit into buf
	err    error
	hits   []pattern.Span // what those of the piece are kept in
	zero   int            // the first NUL in text, -1 for none
	piece
}

// found is what is known of a piece.
type found struct {
	known    bool // it has been searched
	hits     []pattern.Span
	count    int // of lines that match, instead of hits
	newlines int // -1 if they were not counted
}

// splitter is a file that is searched in segments.
type splitter struct {
	file     *walk.OpenFile
	explicit bool
	size     int64
	next     atomic.Int64
	tasks    chan *segment   // free segments; who takes one takes the next number, too
	ready    []chan *segment // by number, modulo their number
	stop     atomic.Bool
}

// split gives a file to the consumer in segments that are searched already.
func (f *feed) split(size int64) (v verdict, err error) {
	defer f.splitting.Unlock()
	n := f.workers()
	sp := &splitter{file: &f.file, explicit: f.item.explicit, size: size}
	sp.tasks, sp.ready = make(chan *segment, 2*n), make([]chan *segment, 2*n)
	all := make([]segment, 2*n)
	for i := range all {
		sp.ready[i] = make(chan *segment, 1)
		sp.tasks <- &all[i]
	}
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() { sp.work(f.searcher) })
	}
	from, err := f.consume(sp)
	sp.stop.Store(true)
	close(sp.tasks)
	wg.Wait()
	for i := range all {
		all[i].unmap()
	}
	if from < 0 || err != nil {
		return f.verdict, err
	}
	return f.verdict, f.pieces(io.NewSectionReader(&f.file, from, 1<<62-from), 0, from)
}

// faults makes a fault in mapped memory an error, where it is deferred.
func faults(err *error) {
	switch r := recover().(type) {
	case nil:
	case interface {
		runtime.Error
		Addr() uintptr
	}:
		*err = errCut
	default:
		panic(r)
	}
}

// consume takes the segments in order. What it gives is where the file is to be read
// on in one go, or -1.
func (f *feed) consume(sp *splitter) (from int64, err error) {
	defer debug.SetPanicOnFault(debug.SetPanicOnFault(true))
	defer faults(&err)
	for i := int64(0); i*segmentSize < sp.size; i++ {
		g := <-sp.ready[i%int64(len(sp.ready))]
		switch {
		case errors.Is(g.err, io.EOF): // it is shorter now
			return -1, nil
		case g.err != nil:
			return -1, g.err
		case g.long:
			return f.reached, nil
		}
		if len(g.text) > 0 {
			f.reached = g.next
			if !f.giveSegment(g) {
				return -1, nil
			}
		}
		sp.tasks <- g
	}
	return f.reached, nil // it may have grown
}

// giveSegment is give for what has been searched.
func (f *feed) giveSegment(g *segment) bool {
	f.searched = g.offset + int64(len(g.text))
	if f.binary < 0 && g.zero >= 0 {
		f.binary = g.offset + int64(g.zero)
	}
	return f.pass(g.piece)
}

// work searches segments until there are no more.
func (sp *splitter) work(s *searcher) {
	debug.SetPanicOnFault(true) // of this goroutine
	w := &splitWorker{splitter: sp, search: s.search, find: s.matcher.Worker()}
	for g := range sp.tasks {
		i := sp.next.Add(1) - 1
		if i*segmentSize >= sp.size || sp.stop.Load() {
			return
		}
		w.segment(g, i)
		sp.ready[i%int64(len(sp.ready))] <- g
	}
}

type splitWorker struct {
	*splitter
	*search
	find *pattern.Worker
}

// segment reads and searches the lines that begin in a segment.
func (w *splitWorker) segment(g *segment, i int64) {
	g.zero, g.long = -1, false
	g.hits = g.hits[:0]
	defer faults(&g.err)
	if g.err = w.load(g, i); g.err != nil || g.long {
		return
	}
	w.progress.Bytes.Add(int64(len(g.text)))
	g.found = found{known: true, newlines: -1}
	if w.LineNumbers && w.Mode == Content {
		g.newlines = 0
	}
	for from := 0; from < len(g.text); {
		to := len(g.text)
		if to-from > blockSize {
			to = from + blockSize
			if n := bytes.IndexByte(g.text[to:], '\n'); n >= 0 {
				to += n + 1
			} else {
				to = len(g.text)
			}
		}
		w.block(g, from, to)
		from = to
	}
	g.found.hits = g.hits
}

// block searches whole lines of a segment.
func (w *splitWorker) block(g *segment, from, to int) {
	text := g.text[from:to]
	// A file that was named is searched although it may be binary. As in ripgrep only its
	// beginning, and lines that match, are asked about that.
	if g.zero < 0 && !w.AsText && (!w.explicit || g.offset == 0) {
		w.zero(g, from, to)
	}
	if g.newlines >= 0 {
		g.newlines += bytes.Count(text, lineFeed)
	}
	if w.Mode != Content && !w.Only {
		g.count += w.find.Count(text)
		return
	}
	for at := 0; ; {
		start, end, ok := w.find.NextLine(text, at)
		if !ok {
			return
		}
		g.hits = append(g.hits, pattern.Span{Start: from + start, End: from + end})
		if w.explicit && g.zero < 0 && !w.AsText {
			w.zero(g, from+start, from+end)
		}
		at = end + 1
	}
}

func (w *splitWorker) zero(g *segment, from, to int) {
	if n := bytes.IndexByte(g.text[from:to], 0); n >= 0 {
		g.zero = from + n
	}
}

func (g *segment) unmap() {
	if g.mapped != nil {
		walk.Unmap(g.mapped)
		g.mapped = nil
	}
}

// load reads a segment: the lines that begin in it, whole.
func (w *splitWorker) load(g *segment, i int64) error {
	g.unmap()
	begin := i * segmentSize
	end := min(begin+segmentSize, w.size)
	// The last segment is not mapped: scans may look beyond the end of what they are given.
	if end+mappedRest < w.size {
		from := max(0, begin-mappedUnit)
		if b, err := w.file.Map(from, int(end+mappedRest-from)); err == nil {
			g.mapped = b
			if w.lines(g, b, from, begin, end) {
				return nil
			}
		}
	}
	if g.buf == nil {
		g.buf = make([]byte, segmentSize+segmentRest)
	}
	from := max(0, begin-1)
	n, err := w.file.ReadAt(g.buf[:min(int64(len(g.buf)), w.size-from)], from)
	if int64(n) < end-from {
		return err
	}
	g.long = !w.lines(g, g.buf[:n], from, begin, end)
	return nil
}

// lines finds the lines that begin in a segment, between begin and end, in b, which was
// read from an offset on. It is false if the last of them goes on behind b.
func (w *splitWorker) lines(g *segment, b []byte, from, begin, end int64) bool {
	skip := 0
	if begin > 0 {
		at := int(begin-from) - 1 // the byte that says whether a line begins with the segment
		skip = bytes.IndexByte(b[at:], '\n') + 1 + at
		if skip == at || from+int64(skip) >= end {
			g.piece = piece{} // a line from before goes on all through it
			return true
		}
	}
	last := int(end-from) - 1
	stop := len(b)
	if n := bytes.IndexByte(b[last:], '\n'); n >= 0 {
		stop = last + n + 1
	} else if from+int64(len(b)) < w.size {
		return false
	}
	g.piece = piece{text: b[skip:stop], offset: from + int64(skip)}
	g.next = from + int64(stop)
	return true
}
