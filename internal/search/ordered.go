package search

import (
	"context"
	"sync"
)

// chunk is how many files a worker takes at once, at most.
const chunk = 16

// searchInOrder searches files and puts out what they hold in their order.
func (s *search) searchInOrder(ctx context.Context, items []item, o *pager) error {
	defer context.AfterFunc(ctx, func() { s.stopped.Store(true) })()
	size := min(chunk, max(1, len(items)/(4*s.workers())))
	chunks := (len(items) + size - 1) / size
	w := newWindow(o, s.stop)
	var wg sync.WaitGroup
	for range min(s.workers(), chunks) {
		wg.Go(func() {
			f := s.searcher()
			defer f.close()
			for {
				n, ok := w.begin(chunks)
				if !ok {
					return
				}
				f.chunk(&turn{w: w, n: n}, items[n*size:min((n+1)*size, len(items))])
			}
		})
	}
	wg.Wait()
	if o.err != nil {
		return o.err
	}
	return ctx.Err()
}

// stop ends the search because nothing more is wanted.
func (s *search) stop() {
	s.stopped.Store(true)
	s.cancel()
}

// chunk searches some files. Their output goes out when it is their turn.
func (s *searcher) chunk(t *turn, items []item) {
	s.printer.output.out = t
	for i := range items {
		if s.stopped.Load() {
			break
		}
		s.show(&items[i])
	}
	s.printer.output = t.finish(s.printer.output)
}
