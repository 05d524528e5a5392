package pattern_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"fileops/internal/search/pattern"
)

// TestPatternsHaveBounds: a pattern that would take long to parse or to compile is refused.
func TestPatternsHaveBounds(t *testing.T) {
	nested := func(open, middle, end string, n int) string {
		return strings.Repeat(open, n) + middle + strings.Repeat(end, n)
	}
	var counted []string
	for i := range 1000 {
		counted = append(counted, fmt.Sprintf("%da{500}", i))
	}
	for _, tt := range []struct {
		name     string
		patterns []string
		want     string // in the message; "" where it is taken
	}{
		{"choices-in-groups", []string{nested("(|", "", ")", 3000)}, "more than 250 groups in each other"},
		{"groups-in-groups", []string{nested("(", "", ")", 8000)}, "more than 250 groups in each other"},
		{"groups-without-capture", []string{nested("(?:", "a", ")*", 2000)}, "more than 250 groups in each other"},
		{"groups-that-do-not-close", []string{strings.Repeat("(", 16_000)}, "more than 250 groups in each other"},
		{"250-groups", []string{nested("(", "a", ")", 250)}, ""},
		{"251-groups", []string{nested("(", "a", ")", 251)}, "more than 250 groups in each other"},
		{"groups-side-by-side", []string{strings.Repeat("(a)", 2000)}, ""},
		{"parentheses-in-a-class", []string{"[" + strings.Repeat("(", 2000) + "]"}, ""},
		{"parentheses-quoted", []string{`\Q` + strings.Repeat("(", 2000) + `\E`}, ""},
		{"parentheses-escaped", []string{strings.Repeat(`\(`, 2000)}, ""},
		{"counts-in-counts", []string{"(a{1000}){1000}"}, "repeat"},
		{"counts-side-by-side", []string{strings.Repeat("a{500}", 1000)}, "too large when its counts are written out"},
		{"counted-classes", []string{strings.Repeat(`\pL{100}`, 200)}, "too large when its counts are written out"},
		{"one-counted-class", []string{`\pL{1000}`}, ""},
		{"many-classes", []string{strings.Repeat(`\pL|`, 1000) + "x"}, "more than 250 classes by name"},
		{"many-classes-in-brackets", []string{strings.Repeat(`[\pL\pN]|`, 1000) + "x"}, "more than 250 classes by name"},
		{"brackets-that-do-not-close", []string{strings.Repeat("[[", 500_000)}, "missing closing ]"},
		{"beginnings-of-named-classes", []string{strings.Repeat("[[:", 500_000)}, "more than 250 classes by name"},
		{"beginnings-of-named-classes-in-brackets", []string{"[" + strings.Repeat("[:", 500_000) + "]"}, "more than 250 classes by name"},
		{"named-classes", []string{strings.Repeat("[[:alpha:]]", 250)}, ""},
		{"251-named-classes", []string{strings.Repeat("[[:alpha:]]", 251)}, "more than 250 classes by name"},
		{"counts-over-patterns", counted, "too large when its counts are written out"},
		{"a-fault-at-the-end", []string{strings.Repeat("a", 30_000) + "**"}, "invalid nested repetition operator"},
		{"many-words", []string{strings.Repeat("word|", 50_000) + "x"}, ""},
		{"optional-letters", []string{strings.Repeat("a?", 5000) + strings.Repeat("a", 5000)}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			began := time.Now()
			_, err := pattern.Compile(tt.patterns, pattern.Options{})
			if e := (*pattern.Error)(nil); tt.want != "" && (!errors.As(err, &e) || !strings.Contains(e.Msg, tt.want)) {
				t.Errorf("got %.200v, want %q", err, tt.want)
			}
			if tt.want == "" && err != nil {
				t.Errorf("got %.200v, want a matcher", err)
			}
			if took := time.Since(began); took > 10*time.Second { // it takes milliseconds, on a machine that does nothing else
				t.Errorf("it took %v", took)
			}
		})
	}
}
