package run_test

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fileops/internal/ops"
	"fileops/internal/syntax"
	"fileops/internal/syntax/validator"
)

// settled is a run in which broken files are judged, and what it is to leave.
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
		checker, err := syntax.NewParsers(nil)
		must(t, err)
		r.Syntax, r.Policy.MaxEdit = checker, 4<<20
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

// A file stays where what took its place does not parse, if one stood there before the
// run; no other operation is undone for that, and none gets another meaning.
func TestWhatMadeRoomIsExcluded(t *testing.T) {
	t.Parallel()
	const old, bad = "x = 1\n", "z = (\n"
	create := func(content string) ops.Operation { return build(t, "create", "file", "a.py", "content", content) }
	remove := build(t, "delete", "file", "a.py")
	for _, tt := range []settled{
		{
			"deleted", map[string]string{"a.py": old}, []ops.Operation{remove, create(bad)},
			[]string{"bad_syntax", "bad_syntax"}, map[string]string{"a.py": old},
		},
		{
			"moved_away", map[string]string{"a.py": old}, []ops.Operation{build(t, "move", "from", "a.py", "to", "a_old.py"), create(bad)},
			[]string{"bad_syntax", "bad_syntax"}, map[string]string{"a.py": old},
		},
		{
			"moved_away_with_its_directory", map[string]string{"d/a.py": old},
			[]ops.Operation{build(t, "move", "from", "d", "to", "e"), build(t, "create", "file", "d/a.py", "content", bad)},
			[]string{"bad_syntax", "bad_syntax"}, map[string]string{"d/a.py": old},
		},
		{
			"swapped", map[string]string{"a.py": old, "b.txt": "no code (\n"},
			[]ops.Operation{build(t, "move", "from", "a.py", "to", "t"), build(t, "move", "from", "b.txt", "to", "a.py"), build(t, "move", "from", "t", "to", "b.txt")},
			[]string{"bad_syntax", "bad_syntax", "not_found"}, map[string]string{"a.py": old, "b.txt": "no code (\n"},
		},
		{
			"by_way_of_another_name", map[string]string{"a.py": old},
			[]ops.Operation{build(t, "move", "from", "a.py", "to", "a_old.py"), build(t, "create", "file", "new.py", "content", bad), build(t, "move", "from", "new.py", "to", "a.py")},
			[]string{"bad_syntax", "bad_syntax", "bad_syntax"}, map[string]string{"a.py": old},
		},
		{
			"what_was_meant_for_the_new_one", map[string]string{"a.py": old},
			[]ops.Operation{remove, create(bad), build(t, "append", "file", "a.py", "content", "y = 2\n")},
			[]string{"bad_syntax", "bad_syntax", "bad_syntax"}, map[string]string{"a.py": old},
		},
		{
			"a_later_edit_breaks_it", map[string]string{"a.py": old},
			[]ops.Operation{remove, create("y = 2\n"), build(t, "edit", "file", "a.py", "find", "2", "replace", "(")},
			[]string{"ok", "ok", "bad_syntax"}, map[string]string{"a.py": "y = 2\n"},
		},
		{
			"of_what_the_run_itself_had_put_there", map[string]string{"a.py": old},
			[]ops.Operation{remove, create("y = 2\n"), build(t, "move", "from", "a.py", "to", "b.py"), create(bad)},
			[]string{"ok", "ok", "bad_syntax", "bad_syntax"}, map[string]string{"a.py": "y = 2\n"},
		},
		{
			"deleted_again", map[string]string{"a.py": old}, []ops.Operation{remove, create("y = 2\n"), remove, create(bad)},
			[]string{"ok", "ok", "bad_syntax", "bad_syntax"}, map[string]string{"a.py": "y = 2\n"},
		},
		{
			"moved_away_twice", map[string]string{"a.py": old},
			[]ops.Operation{build(t, "move", "from", "a.py", "to", "b.py"), create("y = 2\n"), build(t, "move", "from", "a.py", "to", "c.py"), create(bad)},
			[]string{"ok", "ok", "bad_syntax", "bad_syntax"}, map[string]string{"a.py": "y = 2\n", "b.py": old},
		},
		{
			"broken_each_time", map[string]string{"a.py": old}, []ops.Operation{remove, create("y = (\n"), remove, create(bad)},
			[]string{"bad_syntax", "bad_syntax", "bad_syntax", "bad_syntax"}, map[string]string{"a.py": old},
		},
		{
			"nothing_stood_there", nil,
			[]ops.Operation{create("y = 2\n"), build(t, "move", "from", "a.py", "to", "b.py"), create(bad)},
			[]string{"ok", "ok", "bad_syntax"}, map[string]string{"b.py": "y = 2\n"},
		},
		{
			"broken_at_another_name", map[string]string{"a.py": old},
			[]ops.Operation{remove, create(bad), build(t, "move", "from", "a.py", "to", "b.py")},
			[]string{"ok", "bad_syntax", "not_found"}, map[string]string{},
		},
		{
			"what_failed_does_not_succeed_then", map[string]string{"a.py": old}, []ops.Operation{remove, remove, create(bad)},
			[]string{"bad_syntax", "not_found", "bad_syntax"}, map[string]string{"a.py": old},
		},
		{
			"a_directory_made_no_room_for_a_new_file", map[string]string{"d/b.py": old},
			[]ops.Operation{build(t, "move", "from", "d", "to", "e"), build(t, "create", "file", "d/n.py", "content", bad), build(t, "edit", "file", "e/b.py", "find", "x = 1", "replace", "x = 2")},
			[]string{"ok", "bad_syntax", "ok"}, map[string]string{"e/b.py": "x = 2\n"},
		},
		{
			"what_a_broken_file_was_in_the_way_of", nil, []ops.Operation{create(bad), create("y = 2\n")},
			[]string{"bad_syntax", "ok"}, map[string]string{"a.py": "y = 2\n"},
		},
		{
			"what_a_culprit_had_changed", map[string]string{"a.py": old},
			[]ops.Operation{
				build(t, "edit", "file", "a.py", "find", "x = 1", "replace", "x = ("), build(t, "edit", "file", "a.py", "find", "x = 1", "replace", "x = 2"),
			},
			[]string{"bad_syntax", "ok"}, map[string]string{"a.py": strings.Replace(old, "x = 1", "x = 2", 1)},
		},
		{
			"by_way_of_another_file", map[string]string{"a.py": old, "b.py": "b = 1\n"},
			[]ops.Operation{remove, build(t, "move", "from", "b.py", "to", "a.py"), build(t, "create", "file", "b.py", "content", bad)},
			[]string{"bad_syntax", "bad_syntax", "bad_syntax"}, map[string]string{"a.py": old, "b.py": "b = 1\n"},
		},
		{
			"by_a_copy_of_a_broken_file", map[string]string{"a.py": old},
			[]ops.Operation{remove, build(t, "create", "file", "b.py", "content", bad), build(t, "copy", "from", "b.py", "to", "a.py"), build(t, "edit", "file", "a.py", "find", "(", "replace", "1")},
			[]string{"bad_syntax", "bad_syntax", "bad_syntax", "bad_syntax"}, map[string]string{"a.py": old},
		},
		{
			"deleted_before_its_directory_moved", map[string]string{"d/a.py": old, "d/b.txt": "b"},
			[]ops.Operation{build(t, "delete", "file", "d/a.py"), build(t, "move", "from", "d", "to", "e"), build(t, "create", "file", "d/a.py", "content", bad)},
			[]string{"bad_syntax", "bad_syntax", "bad_syntax"}, map[string]string{"d/a.py": old, "d/b.txt": "b"},
		},
		{
			"not_to_save_another_file", map[string]string{"y.yaml": "x: (1 +\n"},
			[]ops.Operation{
				build(t, "move", "from", "y.yaml", "to", "q.py"), build(t, "append", "file", "q.py", "content", "y = 2)\n"),
				build(t, "append", "file", "q.py", "content", "2)\n"), build(t, "create", "file", "y.yaml", "content", "k: [\n"),
			},
			[]string{"bad_syntax", "not_found", "not_found", "bad_syntax"}, map[string]string{"y.yaml": "x: (1 +\n"},
		},
		{
			"but_not_for_one_operation_on_the_new_file", map[string]string{"a.py": old},
			[]ops.Operation{remove, create("x = (1 +\n"), build(t, "append", "file", "a.py", "content", "y = 2)\n"), build(t, "append", "file", "a.py", "content", "2)\n")},
			[]string{"ok", "ok", "bad_syntax", "ok"}, map[string]string{"a.py": "x = (1 +\n2)\n"},
		},
		{
			"what_was_meant_for_a_file_that_stays", map[string]string{"a.py": old},
			[]ops.Operation{remove, build(t, "read", "file", "a.py"), create(bad)},
			[]string{"bad_syntax", "ok", "bad_syntax"}, map[string]string{"a.py": old},
		},
	} {
		tt.run(t)
	}
}

