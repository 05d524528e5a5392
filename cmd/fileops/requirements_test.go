package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestWriteTool is what the requirements of the tool Write ask for, by name.
func TestWriteTool(t *testing.T) {
	ownHome(t)
	write := func(path, content string) map[string]any {
		return map[string]any{"file_path": path, "content": content}
	}
	t.Run("Write content to new files", func(t *testing.T) {
		got := callOnce(t, "old\n", "Write", write("new.txt", "fresh\n"))
		if !got.success || got.text != "old\n" || got.result["path"] != "new.txt" || got.result["changed"] != true {
			t.Errorf("%+v", got)
		}
	})
	t.Run("Overwrite existing files", func(t *testing.T) {
		if got := callOnce(t, "old\n", "Write", write("ABS", "new\n")); !got.success || got.text != "new\n" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("Create parent directories if needed", func(t *testing.T) {
		got := callOnce(t, "x", "Write", write("deep/er/new.txt", "new\n"))
		if !got.success || !strings.Contains(got.answer, "Created parent directories and file: deep/er/new.txt (4 bytes)") {
			t.Errorf("%+v", got)
		}
	})
	t.Run("Preserve file permissions when overwriting", func(t *testing.T) {
		root := t.TempDir()
		file := filepath.Join(root, "a.sh")
		if err := os.WriteFile(file, []byte("old\n"), 0o750); err != nil { //nolint:gosec // its mode is the point
			t.Fatal(err)
		}
		in := strings.NewReader(`{"name": "Write", "input": {"file_path": "a.sh", "content": "new\n"}}`)
		status := execute(t.Context(), streams{in: in, out: &strings.Builder{}, err: &strings.Builder{}}, []string{"apply", "--root", root})
		info, err := os.Stat(file)
		if err != nil || status != exitOK || info.Mode().Perm() != 0o750 || info.Size() != 4 {
			t.Errorf("status %d, %v, %v", status, info, err)
		}
	})
	t.Run("Support text content only", func(t *testing.T) {
		got := callOnce(t, "old\n", "Write", map[string]any{"file_path": "ABS", "content": map[string]any{"a": 1}})
		if got.success || got.text != "old\n" || !strings.Contains(got.answer, "content must be a string, not an object") {
			t.Errorf("%+v", got)
		}
	})
	t.Run("Validate path is absolute", func(t *testing.T) {
		t.Setenv("FILEOPS_PATH_STYLE", "absolute")
		if got := callOnce(t, "old\n", "Write", write("a.txt", "new\n")); got.success || !strings.Contains(got.answer, "Path must be absolute (start with /). Got: a.txt") {
			t.Errorf("%+v", got)
		}
		if got := callOnce(t, "old\n", "Write", write("ABS", "new\n")); !got.success || got.text != "new\n" {
			t.Errorf("%+v", got)
		}
	})
	t.Run("Require file to be read first before overwrite (safety)", func(t *testing.T) {
		t.Setenv("FILEOPS_READ_BEFORE_WRITE", "true")
		got := callOnce(t, "old\n", "Write", write("ABS", "new\n"))
		if got.success || got.text != "old\n" || !strings.Contains(got.answer, "a.txt must be read before it is overwritten (read_before_write)") {
			t.Errorf("%+v", got)
		}
	})
	t.Run("Return bytes written in metadata", func(t *testing.T) {
		if got := callOnce(t, "old\n", "Write", write("ABS", "né\n")); !strings.Contains(got.answer, "(4 bytes)") {
			t.Errorf("%+v", got)
		}
	})
	t.Run("Support dry run mode", func(t *testing.T) {
		got := callOnce(t, "old\n", "Write", write("ABS", "new\n"), "--dry-run")
		if !got.success || got.text != "old\n" || got.result["changed"] != true {
			t.Errorf("%+v", got)
		}
	})
}

// TestEditTool is what the requirements of the tool Edit ask for, by name.
func TestEditTool(t *testing.T) {
	ownHome(t)
	for _, tt := range []struct {
		name, content, old, new string
		all                     bool
		want, answer            string // want "": it fails
	}{
		{"Find and replace text in files", "one two\n", "two", "2", false, "one 2\n", "Replaced 1 occurrence"},
		{"Replace exact string matches", "a.c abc\n", "a.c", "x", false, "x abc\n", ""},
		{"Support replace_all flag for multiple occurrences", "a b a\n", "a", "c", true, "c b c\n", "Replaced 2 occurrences"},
		{"Fail if old_string not found", "one\n", "two", "2", false, "", "No matches found for old_string in a.txt."},
		{"Fail if old_string not unique (without replace_all)", "a b a\n", "a", "c", false, "", "Found 2 matches for old_string."},
		{"Preserve file encoding", "na\xefve caf\xe9, d\xe9j\xe0 vu\n", "caf\u00e9", "th\u00e9", false, "na\xefve th\xe9, d\xe9j\xe0 vu\n", ""},
		{"Preserve line endings (LF)", "one\ntwo\n", "two", "2\r\n3\n4", false, "one\n2\n3\n4\n", ""},
		// CRLF in all lines of a string has to be spelled out in JSON, so it is meant.
		{"Preserve line endings (sent in CRLF)", "one\ntwo\n", "two", "2\r\n3", false, "one\n2\r\n3\n", ""},
		{"Preserve line endings (CRLF)", "one\r\ntwo\r\n", "two", "2\n3", false, "one\r\n2\r\n3\r\n", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := callOnce(t, tt.content, "Edit", map[string]any{"file_path": "ABS", "old_string": tt.old, "new_string": tt.new, "replace_all": tt.all})
			want := tt.want
			if want == "" {
				want = tt.content
			}
			if got.text != want || got.success != (tt.want != "") || !strings.Contains(got.answer, tt.answer) {
				t.Errorf("file %q, want %q; success %t; answer %q", got.text, want, got.success, got.answer)
			}
		})
	}
	edit := map[string]any{"file_path": "a.txt", "old_string": "two", "new_string": "2"}
	t.Run("Return diff-style output showing changes", func(t *testing.T) {
		got := callOnce(t, "one\ntwo\n", "Edit", edit)
		if diff := got.result["diff"]; diff != "--- a/a.txt\n+++ b/a.txt\n@@ -1,2 +1,2 @@\n one\n-two\n+2\n" {
			t.Errorf("%q", diff)
		}
	})
	t.Run("Support dry run mode", func(t *testing.T) {
		got := callOnce(t, "one\ntwo\n", "Edit", edit, "--dry-run")
		if !got.success || got.text != "one\ntwo\n" || got.result["changed"] != true {
			t.Errorf("%+v", got)
		}
	})
}
