package main

import (
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// sampled are shapes that once took time out of all proportion.
var sampled = []string{
	"replace all of a letter by half the response",
	"equal lines that just miss",
	"a block in a block in a block",
	"grep: empty choices in groups",
	"grep: groups in groups",
	"grep: counts that fit",
	"grep: a fault at the end",
	"glob: braces in a row, a few",
	"directories moved under each other",
	"patch: equal hunks",
	"JSON: brackets",
	"scripts that are slow to check",
}

// TestShapesAreLinear: eight times the size takes no more than some thirty times the time
// of the processor. What is quadratic takes sixty-four times.
func TestShapesAreLinear(t *testing.T) {
	if testing.Short() {
		t.Skip("it builds and runs the program")
	}
	dir := t.TempDir()
	program := filepath.Join(dir, "fileops")
	build := exec.Command("go", "build", "-ldflags=-s -w", "-o", program, "../../cmd/fileops")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	all := map[string]shape{}
	for _, s := range shapes() {
		all[s.name] = s
	}
	const n, times, room = 2 << 10, 8, 4
	for _, name := range sampled {
		s, known := all[name]
		if !known {
			t.Errorf("there is no shape %q", name)
			continue
		}
		r := runner{program: program, dir: dir, here: true}
		small, large := time.Hour, time.Hour // the least of up to three
		linear := func() bool { return large <= max(small, 20*time.Millisecond)*times*room }
		for try := 0; try < 3 && (try == 0 || !linear()); try++ {
			small, large = min(small, timeOf(t, r, s, n)), min(large, timeOf(t, r, s, times*n))
		}
		if !linear() {
			t.Errorf("%s: %v for %d bytes, %v for %d", name, small, n, large, times*n)
		}
	}
}

// timeOf is the processor time of one run.
func timeOf(t *testing.T, r runner, s shape, n int) time.Duration {
	t.Helper()
	c, err := r.cost(s, n)
	if err != nil {
		t.Fatalf("%s: %v", s.name, err)
	}
	return c.time
}

// TestShapesHaveNames: each has one of its own, by which it is made.
func TestShapesHaveNames(t *testing.T) {
	seen := map[string]bool{}
	for _, s := range shapes() {
		if s.name == "" || seen[s.name] {
			t.Errorf("%q is the name of two shapes, or of none", s.name)
		}
		seen[s.name] = true
		if got := len(s.response(1 << 10)); got < 256 || got > 16<<10 {
			t.Errorf("%s: the response of 1 KB has %d bytes", s.name, got)
		}
	}
	if len(seen) < 60 {
		t.Errorf("there are %d shapes, want 60", len(seen))
	}
}

// TestExponent: growth is that between responses of different lengths. A shape that repeats
// a long part makes the same response for several small sizes.
func TestExponent(t *testing.T) {
	run := func(size int, took time.Duration) cost { return cost{size: size, time: took * time.Millisecond} }
	for name, tt := range map[string]struct {
		costs []cost
		want  string
	}{
		"in-proportion":         {[]cost{run(100, 200), run(200, 400), run(400, 800)}, "1.0"},
		"square":                {[]cost{run(100, 10), run(200, 100), run(400, 400)}, "2.0"},
		"too-short-to-say":      {[]cost{run(100, 10), run(200, 20), run(400, 400)}, "–"},
		"one-size":              {[]cost{run(100, 200)}, "–"},
		"all-of-one-length":     {[]cost{run(800, 300), run(800, 400), run(800, 600)}, "–"},
		"some-of-one-length":    {[]cost{run(800, 300), run(800, 300), run(1600, 600), run(1600, 600)}, "1.0"},
		"growth-before-a-stall": {[]cost{run(800, 300), run(1600, 600), run(1600, 600)}, "1.0"},
	} {
		if got := exponent(tt.costs, func(c cost) float64 { return c.time.Seconds() }, telling.Seconds()); got != tt.want {
			t.Errorf("%s: got %s, want %s", name, got, tt.want)
		}
	}
}