// The one operation without which the files parse is the culprit, and nothing else is lost.
func TestOneCulprit(t *testing.T) {
	t.Parallel()
	const three = "x = 1\ny = 2\nz = 3\n"
	first := build(t, "edit", "file", "a.py", "find", "x = 1", "replace", "x = (1 +")
	third := build(t, "edit", "file", "a.py", "find", "z = 3", "replace", "3)")
	inner := build(t, "edit", "file", "a.py", "find", "y = 2", "replace", "2 +")
	for _, tt := range []settled{
		{
			"between_two_that_need_one_another", map[string]string{"a.py": "x = 1\n# y\nz = 3\n"},
			[]ops.Operation{first, build(t, "edit", "file", "a.py", "find", "# y", "replace", "y = 2)"), third},
			[]string{"ok", "bad_syntax", "ok"}, map[string]string{"a.py": "x = (1 +\n# y\n3)\n"},
		},
		{
			"between_a_new_file_and_its_end", nil,
			[]ops.Operation{
				build(t, "create", "file", "a.py", "content", "x = (1 +\n"), build(t, "append", "file", "a.py", "content", "y = 2)\n"), build(t, "append", "file", "a.py", "content", "2)\n"),
			},
			[]string{"ok", "bad_syntax", "ok"}, map[string]string{"a.py": "x = (1 +\n2)\n"},
		},
		{
			"with_line_numbers_after_it", map[string]string{"a.py": "x = 1\n# y\nz = 3\n"},
			[]ops.Operation{
				first, build(t, "edit", "file", "a.py", "find", "# y", "replace", "y = 2)"), third, build(t, "insert_at", "file", "a.py", "line", "1", "content", "w = 0\n"),
			},
			[]string{"ok", "bad_syntax", "ok", "bad_range"}, map[string]string{"a.py": "x = (1 +\n# y\n3)\n"},
		},
		{
			"of_several_that_go_by_line_numbers", map[string]string{"a.py": three},
			[]ops.Operation{
				build(t, "edit", "file", "a.py", "find", "x = 1", "replace", "x = 2"),
				build(t, "insert_at", "file", "a.py", "line", "1", "content", ")\n"), build(t, "insert_at", "file", "a.py", "line", "1", "content", "]\n"),
			},
			[]string{"ok", "bad_syntax", "bad_range"}, map[string]string{"a.py": "x = 2\ny = 2\nz = 3\n"},
		},
		{
			"in_each_of_two_files", map[string]string{"a.py": "x = 1\n# y\nz = 3\n", "b.py": "b = 1\n"},
			[]ops.Operation{
				first, build(t, "append", "file", "b.py", "content", ")\n"), build(t, "edit", "file", "a.py", "find", "# y", "replace", "y = 2)"),
				build(t, "append", "file", "b.py", "content", "c = 2\n"), third,
			},
			[]string{"ok", "bad_syntax", "bad_syntax", "ok", "ok"}, map[string]string{"a.py": "x = (1 +\n# y\n3)\n", "b.py": "b = 1\nc = 2\n"},
		},
		{
			"three_that_need_one_another", map[string]string{"a.py": three},
			[]ops.Operation{first, inner, third}, []string{"ok", "ok", "ok"}, map[string]string{"a.py": "x = (1 +\n2 +\n3)\n"},
		},
		{
			"among_three_that_need_one_another", map[string]string{"a.py": "x = 1\ny = 2\n# c\nz = 3\n"},
			[]ops.Operation{first, inner, build(t, "edit", "file", "a.py", "find", "# c", "replace", "c = 4]"), third},
			[]string{"ok", "ok", "bad_syntax", "ok"}, map[string]string{"a.py": "x = (1 +\n2 +\n# c\n3)\n"},
		},
		{
			"not_one_that_only_others_need", map[string]string{"a.py": three},
			[]ops.Operation{
				build(t, "edit", "file", "a.py", "find", "y = 2", "replace", "yy = 2"),
				build(t, "edit", "file", "a.py", "find", "yy = 2", "replace", "yy = (\nlast = 2"), build(t, "edit", "file", "a.py", "find", "last = 2", "replace", "last = [2"),
			},
			[]string{"ok", "bad_syntax", "no_match"}, map[string]string{"a.py": "x = 1\nyy = 2\nz = 3\n"},
		},
		{
			"one_that_does_no_harm_without_the_culprits", map[string]string{"a.yaml": "k: 1\nl: 2\nm: 3\nn: 4\n"},
			[]ops.Operation{
				build(t, "edit", "file", "a.yaml", "find", "l: 2", "replace", "k: 5"), // twice now
				build(t, "edit", "file", "a.yaml", "find", "m: 3", "replace", "m: ["),
				build(t, "edit", "file", "a.yaml", "find", "k: 1", "replace", "j: 6"), // once again
				build(t, "edit", "file", "a.yaml", "find", "n: 4", "replace", "n: {"),
			},
			[]string{"ok", "bad_syntax", "ok", "bad_syntax"}, map[string]string{"a.yaml": "j: 6\nk: 5\nm: 3\nn: 4\n"},
		},
	} {
		tt.run(t)
	}
}

