package tools

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/parse/response"
)

// argument is one field of a call.
type argument struct {
	name    string // as the function has it
	written string // as the call has it
	value   value
}

// arguments reads the arguments of a call, in their order, without those that are null.
func (c call) arguments(spec *ops.Spec) (list []argument, problem string) {
	object, problem := c.object()
	if problem != "" {
		return nil, problem
	}
	seen := map[string]bool{} // the names as they were written
	given := map[string]argument{}
	for written, v := range object.members() {
		name := written
		f, known := spec.Named(written)
		if known {
			name = f.Name
		}
		// Models fill in all fields: an empty text stands for an optional path or word that
		// is left out.
		leftOut := f.Optional && (f.Kind == ops.Path || f.Kind == ops.Word)
		if seen[written] {
			return nil, fmt.Sprintf("%q stands twice", response.Head(written, maxName))
		}
		if len(seen) == maxArguments {
			return nil, fmt.Sprintf("the call has more than %d fields", maxArguments)
		}
		seen[written] = true
		if v.kind() == 'n' || v.text == `""` && leftOut {
			continue
		}
		if before, twice := given[name]; twice {
			if !before.value.equals(v) {
				return nil, fmt.Sprintf("%s and %s stand for the same, with different values: give one of them", before.written, written)
			}
			continue
		}
		given[name] = argument{name, written, v}
		if problem := v.problem(); problem != "" {
			return nil, response.Head(written, maxName) + " " + problem
		}
		list = append(list, given[name])
	}
	return list, ""
}

// equals reports whether two values are written the same, apart from escapes in strings.
func (v value) equals(w value) bool {
	if v.kind() == '"' && w.kind() == '"' {
		return v.string() == w.string() && v.damage() == "" && w.damage() == ""
	}
	return v.text == w.text
}

// problem says why a field cannot be read safely, "" if it can.
func (v value) problem() string {
	if damage := v.damage(); damage != "" {
		return damage
	}
	n, i := 0, 0
	for e := range v.elements() {
		if n += 1 + strings.Count(e.text, ","); n > maxEdits {
			return "holds too many values"
		}
		seen := map[string]bool{}
		for name := range e.members() {
			if seen[name] {
				return fmt.Sprintf("is ambiguous: %q stands twice in element %d", response.Head(name, maxName), i)
			}
			seen[name] = true
		}
		i++
	}
	return ""
}

// maxWrapped is how many times the arguments of a call may be encoded as a string: OpenAI
// does it once, and some models once more.
const maxWrapped = 2

// object unwraps the arguments of a call.
func (c call) object() (v value, problem string) {
	v = c.input
	for range maxWrapped {
		text, isString := v.str()
		if !isString {
			break
		}
		if damage := v.damage(); damage != "" {
			return v, "the string of arguments " + damage
		}
		if text = strings.Trim(text, blanks); text == "" {
			return value{text: "{}"}, ""
		}
		j := Scan(text)
		switch {
		case j.Cut():
			return v, cutArguments + ": their JSON " + j.Trouble()
		case j.Err != nil:
			return v, brokenArguments + ": their text " + j.Trouble()
		}
		v = value{text: text[:j.End]}
		if v.end(0) != j.End {
			return c.input, "its arguments are more than one JSON value"
		}
	}
	switch v.kind() {
	case '{':
		return v, ""
	case 0, 'n':
		return value{text: "{}"}, ""
	}
	return v, "its arguments must be an object, not " + v.describe()
}

// decode returns the argument for the check of its type. A list or object where none is
// allowed is not read, except for a short list, which the message can show.
func (a argument) decode(spec *ops.Spec) any {
	f, _ := spec.Field(a.name)
	switch k := a.value.kind(); {
	case k == '"':
		return a.value.string()
	case k == 't' || k == 'f':
		return k == 't'
	case k != '{' && k != '[':
		return json.Number(a.value.text)
	case f.Kind == ops.Pair || f.Kind == ops.Edits || f.Kind == ops.List || k == '[' && len(a.value.text) <= shortList:
		dec := json.NewDecoder(strings.NewReader(a.value.text))
		dec.UseNumber()
		var v any
		if dec.Decode(&v) == nil {
			return v
		}
	case k == '[':
		return make([]any, shortList)
	}
	return map[string]any{}
}

// shortList is the most bytes of a misplaced list that a message shows.
const shortList = 40

// text is an argument as the text of a field.
func (a argument) text() string {
	switch k := a.value.kind(); k {
	case '"':
		return a.value.string()
	case '{', '[':
		var b bytes.Buffer
		if json.Compact(&b, []byte(a.value.text)) == nil {
			return b.String()
		}
	case 't', 'f', 'n':
	default:
		digits, fraction, _ := strings.Cut(a.value.text, ".")
		if strings.Trim(fraction, "0") == "" && !strings.ContainsAny(digits, "eE") {
			return digits // 5.0 is 5, as in JSON Schema
		}
	}
	return a.value.text
}
