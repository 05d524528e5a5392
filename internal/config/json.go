package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
)

// finishJSON does for JSON what the other two parsers do themselves. Numbers become
// whole, since the parser makes each a float. A repeated setting is an error. Other keys
// are not checked, since the file may belong to another program.
func finishJSON(data []byte, top map[string]any) error {
	file, twice := pairs(data)
	if twice[block] {
		return fmt.Errorf("key %q is given twice", block)
	}
	settings, ok := top[block].(map[string]any)
	if !ok {
		return nil
	}
	values, twice := pairs(file[block])
	_, inner := pairs(values[group])
	for name := range inner {
		twice[group+"."+name] = true
	}
	for _, k := range append(keys(), key{name: group}) {
		if twice[k.name] {
			return fmt.Errorf("key %q is given twice", k.name)
		}
	}
	wholes(settings)
	return nil
}

// wholes turns the numbers without a fraction, of an object and of those in it, into
// integers.
func wholes(object map[string]any) {
	for name, value := range object {
		switch v := value.(type) {
		case map[string]any:
			wholes(v)
		case float64:
			if v == math.Trunc(v) && math.Abs(v) < 1<<53 {
				object[name] = int64(v)
			}
		}
	}
}

// pairs returns the values of a valid JSON object, and the keys that it has more than
// once. Both are empty for another value.
func pairs(object []byte) (values map[string]json.RawMessage, twice map[string]bool) {
	values, twice = map[string]json.RawMessage{}, map[string]bool{}
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return values, twice
	}
	for d.More() {
		t, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			break
		}
		name, _ := t.(string)
		if _, seen := values[name]; seen {
			twice[name] = true
		}
		values[name] = value
	}
	return values, twice
}
