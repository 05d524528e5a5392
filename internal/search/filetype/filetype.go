// Package filetype knows file types by the names that ripgrep gives them, such as go
// or py, and the globs of the files that are of a type.
//
// The table is one constant, read when somebody asks: a program that does not pays
// nothing for it.
package filetype

import "strings"

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
	if name == "all" {
		var globs []string
		for _, t := range All() {
			globs = append(globs, t.Globs...)
		}
		return globs
	}
	if name == "" || strings.ContainsAny(name, ":\n") {
		return nil
	}
	line := name + ": "
	if !strings.HasPrefix(table, line) {
		line = "\n" + line
	}
	at := strings.Index(table, line)
	if at < 0 {
		return nil
	}
	globs, _, _ := strings.Cut(table[at+len(line):], "\n")
	return strings.Split(globs, ", ")
}

// List returns the types as `rg --type-list` prints them: a line for each, with its
// globs.
func List() string { return table }
