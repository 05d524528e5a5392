package ops

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/document"
	"fileops/internal/search"
	"fileops/internal/text/omission"
)

// The fields of functions of other programs.
var (
	anyPath      = Field{Name: "path", Kind: Path, Also: []string{"absolute_path", "target_file"}, Doc: pathDoc}
	directory    = Field{Name: "path", Kind: Path, Also: []string{"absolute_path", "dir_path"}, Doc: "the directory, relative to the root, or an absolute path inside it"}
	searchedIn   = Field{Name: "path", Kind: Path, Optional: true, Also: []string{"dir_path"}, Doc: "the file or directory to search; default the root"}
	startLine    = Field{Name: "start_line", Kind: Number, Optional: true, Min: 1, Max: maxLine, Doc: "the first line to show, counted from 1"}
	lastLine     = Field{Name: "end_line", Kind: Number, Optional: true, Min: 1, Max: maxLine, Doc: "the last line to show"}
	skippedLines = Field{Name: "offset", Kind: Number, Optional: true, Rare: true, Max: maxLine, Doc: "0 only: programs count it from 0 or from 1; use start_line"}
	headLines    = Field{Name: "head", Kind: Number, Optional: true, Min: 1, Max: document.MaxLimit, Doc: "show only so many lines, the first ones"}
	oldText      = Field{Name: "old_text", Kind: Snippet, MayEmpty: true, Doc: oldTextDoc}
	newText      = Field{Name: "new_text", Kind: Snippet, MayEmpty: true, Doc: newTextDoc}
	filesToRead  = Field{Name: "paths", Kind: List, Also: []string{"include"}, Doc: "the files, relative to the root; no patterns"}
	purpose      = Field{Name: "instructions", Kind: Content, Optional: true, MayEmpty: true, Also: []string{"instruction", "explanation"}, Doc: "what the change is for; it has no effect"}
)

// otherFunctions are those of other agents, as their documentation has them: opencode
// (https://opencode.ai/docs/tools), Gemini CLI
// (https://github.com/google-gemini/gemini-cli/blob/main/docs/tools/file-system.md), the MCP
// server filesystem (https://github.com/modelcontextprotocol/servers/tree/main/src/filesystem),
// Cline (https://github.com/cline/cline) and Cursor.
func otherFunctions() []Spec { return slices.Concat(readingFunctions(), changingFunctions()) }

