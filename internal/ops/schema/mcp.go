package schema

import (
	"strings"
	"unicode"

	"github.com/google/jsonschema-go/jsonschema"

	"fileops/internal/ops"
)

// MCPTool is a tool as a server of the Model Context Protocol lists it
// (https://modelcontextprotocol.io/specification/2025-11-25/server/tools#tool).
type MCPTool struct {
	Name         string             `json:"name"`
	Title        string             `json:"title"`
	Description  string             `json:"description"`
	InputSchema  *jsonschema.Schema `json:"inputSchema"`
	OutputSchema *jsonschema.Schema `json:"outputSchema"`
	Annotations  MCPAnnotations     `json:"annotations"`
}

// MCPAnnotations say what a tool may do. A client asks the user to confirm calls by them.
type MCPAnnotations struct {
	ReadOnly    bool `json:"readOnlyHint"`
	Destructive bool `json:"destructiveHint"`
	Idempotent  bool `json:"idempotentHint"`
	OpenWorld   bool `json:"openWorldHint"` // it reaches beyond the root, which no operation does
}

// MCPTools returns the operations as tools of an MCP server. The error for an unknown name says
// which there are.
func MCPTools(o Options) ([]MCPTool, error) {
	specs, err := o.picked()
	if err != nil {
		return nil, err
	}
	tools := make([]MCPTool, len(specs))
	for i, spec := range specs {
		tools[i] = toMCP(spec, callResult())
	}
	return tools, nil
}

// MCPRunTool returns a function whose results are those of a run as a tool.
func MCPRunTool(spec *ops.Spec) MCPTool { return toMCP(spec, runResults()) }

// MCPHistoryTool returns a function that lists runs as a tool.
func MCPHistoryTool(spec *ops.Spec) MCPTool { return toMCP(spec, historyResults()) }

// toMCP is a function as a tool with results of a schema.
func toMCP(spec *ops.Spec, results *jsonschema.Schema) MCPTool {
	return MCPTool{
		Name: spec.Tag, Title: title(spec.Tag), Description: description(spec, false),
		InputSchema: object(spec.Fields, false), OutputSchema: results,
		Annotations: MCPAnnotations{
			ReadOnly: spec.ReadOnly, Destructive: !spec.ReadOnly && !spec.Additive, Idempotent: spec.ReadOnly || spec.Idempotent,
		},
	}
}

// title is a name for people: "Insert after" for insert_after, "Multi edit" for MultiEdit.
func title(name string) string {
	var words strings.Builder
	for i, r := range name {
		switch {
		case r == '_':
			r = ' '
		case i > 0 && unicode.IsUpper(r):
			words.WriteByte(' ')
			r = unicode.ToLower(r)
		case i == 0:
			r = unicode.ToUpper(r)
		}
		words.WriteRune(r)
	}
	return words.String()
}

// callResult is the result of a call: that of its operation, and the run that it was.
func callResult() *jsonschema.Schema {
	s := result()
	s.Description = "The result of a call, which is one run."
	for _, m := range []member{
		{"run", text("the id of the run, for undo; empty if nothing was written"), false},
		{"root", text("the root directory of the run"), false},
		{"committed", flag("whether the change was written"), false},
		{"results", list("the result of each operation, with the same properties, if the call asked for several", &jsonschema.Schema{Type: "object"}), true},
	} {
		s.Properties[m.name] = m.schema
		s.PropertyOrder = append(s.PropertyOrder, m.name)
		if !m.optional {
			s.Required = append(s.Required, m.name)
		}
	}
	return s
}
