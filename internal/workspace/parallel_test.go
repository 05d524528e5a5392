package workspace

import (
	"context"
	"errors"
	"sync/atomic"
	"testing"
)

func TestParallelStopsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	var begun atomic.Int32
	err := parallel(ctx, cpuWorkers, 10_000, func(int) error {
		begun.Add(1)
		cancel()
		<-ctx.Done()
		return nil
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v", err)
	}
	if n := begun.Load(); n > cpuWorkers {
		t.Errorf("%d calls were begun by %d workers, though the first of each canceled them", n, cpuWorkers)
	}
}

// TestParallelFailsWithTheFirst fails calls in one chunk and in the next ones: the error is
// that of the lowest number, whichever came first.
func TestParallelFailsWithTheFirst(t *testing.T) {
	for range 200 {
		err := parallel(t.Context(), cpuWorkers, 10*chunk, func(i int) error {
			if i >= chunk-1 {
				return errFrom(i)
			}
			return nil
		})
		if !errors.Is(err, errFrom(chunk-1)) {
			t.Fatalf("error %v", err)
		}
	}
}

type errFrom int

func (e errFrom) Error() string { return "failed" }
