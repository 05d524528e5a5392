//go:build unix

package workspace

import (
	"fmt"
	"slices"
	"testing"
)

// TestTemporaryFilesGoWithTheRest puts something in the way of each temporary file in
// turn: the others, links among them, are removed, and it stays.
func TestTemporaryFilesGoWithTheRest(t *testing.T) {
	t.Parallel()
	failed := 0
	for n := 0; ; n++ {
		inTheWay := fmt.Sprintf(tempPrefix+"u-%d.tmp", n)
		s := newSite(t, Options{}, "a", "b", "c", "l -> a", "k -> b", inTheWay+"/")
		s.run(t, "r", "rm l", "rm k", "rm c", "write a new", "rm b")
		before := listing(t, s.root)
		if err := s.undo(t, "r", "u", false); err == nil {
			break
		}
		failed++
		if after := listing(t, s.root); !slices.Equal(after, before) {
			t.Errorf("%s\nafter:  %q\nbefore: %q", inTheWay, after, before)
		}
	}
	if failed != 5 {
		t.Errorf("%d were written, want 5", failed)
	}
}
