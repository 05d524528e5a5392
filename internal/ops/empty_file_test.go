package ops_test

import (
	"strings"
	"testing"

	"fileops/internal/ops"
)

// An empty file is made where no text is what was asked for. An edit of no text writes a
// file that has none.
func TestEmptyFiles(t *testing.T) {
	t.Parallel()
	const none = "(no file)"
	for _, tt := range []struct {
		name, before, tag string
		fields            []string
		after, said       string
	}{
		{"write-block", none, "write", []string{"file", "f", "content", ""}, "", "✅ Created f (0 bytes)"},
		{"write", none, "Write", []string{"file_path", "f", "content", ""}, "", "✅ Created f (0 bytes)"},
		{"file-write", none, "file_write", []string{"path", "f", "content", ""}, "", "✅ Created f (0 bytes)"},
		{"create-file", none, "create_file", []string{"path", "f", "content", ""}, "", "✅ Created f (0 bytes)"},
		{"text-editor", none, "str_replace_based_edit_tool", []string{"command", "create", "path", "f", "file_text", ""}, "", "✅ Created f (0 bytes)"},
		{"other-text-editor", none, "str_replace_editor", []string{"command", "create", "path", "f", "file_text", ""}, "", "✅ Created f (0 bytes)"},
		{"create-file-that-exists", "x\n", "create_file", []string{"path", "f", "content", ""}, "x\n", "File already exists: f"},
		{"write-over-text", "x\ny\n", "Write", []string{"file_path", "f", "content", ""}, "", "f had 2 lines (4 bytes) and is empty now"},
		{"write-over-nothing", "", "Write", []string{"file_path", "f", "content", ""}, "", "No change: f has this content already"},

		{"write-over-a-mark-alone", "\ufeff", "Write", []string{"file_path", "f", "content", ""}, "\ufeff", "No change: f has this content already"},
		{"write-over-a-mark-of-utf-16-alone", "\xff\xfe", "Write", []string{"file_path", "f", "content", ""}, "\xff\xfe", "No change: f has this content already"},

		{"edit-of-no-file", none, "Edit", []string{"file_path", "d/f", "old_string", "", "new_string", "x\n"}, "x\n", "✅ Created parent directories and file: d/f (2 bytes)"},
		{"edit-of-an-empty-file", "", "Edit", []string{"file_path", "f", "old_string", "", "new_string", "x\n"}, "x\n", "✅ Overwrote f (2 bytes)"},
		{"edit-of-a-file-with-a-mark-alone", "\ufeff", "Edit", []string{"file_path", "f", "old_string", "", "new_string", "x\n"}, "\ufeffx\n", "✅ Overwrote f (5 bytes)"},
		{"edit-to-nothing", none, "Edit", []string{"file_path", "f", "old_string", "", "new_string", ""}, "", "✅ Created f (0 bytes)"},
		{"edit-of-all", "", "Edit", []string{"file_path", "f", "old_string", "", "new_string", "x", "replace_all", "true"}, "x", "✅ Overwrote f (1 byte)"},
		{"edit-of-a-file-with-text", "a\n", "Edit", []string{"file_path", "f", "old_string", "", "new_string", "x\n"}, "a\n", "old_string cannot be empty: f has text\nGive in old_string the text that new_string replaces. To write the whole file, call Write."},
		{"edit-of-a-blank-line", "\n", "Edit", []string{"file_path", "f", "old_string", "", "new_string", "x\n"}, "\n", "old_string cannot be empty: f has text"},
		{"edit-of-a-directory", none, "Edit", []string{"file_path", ".", "old_string", "", "new_string", "x\n"}, none, "Cannot edit directory: ."},
		{"edit-of-a-placeholder", none, "Edit", []string{"file_path", "f.go", "old_string", "", "new_string", "// ... existing code ...\n"}, none, "Send new_string with the code itself"},
		{"several-edits-of-no-file", none, "MultiEdit", []string{"file_path", "f", "edits", `[{"old_string":"","new_string":"x\n"}]`}, "x\n", "✅ Created f (2 bytes)"},
		{"several-edits-of-a-file-with-text", "a\n", "MultiEdit", []string{"file_path", "f", "edits", `[{"old_string":"","new_string":"x\n"}]`}, "a\n", "old_string cannot be empty: f has text"},
		{"edits-of-no-file", none, "MultiEdit", []string{"file_path", "d/f", "edits", `[{"old_string":"","new_string":"a\nb\n"},{"old_string":"b","new_string":"c"}]`}, "a\nc\n", "✅ Created parent directories and file: d/f (4 bytes)"},
		{"three-edits-of-an-empty-file", "", "MultiEdit", []string{"file_path", "f", "edits", `[{"old_string":"","new_string":"a"},{"old_string":"a","new_string":"aa"},{"old_string":"a","new_string":"b","replace_all":true}]`}, "bb", "✅ Overwrote f (2 bytes)"},
		{"edits-of-a-file-with-text", "a\n", "MultiEdit", []string{"file_path", "f", "edits", `[{"old_string":"","new_string":"x\n"},{"old_string":"x","new_string":"y"}]`}, "a\n", "old_string cannot be empty: f has text"},
		{"edits-of-which-one-misses", none, "MultiEdit", []string{"file_path", "f", "edits", `[{"old_string":"","new_string":"a\n"},{"old_string":"b","new_string":"c"}]`}, none, "edits[1]: No matches found"},
		{"edits-of-which-one-is-ambiguous", none, "MultiEdit", []string{"file_path", "f", "edits", `[{"old_string":"","new_string":"a\na\n"},{"old_string":"a","new_string":"c"}]`}, none, "edits[1]: Found 2 matches"},
		{"edits-with-crlf", none, "MultiEdit", []string{"file_path", "f", "edits", `[{"old_string":"","new_string":"a\r\nb\r\n"},{"old_string":"b","new_string":"c\r\nd"}]`}, "a\r\nc\r\nd\r\n", "✅ Created f (9 bytes)"},
		{"edits-in-an-encoding", none, "MultiEdit", []string{"file_path", "f.py", "edits", `[{"old_string":"","new_string":"# coding: latin-1\nx = 'a'\n"},{"old_string":"'a'","new_string":"'\u00e9'"}]`}, "# coding: latin-1\nx = '\xe9'\n", "✅ Created f.py (26 bytes)"},
		{"edits-of-a-directory", none, "MultiEdit", []string{"file_path", ".", "edits", `[{"old_string":"","new_string":"x\n"},{"old_string":"x","new_string":"y"}]`}, none, "Cannot edit directory: ."},
	} {
		before := map[string]string{}
		if tt.before != none {
			before["f"] = tt.before
		}
		w := tree(t, before)
		op := build(t, tt.tag, tt.fields...)
		op.Call.Name = tt.tag
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{op})
		must(t, err)
		res := rep.Results[0]
		said := strings.Join(append([]string{res.Summary.String()}, res.Warnings...), "\n")
		if res.Err != nil {
			said = res.Err.Text()
		}
		if !strings.Contains(said, tt.said) {
			t.Errorf("%s: says %q, want %q", tt.name, said, tt.said)
		}
		got := none
		for _, content := range files(t, w) {
			got = content
		}
		if got != tt.after {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.after)
		}
	}
}
