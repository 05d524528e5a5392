package walk

import (
	"slices"
	"sync"
)

// queue holds the directories of a walk that are not done, in the order of their content.
// When a directory is done, its subdirectories take its place. So the first one is the next
// one in order, and few wait. The walk is over when the queue is empty.
type queue struct {
	mu      sync.Mutex
	wake    sync.Cond
	line    dir    // the head of a doubly linked ring
	opened  []*dir // with more entries to read; taken first, so that few are open
	idle    int    // workers that wait
	stopped bool
	out     sequence // if the walk is in order
}

func (q *queue) init() {
	q.wake.L = &q.mu
	q.line.before, q.line.after, q.line.taken = &q.line, &q.line, true
}

// enter inserts a directory before another one of the ring.
func (d *dir) enter(next *dir) {
	d.before, d.after = next.before, next
	d.before.after, next.before = d, d
}

// pushOpened adds a directory that was read in part.
func (q *queue) pushOpened(d *dir) {
	q.mu.Lock()
	q.opened = append(q.opened, d)
	q.wakeSome(1)
	q.mu.Unlock()
}

// addPart keeps the entries that were found in a part of a directory.
func (q *queue) addPart(d *dir, found []Found, subs []*dir) {
	q.mu.Lock()
	d.found = append(d.found, found...)
	d.subs = append(d.subs, subs...)
	q.mu.Unlock()
}

// done replaces a directory by its entries and subdirectories.
func (q *queue) done(d *dir, found pieces, subs []*dir) {
	q.mu.Lock()
	defer q.mu.Unlock()
	for _, s := range subs {
		s.enter(d)
	}
	d.before.after, d.after.before = d.after, d.before
	if d.place != nil {
		q.out.put(d.place, found)
	}
	d.before, d.after, d.place = nil, nil, nil // directories below refer to it: free the rest
	if q.over() {
		q.wake.Broadcast()
	} else {
		q.wakeSome(len(subs) + q.out.more())
	}
}

func (q *queue) wakeSome(n int) {
	for range min(n, q.idle) {
		q.wake.Signal()
	}
}

// over reports whether all directories have been read.
func (q *queue) over() bool { return q.line.after == &q.line }

// pop waits for a directory; nil means that the walk is over.
func (q *queue) pop() *dir {
	q.mu.Lock()
	defer q.mu.Unlock()
	for !q.stopped && !q.over() {
		if d := q.take(); d != nil {
			return d
		}
		q.wait()
	}
	return nil
}

func (q *queue) wait() {
	q.idle++
	q.wake.Wait()
	q.idle--
}

// take gives a directory to read, nil if there is none now. If the sequence is full, it gives
// only the first one, which all workers wait for.
func (q *queue) take() *dir {
	if q.out.full() {
		return q.takeFirst()
	}
	if n := len(q.opened) - 1; n >= 0 {
		return q.takeOpened(n)
	}
	for d := q.line.after; d != &q.line; d = d.after {
		if !d.taken {
			d.taken = true
			return d
		}
	}
	return nil
}

func (q *queue) takeFirst() *dir {
	first := q.line.after
	if !first.taken {
		first.taken = true
		return first
	}
	if i := slices.Index(q.opened, first); i >= 0 {
		return q.takeOpened(i)
	}
	return nil
}

func (q *queue) takeOpened(i int) *dir {
	d := q.opened[i]
	q.opened = slices.Delete(q.opened, i, i+1)
	return d
}

func (q *queue) stop() {
	q.mu.Lock()
	q.stopped = true
	q.wake.Broadcast()
	q.mu.Unlock()
}

// drain closes the directories that a stopped walk left open.
func (q *queue) drain() {
	for _, d := range q.opened {
		d.release()
	}
}
