package main

import (
	"strings"
	"testing"
)

// TestNothingIsDamaged edits some files of every encoding, of one line and of a
// thousand. With -v it prints how they fared.
func TestNothingIsDamaged(t *testing.T) {
	t.Parallel()
	languages, err := load("testdata/texts.txt")
	if err != nil {
		t.Fatal(err)
	}
	results, err := measure(t.Context(), t.TempDir(), languages, "", 40)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		for kind, got := range r.tallies {
			for _, s := range got.broken {
				t.Errorf("%s, %s: %s", r.label(), kinds[kind], s)
			}
			switch {
			case kind == declaredKind && r.unicode():
				continue
			case got.total() == 0:
				t.Errorf("%s, %s: no file", r.label(), kinds[kind])
			case kind == declaredKind && got.counts[right] < got.total():
				t.Errorf("%s, declared: %s", r.label(), got.misses)
			}
		}
		if long := r.tallies[thousand].counts; r.unicode() && long[right] < long.total() {
			t.Errorf("%s, a thousand lines: %s", r.label(), r.tallies[thousand].misses)
		}
	}
	s := table(results)
	if strings.Count(s, "\n") != 3+len(results) {
		t.Errorf("not a row for each of %d", len(results))
	}
	t.Logf("\n%s", s)
}
