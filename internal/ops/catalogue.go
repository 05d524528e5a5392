package ops

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"fileops/internal/document"
)

// maxLine is the highest number that a line may have.
const maxLine = math.MaxInt32

// fieldKind is how the value of a field is read.
type fieldKind int

// The kinds of field.
const (
	Path    fieldKind = iota // a path: trimmed, one line
	Number                   // a whole number: trimmed
	Word                     // one of a few words, or a range: trimmed
	Flag                     // true or false
	Pair                     // two whole numbers, in brackets: [10, 20]
	Edits                    // a list of replacements, as JSON: of calls only
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
	Min, Max  int      // bounds of a Number; no bounds where Max is 0
	Rare      bool     // optional, and left out of the prompt, which is short
	Doc       string
}

// Scalar reports whether the field holds one short value, not text.
func (f Field) Scalar() bool { return f.Kind < Snippet }

// Spec describes one operation, by one of the names that it is asked for with: parser,
// hints, help and schemas are made from it.
type Spec struct {
	Tag     string // of a block, or the name of a function
	Doc     string // one sentence
	When    string // to take it rather than another, in one sentence
	Fields  []Field
	Example string // a whole block; of a function its arguments, as JSON
	Fails   string // on what, in one sentence
	build   func(a args) (Action, error)
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
	case Number:
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
	patternField = Field{Name: "pattern", Kind: Snippet, Doc: "text that stands exactly once in the file"}
	fromField    = Field{Name: "from", Kind: Path, Doc: "the source, relative to the root"}
	toField      = Field{Name: "to", Kind: Path, Doc: "the destination, relative to the root"}
	pathField    = Field{Name: "path", Kind: Path, Doc: "the directory, relative to the root"}
	pagesField   = Field{Name: "pages", Kind: Word, Optional: true, Doc: "of a PDF: 1-5, 3- or 7"}
	wholeContent = Field{Name: "content", Kind: Content, Doc: "the whole content of the file", WhenEmpty: emptyFile}
	oldField     = Field{Name: "old_str", Kind: Snippet, Doc: "the text to replace, exactly as in the file"}
	newField     = Field{Name: "new_str", Kind: Snippet, MayEmpty: true, Doc: "the text to put in its place"}
)

