package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// called is what one function call left of the file a.txt, and its answer.
type called struct {
	text    string
	success bool
	answer  string // what was done, or why not
	result  map[string]any
}

// callOnce runs one function call, as JSON, on a root with the file a.txt, whose path ABS
// stands for.
func callOnce(t *testing.T, content, name string, arguments map[string]any, flags ...string) called {
	t.Helper()
	root := t.TempDir()
	file := filepath.Join(root, "a.txt")
	if err := os.WriteFile(file, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
	for key, value := range arguments {
		if value == "ABS" {
			arguments[key] = file
		}
	}
	text, err := json.Marshal(map[string]any{"name": name, "input": arguments})
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	args := append([]string{"apply", "--root", root, "--format", "json"}, flags...)
	status := execute(t.Context(), streams{in: bytes.NewReader(text), out: &out, err: &errs}, args)
	var run struct{ Results []map[string]any }
	if err := json.Unmarshal(out.Bytes(), &run); err != nil || len(run.Results) != 1 {
		t.Fatalf("status %d, %v: %s%s", status, err, out.Bytes(), errs.Bytes())
	}
	after, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	r := run.Results[0]
	c := called{text: string(after), success: r["success"] == true, result: r, answer: fmt.Sprint(r["output"], r["error"])}
	if c.success != (status == exitOK) {
		t.Errorf("success %t with status %d", c.success, status)
	}
	return c
}

// arguments of file_edit, with the path of the file.
func arguments(old, new string, more ...any) map[string]any {
	a := map[string]any{"path": "ABS", "old_text": old, "new_text": new}
	for i := 0; i < len(more); i += 2 {
		a[more[i].(string)] = more[i+1]
	}
	return a
}

// TestFileEdit is the list of tests that the plan of file_edit asks for, by name.
func TestFileEdit(t *testing.T) {
	t.Setenv("FILEOPS_PATH_STYLE", "absolute")
	ownHome(t)
	const original = "function calculate() {\n  const a = 1;\n  const b = 2;\n  return a + b;\n}"
	relative := arguments("x", "y")
	relative["path"] = "a.txt"
	for _, tt := range []struct {
		name, content string
		arguments     map[string]any
		want          string // "" where the file stays as it is
		answer        string // what the answer holds
		fails         bool
	}{
		{"should require absolute paths", "x\n", arguments("x", "y"), "y\n", "Successfully replaced 1 occurrence(s) in a.txt", false},
		{"should reject relative paths with clear error message", "x\n", relative, "", "Path must be absolute (start with /). Got: a.txt", true},

		{"should detect REPLACE mode when old_text has content", "one\ntwo\n", arguments("two", "2"), "one\n2\n", "Successfully replaced 1 occurrence(s) in a.txt", false},
		{"should detect INSERT mode when old_text is empty and insert_line specified", "Line 1\nLine 2\nLine 3", arguments("", "Inserted Line", "insert_line", 2), "Line 1\nLine 2\nInserted Line\nLine 3", "Successfully inserted content in a.txt after line 2", false},
		{"should detect APPEND mode when old_text is empty and no insert_line", "one\n", arguments("", "two"), "one\ntwo\n", "Successfully appended content to a.txt", false},

		{"should replace single exact match", "one two three", arguments("two", "2"), "one 2 three", "Successfully replaced 1 occurrence(s)", false},
		{"should replace multiple matches when replace_all=true", "const foo = 1;\nconst bar = foo + 2;\nconst baz = foo * 3;", arguments("foo", "value", "replace_all", true), "const value = 1;\nconst bar = value + 2;\nconst baz = value * 3;", "Successfully replaced 3 occurrence(s)", false},
		{"should fail with multiple matches when replace_all=false", "foo\nfoo\n", arguments("foo", "x"), "", "Found 2 matches for old_text. The tool requires exactly 1 match when replace_all=false.", true},
		{"should fail when no matches found with actionable error", "foo\n", arguments("nothing of the kind", "x"), "", "No matches found for old_text in a.txt.\n\nThis error occurs when the text doesn't match exactly. To fix:\n1. Use file_read to see the exact content of a.txt\n2. Copy the EXACT text including all spaces, tabs, and newlines\n3. Do not add or remove any whitespace", true},
		{"should preserve exact whitespace in replacements", "a\n", arguments("a", " \t a  \n\n b\t"), " \t a  \n\n b\t\n", "", false},
		{"should handle multi-line replacements", original, arguments("  const a = 1;\n  const b = 2;\n  return a + b;", "  const x = 10;\n  const y = 20;\n  return x * y;"), "function calculate() {\n  const x = 10;\n  const y = 20;\n  return x * y;\n}", "", false},
		{"should not escape special characters in old_text or new_text", `a.*(b)\n$1 "q" & <t>`, arguments(`a.*(b)\n$1 "q"`, `$0 \1 \\ %d "&amp;`), `$0 \1 \\ %d "&amp; & <t>`, "", false},

		{"should handle tabs vs spaces mismatch with helpful error", "if x:\n\treturn value\n", arguments("if x:\n    return value", "y"), "", "  - indentation: ", true},
		{"should handle trailing whitespace issues", "return value\nnext(line)\n", arguments("return value  \nnext(line)", "y"), "", "  - trailing blanks: ", true},
		{"should handle incorrect newline characters", "one\r\ntwo\r\n", arguments("one\ntwo", "1\n2"), "1\r\n2\r\n", "", false},

		{"should insert content after specified line", "one\ntwo\n", arguments("", "new", "insert_line", 1), "one\nnew\ntwo\n", "after line 1", false},
		{"should fail when insert_line exceeds file length", "one\ntwo\n", arguments("", "new", "insert_line", 3), "", "Cannot insert at line 3. File has only 2 lines.\nValid range: 1 to 2", true},
		{"should handle inserting at line 1", "one", arguments("", "new", "insert_line", 1), "one\nnew", "after line 1", false},
		{"should handle multi-line insertions", "one\ntwo\n", arguments("", "a\nb", "insert_line", 1), "one\na\nb\ntwo\n", "", false},

		{"should append to end of file", "one\n", arguments("", "two\n"), "one\ntwo\n", "Successfully appended content to a.txt", false},
		{"should handle appending to empty file", "", arguments("", "one\n"), "one\n", "", false},
		{"should add newline if file doesn't end with one", "one", arguments("", "two"), "one\ntwo", "", false},
		{"should handle multi-line appends", "one\n", arguments("", "two\nthree\n"), "one\ntwo\nthree\n", "", false},

		{"should validate required parameters", "one\n", map[string]any{"path": "ABS", "old_text": "one"}, "", "new_text is missing", true},
		{"should give error messages that guide retry", "foo\nfoo\n", arguments("foo", "x"), "", "To fix this:\n- Set replace_all=true to replace all 2 occurrences\n- OR include more surrounding context in old_text to make it unique", true},
		{"should handle file not found errors", "one\n", map[string]any{"path": "ABS.not", "old_text": "one", "new_text": "x"}, "", "File not found: missing.txt", true},
		{"should detect invalid mode combinations", "one\n", arguments("one", "x", "insert_line", 1), "", "Invalid parameters. Choose one mode:\n- REPLACE: old_text=\"content to find\", new_text=\"replacement\"\n- INSERT: old_text=\"\", insert_line=5, new_text=\"content to insert\"\n- APPEND: old_text=\"\", new_text=\"content to append\" (no insert_line)", true},

		{"should handle files with no trailing newline", "one\ntwo", arguments("two", "2"), "one\n2", "", false},
		{"should handle empty files", "", arguments("one", "1"), "", "No matches found for old_text in a.txt.", true},
		{"should handle files with only whitespace", " \n\t\n", arguments("\t", "x"), " \nx\n", "", false},
		{"should preserve exact indentation", "\tif a {\n\t\tb()\n\t}\n", arguments("b()", "c()\n\t\td()"), "\tif a {\n\t\tc()\n\t\td()\n\t}\n", "", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if tt.arguments["path"] == "ABS.not" {
				t.Setenv("FILEOPS_PATH_STYLE", "auto")
				tt.arguments["path"] = "missing.txt"
			}
			got := callOnce(t, tt.content, "file_edit", tt.arguments)
			want := tt.want
			if tt.fails {
				want = tt.content
			}
			if got.text != want || got.success == tt.fails || !strings.Contains(got.answer, tt.answer) {
				t.Errorf("file %q, want %q; success %t; answer %q, want %q in it", got.text, want, got.success, got.answer, tt.answer)
			}
		})
	}
}
