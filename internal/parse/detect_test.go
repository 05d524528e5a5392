package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"fileops/internal/parse"
)

// TestJSONOfNoKnownKindRunsNothing: blocks in it were not written to be run. found is
// what the refusal names; "" where the response is read, and runs nothing.
func TestJSONOfNoKnownKindRunsNothing(t *testing.T) {
	t.Parallel()
	user := `{"role": "user", "content": "` + del + `"}`
	request := `{"model": "m", "messages": [` + user + `]}`
	for _, tt := range []struct{ name, in, found string }{
		{"request", request, `an object with "model", "messages"`},
		{"request-on-lines", strings.ReplaceAll(request, ", ", ",\n"), `an object with "model", "messages"`},
		{"request-of-responses", `{"model": "m", "input": "` + del + `"}`, `an object with "model", "input"`},
		{"request-that-names-a-function", `{"messages": [` + user + `], "function_call": {"name": "delete"}}`, `an object with "messages", "function_call"`},
		{"request-cut-off", request[:len(request)-3], `ends in the middle, at byte 89, and it is no message of a known kind: an object with "model", "messages"`},
		{"request-with-a-trailing-comma", `{"model": "m", "messages": [` + user + `],}`, `is broken at byte 93`},
		{"error", `{"type": "error", "error": {"message": "` + del + `"}}`, `an object with "type", "error"`},
		{"error-cut-off", `{"type": "error", "error": {"message": "` + del, `ends in the middle`},
		{"log-record", `{"level": "info", "msg": "` + del + `"}`, `an object with "level", "msg"`},
		{"log-records", `{"level": "info"}` + "\n" + `{"msg": "` + del + `"}`, `an object with "level"`},
		{"log-record-cut-off", `{"level": "info"}` + "\n" + `{"msg": "` + del, `ends in the middle`},
		{"log-record-broken", `{"level": "info"}` + "\n" + `{"msg": "` + del + `" x}`, `is broken at byte`},
		{"many-members", `{"a": 1, "b": 2, "c": [], "d": {"x": 1}, "e": 5, "f": "` + del + `"}`, `an object with "a", "b", "c", "d", "e", …`},
		{"text", `"` + del + `"`, "a string"},
		{"texts", `"` + del + `"` + "\n" + `"` + del + `"`, "a string"},
		{"array-of-texts", `["` + del + `"]`, "an array"},
		{"array-of-texts-with-a-trailing-comma", `["` + del + `",]`, "is broken at byte"},
		{"text-cut-off", `"` + del, "ends in the middle"},
		{"array-of-texts-cut-off", `["` + del, "ends in the middle"},
		{"array-of-texts-cut-off-after-one", `[1]` + "\n" + `["` + del, "ends in the middle"},
		{"array-of-arrays", `[["` + del + `"]]`, "an array"},
		{"array-cut-off", `[{"a": "` + del, `ends in the middle`},
		{"behind-a-byte-order-mark", "\ufeff\n\ufeff" + request, `an object with "model", "messages"`},
		{"behind-other-blanks", "\u00a0\v\u2028" + request, `an object with "model", "messages"`},
		{"with-comments", "{\n  // it\n  \"a\": \"" + del + "\"\n}", "is broken at byte"},
		{"behind-a-comment", "// it\n/* is */ {\"a\": \"" + del + "\"}", "is broken at byte"},
		{"of-python", `{'a': '` + del + `'}`, "is broken at byte"},
		{"with-a-raw-line-break", `{"a": "` + "\n" + del + "\n" + `"}`, "is broken at byte"},
		{"event-stream", "event: message\ndata: {\"delta\": \"" + del + "\"}\n\n", "an event stream"},
		{"event-stream-without-names", "data: {\"delta\": \"" + del, "an event stream"},
		{"event-stream-with-a-comment", ": ping\n\ndata: {\"delta\": \"" + del + "\"}\n", "an event stream"},
		{"message-of-the-user", user, "the role user"},
		{"messages-of-the-user", "[" + user + ",\n" + user + "]", "the role user"},
		{"message-of-the-system", strings.Replace(user, "user", "system", 1), "the role system"},
		{"message-of-a-tool", strings.Replace(user, "user", "tool", 1), "the role tool"},
		{"result-of-a-tool", `{"type": "tool_result", "tool_use_id": "x", "content": [{"type": "text", "text": "` + del + `"}]}`, "nothing in the message is the model's"},
		{"result-of-mcp", `{"content": [{"type": "text", "text": "` + del + `"}], "isError": false}`, `an object with "content", "isError"`},
		{"result-of-mcp-alone", `{"content": [{"type": "text", "text": "` + del + `"}]}`, `an object with "content"`},
		{"output-of-a-function", `{"type": "function_call_output", "call_id": "x", "output": "` + del + `"}`, "nothing in the message is the model's"},
		{"thinking", `{"role": "assistant", "content": [{"type": "thinking", "thinking": "` + del + `"}]}`, ""},
		{"results-in-a-message", `{"role": "user", "content": [{"type": "tool_result", "tool_use_id": "x", "content": "` + del + `"}, {"type": "text", "text": "` + del + `"}]}`, "the role user"},
	} {
		r := one(tt.in)
		for n := range len(tt.in) + 1 {
			if got := append(running(tt.in[:n], ""), running(tt.in[:n]+"\n", "")...); len(got) > 0 {
				t.Errorf("%s, cut off at byte %d, runs %v", tt.name, n, got)
				break
			}
		}
		if !strings.Contains(r.Refused, tt.found) || (tt.found == "") != (r.Refused == "") {
			t.Errorf("%s: refused %q, want %q", tt.name, r.Refused, tt.found)
		}
	}
}

