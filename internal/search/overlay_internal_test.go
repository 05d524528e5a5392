package search

import (
	"fmt"
	"strings"
	"testing"
)

// TestLiesBelow: the ways for few and for many paths give the same result.
func TestLiesBelow(t *testing.T) {
	t.Parallel()
	deep := strings.Repeat("/d", 500)
	for _, tt := range []struct {
		dir, path string
		want      bool
	}{
		{"/a", "/a/b", true},
		{"/a", "/a", false},
		{"/a", "/ab/c", false},
		{"/a/b", "/a", false},
		{"/a/b", "/a/b/c/d", true},
		{"a", "a/b", true},
		{"/", "/a", false},
		{"", "/a", false},
		{"/d/d", deep, true},
		{deep, deep + "/x", true},
		{deep + "/x", deep + "/y", false},
	} {
		for _, others := range []int{0, 1000} {
			some := map[string]bool{tt.dir: true}
			for i := range others {
				some[fmt.Sprint("/other", i)] = true
			}
			if got := liesBelow(some, tt.path, '/'); got != tt.want {
				t.Errorf("%.20q below %.20q, with %d others: %t", tt.path, tt.dir, others, got)
			}
		}
	}
}
