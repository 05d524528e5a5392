package search

import (
	"cmp"
	"context"
	"sort"
	"sync"
	"sync/atomic"

	"fileops/internal/search/walk"
)

// source runs workers, which ask for the files to search. It gives a few files at a time, in
// the order of the result, and numbers these runs from 0.
type source func(ctx context.Context, work func(next func() (n int, files []item, ok bool))) error

// searchInOrder searches files and writes the results in the order of the files.
func (s *search) searchInOrder(ctx context.Context, files source, o *pager) error {
	defer context.AfterFunc(ctx, func() { s.stopped.Store(true) })()
	w := newWindow(o, s.stop)
	err := files(ctx, func(next func() (int, []item, bool)) {
		var f *searcher // made late: it needs memory, and there may be no files
		for n, items, ok := next(); ok && w.enter(n); n, items, ok = next() {
			if f == nil {
				f = s.searcher()
				defer f.close()
			}
			f.several(&turn{w: w, n: n}, items)
		}
	})
	if o.err != nil {
		return o.err
	}
	return err
}

// listed is the source of files that are known before.
func (s *search) listed(items []item) source {
	const most = 16
	size := min(most, max(1, len(items)/(4*s.Walk.Workers)))
	return func(ctx context.Context, work func(next func() (int, []item, bool))) error {
		var given atomic.Int64
		next := func() (int, []item, bool) {
			n := int(given.Add(1)) - 1
			from := min(n*size, len(items))
			return n, items[from:min(from+size, len(items))], from < len(items)
		}
		var wg sync.WaitGroup
		for range min(s.Walk.Workers, (len(items)+size-1)/size) {
			wg.Go(func() { work(next) })
		}
		wg.Wait()
		return ctx.Err()
	}
}

// tree is the source of the files below the roots by path. It gives them during the walk.
func (s *search) tree(ctx context.Context, work func(next func() (int, []item, bool))) error {
	others := s.others()
	return walk.InOrder(ctx, s.walked, s.Walk, func(next func() (walk.Run, bool)) {
		var items []item
		work(func() (int, []item, bool) {
			r, ok := next()
			items = s.merge(items[:0], &r, others)
			return r.Number, items, ok && (len(items) > 0 || !r.Last)
		})
	})
}

// merge appends the files of a run, and the others that lie between the run before it and
// its end.
func (s *search) merge(items []item, r *walk.Run, others []item) []item {
	if r.Number > 0 {
		after := s.found(&r.After)
		n := sort.Search(len(others), func(i int) bool { return byRoot(others[i], after) > 0 })
		others = others[n:]
	}
	for i := range r.Found {
		it := s.found(&r.Found[i])
		for len(others) > 0 && byRoot(others[0], it) <= 0 {
			items = append(items, others[0])
			others = others[1:]
		}
		if !s.overlay.replaces(it.path) {
			items = append(items, it)
		}
	}
	if r.Last {
		items = append(items, others...)
	}
	return items
}

// byRoot orders by root and path.
func byRoot(a, b item) int { return cmp.Or(a.root-b.root, walk.Compare(a.path, b.path)) }

// stop ends a search that has a result.
func (s *search) stop() {
	s.stopped.Store(true)
	s.cancel()
}

// several searches files, and writes the results when it is their turn.
func (s *searcher) several(t *turn, items []item) {
	s.printer.output.out = t
	for i := range items {
		if s.stopped.Load() {
			break
		}
		if s.Mode == Content {
			s.show(&items[i])
		} else if h, ok := s.count(&items[i]); ok {
			s.appendHit(s.printer.output, &h)
		}
		t.offer(s.printer.output) // a reader need not wait for the other files
	}
	s.printer.output = t.finish(s.printer.output)
}
