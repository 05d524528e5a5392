package search

import (
	"bytes"
	"errors"
	"io"
	"runtime"
	"runtime/debug"
	"sync"

	"fileops/internal/search/pattern"
)

// A large file is searched by several workers, a segment each. Their results are consumed
// in order, as if one worker had found them.
const (
	splitSize   = 8 << 20 // files from this size on
	segmentSize = 1 << 20
	segmentRest = 64 << 10  // a buffer has this much more, for the end of the last line
	blockSize   = 128 << 10 // fits into the cache, since it is read several times
)

// errCut is the error for a file that became shorter.
var errCut = errors.New("the file was cut while it was read")

// segment is a part of a file, and what was found in it.
type segment struct {
	buf  []byte // if it is not mapped
	next int64  // where the lines after it begin
	long bool   // its last line does not fit into buf
	err  error
	zero int // the first NUL in text, -1 for none
	piece
}

// found is what is known of a piece.
type found struct {
	known    bool // it has been searched
	hits     []pattern.Span
	count    int // of lines that match, instead of hits
	newlines int // -1 if they were not counted
}

// splitter is a file that is searched in segments. The worker that finishes the segment
// whose turn it is consumes it and the finished ones after it, so no worker is woken.
type splitter struct {
	feed     *feed
	explicit bool
	size     int64
	views    views

	mu        sync.Mutex
	wake      sync.Cond
	next      int64      // the segment that is begun next
	turn      int64      // the segment that is consumed next
	ahead     []*segment // searched, but not consumed: a ring by number
	free      []*segment
	consuming bool  // a worker consumes segments
	over      bool  // the consumer wants no more
	from      int64 // with over: where to read the rest in one go, -1 for nowhere
	err       error
}

// split searches a file in segments and gives them to the consumer. Only one file at a time
// gets several workers. A second large file is split too, but has one worker: the result for
// a file with a NUL depends on the segments.
func (f *feed) split(size int64) (verdict, error) {
	n := 1
	if f.splitting.TryLock() {
		defer f.splitting.Unlock()
		n = f.Walk.Workers
	}
	sp := &splitter{feed: f, explicit: f.item.explicit, size: size, ahead: make([]*segment, 2*n)}
	sp.wake.L = &sp.mu
	sp.views = views{file: &f.file, size: size, open: map[int64]*view{}}
	var wg sync.WaitGroup
	for range n {
		wg.Go(sp.work)
	}
	wg.Wait()
	sp.views.close()
	if errors.Is(sp.err, errCut) && f.Mode == Content {
		f.printer.output.cutRow()
	}
	from := sp.from
	if !sp.over {
		from = f.reached // it may have grown
	}
	if from < 0 || sp.err != nil {
		return f.verdict, sp.err
	}
	return f.verdict, f.pieces(io.NewSectionReader(&f.file, from, 1<<62-from), 0, from)
}

// work searches segments until there are no more.
func (sp *splitter) work() {
	debug.SetPanicOnFault(true) // of this goroutine
	w := &splitWorker{splitter: sp, search: sp.feed.search, find: sp.feed.matcher.Worker()}
	for g, i := sp.begin(); g != nil; g, i = sp.begin() {
		w.segment(g, i)
		sp.finish(g, i)
	}
}

// begin gives a segment to search and its number, nil if there are no more. It waits while
// too many segments are not consumed.
func (sp *splitter) begin() (g *segment, i int64) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	for !sp.over && sp.next*segmentSize < sp.size && sp.next-sp.turn == int64(len(sp.ahead)) {
		sp.wake.Wait()
	}
	if sp.over || sp.next*segmentSize >= sp.size {
		return nil, 0
	}
	sp.next++
	n := len(sp.free) - 1
	if n < 0 {
		return &segment{}, sp.next - 1
	}
	g = sp.free[n]
	sp.free = sp.free[:n]
	return g, sp.next - 1
}

// finish takes a segment that has been searched. It consumes the segments whose turn it is,
// unless another worker does.
func (sp *splitter) finish(g *segment, i int64) {
	sp.mu.Lock()
	defer sp.mu.Unlock()
	slots := int64(len(sp.ahead))
	sp.ahead[i%slots] = g
	if sp.consuming {
		return
	}
	sp.consuming = true
	for g := sp.ahead[sp.turn%slots]; g != nil && !sp.over; g = sp.ahead[sp.turn%slots] {
		sp.mu.Unlock()
		more := sp.consume(g)
		sp.views.done(sp.turn)
		sp.mu.Lock()
		sp.over = !more
		sp.ahead[sp.turn%slots] = nil
		sp.free = append(sp.free, g)
		sp.turn++
		sp.wake.Broadcast()
	}
	sp.consuming = false
}

// consume consumes a segment; false if it was the last one.
func (sp *splitter) consume(g *segment) (more bool) {
	f := sp.feed
	sp.from = -1
	switch {
	case errors.Is(g.err, io.EOF):
		sp.err = errCut
		return false
	case g.err != nil:
		sp.err = g.err
		return false
	case g.long:
		sp.from = f.reached
		return false
	case len(g.text) == 0:
		return true
	}
	defer faults(&sp.err)
	f.reached = g.next
	f.progress.Bytes.Add(int64(len(g.text)))
	if f.binary < 0 && g.zero >= 0 {
		f.binary = g.offset + int64(g.zero)
	}
	return f.give(g.piece)
}

// faults, when deferred, turns a fault in mapped memory into an error.
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

type splitWorker struct {
	*splitter
	*search
	find *pattern.Worker
}

// segment reads and searches the lines that begin in a segment.
func (w *splitWorker) segment(g *segment, i int64) {
	g.zero, g.long = -1, false
	hits := g.hits[:0]
	defer faults(&g.err)
	if g.err = w.load(g, i); g.err != nil || g.long {
		return
	}
	g.found = found{known: true, newlines: -1, hits: hits}
	if w.LineNumbers && w.Mode == Content {
		g.newlines = 0
	}
	for from := 0; from < len(g.text); {
		to := len(g.text)
		if to-from > blockSize {
			to = min(lineEnd(g.text, from+blockSize)+1, len(g.text))
		}
		w.block(g, from, to)
		from = to
	}
}

// block searches whole lines of a segment.
func (w *splitWorker) block(g *segment, from, to int) {
	text := g.text[from:to]
	// A file that was named is searched even if it is binary. As in ripgrep, only its
	// beginning and the lines that match are tested for NULs.
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

// load reads a segment: the lines that begin in it, whole.
func (w *splitWorker) load(g *segment, i int64) error {
	begin := i * segmentSize
	end := min(begin+segmentSize, w.size)
	if b, from, ok := w.views.segment(i); ok && w.lines(g, b, from, begin, end) {
		return nil
	}
	if g.buf == nil {
		g.buf = make([]byte, segmentSize+segmentRest)
	}
	from := max(0, begin-1)
	n, err := w.feed.file.ReadAt(g.buf[:min(int64(len(g.buf)), w.size-from)], from)
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
			g.piece = piece{} // it lies within a line that began before it
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