// TestErrorsOfOperationsRolledBack: a culprit shows what it breaks in its own text. An operation
// that needed a culprit names it.
func TestErrorsOfOperationsRolledBack(t *testing.T) {
	t.Parallel()
	four := map[string]string{"a.py": "a = 1\nb = 2\nc = 3\nd = 4\n", "t.txt": "no code (\n"}
	for _, tt := range []struct {
		name string
		ops  []ops.Operation
		want []string // what the message of each holds, "" for one that is done
	}{
		{
			"two_culprits",
			[]ops.Operation{
				build(t, "edit", "file", "a.py", "find", "c = 3", "replace", "c = 3]"), build(t, "edit", "file", "a.py", "find", "d = 4", "replace", "e = 4"),
				build(t, "edit", "file", "a.py", "find", "a = 1", "replace", "a = 1}"),
			},
			[]string{"around line 3, column 6:\n     1\ta = 1\n     2\tb = 2\n     3\tc = 3]\n     4\te = 4", "", "around line 1, column 6:\n     1\ta = 1}\n     2\tb = 2\n     3\tc = 3\n"},
		},
		{
			"two_that_would_need_one_another_and_two_culprits",
			[]ops.Operation{
				build(t, "edit", "file", "a.py", "find", "a = 1", "replace", "a = (1 +"), build(t, "edit", "file", "a.py", "find", "b = 2", "replace", "b = 2]"),
				build(t, "edit", "file", "a.py", "find", "c = 3", "replace", "3)"), build(t, "edit", "file", "a.py", "find", "d = 4", "replace", "d = 4}"),
			},
			[]string{"     1\ta = (1 +\n     2\tb = 2\n", "     2\tb = 2]\n     3\tc = 3\n", "     2\tb = 2\n     3\t3)\n     4\td = 4", "     3\tc = 3\n     4\td = 4}"},
		},
		{
			"what_needed_a_new_file",
			[]ops.Operation{
				build(t, "create", "file", "n/b.py", "content", "b = (\n"), build(t, "append", "file", "n/b.py", "content", "c = 2\n"),
				build(t, "move", "from", "n/b.py", "to", "c.py"), build(t, "edit", "file", "c.py", "find", "c = 2", "replace", "c = 3"),
			},
			[]string{"     1\tb = (\n", "File not found: n/b.py\nAn operation before this one (<create> at line 10 of the response) was rolled back.", "(<create> at line 10 of the response) was rolled back", "was rolled back"},
		},
		{
			"what_needed_the_text",
			[]ops.Operation{
				build(t, "edit", "file", "a.py", "find", "a = 1", "replace", "first = ("), build(t, "append", "file", "t.txt", "content", "more\n"),
				build(t, "edit", "file", "a.py", "find", "first", "replace", "second"),
			},
			[]string{"     1\tfirst = (\n", "", "An operation before this one (<edit> at line 10 of the response) was rolled back."},
		},
		{
			"what_needed_the_text_of_one_file_among_two",
			[]ops.Operation{
				build(t, "edit", "file", "a.py", "find", "a = 1", "replace", "first = ("), build(t, "create", "file", "b.py", "content", "b = (\n"),
				build(t, "edit", "file", "a.py", "find", "first", "replace", "second"),
			},
			[]string{"     1\tfirst = (\n", "     1\tb = (\n", "An operation before this one (<edit> at line 10 of the response) was rolled back."},
		},
		{
			"what_needed_the_lines",
			[]ops.Operation{
				build(t, "append", "file", "a.py", "content", "e = (\n"), build(t, "read", "file", "a.py", "lines", "5-5"),
				build(t, "insert_at", "file", "a.py", "line", "5", "content", "f = 6\n"),
			},
			[]string{
				"     5\te = (", "Line range 5 is outside a.py, which has 4 lines\nAn operation before this one (<append> at line 10 of the response) was rolled back.",
				"Read a.py again, then send this operation",
			},
		},
		{
			"what_a_file_stays_for",
			[]ops.Operation{
				build(t, "delete", "file", "a.py"), build(t, "create", "file", "b.py", "content", "b = (\n"),
				build(t, "copy", "from", "b.py", "to", "a.py"), build(t, "edit", "file", "a.py", "find", "(", "replace", "1"),
			},
			[]string{"Rolled back so that a.py stays: the file", "     1\tb = (\n", "Rolled back so that a.py stays", "Rolled back so that a.py stays"},
		},
		{
			"what_broke_the_file_that_was_copied",
			[]ops.Operation{build(t, "append", "file", "a.py", "content", "e = (\n"), build(t, "copy", "from", "a.py", "to", "b.py")},
			[]string{"a.py would have been broken by <append>", ""},
		},
		{
			"a_move_has_no_text",
			[]ops.Operation{build(t, "move", "from", "t.txt", "to", "t.py")},
			[]string{"     1\tno code (\nIt only moves or copies t.txt: correct that first, or choose a name that is not checked as python."},
		},
		{
			"nor_has_a_copy",
			[]ops.Operation{build(t, "copy", "from", "t.txt", "to", "u.py")},
			[]string{"     1\tno code (\nIt only moves or copies t.txt: correct that first, or choose a name that is not checked as python."},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for i := range tt.ops {
				tt.ops[i].Line = 10 + i
			}
			r := newRunner(tree(t, four))
			r.Syntax = python(t)
			rep, err := r.Run(t.Context(), tt.ops)
			must(t, err)
			for i, want := range tt.want {
				e := rep.Results[i].Err
				if (e == nil) != (want == "") || e != nil && !strings.Contains(e.Text(), want) {
					t.Errorf("operation %d: %v; want %q", i, e, want)
					if e != nil {
						t.Log(e.Text())
					}
				}
			}
		})
	}
}

