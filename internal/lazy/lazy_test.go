package lazy_test

import (
	"sync"
	"sync/atomic"
	"testing"

	"fileops/internal/lazy"
)

func TestValueIsMadeOnce(t *testing.T) {
	t.Parallel()
	var made atomic.Int64
	v := lazy.Value[int64]{Make: func() int64 { return made.Add(1) }}
	if made.Load() != 0 {
		t.Error("the value is made before it is asked for")
	}
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if got := v.Get(); got != 1 {
				t.Errorf("got %d, want the value of the first call, 1", got)
			}
		})
	}
	all.Wait()
}

func TestRegexpIsCompiledAtTheFirstUse(t *testing.T) {
	t.Parallel()
	r := lazy.Regexp{Source: `^a+$`}
	if re := r.Get(); !re.MatchString("aa") || re.MatchString("ab") || r.Get() != re {
		t.Errorf("got %v at first, %v then", re, r.Get())
	}
	broken := lazy.Regexp{Source: `(`}
	defer func() {
		if recover() == nil {
			t.Error("an invalid expression does not panic")
		}
	}()
	broken.Get()
}
