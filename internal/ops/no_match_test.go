package ops_test

import (
	"fmt"
	"strings"
	"testing"

	"fileops/internal/ops"
)

// A nearest text of which only a part is shown must not be copied: that part would be found and
// replaced, and the rest would stay.
func TestNearestTextThatIsCutIsNotOfferedForCopying(t *testing.T) {
	t.Parallel()
	var lines []string
	for i := range 100 {
		lines = append(lines, fmt.Sprintf("value_%d = compute(%d)", i, i))
	}
	content := strings.Join(lines, "\n") + "\n"
	w := tree(t, map[string]string{"f.py": content})
	find := strings.Replace(content, "compute(95)", "compute(999)", 1)
	rep, err := newRunner(w).Run(t.Context(), []ops.Operation{build(t, "str_replace", "file", "f.py", "old_str", find, "new_str", "x = 1\n")})
	must(t, err)
	e := rep.Results[0].Err
	if e == nil {
		t.Fatal("the edit was done")
	}
	want := "Only the first 60 lines are shown above. Read lines 1-100 of f.py, and copy all of them into <old_str> exactly, if that is the place you mean."
	if e.Hint != want {
		t.Errorf("got the hint %q, want %q", e.Hint, want)
	}
}