// A checker that answers no more has not said that a file is right: whenever it stops,
// a text that it called broken is not written, and no operation is blamed alone for it
// but the culprit.
func TestCheckerThatStopsAnswering(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh here")
	}
	const lines = "line 1\nline 2\nline 3\nline 4\nline 5\n"
	var list []ops.Operation
	for i, text := range []string{"good 1", "BAD", "good 3", "good 4", "good 5"} {
		list = append(list, build(t, "edit", "file", "a.zz", "find", fmt.Sprintf("line %d", i+1), "replace", text))
	}
	// The text in the end and the one before the run are judged first.
	for answers := 2; answers < 9; answers++ {
		asked := filepath.Join(t.TempDir(), "asked")
		checker, err := validator.New("", []validator.Command{{Glob: "*.zz", Args: []string{
			"sh", "-c", `echo >>"$2"; [ $(wc -l <"$2") -le $3 ] || exit 127; ! grep BAD "$1"`, "sh", "{file}", asked, strconv.Itoa(answers),
		}}})
		must(t, err)
		w := tree(t, map[string]string{"a.zz": lines})
		r := newRunner(w)
		r.Validators = checker
		rep, err := r.Run(t.Context(), list)
		must(t, err)
		want, after := []string{"bad_syntax", "bad_syntax", "bad_syntax", "bad_syntax", "bad_syntax"}, lines
		if answers >= 7 { // four versions, and the one without the culprit
			want, after = []string{"ok", "bad_syntax", "ok", "ok", "ok"}, "good 1\nline 2\ngood 3\ngood 4\ngood 5\n"
		}
		equal(t, fmt.Sprintf("%d answers: results", answers), codes(rep), want)
		equal(t, fmt.Sprintf("%d answers: the tree", answers), files(t, w)["a.zz"], after)
		for i, res := range rep.Results {
			named := i == 1 && strings.Contains(res.Err.Text(), "a.zz: BAD") // the culprit
			if answers < 7 && !named && !strings.Contains(res.Err.Text(), "could not determine which one broke it") {
				t.Errorf("%d answers: %s", answers, res.Err.Text())
			}
		}
	}
}

