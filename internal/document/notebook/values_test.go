package notebook

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"testing"
)

// FuzzValues looks for JSON that is cut into other pieces than encoding/json cuts it,
// and for bytes that are no JSON and make the cutting panic or run on.
func FuzzValues(f *testing.F) {
	for _, s := range []string{
		`{}`, `[]`, ` { "a" : 1 , "b":[1,{"c":"]}\"\\"}],"a\u0041\"":null} `, `[ 1 ,-2.5e3,"x\\",true,[[]], {} ]`,
		`{"a":"\\\""}`, `"a"`, `12`, `[1`, `{"a"`, `{"a":`, `{"a":}`, `["`, `["\`, `]`, `[}]`, `{"a":1]}`,
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		if !json.Valid(b) { // it need not make sense, but it must end
			listOf(b)
			objectOf(b)
			return
		}
		b = bytes.ToValidUTF8(b, []byte("\ufffd"))
		var list []json.RawMessage
		if json.Unmarshal(b, &list) == nil && !slices.EqualFunc(listOf(b), list, same) {
			t.Errorf("got %q, want %q", listOf(b), list)
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(b, &object) == nil && !maps.EqualFunc(objectOf(b), object, same) {
			t.Errorf("got %q, want %q", objectOf(b), object)
		}
		var s string
		if json.Unmarshal(b, &s) == nil && text(b) != s {
			t.Errorf("got %q, want %q", text(b), s)
		}
	})
}

func listOf(b json.RawMessage) []json.RawMessage { return slices.Collect(elements(b)) }

func objectOf(b json.RawMessage) map[string]json.RawMessage { return maps.Collect(pairs(b)) }

func same(a, b json.RawMessage) bool { return bytes.Equal(a, b) }
