package ops

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/ops/wording"
	"fileops/internal/text/anchor"
)

// Arg is one field of an operation, as it was written.
type Arg struct {
	Name  string
	Value Value
	As    string // the name that a call gives it by, if that is another one
}

// args are the fields of one operation, checked against its Spec, and how messages name them.
type args struct {
	wording.Style
	list []Arg
}

func (a args) find(name string) (Value, bool) {
	for _, arg := range a.list {
		if arg.Name == name {
			return arg.Value, true
		}
	}
	return Value{}, false
}

func (a args) value(name string) Value {
	v, _ := a.find(name)
	return v
}

func (a args) text(name string) string { return strings.TrimSpace(a.value(name).Text) }

// number reads a whole number; ok is false where the field was not given.
func (a args) number(name string) (n int, ok bool, err error) {
	v, ok := a.find(name)
	if !ok {
		return 0, false, nil
	}
	written := strings.TrimSpace(v.Text)
	n, err = strconv.Atoi(written)
	if at, ok := anchor.Parse(written); ok && err != nil && at.Hash != "" {
		return 0, true, malformed(fmt.Sprintf("%s takes no anchors: send %d, not %q", a.Field(name), at.Line, written), "")
	}
	if err != nil {
		return 0, true, malformed(fmt.Sprintf("%s must be a whole number, not %q", a.Field(name), written), "")
	}
	return n, true, nil
}

// Build makes the operation from its fields, which were written in this form. Its *Error has
// the code Malformed and says which fields are unknown, missing, given twice or empty, or which
// one has a value that the operation does not take.
func (s *Spec) Build(form wording.Form, given []Arg) (Action, error) {
	a := args{styleOf(form, given), given}
	problem, hint := s.Misnamed(given, true)
	for i := range s.Fields {
		f, count := &s.Fields[i], 0
		for _, arg := range given {
			if arg.Name == f.Name {
				count++
			}
		}
		more, advice := "", ""
		switch {
		case count > 1:
			more, advice = fmt.Sprintf("<%s> stands twice in <%s>", f.Name, s.Tag), "Send one block for each change."
		case count == 1:
			more, advice = a.check(f)
		}
		problem, hint = joined(problem, more), cmp.Or(hint, advice)
	}
	if problem != "" {
		return nil, malformed(problem, hint)
	}
	return s.build(a)
}

// check says what is wrong with a field that is given once.
func (a args) check(f *Field) (problem, hint string) {
	v := a.value(f.Name)
	switch {
	case f.Kind == Path && strings.TrimSpace(v.Text) == "":
		return "Empty file path", "Write the path into " + a.Field(f.Name) + "."
	case f.Kind == Flag && !slices.Contains([]string{"true", "false"}, strings.ToLower(strings.TrimSpace(v.Text))):
		return a.Field(f.Name) + " must be true or false", ""
	case f.MayEmpty || v.Text != "" && (f.Kind != Snippet || v.Snippet() != ""):
		return "", ""
	case v.Empty && f.WhenEmpty == emptyFile:
		return "", ""
	case f.Kind == Snippet:
		return a.Field(f.Name) + " content cannot be empty", ""
	}
	return a.Field(f.Name) + " cannot be empty", f.WhenEmpty
}

// Suggest returns the field of the operation that is nearest to a name it does not
// know, "" if none is near.
func (s *Spec) Suggest(name string) string {
	name = snakeCase(name)
	for _, synonym := range synonyms {
		for _, field := range synonym.fields {
			if _, ok := s.Field(field); ok && slices.Contains(synonym.names, name) {
				return field
			}
		}
	}
	if len(strings.Trim(name, "-")) < 2 {
		return "" // every letter is near to every other
	}
	var names []string
	for _, f := range s.Fields {
		names = append(names, f.Name)
	}
	return nearestName(name, names, max(2, len(name)/2))
}