// A checker has the name of the language of a parser, and is not there.
func TestCheckerOfTheSameName(t *testing.T) {
	checker, err := validator.New("", []validator.Command{{Glob: "*.py", Args: []string{"python"}}})
	must(t, err)
	w := tree(t, map[string]string{"a.py": "a = 1\nb = 2\n"})
	r := newRunner(w)
	r.Syntax, r.Validators = python(t), checker
	t.Setenv("PATH", "")
	rep, err := r.Run(t.Context(), []ops.Operation{
		build(t, "edit", "file", "a.py", "find", "a = 1", "replace", "a = 5"), build(t, "edit", "file", "a.py", "find", "b = 2", "replace", "b = ("),
	})
	must(t, err)
	equal(t, "results", codes(rep), []string{"ok", "bad_syntax"})
}

// A file that is broken now is compared with what it was, however long the checks took.
func TestTheOldTextIsCheckedInAnyCase(t *testing.T) {
	t.Parallel()
	r := newRunner(tree(t, map[string]string{"a.py": "x = 1\n"}))
	clock := noon
	r.Now = func() time.Time { clock = clock.Add(600 * time.Millisecond); return clock }
	r.Syntax = python(t)
	rep, err := r.Run(t.Context(), []ops.Operation{build(t, "edit", "file", "a.py", "find", "x = 1", "replace", "x = (")})
	must(t, err)
	equal(t, "results", codes(rep), []string{"bad_syntax"})
}

