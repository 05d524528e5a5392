package ops

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/document"
	"fileops/internal/lazy"
	"fileops/internal/ops/wording"
)

// Descriptions of fields that several functions share.
const (
	pathDoc    = "the file, relative to the root, or an absolute path inside it"
	oldTextDoc = "the text to replace, exactly as in the file; empty only if the file is empty or does not exist"
	newTextDoc = "the new text"
)

// The fields of functions that are known from elsewhere.
var (
	filePath  = Field{Name: "file_path", Kind: Path, Doc: pathDoc}
	plainPath = Field{Name: "path", Kind: Path, Doc: pathDoc}
	content   = Field{Name: "content", Kind: Content, MayEmpty: true, Doc: "the whole content of the file"}
	readFrom  = Field{Name: "offset", Kind: Number, Optional: true, Min: 1, Max: maxLine, Doc: "the first line to show, counted from 1"}
	readLimit = Field{Name: "limit", Kind: Number, Optional: true, Min: 1, Max: document.MaxLimit, Doc: "maximum number of lines, 1 to 10000; default 2000"}
	oldString = Field{Name: "old_string", Kind: Snippet, MayEmpty: true, Doc: oldTextDoc}
	newString = Field{Name: "new_string", Kind: Snippet, MayEmpty: true, Doc: newTextDoc}
	allFlag   = Field{Name: "replace_all", Kind: Flag, Optional: true, Doc: "true to replace every occurrence; otherwise there must be exactly one"}
)

// Sentences that several functions share, and the operation with a tag too.
const (
	readDoc    = "Read a file: text with line numbers, a PDF or notebook as text, or an image."
	readWhen   = "Use it before a change, to copy the exact text."
	readFails  = "Fails if the file does not exist, is binary or is a directory."
	writeDoc   = "Create a file, or replace the whole content of an existing one."
	writeWhen  = "Use it to write a whole file; to change parts of it, use an edit."
	writeFails = "Fails if the path is a directory."
	grepFails  = "Fails if the regular expression is invalid."
)

// functions are the operations by the names and fields that models know from other
// programs. Two of them may have a name in common if their fields tell them apart. They are made
// when they are first asked for, which most runs of the program never do.
var functions = lazy.Value[[]Spec]{Make: func() []Spec { return slices.Concat(ownFunctions(), otherFunctions()) }}

// ownFunctions are those of Anthropic's tools and of Claude Code, and those with the names of
// this program.
func ownFunctions() []Spec {
	return []Spec{
		readFunction("Read", filePath), readFunction("file_read", plainPath), viewFunction(),
		writeFunction("Write", filePath), writeFunction("file_write", plainPath),
		{
			Tag: "create_file", Additive: true, Idempotent: true, Doc: "Create a new file and its missing parent directories; fails if the file exists.", Fields: []Field{plainPath, content},
			When:    "Use it to add a file, with all of its content.",
			Example: `{"path": "notes/todo.txt", "content": "first line\n"}`,
			Fails:   "Also fails if the path is a directory.",
			build: func(a args) (Action, error) {
				return createFile{Path: a.text("path"), Content: a.value("content"), tag: "create"}, nil
			},
		},
		editFunction("Edit"),
		{
			Tag: "MultiEdit", Doc: "Make several replacements in one file, in order: all of them or none.",
			When: "Use it for several changes to one file.",
			Fields: []Field{filePath, {
				Name: "edits", Kind: Edits, Of: []Field{oldString, newString, allFlag}, Doc: "the replacements, in order; each one sees the text as the earlier ones left it",
			}},
			Example: `{"file_path": "core/service.py", "edits": [{"old_string": "def load():", "new_string": "def load(path):"}, {"old_string": "TODO", "new_string": "DONE", "replace_all": true}]}`,
			Fails:   "Fails if one replacement fails; then the file is not changed.",
			build:   editsBuilder("file_path", []Field{oldString, newString, allFlag}),
		},
		{
			Tag: "anchor_edit", Anchors: true, Doc: "Change lines of one file by the anchors that a read shows before them: all of the changes or none.",
			When: "Use it after a read or grep with `anchors`.",
			Fields: []Field{plainPath, {
				Name: "edits", Kind: Edits, Of: anchorEditFields, Doc: "the changes; all anchors are those of the file before the call",
			}},
			Example: `{"path": "core/service.py", "edits": [{"op": "replace", "pos": "12#k3f", "end": "14#9qa", "lines": ["def load(path):", "    return read(path)"]}, {"op": "append", "pos": "20#x7d", "lines": ["", "log()"]}]}`,
			Fails:   "Fails if a line is not the one that its anchor names, or two changes concern the same line; then the file is not changed.",
			build:   buildAnchorEdit,
		},
		globFunction(),
		{
			Tag: "Grep", ReadOnly: true, Doc: "List files that match a regular expression, or show the lines; skips hidden and ignored files.",
			When:    "Use it to find where a text occurs.",
			Fails:   grepFails,
			Fields:  grepFunction.fields(),
			Example: `{"pattern": "def load\\w*\\(", "glob": "*.py", "output_mode": "content"}`,
			build:   grepFunction.build,
		},
		textEditor("str_replace_based_edit_tool"), textEditor("str_replace_editor"),
	}
}

