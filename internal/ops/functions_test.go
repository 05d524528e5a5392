package ops_test

import (
	"cmp"
	"path/filepath"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// TestFunctionNamesInOtherCase: the only function of a name is meant in whatever case.
func TestFunctionNamesInOtherCase(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{"multiedit": "MultiEdit", "a.b__MULTIEDIT": "MultiEdit", "STR_REPLACE": "str_replace", "READ": "", "nothing": ""} {
		got := ""
		if spec, ok := ops.Function(name); ok {
			got = spec.Tag
		}
		if got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

// TestFunctions runs calls on the file a, which holds content, and compares it and
// what is answered; an error begins with "!".
func TestFunctions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, function string
		fields         []string
		content, want  string
		answer         string
	}{
		{"edit-once", "Edit", []string{"file_path", "a", "old_string", "two", "new_string", "2"}, "one\ntwo\n", "one\n2\n", "✅ Replaced 1 occurrence in a"},
		{"edit-all", "Edit", []string{"file_path", "a", "old_string", "o", "new_string", "0", "replace_all", "true"}, "foo\n", "f00\n", "✅ Replaced 2 occurrences in a"},
		{"edit-twice", "Edit", []string{"file_path", "a", "old_string", "o", "new_string", "0"}, "foo\n", "foo\n", "!Found 2 matches for old_string. The tool requires exactly 1 match when replace_all=false.\n\nLocations:\n  Line 1: foo\n  Line 1: foo\n\nTo fix this:\n- Set replace_all=true to replace all 2 occurrences\n- OR include more surrounding context in old_string to make it unique"},
		{"edit-none", "Edit", []string{"file_path", "a", "old_string", "xyz", "new_string", "0"}, "foo\n", "foo\n", "!No matches found for old_string in a.\n\nThis error occurs when the text doesn't match exactly. To fix:\n1. Use Read to see the exact content of a\n2. Copy the EXACT text including all spaces, tabs, and newlines\n3. Do not add or remove any whitespace\n"},
		{"multi", "MultiEdit", []string{"file_path", "a", "edits", `[{"old_string": "one", "new_string": "1"}, {"old_string": "1\n", "new_string": "uno\n"}, {"old_string": "o", "new_string": "0", "replace_all": true}]`}, "one\ntwo\n", "un0\ntw0\n", "✅ Made 3 edits in a (4 occurrences)"},
		{"multi-second-fails", "MultiEdit", []string{"file_path", "a", "edits", `[{"old_string": "one", "new_string": "1"}, {"old_string": "one", "new_string": "2"}]`}, "one\ntwo\n", "one\ntwo\n", "!edits[1]: No matches found for old_string in a."},
		{"multi-first-was-made", "MultiEdit", []string{"file_path", "a", "edits", `[{"old_string": "x = compute(0)", "new_string": "x = compute(1)"}, {"old_string": "y", "new_string": "z"}]`}, "x = compute(1)\ny\n", "x = compute(1)\ny\n", "!edits[0]: No matches found for old_string in a.\n\nThis error occurs when the text doesn't match exactly. To fix:\n1. Use Read to see the exact content of a\n2. Copy the EXACT text including all spaces, tabs, and newlines\n3. Do not add or remove any whitespace\n\nSearched for:\n  x = compute(0)\n\nalready applied: the replacement stands at line 1\n\nFile not modified.\nIf that is the change you wanted, send the call again without edits[0]: none of the others was made either."},
		{"multi-ambiguous", "MultiEdit", []string{"file_path", "a", "edits", `[{"old_string": "o", "new_string": "1"}]`}, "one\ntwo\n", "one\ntwo\n", "!edits[0]: Found 2 matches for old_string."},
		{"multi-placeholder", "MultiEdit", []string{"file_path", "a", "edits", `[{"old_string": "one", "new_string": "# ... existing code ..."}]`}, "one\ntwo\n", "one\ntwo\n", "!edits[0]: Placeholder instead of code at line 1"},
		{"multi-no-change", "MultiEdit", []string{"file_path", "a", "edits", `[{"old_string": "one", "new_string": "1"}, {"old_string": "1", "new_string": "one"}]`}, "one\n", "one\n", "No change: the edits leave a as it is"},
		{"multi-keeps-line-ends", "MultiEdit", []string{"file_path", "a", "edits", `[{"old_string": "one", "new_string": "1\n1"}, {"old_string": "1\ntwo", "new_string": "1\n2\n2"}]`}, "one\r\ntwo\r\n", "1\r\n1\r\n2\r\n2\r\n", "✅ Made 2 edits in a (2 occurrences)"},
		{"file-edit-replaces", "file_edit", []string{"path", "a", "old_text", "two", "new_text", "2"}, "one\ntwo\n", "one\n2\n", "Successfully replaced 1 occurrence(s) in a"},
		{"file-edit-inserts", "file_edit", []string{"path", "a", "old_text", "", "new_text", "x", "insert_line", "1"}, "one\ntwo\n", "one\nx\ntwo\n", "Successfully inserted content in a after line 1"},
		{"file-edit-inserts-past-the-end", "file_edit", []string{"path", "a", "old_text", "", "new_text", "x", "insert_line", "9"}, "one\ntwo\n", "one\ntwo\n", "!Cannot insert at line 9. File has only 2 lines.\nValid range: 1 to 2"},
		{"file-edit-appends", "file_edit", []string{"path", "a", "old_text", "", "new_text", "x"}, "one", "one\nx", "Successfully appended content to a"},
		{"file-edit-no-change", "file_edit", []string{"path", "a", "old_text", "one", "new_text", "one"}, "one\n", "one\n", "No change: old_text and new_text are identical in a"},
		{"file-edit-to-nothing", "file_edit", []string{"path", "a", "old_text", "one", "new_text", ""}, "one\ntwo\n", "\ntwo\n", "Successfully replaced 1 occurrence(s) in a"},
		{"editor-view", "str_replace_based_edit_tool", []string{"command", "view", "path", "a", "view_range", "[2, -1]"}, "one\ntwo\n", "one\ntwo\n", "✅ Read a (1 line)"},
		{"editor-views-a-directory", "str_replace_based_edit_tool", []string{"command", "view", "path", "."}, "one\n", "one\n", "✅ Listed . (1 entry, 2 levels, hidden ones left out)"},
		{"editor-creates-over", "str_replace_based_edit_tool", []string{"command", "create", "path", "a", "file_text", "new\n"}, "one\n", "new\n", "✅ Overwrote a (4 bytes)"},
		{"editor-replaces", "str_replace_editor", []string{"command", "str_replace", "path", "a", "old_str", "one", "new_str", "1"}, "one\n", "1\n", "✅ Replaced 1 occurrence in a"},
		{"editor-replaces-with-nothing", "str_replace_editor", []string{"command", "str_replace", "path", "a", "old_str", "one"}, "one\n", "\n", "✅ Replaced 1 occurrence in a"},
		{"editor-twice", "str_replace_editor", []string{"command", "str_replace", "path", "a", "old_str", "o", "new_str", "1"}, "oo\n", "oo\n", "!Found 2 matches for old_str."},
		{"editor-inserts-at-the-top", "str_replace_editor", []string{"command", "insert", "path", "a", "insert_line", "0", "insert_text", "x\n"}, "one\n", "x\none\n", "✅ Inserted 1 line in a before line 1"},
		{"editor-inserts-past-the-end", "str_replace_editor", []string{"command", "insert", "path", "a", "insert_line", "2", "new_str", "x"}, "one\n", "one\n", "!Cannot insert at line 2. File has only 1 line.\nValid range: 0 to 1"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := tree(t, map[string]string{"a": tt.content})
			op := build(t, tt.function, tt.fields...)
			op.Call.Name = tt.function
			rep, err := newRunner(w).Run(t.Context(), []ops.Operation{op})
			must(t, err)
			res := rep.Results[0]
			answer := cmp.Or(res.Answer, res.Summary.String())
			if res.Err != nil {
				answer = "!" + res.Err.Text()
			}
			if !strings.HasPrefix(answer, tt.answer) {
				t.Errorf("answer %q\nwant   %q", answer, tt.answer)
			}
			equal(t, "the tree", files(t, w), map[string]string{"a": tt.want})
		})
	}
}

