package run

import (
	"fmt"
	"testing"

	"fileops/internal/ops"
)

// TestAMoveCopiesNoVersions has many files of which one is moved to and fro, and a directory
// that holds one of them. The time of many moves must not grow with its square.
func TestAMoveCopiesNoVersions(t *testing.T) {
	v := &versions{files: map[string]*fileVersions{"d/x": {}}, removals: make([]removal, 0, 1000)}
	for i := range 1000 {
		v.files[fmt.Sprint("a", i)] = &fileVersions{}
	}
	for _, m := range [][2]string{{"a1", "b"}, {"d", "e"}} {
		allocs := testing.AllocsPerRun(10, func() {
			v.follow(0, ops.Done{From: m[0], To: m[1]})
			v.follow(1, ops.Done{From: m[1], To: m[0]})
		})
		if allocs > 10 {
			t.Errorf("%s: %v allocations", m[0], allocs)
		}
	}
	if v.files["a1"] == nil || v.files["d/x"] == nil || len(v.files) != 1001 {
		t.Errorf("there are %d files", len(v.files))
	}
}
