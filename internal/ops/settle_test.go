package ops_test

import (
	"fmt"
	"strings"
	"testing"

	"fileops/internal/ops"
)

// settled is a run in which files that do not parse are judged, and what it is to leave.
type settled struct {
	name  string
	files map[string]string
	ops   []ops.Operation
	want  []string // how each operation ends
	after map[string]string
}

func (tt settled) run(t *testing.T) {
	t.Helper()
	t.Run(tt.name, func(t *testing.T) {
		t.Parallel()
		w := tree(t, tt.files)
		r := newRunner(w)
		r.Syntax, r.Policy.MaxEdit = python(t), 4<<20
		rep, err := r.Run(t.Context(), tt.ops)
		must(t, err)
		equal(t, "results", codes(rep), tt.want)
		equal(t, "tree", files(t, w), tt.after)
	})
}

// ofCall makes operations those of one call.
func ofCall(id string, list ...ops.Operation) []ops.Operation {
	for i := range list {
		list[i].ID, list[i].Call.Name = id, "apply_patch"
	}
	return list
}

// Line numbers were right in the text that all operations made: without one of them,
// nothing is put at a line of another text.
func TestLineNumbersWithoutAnOperation(t *testing.T) {
	t.Parallel()
	const four = "a = 1\nb = 2\nc = 3\nd = 4\n"
	broken := build(t, "edit", "file", "a.py", "find", "a = 1", "replace", "import os\nimport sys\na = (")
	patch := ofCall("1",
		build(t, "edit", "file", "a.py", "find", "a = 1", "replace", "import os\nimport sys\na = 1"),
		build(t, "edit", "file", "b.py", "find", "1", "replace", "("))
	insert := build(t, "insert_at", "file", "a.py", "line", "4", "content", "x = 1\n")
	for _, tt := range []settled{
		{
			"file_edit", map[string]string{"a.py": four},
			[]ops.Operation{broken, build(t, "file_edit", "path", "a.py", "old_text", "", "new_text", "x = 1\n", "insert_line", "4")},
			[]string{"bad_syntax", "bad_range"}, map[string]string{"a.py": four},
		},
		{
			"insert_of_an_editor", map[string]string{"a.py": four},
			[]ops.Operation{broken, build(t, "str_replace_based_edit_tool", "command", "insert", "path", "a.py", "insert_line", "4", "insert_text", "x = 1\n")},
			[]string{"bad_syntax", "bad_range"}, map[string]string{"a.py": four},
		},
		{
			"withheld_with_its_call", map[string]string{"a.py": four, "b.py": "b = 1\n"}, append(patch, insert),
			[]string{"withheld", "bad_syntax", "bad_range"}, map[string]string{"a.py": four, "b.py": "b = 1\n"},
		},
		{
			"withheld_as_one_of_its_call_failed", map[string]string{"a.py": four},
			append(ofCall("1", patch[0], build(t, "delete", "file", "zzz")), insert),
			[]string{"withheld", "not_found", "bad_range"}, map[string]string{"a.py": four},
		},
		{
			"by_another_name", map[string]string{"a.py": four},
			[]ops.Operation{broken, build(t, "move", "from", "a.py", "to", "b.py"), build(t, "insert_at", "file", "b.py", "line", "4", "content", "x = 1\n")},
			[]string{"bad_syntax", "ok", "bad_range"}, map[string]string{"b.py": four},
		},
		{
			"after_what_needed_the_culprit", map[string]string{"a.py": four, "b.py": "b = 1\n"},
			[]ops.Operation{
				build(t, "create", "file", "c.py", "content", "c = (\n"), build(t, "move", "from", "b.py", "to", "d.py"),
				build(t, "copy_overwrite", "from", "c.py", "to", "a.py"), build(t, "edit", "file", "a.py", "find", "(", "replace", "1"),
				build(t, "replace_lines", "file", "a.py", "start_line", "1", "end_line", "1", "new_content", "e = 5\n"),
			},
			[]string{"bad_syntax", "ok", "not_found", "no_match", "bad_range"}, map[string]string{"a.py": four, "d.py": "b = 1\n"},
		},
		{
			"of_a_text_that_is_the_same", map[string]string{"a.py": four},
			[]ops.Operation{broken, build(t, "write", "file", "a.py", "content", "e = 5\n"), build(t, "append", "file", "a.py", "content", ")\n"), build(t, "insert_at", "file", "a.py", "line", "1", "content", "x = 1\n")},
			[]string{"ok", "ok", "bad_syntax", "bad_range"}, map[string]string{"a.py": "e = 5\n"},
		},
		{
			"before_the_culprit", map[string]string{"a.py": four},
			[]ops.Operation{insert, broken, build(t, "append", "file", "a.py", "content", "e = 5\n")},
			[]string{"ok", "bad_syntax", "ok"}, map[string]string{"a.py": "a = 1\nb = 2\nc = 3\nx = 1\nd = 4\ne = 5\n"},
		},
	} {
		tt.run(t)
	}
}

// What could not be judged before is not held against a run.
func TestTooLargeToBeJudgedBefore(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	for i := range 45_000 {
		fmt.Fprintf(&b, "# comment %d, which makes the file a larger one\n", i)
	}
	large := "x = (\n" + b.String()
	settled{
		"over_2_MB", map[string]string{"a.py": large},
		[]ops.Operation{build(t, "replace_lines", "file", "a.py", "start_line", "2", "end_line", "40000", "new_content", "")},
		[]string{"ok"}, map[string]string{"a.py": "x = (\n" + strings.Join(strings.SplitAfter(b.String(), "\n")[39_999:], "")},
	}.run(t)
}
