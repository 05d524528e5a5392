package ops

import (
	"slices"
	"strings"
	"unicode"

	"fileops/internal/ops/wording"
)

// pathNames are the names that models give to the one path of a function.
var pathNames = []string{"file", "path", "file_path"}

// Named returns the field that an argument of a call means. Its name may be in camel case
// (oldString for old_string), or one of those that other programs have for it. If the function has
// one path, that may also go by any of the names file, path, file_path and filePath.
func (s *Spec) Named(written string) (Field, bool) {
	if f, ok := s.Field(written); ok {
		return f, true
	}
	name := snakeCase(written)
	if f, ok := s.Field(name); ok {
		return f, true
	}
	for _, f := range s.Fields {
		if slices.Contains(f.Also, name) {
			return f, true
		}
	}
	if !slices.Contains(pathNames, name) {
		return Field{}, false
	}
	isPath := func(f Field) bool { return f.Kind == Path }
	at := slices.IndexFunc(s.Fields, isPath)
	if at < 0 || slices.ContainsFunc(s.Fields[at+1:], isPath) {
		return Field{}, false
	}
	return s.Fields[at], true
}

// snakeCase is a name in camel case as the fields are named: old_string for oldString.
// Other names are returned as they are.
func snakeCase(name string) string {
	if strings.ContainsAny(name, "_-") {
		return name
	}
	var b strings.Builder
	for i, r := range name {
		if unicode.IsUpper(r) && i > 0 {
			b.WriteByte('_')
		}
		b.WriteRune(unicode.ToLower(r))
	}
	return b.String()
}

// camelCase is the name of a field in camel case.
func camelCase(name string) string {
	words := strings.Split(name, "_")
	for i, word := range words {
		if i > 0 && word != "" {
			words[i] = strings.ToUpper(word[:1]) + word[1:]
		}
	}
	return strings.Join(words, "")
}

// styleOf is how messages about an operation with these fields are worded.
func styleOf(form wording.Form, given []Arg) wording.Style {
	if !slices.ContainsFunc(given, func(arg Arg) bool { return arg.As != "" }) {
		return wording.Style{Form: form}
	}
	return wording.Style{Form: form, FieldName: func(field string) string { return nameIn(given, field) }}
}

// style is how messages about the operation are worded. Those about a patch in prose are worded
// as for a call of apply_patch.
func (o Operation) style() wording.Style {
	form := o.Form
	if o.Call.Name != "" {
		form = wording.Call
	}
	s := styleOf(form, o.Args)
	s.Function = map[wording.Form]string{wording.SearchReplace: wording.SearchReplaceKey, wording.Diff: wording.DiffKey, wording.Files: wording.FilesKey}[form]
	if form == wording.Files {
		s.FieldName = func(string) string { return "the text of the fence" }
	}
	if o.Call.Name == "" {
		return s
	}
	s.Function = o.Call.Name
	if spec, known := o.Function(); known {
		s.Function = spec.Tag
		s.HasField = func(field string) bool { _, ok := spec.Field(field); return ok }
	}
	return s
}

// nameIn is the name by which a call gives a field. One that it leaves out is named in
// camel case if another is.
func nameIn(given []Arg, name string) string {
	camel := false
	for _, arg := range given {
		switch {
		case arg.Name == name && arg.As != "":
			return arg.As
		case arg.Name == name:
			return name
		}
		camel = camel || arg.As != "" && arg.As == camelCase(snakeCase(arg.As)) && arg.As != snakeCase(arg.As)
	}
	if camel {
		return camelCase(name)
	}
	return name
}