func readingFunctions() []Spec {
	return []Spec{
		{
			Tag: "list_directory", ReadOnly: true, Doc: "List what is in a directory, without hidden entries.", When: "Use it to see what there is.",
			Fails: "Fails if the path is not a directory.", Fields: []Field{directory}, Example: `{"path": "core"}`,
			build: func(a args) (Action, error) { return listOnly(a.text("path")), nil },
		},
		{ // Cline
			Tag: "list_files", ReadOnly: true, Doc: "List what is in a directory, or all files below it with `recursive`.",
			When: "Use it to see what there is.", Fails: "Fails if the path is not a directory.",
			Fields:  []Field{directory, {Name: "recursive", Kind: Flag, Optional: true, Doc: "true for the files at all depths, newest first"}},
			Example: `{"path": "core", "recursive": true}`,
			build: func(a args) (Action, error) {
				if a.flag("recursive") {
					return globSearch{Pattern: "**", Path: a.text("path")}, nil
				}
				return listOnly(a.text("path")), nil
			},
		},
		{ // Gemini CLI, Cline, Cursor, the MCP server
			Tag: "read_file", ReadOnly: true, Doc: readDoc, When: readWhen, Fails: readFails,
			Fields:  []Field{anyPath, startLine, lastLine, skippedLines, readLimit, headLines, pagesField},
			Example: `{"path": "core/service.py", "start_line": 10, "end_line": 20}`,
			build:   buildReadFile,
		},
		{
			Tag: "read_text_file", ReadOnly: true, Doc: readDoc, When: readWhen, Fails: readFails,
			Fields:  []Field{anyPath, headLines},
			Example: `{"path": "core/service.py", "head": 20}`,
			build:   buildReadFile,
		},
		readingMany("read_many_files"), readingMany("read_multiple_files"),
		{
			Tag: "search_file_content", ReadOnly: true, Doc: "Show lines that match a regular expression, in whatever case; skips hidden and ignored files.",
			When: "Use it to find where a text occurs.", Fails: grepFails,
			Fields: []Field{
				{Name: "pattern", Kind: Snippet, Doc: "a regular expression (RE2 syntax)"}, searchedIn,
				{Name: "include", Kind: Word, Optional: true, Doc: "search only files that match this pattern, such as *.py"},
				{Name: "case_sensitive", Kind: Flag, Optional: true, Doc: "true to tell upper from lower case"},
			},
			Example: `{"pattern": "def load\\w*\\(", "include": "*.py"}`,
			build: func(a args) (Action, error) {
				return grepFor(a, "pattern", "include", !a.flag("case_sensitive"))
			},
		},
		{ // the MCP server
			Tag: "search_files", ReadOnly: true, Doc: "List files whose path matches a glob pattern, newest first; skips hidden and ignored files.",
			When: "Use it to find files by name.", Fails: "Fails if the pattern is invalid.",
			Fields: []Field{
				{Name: "path", Kind: Path, Doc: "the directory to search"},
				{Name: "pattern", Kind: Word, Doc: "a glob pattern such as **/*.py; without a slash, it matches in every directory"},
				{Name: "exclude_patterns", Kind: List, Optional: true, MayEmpty: true, Rare: true, Doc: "must be empty: the pattern alone chooses"},
			},
			Example: `{"path": ".", "pattern": "**/*_test.py"}`,
			build:   buildSearchFiles,
		},
		{ // Cline
			Tag: "search_files", ReadOnly: true, Doc: "Show lines that match a regular expression; skips hidden and ignored files.",
			When: "Use it to find where a text occurs.", Fails: grepFails,
			Fields: []Field{
				searchedIn, {Name: "regex", Kind: Snippet, Doc: "a regular expression (RE2 syntax)"},
				{Name: "file_pattern", Kind: Word, Optional: true, Doc: "search only files that match this pattern, such as *.py"},
			},
			Example: `{"path": ".", "regex": "def load\\w*\\(", "file_pattern": "*.py"}`,
			build:   func(a args) (Action, error) { return grepFor(a, "regex", "file_pattern", false) },
		},
	}
}

