package ops_test

import (
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// lineEndCase is one operation whose texts state line ends.
type lineEndCase struct {
	name      string
	before    string // "" for no file
	tag       string
	call      bool
	converted bool
	fields    []string
	after     string
	said      string // a part of what the result says, "" for nothing on line ends
}

var lineEndCases = []lineEndCase{
	// A new file keeps CRLF where all its lines have it.
	{name: "new-file", tag: "create", fields: []string{"file", "f", "content", "a\r\nb\r\n"}, after: "a\r\nb\r\n", said: "Line ends: CRLF, as <content> was sent"},
	{name: "new-file-without-a-last-end", tag: "write", fields: []string{"file", "f", "content", "a\r\nb"}, after: "a\r\nb", said: "Line ends: CRLF"},
	{name: "new-file-by-a-call", tag: "Write", call: true, fields: []string{"file_path", "f", "content", "a\r\nb\r\n"}, after: "a\r\nb\r\n", said: "Line ends: CRLF, as content was sent"},
	{name: "new-file-by-create-file", tag: "create_file", call: true, fields: []string{"path", "f", "content", "a\r\n"}, after: "a\r\n", said: "Line ends: CRLF"},
	{name: "new-file-by-a-text-editor", tag: "str_replace_editor", call: true, fields: []string{"command", "create", "path", "f", "file_text", "a\r\nb\r\n"}, after: "a\r\nb\r\n", said: "as file_text was sent"},
	{name: "new-file-with-both", tag: "create", fields: []string{"file", "f", "content", "a\r\nb\nc\r\n"}, after: "a\nb\nc\n", said: "<content> was sent with both line ends (2 CRLF, 1 LF), but is written with LF"},
	{name: "new-file-in-lf", tag: "create", fields: []string{"file", "f", "content", "a\nb\n"}, after: "a\nb\n"},
	{name: "new-file-with-lone-returns", tag: "create", fields: []string{"file", "f", "content", "a\rb\r"}, after: "a\rb\r"},
	{name: "new-file-of-a-converted-response", tag: "create", converted: true, fields: []string{"file", "f", "content", "a\r\nb\r\n"}, after: "a\nb\n", said: "Line ends: LF, though <content> came with CRLF, since every line of the response did"},

	// A whole file: its own line ends, but those of a string that spells out CRLF.
	{name: "same-but-for-line-ends", before: "a\r\nb\r\n", tag: "Write", call: true, fields: []string{"file_path", "f", "content", "a\nb\n"}, after: "a\r\nb\r\n", said: "has this content already, but for its line ends, which it keeps"},
	{name: "same-but-for-line-ends-in-a-block", before: "a\r\nb\r\n", tag: "write", fields: []string{"file", "f", "content", "a\nb\n"}, after: "a\r\nb\r\n", said: "Line ends: CRLF, as f has them"},
	{name: "same-with-crlf-over-lf-in-a-block", before: "a\nb\n", tag: "write", fields: []string{"file", "f", "content", "a\r\nb\r\n"}, after: "a\nb\n", said: "<content> was sent with CRLF line ends, but is written with LF"},
	{name: "same-with-crlf-over-lf-by-a-call", before: "a\nb\n", tag: "Write", call: true, fields: []string{"file_path", "f", "content", "a\r\nb\r\n"}, after: "a\r\nb\r\n", said: "content was sent with CRLF line ends and is written with them, but f had LF"},
	{name: "overwritten-in-lf", before: "a\r\nb\r\n", tag: "write", fields: []string{"file", "f", "content", "x\ny\n"}, after: "x\r\ny\r\n", said: "Line ends: CRLF, as f has them"},
	{name: "overwritten-with-both", before: "a\nb\n", tag: "Write", call: true, fields: []string{"file_path", "f", "content", "x\r\ny\nz\n"}, after: "x\ny\nz\n", said: "content was sent with LF and CRLF line ends, but is written with LF"},
	{name: "overwritten-with-the-same-kind", before: "a\r\nb\r\n", tag: "write", fields: []string{"file", "f", "content", "x\r\n"}, after: "x\r\n"},
	{name: "really-the-same", before: "a\r\nb\r\n", tag: "write", fields: []string{"file", "f", "content", "a\r\nb\r\n"}, after: "a\r\nb\r\n"},
	{name: "overwritten-file-without-line-ends", before: "a", tag: "write", fields: []string{"file", "f", "content", "x\r\ny\r\n"}, after: "x\r\ny\r\n", said: "Line ends: CRLF"},

	// Edits.
	{name: "edit-to-crlf", before: "a\n", tag: "Edit", call: true, fields: []string{"file_path", "f", "old_string", "a\n", "new_string", "a\r\n"}, after: "a\r\n", said: "new_string was sent with CRLF line ends and is written with them, but f had LF"},
	{name: "edit-to-lf", before: "a\r\nb\r\n", tag: "Edit", call: true, fields: []string{"file_path", "f", "old_string", "a\r\n", "new_string", "a\n"}, after: "a\nb\r\n", said: "new_string was sent with LF line ends and is written with them, but f had CRLF"},
	{name: "edit-to-crlf-that-is-there", before: "a\r\n", tag: "Edit", call: true, fields: []string{"file_path", "f", "old_string", "a\n", "new_string", "a\r\n"}, after: "a\r\n", said: "No change: f has what new_string puts there (line 1)"},
	{name: "edit-of-blocks-to-crlf", before: "a\nb\n", tag: "edit", fields: []string{"file", "f", "find", "a\nb\n", "replace", "a\r\nb\r\n"}, after: "a\nb\n", said: "find and replace differ in line ends alone, and f keeps its own (LF)"},
	{name: "edit-in-the-same-frame", before: "a\nb\n", tag: "Edit", call: true, fields: []string{"file_path", "f", "old_string", "a\r\nb", "new_string", "x\r\ny"}, after: "x\ny\n", said: "new_string was sent with CRLF line ends, but is written with LF, as f has them"},
	{name: "edit-that-spells-out-crlf", before: "a\nb\n", tag: "Edit", call: true, fields: []string{"file_path", "f", "old_string", "a", "new_string", "x\r\ny"}, after: "x\r\ny\nb\n", said: "is written with them, but f had LF"},
	{name: "edit-with-lf-in-crlf", before: "a\r\nb\r\n", tag: "Edit", call: true, fields: []string{"file_path", "f", "old_string", "a", "new_string", "x\ny"}, after: "x\r\ny\r\nb\r\n", said: "Line ends: CRLF, as f has them"},
	{name: "edit-with-both", before: "a\nb\n", tag: "edit", fields: []string{"file", "f", "find", "a", "replace", "x\r\ny\nz"}, after: "x\ny\nz\nb\n", said: "<replace> was sent with LF and CRLF line ends, but is written with LF"},
	{name: "edit-of-a-block-with-crlf", before: "a\nb\n", tag: "edit", fields: []string{"file", "f", "find", "a\n", "replace", "x\r\n"}, after: "x\nb\n", said: "<replace> was sent with CRLF line ends, but is written with LF"},
	{name: "edit-everywhere", before: "a\nb\na\n", tag: "Edit", call: true, fields: []string{"file_path", "f", "old_string", "a", "new_string", "x\ny\r\n", "replace_all", "true"}, after: "x\ny\n\nb\nx\ny\n\n", said: "new_string was sent with LF and CRLF line ends"},
	{name: "edit-with-a-block-whose-last-end-is-its-forms", before: "a", tag: "edit", fields: []string{"file", "f", "find", "a", "replace", "x\r\ny\n"}, after: "x\r\ny", said: "Line ends: CRLF, as <replace> was sent"},
	{name: "edit-of-one-line", before: "a\r\nb\r\n", tag: "edit", fields: []string{"file", "f", "find", "a\n", "replace", "x\n"}, after: "x\r\nb\r\n"},
	{name: "several-edits", before: "a\nb\n", tag: "MultiEdit", call: true, fields: []string{"file_path", "f", "edits", `[{"old_string":"a","new_string":"x\r\ny\nz"},{"old_string":"b","new_string":"q"}]`}, after: "x\ny\nz\nq\n", said: "new_string was sent with LF and CRLF line ends"},
	{name: "several-edits-of-line-ends", before: "a\nb\n", tag: "MultiEdit", call: true, fields: []string{"file_path", "f", "edits", `[{"old_string":"a\n","new_string":"a\r\n"},{"old_string":"b\n","new_string":"b\r\n"}]`}, after: "a\r\nb\r\n", said: "written with them"},

	// Lines that are put in.
	{name: "appended", before: "a\n", tag: "append", fields: []string{"file", "f", "content", "x\r\ny\r\n"}, after: "a\nx\ny\n", said: "<content> was sent with CRLF line ends, but is written with LF, as f has them"},
	{name: "appended-by-a-call", before: "a\n", tag: "append", call: true, fields: []string{"file", "f", "content", "x\r\ny"}, after: "a\nx\r\ny\r\n", said: "content was sent with CRLF line ends and is written with them"},
	{name: "appended-after-a-line-without-end", before: "a\nb", tag: "append", call: true, fields: []string{"file", "f", "content", "x\r\n"}, after: "a\nb\nx\r\n", said: "written with them"},
	{name: "appended-to-an-empty-file", before: "\ufeff", tag: "append", fields: []string{"file", "f", "content", "x\r\ny\r\n"}, after: "\ufeffx\r\ny\r\n", said: "Line ends: CRLF, as <content> was sent"},
	{name: "inserted", before: "a\nb\n", tag: "insert_after", fields: []string{"file", "f", "pattern", "a", "content", "x\r\n"}, after: "a\nx\nb\n", said: "<content> was sent with CRLF"},
	{name: "inserted-before-with-both", before: "a\nb\n", tag: "insert_before", fields: []string{"file", "f", "pattern", "b", "content", "x\r\ny\n"}, after: "a\nx\ny\nb\n", said: "<content> was sent with LF and CRLF"},
	{name: "inserted-in-crlf", before: "a\r\n", tag: "insert_at", fields: []string{"file", "f", "line", "1", "content", "x\n"}, after: "x\r\na\r\n", said: "Line ends: CRLF, as f has them"},
	{name: "replaced-lines", before: "a\nb\n", tag: "replace_lines", fields: []string{"file", "f", "start_line", "1", "end_line", "1", "new_content", "x\r\n"}, after: "x\nb\n", said: "<new_content> was sent with CRLF"},
	{name: "replaced-lines-by-a-call", before: "a\nb\n", tag: "replace_lines", call: true, fields: []string{"file", "f", "start_line", "1", "end_line", "1", "new_content", "a\r\n"}, after: "a\r\nb\n", said: "written with them"},
	{name: "file-edit", before: "a\nb\n", tag: "file_edit", call: true, fields: []string{"path", "f", "old_text", "a\n", "new_text", "a\r\n"}, after: "a\r\nb\n", said: "new_text was sent with CRLF"},
	{name: "text-editor-insert", before: "a\r\n", tag: "str_replace_editor", call: true, fields: []string{"command", "insert", "path", "f", "insert_line", "1", "new_str", "x\ny\n"}, after: "a\r\nx\r\ny\r\n", said: "Line ends: CRLF"},
	{name: "appended-of-a-converted-response", before: "a\n", tag: "append", converted: true, fields: []string{"file", "f", "content", "x\r\ny\r\n"}, after: "a\nx\ny\n"},
	{name: "mixed-file-keeps-its-lines", before: "a\r\nb\nc\r\n", tag: "edit", fields: []string{"file", "f", "find", "a\nb\nc\n", "replace", "a\nx\nc\n"}, after: "a\r\nx\nc\r\n", said: "Line ends: LF and CRLF, as f has them"},
}

// A text is written with the line ends that it was sent with, or the result says that it is not.
func TestLineEndsAreWrittenOrTold(t *testing.T) {
	t.Parallel()
	for _, tt := range lineEndCases {
		before := map[string]string{}
		if tt.before != "" {
			before["f"] = tt.before
		}
		w := tree(t, before)
		op := build(t, tt.tag, tt.fields...)
		op.Converted = tt.converted
		if tt.call {
			for _, arg := range arguments(tt.fields...) {
				arg.Value.Block = false
				op.Args = append(op.Args, arg)
			}
			spec, _ := ops.Function(tt.tag)
			action, err := spec.Build(wording.Tags, op.Args)
			must(t, err)
			op.Action, op.Call.Name = action, tt.tag
		}
		rep, err := newRunner(w).Run(t.Context(), []ops.Operation{op})
		must(t, err)
		res := rep.Results[0]
		if res.Err != nil {
			t.Errorf("%s: %v", tt.name, res.Err)
			continue
		}
		if got := files(t, w)["f"]; got != tt.after {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.after)
		}
		said := strings.Join(append(append([]string{res.Summary.String()}, res.Notes...), res.Warnings...), "\n")
		if !strings.Contains(said, tt.said) {
			t.Errorf("%s: says %q, want %q", tt.name, said, tt.said)
		}
		if tt.said == "" && strings.Contains(said, "LF") {
			t.Errorf("%s: says %q", tt.name, said)
		}
		if same := tt.before == tt.after; same != !res.Changed || same && !strings.HasPrefix(res.Summary.String(), "No change: ") {
			t.Errorf("%s: changed %t, %q", tt.name, res.Changed, res.Summary.String())
		}
	}
}

// A script of Windows' own shell keeps CRLF in any case: it needs them.
func TestBatchFilesKeepCRLF(t *testing.T) {
	t.Parallel()
	w := tree(t, nil)
	op := build(t, "create", "file", "bin/Run.BAT", "content", "@echo off\r\nexit\r\n")
	op.Converted = true
	_, err := newRunner(w).Run(t.Context(), []ops.Operation{op})
	must(t, err)
	equal(t, "file", files(t, w), map[string]string{"bin/Run.BAT": "@echo off\r\nexit\r\n"})
}
