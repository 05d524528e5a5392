package ops_test

import (
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// TestAdvice runs operations that fail, as blocks and as calls, and compares their hints.
func TestAdvice(t *testing.T) {
	t.Parallel()
	long := strings.Repeat("x", 2<<20)
	for _, tt := range []struct {
		name, function string // the tag is the function's, where block is empty
		called         bool
		fields         []string
		want           string // how the message ends
	}{
		{"create_block", "create", false, []string{"file", "a", "content", "x"}, "File already exists: a. Use <edit> to modify existing files or <create_overwrite> to replace."},
		{"create", "create", true, []string{"file", "a", "content", "x"}, "File already exists: a. Use edit to modify existing files or create_overwrite to replace."},
		{"create_file", "create_file", true, []string{"path", "a", "content", "x"}, "File already exists: a. Use edit to modify existing files or create_overwrite to replace."},
		{"prefixed", "mcp__fileops__create", true, []string{"file", "a", "content", "x"}, "File already exists: a. Use edit to modify existing files or create_overwrite to replace."},
		{"insert_block", "insert_after", false, []string{"file", "a", "pattern", "<p>", "content", "x"}, "Use <edit> with full context instead."},
		{"insert", "insert_after", true, []string{"file", "a", "pattern", "<p>", "content", "x"}, "Use edit with full context instead."},
		{"delete_block", "delete", false, []string{"file", "d"}, "Cannot delete directory: d\nUse <rmdir> for an empty directory."},
		{"delete", "delete", true, []string{"file", "d"}, "Cannot delete directory: d\nUse rmdir for an empty directory."},
		{"rmdir", "rmdir", true, []string{"path", "a"}, "Not a directory: a\nUse delete for a file."},
		{"str_replace_block", "str_replace", false, []string{"file", "a", "old_str", "<p>", "new_str", "x"}, "Include more of the surrounding lines in <old_str> so that one place matches, or use <edit> to replace all of them."},
		{"str_replace", "str_replace", true, []string{"file", "a", "old_str", "<p>", "new_str", "x"}, "Include more of the surrounding lines in old_str so that one place matches, or use edit to replace all of them."},
		{"edit_block", "edit", false, []string{"file", "a", "find", "zzz", "replace", "x"}, "Read a and copy the text into <find> exactly as it stands there."},
		{"edit", "edit", true, []string{"file", "a", "find", "zzz", "replace", "x"}, "Read a and copy the text into find exactly as it stands there."},
		{"some_places_block", "str_replace_all", false, []string{"file", "c", "old_str", "import os", "new_str", "import os\nimport re"}, "not yet: line 4\n\nFile not modified.\nSend one <str_replace> for each place that is still to be changed, with lines around it. To make it once more, send all of the text that stands there now as <old_str>, and the text as it is to be as <new_str>."},
		{"some_places", "Edit", true, []string{"file_path", "c", "old_string", "import os", "new_string", "import os\nimport re", "replace_all", "true"}, "Send one Edit for each place that is still to be changed, with lines around it. To make it once more, send all of the text that stands there now as old_string, and the text as it is to be as new_string."},
		{"some_places_file_edit", "file_edit", true, []string{"path", "c", "old_text", "import os", "new_text", "import os\nimport re", "replace_all", "true"}, "Send one file_edit for each place that is still to be changed, with lines around it. To make it once more, send all of the text that stands there now as old_text, and the text as it is to be as new_text."},
		{"text_of_a_new_file", "MultiEdit", true, []string{"file_path", "new", "edits", `[{"old_string":"","new_string":"x"},{"old_string":"yyy","new_string":"z"}]`}, "Give in old_string a text that stands in new after the edits before this one."},
		{"large_read", "read", true, []string{"file", "large"}, `Read a range of it: lines="1-200"`},
		{"large_Read", "Read", true, []string{"file_path", "large"}, "Read a range of it: limit=200"},
		{"large_view", "str_replace_editor", true, []string{"command", "view", "path", "large"}, "Read a range of it: view_range=[1, 200]"},
		{"large_write", "Write", true, []string{"file_path", "new", "content", long}, "Create it in parts: Write the first, then append the others."},
		{"large_editor", "str_replace_editor", true, []string{"command", "create", "path", "new", "file_text", long}, "Create it in parts: the command create the first, then the command insert the others."},
		{"placeholder_block", "create_overwrite", false, []string{"file", "a", "content", "x\n# ... rest of code ...\n"}, "Send <content> with the code itself in place of its line 2: nothing fills in what it leaves out. If the line itself belongs to the file, say on it what it is: '# Example: ... rest of code ...'. To change a part of the file, use <edit>."},
		{"placeholder", "Write", true, []string{"file_path", "a", "content", "x\n# ... rest of code ...\n"}, "Send content with the code itself in place of its line 2: nothing fills in what it leaves out. If the line itself belongs to the file, say on it what it is: '# Example: ... rest of code ...'. To change a part of the file, use Edit."},
		{"placeholder_editor", "str_replace_editor", true, []string{"command", "insert", "path", "a", "insert_line", "1", "insert_text", "# ... rest of code ...\n"}, "Send insert_text with the code itself in place of its line 1: nothing fills in what it leaves out. If the line itself belongs to the file, say on it what it is: '# Example: ... rest of code ...'."},
		{"placeholder_append", "file_edit", true, []string{"path", "a", "old_text", "", "new_text", "# ... rest of code ...\n"}, "Send new_text with the code itself in place of its line 1: nothing fills in what it leaves out. If the line itself belongs to the file, say on it what it is: '# Example: ... rest of code ...'."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := tree(t, map[string]string{"a": "<p>\n<p>\n", "c": "import os\nimport re\n\nimport os\n", "d/b": "x\n", "large": long})
			op := build(t, tt.function, tt.fields...)
			if tt.called {
				op.Call.Name = tt.function
			}
			r := newRunner(w)
			r.Policy.MaxRead, r.Policy.MaxCreate = 1<<20, 1<<20
			rep, err := r.Run(t.Context(), []ops.Operation{op})
			must(t, err)
			if got := rep.Results[0].Err; got == nil || !strings.HasSuffix(got.Text(), tt.want) {
				t.Errorf("answer %v\nwant   %s", got, tt.want)
			} else if tt.called && strings.Contains(got.Hint, "<") {
				t.Errorf("the hint names a tag: %s", got.Hint)
			}
		})
	}
}

