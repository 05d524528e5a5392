package schema_test

import (
	"encoding/json"
	"errors"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"fileops/internal/ops"
	"fileops/internal/ops/schema"
)

func TestCheckSchema(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ function, arguments, want string }{
		{"Read", `{"file_path": "a"}`, ""},
		{"Read", `{"path": "a", "offset": 3.0, "limit": null}`, ""},
		{"view", `{"file_path": "a"}`, ""},
		{"create", `{"file": "a", "content": "\n"}`, ""},
		{"edit", `{"file": "a", "find": "b", "replace": ""}`, ""},
		{"file_edit", `{"path": "a", "old_text": "", "new_text": "b", "insert_line": 3}`, ""},
		{"MultiEdit", `{"file_path": "a", "edits": [{"old_string": "a", "new_string": "b"}]}`, ""},
		{"str_replace_editor", `{"command": "view", "path": "a", "view_range": [1, -1]}`, ""},
		{"insert_at", `{"file": "a", "line": "0", "content": "b"}`, ""},
		{"insert_at", `{"file": "a", "line": "2#k3f", "content": "b"}`, ""},
		{"replace_lines", `{"file": "a", "start_line": "2", "end_line": "3", "new_content": ""}`, ""},
		{"anchor_edit", `{"path": "a", "edits": [{"op": "replace", "pos": "2", "end": 3, "lines": []}]}`, ""},

		{"replace_lines", `{"file": "a", "start_line": "0", "end_line": "2#k3", "new_content": ""}`, "start_line must be at least 1, not \"0\"\nend_line must be a line number or an anchor such as 12#k3f, not \"2#k3\""},
		{"insert_at", `{"file": "a", "line": "x", "content": "b"}`, `line must be a line number or an anchor such as 12#k3f, not "x"`},
		{"insert_at", `{"file": "a", "line": "+2", "content": "b"}`, `line must be a line number in digits alone, not "+2"`},
		{"insert_at", `{"file": "a", "line": "-1", "content": "b"}`, `line must be at least 0, not "-1"`},
		{"Read", `{"file_path": "a", "offset": "12#k3f"}`, `offset takes no anchors: send 12, not "12#k3f"`},
		{"str_replace_editor", `{"command": "view", "path": "a", "view_range": ["12#k3f", "20#9qa"]}`, `view_range takes no anchors: send [12,20], not ["12#k3f","20#9qa"]`},
		{"str_replace_editor", `{"command": "view", "path": "a", "view_range": ["12#k3f", -1]}`, `view_range takes no anchors: send [12,-1], not ["12#k3f",-1]`},
		{"Read", `{"file_path": "a", "limit": 20000}`, `limit must be from 1 to 10000, not 20000`},
		{"Read", `{"file_path": "a", "offset": 0}`, `offset must be at least 1, not 0`},
		{"Read", `{"file_path": "a", "offset": 99999999999999999999}`, `offset must be at most 2147483647, not 100000000000000000000`},
		{"Read", `{"file_path": "a", "offset": 1e999}`, `offset must be a whole number, not a number beyond all bounds`},
		{"Read", `{"file_path": "a", "offset": "10"}`, `offset must be a whole number, not "10"`},
		{"Read", `{"file_path": "a", "offset": 1.5}`, `offset must be a whole number, not 1.5`},
		{"Read", `{}`, `file_path is missing`},
		{"Read", `{"file_path": null}`, `file_path must be a string, not null`},
		{"Read", `{"file_path": ""}`, `file_path cannot be empty`},
		{"Read", `{"file_path": ["a", 1]}`, `file_path must be a string, not ["a",1]`},
		{"Read", `{"file_path": "a", "path": "a"}`, ""},
		{"Read", `{"file_path": "a", "path": "b"}`, `file_path and path stand for the same, with different values: give one of them`},
		{"Read", `{"filePath": 1, "Offset": "x"}`, "filePath must be a string, not 1\nOffset must be a whole number, not \"x\""},
		{"Edit", `{"filePath": "a", "oldString": "", "newString": 2}`, "newString must be a string, not 2"},
		{"MultiEdit", `{"filePath": "a", "edits": [{"oldString": 1, "newString": "b", "replaceAll": "x"}]}`, "edits[0].oldString must be a string, not 1\nedits[0].replaceAll must be true or false, not \"x\""},
		{"MultiEdit", `{"filePath": "a", "edits": [{"oldString": "a", "old_string": "b", "newString": "b"}]}`, "edits[0].old_string and edits[0].oldString stand for the same, with different values: give one of them"},
		{"MultiEdit", `{"filePath": "a", "edits": [{"oldString": "a", "old_string": "a", "newString": "b"}]}`, ""},
		{"Edit", `{"filePath": "a", "oldStr": "a", "new_string": "b"}`, "old_string is missing\nunknown field \"oldStr\": did you mean \"old_string\"?"},
		{"Read", `{"filepath": "a"}`, "file_path is missing\nunknown field \"filepath\": did you mean \"file_path\"?"},
		{"Read", `{"file_path": "a", "filepath": "a"}`, `unknown field "filepath": there are file_path, offset, limit, pages`},
		{"Read", `{"file_path": "a", "description": "why"}`, `unknown field "description": there are file_path, offset, limit, pages`},
		{"read", `{"file": "a", "": 1}`, `unknown field "": there are file, lines, offset, limit, pages`},
		{"edit", `{"file": "a", "search": "b", "replace": "c"}`, "find is missing\nunknown field \"search\": did you mean \"find\"?"},
		{"Edit", `{"file_path": "a", "old_string": "", "new_string": "", "replace_all": "yes"}`, "replace_all must be true or false, not \"yes\""},
		{"Write", `{"file_path": "a", "content": {"a": 1}}`, `content must be a string, not an object`},
		{"Write", `{"file_path": "a", "content": 5}`, `content must be a string, not 5`},
		{"Write", `{"file_path": "` + strings.Repeat("x", 99) + `", "content": false}`, `content must be a string, not false`},
		{"insert_at", `{"file": "a", "line": -1, "content": "x", "position": "above"}`, "line must be at least 0, not -1\nposition must be before or after, not \"above\""},
		{"insert_at", `{"file": "a", "line": 1, "content": "x", "position": "` + strings.Repeat("ä", 99) + `"}`, `position must be before or after, not "` + strings.Repeat("ä", 39) + `…"`},
		{"str_replace_editor", `{"command": "undo_edit", "path": "a"}`, `command must be one of view, create, str_replace, insert, not "undo_edit"`},
		{"str_replace_editor", `{"command": "view", "path": "a", "view_range": [1]}`, `view_range must be two whole numbers such as [10, 20], not [1]`},
		{"str_replace_editor", `{"command": "view", "path": "a", "view_range": "1-2"}`, `view_range must be two whole numbers such as [10, 20], not "1-2"`},
		{"MultiEdit", `{"file_path": "a", "edits": []}`, `edits cannot be empty`},
		{"MultiEdit", `{"file_path": "a", "edits": {"old_string": "a"}}`, `edits must be a list of objects, not an object`},
		{"MultiEdit", `{"file_path": "a", "edits": [1, {"old_str": "a", "new_string": null}]}`, "edits[0] must be an object, not 1\nedits[1].old_string is missing\nedits[1].new_string must be a string, not null\nunknown field \"old_str\" in edits[1]: did you mean \"old_string\"?"},
		{"MultiEdit", `{"file_path": "a", "edits": [` + strings.Repeat("0,", 29) + `0]}`, "…"},
	} {
		spec, ok := ops.Function(tt.function)
		if !ok {
			t.Fatal(tt.function)
		}
		for _, exact := range []bool{false, true} {
			d := json.NewDecoder(strings.NewReader(tt.arguments))
			if exact || strings.Contains(tt.arguments, "1e999") {
				d.UseNumber()
			}
			var arguments map[string]any
			must(t, d.Decode(&arguments))
			before, err := json.Marshal(arguments)
			must(t, err)
			checked := schema.Check(spec, arguments)
			if after, _ := json.Marshal(arguments); string(after) != string(before) {
				t.Errorf("Check changed %s to %s", before, after)
			}
			if tt.want == "" {
				if checked != nil {
					t.Errorf("%s(%s): %v", tt.function, tt.arguments, checked)
				}
				continue
			}
			var e *ops.Error
			switch {
			case !errors.As(checked, &e) || e.Code != ops.Malformed || e.Unwrap() == nil:
				t.Errorf("%s(%s): %#v", tt.function, tt.arguments, checked)
			case tt.want == "…":
				if lines := strings.Split(e.Msg, "\n"); len(lines) != 21 || lines[20] != "… and 10 more" {
					t.Errorf("%s(%s): %s", tt.function, tt.arguments, e.Msg)
				}
			case e.Text() != tt.want:
				t.Errorf("%s(%s):\n%s\nwant\n%s", tt.function, tt.arguments, e.Text(), tt.want)
			}
		}
	}
}

