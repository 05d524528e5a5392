package schema_test

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"

	"fileops/internal/ops"
	"fileops/internal/ops/schema"
)

// metaschema is the metaschema of draft 2020-12, as json-schema.org publishes it; the
// copy is in testdata.
func metaschema(t *testing.T) *jsonschema.Resolved {
	t.Helper()
	read := func(name string) (*jsonschema.Schema, error) {
		data, err := os.ReadFile(filepath.Join("testdata", "metaschema", filepath.FromSlash(name)+".json"))
		if err != nil {
			return nil, err
		}
		var s jsonschema.Schema
		return &s, json.Unmarshal(data, &s)
	}
	root, err := read("schema")
	must(t, err)
	resolved, err := root.Resolve(&jsonschema.ResolveOptions{Loader: func(u *url.URL) (*jsonschema.Schema, error) {
		return read(strings.TrimPrefix(u.Path, "/draft/2020-12/"))
	}})
	must(t, err)
	return resolved
}

// tool is a tool of any API, in one form.
type tool struct {
	name, description string
	parameters        any
	strict            bool
}

// tools reads what Tools prints.
func tools(t *testing.T, api string, names []string, strict bool) []tool {
	t.Helper()
	data, err := schema.Tools(api, schema.Options{Only: names, Strict: strict})
	must(t, err)
	if strings.Contains(string(data), `\u00`) {
		t.Errorf("%s: escaped text, which a person cannot read: %s", api, data)
	}
	var list []map[string]any
	must(t, json.Unmarshal(data, &list))
	key := map[string]string{"anthropic": "input_schema", "openai": "parameters", "openai-responses": "parameters", "mcp": "inputSchema"}[api]
	out := make([]tool, len(list))
	for i, m := range list {
		want := []string{"description", key, "name"}
		if api == "mcp" {
			want = append(want, "title", "outputSchema", "annotations")
			if m["title"] == "" || m["outputSchema"] == nil {
				t.Errorf("%s: title %v, results %v", m["name"], m["title"], m["outputSchema"])
			}
		}
		if strings.HasPrefix(api, "openai") {
			if m["type"] != "function" {
				t.Errorf("%s: type %v", api, m["type"])
			}
			want = append(want, "strict")
			if f, ok := m["function"].(map[string]any); ok != (api == "openai") {
				t.Errorf("%s: function %v", api, m["function"])
			} else if ok {
				m = f
			} else {
				delete(m, "type")
			}
		}
		out[i].name, _ = m["name"].(string)
		out[i].description, _ = m["description"].(string)
		out[i].strict, _ = m["strict"].(bool)
		out[i].parameters = m[key]
		for _, k := range want {
			delete(m, k)
		}
		if len(m) > 0 || out[i].parameters == nil || out[i].description == "" {
			t.Errorf("%s: %s has %v besides what is wanted, or not all of that", api, out[i].name, m)
		}
	}
	return out
}

func everyFunction() []string {
	var names []string
	for _, spec := range ops.Functions() {
		names = append(names, spec.Tag)
	}
	return names
}

func TestToolsSchema(t *testing.T) {
	t.Parallel()
	meta := metaschema(t)
	for _, api := range schema.APIs() {
		for _, strict := range []bool{false, true} {
			list := tools(t, api, everyFunction(), strict)
			for i, name := range everyFunction() {
				got := list[i]
				at := fmt.Sprintf("%s %s strict=%v", api, name, strict)
				if got.name != name || got.strict != (strict && strings.HasPrefix(api, "openai")) {
					t.Errorf("%s is called %s, strict %v", at, got.name, got.strict)
				}
				if err := meta.Validate(got.parameters); err != nil {
					t.Errorf("%s: %v", at, err)
				}
				if got.strict {
					strictlyObeys(t, at, got.parameters)
				}
				_, example, found := strings.Cut(got.description, "\nExample: ")
				if err := validate(t, got.parameters, decode(t, example)); err != nil || !found {
					t.Errorf("%s: its example %s: %v", at, example, err)
				}
			}
		}
	}
}

// strictlyObeys holds a schema to the rules of OpenAI's strict mode, the narrow ones
// that every model keeps to.
func strictlyObeys(t *testing.T, at string, value any) {
	t.Helper()
	s, ok := value.(map[string]any)
	if !ok {
		t.Fatalf("%s: %v is no schema", at, value)
	}
	allowed := []string{"type", "description", "properties", "required", "additionalProperties", "items", "enum", "minimum", "maximum"}
	for keyword := range s {
		if !slices.Contains(allowed, keyword) {
			t.Errorf("%s: %s is not allowed in strict mode", at, keyword)
		}
	}
	if s["type"] == nil {
		t.Errorf("%s has no type", at)
	}
	if items, ok := s["items"]; ok {
		strictlyObeys(t, at+"[]", items)
	}
	if s["type"] != "object" {
		return
	}
	properties, _ := s["properties"].(map[string]any)
	if s["additionalProperties"] != false || len(s["required"].([]any)) != len(properties) {
		t.Errorf("%s: additionalProperties %v, required %v", at, s["additionalProperties"], s["required"])
	}
	for name, p := range properties {
		if !slices.Contains(s["required"].([]any), any(name)) {
			t.Errorf("%s: %s is not required", at, name)
		}
		strictlyObeys(t, at+"."+name, p)
	}
}

