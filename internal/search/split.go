package search

import (
	"bytes"
	"errors"
	"io"
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
	segmentRest = 64 << 10 // a buffer has this much more, for the end of a line
)

// splits gives the size of the file if it is to be split, else 0. Only one file at a
// time is split: workers would get in each other's way.
func (s *searcher) splits(r io.Reader) int64 {
	if r != io.Reader(&s.file) || s.workers() == 1 {
		return 0
	}
	info, err := s.file.Info()
	if err != nil || info.Size < splitSize || !s.splitting.TryLock() {
		return 0
	}
	return info.Size
}

// segment is a part of a file, and what was found in it.
type segment struct {
	buf  []byte
	next int64 // where the lines after it begin
	long bool  // a line in it does not fit into buf
	err  error
	all  []pattern.Span // what hits are kept in
	zero int            // the first NUL in text, -1 for none
	piece
}

// found is what a worker knows of a segment.
type found struct {
	known    bool // it has been searched
	hits     []pattern.Span
	count    int            // of lines that match, instead of hits
	newlines int            // -1 if they were not counted
	spans    []pattern.Span // of several lines: where the matches are
}

// splitter is a file that is searched in segments.
type splitter struct {
	file  *walk.OpenFile
	size  int64
	next  atomic.Int64
	tasks chan *segment   // free segments; who takes one takes the next number, too
	ready []chan *segment // by number, modulo their number
	stop  atomic.Bool
	lines atomic.Bool // from here on lines are counted: there was a match
}

// split gives a file to the consumer in segments that are searched already.
func (f *feed) split(size int64) (verdict, error) {
	defer f.splitting.Unlock()
	n := f.workers()
	sp := &splitter{file: &f.file, size: size, tasks: make(chan *segment, 2*n), ready: make([]chan *segment, 2*n)}
	for i := range sp.ready {
		sp.ready[i] = make(chan *segment, 1)
		sp.tasks <- &segment{}
	}
	var wg sync.WaitGroup
	for range n {
		wg.Go(func() { sp.work(f.searcher) })
	}
	from, err := f.consume(sp)
	sp.stop.Store(true)
	close(sp.tasks)
	wg.Wait()
	if from < 0 || err != nil {
		return f.verdict, err
	}
	return f.verdict, f.rest(from)
}

// consume takes the segments in order. What it gives is where the file is to be read
// on in one go, or -1.
func (f *feed) consume(sp *splitter) (from int64, err error) {
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

// rest reads the file from a place where a line begins.
func (f *feed) rest(from int64) error {
	return f.pieces(io.NewSectionReader(&f.file, from, 1<<62-from), 0, from)
}

// work searches segments until there are no more.
func (sp *splitter) work(s *searcher) {
	w := &splitWorker{splitter: sp, searcher: s, find: s.matcher.Worker()}
	for g := range sp.tasks {
		i := sp.next.Add(1) - 1
		if i*segmentSize >= sp.size || sp.stop.Load() {
			return
		}
		w.search(g, i)
		sp.ready[i%int64(len(sp.ready))] <- g
	}
}

type splitWorker struct {
	*splitter
	searcher *searcher
	find     *pattern.Worker
}

// search reads and searches the lines that begin in a segment.
func (w *splitWorker) search(g *segment, i int64) {
	hits := g.all[:0]
	g.zero, g.long = -1, false
	if g.err = w.load(g, i); g.err != nil || g.long {
		return
	}
	g.found = found{known: true, newlines: -1}
	w.searcher.progress.Bytes.Add(int64(len(g.text)))
	s := w.searcher
	if !s.AsText {
		g.zero = bytes.IndexByte(g.text, 0)
	}
	if s.Mode != Content && !s.Only {
		g.count = w.find.Count(g.text)
		return
	}
	for from := 0; ; {
		start, end, ok := w.find.NextLine(g.text, from)
		if !ok {
			break
		}
		hits = append(hits, pattern.Span{Start: start, End: end})
		from = end + 1
	}
	g.all, g.hits = hits, hits
	if len(hits) > 0 {
		w.lines.Store(true)
	}
	if w.lines.Load() && s.LineNumbers {
		g.newlines = bytes.Count(g.text, lineFeed)
	}
}

var lineFeed = []byte{'\n'}

// load reads a segment: the lines that begin in it, whole.
func (w *splitWorker) load(g *segment, i int64) error {
	if g.buf == nil {
		g.buf = make([]byte, segmentSize+segmentRest)
	}
	begin := i * segmentSize
	size := int(min(segmentSize, w.size-begin))
	at := begin
	if i > 0 { // with the byte before, that says whether a line begins
		at--
		size++
	}
	n, err := w.file.ReadAt(g.buf[:size], at)
	if n < size {
		return err
	}
	skip := 0
	if i > 0 {
		if skip = bytes.IndexByte(g.buf[:n], '\n') + 1; skip == 0 || skip == n {
			g.text = nil // a line from before goes on all through it
			return nil
		}
	}
	end := n
	if g.buf[n-1] != '\n' && at+int64(n) < w.size {
		var ok bool
		if end, ok = w.finish(g, n, at); !ok {
			g.long = true
			return nil
		}
	}
	g.piece = piece{text: g.buf[skip:end], offset: at + int64(skip)}
	g.next = at + int64(end)
	return nil
}

// finish reads the rest of the last line: there are n bytes, read from at.
func (w *splitWorker) finish(g *segment, n int, at int64) (end int, ok bool) {
	const step = 4 << 10
	for n < len(g.buf) {
		k, err := w.file.ReadAt(g.buf[n:min(n+step, len(g.buf))], at+int64(n))
		if i := bytes.IndexByte(g.buf[n:n+k], '\n'); i >= 0 {
			return n + i + 1, true
		}
		n += k
		if err != nil {
			return n, true
		}
	}
	return n, false
}
