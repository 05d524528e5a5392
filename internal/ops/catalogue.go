package ops

import (
	"math"
	"slices"
	"strings"

	"fileops/internal/document"
	"fileops/internal/lazy"
)

// maxLine is the highest number that a line may have.
const maxLine = math.MaxInt32

// fieldKind is how the value of a field is read.
type fieldKind int

// The kinds of field.
const (
	Path    fieldKind = iota // a path: trimmed, one line
	Number                   // a whole number: trimmed
	Line                     // the number of a line, or its anchor: trimmed
	Word                     // one of a few words, or a range: trimmed
	Flag                     // true or false
	Pair                     // two whole numbers, in brackets: [10, 20]
	Edits                    // a list of objects, as JSON: of calls only
	List                     // a list of texts, as JSON: of calls only
	Snippet                  // text to find or to put in its place
	Content                  // text that becomes lines of a file
)

// Field describes one field of an operation.
type Field struct {
	Name     string
	Kind     fieldKind
	Optional bool
	MayEmpty bool // given, but without text
	// WhenEmpty is what a block can send where no text is wanted, if its text must not be
	// empty.
	WhenEmpty string
	Words     []string // what a Word may be, if it is one of a few
	Of        []Field  // of Edits: the fields of each object; of replacements the first two are the old text and the new one
	Also      []string // other names that calls may have for it, in snake case
	Min, Max  int      // bounds of a Number; no bounds where Max is 0
	Rare      bool     // optional, and left out of the prompt, which is short
	Anchors   bool     // optional, and described only to models that are to use anchors
	Doc       string
	// WithAnchors is what a schema adds to Doc for models that are to use anchors.
	WithAnchors string
}

// Scalar reports whether the field holds one short value, not text.
func (f Field) Scalar() bool { return f.Kind < Snippet }

// Spec describes one operation, by one of the names that it is asked for with: parser,
// hints, help and schemas are made from it.
type Spec struct {
	Tag     string // of a block, or the name of a function
	Group   string // the heading that lists show it under; empty for a function
	SameAs  string // the operation that the prompt teaches in its place, if there is one
	Doc     string // what it does: one sentence, imperative
	When    string // to choose it, in one sentence
	Fields  []Field
	Example string // a whole block; of a function its arguments, as JSON
	Fails   string // in which cases, in one sentence
	Anchors bool   // described only to models that are to use anchors

	ReadOnly   bool // it changes nothing
	Additive   bool // it only adds: no text and no file is replaced or removed
	Idempotent bool // to do it again changes nothing more, or fails

	// Each is the List of which every element makes an operation of its own; "" for none.
	Each  string
	build func(a args) (Action, error)
}

