package ops_test

import (
	"slices"
	"strings"
	"testing"

	"fileops/internal/ops"
)

// TestNamesOfArguments: every function takes its fields in camel case as well, and its path,
// if it has one alone, by any of four names.
func TestNamesOfArguments(t *testing.T) {
	t.Parallel()
	for _, spec := range ops.Functions() {
		paths := slices.DeleteFunc(slices.Clone(spec.Fields), func(f ops.Field) bool { return f.Kind != ops.Path })
		for _, f := range spec.Fields {
			names := []string{f.Name}
			if first, rest, ok := strings.Cut(f.Name, "_"); ok {
				names = append(names, first+strings.ToUpper(rest[:1])+rest[1:])
			}
			if len(paths) == 1 && f.Kind == ops.Path {
				names = append(names, "file", "path", "file_path", "filePath")
			}
			for _, name := range names {
				if got, ok := spec.Named(name); !ok || got.Name != f.Name {
					t.Errorf("%s takes %s as %q, want %q", spec.Tag, name, got.Name, f.Name)
				}
			}
		}
	}
	for _, tt := range []struct{ function, name string }{
		{"move", "file"}, {"move", "filePath"}, {"copy", "path"}, {"Edit", "oldstring"}, {"Edit", "old-string"},
		{"Edit", "oldText"}, {"Grep", "-I"}, {"Grep", "i"}, {"Grep", "a"}, {"edit", ""}, {"insert_at", "line_"},
	} {
		spec, _ := ops.Function(tt.function)
		if f, ok := spec.Named(tt.name); ok {
			t.Errorf("%s takes %q as %q", tt.function, tt.name, f.Name)
		}
	}
}

// TestUnknownNamesAreSuggested: a name that is none gets the nearest one, in whatever case.
func TestUnknownNamesAreSuggested(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ function, name, want string }{
		{"Edit", "oldText", "old_string"}, {"str_replace", "oldString", "old_str"}, {"file_edit", "oldString", "old_text"},
		{"Grep", "maxResults", "head_limit"}, {"insert_at", "lineNumber", "line"}, {"edit", "newString", "replace"},
	} {
		spec, _ := ops.Function(tt.function)
		if got := spec.Suggest(tt.name); got != tt.want {
			t.Errorf("%s, %s: got %q, want %q", tt.function, tt.name, got, tt.want)
		}
	}
}
