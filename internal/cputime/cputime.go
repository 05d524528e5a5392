// Package cputime lets tests measure work in processor time: unlike the time on a clock, it
// hardly depends on what else the machine does.
//
// The time is that of the whole process, with the garbage collector. So a test that measures
// must not run in parallel with others.
package cputime

import (
	"math"
	"testing"
	"time"
)

// Of returns the processor time that a call of work takes.
func Of(work func()) time.Duration {
	began := used()
	work()
	return used() - began
}

// CheckGrowth fails a test if work on an input times as large takes more than most times as
// long. The function prepare makes an input of size n and returns the work on it, which alone
// is measured.
//
// The fastest of two runs counts, and one of five tries is enough. Times below the resolution
// of the clock count as that.
func CheckGrowth(tb testing.TB, n, times int, most float64, prepare func(n int) (work func())) {
	tb.Helper()
	fastest := func(n int) time.Duration {
		return max(resolution, min(Of(prepare(n)), Of(prepare(n))))
	}
	var small, large time.Duration
	least := math.Inf(1)
	for range 5 {
		small, large = fastest(n), fastest(n*times)
		if least = min(least, float64(large)/float64(small)); least <= most {
			return
		}
	}
	tb.Errorf("size %d takes %v, size %d %v: %.1f times as long in the best of five tries; want at most %v", n, small, n*times, large, least, most)
}
