// Package filetype has ripgrep's file types, such as go or py, and the globs of their files.
//
// The table is one constant that each call parses, so a program that needs no types pays
// nothing for it.
package filetype

import (
	"cmp"
	"slices"
	"strings"
)

// Type is a name and the globs of its files. The globs match names, not paths.
type Type struct {
	Name  string
	Globs []string
}

// All returns every type, sorted by name.
func All() []Type {
	var all []Type
	for line := range strings.Lines(table) {
		name, globs, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		all = append(all, Type{name, strings.Split(globs, ", ")})
	}
	return all
}

// Globs returns the globs of a type, nil if there is no such type. The type "all" is
// all types together.
func Globs(name string) []string {
	var globs []string
	for _, t := range All() {
		if t.Name == name || name == "all" {
			globs = append(globs, t.Globs...)
		}
	}
	return globs
}

// otherName returns the type that another name of a language means; "" if it is none.
func otherName(name string) string {
	switch name {
	case "javascript":
		return "js"
	case "golang":
		return "go"
	case "shell", "bash":
		return "sh"
	case "c++":
		return "cpp"
	case "c#":
		return "csharp"
	case "objective-c":
		return "objc"
	}
	return ""
}

// Near suggests at most three types for an unknown name. The name may be an extension, several
// names, a name in capitals or the beginning of a name.
func Near(name string) []string {
	var near []string
	add := func(name string) {
		if !slices.Contains(near, name) && len(near) < 3 {
			near = append(near, name)
		}
	}
	all := All()
	for _, word := range strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune(" ,;|*.{}", r) }) {
		word = cmp.Or(otherName(word), word)
		if word == "all" || slices.ContainsFunc(all, func(t Type) bool { return t.Name == word }) {
			add(word)
			continue
		}
		for _, t := range all {
			if slices.Contains(t.Globs, "*."+word) {
				add(t.Name)
			}
		}
		for _, t := range all {
			if len(word) > 1 && strings.HasPrefix(t.Name, word) {
				add(t.Name)
			}
		}
	}
	return near
}

// List returns the types as `rg --type-list` prints them: a line for each, with its
// globs.
func List() string { return table }
