package parse_test

import (
	"fmt"
	"strings"
	"testing"

	"fileops/internal/parse"
)

// TestDataRunsNothing: text that is data, and no message, asks for nothing, in whatever
// notation it is. It is refused, and so is every part of it that a cut leaves.
func TestDataRunsNothing(t *testing.T) {
	t.Parallel()
	escaped := `<create>\n<file>a</file>\n<content>\nx\n</content>\n</create>`
	for _, tt := range []struct{ name, in string }{
		{"json-sequence", "\x1e{\"msg\": \"" + del + "\"}\n"},
		{"json-sequence-of-several", "\x1e{\"n\": 1}\n\x1e{\"msg\": \"" + del + "\"}\n"},
		{"json-sequence-of-texts", "\x1e[\"" + del + "\"]\n"},
		{"log-with-a-plain-line", `{"n": 1}` + "\nstarting\n" + `{"msg": "` + del + `"}`},
		{"log-with-a-plain-line-behind", `{"msg": "` + del + `"}` + "\nstopped\n"},
		{"log-with-a-plain-line-first", "starting\n" + `{"msg":"` + del + `"}` + "\n"},
		{"log-with-a-plain-line-and-a-blank-one", "starting\n\n" + `{"msg":"` + del + `"}` + "\n\nstopped\n"},
		{"log-with-the-time", `2026-11-22T18:00:00Z INFO {"level":"info","msg":"see ` + del + `"}`},
		{"log-with-the-level", `[INFO] request {"msg": "` + del + `"}`},
		{"log-of-several-lines", "2026 INFO {\"n\": 1}\n2026 INFO {\"args\": [1, 2, \"" + del + "\"]}\n"},
		{"log-on-lines", "request:\n{\n  \"n\": 1,\n  \"msg\": \"" + del + "\"\n}\n"},
		{"log-with-escapes", `INFO {"msg":"it says \"go\" {", "b":"` + del + `"}`},
		{"log-with-escaped-blocks", `INFO {"msg":"` + escaped + ` ` + del + `"}`},
		{"log-in-brackets", `INFO {"a": {"b": ["x", {"c": "` + del + `"}]}}`},
		{"logfmt", `time=2026 level=info msg="` + del + `"`},
		{"logfmt-with-blanks", `msg = 'see ` + del + `'`},
		{"json5", "{msg: '" + del + "'}"},
		{"json5-on-lines", "{\n  // it\n  n: 1,\n\n  msg: \"" + del + "\",\n}\n"},
		{"json5-with-a-line-break", "{msg: 'one \\\n\n" + del + "'}"},
		{"json5-array", "['x', '" + del + "']"},
		{"array-of-json5", "[{n: 1}, {msg: '" + del + "'}]"},
		{"numbers-first", "see [1, \"" + del + "\"]"},
		{"yaml-flow", "- {role: user, content: \"" + del + "\"}\n"},
		{"yaml-flow-without-marks", "request: {role: user, content: " + del + "}\n"},
		{"yaml-flow-on-lines", "request: {\n  role: user,\n  content: " + del + "\n}\n"},
		{"yaml-flow-with-an-apostrophe", "{role: don't, content: " + del + "}\n"},
		{"yaml-value", "role: user\ncontent: \"" + del + "\"\n"},
		{"yaml-list", "- role: user\n  content: '" + del + "'\n"},
		{"python", "{'role': 'user', 'content': '" + del + "'}"},
		{"python-behind-a-name", "messages = [{'content': '" + del + "'}]"},
		{"toml", "msg = { text = \"" + del + "\" }"},
		{"jsonp", `callback({"msg": "` + del + `"});`},
		{"behind-a-guard", ")]}',\n" + `{"msg": "` + del + `"}`},
		{"script", `var x = {"msg": "` + del + `"};`},
		{"with-a-raw-line-break", "INFO {\"msg\": \"one\n" + del + "\"}"},
		{"never-closed", `INFO {"n": 1, "msg": "` + del},
	} {
		r := one(tt.in)
		if r.Refused == "" || len(r.Operations) > 0 {
			t.Errorf("%s: got %s, refused %q", tt.name, dump(r), r.Refused)
		}
		for n := range len(tt.in) + 1 {
			if got := append(running(tt.in[:n], ""), running(tt.in[:n]+"\n", "")...); len(got) > 0 {
				t.Errorf("%s, cut off at byte %d, runs %v", tt.name, n, got)
				break
			}
		}
		if got := running(tt.in, "tags"); len(got) == 0 && tt.name != "log-with-escaped-blocks" {
			t.Errorf("%s: read as tags, nothing runs", tt.name)
		}
	}
}