func readFunction(name string, path Field) Spec {
	return Spec{
		Tag: name, ReadOnly: true, Doc: readDoc, When: readWhen, Fails: readFails,
		Fields:  []Field{path, readFrom, readLimit, pagesField, anchorField("")},
		Example: `{"` + path.Name + `": "core/service.py", "offset": 10, "limit": 20}`,
		build:   readBuilder(path.Name),
	}
}

// globFunction is the operation glob by another name.
func globFunction() Spec {
	s, _ := Lookup("glob")
	f := *s
	f.Tag, f.Example = "Glob", `{"pattern": "**/*_test.py"}`
	return f
}

// viewFunction is read, for directories as well.
func viewFunction() Spec {
	s := readFunction("view", plainPath)
	s.Doc = "Read a file (text with line numbers, a PDF or notebook as text, or an image) or list a directory."
	s.Fails = "Fails if the path does not exist or the file is binary."
	s.build = func(a args) (Action, error) {
		r, err := buildRead(a, a.text("path"))
		r.lists = true
		return r, err
	}
	return s
}

func writeFunction(name string, path Field) Spec {
	return Spec{
		Tag: name, Idempotent: true, Doc: writeDoc, When: writeWhen, Fails: writeFails,
		Fields:  []Field{path, content},
		Example: `{"` + path.Name + `": "notes/todo.txt", "content": "first line\n"}`,
		build: func(a args) (Action, error) {
			return createFile{Path: a.text(path.Name), Content: a.value("content"), Overwrite: true, tag: "write"}, nil
		},
	}
}

// editFunction replaces a text, as Claude Code and opencode have it.
func editFunction(name string) Spec {
	return Spec{
		Tag: name, Doc: "Replace the only occurrence of `old_string` in a file, or every occurrence with `replace_all`.",
		When:    "Use it to change one place, or to rename something throughout a file.",
		Fields:  []Field{filePath, oldString, newString, allFlag},
		Example: `{"file_path": "core/service.py", "old_string": "def load():", "new_string": "def load(path):"}`,
		Fails:   "Fails unless `old_string` occurs exactly once; if it occurs more often, include neighbouring lines or set `replace_all`.",
		build:   buildEditCall,
	}
}

// textEditor is a function that does what its command says.
func textEditor(name string) Spec {
	oldStr := oldField
	oldStr.Optional, oldStr.Doc = true, "for str_replace: the text to replace, exactly as in the file"
	anchors := anchorField("")
	anchors.Doc = "for view: " + anchors.Doc
	return Spec{
		Tag: name, Doc: "View, create or change a file, as `command` says.",
		When: "Use it to view a file first, then to change it.",
		Fields: []Field{
			{Name: "command", Kind: Word, Words: []string{"view", "create", "str_replace", "insert"}, Doc: "what to do; create also replaces an existing file"},
			plainPath,
			{Name: "view_range", Kind: Pair, Optional: true, Doc: "for view: the first and last line, counted from 1; -1 is the end of the file"},
			{Name: "file_text", Kind: Content, Optional: true, MayEmpty: true, Doc: "for create: the whole content of the file"},
			oldStr,
			{Name: "new_str", Kind: Snippet, Optional: true, MayEmpty: true, Doc: "for str_replace: the new text; for insert: the lines to add"},
			{Name: "insert_line", Kind: Line, Optional: true, Max: maxLine, Doc: "for insert: insert after this line, counted from 1; 0 is the top of the file"},
			{Name: "insert_text", Kind: Content, Optional: true, Doc: "for insert: the lines to add"},
			anchors,
		},
		Example: `{"command": "str_replace", "path": "core/service.py", "old_str": "def load():", "new_str": "def load(path):"}`,
		Fails:   "`str_replace` fails unless `old_str` occurs exactly once; `insert` fails if the file does not have the line.",
		build:   buildTextEditor,
	}
}

