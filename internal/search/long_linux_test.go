//go:build linux && !portable

package search_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"fileops/internal/search"
)

// Paths longer than the system takes in one piece are searched in every order. Only the
// walk for Linux goes from one directory handle to the next; others use whole paths.
func TestLongPaths(t *testing.T) {
	top := tree(t, map[string]string{"a": "found\n"})
	name := strings.Repeat("n", 200)
	for range 25 {
		if err := os.Mkdir(name, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.Chdir(name); err != nil {
			t.Fatal(err)
		}
	}
	for _, f := range []string{"x", "y", "z"} {
		if err := os.WriteFile(f, []byte("found\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Chdir(top); err != nil {
		t.Fatal(err)
	}
	deep := strings.Repeat(name+"/", 25)
	for _, order := range []search.Order{search.ByPath, search.ByModified, search.ByRelevance, search.Unordered} {
		got, s := grep(t, search.Query{Patterns: []string{"found"}, Order: order})
		lines := slices.Sorted(strings.Lines(got))
		if want := []string{"a:found\n", deep + "x:found\n", deep + "y:found\n", deep + "z:found\n"}; !slices.Equal(lines, want) || s.Unreadable > 0 {
			t.Errorf("order %d: %d bytes, %+v", order, len(got), s)
		}
	}
	for _, order := range []search.Order{search.ByPath, search.Unordered} {
		got := globbed(t, search.GlobQuery{Pattern: "*", Relative: true, Order: order})
		if slices.Sort(got); !slices.Equal(got, []string{"a", deep + "x", deep + "y", deep + "z"}) {
			t.Errorf("glob, order %d: %d files", order, len(got))
		}
	}
	// A root of nearly 4,000 bytes, and one that the system does not take.
	for n, rows := range map[int]int{19: 3, 25: 0} {
		root := strings.Repeat(name+"/", n)
		var told []error
		got, s := grep(t, search.Query{Patterns: []string{"found"}, Roots: []string{root}, Error: func(err error) { told = append(told, err) }})
		if strings.Count(got, "found\n") != rows || s.Unreadable != len(told) || (len(told) == 0) != (rows > 0) {
			t.Errorf("a root of %d bytes: %d bytes, %.100q, %+v", len(root), len(got), told, s)
		}
	}
}