// catalogue is every operation, in the order of the documentation.
var catalogue = []Spec{
	{
		Tag: "edit", Doc: "Replaces every occurrence of find in a file.",
		When:  "Use it to change text wherever it stands in the file.",
		Fails: "No match is an error that shows the nearest text.",
		Fields: []Field{
			fileField,
			{Name: "find", Kind: Snippet, Doc: "the text to replace, exactly as in the file"},
			{Name: "replace", Kind: Snippet, MayEmpty: true, Doc: "the text to put in its place"},
		},
		Example: "<edit>\n<file>core/service.py</file>\n<find>\ndef load():\n</find>\n<replace>\ndef load(path):\n</replace>\n</edit>",
		build:   buildEdit("edit", "find", "replace", allMatches),
	},
	{
		Tag: "create", Doc: "Writes a new file; fails if it exists.",
		When:    "Use it for a file that is not there yet.",
		Fails:   "Fails if the file exists, or content is empty.",
		Fields:  []Field{fileField, wholeContent},
		Example: "<create>\n<file>notes/todo.txt</file>\n<content>\nfirst line\n</content>\n</create>",
		build:   buildCreate(false, "create"),
	},
	{
		Tag: "create_overwrite", Doc: "Writes a file whether or not it exists.",
		When:    "Use it to write a file anew as a whole.",
		Fails:   "Fails if content is empty.",
		Fields:  []Field{fileField, wholeContent},
		Example: "<create_overwrite>\n<file>notes/todo.txt</file>\n<content>\nfirst line\n</content>\n</create_overwrite>",
		build:   buildCreate(true, "create_overwrite"),
	},
	{
		Tag: "delete", Doc: "Removes a file.",
		When:    "Use it for a file that is not needed any more.",
		Fails:   "Fails on directories, missing and protected files.",
		Fields:  []Field{fileField},
		Example: "<delete>\n<file>old/unused.py</file>\n</delete>",
		build:   func(a args) (Action, error) { return deleteFile{Path: a.text("file")}, nil },
	},
	{
		Tag: "move", Doc: "Moves or renames a file or directory; fails if the destination exists.",
		When:    "Use it to rename, too.",
		Fails:   "Fails if the source is missing or protected, or the destination exists.",
		Fields:  []Field{fromField, toField},
		Example: "<move>\n<from>old/name.py</from>\n<to>new/name.py</to>\n</move>",
		build:   func(a args) (Action, error) { return movePath{From: a.text("from"), To: a.text("to")}, nil },
	},
	{
		Tag: "copy", Doc: "Copies a file with its mode and times; fails if the destination exists.",
		When:    "Use it to start a file from one that is there.",
		Fails:   "Fails if the source is missing or a directory, or the destination exists.",
		Fields:  []Field{fromField, toField},
		Example: "<copy>\n<from>config/default.json</from>\n<to>config/local.json</to>\n</copy>",
		build:   func(a args) (Action, error) { return copyFile{From: a.text("from"), To: a.text("to")}, nil },
	},
	{
		Tag: "copy_overwrite", Doc: "Copies a file with its mode and times, over the destination if there is one.",
		When:    "Use it where the destination may be there already.",
		Fails:   "Fails if the source is missing or a directory.",
		Fields:  []Field{fromField, toField},
		Example: "<copy_overwrite>\n<from>config/default.json</from>\n<to>config/local.json</to>\n</copy_overwrite>",
		build: func(a args) (Action, error) {
			return copyFile{From: a.text("from"), To: a.text("to"), Overwrite: true}, nil
		},
	},
	{
		Tag: "append", Doc: "Adds lines at the end of a file.",
		When:    "Use it to add to a file without repeating what is in it.",
		Fails:   "Fails if the file is missing, or content is empty.",
		Fields:  []Field{fileField, appended},
		Example: "<append>\n<file>notes/todo.txt</file>\n<content>\nlast line\n</content>\n</append>",
		build: func(a args) (Action, error) {
			return appendLines{Path: a.text("file"), Content: a.value("content")}, nil
		},
	},
	{
		Tag: "insert_after", Doc: "Puts lines after the line on which the one match of pattern ends.",
		When:    "Use it to add lines below a text without repeating it.",
		Fails:   "Fails unless pattern matches exactly once.",
		Fields:  []Field{fileField, patternField, contentField},
		Example: "<insert_after>\n<file>core/service.py</file>\n<pattern>import logging</pattern>\n<content>\nfrom pathlib import Path\n</content>\n</insert_after>",
		build:   buildInsert(true),
	},
	{
		Tag: "insert_before", Doc: "Puts lines before the line on which the one match of pattern starts.",
		When:    "Use it to add lines above a text without repeating it.",
		Fails:   "Fails unless pattern matches exactly once.",
		Fields:  []Field{fileField, patternField, contentField},
		Example: "<insert_before>\n<file>core/service.py</file>\n<pattern>class Service:</pattern>\n<content>\n# The service.\n</content>\n</insert_before>",
		build:   buildInsert(false),
	},
	{
		Tag: "mkdir", Doc: "Makes a directory with its parents.",
		When:    "Use it for an empty directory; a new file brings its own.",
		Fails:   "Fails if a file is in the way; a directory that exists is no failure.",
		Fields:  []Field{pathField},
		Example: "<mkdir>\n<path>plugins/analytics</path>\n</mkdir>",
		build:   func(a args) (Action, error) { return makeDir{Path: a.text("path")}, nil },
	},
	{
		Tag: "rmdir", Doc: "Removes an empty directory.",
		When:    "Use it when all that was in it is gone.",
		Fails:   "Fails if the directory is missing, not empty or protected.",
		Fields:  []Field{pathField},
		Example: "<rmdir>\n<path>plugins/old</path>\n</rmdir>",
		build:   func(a args) (Action, error) { return removeDir{Path: a.text("path")}, nil },
	},
	{
		Tag: "read", Doc: "Answers the lines of a text file, numbered; of PDFs and notebooks the text; images.",
		When:  "Use it before a change, to see the exact text.",
		Fails: "Fails on directories, binary and missing files.",
		Fields: []Field{
			fileField,
			{Name: "lines", Kind: Word, Optional: true, Doc: "a range of lines: 10-20, 10-, -20 or 7"},
			{Name: "offset", Kind: Number, Optional: true, Min: 1, Max: maxLine, Doc: "the first line, counted from 1"},
			{Name: "limit", Kind: Number, Optional: true, Min: 1, Max: document.MaxLimit, Doc: "lines at the most: 1 to 10000, 2000 if not given"},
			pagesField,
		},
		Example: "<read>\n<file>core/service.py</file>\n<lines>10-20</lines>\n</read>",
		build:   readBuilder("file"),
	},
	{
		Tag: "glob", Doc: "Lists files by name, the newest first; not hidden or ignored ones.",
		When:    "Use it to find files.",
		Fails:   "Fails if the pattern cannot be read.",
		Fields:  globFields,
		Example: "<glob>\n<pattern>**/*_test.py</pattern>\n</glob>",
		build:   buildGlob,
	},
	{
		Tag: "grep", Doc: "Finds lines that match a regular expression, in files that glob lists.",
		When:    "Use it to find where something stands.",
		Fails:   "Fails if the pattern cannot be read.",
		Fields:  grepBlock.fields(),
		Example: "<grep>\n<pattern>def load\\w*\\(</pattern>\n<glob>*.py</glob>\n</grep>",
		build:   grepBlock.build,
	},
	{
		Tag: "insert_at", Doc: "Puts lines before or after a line, by its number.",
		When:  "Use it where the line is known from a read.",
		Fails: "Fails if the file is missing, or line is negative; past the end it appends.",
		Fields: []Field{
			fileField,
			{Name: "line", Kind: Number, Max: maxLine, Doc: "the line, counted from 1; 0 is the top"},
			contentField,
			{Name: "position", Kind: Word, Optional: true, Words: []string{"before", "after"}, Doc: "before (the default) or after"},
		},
		Example: "<insert_at>\n<file>core/service.py</file>\n<line>5</line>\n<content>\nimport os\n</content>\n</insert_at>",
		build:   buildInsertAt,
	},
	{
		Tag: "replace_lines", Doc: "Replaces a range of lines, both ends included; no new content deletes them.",
		When:  "Use it where the lines are known from a read.",
		Fails: "Fails if the range is outside the file.",
		Fields: []Field{
			fileField,
			{Name: "start_line", Kind: Number, Min: 1, Max: maxLine, Doc: "the first line, counted from 1"},
			{Name: "end_line", Kind: Number, Min: 1, Max: maxLine, Doc: "the last line"},
			{Name: "new_content", Kind: Content, MayEmpty: true, Doc: "the lines to put there"},
		},
		Example: "<replace_lines>\n<file>core/service.py</file>\n<start_line>5</start_line>\n<end_line>7</end_line>\n<new_content>\nimport os\n</new_content>\n</replace_lines>",
		build:   buildReplaceLines,
	},
	{
		Tag: "str_replace", Doc: "Replaces the one occurrence of old_str in a file; fails if there are more.",
		When:    "Use it to change one place and no other.",
		Fails:   "Fails unless old_str matches exactly once.",
		Fields:  []Field{fileField, oldField, newField},
		Example: "<str_replace>\n<file>core/service.py</file>\n<old_str>\ndef load():\n</old_str>\n<new_str>\ndef load(path):\n</new_str>\n</str_replace>",
		build:   buildEdit("str_replace", "old_str", "new_str", oneMatch),
	},
	{
		Tag: "str_replace_all", Doc: "Replaces every occurrence of old_str in a file.",
		When:    "Use it to change every place.",
		Fails:   "Fails if old_str is not there.",
		Fields:  []Field{fileField, oldField, newField},
		Example: "<str_replace_all>\n<file>core/service.py</file>\n<old_str>old_name</old_str>\n<new_str>new_name</new_str>\n</str_replace_all>",
		build:   buildEdit("str_replace_all", "old_str", "new_str", allMatches),
	},
	{
		Tag: "write", Doc: "Writes a file whether or not it exists.",
		When:    "Use it where the whole content is known.",
		Fails:   "Fails if the path is a directory.",
		Fields:  []Field{fileField, content},
		Example: "<write>\n<file>notes/todo.txt</file>\n<content>\nfirst line\n</content>\n</write>",
		build:   buildCreate(true, "write"),
	},
	{
		Tag: "file_edit", Doc: "Replaces the one match of old_text; where that is empty, inserts new_text after a line, or appends it.",
		When:  "Use it for a change at one place, or to add lines.",
		Fails: "Fails if old_text does not match exactly once (replace_all: at least once).",
		Fields: []Field{
			{Name: "path", Kind: Path, Doc: "the file, relative to the root"},
			{Name: "old_text", Kind: Snippet, MayEmpty: true, Doc: "the text to replace, exactly as in the file; empty to insert or append"},
			{Name: "new_text", Kind: Snippet, MayEmpty: true, Doc: "the text to put in its place, or to add"},
			{Name: "replace_all", Kind: Flag, Optional: true, Doc: "true: replace every match"},
			{Name: "insert_line", Kind: Number, Optional: true, Min: 1, Max: maxLine, Doc: "the line to insert after, counted from 1; only where old_text is empty"},
		},
		Example: "<file_edit>\n<path>core/service.py</path>\n<old_text>\ndef load():\n</old_text>\n<new_text>\ndef load(path):\n</new_text>\n</file_edit>",
		build:   buildFileEdit,
	},
}

