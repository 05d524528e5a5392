package main

import (
	"os"
	"strings"
	"testing"
)

// TestNothingIsDamaged edits and reads some files of every encoding, of one line and of
// a thousand; more with TEST_ALL. With -v it prints how they fared.
func TestNothingIsDamaged(t *testing.T) {
	t.Parallel()
	languages, err := load("testdata/texts.txt")
	if err != nil {
		t.Fatal(err)
	}
	every := 240
	if os.Getenv("TEST_ALL") != "" {
		every = 40
	}
	results, err := measure(t.Context(), t.TempDir(), languages, "", every)
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
		checkSights(t, r)
	}
	for _, s := range []string{table(results), readTable(results)} {
		if strings.Count(s, "\n") != 3+len(results) {
			t.Errorf("not a row for each of %d", len(results))
		}
		t.Logf("\n%s", s)
	}
}

// checkSights wants a read of every file that was edited, and what was written to be
// shown where a file says its encoding, or has it by its bytes.
func checkSights(t *testing.T, r result) {
	t.Helper()
	for kind, seen := range r.sights {
		shown := seen.counts[faithful] + seen.counts[alike]
		switch {
		case seen.total() != r.tallies[kind].total():
			t.Errorf("%s, %s: %d files read, %d edited", r.label(), kinds[kind], seen.total(), r.tallies[kind].total())
		case kind == declaredKind && shown < seen.total(), kind == thousand && r.unicode() && seen.counts[faithful] < seen.total():
			t.Errorf("%s, %s: %s", r.label(), kinds[kind], seen.misses)
		case (seen.wrong == 0) != (shown == seen.total()), seen.wrong > seen.lines:
			t.Errorf("%s, %s: %d of %d lines are not as written, but of %d files %d are", r.label(), kinds[kind], seen.wrong, seen.lines, seen.total(), shown)
		}
	}
}

func TestDiffering(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		got, want string
		n         int
		first     string
	}{
		{"", "", 0, ""},
		{"a\nb\n", "a\nb\n", 0, ""},
		{"a\nb", "a\nb\n", 1, "b"},
		{"a\r\nb\n", "a\nb\n", 1, "a\r\n"},
		{"a\nx\ny\n", "a\nb\nc\n", 2, "x\n"},
		{"a\nb\nc\n", "a\nb\n", 1, "c\n"},
		{"", "a\n", 1, ""},
	} {
		n, first := differing(tt.got, tt.want)
		if n != tt.n || first != tt.first {
			t.Errorf("differing(%q, %q) = %d, %q; want %d, %q", tt.got, tt.want, n, first, tt.n, tt.first)
		}
	}
}