// agree fails where the schema as it is printed and Check differ, or where Check has no
// words of its own. Null for what may be left out, and the other name of a path, are
// Check's only.
func agree(t *testing.T, printed *jsonschema.Resolved, spec *ops.Spec, arguments map[string]any) {
	t.Helper()
	err := schema.Check(spec, arguments)
	if err != nil && strings.Contains(err.Error(), "do not fit the schema") {
		t.Errorf("%s(%v): no words for %v", spec.Tag, arguments, err)
	}
	text, marshalErr := json.Marshal(arguments)
	must(t, marshalErr)
	plain := map[string]any{}
	must(t, json.Unmarshal(text, &plain))
	for _, written := range slices.Sorted(maps.Keys(plain)) {
		f, _ := spec.Named(written)
		if f.Name != written && f.Optional && plain[written] == nil {
			delete(plain, written)
			continue
		}
		if value, given := plain[f.Name]; f.Name != written && f.Name != "" && (!given || value == nil && f.Optional || reflect.DeepEqual(value, plain[written])) {
			plain[f.Name] = plain[written]
			delete(plain, written)
		}
	}
	for _, f := range spec.Fields {
		if plain[f.Name] == nil && f.Optional {
			delete(plain, f.Name)
		}
		if list, ok := plain[f.Name].([]any); ok && f.Kind == ops.Edits {
			for _, item := range list {
				if edit, ok := item.(map[string]any); ok && edit["replace_all"] == nil {
					delete(edit, "replace_all")
				}
			}
		}
	}
	if valid := printed.Validate(plain); (valid == nil) != (err == nil) {
		t.Errorf("%s(%s):\nthe schema: %v\nCheck: %v", spec.Tag, text, valid, err)
	}
}

