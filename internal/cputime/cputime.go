// Package cputime lets tests measure work in processor time: unlike the time on a clock, it
// hardly depends on what else the machine does.
//
// The time is that of the whole process, with the garbage collector. So a test that measures
// must not run in parallel with others.
package cputime

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// maxHeap is how much memory a check may use before the garbage collector runs, in bytes.
const maxHeap = 1 << 30

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
// of the clock count as that. Garbage is collected between the runs only, since the collector
// also uses processors that would be idle; beyond maxHeap it is collected at any time.
//
// Under the race detector the larger work is done once, and not measured.
func CheckGrowth(tb testing.TB, n, times int, most float64, prepare func(n int) (work func())) {
	tb.Helper()
	if RaceDetector {
		prepare(n * times)()
		return
	}
	defer debug.SetMemoryLimit(debug.SetMemoryLimit(maxHeap))
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	run := func(n int) time.Duration {
		work := prepare(n)
		runtime.GC()
		return Of(work)
	}
	var small, large time.Duration
	least := math.Inf(1)
	for range 5 {
		small = max(resolution, min(run(n), run(n)))
		large = math.MaxInt64
		for range 2 { // a second run could only be faster, and is not needed if one is fast enough
			large = min(large, max(resolution, run(n*times)))
			if least = min(least, float64(large)/float64(small)); least <= most {
				return
			}
		}
	}
	tb.Errorf("size %d takes %v, size %d %v: %.1f times as long in the best of five tries; want at most %v", n, small, n*times, large, least, most)
}