func changingFunctions() []Spec {
	return []Spec{
		editFunction("edit"), // opencode
		writeFunction("write_file", anyPath), writeFunction("write_to_file", anyPath),
		{ // Gemini CLI
			Tag: "replace", Doc: "Replace the only occurrence of `old_string` in a file, or as many as `expected_replacements` says.",
			When: "Use it to change one place.",
			Fields: []Field{
				filePath, oldString, newString,
				{Name: "expected_replacements", Kind: Number, Optional: true, Min: 1, Max: maxLine, Doc: "how often `old_string` occurs; every one is replaced; default 1"},
				{Name: "allow_multiple", Kind: Flag, Optional: true, Rare: true, Doc: "true to replace every occurrence"}, purpose,
			},
			Example: `{"file_path": "core/service.py", "old_string": "def load():", "new_string": "def load(path):"}`,
			Fails:   "Fails unless `old_string` occurs exactly as often as `expected_replacements` says.",
			build:   buildReplace,
		},
		{ // the MCP server
			Tag: "edit_file", Doc: "Make several replacements in one file, in order: all of them or none.",
			When: "Use it for one or several changes to one file.",
			Fields: []Field{
				plainPath,
				{Name: "edits", Kind: Edits, Of: []Field{oldText, newText}, Doc: "the replacements, in order; each one sees the text as the earlier ones left it"},
				{Name: "dry_run", Kind: Flag, Optional: true, Rare: true, Doc: "false only: every call is run"},
			},
			Example: `{"path": "core/service.py", "edits": [{"old_text": "def load():", "new_text": "def load(path):"}]}`,
			Fails:   "Fails unless each `old_text` occurs exactly once; then the file is not changed.",
			build:   editsBuilder("path", []Field{oldText, newText}),
		},
		{ // Cursor
			Tag: "edit_file", Additive: true, Idempotent: true, Doc: "Create a new file; a change of an existing one needs another function.",
			When:    "Use it to add a file, with all of its content.",
			Fields:  []Field{{Name: "target_file", Kind: Path, Doc: pathDoc}, purpose, {Name: "code_edit", Kind: Content, Doc: "the whole content of the file"}},
			Example: `{"target_file": "notes/todo.txt", "code_edit": "first line\n"}`,
			Fails:   "Fails if the file exists, or if a line stands for code that is left out.",
			build:   buildCodeEdit,
		},
		{
			Tag: "create_directory", Additive: true, Idempotent: true, Doc: "Create an empty directory and its missing parents.",
			When:    "Use it only for empty directories; creating a file creates its directories.",
			Fails:   "Fails if a file has that path; an existing directory is not an error.",
			Fields:  []Field{pathField},
			Example: `{"path": "plugins/analytics"}`,
			build:   func(a args) (Action, error) { return makeDir{Path: a.text("path")}, nil },
		},
		{
			Tag: "move_file", Idempotent: true, Doc: "Move or rename a file or directory; fails if the destination exists.",
			When:  "Use it to rename; do not create a new file and delete the old one.",
			Fails: "Also fails if the source does not exist or is protected.",
			Fields: []Field{
				{Name: "source", Kind: Path, Doc: "the file or directory, relative to the root"},
				{Name: "destination", Kind: Path, Doc: "its new path, relative to the root"},
			},
			Example: `{"source": "old/name.py", "destination": "new/name.py"}`,
			build: func(a args) (Action, error) {
				return movePath{From: a.text("source"), To: a.text("destination")}, nil
			},
		},
	}
}

func buildEditCall(a args) (Action, error) {
	r := replacing{find: a.value("old_string"), replace: a.value("new_string"), all: a.flag("replace_all"), style: a.Style}
	return called(a.text("file_path"), r, "Read"), nil
}

// listOnly lists a directory alone, not those in it.
func listOnly(dir string) Read { return Read{Path: dir, lists: true, noFile: true, levels: 1} }

// readingMany is a function that reads several files, each by an operation of its own.
func readingMany(name string) Spec {
	return Spec{
		Tag: name, ReadOnly: true, Doc: "Read several files: text with line numbers, PDFs and notebooks as text, or images.", When: readWhen,
		Fails: "Fails if one of them does not exist, is binary or is a directory.", Fields: []Field{filesToRead}, Each: "paths",
		Example: `{"paths": ["core/service.py", "README.md"]}`,
		build: func(a args) (Action, error) {
			var paths []string
			if err := json.Unmarshal([]byte(a.value("paths").Text), &paths); err != nil || len(paths) != 1 {
				return nil, malformed(a.BareField("paths")+" must be a list of files", "")
			}
			path := strings.TrimSpace(paths[0])
			switch {
			case path == "":
				return nil, malformed("Empty file path", "Write the paths into "+a.BareField("paths")+".")
			case strings.Contains(path, "*"):
				return nil, malformed(fmt.Sprintf("%s names files, and %q is a pattern", a.BareField("paths"), path),
					"Call glob with that pattern, then read the files that it lists.")
			}
			return Read{Path: path}, nil
		},
	}
}