func printed(tb testing.TB) map[string]*jsonschema.Resolved {
	tb.Helper()
	data, err := schema.Tools("mcp", schema.Options{Only: everyFunction(), Anchors: true})
	if err != nil {
		tb.Fatal(err)
	}
	var list []struct {
		Name   string             `json:"name"`
		Schema *jsonschema.Schema `json:"inputSchema"`
	}
	if err := json.Unmarshal(data, &list); err != nil {
		tb.Fatal(err)
	}
	all := map[string]*jsonschema.Resolved{}
	for _, tool := range list {
		if all[tool.Name], err = tool.Schema.Resolve(nil); err != nil {
			tb.Fatal(err)
		}
	}
	return all
}

// Random arguments, most of them nearly right.
func TestCheckAgreesWithTheSchema(t *testing.T) {
	t.Parallel()
	random := rand.New(rand.NewPCG(1, 2))
	values := []any{
		nil, "", "a", "before", "view", "true", "0", "2", "2#k3f", true, false, 0.0, 1.0, -1.0, 1.5, 3e9, 1e300, []any{}, []any{1.0, 2.0}, []any{1.0, "2"},
		[]any{1.0, 2.5}, []any{1.0, 2.0, 3.0}, map[string]any{}, []any{map[string]any{"old_string": "a", "new_string": ""}},
		[]any{map[string]any{"old_string": "", "new_string": "b", "replace_all": nil}, map[string]any{}},
		[]any{map[string]any{"old_string": "a", "new_string": "b", "replace_all": true, "x": 1.0}}, []any{"a"}, []any{nil},
	}
	schemas := printed(t)
	accepted := 0
	for _, spec := range ops.Functions() {
		var example map[string]any
		for _, tool := range tools(t, "mcp", []string{spec.Tag}, false) {
			_, text, _ := strings.Cut(tool.description, "\nExample: ")
			must(t, json.Unmarshal([]byte(text), &example))
		}
		names := []string{"path", "file_path", "xyzzy"}
		for _, f := range spec.Fields {
			names = append(names, f.Name)
		}
		for range 300 {
			arguments := maps.Clone(example)
			for range random.IntN(4) {
				name := names[random.IntN(len(names))]
				if random.IntN(4) == 0 {
					delete(arguments, name)
				} else {
					arguments[name] = values[random.IntN(len(values))]
				}
			}
			agree(t, schemas[spec.Tag], &spec, arguments)
			if schema.Check(&spec, arguments) == nil {
				accepted++
			}
		}
	}
	if accepted < 1000 {
		t.Errorf("only %d of the arguments are right: they try too little", accepted)
	}
}

func FuzzCheck(f *testing.F) {
	names := everyFunction()
	for i := range names {
		for _, text := range []string{`{"file_path": "a", "limit": 20000}`, `{"path": "", "edits": [{"old_string": null}]}`, `{"file": 1e999}`} {
			f.Add(i, text)
		}
	}
	schemas := printed(f)
	f.Fuzz(func(t *testing.T, which int, text string) {
		var arguments map[string]any
		if json.Unmarshal([]byte(text), &arguments) != nil {
			return
		}
		spec, _ := ops.Function(names[uint(which)%uint(len(names))])
		agree(t, schemas[spec.Tag], spec, arguments)
	})
}

// Every field that is missing is named, and nothing is said twice.
func TestCheckSaysEachProblemOnce(t *testing.T) {
	t.Parallel()
	for _, spec := range ops.Functions() {
		err := schema.Check(&spec, map[string]any{"xyzzy": 1})
		if err == nil {
			t.Errorf("%s takes an unknown field", spec.Tag)
			continue
		}
		lines := strings.Split(err.Error(), "\n")
		for _, f := range spec.Fields {
			if missing := slices.Contains(lines, f.Name+" is missing"); missing == f.Optional {
				t.Errorf("%s: %s is missing: %v; optional: %v", spec.Tag, f.Name, missing, f.Optional)
			}
		}
		slices.Sort(lines)
		if len(slices.Compact(lines)) != len(lines) {
			t.Errorf("%s: %v", spec.Tag, err)
		}
	}
}

func BenchmarkCheck(b *testing.B) {
	spec, _ := ops.Function("Edit")
	for range b.N {
		if err := schema.Check(spec, map[string]any{"file_path": "a", "old_string": "b", "new_string": "c"}); err != nil {
			b.Fatal(err)
		}
	}
}