// TestTextBesideJSONIsRead: a response is refused only where it is JSON, or begins so.
func TestTextBesideJSONIsRead(t *testing.T) {
	t.Parallel()
	for _, tt := range []parseCase{
		{"after-an-object-with-a-block", `{"a": "` + del + `"}` + "\nSo:\n" + del, "file_delete_0:3 file=\"a\"\nwarning the response begins with JSON but goes on with text at byte 40: it is taken for prose, and nothing in the JSON was run\n"},
		{"after-an-object-with-a-closing-tag", `{"a": "</edit>"}` + "\nSo:\n" + del, "file_delete_0:3 file=\"a\"\nwarning closing tag </edit> without an opening one at line 1\n"},
		{"after-an-object-with-a-field", `{"a": "<file>b</file>"}` + "\nSo:\n" + del, "file_delete_0:3 file=\"a\"\n"},
		{"a-text-in-quotes", `"Hm," he said. ` + del, "file_delete_0:1 file=\"a\"\n"},
		{"an-open-quote-over-lines", `"Hm,` + "\n" + del, "file_delete_0:2 file=\"a\"\n"},
		{"an-open-bracket", "[\n" + del, "file_delete_0:2 file=\"a\"\n"},
		{"a-link", `["Foo"](http://x) is it. ` + del, "file_delete_0:1 file=\"a\"\n"},
		{"a-comment", "// so\n" + del, "file_delete_0:2 file=\"a\"\n"},
		{"data", "data: none\n" + del, "file_delete_0:2 file=\"a\"\n"},
		{"text-of-an-assistant", `{"role": "assistant", "content": [{"type": "text", "text": "` + del + `"}]}`, "file_delete_0:1 file=\"a\"\n"},
		{"assistant-among-others", `[{"role": "user", "content": "x"}, {"role": "assistant", "content": "` + del + `"}]`, "file_delete_0:1 file=\"a\"\nwarning a message of the role user is not the model's: passed over\n"},
		{"assistant-with-a-result", `{"role": "assistant", "content": [{"type": "mcp_tool_result", "content": "` + del + `"}, {"type": "text", "text": "ok"}]}`, ""},
	} {
		r := one(tt.in)
		if got := dump(r); got != tt.want || r.Refused != "" {
			t.Errorf("%s: got %swant %srefused %q", tt.name, got, tt.want, r.Refused)
		}
	}
}

// TestForcedTagsReadJSON: who means it has JSON read as text.
func TestForcedTagsReadJSON(t *testing.T) {
	t.Parallel()
	in := []parse.Input{{Text: fmt.Sprintf(`{"error": %q}`, del)}}
	if r := parse.Parse(in, parse.Options{Input: "tags"}); dump(r) != "file_delete_0:1 file=\"a\"\n" || r.Refused != "" {
		t.Errorf("got %s, refused %q", dump(r), r.Refused)
	}
	if r := parse.Parse(in, parse.Options{Input: "tools"}); dump(r) != "" || r.Refused == "" {
		t.Errorf("got %s, refused %q", dump(r), r.Refused)
	}
}
