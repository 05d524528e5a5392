// Package wording is how messages name what is to be sent: an operation, a field, a call. Who
// wrote a block of tags is answered in tags, who called a function in the names of functions
// that come with it, who typed a command in flags. A message is worded once, for its caller.
package wording

import "fmt"

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
	Function string                    // that was called, by its name in the catalogue
	Takes    func(field string) bool   // whether that function has a field; nil if it is not known
	Name     func(field string) string // by which the call gives a field; nil for its own name
}

// Operation names an operation of the catalogue.
func (c Caller) Operation(tag string) string {
	if c.Form == Tags {
		return "<" + tag + ">"
	}
	for _, f := range families {
		if name := f.names[tag]; name != "" && f.has(c.Function) {
			return name
		}
	}
	return tag
}

// Named is a field by the name that the caller writes.
func (c Caller) Named(field string) string {
	if c.Name == nil {
		return field
	}
	return c.Name(field)
}

// Field names a field in a sentence.
func (c Caller) Field(field string) string {
	switch c.Form {
	case Tags:
		return "<" + field + ">"
	case Command:
		return "--" + field
	}
	return c.Named(field)
}

// Set is how a field is given a value, which stands in quotes where a call needs them.
func (c Caller) Set(field, value string) string {
	switch c.Form {
	case Tags:
		return "<" + field + ">" + value + "</" + field + ">"
	case Command:
		return "--" + field + " " + value
	}
	return c.Named(field) + "=" + value
}

// On is how an operation is asked for that has one field.
func (c Caller) On(tag, field, value string) string {
	if c.Form == Tags {
		return "<" + tag + "><" + field + ">" + value + "</" + field + "></" + tag + ">"
	}
	return "call " + c.Operation(tag) + " on " + value
}

// DidYouMean asks for an operation or a field.
func (c Caller) DidYouMean(name string) string {
	if c.Form == Tags {
		name = "<" + name + ">"
	}
	return "did you mean " + name + "?"
}

// FirstLines is how the first n lines of a file are asked for.
func (c Caller) FirstLines(n int) string {
	lines := fmt.Sprintf("1-%d", n)
	switch {
	case c.Form != Call:
		return c.Set("lines", lines)
	case c.Takes == nil:
	case c.Takes("lines"):
		return c.Set("lines", `"`+lines+`"`)
	case c.Takes("limit"):
		return c.Set("limit", fmt.Sprint(n))
	case c.Takes("view_range"):
		return c.Set("view_range", fmt.Sprintf("[1, %d]", n))
	}
	return "lines " + lines
}

// FirstPages is how the first n pages of a PDF are asked for.
func (c Caller) FirstPages(n int) string {
	pages := fmt.Sprintf("1-%d", n)
	switch {
	case c.Form != Call:
		return c.Set("pages", pages)
	case c.Takes != nil && c.Takes("pages"):
		return c.Set("pages", `"`+pages+`"`)
	}
	return "pages " + pages
}
