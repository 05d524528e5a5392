package ops_test

import (
	"os"
	"path/filepath"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/run"
	"fileops/internal/workspace"
)

// careful opens a workspace again and again, where files are read before they are
// changed.
func careful(t *testing.T, files map[string]string) func() *workspace.Workspace {
	t.Helper()
	root := tree(t, files).Dir()
	state := t.TempDir()
	var last *workspace.Workspace
	return func() *workspace.Workspace {
		t.Helper()
		if last != nil {
			must(t, last.Close())
		}
		w, err := workspace.Open(t.Context(), root, workspace.Options{State: state, CreateParents: true, ReadBeforeWrite: true})
		must(t, err)
		t.Cleanup(func() { must(t, w.Close()) })
		last = w
		return w
	}
}

const (
	unread = "a must be read before it is overwritten (read_before_write)"
	stale  = "a changed since it was read: read it again"
)

// failures are the messages of a run, "" for what succeeded.
func failures(t *testing.T, r *run.Runner, list ...ops.Operation) []string {
	t.Helper()
	rep, err := r.Run(t.Context(), list)
	must(t, err)
	got := make([]string, len(rep.Results))
	for i, res := range rep.Results {
		if res.Err != nil {
			got[i] = res.Err.Error()
		}
	}
	return got
}

// TestWhatHasToBeRead runs every operation of the catalogue that takes the place of
// content on a file that nobody has read.
func TestWhatHasToBeRead(t *testing.T) {
	t.Parallel()
	overwriting := map[string][]string{
		"edit":             {"file", "a", "find", "x", "replace", "y"},
		"create_overwrite": {"file", "a", "content", "y"},
		"copy_overwrite":   {"from", "b", "to", "a"},
		"append":           {"file", "a", "content", "y"},
		"insert_after":     {"file", "a", "pattern", "x", "content", "y"},
		"insert_before":    {"file", "a", "pattern", "x", "content", "y"},
		"insert_at":        {"file", "a", "line", "1", "content", "y"},
		"replace_lines":    {"file", "a", "start_line", "1", "end_line", "1", "new_content", "y"},
		"str_replace":      {"file", "a", "old_str", "x", "new_str", "y"},
		"str_replace_all":  {"file", "a", "old_str", "x", "new_str", "y"},
		"write":            {"file", "a", "content", "y"},
		"file_edit":        {"path", "a", "old_text", "x", "new_text", "y"},
		"Write":            {"file_path", "a", "content", "y"},
		"file_write":       {"path", "a", "content", "y"},
		"Edit":             {"file_path", "a", "old_string", "x", "new_string", "y"},
		"MultiEdit":        {"file_path", "a", "edits", `[{"old_string": "x", "new_string": "y"}]`},

		"str_replace_based_edit_tool": {"command", "insert", "path", "a", "insert_line", "1", "new_str", "y"},
		"str_replace_editor":          {"command", "str_replace", "path", "a", "old_str", "x", "new_str", "y"},

		"anchor_edit": nil, // its anchors show that the file was read

		"write_file":    {"path", "a", "content", "y"},
		"write_to_file": {"path", "a", "content", "y"},
		"replace":       {"file_path", "a", "old_string", "x", "new_string", "y"},
		"edit_file":     {"path", "a", "edits", `[{"old_text": "x", "new_text": "y"}]`},

		"read_file": nil, "read_text_file": nil, "read_many_files": nil, "read_multiple_files": nil, "list_directory": nil, "list_files": nil,
		"search_file_content": nil, "search_files": nil, "create_directory": nil, "move_file": nil,
		"Read": nil, "file_read": nil, "view": nil, "create_file": nil,
		"create": nil, "delete": nil, "move": nil, "copy": nil, "mkdir": nil, "rmdir": nil, "read": nil,
		"glob": nil, "grep": nil, "Glob": nil, "Grep": nil,
	}
	for _, spec := range ops.Functions() {
		fields, known := overwriting[spec.Tag]
		if !known {
			t.Errorf("does <%s> need a read?", spec.Tag)
		}
		if fields == nil {
			continue
		}
		t.Run(spec.Tag, func(t *testing.T) {
			t.Parallel()
			w := careful(t, map[string]string{"a": "x\n", "b": "b\n"})()
			equal(t, "unread", failures(t, newRunner(w), build(t, spec.Tag, fields...)), []string{unread})
			equal(t, "the tree", files(t, w), map[string]string{"a": "x\n", "b": "b\n"})
			equal(t, "read", failures(t, newRunner(w), build(t, "read", "file", "a"), build(t, spec.Tag, fields...)), []string{"", ""})
		})
	}
}

