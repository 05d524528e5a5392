package automaton

import (
	"math"
	"regexp/syntax"
	"slices"
	"testing"
)

func TestCacheKeepsOneStateOverAReset(t *testing.T) {
	t.Parallel()
	c := NewCache(5)
	a, b := c.Row([]byte("a")), c.Row([]byte("b"))
	if a < 4 || b != a+8 || len(c.Table) != int(b)+8 {
		t.Errorf("got rows %d and %d in a table of %d", a, b, len(c.Table))
	}
	if again := c.Row([]byte("a")); again != a || c.Len() != 2 {
		t.Errorf("the same key: got row %d and %d states, want %d and 2", again, c.Len(), a)
	}
	c.Table[b], c.Starts[Edge] = a, a
	c.Limit = c.Memory - 1
	if !c.Full() {
		t.Error("not full above the limit")
	}
	b = c.Reset(b)
	if c.Key(b) != "b" || c.Len() != 1 || c.Table[b] != 0 || c.Starts[Edge] != 0 || c.Full() {
		t.Errorf("after a reset: %q of %d states, transition %d, start %d", c.Key(b), c.Len(), c.Table[b], c.Starts[Edge])
	}
	if c.Reset(0); c.Len() != 0 || c.Memory != 0 {
		t.Errorf("after a reset of all: %d states, %d bytes", c.Len(), c.Memory)
	}
}

func TestSetIsEmptyAfterClear(t *testing.T) {
	t.Parallel()
	s := NewSet(3)
	for _, generation := range []uint32{1, 2, math.MaxUint32} {
		s.Add(2)
		s.Add(0)
		s.Add(2)
		if !slices.Equal(s.Items, []uint32{2, 0}) || !s.Has(0) || s.Has(1) || !s.Mark(1) || s.Mark(1) {
			t.Fatalf("got %v, want 2 and 0", s.Items)
		}
		s.generation = generation
		s.Add(1)
		s.Clear()
		if len(s.Items) > 0 || s.Has(0) || s.Has(1) || s.Has(2) {
			t.Fatalf("after generation %d: %v is not empty", generation, s)
		}
	}
}

func TestConditionsDependOnKindsAlone(t *testing.T) {
	t.Parallel()
	runes := []rune{-1, '\n', 'a', 'Z', '_', '9', ' ', 'é', '\r', 0x212a}
	for _, before := range runes {
		for _, after := range runes {
			if got, want := Conditions(Beside(before), Beside(after)), syntax.EmptyOpContext(before, after); got != want {
				t.Errorf("between %q and %q: got %b, want %b", before, after, got, want)
			}
		}
	}
}

func TestRunesAreThoseThatMatch(t *testing.T) {
	t.Parallel()
	for _, pattern := range []string{"a", "(?i)k", "[^b]", ".", "(?s).", `\pL`, "(?i)[k-s]"} {
		re, err := syntax.Parse(pattern, syntax.Perl)
		if err != nil {
			t.Fatal(err)
		}
		prog, err := syntax.Compile(re)
		if err != nil {
			t.Fatal(err)
		}
		in := &prog.Inst[prog.Start]
		pairs := Runes(in)
		for r := range rune(0x3000) {
			got := false
			for i := 0; i < len(pairs); i += 2 {
				got = got || pairs[i] <= r && r <= pairs[i+1]
			}
			if want := in.MatchRune(r); got != want {
				t.Fatalf("%s and %q: got %v, want %v", pattern, r, got, want)
			}
		}
	}
}
