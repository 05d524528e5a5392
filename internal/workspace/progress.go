package workspace

import "sync/atomic"

// Progress counts how many of a number of things were done. It may be read at any time. A nil
// Progress counts nothing.
type Progress struct{ done, total atomic.Int64 }

// Begin starts to count n things.
func (p *Progress) Begin(n int) {
	if p != nil {
		p.done.Store(0)
		p.total.Store(int64(n))
	}
}

// Add counts one more.
func (p *Progress) Add() {
	if p != nil {
		p.done.Add(1)
	}
}

// Counts returns how many things were done, and how many there are; 0 before Begin.
func (p *Progress) Counts() (done, total int64) { return p.done.Load(), p.total.Load() }
