package config

import (
	"bytes"
	"encoding/json"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema returns the JSON Schema (draft 2020-12) of a configuration file of this program,
// indented. languages are what validate_syntax can name.
func Schema(languages []string) []byte {
	settings := closed()
	settings.Type, settings.Types = "", []string{"object", "null"}
	settings.Description = "The settings of fileops."
	inner := closed()
	for _, k := range keys() {
		to, name := settings, k.name
		if rest, ok := strings.CutPrefix(name, group+"."); ok {
			if settings.Properties[group] == nil {
				add(settings, group, inner)
			}
			to, name = inner, rest
		}
		p := k.schema()
		if k.name == "validate_syntax" {
			p.Items = &jsonschema.Schema{Enum: anys(languages)}
		}
		p.Description = k.about()
		add(to, name, p)
	}
	s := closed()
	s.Schema, s.Title = "https://json-schema.org/draft/2020-12/schema", "Configuration of fileops"
	s.Required = []string{block}
	add(s, schemaKey, &jsonschema.Schema{Type: "string", Description: "The schema of this file, for editors. fileops does not read it."})
	add(s, block, settings)
	return indented(s)
}

// about returns what the key means and who may set it.
func (k key) about() string {
	if k.trust.personal {
		return k.doc + " A file in or above the root may not set it."
	}
	return k.doc
}

// closed returns the schema of an object that has the properties that are added, and no
// others.
func closed() *jsonschema.Schema {
	return &jsonschema.Schema{
		Type: "object", Properties: map[string]*jsonschema.Schema{},
		AdditionalProperties: &jsonschema.Schema{Not: &jsonschema.Schema{}},
	}
}

func add(to *jsonschema.Schema, name string, p *jsonschema.Schema) {
	to.Properties[name] = p
	to.PropertyOrder = append(to.PropertyOrder, name)
}

// schema returns the schema of the values that check takes, as far as a schema can say it.
func (k key) schema() *jsonschema.Schema {
	var s *jsonschema.Schema
	switch kind := k.def.(type) {
	case bool:
		s = &jsonschema.Schema{Type: "boolean"}
	case int:
		s = &jsonschema.Schema{Type: "integer", Minimum: jsonschema.Ptr(1.0), Maximum: jsonschema.Ptr(float64(k.max))}
	case choice:
		s = &jsonschema.Schema{Enum: anys(kind)}
	case directory:
		return text() // "" is a default that cannot be written
	case []Validator:
		entry := closed()
		add(entry, "glob", text())
		add(entry, "command", listOfTexts())
		entry.Properties["command"].Contains = &jsonschema.Schema{Pattern: `\{file\}`}
		entry.Required = []string{"glob", "command"}
		s = &jsonschema.Schema{Type: "array", Items: entry}
	default:
		s = listOfTexts()
	}
	if list, ok := k.def.([]string); !ok || list != nil {
		s.Default, _ = json.Marshal(k.fallback()) // a bool, an int, a string or a list
	}
	return s
}

// text is a string that is not blank.
func text() *jsonschema.Schema { return &jsonschema.Schema{Type: "string", Pattern: `\S`} }

func listOfTexts() *jsonschema.Schema { return &jsonschema.Schema{Type: "array", Items: text()} }

func anys(words []string) []any {
	var list []any
	for _, word := range words {
		list = append(list, word)
	}
	return list
}

// indented returns a schema as JSON, and <, > and & as they are.
func indented(s *jsonschema.Schema) []byte {
	var b bytes.Buffer
	data, err := json.Marshal(s)
	if err == nil {
		err = json.Indent(&b, data, "", "  ")
	}
	if err != nil {
		panic("the schema of the configuration has no form in JSON: " + err.Error())
	}
	b.WriteByte('\n')
	return b.Bytes()
}
