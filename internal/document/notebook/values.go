package notebook

import (
	"bytes"
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"
)

// The values of a notebook are read one below the other, each for itself, so that one
// of an unexpected type costs nothing but itself. They are valid JSON already.

// pairs gives the pairs of an object one by one; none where it is no object.
func pairs(value json.RawMessage) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		d := json.NewDecoder(bytes.NewReader(value))
		if open, err := d.Token(); err != nil || open != json.Delim('{') {
			return
		}
		for d.More() {
			key, err := d.Token()
			if err != nil {
				return
			}
			var v json.RawMessage
			if err := d.Decode(&v); err != nil {
				return
			}
			if name, ok := key.(string); !ok || !yield(name, v) {
				return
			}
		}
	}
}

// elements gives the elements of a list one by one; none where it is no list.
func elements(value json.RawMessage) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		d := json.NewDecoder(bytes.NewReader(value))
		if open, err := d.Token(); err != nil || open != json.Delim('[') {
			return
		}
		for d.More() {
			var v json.RawMessage
			if err := d.Decode(&v); err != nil || !yield(v) {
				return
			}
		}
	}
}

// maxMembers bounds the pairs of an object that are kept.
const maxMembers = 1000

// members are the pairs of an object, the first thousand.
func members(value json.RawMessage) map[string]json.RawMessage {
	m := make(map[string]json.RawMessage)
	for k, v := range pairs(value) {
		if len(m) == maxMembers {
			break
		}
		m[k] = v
	}
	return m
}

func sortedKeys(m map[string]json.RawMessage) []string { return slices.Sorted(maps.Keys(m)) }

func isList(value json.RawMessage) bool { return bytes.HasPrefix(bytes.TrimSpace(value), []byte("[")) }

// number is a whole number; ok says that it is one.
func number(value json.RawMessage) (n int, ok bool) {
	err := json.Unmarshal(value, &n)
	return n, err == nil && string(value) != "null"
}

// text is a string, or the strings of a list put together; what else stands there is
// shown as the JSON that it is.
func text(value json.RawMessage) string {
	value = bytes.TrimSpace(value)
	var s string
	switch {
	case len(value) == 0 || string(value) == "null":
		return ""
	case json.Unmarshal(value, &s) == nil:
		return s
	case !isList(value):
		return string(value)
	}
	var lines []string
	if json.Unmarshal(value, &lines) == nil {
		return strings.Join(lines, "")
	}
	var b strings.Builder
	for line := range elements(value) {
		if json.Unmarshal(line, &s) == nil {
			b.WriteString(s)
		} else {
			b.Write(line)
		}
	}
	return b.String()
}

// maxLabel bounds a word of a heading, in bytes.
const maxLabel = 100

// label is a word that a heading or a name in brackets may hold: it stays on its line
// and does not look like the end of it. Anything else is "".
func label(s string) string {
	if len(s) > maxLabel {
		return ""
	}
	for _, c := range s {
		if c < ' ' || c == 0x7f || c == '[' || c == ']' || c > 0x7f && c < 0xa0 || c == '\u2028' || c == '\u2029' {
			return ""
		}
	}
	return strings.TrimSpace(strings.ReplaceAll(s, "---", ""))
}