// Catalogue returns the description of every operation that is written as a block.
func Catalogue() []Spec { return catalogue }

// Functions returns all that can be called as a function: the operations by their tags, then
// those by the names and fields that models know from elsewhere.
func Functions() []Spec { return slices.Concat(catalogue, functions) }

// Pick finds the operations of a list that have these names, each once; without names,
// all that are written as blocks. The error for an unknown name asks whether a similar one
// was meant, or names all.
func Pick(from []Spec, names []string) ([]*Spec, error) {
	if len(names) == 0 {
		for _, s := range catalogue {
			names = append(names, s.Tag)
		}
	}
	var picked []*Spec
	for i, name := range names {
		s, ok := withTag(from, name)
		if !ok {
			return nil, fmt.Errorf("unknown operation %q: %s", name, nearest(from, name))
		}
		if !slices.Contains(names[:i], name) {
			picked = append(picked, s)
		}
	}
	return picked, nil
}

// nearest names the operation of a list that a name most likely means, or all.
func nearest(from []Spec, name string) string {
	var all []string
	for _, s := range from {
		if strings.EqualFold(s.Tag, name) {
			return fmt.Sprintf("did you mean %q?", s.Tag)
		}
		all = append(all, s.Tag)
	}
	if tag := nearestTag(strings.ToLower(name)); tag != "" {
		return fmt.Sprintf("did you mean %q?", tag)
	}
	return "there are " + strings.Join(all, ", ")
}

// Function returns the description of the function that a call names. The name may have a
// prefix (mcp__fileops__edit, functions.edit). It may be in another case if only one function
// fits: multiedit, but not READ, which may be Read or read.
func Function(name string) (*Spec, bool) {
	bare := name[strings.LastIndexByte(name, '.')+1:]
	if i := strings.LastIndex(bare, "__"); i >= 0 {
		bare = bare[i+len("__"):]
	}
	for _, tag := range []string{name, bare} {
		for _, list := range [][]Spec{catalogue, functions} {
			if s, ok := withTag(list, tag); ok {
				return s, true
			}
		}
	}
	var found *Spec
	for _, s := range Functions() {
		if !strings.EqualFold(s.Tag, bare) {
			continue
		}
		if found != nil {
			return nil, false
		}
		found = &s
	}
	return found, found != nil
}

// Lookup returns the description of the operation with that tag.
func Lookup(tag string) (*Spec, bool) { return withTag(catalogue, tag) }

func withTag(list []Spec, tag string) (*Spec, bool) {
	i := slices.IndexFunc(list, func(s Spec) bool { return s.Tag == tag })
	if i < 0 {
		return nil, false
	}
	return &list[i], true
}
