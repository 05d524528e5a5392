package walk

import (
	"context"
	"slices"
	"strings"
)

// Run is entries that follow each other in the order of Collect.
type Run struct {
	Number int     // from 0 on
	After  Found   // the entry before it; of no use in the first one
	Found  []Found // valid until the worker asks for the next one; only the last one may be empty
	Last   bool
}

// InOrder gives the files that Collect would, in its order, while it walks. Each worker
// calls work, which asks for one run after another until there are no more. Who asks
// reads directories meanwhile: the ones that come first, as many as it takes to give all
// workers something to do, and more, up to a limit, only while others are at the first.
// So the first run comes at once, and memory does not grow with the tree, but with its
// largest directory. Errors are those of Walk.
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
	maxHeld = 64 << 10 // entries that wait to be asked for before only the next directory is read
)

// next waits for a run. A worker that is free reads a directory; when there is little
// to give, it does so once before it gets something.
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

// give makes a run of what is ready: of little it gives little, so that a few large
// files do not all come to one worker.
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

// sequence is what a walk in order has found and nobody has got yet: pieces, which the
// directories that are not done part from each other.
type sequence struct {
	first   *piece
	held    int // entries in all pieces
	limit   int // of held, 0 for none
	workers int // that ask for it; 0 if that is done at the end
	runs    int // that were given
	after   Found
	ended   bool // the last one was given
}

// piece is entries that follow each other, and the place of a directory behind them.
type piece struct {
	found   []Found
	pending bool // the directory is not done; when it is, what is in it follows
	next    *piece
}

// pieces are what is found in a directory.
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

// arrange brings what was found in a directory, names and directories mixed, into order.
// A directory comes before what is in it.
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

// put puts what was found in a directory in its place.
func (o *sequence) put(place *piece, in pieces) {
	place.pending = false
	if in.first != nil {
		place.next, in.last.next = in.first, place.next
		o.held += in.held
	}
}

// ready says that the next entry is known.
func (o *sequence) ready() bool {
	for o.first != nil && len(o.first.found) == 0 && !o.first.pending {
		o.first = o.first.next
	}
	return o.first != nil && len(o.first.found) > 0
}

// more is how many entries are ready that somebody may wait for, at least.
func (o *sequence) more() int {
	if o.workers > 0 && o.ready() {
		return len(o.first.found)
	}
	return 0
}

// scarce says that there is not enough for runs of full size.
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