// Nor does the search go on for ever where parsing takes long.
func TestTheSearchIsBoundedInTime(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a.py": "a = 1\n"})
	r := newRunner(w)
	clock, calls := noon, 0
	r.Now = func() time.Time {
		// Each operation asks twice. Parsing is slow only in the search: a file that could
		// not be parsed in time the first time would not be judged.
		if calls++; calls > 2*202+10 {
			clock = clock.Add(time.Second)
		}
		return clock
	}
	r.Syntax = python(t)
	list := []ops.Operation{build(t, "append", "file", "a.py", "content", ")\n")}
	for i := range 200 {
		list = append(list, build(t, "append", "file", "a.py", "content", fmt.Sprintf("b = %d\n", i)))
	}
	list = append(list, build(t, "create", "file", "b.py", "content", "b = 1\n"))
	rep, err := r.Run(t.Context(), list)
	must(t, err)
	if got := rep.Failed(); got != 201 {
		t.Errorf("%d operations failed, want 201", got)
	}
	if e := rep.Results[0].Err; e == nil || !strings.Contains(e.Error(), "could not determine which one broke it") {
		t.Errorf("the first: %v", e)
	}
	equal(t, "tree", files(t, w), map[string]string{"a.py": "a = 1\n", "b.py": "b = 1\n"})
}

