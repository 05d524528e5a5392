package walk

import "sync"

// queue holds the directories that wait for a worker. It is empty for good when none
// waits and no worker is at one that may bring more.
type queue struct {
	mu      sync.Mutex
	wake    sync.Cond
	fresh   []*dir // a stack, so that few wait
	opened  []*dir // with more entries to read; taken first, so that few are open
	active  int    // workers that are at a directory
	idle    int    // workers that wait
	stopped bool
}

// push adds directories that were not opened yet.
func (q *queue) push(dirs ...*dir) {
	if len(dirs) == 0 {
		return
	}
	q.mu.Lock()
	q.fresh = append(q.fresh, dirs...)
	q.wakeSome(len(dirs))
	q.mu.Unlock()
}

// pushOpened adds a directory of which only a part was read.
func (q *queue) pushOpened(d *dir) {
	q.mu.Lock()
	q.opened = append(q.opened, d)
	q.wakeSome(1)
	q.mu.Unlock()
}

func (q *queue) wakeSome(n int) {
	for range min(n, q.idle) {
		q.wake.Signal()
	}
}

// pop waits for a directory; nil means that the walk is over. A worker that comes back
// says so with again.
func (q *queue) pop(again bool) *dir {
	q.mu.Lock()
	defer q.mu.Unlock()
	if again {
		q.active--
	}
	for !q.stopped {
		if d := takeLast(&q.opened); d != nil {
			q.active++
			return d
		}
		if d := takeLast(&q.fresh); d != nil {
			q.active++
			return d
		}
		if q.active == 0 {
			break
		}
		q.idle++
		q.wake.Wait()
		q.idle--
	}
	q.wake.Broadcast()
	return nil
}

func takeLast(stack *[]*dir) *dir {
	s := *stack
	if len(s) == 0 {
		return nil
	}
	d := s[len(s)-1]
	s[len(s)-1] = nil
	*stack = s[:len(s)-1]
	return d
}

func (q *queue) stop() {
	q.mu.Lock()
	q.stopped = true
	q.wake.Broadcast()
	q.mu.Unlock()
}

// drain closes what a stopped walk left open.
func (q *queue) drain() {
	for d := takeLast(&q.opened); d != nil; d = takeLast(&q.opened) {
		d.release()
	}
}
