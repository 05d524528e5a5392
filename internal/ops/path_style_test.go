package ops_test

import (
	"path/filepath"
	"strings"
	"testing"

	"fileops/internal/ops"
)

// TestThePathStyleIsThatOfCalls: the setting for the paths of calls does not change what a
// listing or a search answers.
func TestThePathStyleIsThatOfCalls(t *testing.T) {
	t.Parallel()
	for _, style := range []string{"auto", "absolute"} {
		w := tree(t, map[string]string{"one": "x\n"})
		list := []ops.Operation{
			build(t, "Write", "file_path", filepath.Join(w.Dir(), "two"), "content", "needle\n"),
			build(t, "Grep", "pattern", "needle", "path", w.Dir()),
			build(t, "str_replace_based_edit_tool", "command", "view", "path", w.Dir()),
			build(t, "Grep", "pattern", "needle"),
			build(t, "Glob", "pattern", "t*"),
		}
		for i, name := range []string{"Write", "Grep", "str_replace_based_edit_tool", "Grep", "Glob"} {
			list[i].Call.Name = name
		}
		r := newRunner(w)
		r.Policy.PathStyle = style
		rep, err := r.Run(t.Context(), list)
		must(t, err)
		for _, i := range []int{1, 3, 4} {
			if got := rep.Results[i]; !strings.Contains(got.Content, "two") {
				t.Errorf("%s: search %d answers %q, %v", style, i, got.Content, got.Err)
			}
		}
		equal(t, style+": the listing", rep.Results[2].Content, "one\ntwo\n")
	}
}

// TestAbsolutePathIsNamedAsRelative: the hint for an absolute path can be followed to the
// letter.
func TestAbsolutePathIsNamedAsRelative(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"d/one": "x\n"})
	const relative = "Write the path relative to the root, "
	for _, tt := range []struct{ path, want string }{
		{filepath.Join(w.Dir(), "d", "one"), "Write d/one"},
		{filepath.Join(w.Dir(), "d", "new") + "/", "Write d/new"},
		{w.Dir(), "Write ."},
		{w.Dir() + "/d/../one", relative + "without .. in it."},
		{"/etc/passwd", relative + "without a leading slash."},
		{"~/one", relative + "such as src/main.go."},
		{`Q:\one`, relative + "such as src/main.go."},
	} {
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{build(t, "read", "file", tt.path)})
		must(t, err)
		if got := rep.Results[0].Err; got == nil || got.Hint != tt.want {
			t.Errorf("%s: got %v, want the hint %q", tt.path, got, tt.want)
		}
	}
}
