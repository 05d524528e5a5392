package ops_test

import (
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// buildAs builds the operation of a call by the names of its arguments.
func buildAs(function string, fields ...string) (ops.Operation, error) {
	var names []string
	for i := 0; i < len(fields); i += 2 {
		names = append(names, fields[i])
	}
	spec := ops.Fitting(function, names)[0]
	args := arguments(fields...)
	action, err := spec.Build(wording.Call, args)
	return ops.Operation{Action: action, Args: args, Call: ops.Call{Name: function}}, err
}

// TestOtherFunctions runs calls of the functions of other programs on a tree, and compares the
// file a and what is answered; an error begins with "!".
func TestOtherFunctions(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, function string
		fields         []string
		want           string // of a; "" if it stays as it is
		answer         string
	}{
		{"opencode-edits", "edit", []string{"file_path", "a", "old_string", "two", "new_string", "2"}, "one\n2\ntwo two\n", "!Found 3 matches for old_string."},
		{"opencode-edits-all", "edit", []string{"file_path", "a", "old_string", "two", "new_string", "2", "replace_all", "true"}, "one\n2\n2 2\n", "✅ Replaced 3 occurrences in a"},
		{"gemini-replaces", "replace", []string{"file_path", "a", "old_string", "one", "new_string", "1", "instructions", "x"}, "1\ntwo\ntwo two\n", "✅ Replaced 1 occurrence in a"},
		{"gemini-expects", "replace", []string{"file_path", "a", "old_string", "two", "new_string", "2", "expected_replacements", "3"}, "one\n2\n2 2\n", "✅ Replaced 3 occurrences in a"},
		{"gemini-expects-others", "replace", []string{"file_path", "a", "old_string", "two", "new_string", "2", "expected_replacements", "2"}, "", "!Found 3 matches of old_string in a, expected 2.\n\nLocations:\n  Line 2: two\n  Line 3: two two\n  Line 3: two two\n\nTo replace all of them, send expected_replacements=3. To replace fewer, include more surrounding context in old_string."},
		{"gemini-expects-one", "replace", []string{"file_path", "a", "old_string", "two", "new_string", "2", "expected_replacements", "1"}, "", "!Found 3 matches for old_string. The tool requires exactly 1 match.\n"},
		{"gemini-expects-two-of-one", "replace", []string{"file_path", "a", "old_string", "one", "new_string", "2", "expected_replacements", "2"}, "", "!Found 1 match of old_string in a, expected 2.\n\nLocations:\n  Line 1: one\n\nTo replace it, send expected_replacements=1."},
		{"gemini-replaces-all", "replace", []string{"file_path", "a", "old_string", "two", "new_string", "2", "allow_multiple", "true"}, "one\n2\n2 2\n", "✅ Replaced 3 occurrences in a"},
		{"gemini-searches-in-whatever-case", "search_file_content", []string{"pattern", "ONE", "include", "a"}, "", "✅ Found 1 line in 1 file"},
		{"gemini-searches-in-this-case", "search_file_content", []string{"pattern", "ONE", "case_sensitive", "true"}, "", "✅ No match"},
		{"gemini-lists", "list_directory", []string{"path", "d"}, "", "✅ Listed d (1 entry, 1 level, hidden ones left out)"},
		{"a-file-is-no-directory", "list_directory", []string{"path", "a"}, "", "!Not a directory: a"},
		{"reads-lines", "read_file", []string{"path", "a", "start_line", "2", "end_line", "2"}, "", "✅ Read a (1 line)"},
		{"reads-from-the-start", "read_file", []string{"path", "a", "offset", "0", "limit", "1"}, "", "✅ Read a (1 line)"},
		{"reads-the-head", "read_text_file", []string{"path", "a", "head", "2"}, "", "✅ Read a (2 lines)"},
		{"reads-one-of-many", "read_many_files", []string{"paths", `["a"]`}, "", "✅ Read a (3 lines)"},
		{"mcp-edits", "edit_file", []string{"path", "a", "edits", `[{"oldText": "one", "newText": "1"}, {"old_text": "1\n", "new_text": "uno\n"}]`}, "uno\ntwo\ntwo two\n", "✅ Made 2 edits in a (2 occurrences)"},
		{"mcp-edits-all-or-none", "edit_file", []string{"path", "a", "edits", `[{"oldText": "one", "newText": "1"}, {"oldText": "two", "newText": "2"}]`}, "", "!edits[1]: Found 3 matches for oldText. The tool requires exactly 1 match.\n"},
		{"mcp-does-not-preview", "edit_file", []string{"path", "a", "edits", `[{"oldText": "one", "newText": "1"}]`, "dry_run", "false"}, "1\ntwo\ntwo two\n", "✅ Made 1 edit in a (1 occurrence)"},
		{"mcp-finds", "search_files", []string{"path", ".", "pattern", "*"}, "", "✅ Found 2 files"},
		{"mcp-finds-with-an-empty-list", "search_files", []string{"path", ".", "pattern", "b", "exclude_patterns", "[]"}, "", "✅ Found 1 file"},
		{"mcp-makes", "create_directory", []string{"path", "e"}, "", "✅ Created directory e"},
		{"mcp-moves", "move_file", []string{"source", "d/b", "destination", "c"}, "", "✅ Moved d/b → c"},
		{"cline-searches", "search_files", []string{"path", ".", "regex", "t.o", "file_pattern", "a"}, "", "✅ Found 2 lines in 1 file"},
		{"cline-writes", "write_to_file", []string{"path", "a", "content", "x\n"}, "x\n", "✅ Overwrote a (2 bytes)"},
		{"cline-lists", "list_files", []string{"path", "."}, "", "✅ Listed . (2 entries, 1 level"},
		{"cline-lists-all", "list_files", []string{"path", ".", "recursive", "true"}, "", "✅ Found 2 files"},
		{"cursor-creates", "edit_file", []string{"target_file", "n.py", "instructions", "new", "code_edit", "x = 1\n"}, "", "✅ Created n.py (6 bytes)"},
		{"cursor-does-not-edit", "edit_file", []string{"target_file", "a", "code_edit", "x\n"}, "", "!File already exists: a. Use edit_file to modify existing files or write_file to replace."},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			const before = "one\ntwo\ntwo two\n"
			w := tree(t, map[string]string{"a": before, "d/b": "b\n"})
			op, err := buildAs(tt.function, tt.fields...)
			must(t, err)
			rep, err := newRunner(w).Run(t.Context(), []ops.Operation{op})
			must(t, err)
			res := rep.Results[0]
			answer := res.Summary.String()
			if res.Err != nil {
				answer = "!" + res.Err.Text()
				tt.want = before
			}
			if !strings.HasPrefix(answer, tt.answer) {
				t.Errorf("answer %q\nwant   %q", answer, tt.answer)
			}
			if tt.want == "" {
				tt.want = before
			}
			equal(t, "a", files(t, w)["a"], tt.want)
		})
	}
}

