package schema

import "github.com/google/jsonschema-go/jsonschema"

// Results returns the JSON Schema of what a run prints with --format json. Later
// versions of the program may add properties, so that it forbids none.
func Results() []byte {
	picture := members("An image.", []member{
		{"media_type", text("image/png, image/jpeg, …"), false},
		{"width", count("pixels, as it is shown"), true},
		{"height", count("pixels, as it is shown"), true},
		{"frames", count("of an animation; 1 of most images"), true},
		{"bytes", count("the size of the file"), false},
		{"source", members("Its bytes, as an image block of the Messages API has them; missing where no model could take them.", []member{
			{"type", &jsonschema.Schema{Const: constant("base64")}, false},
			{"media_type", text(""), false},
			{"data", text("in base64"), false},
		}), true},
	})
	read := members("A file that was read.", []member{
		{"kind", text("how it is shown: text, image, pdf or notebook"), false},
		{"about", text("what it is, for people; missing of a text"), true},
		{"pages", count("how many pages a PDF has"), true},
		{"image", picture, true},
		{"encoding", text("of a text: utf-8, utf-16le, windows-1252, …; it is shown in UTF-8"), true},
		{"line_end", text("of a text: lf, crlf, mixed, none where there is no line end, or cr where there are carriage returns alone, which end no line here"), true},
		{"ends_with_line_end", flag("whether the last line of a text has an end"), true},
		{"lines", count("how many lines are shown"), false},
		{"total_lines", count("how many lines there are; missing where that is not known"), true},
	})
	result := members("One operation with its outcome.", []member{
		{"tool_id", text("the id of the call, or the type and a number: file_edit_0"), false},
		{"tool_type", text("the type of the operation; malformed_file_op for what could not be read"), false},
		{"tool_name", text("the operation as it was asked for: a tag, or the name of a function"), false},
		{"success", flag("whether it succeeded"), false},
		{"output", text("what was done; of a read, the lines. Empty if it failed"), false},
		{"error", text("what was found and what to send instead; empty if it succeeded"), false},
		{"code", text("why it failed, for programs; codes are never renamed"), true},
		{"hint", text("what to send next; it is the end of error, too"), true},
		{"execution_time", &jsonschema.Schema{Type: "number", Minimum: jsonschema.Ptr(0.0), Description: "seconds"}, false},
		{"path", text("the path as the response wrote it"), false},
		{"path_bytes", text("the path in base64, where it is no UTF-8"), true},
		{"source", text("the file that the response came from, where there are several"), true},
		{"line", count("the line of the response on which the operation stands"), false},
		{"changed", flag("whether a file or directory changed, or in a dry run would"), false},
		{"replacements", count("how many places were replaced"), false},
		{"lines", list("the lines of the file on which they stood, counted from 1", count("")), false},
		{"backup", text("the path at which the content before the run is kept; empty if it is not"), false},
		{"snippet", text("the changed lines with their neighbours, numbered"), false},
		{"diff", text("the change as a unified diff"), false},
		{"read", read, true},
		{"warnings", list("what was done but may not be meant", text("")), false},
	})
	quoted := members("A block or a call that is shown in the response, and was not run.", []member{
		{"operation", text("its tag, or the name of the function"), false},
		{"call", flag("whether it is a call of a function"), true},
		{"line", count("the line of the response on which it stands"), false},
		{"in", text("what it is quoted in"), false},
		{"source", text("the file that the response came from, where there are several"), true},
	})
	summary := members("How many operations there were.", []member{
		{"total", count(""), false}, {"succeeded", count(""), false}, {"failed", count(""), false},
		{"skipped", count(""), false}, {"files_changed", count(""), false},
	})
	run := members("What fileops prints for a run with --format json.", []member{
		{"version", &jsonschema.Schema{Const: constant(1), Description: "the major version of this object"}, false},
		{"root", text("the directory that the run was made on"), false},
		{"run", text("the name of the run, for undo; empty if there was none"), false},
		{"dry_run", flag("whether nothing was to be written"), false},
		{"atomic", flag("whether one failure kept everything from being written"), false},
		{"committed", flag("whether the changes were written"), false},
		{"results", list("one for each operation, in order", result), false},
		{"files", list("what changed on disk, or in a dry run would", changedFile()), false},
		{"quoted", list("what was not run", quoted), false},
		{"warnings", list("what is to be said of the response or the run as a whole", text("")), false},
		{"tree_settings", list("what a configuration file in the root, which comes with the tree, changes in how the run was made", setting()), true},
		{"error", text("what kept the run from its end"), true},
		{"summary", summary, false},
	})
	run.Schema, run.Title = draft, "The results of a run of fileops"
	return encode(run)
}

// setting is one of a configuration file in the root.
func setting() *jsonschema.Schema {
	return members("A setting of a configuration file in the root that guards less than what would hold without that file, or changes what a response does.", []member{
		{"file", text("the file, from the root"), false},
		{"key", text("the name of the setting"), false},
		{"value", &jsonschema.Schema{Description: "its value"}, false},
	})
}

type member struct {
	name     string
	schema   *jsonschema.Schema
	optional bool
}

func members(doc string, list []member) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Description: doc, Properties: map[string]*jsonschema.Schema{}}
	for _, m := range list {
		s.Properties[m.name] = m.schema
		s.PropertyOrder = append(s.PropertyOrder, m.name)
		if !m.optional {
			s.Required = append(s.Required, m.name)
		}
	}
	return s
}

func text(doc string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "string", Description: doc}
}

func flag(doc string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "boolean", Description: doc}
}

// count is a whole number that is not negative.
func count(doc string) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "integer", Minimum: jsonschema.Ptr(0.0), Description: doc}
}

func list(doc string, of *jsonschema.Schema) *jsonschema.Schema {
	return &jsonschema.Schema{Type: "array", Items: of, Description: doc}
}

func changedFile() *jsonschema.Schema {
	return members("A file or directory that the run changed.", []member{
		{"path", text("where it is, or was"), false},
		{"path_bytes", text("the path in base64, where it is no UTF-8"), true},
		{"kind", text("what became of it"), false},
		{"from", text("where it was before"), true},
		{"from_bytes", text("that path in base64, where it is no UTF-8"), true},
		{"diff", text("the whole change, where --diff asks for it"), true},
	})
}