// TestAdviceInAPatch names what a patch can do: a protected file is never deleted first.
func TestAdviceInAPatch(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		tag    string
		fields []string
		want   string
	}{
		{"create", []string{"file", "a", "content", "x"}, `File already exists: a. To change it, use *** Update File. To replace all of it, use *** Update File with every old line marked "-" and every new line marked "+".`},
		{"create", []string{"file", "main.py", "content", "x"}, `File already exists: main.py. To change it, use *** Update File. To replace all of it, use *** Update File with every old line marked "-" and every new line marked "+".`},
		{"delete", []string{"file", "main.py"}, "It may be read, edited and overwritten, not deleted or moved."},
		{"move", []string{"from", "main.py", "to", "b"}, "It may be read, edited and overwritten, not deleted or moved."},
	} {
		w := treeWith(t, workspace.Options{ProtectedFiles: []string{"main.py"}}, map[string]string{"a": "x\n", "main.py": "x\n"})
		op := build(t, tt.tag, tt.fields...)
		op.Call.Name = "apply_patch"
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{op})
		must(t, err)
		if got := rep.Results[0].Err; got == nil || !strings.HasSuffix(got.Text(), tt.want) {
			t.Errorf("%s: got %v, want %q", tt.tag, got, tt.want)
		}
	}
}

// TestAdviceReadFirst names the function to read with before the first change.
func TestAdviceReadFirst(t *testing.T) {
	t.Parallel()
	for call, want := range map[string]string{
		"": "Read it first: <read><file>a</file></read>", "edit": "Read it first: call read on a", "Edit": "Read it first: call Read on a",
	} {
		w := treeWith(t, workspace.Options{ReadBeforeWrite: true}, map[string]string{"a": "x\n"})
		op := build(t, "edit", "file", "a", "find", "x", "replace", "y")
		op.Call.Name = call
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{op})
		must(t, err)
		if got := rep.Results[0].Err; got == nil || got.Hint != want {
			t.Errorf("%q: %+v, want the hint %q", call, got, want)
		}
	}
}
