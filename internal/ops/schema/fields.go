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
			if p.Type != "" {
				p.Types, p.Type = []string{p.Type}, ""
			}
			p.Types = append(p.Types, "null")
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
	case ops.Line:
		s := &jsonschema.Schema{Types: []string{"integer", "string"}, Minimum: jsonschema.Ptr(float64(f.Min)), Maximum: jsonschema.Ptr(float64(f.Max))}
		if !strict {
			s.Pattern = linePattern(f)
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
		s := &jsonschema.Schema{Type: "array", Items: object(f.Of, strict)}
		if !strict {
			s.MinItems = jsonschema.Ptr(1)
		}
		return s
	case ops.List:
		s := &jsonschema.Schema{Type: "array", Items: &jsonschema.Schema{Type: "string"}}
		if !strict && !f.MayEmpty {
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

// described is an operation as a model reads of it: with or without anchors.
func described(spec *ops.Spec, anchors bool) *ops.Spec {
	if spec.Anchors {
		return spec
	}
	told := *spec
	told.Fields = nil
	for _, f := range spec.Fields {
		switch {
		case !anchors && f.Anchors:
			continue
		case !anchors && f.Kind == ops.Line:
			f.Kind = ops.Number
		case anchors && f.Kind == ops.Line:
			f.Doc += "; a number, or an anchor such as 12#k3f"
			told.Fails = spec.Fails + " " + aboutAnchors
		}
		if anchors {
			f.Doc += f.WithAnchors
		}
		told.Fields = append(told.Fields, f)
	}
	return &told
}

// aboutAnchors is what a function that takes anchors says of them.
const aboutAnchors = "A line can be given by its anchor, which a read or grep with `anchors` shows before it. An anchor means the line as it was read, and fails if the line has changed."

// linePattern is the regular expression of a line in a string: its anchor, or its number.
func linePattern(f ops.Field) string {
	if f.Min > 0 {
		return "^[1-9][0-9]{0,8}(#[0-9A-TV-Za-tv-z]{3})?$"
	}
	return "^(0|[1-9][0-9]{0,8}(#[0-9A-TV-Za-tv-z]{3})?)$"
}

// never is the schema that nothing fits: false.
func never() *jsonschema.Schema { return &jsonschema.Schema{Not: &jsonschema.Schema{}} }
