package cputime

import (
	"runtime"
	"strings"
	"testing"
	"time"
)

// failures stands for a test. It keeps the first message of a failure.
type failures struct {
	testing.TB
	message string
}

func (f *failures) Helper() {}
func (f *failures) Errorf(format string, args ...any) {
	if f.message == "" {
		f.message = format
	}
}

// spin works for a time in proportion to n.
func spin(n int) {
	x := uint64(1)
	for range n * 125 {
		x = x*6364136223846793005 + 1442695040888963407
	}
	runtime.KeepAlive(x)
}

func TestCheckGrowth(t *testing.T) {
	if RaceDetector {
		t.Skip("nothing is measured under the race detector")
	}
	for name, tt := range map[string]struct {
		work func(n int)
		ok   bool
	}{
		"linear":    {func(n int) { spin(20 * n) }, true},
		"quadratic": {func(n int) { spin(n * n / 2) }, false},
		"constant":  {func(int) { spin(100) }, true},
	} {
		var f failures
		CheckGrowth(&f, 100, 8, 15, func(n int) func() { return func() { tt.work(n) } })
		if got := f.message == ""; got != tt.ok {
			t.Errorf("%s: passed is %v; want %v", name, got, tt.ok)
		}
		if !tt.ok && !strings.Contains(f.message, "times as long") {
			t.Errorf("%s: the message is %q", name, f.message)
		}
	}
}

// The preparation is not measured, and where processor time is known, waiting is not either.
func TestOnlyWorkIsMeasured(t *testing.T) {
	if RaceDetector {
		t.Skip("nothing is measured under the race detector")
	}
	var f failures
	CheckGrowth(&f, 100, 8, 15, func(n int) func() {
		spin(n * n / 2)
		return func() { spin(20 * n) }
	})
	if f.message != "" {
		t.Error("the preparation is measured too")
	}
	if took := Of(func() { time.Sleep(50 * time.Millisecond) }); runtime.GOOS != "windows" && took > 40*time.Millisecond {
		t.Errorf("50 ms of sleep took %v of processor time", took)
	}
}
