package walk

import (
	"context"
	"slices"
	"strings"
)

// Run is entries that follow each other in the order of Collect.
type Run struct {
	Number int     // from 0 on
	After  Found   // the entry before it; not set in the first run
	Found  []Found // valid until the worker asks for the next run; only the last may be empty
	Last   bool
}

// InOrder gives the files that Collect would, in the same order, during the walk. Each worker
// calls work, which asks for one run after another until there are no more. A worker that
// asks also reads directories. It reads the next ones in order, as many as give all workers
// something to do. It reads further ahead, up to a limit, only while other workers read
// the first. So the first run is ready at once, and memory grows only with the largest
// directory. Errors are those of Walk.
func InOrder(ctx context.Context, roots []string, o Options, work func(next func() (Run, bool))) error {
	w, err := newWalk(ctx, &o)
	if err != nil {
		return err
	}
	w.queue.out.limit, w.queue.out.workers = maxHeld, o.Workers
	return w.run(roots, func(k *worker) { k.gather(false) }, func(k *worker) { work(k.next) })
}

const (
	runSize = 16       // entries in a run, at most
	maxHeld = 64 << 10 // entries that wait; above it only the next directory is read
)

// next gives the next run. If none is ready, it reads a directory. If few entries are ready,
// it reads one directory first.
func (w *worker) next() (Run, bool) {
	q := &w.queue
	q.mu.Lock()
	defer q.mu.Unlock()
	for helped := false; !q.stopped && !q.out.ended; {
		if !q.out.ready() || !helped && q.out.scarce() {
			if d := q.take(); d != nil {
				q.mu.Unlock()
				w.read(d)
				q.mu.Lock()
				helped = true
				continue
			}
		}
		if q.out.ready() || q.over() {
			return q.give(w), true
		}
		q.wait()
	}
	return Run{}, false
}

// give makes a run of ready entries. If few are ready, the run is short, so that a few large
// files are shared among the workers.
func (q *queue) give(w *worker) Run {
	o := &q.out
	full := o.full()
	w.given = o.take(w.given[:0], min(runSize, max(1, o.held/(2*o.workers))))
	r := Run{Number: o.runs, After: o.after, Found: w.given}
	r.Last = q.over() && !o.ready()
	if o.runs++; len(r.Found) > 0 {
		o.after = r.Found[len(r.Found)-1]
	}
	if o.ended = r.Last; o.ended || full && !o.full() {
		q.wake.Broadcast()
	} else {
		q.wakeSome(min(o.more(), 1))
	}
	return r
}

// sequence is the entries that a walk in order has found and not given yet. It is a list of
// pieces with the unfinished directories between them.
type sequence struct {
	first   *piece
	held    int // entries in all pieces
	limit   int // of held, 0 for none
	workers int // that ask for runs; 0 for Collect
	runs    int // that were given
	after   Found
	ended   bool // the last one was given
}

// piece is consecutive entries, and the place of a directory after them.
type piece struct {
	found   []Found
	pending bool // the directory is not done; its entries will follow
	next    *piece
}

// pieces are the entries found in a directory.
type pieces struct {
	first, last *piece
	held        int
}

func (p *pieces) add(next *piece) {
	if p.first == nil {
		p.first = next
	} else {
		p.last.next = next
	}
	p.last = next
	p.held += len(next.found)
}

// arrange merges the entries of a directory with the places of its subdirectories, by name. A
// directory precedes its entries.
func arrange(found []Found, subs []*dir) (in pieces) {
	slices.SortFunc(subs, func(a, b *dir) int { return strings.Compare(a.name(), b.name()) })
	for _, s := range subs {
		n, name := 0, s.name()
		for n < len(found) && found[n].Path[found[n].name:] <= name {
			n++
		}
		s.place = &piece{found: found[:n], pending: true}
		in.add(s.place)
		found = found[n:]
	}
	if len(found) > 0 {
		in.add(&piece{found: found})
	}
	return in
}

// put inserts the entries of a directory at its place.
func (o *sequence) put(place *piece, in pieces) {
	place.pending = false
	if in.first != nil {
		place.next, in.last.next = in.first, place.next
		o.held += in.held
	}
}

// ready reports whether the next entry is known.
func (o *sequence) ready() bool {
	for o.first != nil && len(o.first.found) == 0 && !o.first.pending {
		o.first = o.first.next
	}
	return o.first != nil && len(o.first.found) > 0
}

// more gives a lower bound of the entries that are ready for waiting workers.
func (o *sequence) more() int {
	if o.workers > 0 && o.ready() {
		return len(o.first.found)
	}
	return 0
}

// scarce reports whether there are too few entries for runs of full size.
func (o *sequence) scarce() bool { return o.held < 2*runSize*o.workers }

func (o *sequence) full() bool { return o.limit > 0 && o.held > o.limit }

// take appends up to n entries that are ready.
func (o *sequence) take(to []Found, n int) []Found {
	for n > 0 && o.ready() {
		k := min(n, len(o.first.found))
		to = append(to, o.first.found[:k]...)
		o.first.found = o.first.found[k:]
		o.held -= k
		n -= k
	}
	return to
}
