package config

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"slices"
)

// finishJSON does for JSON what the other two parsers do themselves. Numbers become
// whole, since the parser makes each a float. A repeated setting is an error. Other keys
// are not checked, since the file may belong to another program.
func finishJSON(data []byte, top map[string]any) error {
	names := []string{group}
	for _, k := range keys() {
		names = append(names, k.name)
	}
	values, err := pairs(data, "", []string{block})
	if err == nil {
		values, err = pairs(values[block], "", names)
	}
	if err == nil {
		_, err = pairs(values[group], group+".", names)
	}
	if settings, ok := top[block].(map[string]any); ok {
		wholes(settings)
	}
	return err
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

// pairs returns the values of a valid JSON object, none for another value. A key that it
// has twice is an error if it is one of the names, which have the prefix.
func pairs(object []byte, prefix string, names []string) (map[string]json.RawMessage, error) {
	values := map[string]json.RawMessage{}
	d := json.NewDecoder(bytes.NewReader(object))
	if t, _ := d.Token(); t != json.Delim('{') {
		return values, nil
	}
	for d.More() {
		key, _ := d.Token() // after an error, Decode fails as well
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		name, _ := key.(string)
		if _, twice := values[name]; twice && slices.Contains(names, prefix+name) {
			return nil, fmt.Errorf("key %q is given twice", prefix+name)
		}
		values[name] = value
	}
	return values, nil
}