// Field returns the field of that name.
func (s *Spec) Field(name string) (Field, bool) {
	for _, f := range s.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// Format shows the shape of a block, as the seed of every hint.
func (s *Spec) Format() string {
	var b strings.Builder
	b.WriteString("<" + s.Tag + ">\n")
	for _, f := range s.Fields {
		if !f.Optional {
			b.WriteString("<" + f.Name + ">" + f.placeholder() + "</" + f.Name + ">\n")
		}
	}
	b.WriteString("</" + s.Tag + ">")
	return b.String()
}

func (f Field) placeholder() string {
	switch f.Kind {
	case Path:
		return "path/to/" + f.Name
	case Number, Line:
		return "10"
	case Word:
		return f.Name
	}
	return "\n" + f.Doc + "\n"
}

// emptyFile is how a block that needs a content asks for an empty file.
const emptyFile = "For an empty file, write <content><![CDATA[]]></content>."

var (
	fileField    = Field{Name: "file", Kind: Path, Doc: "the file, relative to the root"}
	contentField = Field{Name: "content", Kind: Content, Doc: "the lines to add"}
	appended     = Field{Name: "content", Kind: Content, Doc: "the lines to add", WhenEmpty: "There is nothing to add. To make an empty file, send <create> with <content><![CDATA[]]></content>."}
	patternField = Field{Name: "pattern", Kind: Snippet, Doc: "text that occurs exactly once in the file; not a regular expression"}
	fromField    = Field{Name: "from", Kind: Path, Doc: "the source, relative to the root"}
	toField      = Field{Name: "to", Kind: Path, Doc: "the destination, relative to the root"}
	pathField    = Field{Name: "path", Kind: Path, Doc: "the directory, relative to the root"}
	pagesField   = Field{Name: "pages", Kind: Word, Optional: true, Doc: "pages of a PDF: 1-5, 3- or 7"}
	wholeContent = Field{Name: "content", Kind: Content, Doc: "the whole content of the file", WhenEmpty: emptyFile}
	findField    = Field{Name: "find", Kind: Snippet, Doc: "the text to replace, exactly as in the file"}
	replaceField = Field{Name: "replace", Kind: Snippet, MayEmpty: true, Doc: newTextDoc}
	oldField     = Field{Name: "old_str", Kind: Snippet, Doc: "the text to replace, exactly as in the file"}
	newField     = Field{Name: "new_str", Kind: Snippet, MayEmpty: true, Doc: newTextDoc}
)

// The groups of the catalogue, as headings.
const (
	changeGroup = "Change files"
	createGroup = "Create files and directories"
	moveGroup   = "Delete, move and copy"
	lookGroup   = "Read and search"
)

// catalogue is every operation, group by group; the usual ones come first in each. It is made
// when it is first asked for: to make it takes a noticeable part of the start of the program.
var catalogue = lazy.Value[[]Spec]{Make: func() []Spec {
	return slices.Concat(changes(), otherChanges(), creations(), moves(), looks())
}}

// changes are the usual operations of the first group: they find the place by its text.
func changes() []Spec {
	return []Spec{
		{
			Tag: "edit", Group: changeGroup, Doc: "Replace every occurrence of `find` in a file.",
			When:    "Use it to change or rename something throughout a file.",
			Fails:   "Fails if `find` does not occur; the error shows the nearest text.",
			Fields:  []Field{fileField, findField, replaceField},
			Example: "<edit>\n<file>core/service.py</file>\n<find>\ndef load():\n</find>\n<replace>\ndef load(path):\n</replace>\n</edit>",
			build:   buildEdit("edit", "find", "replace", allMatches),
		},
		{
			Tag: "str_replace", Group: changeGroup, Doc: "Replace the only occurrence of `old_str` in a file.",
			When:    "Use it to change one place.",
			Fails:   "Fails unless `old_str` occurs exactly once; if it occurs more often, include neighbouring lines.",
			Fields:  []Field{fileField, oldField, newField},
			Example: "<str_replace>\n<file>core/service.py</file>\n<old_str>\ndef load():\n</old_str>\n<new_str>\ndef load(path):\n</new_str>\n</str_replace>",
			build:   buildEdit("str_replace", "old_str", "new_str", oneMatch),
		},
		{
			Tag: "insert_after", Additive: true, Group: changeGroup, Doc: "Insert lines below the only occurrence of the text `pattern`.",
			When:    "Use it to add lines below known text.",
			Fails:   "Fails unless `pattern` occurs exactly once; if it occurs more often, include the lines above it.",
			Fields:  []Field{fileField, patternField, contentField},
			Example: "<insert_after>\n<file>core/service.py</file>\n<pattern>import logging</pattern>\n<content>\nfrom pathlib import Path\n</content>\n</insert_after>",
			build:   buildInsert(true),
		},
		{
			Tag: "insert_before", Additive: true, Group: changeGroup, Doc: "Insert lines above the only occurrence of the text `pattern`.",
			When:    "Use it to add lines above known text.",
			Fails:   "Fails unless `pattern` occurs exactly once; if it occurs more often, include the lines below it.",
			Fields:  []Field{fileField, patternField, contentField},
			Example: "<insert_before>\n<file>core/service.py</file>\n<pattern>class Service:</pattern>\n<content>\n# The service.\n</content>\n</insert_before>",
			build:   buildInsert(false),
		},
		{
			Tag: "append", Additive: true, Group: changeGroup, Doc: "Add lines at the end of an existing file.",
			When:    "Use it to extend a file without sending its text again.",
			Fails:   "Fails if the file does not exist or `content` is empty.",
			Fields:  []Field{fileField, appended},
			Example: "<append>\n<file>notes/todo.txt</file>\n<content>\nlast line\n</content>\n</append>",
			build: func(a args) (Action, error) {
				return appendLines{Path: a.text("file"), Content: a.value("content")}, nil
			},
		},
	}
}

// otherChanges are the others of that group: by the numbers of lines, and under other names.
func otherChanges() []Spec {
	return []Spec{
		{
			Tag: "replace_lines", Group: changeGroup, Doc: "Replace lines `start_line` to `end_line`, inclusive; an empty `new_content` deletes them.",
			When:  "Use it if you know the line numbers from a read.",
			Fails: "Fails if the file does not have all of these lines.",
			Fields: []Field{
				fileField,
				{Name: "start_line", Kind: Line, Min: 1, Max: maxLine, Doc: "the first line to replace, counted from 1"},
				{Name: "end_line", Kind: Line, Min: 1, Max: maxLine, Doc: "the last line to replace", WithAnchors: "; start_line and end_line must both be anchors, or both be numbers"},
				{Name: "new_content", Kind: Content, MayEmpty: true, Doc: "the new lines"},
			},
			Example: "<replace_lines>\n<file>core/service.py</file>\n<start_line>5</start_line>\n<end_line>7</end_line>\n<new_content>\nimport os\n</new_content>\n</replace_lines>",
			build:   buildReplaceLines,
		},
		{
			Tag: "insert_at", Additive: true, Group: changeGroup, Doc: "Insert lines before or after the given line number.",
			When:  "Use it if you know the line number from a read.",
			Fails: "Fails if the file does not exist; if `line` is past the end, the lines are appended.",
			Fields: []Field{
				fileField,
				{Name: "line", Kind: Line, Max: maxLine, Doc: "the line number, counted from 1; 0 is the top of the file"},
				contentField,
				{Name: "position", Kind: Word, Optional: true, Words: []string{"before", "after"}, Doc: "before (default) or after the line"},
			},
			Example: "<insert_at>\n<file>core/service.py</file>\n<line>5</line>\n<content>\nimport os\n</content>\n</insert_at>",
			build:   buildInsertAt,
		},
		{
			Tag: "str_replace_all", Group: changeGroup, SameAs: "edit", Doc: "Replace every occurrence of `old_str` in a file.",
			When:    "Use it to change or rename something throughout a file.",
			Fails:   "Fails if `old_str` does not occur; the error shows the nearest text.",
			Fields:  []Field{fileField, oldField, newField},
			Example: "<str_replace_all>\n<file>core/service.py</file>\n<old_str>old_name</old_str>\n<new_str>new_name</new_str>\n</str_replace_all>",
			build:   buildEdit("str_replace_all", "old_str", "new_str", allMatches),
		},
		{
			Tag: "file_edit", Group: changeGroup, SameAs: "str_replace", Doc: "Replace the only occurrence of `old_text`; if `old_text` is empty, insert or append `new_text`.",
			When:  "Use it to change one place, or to add lines.",
			Fails: "Fails unless `old_text` is empty or occurs exactly once; with `replace_all`, at least once.",
			Fields: []Field{
				{Name: "path", Kind: Path, Doc: "the file, relative to the root"},
				{Name: "old_text", Kind: Snippet, MayEmpty: true, Doc: "the text to replace, exactly as in the file; empty to insert or append"},
				{Name: "new_text", Kind: Snippet, MayEmpty: true, Doc: "the new text, or the lines to add"},
				{Name: "replace_all", Kind: Flag, Optional: true, Doc: "true to replace every occurrence"},
				{Name: "insert_line", Kind: Line, Optional: true, Min: 1, Max: maxLine, Doc: "insert after this line, counted from 1; only with an empty old_text"},
			},
			Example: "<file_edit>\n<path>core/service.py</path>\n<old_text>\ndef load():\n</old_text>\n<new_text>\ndef load(path):\n</new_text>\n</file_edit>",
			build:   buildFileEdit,
		},
	}
}

func creations() []Spec {
	return []Spec{
		{
			Tag: "create", Additive: true, Idempotent: true, Group: createGroup, Doc: "Create a new file and its missing parent directories; fails if the file exists.",
			When:    "Use it to add a file, with all of its content.",
			Fails:   "Also fails if `content` is empty.",
			Fields:  []Field{fileField, wholeContent},
			Example: "<create>\n<file>notes/todo.txt</file>\n<content>\nfirst line\n</content>\n</create>",
			build:   buildCreate(false, "create"),
		},
		{
			Tag: "create_overwrite", Idempotent: true, Group: createGroup, Doc: "Create a file, or replace the whole content of an existing one.",
			When:    "Use it to rewrite a whole file; to change parts of it, use an edit.",
			Fails:   "Fails if `content` is empty or the path is a directory.",
			Fields:  []Field{fileField, wholeContent},
			Example: "<create_overwrite>\n<file>notes/todo.txt</file>\n<content>\nfirst line\n</content>\n</create_overwrite>",
			build:   buildCreate(true, "create_overwrite"),
		},
		{
			Tag: "write", Idempotent: true, Group: createGroup, SameAs: "create_overwrite", Doc: writeDoc, When: writeWhen, Fails: writeFails,
			Fields:  []Field{fileField, content},
			Example: "<write>\n<file>notes/todo.txt</file>\n<content>\nfirst line\n</content>\n</write>",
			build:   buildCreate(true, "write"),
		},
		{
			Tag: "mkdir", Additive: true, Idempotent: true, Group: createGroup, Doc: "Create an empty directory and its missing parents.",
			When:    "Use it only for empty directories; creating a file creates its directories.",
			Fails:   "Fails if a file has that path; an existing directory is not an error.",
			Fields:  []Field{pathField},
			Example: "<mkdir>\n<path>plugins/analytics</path>\n</mkdir>",
			build:   func(a args) (Action, error) { return makeDir{Path: a.text("path")}, nil },
		},
	}
}

func moves() []Spec {
	return []Spec{
		{
			Tag: "delete", Idempotent: true, Group: moveGroup, Doc: "Delete a file.",
			When:    "Use it for a file that is no longer needed.",
			Fails:   "Fails if the file does not exist, is protected or is a directory.",
			Fields:  []Field{fileField},
			Example: "<delete>\n<file>old/unused.py</file>\n</delete>",
			build:   func(a args) (Action, error) { return deleteFile{Path: a.text("file")}, nil },
		},
		{
			Tag: "move", Idempotent: true, Group: moveGroup, Doc: "Move or rename a file or directory; fails if the destination exists.",
			When:    "Use it to rename; do not create a new file and delete the old one.",
			Fails:   "Also fails if the source does not exist or is protected.",
			Fields:  []Field{fromField, toField},
			Example: "<move>\n<from>old/name.py</from>\n<to>new/name.py</to>\n</move>",
			build:   func(a args) (Action, error) { return movePath{From: a.text("from"), To: a.text("to")}, nil },
		},
		{
			Tag: "copy", Additive: true, Idempotent: true, Group: moveGroup, Doc: "Copy a file; fails if the destination exists.",
			When:    "Use it to start a new file from an existing one.",
			Fails:   "Also fails if the source does not exist or is a directory.",
			Fields:  []Field{fromField, toField},
			Example: "<copy>\n<from>config/default.json</from>\n<to>config/local.json</to>\n</copy>",
			build:   func(a args) (Action, error) { return copyFile{From: a.text("from"), To: a.text("to")}, nil },
		},
		{
			Tag: "copy_overwrite", Idempotent: true, Group: moveGroup, Doc: "Copy a file, replacing the destination if it exists.",
			When:    "Use it if the destination may exist.",
			Fails:   "Fails if the source does not exist, or if either path is a directory.",
			Fields:  []Field{fromField, toField},
			Example: "<copy_overwrite>\n<from>config/default.json</from>\n<to>config/local.json</to>\n</copy_overwrite>",
			build: func(a args) (Action, error) {
				return copyFile{From: a.text("from"), To: a.text("to"), Overwrite: true}, nil
			},
		},
		{
			Tag: "rmdir", Idempotent: true, Group: moveGroup, Doc: "Delete an empty directory.",
			When:    "Use it after everything in the directory has been deleted or moved.",
			Fails:   "Fails if the directory does not exist, is not empty or is protected.",
			Fields:  []Field{pathField},
			Example: "<rmdir>\n<path>plugins/old</path>\n</rmdir>",
			build:   func(a args) (Action, error) { return removeDir{Path: a.text("path")}, nil },
		},
	}
}

func looks() []Spec {
	return []Spec{
		{
			Tag: "read", ReadOnly: true, Group: lookGroup, Doc: readDoc, When: readWhen, Fails: readFails,
			Fields: []Field{
				fileField,
				{Name: "lines", Kind: Word, Optional: true, Doc: "a range of lines: 10-20, 10- (to the end) or 7; default the first 2000", WithAnchors: "; or of anchors: 10#k3f-20#9qa, 10#k3f- or 7#x7d"},
				{Name: "offset", Kind: Number, Optional: true, Rare: true, Min: 1, Max: maxLine, Doc: "the first line to show, counted from 1; not with lines"},
				{Name: "limit", Kind: Number, Optional: true, Rare: true, Min: 1, Max: document.MaxLimit, Doc: "maximum number of lines, 1 to 10000; default 2000; not with lines"},
				pagesField, anchorField(""),
			},
			Example: "<read>\n<file>core/service.py</file>\n<lines>10-20</lines>\n</read>",
			build:   readBuilder("file"),
		},
		{
			Tag: "grep", ReadOnly: true, Group: lookGroup, Doc: "Show lines that match a regular expression; skips hidden and ignored files.",
			When:    "Use it to find where a text occurs.",
			Fails:   grepFails,
			Fields:  grepBlock.fields(),
			Example: "<grep>\n<pattern>def load\\w*\\(</pattern>\n<glob>*.py</glob>\n</grep>",
			build:   grepBlock.build,
		},
		{
			Tag: "glob", ReadOnly: true, Group: lookGroup, Doc: "List files whose path matches a glob pattern, newest first; skips hidden and ignored files.",
			When:    "Use it to find files by name.",
			Fails:   "Fails if the pattern is invalid.",
			Fields:  globFields,
			Example: "<glob>\n<pattern>**/*_test.py</pattern>\n</glob>",
			build:   buildGlob,
		},
	}
}
