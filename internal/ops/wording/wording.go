// Package wording names operations and fields in messages as their sender writes them: as tags,
// arguments of function calls, or flags of a command. So each message is written only once. The
// sender is a model, or a person at a shell.
package wording

import (
	"fmt"
	"slices"
)

// Form is how operations are asked for. SearchReplace, Patch, Diff and Files have no fields with
// names: they are called the forms without fields below.
type Form uint8

// The forms.
const (
	Tags          Form = iota // blocks of tags in a text
	Call                      // calls of functions in JSON
	Command                   // a command in a shell
	SearchReplace             // SEARCH/REPLACE blocks in a text
	Patch                     // patches in a text, as apply_patch takes them
	Diff                      // unified diffs in a text
	Files                     // whole files in fences
)

// Block names one block in a message: a block of tags by its tag, as <edit>, and a block of a form
// without fields by a fixed word. For Call and Command the result is not to be shown.
func (f Form) Block(tag string) string {
	switch f {
	case SearchReplace:
		return "SEARCH/REPLACE block"
	case Patch:
		return "patch"
	case Diff:
		return "diff"
	case Files:
		return "fence"
	}
	return "<" + tag + ">"
}

// Blocks names the blocks of a form that is written in prose: of any but Call and Command.
func (f Form) Blocks() string {
	switch f {
	case Tags:
		return "operation blocks"
	case Patch:
		return "patches"
	}
	return f.Block("") + "s"
}

// Input is the value of --input by which a form that stands in a text is read alone.
func (f Form) Input() string {
	switch f {
	case SearchReplace:
		return "search-replace"
	case Patch:
		return "patch"
	case Diff:
		return "diff"
	case Files:
		return "files"
	}
	return "tags"
}

// BesideBlocks is one of the places of an operation that is not run, for lists of those (Quoted.In in
// the packages parse/response and report): the response has operation blocks as well, and this
// operation has another form.
const BesideBlocks = "a response with operation blocks"

// Style is how messages about one operation name operations and fields, in the words of its sender.
type Style struct {
	Form Form // that of the operation, but Call for a patch
	// Function is the function that was called: by the name that package ops has for it, or as it
	// was written if ops has none. It is the key of the form, such as DiffKey, if no function was
	// called. It is "" for tags and commands, and while a call is still being parsed.
	Function  string
	HasField  func(field string) bool   // whether that function has a field; nil if that is not known, for instance while the call is being parsed
	FieldName func(field string) string // the sender's name for a field of the operation or function; nil if it is the same
}

func (s Style) has(field string) bool { return s.HasField != nil && s.HasField(field) }

// Operation returns how a message names an operation of the catalogue: its tag, or a phrase.
func (s Style) Operation(tag string) string {
	if s.Form == Tags {
		return "<" + tag + ">"
	}
	for _, t := range toolsets.Get() {
		if phrase := t.phrases[tag]; phrase != "" && slices.Contains(t.functions, s.Function) {
			return phrase
		}
	}
	return tag
}

// BareField returns the sender's name for a field, without brackets or dashes. Calls may have names
// of their own for fields; for Files it is always the phrase "the text of the fence". Messages about
// calls use it, and so do Field and FieldValue for every form but Tags and Command. The operation
// file_edit uses it for blocks of tags too: its errors about a text that it is to replace have one
// wording for both.
func (s Style) BareField(field string) string {
	if s.FieldName == nil {
		return field
	}
	return s.FieldName(field)
}

// Field returns the name of a field as it stands in a message: <f>, --f or f. For tags and
// flags that is the name in the catalogue, else the one that BareField returns.
func (s Style) Field(field string) string {
	switch s.Form {
	case Tags:
		return "<" + field + ">"
	case Command:
		return "--" + field
	}
	return s.BareField(field)
}

// FieldValue returns a field with a value. For Call, pass value already encoded as JSON.
func (s Style) FieldValue(field, value string) string {
	switch s.Form {
	case Tags:
		return "<" + field + ">" + value + "</" + field + ">"
	case Command:
		return "--" + field + " " + value
	}
	return s.BareField(field) + "=" + value
}

// OperationOn returns an operation on one thing: for Tags as a block with one field, for
// SearchReplace, Diff and Files as the tag and the value, else as "call NAME on VALUE".
func (s Style) OperationOn(tag, field, value string) string {
	switch s.Form {
	case SearchReplace, Diff, Files:
		return tag + " " + value
	case Tags:
		return "<" + tag + "><" + field + ">" + value + "</" + field + "></" + tag + ">"
	}
	return "call " + s.Operation(tag) + " on " + value
}

// ReadWithAnchors returns a read of a file, as OperationOn does. For Tags and Call it is one that
// shows anchors. For the other forms it is a plain read: no change in them names lines by anchors.
func (s Style) ReadWithAnchors(file string) string {
	switch s.Form {
	case Tags:
		return "<read><file>" + file + "</file><anchors>true</anchors></read>"
	case Call:
		return s.OperationOn("read", "file", file) + " with anchors=true"
	}
	return s.OperationOn("read", "file", file)
}

// DidYouMean asks whether an operation was meant. It names the tag for calls as well, since the tag
// is also the name of a function.
func (s Style) DidYouMean(tag string) string {
	if s.Form == Tags {
		tag = "<" + tag + ">"
	}
	return "Did you mean " + tag + "?"
}

// FirstLines returns how the first n lines of a file are asked for. For a call, it uses the
// first of the fields lines, limit and view_range that the function has. If it has none of
// them, or its fields are not known, the range is in words.
func (s Style) FirstLines(n int) string {
	lines := fmt.Sprintf("1-%d", n)
	switch {
	case s.Form != Call:
		return s.FieldValue("lines", lines)
	case s.has("lines"):
		return s.FieldValue("lines", `"`+lines+`"`)
	case s.has("limit"):
		return s.FieldValue("limit", fmt.Sprint(n))
	case s.has("view_range"):
		return s.FieldValue("view_range", fmt.Sprintf("[1, %d]", n))
	}
	return "lines " + lines
}

// FirstPages returns how the first n pages of a PDF are asked for. For a call, it uses the
// field pages if the function has that. If the function has no such field, or its fields are not
// known, the range is in words.
func (s Style) FirstPages(n int) string {
	pages := fmt.Sprintf("1-%d", n)
	switch {
	case s.Form != Call:
		return s.FieldValue("pages", pages)
	case s.has("pages"):
		return s.FieldValue("pages", `"`+pages+`"`)
	}
	return "pages " + pages
}