// TestFunctionsAreFoundByOtherNames: after a prefix, or in another case if it is the only one.
func TestFunctionsAreFoundByOtherNames(t *testing.T) {
	t.Parallel()
	for name, want := range map[string]string{
		"MultiEdit": "MultiEdit", "multiedit": "MultiEdit", "mcp__fileops__MULTIEDIT": "MultiEdit", "functions.Edit": "Edit",
		"Read": "Read", "read": "read", "READ": "", "Multi_Edit": "", "": "",
	} {
		spec, ok := ops.Function(name)
		if ok != (want != "") || ok && spec.Tag != want {
			t.Errorf("Function(%q) = %+v, %t; want %q", name, spec, ok, want)
		}
	}
}

// TestFunctionsRefuse builds calls whose arguments are not what they should be.
func TestFunctionsRefuse(t *testing.T) {
	t.Parallel()
	const modes = "Invalid parameters. Choose one mode:\n- REPLACE: old_text=\"content to find\", new_text=\"replacement\"\n- INSERT: old_text=\"\", insert_line=5, new_text=\"content to insert\"\n- APPEND: old_text=\"\", new_text=\"content to append\" (no insert_line)"
	for _, tt := range []struct {
		function string
		fields   []string
		want     string
	}{
		{"file_edit", []string{"path", "a", "old_text", "x", "new_text", "y", "insert_line", "1"}, modes},
		{"file_edit", []string{"path", "a", "old_text", "", "new_text", "", "insert_line", "1"}, modes},
		{"file_edit", []string{"path", "a", "old_text", "", "new_text", ""}, modes},
		{"file_edit", []string{"path", "a", "old_text", "", "new_text", "x", "replace_all", "true"}, modes},
		{"file_edit", []string{"path", "a", "old_text", "", "new_text", "x", "insert_line", "0"}, "insert_line must be at least 1, not 0"},
		{"MultiEdit", []string{"file_path", "a", "edits", "[]"}, "edits is empty"},
		{"MultiEdit", []string{"file_path", "a", "edits", `[{"old_string": "x"}]`}, "edits[0] needs an old_string that is not empty and a new_string"},
		{"MultiEdit", []string{"file_path", "a", "edits", `[{"oldString": "x", "newString": "y"}, {"oldString": "", "newString": "y"}]`}, "edits[1] needs an oldString that is not empty and a newString"},
		{"MultiEdit", []string{"file_path", "a", "edits", "x"}, "edits must be a list of objects with old_string, new_string and, if wanted, replace_all"},
		{"str_replace_editor", []string{"command", "create", "path", "a"}, "file_text is missing: the command create needs it"},
		{"str_replace_editor", []string{"command", "str_replace", "path", "a"}, "old_str is missing: the command str_replace needs it"},
		{"str_replace_editor", []string{"command", "insert", "path", "a", "new_str", "x"}, "insert_line is missing: the command insert needs it"},
		{"str_replace_editor", []string{"command", "insert", "path", "a", "insert_line", "1"}, "insert_text is missing: the command insert needs it"},
		{"str_replace_editor", []string{"command", "view", "path", "a", "view_range", "[3, 2]"}, "view_range must be two lines such as [10, 20], or [10, -1], not [3, 2]"},
	} {
		spec, _ := ops.Function(tt.function)
		_, err := spec.Build(wording.Call, arguments(tt.fields...))
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s %q: %v, want %s", tt.function, tt.fields, err, tt.want)
		}
	}
}

