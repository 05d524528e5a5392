// Package wording names operations and fields in the form of the caller whom a message is
// for: tags, function calls or flags of a command. So a message is worded once.
package wording

import (
	"fmt"
	"slices"
)

// Form is how operations are asked for.
type Form int

// The forms.
const (
	Tags    Form = iota // blocks of tags in a text
	Call                // calls of functions
	Command             // a command in a shell
)

// Caller is whom a message is for.
type Caller struct {
	Form     Form
	Function string                    // the catalogue's name of the function that was called; "" if none was
	HasField func(field string) bool   // whether that function has a field; nil if that is not known
	Name     func(field string) string // the caller's name for a field of the catalogue; nil if they are the same
}

func (c Caller) has(field string) bool { return c.HasField != nil && c.HasField(field) }

// Operation returns the name of an operation of the catalogue as the caller writes it.
func (c Caller) Operation(tag string) string {
	if c.Form == Tags {
		return "<" + tag + ">"
	}
	for _, t := range toolsets {
		if name := t.names[tag]; name != "" && slices.Contains(t.functions, c.Function) {
			return name
		}
	}
	return tag
}

// BareField returns the caller's name for a field, without brackets or dashes.
func (c Caller) BareField(field string) string {
	if c.Name == nil {
		return field
	}
	return c.Name(field)
}

// Field returns the name of a field as it stands in a message: <f>, --f or f.
func (c Caller) Field(field string) string {
	switch c.Form {
	case Tags:
		return "<" + field + ">"
	case Command:
		return "--" + field
	}
	return c.BareField(field)
}

// FieldValue returns a field with a value. If Form is Call, the value must be JSON.
func (c Caller) FieldValue(field, value string) string {
	switch c.Form {
	case Tags:
		return "<" + field + ">" + value + "</" + field + ">"
	case Command:
		return "--" + field + " " + value
	}
	return c.BareField(field) + "=" + value
}

// OperationOn returns an operation with one field, as a block or as a call.
func (c Caller) OperationOn(tag, field, value string) string {
	if c.Form == Tags {
		return "<" + tag + "><" + field + ">" + value + "</" + field + "></" + tag + ">"
	}
	return "call " + c.Operation(tag) + " on " + value
}

// DidYouMean asks whether an operation or a field was meant. The name is not translated.
func (c Caller) DidYouMean(name string) string {
	if c.Form == Tags {
		name = "<" + name + ">"
	}
	return "did you mean " + name + "?"
}

// FirstLines returns how the first n lines of a file are asked for.
func (c Caller) FirstLines(n int) string {
	lines := fmt.Sprintf("1-%d", n)
	switch {
	case c.Form != Call:
		return c.FieldValue("lines", lines)
	case c.has("lines"):
		return c.FieldValue("lines", `"`+lines+`"`)
	case c.has("limit"):
		return c.FieldValue("limit", fmt.Sprint(n))
	case c.has("view_range"):
		return c.FieldValue("view_range", fmt.Sprintf("[1, %d]", n))
	}
	return "lines " + lines
}

// FirstPages returns how the first n pages of a PDF are asked for.
func (c Caller) FirstPages(n int) string {
	pages := fmt.Sprintf("1-%d", n)
	switch {
	case c.Form != Call:
		return c.FieldValue("pages", pages)
	case c.has("pages"):
		return c.FieldValue("pages", `"`+pages+`"`)
	}
	return "pages " + pages
}