// TestWarningOfFilesBrokenBefore says whether the error is the old one or a new one.
func TestWarningOfFilesBrokenBefore(t *testing.T) {
	t.Parallel()
	const old = "a = 1\nb = 2\nc = 3\nd = ]\ne = 5\nf = 6\n"
	edit := func(from, to string) ops.Operation {
		return build(t, "edit", "file", "a.py", "find", from, "replace", to)
	}
	for _, tt := range []struct {
		name string
		ops  []ops.Operation
		want string
	}{
		{"before_it", []ops.Operation{edit("b = 2", "b = 2\nb = 3")}, "a.py was broken before and still is: unmatched ']' at line 5"},
		{"after_it", []ops.Operation{edit("e = 5", "e = 6")}, "a.py was broken before and still is: unmatched ']' at line 4"},
		{"around_it", []ops.Operation{edit("b = 2", "b = 2\nb = 3"), edit("e = 5", "e = 6")}, "a.py was broken before and still is: unmatched ']' at line 5"},
		{"a_new_one_before_it", []ops.Operation{edit("b = 2", "b = ]")}, "The new text of a.py has an error: unmatched ']' at line 2. The file was broken before as well (unmatched ']' at line 4), so it was not rolled back"},
		{"the_same_line_before_it", []ops.Operation{edit("b = 2", "d = ]"), edit("e = 5", "e = 6")}, "The new text of a.py has an error: unmatched ']' at line 2. The file was"},
		{"another_in_its_place", []ops.Operation{edit("d = ]", "d = }")}, "The new text of a.py has an error: unmatched '}' at line 4. The file was"},
		{"a_whole_text", []ops.Operation{build(t, "write", "file", "a.py", "content", "x = 1\ny = ]\n")}, "The new text of a.py has an error: unmatched ']' at line 2. The file was"},
		{"moved", []ops.Operation{build(t, "move", "from", "a.py", "to", "b.py"), build(t, "append", "file", "b.py", "content", "g = 7\n")}, "b.py was broken before and still is: unmatched ']' at line 4"},
		{"at_the_end", []ops.Operation{build(t, "append", "file", "c.json", "content", "2,\n")}, "c.json was broken before and still is: "},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := newRunner(tree(t, map[string]string{"a.py": old, "c.json": "[\n1,\n"}))
			checker, err := syntax.NewParsers(nil)
			must(t, err)
			r.Syntax = checker
			rep, err := r.Run(t.Context(), tt.ops)
			must(t, err)
			for i, res := range rep.Results {
				if res.Err != nil || len(res.Warnings) != 1 || !strings.HasPrefix(res.Warnings[0], tt.want) {
					t.Errorf("operation %d: %v, warnings %q; want %q", i, res.Err, res.Warnings, tt.want)
				}
			}
		})
	}
}