// TestPathStyles says what the paths of blocks and calls may look like.
func TestPathStyles(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ style, name, path, want string }{
		{"", "", "a", ""}, {"", "", "ROOT/a", "Absolute paths not allowed: ROOT/a"},
		{"absolute", "", "a", ""}, {"absolute", "", "ROOT/a", "Absolute paths not allowed: ROOT/a"},
		{"", "Read", "a", ""}, {"", "Read", "ROOT/a", ""}, {"", "Read", "/etc/passwd", "Path escapes the root: /etc/passwd"},
		{"auto", "Read", "ROOT/../ROOT/a", "Path traversal detected: ROOT/../ROOT/a"},
		{"absolute", "Read", "ROOT/a", ""}, {"absolute", "Read", "a", "Path must be absolute (start with /). Got: a"},
		{"relative", "Read", "a", ""}, {"relative", "Read", "ROOT/a", "Absolute paths not allowed: ROOT/a"},
		{"auto", "Read", "ROOT", "Cannot read directory: ."},
		{"auto", "Read", "ROOT//a", ""}, {"auto", "Read", "ROOT///a", ""}, {"auto", "Read", "ROOT/./a", ""}, {"auto", "Read", "ROOT//./a", ""},
		{"auto", "Read", "/ROOT/a", ""}, {"auto", "Read", "//ROOT//a", ""}, {"absolute", "Read", "ROOT//a", ""},
		{"auto", "Read", "ROOT//", "Cannot read directory: ."}, {"auto", "Read", "ROOT//none", "File not found: none"},
		{"auto", "Read", "ROOT//../a", "Path traversal detected: ROOT//../a"}, {"auto", "Read", "//etc/passwd", "Path escapes the root: //etc/passwd"},
		{"auto", "Read", "ROOTx//a", "Path escapes the root: ROOTx//a"}, {"", "", "ROOT//a", "Absolute paths not allowed: ROOT//a"},
		{"relative", "Read", "ROOT//a", "Absolute paths not allowed: ROOT//a"}, {"auto", "Read", "//a", "Path escapes the root: //a"},
	} {
		w := tree(t, map[string]string{"a": "x\n"})
		root := func(s string) string { return strings.ReplaceAll(s, "ROOT", w.Dir()) }
		if strings.HasPrefix(root(tt.path), "/"+w.Dir()) && filepath.VolumeName(w.Dir()) != "" {
			continue // a drive's name has no slashes before it
		}
		op := build(t, "Read", "file_path", root(tt.path))
		op.Call.Name = tt.name
		r := newRunner(w)
		r.Policy.PathStyle = tt.style
		equal(t, tt.style+" "+tt.name+" "+tt.path, failures(t, r, op), []string{root(tt.want)})
	}
}

