package search

import (
	"sync"

	"fileops/internal/search/walk"
)

// A file that is split is mapped in views of several segments. Mapping each segment by itself
// would cost as much as searching it, since every unmapping interrupts all cores.
const (
	viewSize   = 16 << 20 // a multiple of segmentSize; two are mapped at a time, or a few with many cores
	viewRest   = 8 << 10  // and this much more, for the end of the last line
	viewBefore = 4 << 10  // and before, since offsets are multiples of it
)

// views are the views of a file that are in use.
type views struct {
	file *walk.OpenFile
	size int64 // of the file

	mu   sync.Mutex
	open map[int64]*view // by number
}

// view is a part of a file.
type view struct {
	text []byte // nil if it cannot be mapped
	from int64  // its offset in the file
	done int64  // segments that have been consumed
}

// segment gives a segment with the text mapped around it, and the offset of that text. Not ok
// means that the segment must be read.
func (v *views) segment(i int64) (text []byte, from int64, ok bool) {
	in := v.view(i * segmentSize / viewSize)
	begin, end := max(0, i*segmentSize-viewBefore), (i+1)*segmentSize+viewRest
	// The last segment is not mapped: scans may look beyond the end of what they are given.
	if in.text == nil || end >= v.size {
		return nil, 0, false
	}
	return in.text[begin-in.from : end-in.from], begin, true
}

// view gives a view, and maps it if necessary.
func (v *views) view(n int64) *view {
	v.mu.Lock()
	defer v.mu.Unlock()
	in, ok := v.open[n]
	if !ok {
		in = &view{from: max(0, n*viewSize-viewBefore)}
		end := min((n+1)*viewSize+viewRest, v.size)
		if b, err := v.file.Map(in.from, int(end-in.from)); err == nil {
			in.text = b
		}
		v.open[n] = in
	}
	return in
}

// done releases a segment, and unmaps a view after its last one.
func (v *views) done(i int64) {
	v.mu.Lock()
	defer v.mu.Unlock()
	n := i * segmentSize / viewSize
	in := v.open[n]
	if in.done++; in.done == viewSize/segmentSize {
		in.close()
		delete(v.open, n)
	}
}

// close unmaps all views.
func (v *views) close() {
	for _, in := range v.open {
		in.close()
	}
}

func (v *view) close() {
	if v.text != nil {
		walk.Unmap(v.text)
	}
}
