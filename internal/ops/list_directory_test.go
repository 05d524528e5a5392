package ops_test

import (
	"fmt"
	"strings"
	"testing"

	"fileops/internal/ops"
)

// TestViewListsDirectories shows two levels, as the transaction has them, and no more
// than a model can use.
func TestViewListsDirectories(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a/b/c/d": "", "a/x": "", "a/.hidden": "", ".git/config": "", "z": ""})
	list := []ops.Operation{
		build(t, "delete", "file", "z"), build(t, "mkdir", "path", "new"),
		build(t, "view", "path", "."), build(t, "view", "path", "a/b"), build(t, "view", "path", "z"),
	}
	rep, err := newRunner(w).Run(t.Context(), list)
	must(t, err)
	equal(t, "the root", rep.Results[2].Content, "a/\na/b/\na/x\nnew/\n")
	equal(t, "a directory in it", rep.Results[3].Content, "a/b/c/\na/b/c/d\n")
	if rep.Results[4].Err == nil {
		t.Error("a deleted file is viewed")
	}
	for n, end := range map[int]string{1000: "d/0999\n", 1500: "d/0999\n… 500 more entries\n"} {
		many := map[string]string{}
		for i := range n {
			many[fmt.Sprintf("d/%04d", i)] = ""
		}
		rep, err = newRunner(tree(t, many)).Run(t.Context(), []ops.Operation{build(t, "view", "path", "d")})
		must(t, err)
		if got := rep.Results[0]; !strings.HasSuffix(got.Content, end) || !strings.Contains(got.Summary.String(), fmt.Sprint(n, " entries")) {
			t.Errorf("%s: …%s", got.Summary.String(), got.Content[max(0, len(got.Content)-60):])
		}
	}
}
