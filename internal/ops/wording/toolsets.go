package wording

import "fileops/internal/lazy"

// toolset is a set of functions that a model uses together, or a form without fields, and how
// messages about them name the operations of the catalogue. If no toolset or no phrase fits, the
// message uses the tag of the operation. A tag is also the name of a function, so a model can call
// it. In a form without fields, the tag is nothing to send: it only tells the reader what has to be
// done first, such as mkdir.
type toolset struct {
	functions []string          // those by which the set is known, each in one set only; or the key of a form
	phrases   map[string]string // how a message names an operation, by tag
}

// The keys of the forms that have phrases but no functions, as values of Style.Function.
const (
	SearchReplaceKey = "SEARCH/REPLACE"
	DiffKey          = "unified diff"
	FilesKey         = "file in a fence"
)

// toolsets are the sets of functions that models know, and the forms. The table only changes how
// messages name operations. Package ops defines the functions, except those whose argument is a
// patch or has SEARCH/REPLACE blocks: apply_patch and the shells (see parse/patch), and replace_in_file (see parse/tools).
var toolsets = lazy.Value[[]toolset]{Make: func() []toolset {
	return []toolset{
		{ // Claude Code
			functions: []string{"Read", "Write", "Edit", "MultiEdit", "Glob", "Grep"},
			phrases: map[string]string{
				"read": "Read", "glob": "Glob", "grep": "Grep", "edit": "Edit", "create": "Write", "create_overwrite": "Write",
				"str_replace": "Edit", "str_replace_all": "Edit with replace_all=true",
			},
		},
		{ // Anthropic's text editor tool
			functions: []string{"str_replace_based_edit_tool", "str_replace_editor"},
			phrases: map[string]string{
				"read": "the command view", "edit": "the command str_replace", "create": "the command create",
				"create_overwrite": "the command create", "append": "the command insert",
			},
		},
		{ // Codex: a patch comes in a call of apply_patch, or as that command in a call of a shell
			functions: []string{"apply_patch", "shell", "local_shell", "container.exec"},
			phrases: map[string]string{
				"edit": "*** Update File", "create_overwrite": `*** Update File with every old line marked "-" and every new line marked "+"`,
				"create": "*** Add File", "append": "*** Update File",
			},
		},
		{
			functions: []string{SearchReplaceKey},
			phrases: map[string]string{
				"edit": "a SEARCH/REPLACE block", "str_replace": "a SEARCH/REPLACE block", "create": "a block with an empty SEARCH",
				"create_overwrite": "a block with the whole text of the file in SEARCH", "append": "a SEARCH/REPLACE block with the last lines of the file in SEARCH",
			},
		},
		{
			functions: []string{DiffKey},
			phrases: map[string]string{
				"edit": "a hunk", "str_replace": "a hunk", "create": "a diff from /dev/null",
				"create_overwrite": "a hunk that removes every old line and adds every new one", "append": "a hunk with the last lines of the file",
				"delete": "a diff to /dev/null", "move": "a diff with rename from and rename to",
			},
		},
		{ // Gemini CLI
			functions: []string{"replace", "search_file_content", "read_many_files"},
			phrases: map[string]string{
				"read": "read_file", "edit": "replace", "create": "write_file", "create_overwrite": "write_file", "append": "replace",
				"str_replace": "replace", "str_replace_all": "replace with expected_replacements", "grep": "search_file_content",
			},
		},
		{ // the MCP server filesystem
			functions: []string{"edit_file", "read_text_file", "read_multiple_files", "move_file"},
			phrases: map[string]string{
				"read": "read_text_file", "edit": "edit_file", "create": "write_file", "create_overwrite": "write_file", "append": "edit_file",
				"str_replace": "edit_file", "move": "move_file", "mkdir": "create_directory", "glob": "search_files",
			},
		},
		{ // Cline
			functions: []string{"replace_in_file", "write_to_file", "list_files"},
			phrases: map[string]string{
				"read": "read_file", "edit": "replace_in_file", "create": "write_to_file", "create_overwrite": "write_to_file", "append": "replace_in_file",
				"str_replace": "replace_in_file", "grep": "search_files",
			},
		},
		{ // functions that several of these programs have, so that they identify none
			functions: []string{"read_file", "write_file", "list_directory", "create_directory"},
			phrases:   map[string]string{"read": "read_file", "create": "write_file", "create_overwrite": "write_file", "mkdir": "create_directory"},
		},
		{
			functions: []string{FilesKey},
			phrases: map[string]string{
				"edit": "a fence with the whole text of the file", "create": "a fence", "create_overwrite": "a fence with the whole text of the file",
				"append": "a fence with the whole text of the file", "mkdir": "a file in it", // that is, in the directory
			},
		},
		{ // this program's own
			functions: []string{"file_read", "file_write", "file_edit"},
			phrases: map[string]string{
				"read": "file_read", "edit": "file_edit", "create": "file_write", "create_overwrite": "file_write",
				"append": "file_edit", "str_replace": "file_edit", "str_replace_all": "file_edit with replace_all=true",
			},
		},
	}
}}