func buildTextEditor(a args) (Action, error) {
	path, command := a.text("path"), a.text("command")
	need := func(name string) error {
		if _, given := a.find(name); !given {
			return malformed(a.BareField(name)+" is missing: the command "+command+" needs it", "")
		}
		return nil
	}
	switch command {
	case "view":
		return viewed(path, a)
	case "create":
		// It writes over a file that is there, as its makers have it.
		return createFile{Path: path, Content: a.value("file_text"), Overwrite: true, tag: "write", field: a.BareField("file_text")}, need("file_text")
	case "str_replace":
		return called(path, replacing{find: a.value("old_str"), replace: a.value("new_str"), style: a.Style}, "view"), need("old_str")
	case "insert":
		return buildEditorInsert(a, path, need)
	}
	return nil, malformed(fmt.Sprintf("command must be view, create, str_replace or insert, not %q", command), "")
}

func buildEditorInsert(a args, path string, need func(string) error) (Action, error) {
	line, _, err := a.line("insert_line")
	if err == nil {
		err = need("insert_line")
	}
	text := "insert_text"
	if _, given := a.find("new_str"); given {
		if _, both := a.find(text); both && a.value(text) != a.value("new_str") {
			return nil, malformed(a.BareField("new_str")+" and "+a.BareField(text)+" stand for the same: give one of them", "")
		}
		text = "new_str"
	}
	if err == nil {
		err = need(text)
	}
	if err == nil && a.value(text).Text == "" {
		err = malformed(a.BareField(text)+" cannot be empty", "")
	}
	return insertAtLine{Path: path, Line: line, After: true, Content: a.value(text), strict: true, field: a.BareField(text)}, err
}

// viewed reads the range of a view.
func viewed(path string, a args) (Action, error) {
	r := Read{Path: path, Anchors: a.flag("anchors"), lists: true}
	if _, given := a.find("view_range"); !given {
		return r, nil
	}
	var lines []int
	if err := json.Unmarshal([]byte(a.text("view_range")), &lines); err != nil || len(lines) != 2 || lines[0] < 1 || lines[1] != -1 && lines[1] < lines[0] {
		return nil, malformed(fmt.Sprintf("%s must be two lines such as [10, 20], or [10, -1], not %s", a.BareField("view_range"), a.text("view_range")), "")
	}
	r.First, r.Last = lines[0], max(0, lines[1])
	return r, nil
}

// replacing is one replacement of a call.
type replacing struct {
	find, replace Value
	all           bool
	expect        int // how many places there must be; 0 if that is not said
	style         wording.Style
	field, other  string // the names of the fields; "" for those of Edit
}

// called is an edit as a function makes it: one match, unless all are asked for. reader
// is the function that shows the file.
func called(path string, r replacing, reader string) editText {
	e := editText{
		Path: path, Find: r.find, Replace: r.replace, Count: oneMatch, expect: r.expect, tag: "str_replace",
		field: cmp.Or(r.field, "old_string"), other: cmp.Or(r.other, "new_string"), all: "replace_all", reader: reader,
	}
	if r.field != "" || r.expect > 0 { // of a function that has no such field
		e.all = ""
	}
	if reader == "view" { // of a text editor, which replaces one at a time
		e.field, e.other, e.all = "old_str", "new_str", ""
	}
	e.field, e.other = r.style.BareField(e.field), r.style.BareField(e.other)
	if e.all != "" {
		e.all = r.style.BareField(e.all)
	}
	if r.all {
		e.Count, e.tag = allMatches, "str_replace_all"
	}
	return e
}

func (a args) flag(name string) bool { return strings.EqualFold(a.text(name), "true") }