// TestProseBesideDataIsRead: data in prose quotes what it holds, and nothing else.
func TestProseBesideDataIsRead(t *testing.T) {
	t.Parallel()
	const runs = "file_delete_0:"
	for _, tt := range []struct{ name, in, want string }{
		{"data-and-a-block", `It logs {"msg": "` + del + `"}.` + "\n\n" + del, runs + "3 file=\"a\"\nquoted delete:1 in data\n"},
		{"short-object-first", "{\"a\": 1}\n" + del, runs + "2 file=\"a\"\n"},
		{"short-object-of-json5-first", "{a: 1}\n" + del, runs + "2 file=\"a\"\n"},
		{"object-on-the-line", `From {"a": 1} on, ` + del, runs + "1 file=\"a\"\n"},
		{"object-that-never-closes", "It begins with {\"a\": 1\n\n" + del, runs + "3 file=\"a\"\n"},
		{"brackets-in-a-string", `From {"a": "}{["} on, ` + del, runs + "1 file=\"a\"\n"},
		{"quotation-marks", `He said "go": ` + del, runs + "1 file=\"a\"\n"},
		{"label", "Note: " + del, runs + "1 file=\"a\"\n"},
		{"label-with-a-title", `Step 1: "rename" it. ` + del, runs + "1 file=\"a\"\n"},
		{"label-with-an-open-mark", "Title: \"one\n" + del, runs + "2 file=\"a\"\n"},
		{"note-in-brackets", "[note] see [1] and [a, b]: " + del, runs + "1 file=\"a\"\n"},
		{"braces", "{x} and {{ y }} and f() { return }: " + del, runs + "1 file=\"a\"\n"},
		{"link", `["Foo"](http://x) ` + del, runs + "1 file=\"a\"\n"},
		{"code-span-with-a-brace", "Use `{a: ` here. " + del, runs + "1 file=\"a\"\n"},
		{"fence-with-a-brace", "```json\n{\"a\": \n```\n" + del, runs + "4 file=\"a\"\n"},
		{"block-with-a-brace", "<append><file>b</file><content>{\"a\": \"</content></append>\n" + del, "file_append_0:1 file=\"b\" content=\"{\\\"a\\\": \\\"\"\n" + runs + "2 file=\"a\"\n"},
		{"sentence-that-names-an-operation", `From {"a": "use <delete> then"} on. ` + del, runs + "1 file=\"a\"\n"},
	} {
		r := one(tt.in)
		if got := dump(r); got != tt.want || r.Refused != "" {
			t.Errorf("%s: got %swant %srefused %q", tt.name, got, tt.want, r.Refused)
		}
	}
}

// TestJSONThatIsNoMessageIsRefused: also where it holds no block, and where it is cut off.
func TestJSONThatIsNoMessageIsRefused(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"42", "null", "true", "false", "-1.5e3", "[]", "{}", "[1", "[", "{", `[1, "a`, "[1, 2,", `{"a": 1}` + "\n[", "1\n2\n", `{"a`, " null\n"} {
		if r := one(in); r.Refused == "" || len(r.Operations) > 0 {
			t.Errorf("%q: got %s, refused %q", in, dump(r), r.Refused)
		}
	}
	for _, in := range []string{"42 files", "nullable", "true.", "1. one\n2. two", "-", "[x] done", "{x}", "3.14.1", `"Done."`} {
		if r := one(in); r.Refused != "" {
			t.Errorf("%q: refused %q", in, r.Refused)
		}
	}
}

// TestDataInTheTextOfAMessage: a model that shows a log does not ask for what is in it.
func TestDataInTheTextOfAMessage(t *testing.T) {
	t.Parallel()
	in := `{"role": "assistant", "content": [{"type": "text", "text": "{\"msg\": \"` + del + `\"}"}]}`
	if r := one(in); len(r.Operations) > 0 || len(r.Quoted) != 1 {
		t.Errorf("got %s", dump(r))
	}
}

// TestTimeOfData: brackets and marks without end cost no more than their length.
func TestTimeOfData(t *testing.T) {
	t.Parallel()
	for _, unit := range []string{"{", "[", `{"`, "{a:", `a="`, `a: "`, "[[", "{ //", "{/*", "{\n", `x="` + del, `{"` + del, `{"<edit><file>a</file><find>`} {
		parse.Parse([]parse.Input{{Text: "x " + strings.Repeat(unit, 200_000/len(unit))}}, parse.Options{})
	}
}

// TestDataThatNeverCloses: what it holds may have been meant, so it is skipped, not quoted.
func TestDataThatNeverCloses(t *testing.T) {
	t.Parallel()
	const why = "file_delete_1:%d Skipped: it stands in an object or a string that begins at line %d and never closes\n"
	first := del + "\n\n"
	for _, tt := range []struct {
		name, in     string
		line, opened int // of what is skipped; 0 if it is quoted
	}{
		{"an-object-on-its-line", first + "{\"a\": [1, 2\n\nthen\n\n" + del, 7, 3},
		{"an-object-up-to-a-paragraph", first + "x = {\"a\": " + del + "\n\nthen\n", 3, 3},
		{"an-array-on-its-line", first + "[\"a\",\n" + del, 4, 3},
		{"a-string-in-an-object", first + "{\"a\": \"b\n}\n" + del + "\n", 5, 3},
		{"a-string-up-to-its-line", first + "msg=\"see " + del + "\nthen\n", 3, 3},
		{"a-name-and-a-string", first + "note: '" + del + "\n", 3, 3},
		{"a-quoted-name-and-a-string", first + "\"note\": '" + del + "\n", 3, 3},
		{"an-object-in-thinking", "msg=\"see " + del + "\n</think>\n" + del, 0, 0},
		{"an-object-that-closes", first + "{\"a\": [1, " + del + "]}\n", 0, 0},
		{"a-string-that-closes", first + "msg=\"" + del + "\"\n", 0, 0},
	} {
		r := one(tt.in)
		got := dump(r)
		if tt.line == 0 {
			if len(r.Operations) != 1 || len(r.Quoted) != 1 {
				t.Errorf("%s: %s", tt.name, got)
			}
			continue
		}
		want := "file_delete_0:1 file=\"a\"\n" + fmt.Sprintf(why, tt.line, tt.opened)
		if got != want {
			t.Errorf("%s: got\n%s want\n%s", tt.name, got, want)
		}
	}
}

// TestDataThatClosesOnTheSameLine: of two blocks on a line, only the one in data that never
// closes is skipped.
func TestDataThatClosesOnTheSameLine(t *testing.T) {
	t.Parallel()
	r := one(del + "\n\nx = [\"" + del + "\"] and y = {\"a\": " + del + "\n\nthen\n")
	if got := dump(r); len(r.Operations) != 2 || len(r.Quoted) != 1 || r.Quoted[0].Line != 3 {
		t.Errorf("got\n%s", got)
	}
}
