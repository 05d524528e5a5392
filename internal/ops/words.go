package ops

import (
	"strings"

	"fileops/internal/workspace"
)

// caller is the function that was called and the arguments that it was given; without a
// name, a block. Messages speak to each in the words it used: one who calls functions
// cannot send tags.
type caller struct {
	name string
	args args
}

// families are functions that come together, with the names that they have for what
// messages advise. Whoever calls another function is told the names of the tags: they
// can be called, too.
var families = []struct {
	calls []string
	names map[string]string // by tag
}{
	{
		calls: []string{"Read", "Write", "Edit", "MultiEdit", "Glob", "Grep"},
		names: map[string]string{
			"read": "Read", "glob": "Glob", "grep": "Grep", "edit": "Edit", "create": "Write", "create_overwrite": "Write",
			"str_replace_all": "Edit with replace_all=true",
		},
	},
	{
		calls: []string{"str_replace_based_edit_tool", "str_replace_editor"},
		names: map[string]string{
			"read": "the command view", "edit": "the command str_replace", "create": "the command create",
			"create_overwrite": "the command create", "append": "the command insert",
		},
	},
	{
		calls: []string{"apply_patch"},
		names: map[string]string{"edit": "*** Update File", "create_overwrite": "*** Update File with all of its lines as - lines", "create": "*** Add File", "append": "*** Update File"},
	},
	{
		calls: []string{"file_read", "file_write", "file_edit"},
		names: map[string]string{
			"read": "file_read", "edit": "file_edit", "create": "file_write", "create_overwrite": "file_write",
			"append": "file_edit", "str_replace_all": "file_edit with replace_all=true",
		},
	},
}

// operation is an operation of the catalogue as the caller asks for it.
func (c caller) operation(tag string) string {
	if c.name == "" {
		return "<" + tag + ">"
	}
	called := c.name
	if spec, known := Function(called); known {
		called = spec.Tag
	}
	for _, family := range families {
		for _, name := range family.calls {
			if called == name && family.names[tag] != "" {
				return family.names[tag]
			}
		}
	}
	return tag
}

// field is a field as the caller writes it.
func (c caller) field(name string) string {
	if c.name == "" {
		return "<" + name + ">"
	}
	return c.args.written(name)
}

// set is how the caller turns a field on.
func (c caller) set(name string) string {
	if c.name == "" {
		return "<" + name + ">true</" + name + ">"
	}
	return c.args.written(name) + "=true"
}

// What messages advise, in tags.
const (
	adviceExists = ". Use <edit> to modify existing files or <create_overwrite> to replace."
	adviceUnique = "\nPattern must be unique for insert operations. Use <edit> with full context instead."
)

// speak puts the advice of an error into the words of the caller. What the error found
// is left as it is: it may quote a file that holds tags.
func (c caller) speak(e *Error) {
	if c.name == "" {
		return
	}
	e.Hint = c.advice(e.Hint)
	if e.Code == Code(workspace.Protected) && c.operation("edit") == "*** Update File" {
		e.Hint = strings.Replace(e.Hint, "Change it instead:", "Change it with *** Update File:", 1)
	}
	for _, said := range []string{adviceExists, adviceUnique} {
		if found, ok := strings.CutSuffix(e.Msg, said); ok {
			e.Msg = found + c.advice(said)
		}
	}
}

// advice is a text with operations named as the caller asks for them: a block around a
// path becomes a call on it, a range of lines the fields for one.
func (c caller) advice(s string) string {
	if !strings.Contains(s, "<") {
		return s
	}
	s = strings.ReplaceAll(s, "<lines>1-200</lines>", c.someLines())
	for _, spec := range catalogue {
		open, end := "<"+spec.Tag+">", "</"+spec.Tag+">"
		before, rest, opened := strings.Cut(s, open+"<")
		if block, after, closed := strings.Cut(rest, end); opened && closed {
			_, path, _ := strings.Cut(block, ">")
			path, _, _ = strings.Cut(path, "</")
			s = before + "call " + c.operation(spec.Tag) + " on " + path + after
		}
	}
	for _, spec := range catalogue {
		s = strings.ReplaceAll(s, "<"+spec.Tag+">", c.operation(spec.Tag))
		for _, f := range spec.Fields {
			s = strings.ReplaceAll(s, "<"+f.Name+">", c.args.written(f.Name))
		}
	}
	return s
}

// someLines is how the caller asks for the first 200 lines of a file.
func (c caller) someLines() string {
	spec, known := Function(c.name)
	if !known {
		return "lines 1-200"
	}
	for name, written := range map[string]string{"lines": `lines="1-200"`, "limit": "limit=200", "view_range": "view_range=[1, 200]"} {
		if _, has := spec.Field(name); has && (name != "limit" || spec.Tag != "read") {
			return written
		}
	}
	return "lines 1-200"
}
