package notebook

import (
	"bytes"
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strings"
)

// The values of a notebook are cut out of it, one below the other, and each is read for
// itself: so one of an unexpected type costs nothing but itself, and an image that is
// only named is not read. All of it is known to be valid JSON.

// pairs gives the pairs of an object one by one; none where it is no object.
func pairs(value json.RawMessage) iter.Seq2[string, json.RawMessage] {
	return func(yield func(string, json.RawMessage) bool) {
		for at := opened(value, '{'); at < len(value) && value[at] == '"'; {
			end := valueEnd(value, at)
			key := text(value[at:end])
			at = skip(value, skip(value, end, " \t\r\n"), ": \t\r\n")
			end = valueEnd(value, at)
			if at == end || !yield(key, value[at:end]) {
				return
			}
			at = skip(value, end, ", \t\r\n")
		}
	}
}

// elements gives the elements of a list one by one; none where it is no list.
func elements(value json.RawMessage) iter.Seq[json.RawMessage] {
	return func(yield func(json.RawMessage) bool) {
		for at := opened(value, '['); at < len(value); {
			end := valueEnd(value, at)
			if at == end || !yield(value[at:end]) {
				return
			}
			at = skip(value, end, ", \t\r\n")
		}
	}
}

// opened is where the first thing stands in a list or an object; the end of the value
// where it is of another kind.
func opened(value json.RawMessage, bracket byte) int {
	at := skip(value, 0, " \t\r\n")
	if at == len(value) || value[at] != bracket {
		return len(value)
	}
	return skip(value, at+1, " \t\r\n")
}

func skip(value json.RawMessage, at int, signs string) int {
	for at < len(value) && strings.IndexByte(signs, value[at]) >= 0 {
		at++
	}
	return at
}

// valueEnd is where the value ends that starts at at; at itself where there is none.
func valueEnd(b json.RawMessage, at int) int {
	depth := 0
	for i := at; i < len(b); i++ {
		switch b[i] {
		case '"':
			if i = stringEnd(b, i); depth == 0 {
				return i + 1
			}
		case '[', '{':
			depth++
		case ']', '}':
			if depth--; depth <= 0 {
				return i + 1 + depth // a bracket that closes what is around the value is no part of it
			}
		case ',', ' ', '\t', '\r', '\n':
			if depth == 0 {
				return i
			}
		}
	}
	return len(b)
}

// stringEnd is where the quote stands that ends the string which starts at at.
func stringEnd(b json.RawMessage, at int) int {
	for at++; at < len(b); at++ {
		next := bytes.IndexByte(b[at:], '"')
		if next < 0 {
			break
		}
		end := at + next
		escapes := 0
		for escapes < next && b[end-1-escapes] == '\\' {
			escapes++
		}
		if at = end; escapes%2 == 0 {
			return end
		}
	}
	return len(b) - 1
}

// pick gives the pairs of an object that have one of the keys, wherever they stand.
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

// members are the pairs of an object whose keys are names that somebody gave, the first
// thousand.
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
