package run

import (
	"bytes"
	"testing"
)

// TestCommonLinesAreCountedOnce: a line that could belong to both ends belongs to the
// beginning.
func TestCommonLinesAreCountedOnce(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b       string
		head, tail int
	}{
		{"a x b", "a y b", 1, 1},
		{"a b", "a b", 2, 0},
		{"a x x b", "a x b", 2, 1},
		{"a x b", "a x x b", 2, 1},
		{"x x", "x", 1, 0},
		{"x", "x x x", 1, 0},
		{"a", "b", 0, 0},
	} {
		head, tail := common(bytes.Fields([]byte(tt.a)), bytes.Fields([]byte(tt.b)))
		if head != tt.head || tail != tt.tail {
			t.Errorf("%q, %q: %d and %d lines, want %d and %d", tt.a, tt.b, head, tail, tt.head, tt.tail)
		}
	}
}

// TestALimitMayBeReached: a search is over beyond it.
func TestALimitMayBeReached(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		replayed int
		used     parseUsage
		want     bool
	}{
		{10, parseUsage{bytes: maxParsedBytes, took: maxParseTime}, false},
		{11, parseUsage{}, true},
		{0, parseUsage{bytes: maxParsedBytes + 1}, true},
		{0, parseUsage{took: maxParseTime + 1}, true},
	} {
		s := execution{contents: &contentChecker{searchUsage: tt.used}, replayed: tt.replayed}
		if got := s.exhausted(10); got != tt.want {
			t.Errorf("%d operations, %+v: %t", tt.replayed, tt.used, got)
		}
	}
}
