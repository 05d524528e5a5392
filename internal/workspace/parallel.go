package workspace

import (
	"context"
	"runtime"
	"sync"
	"sync/atomic"
)

// How many files are worked on at once. The disk merges syncs that wait, so that many at
// a time cost little more than one. Calls that do not wait for the disk gain nothing from
// more workers than the machine has cores.
const (
	cpuWorkers  = 4
	syncWorkers = 32
)

// chunk is how many calls in a row one worker makes. Neighbours are mostly in one
// directory, and the system lets only one call at a time change a directory.
const chunk = 25

// parallel calls do for 0 to n-1, on several workers, and returns the error of the lowest
// number that failed. Once ctx is done, it makes no more calls. With GOMAXPROCS=1 it makes
// one call after the other.
func parallel(ctx context.Context, workers, n int, do func(i int) error) error {
	if n == 1 || runtime.GOMAXPROCS(0) == 1 {
		for i := 0; i < n && ctx.Err() == nil; i++ {
			if err := do(i); err != nil {
				return err
			}
		}
		return ctx.Err()
	}
	size := max(1, min(chunk, n/workers))
	var first error
	var mu sync.Mutex
	var wg sync.WaitGroup
	failed := n           // where first is from
	var next atomic.Int64 // the first call that no worker has taken; at least n if no more are to be made
	for range min(workers, n) {
		wg.Go(func() {
			for ctx.Err() == nil {
				end := int(next.Add(int64(size)))
				if end-size >= n {
					return
				}
				for i := end - size; i < min(end, n) && ctx.Err() == nil; i++ {
					if err := do(i); err != nil {
						next.Store(int64(n))
						mu.Lock()
						defer mu.Unlock()
						if i < failed {
							first, failed = err, i
						}
						return
					}
				}
			}
		})
	}
	wg.Wait()
	if first != nil {
		return first
	}
	return ctx.Err()
}
