package search

import "sync"

// window writes outputs in the order of their numbers. The worker with the lowest number
// never waits, so there is no deadlock. Every number that was given out is entered and
// finished, unless the search ends.
type window struct {
	mu    sync.Mutex
	wake  sync.Cond
	turn  int       // the number whose output is written now
	ahead []*output // finished outputs that wait: a ring by number
	held  int       // their bytes
	spare []*output
	over  bool
	pager *pager
	stop  func()
}

const (
	windowSize = 64       // numbers in work at a time
	windowHeld = 8 << 20  // bytes that wait; above it no number is begun
	spillSize  = 64 << 10 // an output of this size is written in parts if it is its turn
	shareSize  = 1 << 20  // an output of this size waits for its turn
	spares     = 16       // empty outputs that are kept
)

func newWindow(p *pager, stop func()) *window {
	w := &window{pager: p, ahead: make([]*output, windowSize), stop: stop}
	w.wake.L = &w.mu
	return w
}

// turn is the right of a worker to write the output of a number.
type turn struct {
	w    *window
	n    int
	free bool // there is no order, but each output stays together
	held bool // a free turn that holds the lock until it is finished
}

// enter waits until work on a number may begin. It is false if the search has ended.
func (w *window) enter(n int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.over && n > w.turn && (n-w.turn >= windowSize || w.held > windowHeld) {
		w.wake.Wait()
	}
	return !w.over
}

// spill writes a long output so far if it is its turn. A very long one waits for its turn.
// It is false if the search has ended.
func (t *turn) spill(o *output) bool {
	if len(o.text) < spillSize {
		return true
	}
	w := t.w
	if t.free {
		if !t.held && len(o.text) < shareSize {
			return true
		}
		t.take()
		return w.put(o)
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.turn != t.n && len(o.text) < shareSize {
		return !w.over
	}
	for w.turn != t.n && !w.over {
		w.wake.Wait()
	}
	return w.put(o)
}

// offer writes the output so far, between two files, if that needs no waiting.
func (t *turn) offer(o *output) {
	if len(o.text) == 0 || !t.w.mu.TryLock() {
		return
	}
	if t.w.turn == t.n {
		t.w.put(o)
	}
	t.w.mu.Unlock()
}

// take begins a free turn.
func (t *turn) take() {
	if !t.held {
		t.w.mu.Lock()
		t.held = true
	}
}

// claim waits for the turn.
func (t *turn) claim() {
	if t.free {
		t.take()
		return
	}
	t.w.mu.Lock()
	defer t.w.mu.Unlock()
	for t.w.turn != t.n && !t.w.over {
		t.w.wake.Wait()
	}
}

// put writes an output and empties it.
func (w *window) put(o *output) bool {
	if !w.over && !w.pager.put(o) {
		w.end()
	}
	w.pager.idle()
	o.clear()
	return !w.over
}

// end ends the search for all workers.
func (w *window) end() {
	w.over = true
	w.stop()
	w.wake.Broadcast()
}

// finish hands over the rest of an output. It gives an empty one for the next turn.
func (t *turn) finish(o *output) *output {
	w := t.w
	if t.free {
		if len(o.text) > 0 || t.held {
			t.take()
			w.put(o)
			t.held = false
			w.mu.Unlock()
		}
		return o
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.turn != t.n {
		if len(o.text) == 0 {
			w.ahead[t.n%windowSize] = nothing
			return o
		}
		w.ahead[t.n%windowSize] = o
		w.held += len(o.text)
		if last := len(w.spare) - 1; last >= 0 {
			o, w.spare = w.spare[last], w.spare[:last]
			return o
		}
		return &output{}
	}
	w.put(o)
	for w.turn++; ; w.turn++ {
		slot := &w.ahead[w.turn%windowSize]
		if *slot == nil {
			break
		}
		w.held -= len((*slot).text)
		if *slot != nothing {
			w.put(*slot)
			if len(w.spare) < spares && cap((*slot).text) <= shareSize {
				w.spare = append(w.spare, *slot)
			}
		}
		*slot = nil
	}
	w.wake.Broadcast()
	return o
}

// nothing stands for an output without text.
var nothing = &output{}
