package schema

import (
	"encoding/json"
	"fmt"
	"strings"

	"fileops/internal/ops"
)

// example is the example of a function as the JSON of its arguments, in the order of its
// fields. In strict mode, fields that are not given are null.
func example(spec *ops.Spec, strict bool) string {
	values := map[string]json.RawMessage{}
	if strings.HasPrefix(spec.Example, "{") {
		mustUnmarshal([]byte(spec.Example), &values)
	} else {
		for _, f := range spec.Fields {
			if value, ok := fromBlock(spec.Example, f); ok {
				values[f.Name] = value
			}
		}
	}
	return render(spec.Fields, values, strict)
}

// fromBlock is a field of an example that is written as a block. Package parse reads such
// blocks as they come; those of the catalogue are simple, and a test runs them all.
func fromBlock(block string, f ops.Field) (json.RawMessage, bool) {
	_, rest, found := strings.Cut(block, "<"+f.Name+">")
	if !found {
		return nil, false
	}
	value, _, _ := strings.Cut(rest, "</"+f.Name+">")
	switch f.Kind {
	case ops.Number, ops.Line, ops.Flag, ops.Pair, ops.Edits, ops.List:
		return json.RawMessage(strings.TrimSpace(value)), true
	case ops.Content:
		value = strings.TrimPrefix(value, "\n")
	default:
		value = strings.TrimSuffix(strings.TrimPrefix(value, "\n"), "\n")
	}
	return json.RawMessage(compact(value)), true
}

func render(fields []ops.Field, values map[string]json.RawMessage, strict bool) string {
	var parts []string
	for _, f := range fields {
		value, given := values[f.Name]
		switch {
		case given && f.Kind == ops.Edits:
			var list []map[string]json.RawMessage
			mustUnmarshal(value, &list)
			edits := make([]string, len(list))
			for i, edit := range list {
				edits[i] = render(f.Of, edit, strict)
			}
			value = json.RawMessage("[" + strings.Join(edits, ", ") + "]")
		case !given && strict:
			value = json.RawMessage("null")
		case !given:
			continue
		}
		parts = append(parts, fmt.Sprintf("%q: %s", f.Name, value))
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// mustUnmarshal reads an example of the catalogue, each of which a test reads too.
func mustUnmarshal(data []byte, v any) {
	if err := json.Unmarshal(data, v); err != nil {
		panic("schema: an example of the catalogue: " + err.Error())
	}
}