// synonyms are names that models give to fields, with the fields that they may mean by them:
// the first one that the operation has.
var synonyms = []struct{ names, fields []string }{
	{[]string{"search", "old", "find", "pattern", "old_str", "old_string", "old_text"}, []string{"find", "pattern", "old_str", "old_string", "old_text"}},
	{[]string{"replacement", "with", "new", "replace", "new_str", "new_string", "new_text"}, []string{"replace", "new_str", "content", "new_content", "new_string", "new_text"}},
	{[]string{"content"}, []string{"new_content", "replace"}},
	{[]string{"text", "body", "code"}, []string{"content"}},
	{[]string{"path", "file", "file_path", "filename", "filepath"}, []string{"file", "path", "from"}},
	{[]string{"dir", "directory"}, []string{"path"}},
	{[]string{"source", "src"}, []string{"from"}},
	{[]string{"destination", "dest", "dst"}, []string{"to"}},
	{[]string{"start"}, []string{"start_line"}},
	{[]string{"end"}, []string{"end_line"}},
	{[]string{"line_number"}, []string{"line"}},
	{[]string{"range"}, []string{"lines"}},
	{[]string{"query", "regex"}, []string{"pattern"}},
	{[]string{"include"}, []string{"glob"}},
	{[]string{"limit", "max_results", "-m"}, []string{"head_limit", "limit"}},
	{[]string{"case_insensitive"}, []string{"-i", "ignore_case"}},
	{[]string{"-l", "-c"}, []string{"output_mode"}},
	{[]string{"-U"}, []string{"multiline"}},
}

// SuggestTag asks whether the operation that is nearest to an unknown name was meant. If none
// is near, it names all.
func SuggestTag(name string, form wording.Form) string {
	if advice := instead.Get()[name]; advice != "" && form == wording.Call {
		return advice
	}
	if tag := nearestTag(name); tag != "" {
		return wording.Style{Form: form}.DidYouMean(tag)
	}
	return "The operations are " + strings.Join(tags(), ", ") + "."
}

// nearestTag is the operation that is nearest to a name, "" if none is near.
func nearestTag(name string) string {
	if tag, ok := otherTags.Get()[name]; ok {
		return tag
	}
	return nearestName(name, tags(), max(2, min(len(name), 32)/3))
}

// nearestName is the first of the names that are nearest to another one, "" if none is within
// a distance.
func nearestName(name string, names []string, distance int) string {
	best := ""
	for _, candidate := range names {
		if d := levenshtein(name, candidate); d <= distance {
			best, distance = candidate, d-1
		}
	}
	return best
}

func tags() []string {
	names := make([]string, len(catalogue.Get()))
	for i, s := range catalogue.Get() {
		names[i] = s.Tag
	}
	return names
}

// instead says what to call in place of functions that have no counterpart here.
var instead = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"get_file_info":             "Call list_directory to see what is in a directory, or read_file: it says how many lines a file has, or what else it is.",
		"directory_tree":            "Call list_files with recursive=true.",
		"list_directory_with_sizes": "Call list_directory.",
		"ls":                        "Call list_directory.",
		"list_dir":                  "Call list_directory.",
		"list_allowed_directories":  "There is one directory, the root: call list_directory with the path \".\".",
	}
}}

// otherTags are names that models give to operations, with what they mean by them.
var otherTags = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"rename": "move", "mv": "move", "move_file": "move", "cp": "copy", "copy_file": "copy",
		"remove": "delete", "rm": "delete", "delete_file": "delete", "unlink": "delete",
		"create_file": "create", "new_file": "create", "touch": "create",
		"write_file": "write", "write_to_file": "write", "overwrite": "create_overwrite",
		"edit_file": "edit", "replace": "edit", "update": "edit", "modify": "edit", "search_replace": "edit",
		"insert": "insert_after", "append_file": "append", "read_file": "read", "view": "read", "cat": "read",
		"create_directory": "mkdir", "make_directory": "mkdir", "remove_directory": "rmdir",
	}
}}

// levenshtein is how many letters must be put in, taken out or changed to make a b.
func levenshtein(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := diagonal
			if a[i] != b[j] {
				cost++
			}
			diagonal = row[j+1]
			row[j+1] = min(cost, row[j]+1, row[j+1]+1)
		}
	}
	return row[len(b)]
}

func malformed(msg, hint string) *Error {
	return &Error{Code: Malformed, Msg: msg, Hint: hint}
}
