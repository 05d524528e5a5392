package run

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"fileops/internal/text"
)

func TestCountChanges(t *testing.T) {
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
		if added, removed := countChanges([]byte(tt.from), []byte(tt.to)); added != tt.added || removed != tt.removed {
			t.Errorf("%s: got +%d -%d, want +%d -%d", tt.name, added, removed, tt.added, tt.removed)
		}
		diff := text.Diff(text.Version{Name: "a/f", Content: []byte(tt.from)}, text.Version{Name: "b/f", Content: []byte(tt.to)})
		if added, removed := countDiff(diff); added != tt.added || removed != tt.removed {
			t.Errorf("%s: the diff counts +%d -%d, want +%d -%d:\n%s", tt.name, added, removed, tt.added, tt.removed, diff)
		}
	}
}

// TestCountsFitTheTexts: the lines added, less those removed, are the difference in length. If
// every line of a file occurs once, the counts are those of its diff.
func TestCountsFitTheTexts(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		unique := random.IntN(2) == 0
		line := func() string {
			if unique {
				return fmt.Sprintf("%d\n", random.Uint32())
			}
			return fmt.Sprintf("%d\n", random.IntN(4))
		}
		var from, to []string
		for range random.IntN(30) {
			from = append(from, line())
		}
		for _, l := range from {
			switch random.IntN(8) {
			case 0:
			case 1:
				to = append(to, l, line())
			case 2:
				to = append(to, line())
			default:
				to = append(to, l)
			}
		}
		a, b := []byte(strings.Join(from, "")), []byte(strings.Join(to, ""))
		added, removed := countChanges(a, b)
		if added-removed != len(to)-len(from) || added > len(to) || removed > len(from) {
			t.Fatalf("+%d -%d from %q to %q", added, removed, a, b)
		}
		wantAdded, wantRemoved := countDiff(text.Diff(text.Version{Name: "a", Content: a}, text.Version{Name: "b", Content: b}))
		if unique && (added != wantAdded || removed != wantRemoved) {
			t.Fatalf("+%d -%d, the diff has +%d -%d, from %q to %q", added, removed, wantAdded, wantRemoved, a, b)
		}
	}
}
