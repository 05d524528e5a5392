package wording

// toolset is a set of functions that are offered together, and what messages to their callers
// call the operations of the catalogue. Every tag is also offered as a function, so messages
// fall back to the tag where there is no toolset or no phrase.
type toolset struct {
	functions []string
	phrases   map[string]string // what a message calls an operation, by tag
}

// toolsets are the sets of functions that models know. To support another one, add it here.
var toolsets = []toolset{
	{
		functions: []string{"Read", "Write", "Edit", "MultiEdit", "Glob", "Grep"},
		phrases: map[string]string{
			"read": "Read", "glob": "Glob", "grep": "Grep", "edit": "Edit", "create": "Write", "create_overwrite": "Write",
			"str_replace": "Edit", "str_replace_all": "Edit with replace_all=true",
		},
	},
	{
		functions: []string{"str_replace_based_edit_tool", "str_replace_editor"},
		phrases: map[string]string{
			"read": "the command view", "edit": "the command str_replace", "create": "the command create",
			"create_overwrite": "the command create", "append": "the command insert",
		},
	},
	{
		functions: []string{"apply_patch"},
		phrases: map[string]string{
			"edit": "*** Update File", "create_overwrite": "*** Update File with all of its lines as - lines",
			"create": "*** Add File", "append": "*** Update File",
		},
	},
	{
		functions: []string{"file_read", "file_write", "file_edit"},
		phrases: map[string]string{
			"read": "file_read", "edit": "file_edit", "create": "file_write", "create_overwrite": "file_write",
			"append": "file_edit", "str_replace": "file_edit", "str_replace_all": "file_edit with replace_all=true",
		},
	},
}
