package search

import "sync"

// window lets outputs out in the order of their numbers. Who holds the lowest number
// never waits, so there is always somebody who goes on: numbers that were given out are
// all entered and finished, unless nothing more is wanted.
type window struct {
	mu    sync.Mutex
	wake  sync.Cond
	turn  int // the number whose output goes out now
	ahead []*output
	held  int // bytes of outputs that are finished and wait
	spare []*output
	over  bool
	pager *pager
	stop  func()
}

const (
	windowSize = 64       // numbers that are worked on at a time
	windowHeld = 8 << 20  // bytes that may wait before no new numbers are worked on
	spillSize  = 64 << 10 // of an output, from which on it goes out in parts if it can
	shareSize  = 1 << 20  // of an output, from which on it waits for its turn
	spares     = 16       // outputs that are kept to be used again
)

func newWindow(p *pager, stop func()) *window {
	w := &window{pager: p, ahead: make([]*output, windowSize), stop: stop}
	w.wake.L = &w.mu
	return w
}

// turn is the right of one worker to put out what belongs to a number.
type turn struct {
	w    *window
	n    int
	free bool // there is no order, but what belongs to a number stays together
	held bool // free, and it is the turn of this one until it is finished
}

// enter waits until a number may be worked on; false when nothing more is wanted.
func (w *window) enter(n int) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	for !w.over && n > w.turn && (n-w.turn >= windowSize || w.held > windowHeld) {
		w.wake.Wait()
	}
	return !w.over
}

// spill puts out what there is so far, if it is the turn of the number; an output that
// is large waits for that. It is false if nothing more is wanted.
func (t *turn) spill(o *output) bool {
	if len(o.text) < spillSize {
		return true
	}
	w := t.w
	if t.free {
		return t.spillFree(o)
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

// offer puts out what there is so far, between two files, if that is possible now.
func (t *turn) offer(o *output) {
	if len(o.text) == 0 || !t.w.mu.TryLock() {
		return
	}
	if t.w.turn == t.n {
		t.w.put(o)
	}
	t.w.mu.Unlock()
}

// spillFree is spill where there is no order.
func (t *turn) spillFree(o *output) bool {
	if !t.held && len(o.text) < shareSize {
		return true
	}
	t.take()
	return t.w.put(o)
}

// take makes it the turn of this one.
func (t *turn) take() {
	if !t.held {
		t.w.mu.Lock()
		t.held = true
	}
}

// claim waits for the turn of the number.
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

// end tells all workers that nothing more is wanted.
func (w *window) end() {
	w.over = true
	w.stop()
	w.wake.Broadcast()
}

// finish hands over what is left of an output. What comes back is one to go on with.
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
		return w.unused()
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

// unused gives an output to go on with.
func (w *window) unused() *output {
	n := len(w.spare) - 1
	if n < 0 {
		return &output{}
	}
	o := w.spare[n]
	w.spare = w.spare[:n]
	return o
}

// nothing stands for an output without text.
var nothing = &output{}