// Fields that may be left out are null in strict mode, also one of a few words.
func TestStrictSchemaTakesNull(t *testing.T) {
	t.Parallel()
	list := tools(t, "openai", []string{"insert_at", "MultiEdit"}, true)
	for i, arguments := range []string{
		`{"file": "a", "line": 1, "content": "x", "position": null}`,
		`{"file_path": "a", "edits": [{"old_string": "a", "new_string": "", "replace_all": null}]}`,
	} {
		if err := validate(t, list[i].parameters, decode(t, arguments)); err != nil {
			t.Errorf("%s: %v", arguments, err)
		}
		spec, _ := ops.Function(list[i].name)
		if err := schema.Check(spec, decode(t, arguments).(map[string]any)); err != nil {
			t.Errorf("Check(%s): %v", arguments, err)
		}
	}
}

func TestToolsNames(t *testing.T) {
	t.Parallel()
	var tags []string
	for _, spec := range ops.Catalogue() {
		tags = append(tags, spec.Tag)
	}
	for _, tt := range []struct{ names, want []string }{
		{nil, tags},
		{[]string{"write", "Edit", "write", "edit"}, []string{"write", "Edit", "edit"}},
	} {
		var got []string
		for _, tool := range tools(t, "mcp", tt.names, false) {
			got = append(got, tool.name)
		}
		if !slices.Equal(got, tt.want) {
			t.Errorf("the tools for %q are %q, want %q", tt.names, got, tt.want)
		}
	}
	for _, tt := range []struct{ api, name, want string }{
		{"mcp", "EDIT", `unknown operation "EDIT": did you mean "edit"?`},
		{"mcp", "multiedit", `unknown operation "multiedit": did you mean "MultiEdit"?`},
		{"mcp", "str_repalce", `unknown operation "str_repalce": did you mean "str_replace"?`},
		{"mcp", "Rename", `unknown operation "Rename": did you mean "move"?`},
		{"mcp", "xyzzyxyzzy", `unknown operation "xyzzyxyzzy": there are edit, str_replace, `},
		{"gemini", "edit", `unknown API "gemini": there are anthropic, openai, openai-responses, mcp`},
	} {
		_, err := schema.Tools(tt.api, schema.Options{Only: []string{tt.name}, Strict: true})
		if err == nil || !strings.HasPrefix(err.Error(), tt.want) {
			t.Errorf("Tools(%s, %s): %v, want %s", tt.api, tt.name, err, tt.want)
		}
	}
	if _, err := schema.Calls(schema.Options{Only: []string{"xyzzy"}}); err == nil {
		t.Error("Calls(xyzzy) is no error")
	}
}

// The schema of a call takes each example under its own name and no other.
func TestCallsSchema(t *testing.T) {
	t.Parallel()
	data, err := schema.Calls(schema.Options{Only: everyFunction()})
	must(t, err)
	meta := metaschema(t)
	document := decode(t, string(data))
	if err := meta.Validate(document); err != nil {
		t.Error(err)
	}
	for _, tool := range tools(t, "mcp", everyFunction(), false) {
		_, example, _ := strings.Cut(tool.description, "\nExample: ")
		call := map[string]any{"name": tool.name, "arguments": decode(t, example)}
		if err := validate(t, document, call); err != nil {
			t.Errorf("%s: %v", tool.name, err)
		}
		call["name"] = "xyzzy"
		if validate(t, document, call) == nil {
			t.Errorf("%s goes by any name", tool.name)
		}
	}
}

func TestResultsSchema(t *testing.T) {
	t.Parallel()
	document := decode(t, string(schema.Results()))
	if err := metaschema(t).Validate(document); err != nil {
		t.Error(err)
	}
	if document.(map[string]any)["$schema"] != "https://json-schema.org/draft/2020-12/schema" {
		t.Error("it does not say which draft it is")
	}
}

// The metaschema finds what is wrong: a check of the check.
func TestMetaschema(t *testing.T) {
	t.Parallel()
	meta := metaschema(t)
	for _, wrong := range []string{
		`{"type": "text"}`, `{"properties": {"a": {"minimum": "1"}}}`, `{"required": "a"}`, `{"items": {"minLength": -1}}`,
	} {
		if meta.Validate(decode(t, wrong)) == nil {
			t.Errorf("%s is a schema", wrong)
		}
	}
}

func validate(t *testing.T, document, instance any) error {
	t.Helper()
	data, err := json.Marshal(document)
	must(t, err)
	var s jsonschema.Schema
	must(t, json.Unmarshal(data, &s))
	resolved, err := s.Resolve(nil)
	must(t, err)
	return resolved.Validate(instance)
}

func decode(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// A model that reads nothing but the schema knows what an anchor is, and where one may stand.
func TestSchemasWithAnchorsDescribeThem(t *testing.T) {
	t.Parallel()
	data, err := schema.Tools("mcp", schema.Options{Anchors: true})
	must(t, err)
	var list []struct {
		Name, Description string
		Schema            *jsonschema.Schema `json:"inputSchema"`
	}
	must(t, json.Unmarshal(data, &list))
	described := 0
	for _, tool := range list {
		for name, p := range tool.Schema.Properties {
			if p.Pattern == "" && !(tool.Name == "read" && name == "lines") {
				continue
			}
			described++
			if !strings.Contains(p.Description, "anchor") || !strings.Contains(p.Description, "#k3f") {
				t.Errorf("%s: %s: %s", tool.Name, name, p.Description)
			}
			if p.Pattern != "" && !strings.Contains(tool.Description, "An anchor means the line as it was read") {
				t.Errorf("%s: %s", tool.Name, tool.Description)
			}
		}
	}
	if described < 5 {
		t.Errorf("only %d fields take anchors", described)
	}
}
