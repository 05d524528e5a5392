package notebook

import (
	"bytes"
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"
)

// The values of a notebook, which is valid JSON, are cut out of it one level at a time and
// decoded on their own. So one of an unexpected type affects nothing else, and an image
// that is only named is not decoded. encoding/json would take six times as long.

// pairs yields the pairs of an object; none if the value is not an object.
func pairs(value json.RawMessage) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		for rest := opened(value, '{'); bytes.HasPrefix(rest, []byte(`"`)); {
			var key, v json.RawMessage
			key, rest = cut(rest)
			v, rest = cut(rest)
			if len(v) == 0 || !yield(text(key), v) {
				return
			}
		}
	}
}

// elements yields the elements of a list; none if the value is not a list.
func elements(value json.RawMessage) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		for rest := opened(value, '['); len(rest) > 0; {
			var v json.RawMessage
			v, rest = cut(rest)
			if len(v) == 0 || !yield(v) {
				return
			}
		}
	}
}

const blanks = " \t\r\n"

// opened returns the value after its bracket; nil if it starts with something else.
func opened(value json.RawMessage, bracket byte) json.RawMessage {
	value = bytes.TrimLeft(value, blanks)
	if len(value) == 0 || value[0] != bracket {
		return nil
	}
	return bytes.TrimLeft(value[1:], blanks)
}

// cut cuts off the first value, and what separates it from the next.
func cut(b json.RawMessage) (value, rest json.RawMessage) {
	end := valueEnd(b)
	return b[:end], bytes.TrimLeft(b[end:], ",:"+blanks)
}

// valueEnd returns the end of the value that b starts with; 0 if it starts with none.
func valueEnd(b json.RawMessage) int {
	depth := 0
	for i := 0; i < len(b); i++ {
		switch b[i] {
		case '"':
			if i = stringEnd(b, i); depth == 0 {
				return i + 1
			}
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth <= 0 {
				return i + 1 + depth // a bracket that closes the surrounding value is not included
			}
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
		}
	}
	return len(b)
}

// stringEnd returns the index of the quote that ends the string which starts at at.
func stringEnd(b json.RawMessage, at int) int {
	for at++; ; at++ {
		next := bytes.IndexByte(b[at:], '"')
		if next < 0 {
			return len(b) - 1
		}
		part := b[at : at+next]
		at += next
		if escapes := len(part) - len(bytes.TrimRight(part, `\`)); escapes%2 == 0 {
			return at
		}
	}
}

// pick returns the pairs of an object that have one of the keys.
func pick(value json.RawMessage, keys ...string) map[string]json.RawMessage {
	m := make(map[string]json.RawMessage, len(keys))
	for k, v := range pairs(value) {
		if slices.Contains(keys, k) {
			m[k] = v
		}
	}
	return m
}

// maxMembers bounds the pairs of an object that are kept.
const maxMembers = 1000

// members returns the first maxMembers pairs of an object whose keys are not known.
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

// number returns a whole number; ok is false for other values.
func number(value json.RawMessage) (n int, ok bool) {
	err := json.Unmarshal(value, &n)
	return n, err == nil && string(value) != "null"
}

// text returns a string, or the concatenated strings of a list. Other values are shown as
// JSON.
func text(value json.RawMessage) string {
	value = bytes.TrimSpace(value)
	switch {
	case len(value) == 0 || string(value) == "null":
		return ""
	case isList(value):
		var b strings.Builder
		for line := range elements(value) {
			if isList(line) {
				b.Write(line)
			} else {
				b.WriteString(text(line))
			}
		}
		return b.String()
	case value[0] != '"', len(value) < 2:
		return string(value)
	case bytes.IndexByte(value, '\\') < 0:
		return string(value[1 : len(value)-1])
	}
	var s string
	if json.Unmarshal(value, &s) != nil {
		return string(value)
	}
	return s
}

// maxLabel bounds a word of a heading, in bytes.
const maxLabel = 100

// label returns s if it may stand in a heading or in brackets: it has no line break and
// nothing that ends them. For another text it returns "".
func label(s string) string {
	if len(s) > maxLabel {
		return ""
	}
	for _, c := range s {
		if control(c) || strings.ContainsRune("\t\n[]\u2028\u2029", c) {
			return ""
		}
	}
	return strings.TrimSpace(strings.ReplaceAll(s, "---", ""))
}
