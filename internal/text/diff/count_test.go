package diff_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fileops/internal/text/diff"
)

// versions are two contents with the names of a file in a diff of git.
func versions(from, to string) (a, b diff.Version) {
	return diff.Version{Name: "a/f", Content: []byte(from)}, diff.Version{Name: "b/f", Content: []byte(to)}
}

// signs counts the lines of a diff that begin with a plus or a minus, after the names.
func signs(unified string) (s diff.Stat) {
	for line := range strings.Lines(hunks(unified)) {
		switch line[0] {
		case '+':
			s.Added++
		case '-':
			s.Removed++
		}
	}
	return s
}

func TestCount(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, from, to string
		added, removed int
	}{
		{"equal", "a\nb\n", "a\nb\n", 0, 0},
		{"new", "", "a\nb\n", 2, 0},
		{"new_without_a_line_end", "", "a\nb", 2, 0},
		{"emptied", "a\nb\n", "", 0, 2},
		{"one_line", "a\nb\nc\n", "a\nB\nc\n", 1, 1},
		{"a_part_of_a_line", "one two\n", "one 2 two\n", 1, 1},
		{"the_end_of_a_line", "xy\n", "zy\n", 1, 1},
		{"line_end_added", "a", "a\n", 1, 1},
		{"line_end_removed", "a\nb\n", "a\nb", 1, 1},
		{"put_before", "b\n", "a\nb\n", 1, 0},
		{"put_after", "a\n", "a\nb\n", 1, 0},
		{"put_after_no_line_end", "a", "a\nb", 2, 1},
		{"repeated_line", "a\na\n", "a\na\na\n", 1, 0},
		{"two_places", "a\nb\nc\nd\n", "A\nb\nc\nD\n", 2, 2},
		{"moved_line", "a\nb\nc\n", "b\nc\na\n", 1, 1},
		{"minus_and_plus", "-- a\n", "++ a\n", 1, 1},
	} {
		want := diff.Stat{Added: tt.added, Removed: tt.removed}
		if got := diff.Count([]byte(tt.from), []byte(tt.to)); got != want {
			t.Errorf("%s: got %+v, want %+v", tt.name, got, want)
		}
		unified, got := diff.Unified(versions(tt.from, tt.to))
		if got != want || signs(unified) != want {
			t.Errorf("%s: the diff counts %+v, want %+v:\n%s", tt.name, got, want, unified)
		}
	}
}

// TestCountsAreThoseOfTheDiff, and the lines added, less those removed, are the difference in
// length.
func TestCountsAreThoseOfTheDiff(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		kinds := []int{2, 4, 1 << 30}[random.IntN(3)]
		line := func() string { return fmt.Sprintf("%d\n", random.IntN(kinds)) }
		var from, to []string
		for range random.IntN(60) {
			from = append(from, line())
		}
		for _, l := range from {
			switch random.IntN(16) {
			case 0:
			case 1:
				to = append(to, l, line())
			case 2:
				to = append(to, line())
			default:
				to = append(to, l)
			}
		}
		a, b := strings.Join(from, ""), strings.Join(to, "")
		got := diff.Count([]byte(a), []byte(b))
		if got.Added-got.Removed != len(to)-len(from) || got.Added > len(to) || got.Removed > len(from) {
			t.Fatalf("%+v from %q to %q", got, a, b)
		}
		if unified, want := diff.Unified(versions(a, b)); got != want || signs(unified) != want {
			t.Fatalf("%+v, the diff has %+v, from %q to %q:\n%s", got, want, a, b, unified)
		}
	}
}