func TestWhatNeedsNoReading(t *testing.T) {
	t.Parallel()
	open := careful(t, map[string]string{"a": "x\n", "b": "x\n", "c": "x\n", "d/e": "x\n"})
	equal(t, "unread", failures(t, newRunner(open()),
		build(t, "create", "file", "n", "content", "x\n"), build(t, "edit", "file", "n", "find", "x", "replace", "y"), build(t, "write", "file", "m", "content", "x\n"),
		build(t, "delete", "file", "a"), build(t, "move", "from", "b", "to", "bb"), build(t, "copy", "from", "c", "to", "cc"), build(t, "move", "from", "d", "to", "dd"),
	), []string{"", "", "", "", "", "", ""})
}

func TestReadsAreKnownFromRunToRun(t *testing.T) {
	t.Parallel()
	open := careful(t, map[string]string{"a": "one\ntwo\n"})
	edit := func(find, replace string) ops.Operation {
		return build(t, "edit", "file", "a", "find", find, "replace", replace)
	}
	dry := newRunner(open())
	dry.DryRun = true
	equal(t, "a dry run", failures(t, dry, build(t, "read", "file", "a"), edit("one", "1")), []string{"", ""})
	equal(t, "after the dry run", failures(t, newRunner(open()), edit("one", "1")), []string{unread})
	equal(t, "a read of one line", failures(t, newRunner(open()), build(t, "read", "file", "a", "lines", "1")), []string{""})
	equal(t, "in the next run", failures(t, newRunner(open()), edit("one", "1")), []string{""})
	equal(t, "what it wrote itself", failures(t, newRunner(open()), edit("1", "one")), []string{""})
	w := open()
	must(t, os.WriteFile(filepath.Join(w.Dir(), "a"), []byte("other\n"), 0o644))
	equal(t, "changed by somebody", failures(t, newRunner(w), edit("other", "x")), []string{stale})
	equal(t, "moved", failures(t, newRunner(open()), build(t, "read", "file", "a"), build(t, "move", "from", "a", "to", "z")), []string{"", ""})
	equal(t, "by its new name", failures(t, newRunner(open()), build(t, "edit", "file", "z", "find", "other", "replace", "x")), []string{""})
}

// TestAReadThatFailedIsNone: only what was answered is known.
func TestAReadThatFailedIsNone(t *testing.T) {
	t.Parallel()
	open := careful(t, map[string]string{"a": "x\n"})
	edit := build(t, "edit", "file", "a", "find", "x", "replace", "y")
	w := open()
	got := failures(t, newRunner(w), build(t, "read", "file", "a", "lines", "7-9"), edit)
	equal(t, "outside of the file", got, []string{"Line range 7-9 is outside a, which has 1 line", unread})
}

// TestWhatAWithheldRunReadIsKnown: nothing was written, but it was read and answered.
func TestWhatAWithheldRunReadIsKnown(t *testing.T) {
	t.Parallel()
	open := careful(t, map[string]string{"a": "x\n"})
	r := newRunner(open())
	r.Atomic = true
	got := failures(t, r, build(t, "read", "file", "a"), build(t, "delete", "file", "missing"))
	equal(t, "the run", got, []string{"", "File not found: missing"})
	equal(t, "the next one", failures(t, newRunner(open()), build(t, "edit", "file", "a", "find", "x", "replace", "y")), []string{""})
}