// TestMultiEditTellsWhatItTolerated names the edit whose match was not exact.
func TestMultiEditTellsWhatItTolerated(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a.py": "def f():\n    x = 1\n    y = 2\n    return x\n\nz = 3\n"})
	op := build(t, "MultiEdit", "file_path", "a.py", "edits", `[{"old_string": "z = 3", "new_string": "z = 4"}, {"old_string": "x = 1\ny = 2\n", "new_string": "x = 1\ny = 3\n"}]`)
	r := newRunner(w)
	r.Policy.Tolerant = true
	rep, err := r.Run(t.Context(), []ops.Operation{op})
	must(t, err)
	equal(t, "the notes", rep.Results[0].Notes, []string{"edits[1]: Matched although it differs in indentation (line 2)"})
	equal(t, "the tree", files(t, w), map[string]string{"a.py": "def f():\n    x = 1\n    y = 3\n    return x\n\nz = 4\n"})

	op = build(t, "MultiEdit", "file_path", "b.py", "edits", `[{"old_string": "", "new_string": "if x:\n    y = 1\n    z = 1\n"}, {"old_string": "y = 1\nz = 1\n", "new_string": "y = 2\nz = 1\n"}]`)
	rep, err = r.Run(t.Context(), []ops.Operation{op})
	must(t, err)
	equal(t, "the notes of a new file", rep.Results[0].Notes, []string{"edits[1]: Matched although it differs in indentation (line 2)"})
}
