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
	raw := map[string]json.RawMessage{}
	if err := json.Unmarshal(data, &raw); err != nil {
		return err
	}
	if repeated(data)[block] {
		return fmt.Errorf("key %q is given twice", block)
	}
	settings, ok := top[block].(map[string]any)
	if !ok {
		return nil
	}
	twice := repeated(raw[block])
	inner := map[string]json.RawMessage{}
	_ = json.Unmarshal(raw[block], &inner) // it was read before
	for name := range repeated(inner[group]) {
		twice[group+"."+name] = twice[group+"."+name] || repeated(inner[group])[name]
	}
	for _, k := range append(keys(), key{name: group}) {
		if twice[k.name] {
			return fmt.Errorf("key %q is given twice", k.name)
		}
	}
	wholes(settings)
	if within, ok := settings[group].(map[string]any); ok {
		wholes(within)
	}
	return nil
}

// wholes turns the numbers of an object that have no fraction into integers.
func wholes(object map[string]any) {
	for name, value := range object {
		if f, ok := value.(float64); ok && f == math.Trunc(f) && math.Abs(f) < 1<<53 {
			object[name] = int64(f)
		}
	}
}

// repeated returns the keys that a valid JSON object has more than once.
func repeated(object []byte) map[string]bool {
	seen, twice := map[string]bool{}, map[string]bool{}
	d := json.NewDecoder(bytes.NewReader(object))
	if t, err := d.Token(); err != nil || t != json.Delim('{') {
		return nil
	}
	for d.More() {
		t, err := d.Token()
		var value json.RawMessage
		if err != nil || d.Decode(&value) != nil {
			return twice
		}
		name, _ := t.(string)
		twice[name] = seen[name]
		seen[name] = true
	}
	return twice
}
