package parse_test

import (
	"strconv"
	"strings"
	"testing"
)

// TestFunctionsOfOtherPrograms reads calls as other agents' models make them.
func TestFunctionsOfOtherPrograms(t *testing.T) {
	t.Parallel()
	const (
		block  = "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE\n"
		dashes = "------- SEARCH\nold\n=======\nnew\n+++++++ REPLACE"
		args   = ` file="a" find:="old\n" replace:="new\n"` + "\n"
		takes  = " | replace_in_file takes path, diff: SEARCH/REPLACE blocks, each with its three markers\n"
	)
	diff := func(path, text string) string {
		return `"replace_in_file", "input": {"path": "` + path + `", "diff": ` + strconv.Quote(text) + `}`
	}
	for _, tt := range []parseCase{
		{"opencode-edit", `"edit", "input": {"filePath": "a", "oldString": "x", "newString": "y", "replaceAll": true}`, `file_str_replace_all_0:1 edit() file_path="a" old_string="x" new_string="y" replace_all="true"` + "\n"},
		{"block-of-that-name", `"edit", "input": {"filePath": "a", "find": "x", "replace": "y"}`, `file_edit_0:1 edit() file="a" find="x" replace="y"` + "\n"},
		{"opencode-write", `"write", "input": {"filePath": "a", "content": "x"}`, `file_write_0:1 write() file="a" content="x"` + "\n"},
		{"opencode-grep", `"grep", "input": {"pattern": "x", "include": "*.py"}`, `file_grep_0:1 grep() pattern="x" glob="*.py"` + "\n"},
		{"opencode-patch", `"patch", "input": {"patchText": "*** Begin Patch\n*** Delete File: a\n*** End Patch"}`, `apply_patch_0:1 patch() file="a"` + "\n"},
		{"two-programs-in-one-call", `"edit_file", "input": {"path": "a"}`, "malformed_edit_file_0:1 edit_file() edits is missing | edit_file takes path, edits (a list of {old_text, new_text}), [dry_run].\nAnother program has it so: edit_file takes target_file, [instructions], code_edit.\n"},
		{"unknown-argument", `"edit_file", "input": {"path": "a", "edits": [{"oldText": "x", "newText": "y", "all": true}]}`, `malformed_edit_file_0:1 edit_file() unknown field "all" in edits[0]: there are old_text, new_text | edit_file takes path, edits (a list of {old_text, new_text}), [dry_run]` + "\n"},
		{"code-edit", `"edit_file", "input": {"target_file": "a.js", "instructions": "I add x.", "code_edit": "// ... existing code ...\nx()\n"}`, "malformed_edit_file_0:1 edit_file() Placeholder instead of code at line 1 of code_edit: '// ... existing code ...' | Nothing fills in what it leaves out. To change a part of the file, call edit_file with path and edits: [{oldText, newText}]; to write all of it, call write_file.\n"},
		{"many-files", `"read_many_files", "id": "r", "input": {"paths": ["a", "b"]}`, `r:1 read_many_files() paths="[\"a\"]"` + "\n" + `r:1 read_many_files() paths="[\"b\"]"` + "\n"},
		{"many-files-with-one-pattern", `"read_many_files", "id": "r", "input": {"paths": ["a", "*.py"]}`, `r:1 read_many_files() paths names files, and "*.py" is a pattern | Call glob with that pattern, then read the files that it lists.` + "\n"},
		{"many-files-that-are-none", `"read_many_files", "input": {"paths": "a"}`, `malformed_read_many_files_0:1 read_many_files() paths must be a list of strings, not "a" | read_many_files takes paths` + "\n"},
		{"no-counterpart", `"get_file_info", "input": {"path": "a"}`, `unknown_tool_0:1 get_file_info() unknown tool "get_file_info": not a file operation` + "\n"},
		{"blocks", diff("a", block+"\n"+dashes), "replace_in_file_0:1 replace_in_file()" + args + "replace_in_file_0:1 replace_in_file()" + args},
		{"blocks-in-a-fence", diff("a", "```\n"+block+"```\n"), "replace_in_file_0:1 replace_in_file()" + args},
		{"block-with-a-line", diff("a", "<<<<<<< SEARCH\n:start_line:7\n-------\nold\n=======\nnew\n>>>>>>> REPLACE"), "replace_in_file_0:1 replace_in_file() file=\"a\" find:=\"old\\n\" replace:=\"new\\n\" start_line=\"7\"\n"},
		{"prefix-and-other-path", `"cline.replace_in_file", "id": "x", "input": {"absolutePath": "a", "diff": ` + strconv.Quote(block) + `}`, "x:1 cline.replace_in_file()" + args},
		{"block-cut-off", diff("a", block+"<<<<<<< SEARCH\nold\n=======\nne"), "malformed_replace_in_file_0:1 replace_in_file() the block at line 6: it is cut off, or its >>>>>>> REPLACE is missing | Send the call again, whole.\n"},
		{"second-is-malformed", diff("a", block+"<<<<<<< SEARCH\nold\n>>>>>>> REPLACE"), "malformed_replace_in_file_0:1 replace_in_file() the block at line 6: there is no ======= between SEARCH and REPLACE | Write ======= on a line of its own between the two texts.\n"},
		{"text-between", diff("a", block+"And then:\n"+block), "malformed_replace_in_file_0:1 replace_in_file() line 6 is in no block: \"And then:\" | Send nothing but SEARCH/REPLACE blocks, each with its three markers at the start of a line.\n"},
		{"text-behind", diff("a", block+"\nold"), "malformed_replace_in_file_0:1 replace_in_file() line 7 is in no block: \"old\" | Send nothing but SEARCH/REPLACE blocks, each with its three markers at the start of a line.\n"},
		{"empty-block", diff("a", "<<<<<<< SEARCH\n=======\n>>>>>>> REPLACE"), "malformed_replace_in_file_0:1 replace_in_file() the block at line 1: SEARCH and REPLACE are both empty | Write the lines to replace between SEARCH and =======, and the new lines behind it.\n"},
		{"no-block", diff("a", "x = 1"), "malformed_replace_in_file_0:1 replace_in_file() there is no SEARCH/REPLACE block | Write <<<<<<< SEARCH, the old lines, =======, the new lines, and >>>>>>> REPLACE.\n"},
		{"no-diff", `"replace_in_file", "input": {"path": "a"}`, "malformed_replace_in_file_0:1 replace_in_file() diff is missing" + takes},
		{"no-path", diff("", block), "malformed_replace_in_file_0:1 replace_in_file() path is missing" + takes},
		{"two-paths", `"replace_in_file", "input": {"path": "a", "filePath": "b", "diff": "x"}`, "malformed_replace_in_file_0:1 replace_in_file() path and filePath stand for the same, with different values: give one of them" + takes},
		{"path-twice", `"replace_in_file", "input": {"path": "a", "path": "a", "diff": "x"}`, "malformed_replace_in_file_0:1 replace_in_file() \"path\" stands twice" + takes},
		{"unknown-field", `"replace_in_file", "input": {"path": "a", "content": "x"}`, "malformed_replace_in_file_0:1 replace_in_file() unknown field \"content\": there are path, diff" + takes},
		{"diff-is-a-list", `"replace_in_file", "input": {"path": "a", "diff": []}`, "malformed_replace_in_file_0:1 replace_in_file() diff must be a string, not an array" + takes},
		{"half-a-character", `"replace_in_file", "input": {"path": "a", "diff": "\ud83d"}`, "malformed_replace_in_file_0:1 replace_in_file() diff holds half of a character (\\ud83d)" + takes},
	} {
		if got := dump(one(`{"name": ` + tt.in + `}`)); got != tt.want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, tt.want)
		}
	}
}

// TestEveryCutOfBlocksInACall: of a text that is cut off, no block runs.
func TestEveryCutOfBlocksInACall(t *testing.T) {
	t.Parallel()
	const text = "<<<<<<< SEARCH\nold\n=======\nnew\n>>>>>>> REPLACE"
	for n := range len(text) {
		in := `{"name": "replace_in_file", "input": {"path": "a", "diff": ` + strconv.Quote(text+"\n"+text[:n]) + `}}`
		whole := n == 0 || strings.TrimSpace(text[:n]) == ""
		if got := running(in, "auto"); (len(got) > 0) != whole {
			t.Errorf("cut at %d, %d operations run", n, len(got))
		}
	}
}
