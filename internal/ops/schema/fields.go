package schema

import (
	"github.com/google/jsonschema-go/jsonschema"

	"fileops/internal/ops"
)

// object is the schema of an object with these fields.
//
// In the strict mode of OpenAI's APIs an object has to require every property. So those that
// may be left out are null instead. Some of the models refuse keywords for the length of
// strings and lists
// (https://platform.openai.com/docs/guides/structured-outputs#supported-schemas).
func object(fields []ops.Field, strict bool) *jsonschema.Schema {
	s := &jsonschema.Schema{
		Type: "object", Properties: map[string]*jsonschema.Schema{}, Required: []string{},
		AdditionalProperties: never(),
	}
	for _, f := range fields {
		p := property(f, strict)
		p.Description = f.Doc
		if strict && f.Optional {
			p.Types, p.Type = []string{p.Type, "null"}, ""
			if p.Enum != nil {
				p.Enum = append(p.Enum, nil)
			}
		}
		s.Properties[f.Name] = p
		s.PropertyOrder = append(s.PropertyOrder, f.Name)
		if strict || !f.Optional {
			s.Required = append(s.Required, f.Name)
		}
	}
	return s
}

func property(f ops.Field, strict bool) *jsonschema.Schema {
	switch f.Kind {
	case ops.Number:
		s := &jsonschema.Schema{Type: "integer"}
		if f.Max != 0 {
			s.Minimum, s.Maximum = jsonschema.Ptr(float64(f.Min)), jsonschema.Ptr(float64(f.Max))
		}
		return s
	case ops.Flag:
		return &jsonschema.Schema{Type: "boolean"}
	case ops.Pair:
		s := &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "integer"}}
		if !strict {
			s.MinItems, s.MaxItems = jsonschema.Ptr(2), jsonschema.Ptr(2)
		}
		return s
	case ops.Edits:
		s := &jsonschema.Schema{Type: "array", Items: object(editFields(), strict)}
		if !strict {
			s.MinItems = jsonschema.Ptr(1)
		}
		return s
	}
	s := &jsonschema.Schema{Type: "string"}
	for _, word := range f.Words {
		s.Enum = append(s.Enum, word)
	}
	if !strict && !f.MayEmpty && s.Enum == nil {
		s.MinLength = jsonschema.Ptr(1)
	}
	return s
}

// editFields are the fields of one of several edits: those of Edit without the path.
func editFields() []ops.Field {
	edit, _ := ops.Function("Edit")
	var fields []ops.Field
	for _, f := range edit.Fields {
		if f.Kind != ops.Path {
			fields = append(fields, f)
		}
	}
	return fields
}

// never is the schema that nothing fits: false.
func never() *jsonschema.Schema { return &jsonschema.Schema{Not: &jsonschema.Schema{}} }
