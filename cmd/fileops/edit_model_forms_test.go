package main

import (
	"encoding/json"
	"fmt"
	"strings"
	"unicode/utf8"

	"fileops/internal/text"
)

// spelling is one way to ask for an edit.
type spelling struct {
	name                string
	call                bool
	path, find, replace string // fields
	flag                string // the field replace_all, if it is given
	all                 bool
}

var spellings = []spelling{
	{name: "edit", path: "file", find: "find", replace: "replace", all: true},
	{name: "str_replace", path: "file", find: "old_str", replace: "new_str"},
	{name: "str_replace_all", path: "file", find: "old_str", replace: "new_str", all: true},
	{name: "file_edit", path: "path", find: "old_text", replace: "new_text"},
	{name: "file_edit", path: "path", find: "old_text", replace: "new_text", flag: "replace_all", all: true},
	{name: "Edit", call: true, path: "file_path", find: "old_string", replace: "new_string"},
	{name: "Edit", call: true, path: "file_path", find: "old_string", replace: "new_string", flag: "replace_all", all: true},
	{name: "edit", call: true, path: "file", find: "find", replace: "replace", all: true},
	{name: "str_replace_based_edit_tool", call: true, path: "path", find: "old_str", replace: "new_str"},
	{name: "MultiEdit", call: true, path: "file_path", find: "old_string", replace: "new_string"},
}

// modelCase is an edit as a response asks for it.
type modelCase struct {
	modelEdit
	as    spelling
	style int // of the values of a block: see field
}

func (c modelCase) String() string {
	form := func(v modelValue) string {
		if v.block {
			return fmt.Sprintf("block %q", v.text)
		}
		return fmt.Sprintf("inline %q", v.text)
	}
	kind := map[bool]string{true: "call", false: "block"}[c.as.call]
	return fmt.Sprintf("%s %s (all: %t, tolerant: %t) of %q: %s by %s", kind, c.as.name, c.all, c.tolerant, c.file, form(c.find), form(c.replace))
}

// response is the text that a model would write.
func (c modelCase) response(file string) string {
	if c.as.call {
		return c.message(file)
	}
	s := "Now the change:\n\n<" + c.as.name + ">\n<" + c.as.path + ">" + file + "</" + c.as.path + ">\n" +
		c.field(c.as.find, c.find) + c.field(c.as.replace, c.replace)
	if c.as.flag != "" {
		s += "<" + c.as.flag + ">true</" + c.as.flag + ">\n"
	}
	return s + "</" + c.as.name + ">\n"
}

// field is a value between its tags. Style says which of the ways to write it is taken:
// plain; with blanks that do not count; wrapped in CDATA, also on lines of its own.
func (c modelCase) field(name string, v modelValue) string {
	first, _, _ := strings.Cut(v.text, "\n")
	value, style := v.text, c.style
	switch {
	case v.block && style == 0:
		value = "\n" + value
	case v.block && style == 1:
		value = " \t\n" + value + "  "
	case v.block && style == 2:
		value = "<![CDATA[\n" + value + "]]>"
	case v.block && strings.TrimSpace(first) != "":
		value = "\n<![CDATA[" + value + "]]>\n"
	case v.block:
		value = "\n" + value
	case style > 1:
		value = "<![CDATA[" + value + "]]>"
	}
	return "<" + name + ">" + value + "</" + name + ">\n"
}

// writable reports whether the value can be written: an inline one that begins with a
// line end would be read as lines.
func (c modelCase) writable() bool {
	for _, s := range []string{c.file, c.find.text, c.replace.text} {
		if strings.Count(s, "\r") != strings.Count(s, "\r\n") || !utf8.ValidString(s) || strings.LastIndex(s, text.BOM) > 0 {
			return false
		}
	}
	for _, v := range []modelValue{c.find, c.replace} {
		first, _, more := strings.Cut(v.text, "\n")
		if v.block && v.text != "" && !strings.HasSuffix(v.text, "\n") || !v.block && !c.as.call && more && strings.TrimSpace(first) == "" {
			return false
		}
	}
	// With no text to find, an empty file is written, and file_edit inserts.
	return snippet(c.find) != "" || c.file != "" && c.file != text.BOM && c.as.name != "file_edit"
}

func (c modelCase) message(file string) string {
	edit := map[string]any{c.as.find: c.find.text, c.as.replace: c.replace.text}
	input := edit
	switch c.as.name {
	case "MultiEdit":
		input = map[string]any{"edits": []any{edit}}
	case "str_replace_based_edit_tool":
		input["command"] = "str_replace"
	}
	input[c.as.path] = file
	if c.as.flag != "" {
		input[c.as.flag] = true
	}
	data, err := json.Marshal(map[string]any{"name": c.as.name, "input": input})
	if err != nil {
		panic(err) // strings and maps can be written
	}
	return string(data)
}