// TestOtherFunctionsRefuse builds calls that are in doubt.
func TestOtherFunctionsRefuse(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		function string
		fields   []string
		want     string
	}{
		{"read_file", []string{"path", "a", "offset", "10", "limit", "5"}, "offset 10 may count from 0 or from 1"},
		{"read_file", []string{"path", "a", "start_line", "10", "end_line", "5"}, "start_line 10 is after end_line 5"},
		{"read_file", []string{"path", "a", "start_line", "10", "limit", "5"}, "start_line and limit stand for the same: give one of them"},
		{"read_file", []string{"path", "a", "pages", "x"}, `pages must be a range such as 1-5, 3-, -2 or 7, not "x"`},
		{"read_many_files", []string{"paths", `["src/*.go"]`}, `paths names files, and "src/*.go" is a pattern`},
		{"read_many_files", []string{"paths", `[" "]`}, "Empty file path"},
		{"search_files", []string{"path", ".", "pattern", "*", "exclude_patterns", `["x"]`}, "exclude_patterns is not empty: nothing is left out of what the pattern finds"},
		{"replace", []string{"file_path", "a", "old_string", "", "new_string", "x", "expected_replacements", "2"}, "old_string cannot be empty where several places are expected"},
		{"replace", []string{"file_path", "a", "old_string", "x", "new_string", "y", "expected_replacements", "1", "allow_multiple", "true"}, "allow_multiple is true, but expected_replacements is 1"},
		{"edit_file", []string{"target_file", "a.ts", "code_edit", "// ... existing code ...\nx = 1\n"}, "Placeholder instead of code at line 1 of code_edit: '// ... existing code ...'"},
		{"edit_file", []string{"path", "a", "edits", `[{"old_text": "x"}]`}, "edits[0] needs an old_text that is not empty and a new_text"},
		{"edit_file", []string{"path", "a", "edits", `[{"oldText": "one", "newText": "1"}]`, "dry_run", "true"}, "dry_run is true: a call that is to change nothing is not run"},
		{"edit_file", []string{"path", "a", "edits", "x"}, "edits must be a list of objects with old_text and new_text"},
	} {
		_, err := buildAs(tt.function, tt.fields...)
		if err == nil || err.Error() != tt.want {
			t.Errorf("%s %q: %v, want %s", tt.function, tt.fields, err, tt.want)
		}
	}
}

// TestFunctionsAreToldApartByTheirArguments where several programs have one of that name.
func TestFunctionsAreToldApartByTheirArguments(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		given []string
		want  string // its required fields
		fit   int
	}{
		{"edit", nil, "file find replace", 2},
		{"edit", []string{"file", "find", "replace"}, "file find replace", 1},
		{"edit", []string{"filePath", "oldString", "newString"}, "file_path old_string new_string", 1},
		{"mcp__x__edit", []string{"filePath", "oldString", "newString", "replaceAll"}, "file_path old_string new_string", 1},
		{"Edit", []string{"file", "find", "replace"}, "file_path old_string new_string", 1},
		{"edit_file", []string{"path", "edits"}, "path edits", 1},
		{"edit_file", []string{"path", "edits", "dryRun"}, "path edits", 1},
		{"edit_file", []string{"target_file", "instructions", "code_edit"}, "target_file code_edit", 1},
		{"edit_file", []string{"path"}, "path edits", 2},
		{"edit_file", []string{"path", "edits", "code_edit"}, "path edits", 2},
		{"search_files", []string{"path", "pattern"}, "path pattern", 1},
		{"search_files", []string{"path", "regex", "file_pattern"}, "regex", 1},
		{"replace", []string{"path", "old_string"}, "file_path old_string new_string", 1},
		{"get_file_info", []string{"path"}, "", 0},
	} {
		fitting := ops.Fitting(tt.name, tt.given)
		var required []string
		if len(fitting) > 0 {
			for _, f := range fitting[0].Fields {
				if !f.Optional {
					required = append(required, f.Name)
				}
			}
		}
		if got := strings.Join(required, " "); got != tt.want || len(fitting) != tt.fit {
			t.Errorf("%s%q: the function with %s, one of %d; want %s, one of %d", tt.name, tt.given, got, len(fitting), tt.want, tt.fit)
		}
	}
	seen := map[string]bool{}
	for _, spec := range ops.Functions() {
		if seen[spec.Tag] {
			t.Errorf("%s is listed twice", spec.Tag)
		}
		seen[spec.Tag] = true
	}
}
