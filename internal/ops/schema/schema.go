// Package schema describes the operations, and the results of a run, as JSON Schemas
// (draft 2020-12), and checks the arguments of calls against them.
//
// All of it is made from the catalogue of package ops, so calls are checked against what is
// printed for a model. Nothing here runs an operation.
package schema

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"fileops/internal/ops"
)

// draft is the $schema of a schema that is printed as a document of its own. In the list of
// tools of an API it is left out, since some APIs refuse keywords that they do not know.
const draft = "https://json-schema.org/draft/2020-12/schema"

// The tools as each API wants them.
type (
	anthropicTool struct {
		Name        string             `json:"name"`
		Description string             `json:"description"`
		InputSchema *jsonschema.Schema `json:"input_schema"`
	}
	openaiTool struct {
		Type     string         `json:"type"`
		Function openaiFunction `json:"function"`
	}
	openaiFunction struct {
		Name        string             `json:"name"`
		Description string             `json:"description"`
		Parameters  *jsonschema.Schema `json:"parameters"`
		Strict      bool               `json:"strict"`
	}
	responsesTool struct { // the function without an object around it
		Type string `json:"type"`
		openaiFunction
	}
)

// APIs returns the names of the APIs that Tools knows.
func APIs() []string { return []string{"anthropic", "openai", "openai-responses", "mcp"} }

// Options say how functions are described.
type Options struct {
	// Only names the functions, in their order; if it is empty, there is every operation by its tag.
	Only    []string
	Strict  bool // for the strict mode of OpenAI's APIs; the others have none
	Anchors bool // with the fields that take or show anchors, and anchor_edit
}

// picked are the functions to describe. The error for an unknown name says which there are.
func (o Options) picked() ([]*ops.Spec, error) {
	specs, err := ops.Pick(ops.Functions(), o.Only)
	if err != nil {
		return nil, err
	}
	if len(o.Only) == 0 && o.Anchors {
		more, _ := ops.Function("anchor_edit")
		specs = append(specs, more)
	}
	for i, spec := range specs {
		specs[i] = described(spec, o.Anchors)
	}
	return specs, nil
}

// Tools returns the list of tools of a request to an API, as indented JSON. The error for an
// unknown API or name says which there are.
func Tools(api string, o Options) ([]byte, error) {
	if !slices.Contains(APIs(), api) {
		return nil, fmt.Errorf("unknown API %q: there are %s", api, strings.Join(APIs(), ", "))
	}
	specs, err := o.picked()
	if err != nil {
		return nil, err
	}
	strict := o.Strict && strings.HasPrefix(api, "openai")
	tools := make([]any, len(specs))
	for i, spec := range specs {
		about, parameters := description(spec, strict), object(spec.Fields, strict)
		function := openaiFunction{spec.Tag, about, parameters, strict}
		switch api {
		case "anthropic":
			tools[i] = anthropicTool{spec.Tag, about, parameters}
		case "openai":
			tools[i] = openaiTool{"function", function}
		case "openai-responses":
			tools[i] = responsesTool{"function", function}
		case "mcp":
			tools[i] = toMCP(spec, callResult())
		}
	}
	return encode(tools), nil
}

// Calls returns the JSON Schema of a call, {"name": …, "arguments": …}, of one of the functions.
func Calls(o Options) ([]byte, error) {
	specs, err := o.picked()
	if err != nil {
		return nil, err
	}
	calls := make([]*jsonschema.Schema, len(specs))
	for i, spec := range specs {
		calls[i] = &jsonschema.Schema{
			Type: "object", Title: spec.Tag, Description: description(spec, false),
			Properties:    map[string]*jsonschema.Schema{"name": {Const: constant(spec.Tag)}, "arguments": object(spec.Fields, false)},
			PropertyOrder: []string{"name", "arguments"}, Required: []string{"name", "arguments"},
			AdditionalProperties: never(),
		}
	}
	return encode(&jsonschema.Schema{Schema: draft, Title: "A call of a fileops operation", OneOf: calls}), nil
}

// description is what a model reads before it calls the function.
func description(spec *ops.Spec, strict bool) string {
	return spec.Doc + " " + spec.When + " " + spec.Fails + "\nExample: " + example(spec, strict)
}

func constant(v any) *any { return &v }

// encode is a document as indented JSON. It panics for a value that JSON cannot hold, which
// no schema has.
func encode(v any) []byte {
	var b bytes.Buffer
	text, err := marshal(v)
	if err == nil {
		err = json.Indent(&b, text, "", "  ")
	}
	if err != nil {
		panic("schema: " + err.Error())
	}
	return b.Bytes()
}

// marshal is a value as JSON on one line, "<" as it is.
func marshal(v any) ([]byte, error) {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	err := enc.Encode(v)
	return b.Bytes(), err
}