// buildReadFile reads a range that is given in one of the ways that programs have.
func buildReadFile(a args) (Action, error) {
	var ways []string
	for _, way := range [][]string{{"start_line", "end_line"}, {"offset", "limit"}, {"head"}} {
		if i := slices.IndexFunc(way, func(name string) bool { _, given := a.find(name); return given }); i >= 0 {
			ways = append(ways, a.BareField(way[i]))
		}
	}
	if len(ways) > 1 {
		return nil, malformed(strings.Join(ways, " and ")+" stand for the same: give one of them", "")
	}
	numbers := map[string]int{}
	for _, name := range []string{"start_line", "end_line", "offset", "limit", "head"} {
		n, _, err := a.number(name)
		if err != nil {
			return nil, err
		}
		numbers[name] = n
	}
	first, last := numbers["start_line"], numbers["end_line"]
	switch {
	case numbers["offset"] > 0:
		return nil, malformed(fmt.Sprintf("%s %d may count from 0 or from 1", a.BareField("offset"), numbers["offset"]),
			"Send start_line and end_line in its place, which count from 1.")
	case last > 0 && first > last:
		return nil, malformed(fmt.Sprintf("%s %d is after %s %d", a.BareField("start_line"), first, a.BareField("end_line"), last), "")
	}
	r := Read{Path: a.text("path"), First: first, Last: last, Limit: max(numbers["limit"], numbers["head"])}
	if _, given := a.find("pages"); given {
		pages, err := buildRead(args{a.Style, slices.DeleteFunc(slices.Clone(a.list), func(arg Arg) bool { return arg.Name != "pages" })}, r.Path)
		if err != nil {
			return nil, err
		}
		r.Pages = pages.Pages
	}
	return r, nil
}

// grepFor is a grep for the lines that match the expression in one field, in files that match
// the pattern in another.
func grepFor(a args, expression, glob string, ignoreCase bool) (Action, error) {
	action, err := grepBlock.build(args{a.Style, []Arg{
		{Name: "pattern", Value: a.value(expression)}, {Name: "path", Value: a.value("path")}, {Name: "glob", Value: a.value(glob)},
	}})
	if err != nil {
		return nil, err
	}
	g, _ := action.(grepSearch)
	g.Query.Match.IgnoreCase, g.Query.Mode = ignoreCase, search.Content
	return g, nil
}

func buildSearchFiles(a args) (Action, error) {
	if excluded := a.text("exclude_patterns"); excluded != "" && excluded != "[]" {
		return nil, malformed(a.BareField("exclude_patterns")+" is not empty: nothing is left out of what the pattern finds", "Send the call without it. Hidden and ignored files are left out anyway.")
	}
	return globSearch{Pattern: a.text("pattern"), Path: a.text("path")}, nil
}

func buildReplace(a args) (Action, error) {
	expected, given, err := a.number("expected_replacements")
	if err != nil {
		return nil, err
	}
	r := replacing{find: a.value("old_string"), replace: a.value("new_string"), all: a.flag("allow_multiple"), style: a.Style}
	switch {
	case given && r.all && expected == 1:
		return nil, malformed(a.BareField("allow_multiple")+" is true, but "+a.BareField("expected_replacements")+" is 1", "Give one of them.")
	case given && expected > 1 && r.find.Text == "":
		return nil, malformed(a.BareField("old_string")+" cannot be empty where several places are expected", "")
	case given && expected > 1:
		r.all, r.expect = true, expected
	}
	e := called(a.text("file_path"), r, "Read")
	e.all = "" // there is none that says what replace_all does
	return e, nil
}

// buildCodeEdit makes a new file. The function is meant for a text in which comments stand for
// the code that another model is to fill in, and nothing here does that.
func buildCodeEdit(a args) (Action, error) {
	code := a.value("code_edit")
	field := a.BareField("code_edit")
	if line, shown, found := omission.Find([]byte(code.Text), nil, false); found {
		return nil, &Error{
			Code: Placeholder, Msg: fmt.Sprintf("Placeholder instead of code at line %d of %s: '%s'", line, field, shown),
			Hint: "Nothing fills in what it leaves out. To change a part of the file, call edit_file with path and edits: [{oldText, newText}]; to write all of it, call write_file.",
		}
	}
	return createFile{Path: a.text("target_file"), Content: code, tag: "create", field: field}, nil
}