// TestNotJudgedBefore warns of a broken file that was a template or too large before the run, or
// whose old text has another encoding.
func TestNotJudgedBefore(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, file, old string }{
		{"a_template", "a.json", "{% if x %}\n[1\n{% endif %}\n"},
		{"too_large", "a.py", strings.Repeat("x = 1\n", 400_000)},
		{"another_encoding", "a.py", "x = '\xe9'\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := tree(t, map[string]string{tt.file: tt.old})
			checker, err := syntax.NewParsers(nil)
			must(t, err)
			r := newRunner(w)
			r.Syntax = checker
			rep, err := r.Run(t.Context(), []ops.Operation{build(t, "create_overwrite", "file", tt.file, "content", "(1\n")})
			must(t, err)
			want := "The new text of " + tt.file + " has an error: "
			end := ". It is not known whether the file was valid before, so it was not rolled back"
			res := rep.Results[0]
			found := slices.ContainsFunc(res.Warnings, func(w string) bool { return strings.HasPrefix(w, want) && strings.HasSuffix(w, end) })
			if res.Err != nil || !found {
				t.Errorf("%v, warnings %q", res.Err, res.Warnings)
			}
			equal(t, "tree", files(t, w)[tt.file], "(1\n")
		})
	}
}

// TestUncheckedBefore: the warning says which text of a file was not checked.
func TestUncheckedBefore(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("sh"); err != nil {
		t.Skip("no sh here")
	}
	validators, err := validator.New("", []validator.Command{{Glob: "*.zz", Args: []string{
		"sh", "-c", `! grep -q OLD "$1" || exit 127; ! grep BAD "$1"`, "sh", "{file}",
	}}})
	must(t, err)
	w := tree(t, map[string]string{"a.zz": "OLD\n"})
	r := newRunner(w)
	r.Validators = validators
	rep, err := r.Run(t.Context(), []ops.Operation{build(t, "create_overwrite", "file", "a.zz", "content", "BAD\n")})
	must(t, err)
	equal(t, "result", codes(rep), []string{"ok"})
	if len(rep.Warnings) != 1 || !strings.HasPrefix(rep.Warnings[0], "a.zz: the text before the run was not checked: sh") {
		t.Errorf("warnings %q", rep.Warnings)
	}
}

// TestTooLargeToBeJudgedBefore: a file that could not be checked before the run is not rolled
// back.
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

// TestValidFileIsNoTemplate: a text that parsed before the run is not taken for a template.
func TestValidFileIsNoTemplate(t *testing.T) {
	t.Parallel()
	const script = "docker ps --format '{{.Names}}'\nif true; then\n\techo yes\nfi\n"
	for _, tt := range []struct {
		name, old, find, replace string
		want                     []string
	}{
		{"plain", script, "fi\n", "f\n", []string{"bad_syntax", "ok"}},
		{"a template before", "{{ if .A }}\n" + script + "{{ end }}\nif\n", "fi\n", "f\n", []string{"ok", "ok"}},
		{"a template now", script, "fi\n", "fi\n{{ if .A }}\nif\n{{ end }}\n", []string{"ok", "ok"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			checker, err := syntax.NewParsers([]string{"shell"})
			must(t, err)
			w := tree(t, map[string]string{"a.sh": tt.old})
			r := newRunner(w)
			r.Syntax = checker
			rep, err := r.Run(t.Context(), []ops.Operation{
				build(t, "edit", "file", "a.sh", "find", tt.find, "replace", tt.replace), build(t, "edit", "file", "a.sh", "find", "yes", "replace", "no"),
			})
			must(t, err)
			if got := codes(rep); !slices.Equal(got, tt.want) {
				t.Errorf("got %v, want %v", got, tt.want)
			}
		})
	}
}
