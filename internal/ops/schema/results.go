package schema

import "github.com/google/jsonschema-go/jsonschema"

// Results returns the JSON Schema of what a run prints with --format json. Later
// versions of the program may add properties, so that it forbids none.
func Results() []byte {
	run := runResults()
	run.Schema, run.Title = draft, "The results of a run of fileops"
	return encode(run)
}

// result is one result of a run.
func result() *jsonschema.Schema {
	picture := members("An image.", []member{
		{"media_type", text("image/png, image/jpeg, …"), false},
		{"width", count("in pixels, as displayed"), true},
		{"height", count("in pixels, as displayed"), true},
		{"frames", count("number of frames of an animation; 1 for other images"), true},
		{"bytes", count("size of the file in bytes"), false},
		{"source", members("The image data as in an image block of the Messages API; missing if no model accepts the format.", []member{
			{"type", &jsonschema.Schema{Const: constant("base64")}, false},
			{"media_type", text(""), false},
			{"data", text("base64"), false},
		}), true},
	})
	read := members("A file that was read.", []member{
		{"kind", text("how the file is shown: text, image, pdf or notebook"), false},
		{"about", text("description for people; missing for text"), true},
		{"pages", count("number of pages of a PDF"), true},
		{"image", picture, true},
		{"encoding", text("encoding of a text file: utf-8, utf-16le, windows-1252, …; output is always UTF-8"), true},
		{"line_end", text("line ends of a text file: lf, crlf, mixed, none, or cr (carriage returns only; they do not count as line ends)"), true},
		{"ends_with_line_end", flag("whether the last line of a text file has a line end"), true},
		{"lines", count("number of lines shown"), false},
		{"total_lines", count("number of lines in the file; missing if unknown"), true},
	})
	return members("The result of one operation.", []member{
		{"tool_id", text("the id of the call; for a block, the type and a number, such as file_edit_0"), false},
		{"tool_type", text("the type of the operation; malformed_file_op if it could not be parsed"), false},
		{"tool_name", text("the name used in the response: a tag or a function name"), false},
		{"success", flag("whether the operation succeeded"), false},
		{"output", text("what was done, or the lines of a read; empty after a failure"), false},
		{"error", text("what was found and what to send instead; empty after a success"), false},
		{"code", text("error code for programs; codes are never renamed"), true},
		{"hint", text("what to send next; also the end of error"), true},
		{"execution_time", &jsonschema.Schema{Type: "number", Minimum: jsonschema.Ptr(0.0), Description: "seconds"}, false},
		{"path", text("the path as written in the response"), false},
		{"path_bytes", text("the path in base64, if it is not UTF-8"), true},
		{"source", text("the file that the response was read from, if there are several"), true},
		{"line", count("the line of the response where the operation starts"), false},
		{"changed", flag("whether a file or directory changed, or would change in a dry run"), false},
		{"replacements", count("number of replaced occurrences"), false},
		{"lines", list("the line numbers of these occurrences, counted from 1", count("")), false},
		{"backup", text("the path of the backup; empty if there is none"), false},
		{"snippet", text("the changed lines and those around them, with line numbers"), false},
		{"diff", text("the change as a unified diff"), false},
		{"read", read, true},
		{"warnings", list("possible problems", text("")), false},
	})
}

// runResults is the schema of Results, to stand within another document.
func runResults() *jsonschema.Schema {
	quoted := members("A block or call in quoted text, which was not run.", []member{
		{"operation", text("the tag or function name"), false},
		{"call", flag("whether it is a function call"), true},
		{"line", count("the line of the response where it starts"), false},
		{"in", text("the kind of quote, such as fence"), false},
		{"source", text("the file that the response was read from, if there are several"), true},
	})
	summary := members("Number of operations by result.", []member{
		{"total", count(""), false}, {"succeeded", count(""), false}, {"failed", count(""), false},
		{"skipped", count(""), false}, {"files_changed", count(""), false},
	})
	return members("What fileops prints for a run with --format json.", []member{
		{"version", &jsonschema.Schema{Const: constant(1), Description: "the major version of this format"}, false},
		{"root", text("the root directory of the run"), false},
		{"run", text("the name of the run, for undo; empty if nothing was run"), false},
		{"dry_run", flag("whether this was a dry run, which writes nothing"), false},
		{"atomic", flag("whether one failure prevents all changes"), false},
		{"committed", flag("whether the changes were written"), false},
		{"results", list("one result for each operation, in order", result()), false},
		{"files", list("the files and directories that changed, or would change in a dry run", changedFile()), false},
		{"left", list("the ids of calls of other tools, which were left unanswered; only with --others leave", text("")), true},
		{"quoted", list("operations in quoted text, which were not run", quoted), false},
		{"warnings", list("warnings about the response or the run as a whole", text("")), false},
		{"tree_settings", list("settings from a configuration file in the root that affected this run", setting()), true},
		{"error", text("the error that ended the run early"), true},
		{"summary", summary, false},
	})
}

// historyResults is the schema of what the history prints with --format json.
func historyResults() *jsonschema.Schema {
	past := members("A run of the history.", []member{
		{"run", text("the name of the run, for undo"), false},
		{"time", text("when it began, in UTC, as in RFC 3339"), true},
		{"status", text("committed, undone, or lost: it cannot be undone"), false},
		{"undoes", text("the run that it undid, if it is an undo"), true},
		{"undone_by", text("the run that undid it"), true},
		{"reason", text("why it cannot be undone"), true},
		{"size", count("bytes that it takes in the history"), false},
		{"files", list("the files and directories that changed", changedFile()), false},
		{"totals", members("What the run did.", []member{
			{"operations", count("operations that succeeded"), false},
			{"insertions", count("lines"), false}, {"deletions", count("lines"), false},
		}), true},
	})
	return members("The runs on a root that are kept.", []member{
		{"version", &jsonschema.Schema{Const: constant(1), Description: "the major version of this format"}, false},
		{"root", text("the root directory"), false},
		{"runs", list("the runs, the newest first", past), false},
	})
}

// setting is one of a configuration file in the root.
func setting() *jsonschema.Schema {
	return members("A setting in the root's configuration file that weakens a protection or changes what a response does.", []member{
		{"file", text("the configuration file, relative to the root"), false},
		{"key", text("the name of the setting"), false},
		{"value", &jsonschema.Schema{Types: []string{"boolean", "integer", "string", "array"}, Description: "its value"}, false},
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
		{"path", text("the path, or the former path of a deleted one"), false},
		{"path_bytes", text("the path in base64, if it is not UTF-8"), true},
		{"kind", text("what happened to it, such as created or modified"), false},
		{"from", text("the path before a move"), true},
		{"from_bytes", text("that path in base64, if it is not UTF-8"), true},
		{"diff", text("the change as a unified diff; only with --diff"), true},
	})
}
