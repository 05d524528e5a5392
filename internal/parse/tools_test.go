package parse_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/ops"
	"fileops/internal/parse"
)

// api is where messages are kept as the APIs return them.
const api = "../../testdata/api"

func fixtures(tb testing.TB) map[string]string {
	tb.Helper()
	files, err := filepath.Glob(filepath.Join(api, "*.json*"))
	if err != nil || len(files) == 0 {
		tb.Fatalf("no fixtures: %v", err)
	}
	texts := map[string]string{}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			tb.Fatal(err)
		}
		texts[filepath.Base(file)] = string(data)
	}
	return texts
}

// TestPartsThatArePassedOverAreCounted: not each of many is worth a warning.
func TestPartsThatArePassedOverAreCounted(t *testing.T) {
	t.Parallel()
	for parts, more := range map[int]string{1: "", 20: "", 21: "1 more parts were passed over", 50: "30 more parts were passed over"} {
		text := "[" + strings.Repeat(`{"role": "user", "content": "x"}, `, parts) + `{"role": "assistant", "content": "<delete><file>a</file></delete>"}]`
		got := parse.Parse([]parse.Input{{Text: text}}, parse.Options{})
		want := slices.Repeat([]string{"a message of the role user is not the model's: passed over"}, min(parts, 20))
		if more != "" {
			want = append(want, more)
		}
		if len(got.Operations) != 1 || !slices.Equal(got.Warnings, want) {
			t.Errorf("%d parts: %d operations, %d warnings, last %q", parts, len(got.Operations), len(got.Warnings), got.Warnings[len(got.Warnings)-1:])
		}
	}
}

// TestMessages reads the fixtures. Those of Gemini have the shape of
// https://ai.google.dev/api/generate-content, those of Bedrock that of
// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html, those of
// Ollama that of https://docs.ollama.com/api/chat.
func TestMessages(t *testing.T) {
	t.Parallel()
	want := map[string]string{
		"anthropic_conversation.json": `toolu_01:13 Read(anthropic) file_path="a" offset="10" limit="20"` + "\n" +
			`file_delete_0:1 file="a"` + "\n" +
			"warning a message of the role user is not the model's: passed over\n" +
			"warning a message of the role user is not the model's: passed over\n",
		"anthropic_max_tokens.json": `toolu_01:11 Edit(anthropic) file_path="a.py" old_string="x = 1" new_string="x = 2"` + "\n" +
			"toolu_02:21 Write(anthropic) the response was cut off (max_tokens) in or after this call; it was not run | Send the call again, whole.\n",
		"anthropic_parallel.json": `toolu_01A09q90qw90lq917835lq9:11 Edit(anthropic) file_path="core/service.py" old_string="def load():\n" new_string="def load(path):\n"` + "\n" +
			`toolu_01B7Hg6vZJ1bCmp1T6uP5kdE:21 Write(anthropic) file_path="notes/todo.txt" content="first line\n“second” → line\n"` + "\n",
		"anthropic_refusal.json": "warning the response was cut off (refusal)\n",
		"anthropic_text.json": `file_delete_0:3 file="a.txt"` + "\n" +
			`toolu_01:11 create_file(anthropic) path="a.txt" content="new\n"` + "\n" +
			`file_move_0:2 from="a.txt" to="b.txt"` + "\n" +
			"quoted delete:7 in fence\n",
		"anthropic_thinking.json": `toolu_01D7FLrfh4GYq7yT1ULFeyMV:58 str_replace_based_edit_tool(anthropic) command="str_replace" path="core/service.py" old_str="def load():" new_str="def load(path):"` + "\n" +
			`thinking "The loader takes no path yet. I could <delete><file>core/service.py</file></delete> it."` + "\n",
		"bedrock.json": `file_mkdir_0:2 path="d"` + "\n" +
			`tooluse_kZJMlvQmRJ6eAyJE5GIl7Q:17 Edit(bedrock) file_path="core/service.py" old_string="def load():\n" new_string="def load(path):\n"` + "\n" +
			`tooluse_2:28 delete(bedrock) file="old.py"` + "\n" +
			`thinking "The loader takes no path yet."` + "\n",
		"bedrock_max_tokens.json": `tooluse_1:9 delete(bedrock) file="a"` + "\n" +
			"tooluse_2:18 delete(bedrock) the response was cut off (max_tokens) in or after this call; it was not run | Send the call again, whole.\n",
		"bedrock_message.json": `tooluse_1:7 delete(bedrock) file="a"` + "\n",
		"gemini.json": `file_mkdir_0:2 path="d"` + "\n" +
			`file_str_replace_0:17 Edit(gemini) file_path="core/service.py" old_string="def load():\n" new_string="def load(path):\n"` + "\n" +
			`8f2b1a3c:28 delete(gemini) file="old.py"` + "\n" +
			`thinking "The loader takes no path. I could <delete><file>core/service.py</file></delete> it."` + "\n",
		"gemini_malformed.json": "malformed_message_0:1 the response was cut off (MALFORMED_FUNCTION_CALL) before it asked for any operation | The API could not read the call: send it again.\n",
		"gemini_max_tokens.json": `file_delete_0:7 delete(gemini) file="a"` + "\n" +
			"file_delete_1:15 delete(gemini) the response was cut off (MAX_TOKENS) in or after this call; it was not run | Send the call again, whole.\n",
		"gemini_python.json": `file_delete_0:9 delete(gemini) file="a"` + "\n",
		"mcp_session.jsonl": `1:3 mcp__fileops__edit(mcp) file="a.txt" find="one" replace="two"` + "\n" +
			`b-2:4 read(mcp) file="a.txt" lines="1-2"` + "\n" +
			"warning line 1: the method initialize is not tools/call: passed over\n" +
			"warning line 2: the method notifications/initialized is not tools/call: passed over\n",
		"ollama.json": `file_delete_0:9 delete(ollama) file="a"` + "\n",
		"ollama_length.json": `file_delete_0:9 delete(ollama) file="a"` + "\n" +
			"file_delete_1:17 delete(ollama) the response was cut off (length) in or after this call; it was not run | Send the call again, whole.\n" +
			`thinking "Both go."` + "\n",
		"openai_choices.json": `file_delete_0:1 file="a"` + "\n" +
			"warning line 1: 2 choices: only the first was used\n",
		"openai_chunk.json": "call_1:1 delete(openai) file is missing | delete takes file\n",
		"openai_custom_tool.json": `call_1:15 apply_patch(openai) file="a"` + "\n" +
			`call_2:23 Bash(openai) unknown tool "Bash": not a file operation` + "\n" +
			`call_3:31 mkdir(openai) path="d"` + "\n",
		"openai_function_call.json": `file_mkdir_0:12 mkdir(openai) path="plugins"` + "\n",
		"openai_length.json": `call_1:15 delete(openai) file="old.py"` + "\n" +
			"call_2:23 Write(openai) its arguments are cut off: their JSON ends in the middle, at byte 52 | Send the call again, whole; a long text in several calls.\n",
		"openai_length_whole.json": `call_1:15 delete(openai) file="a"` + "\n" +
			"call_2:23 delete(openai) the response was cut off (length) in or after this call; it was not run | Send the call again, whole.\n",
		"openai_message.json": `call_1:14 functions.replace_lines(openai) file="a.txt" start_line="1" end_line="2" new_content="x\n"` + "\n" +
			"warning line 10: the model refused: Not the other file.\n",
		"openai_parallel.json": `call_abc123:15 Edit(openai) file_path="core/service.py" old_string="def load():\n" new_string="def load(path):\n"` + "\n" +
			`call_def456:23 delete(openai) file="old.py"` + "\n",
		"openai_refusal.json": "warning line 12: the model refused: I'm sorry, I cannot help with that.\n",
		"openai_responses.json": `file_mkdir_0:2 path="d"` + "\n" +
			`call_unLAR8MvFNptuiZK6K6HCy5k:46 Edit(openai-responses) file_path="core/service.py" old_string="def load():\n" new_string="def load(path):\n"` + "\n" +
			`call_2:54 view(openai-responses) path="a" limit="5"` + "\n" +
			`thinking "**Editing the loader**"` + "\n",
		"openai_responses_incomplete.json": `call_1:14 delete(openai-responses) file="a"` + "\n" +
			"call_2:22 Write(openai-responses) its arguments are cut off: their JSON ends in the middle, at byte 29 | Send the call again, whole; a long text in several calls.\n",
		"openai_responses_patch.json": `call_1:12 apply_patch(openai-responses) file="a" content:="x\n"` + "\n" +
			`call_2:20 apply_patch(openai-responses) file="a" diff:="@@\n-x\n+y\n"` + "\n" +
			`call_3:31 local_shell(openai-responses) unknown tool "local_shell": not a file operation` + "\n" +
			`call_4:46 mkdir(openai-responses) path="d"` + "\n",
		"openai_responses_patch_files.json": `call_1:10 apply_patch(openai-responses) file="notes/todo.txt" content:="first line\n"` + "\n" +
			`call_1:10 apply_patch(openai-responses) file="core/service.py" diff:="@@ class Service:\n-    def load(self):\n+    def load(self, path):\n"` + "\n" +
			`call_1:10 apply_patch(openai-responses) from="core/service.py" to="core/loader.py"` + "\n" +
			`call_1:10 apply_patch(openai-responses) file="old.py"` + "\n" +
			`call_2:18 apply_patch(openai-responses) file="a.txt" content:="x\n"` + "\n" +
			`call_3:29 apply_patch(openai-responses) the patch may be cut off: its last line must be *** End Patch | Send the patch again, whole.` + "\n",
		"openai_responses_refusal.json": "warning line 20: the model refused: I'm sorry, I cannot assist with that request.\n",
		"plain.json": `file_multi_edit_0:2 Multiedit() file_path="a.txt" edits="[{\"old_string\":\"one\",\"new_string\":\"1\"},{\"old_string\":\"two\",\"new_string\":\"2\",\"replace_all\":true}]"` + "\n" +
			`x:19 delete() file="b.txt"` + "\n" +
			`file_mkdir_0:24 mkdir() path="d"` + "\n" +
			`y:32 rmdir() path="e"` + "\n",
	}
	for name, text := range fixtures(t) {
		if d := cmp.Diff(want[name], dump(one(text))); d != "" {
			t.Errorf("%s: want -, got +\n%s", name, d)
		}
	}
}

func TestProseOfMessages(t *testing.T) {
	t.Parallel()
	texts := fixtures(t)
	for name, want := range map[string]string{
		"anthropic_thinking.json": "A loader takes a path as its argument.",
		"openai_message.json":     "Done so:\nNot the other file.",
		"openai_responses.json":   "I edit it.",
		"openai_refusal.json":     "I'm sorry, I cannot help with that.",
	} {
		if got := one(texts[name]).Content; got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
}

const (
	call0 = `{"name": "delete", "input": {"file": "a"}}`
	done0 = "file_delete_0:1 delete() file=\"a\"\n"
)

// TestDetection says what is taken for JSON, and what for prose that begins with a
// bracket.
func TestDetection(t *testing.T) {
	t.Parallel()
	refused := func(found string) string {
		return "refused it is JSON, but no message of a known kind: " + found + "\n"
	}
	for _, tt := range []parseCase{
		{"call", call0, done0},
		{"call-after-blanks-and-a-byte-order-mark", "\ufeff\r\n\t " + call0 + "\n\n", "file_delete_0:2 delete() file=\"a\"\n"},
		{"array-of-calls", "[" + call0 + ",\n" + call0 + "]", done0 + "file_delete_1:2 delete() file=\"a\"\n"},
		{"json-lines", call0 + "\n" + call0 + "\n", done0 + "file_delete_1:2 delete() file=\"a\"\n"},
		{"messages-side-by-side", call0 + call0, done0 + "file_delete_1:1 delete() file=\"a\"\n"},
		{"prose-in-brackets", "[note] please " + del, "file_delete_0:1 file=\"a\"\n"},
		{"prose-in-braces", "{x} " + del, "file_delete_0:1 file=\"a\"\n"},
		{"prose-after-a-number-in-brackets", "[1] says\n" + del, "file_delete_0:2 file=\"a\"\n"},
		{"prose-after-an-object", `{"a": 1} is what I get.` + "\n" + del, "file_delete_0:2 file=\"a\"\n"},
		{"prose-in-an-open-bracket", "[\n" + del, "file_delete_0:2 file=\"a\"\n"},
		{"open-bracket-and-quote", `["so ` + del, "refused the JSON ends in the middle, at byte 36, and it is no message of a known kind: an array\n"},
		{"a-call-as-an-example-in-prose", call0 + "\n\nwould do it. Instead:\n" + del, "file_delete_0:4 file=\"a\"\nquoted delete:1 in prose\nwarning the response begins with JSON but goes on with text at byte 42: it is taken for prose, and nothing in the JSON was run\n"},
		{"no-block-is-taken-out-of-an-example", `{"role": "assistant", "content": "<delete><file>b</file></delete>"} or so`, "warning the response begins with JSON but goes on with text at byte 67: it is taken for prose, and nothing in the JSON was run\n"},
		{"numbers", "[1, 2, 3]", refused("an array")},
		{"package", `{"name": "left-pad", "version": "1.3.0", "dependencies": {}}`, refused("an object with \"name\", \"version\", \"dependencies\"")},
		{"definition-of-a-function", `{"type": "function", "name": "Edit", "description": "…", "parameters": {"type": "object"}}`, refused("an object with \"type\", \"name\", \"description\", \"parameters\"")},
		{"definition-in-an-object", `[{"type": "function", "function": {"name": "Edit", "parameters": {}}}]`, refused("an array of objects with \"type\", \"function\"")},
		{"empty-object", "{}", refused("an object")},
		{"lone-brace", "{", "refused the JSON ends in the middle, at byte 1, and it is no message of a known kind: an object\n"},
		{"unknown-json-with-a-block", `{"answer": "` + del + `"}`, refused("an object with \"answer\"")},
		{"unknown-json-with-a-block-and-escapes", `{"answer": "\n` + del + `"}`, refused("an object with \"answer\"")},
		{"cut-off", `{"content": [{"type": "tool_use", "name": "delete", "input": {"file": "a"}}`, "malformed_message_0:1 the JSON ends in the middle, at byte 75: the response may be cut off; nothing of it was run | Send it again, whole; a long text in several calls.\n"},
		{"cut-off-with-a-block-in-it", `{"role": "assistant", "content": "` + del, "malformed_message_0:1 the JSON ends in the middle, at byte 65: the response may be cut off; nothing of it was run | Send it again, whole; a long text in several calls.\n"},
		{"last-line-cut-off", call0 + "\n" + call0[:20], done0 + "malformed_message_0:2 the JSON ends in the middle, at byte 63: the response may be cut off; nothing of this message was run | Send it again, whole; a long text in several calls.\n"},
		{"broken", `{"name": "delete", "input": {"file": a}}` + del, "malformed_message_0:1 the JSON is broken at byte 38 (invalid character 'a' looking for beginning of value): nothing from there on was run | Send the message as valid JSON, in which a line break in a text is \\n and a quote \\\".\n"},
		{"broken-line", call0 + "\n{oops}\n" + call0, done0 + "malformed_message_0:2 the JSON is broken at byte 45 (invalid character 'o' looking for beginning of object key string): nothing from there on was run | Send the message as valid JSON, in which a line break in a text is \\n and a quote \\\".\n"},
		{"a-known-and-an-unknown-one", call0 + "\n[1]\n{\"a\": 1}", done0 + "warning line 2: no message of a known kind: passed over\nwarning line 3: no message of a known kind: passed over\n"},
		{"in-an-array-as-well", "[1,\n" + call0 + "]", "file_delete_0:2 delete() file=\"a\"\nwarning line 1: no part of a message that is known: passed over\n"},
		{"too-deep", strings.Repeat("[", 1_000_000), "refused the JSON is nested too deeply, and it is no message of a known kind: an array\n"},
		{"deep-but-valid", strings.Repeat("[", 9_000) + strings.Repeat("]", 9_000), refused("an array")},
		{"twice-in-a-message", `{"role": "assistant", "content": "", "content": "` + del + `"}`, "malformed_message_0:1 \"content\" stands twice in the message: nothing of it was run\n"},
		{"four-messages-in-each-other", strings.Repeat(`{"content": [`, 3) + call0 + strings.Repeat("]}", 3), done0},
		{"five-messages-in-each-other", strings.Repeat(`{"content": [`, 4) + call0 + strings.Repeat("]}", 4), "warning line 1: a message within too many others: passed over\n"},
		{"messages-in-messages", strings.Repeat(`{"content": [`, 9) + call0 + strings.Repeat("]}", 9), "warning line 1: a message within too many others: passed over\n"},
		{"text-parts-are-one-text", `[{"type": "text", "text": "<delete><fi"}, {"type": "text", "text": "le>a</file></delete>"}]`, "file_delete_0:1 file=\"a\"\n"},
		{"damaged-text", `{"role": "assistant", "content": "\ud800 ` + del + `"}`, "file_delete_0:1 Skipped: the text that it stands in holds half of a character (\\ud800)\n"},
		{"answers-of-json-rpc", `{"jsonrpc": "2.0", "id": 1, "result": {"content": []}}`, "warning line 1: an answer in JSON-RPC, not a call: passed over\nrefused line 1: an answer in JSON-RPC, not a call: passed over\n"},
	} {
		r := one(tt.in)
		got := dump(r)
		if r.Refused != "" {
			got += "refused " + r.Refused + "\n"
		}
		if got != tt.want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, tt.want)
		}
	}
}

func TestForcedInput(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ input, in, want string }{
		{"tags", call0, ""},
		{"tags", `{"role": "assistant", "content": "` + del + `"}`, "file_delete_0:1 file=\"a\"\n"},
		{"tools", call0, done0},
		{"tools", "", ""},
		{"tools", "So: " + del, "malformed_message_0:1 the JSON is broken at byte 1 (invalid character 'S' looking for beginning of value): nothing from there on was run | Send the message as valid JSON, in which a line break in a text is \\n and a quote \\\".\n"},
		{"tools", `{"answer": "` + del + `"}`, ""},
		{"auto", call0, done0},
	} {
		r := parse.Parse([]parse.Input{{Text: tt.in}}, parse.Options{Input: tt.input})
		if got := dump(r); got != tt.want {
			t.Errorf("%s %s:\ngot  %swant %s", tt.input, tt.in, got, tt.want)
		}
	}
}

// TestCalls reads one call: its name and its arguments.
func TestCalls(t *testing.T) {
	t.Parallel()
	const edit = " Edit() file_path=\"a\" old_string=\"x\" new_string=\"y\"\n"
	for _, tt := range []parseCase{
		{"in-order", `"Edit", "input": {"file_path": "a", "old_string": "x", "new_string": "y"}`, "file_str_replace_0:1" + edit},
		{"null-is-not-given", `"Edit", "input": {"file_path": "a", "old_string": "x", "new_string": "y", "replace_all": null}`, "file_str_replace_0:1" + edit},
		{"flag", `"Edit", "input": {"file_path": "a", "old_string": "x", "new_string": "y", "replace_all": true}`, `file_str_replace_all_0:1 Edit() file_path="a" old_string="x" new_string="y" replace_all="true"` + "\n"},
		{"other-name-of-a-field", `"Edit", "input": {"path": "a", "old_string": "x", "new_string": "y"}`, "file_str_replace_0:1" + edit},
		{"both-names", `"Edit", "input": {"path": "a", "file_path": "a", "old_string": "x", "new_string": "y"}`, "file_str_replace_0:1 Edit() file_path=\"a\" old_string=\"x\" new_string=\"y\"\n"},
		{"both-names-of-a-switch", `"Edit", "input": {"file_path": "a", "old_string": "x", "new_string": "y", "replace_all": true, "replaceAll": true}`, `file_str_replace_all_0:1 Edit() file_path="a" old_string="x" new_string="y" replace_all="true"` + "\n"},
		{"both-names-of-a-switch-with-different-values", `"Edit", "input": {"file_path": "a", "old_string": "x", "new_string": "y", "replace_all": true, "replaceAll": false}`, "malformed_Edit_0:1 Edit() replace_all and replaceAll stand for the same, with different values: give one of them\n"},
		{"both-names-with-different-values", `"Edit", "input": {"path": "a", "file_path": "b", "old_string": "x", "new_string": "y"}`, "malformed_Edit_0:1 Edit() path and file_path stand for the same, with different values: give one of them\n"},
		{"string", `"delete", "arguments": "{\"file\": \"a\"}"`, done0},
		{"string-of-a-string", `"delete", "arguments": "\"{\\\"file\\\": \\\"a\\\"}\""`, done0},
		{"string-of-a-string-of-a-string", `"delete", "arguments": "\"\\\"{}\\\"\""`, "malformed_delete_0:1 delete() its arguments must be an object, not a string\n"},
		{"array", `"delete", "arguments": ["a"]`, "malformed_delete_0:1 delete() its arguments must be an object, not an array\n"},
		{"empty-string", `"delete", "arguments": ""`, "malformed_delete_0:1 delete() file is missing | delete takes file\n"},
		{"null-in-a-string", `"delete", "arguments": "null"`, "malformed_delete_0:1 delete() file is missing | delete takes file\n"},
		{"two-sets-of-arguments", `"delete", "arguments": {"file": "a"}, "input": {"file": "b"}`, "malformed_delete_0:1 delete() input and arguments stand for the same: give one of them\n"},
		{"cut-off-arguments", `"delete", "arguments": "{\"file\": \"a"`, "malformed_delete_0:1 delete() its arguments are cut off: their JSON ends in the middle, at byte 11 | Send the call again, whole; a long text in several calls.\n"},
		{"broken-arguments", `"delete", "arguments": "{file: 1}"`, "malformed_delete_0:1 delete() its arguments are no JSON: their text is broken at byte 2 (invalid character 'f' looking for beginning of object key string) | Send the arguments as valid JSON: names and texts in double quotes, a line break in a text as \\n, a quote in it as \\\".\n"},
		{"two-objects", `"delete", "arguments": "{} {}"`, "malformed_delete_0:1 delete() its arguments are more than one JSON value\n"},
		{"twice", `"Edit", "input": {"old_string": "x", "new_string": "y", "\u006fld_string": "z"}`, "malformed_Edit_0:1 Edit() \"old_string\" stands twice\n"},
		{"twice-in-an-edit", `"MultiEdit", "input": {"file_path": "a", "edits": [{"old_string": "x", "old_string": "y", "new_string": ""}]}`, "malformed_MultiEdit_0:1 MultiEdit() edits is ambiguous: \"old_string\" stands twice in element 0\n"},
		{"twice-in-the-third-edit", `"MultiEdit", "input": {"file_path": "a", "edits": [{"old_string": "x", "new_string": ""}, {"old_string": "x", "new_string": ""}, {"new_string": "", "new_string": "y"}]}`, "malformed_MultiEdit_0:1 MultiEdit() edits is ambiguous: \"new_string\" stands twice in element 2\n"},
		{"name-twice", `"delete", "name": "mkdir", "input": {}`, "malformed_mkdir_0:1 mkdir() \"name\" stands twice\n"},
		{"missing-and-unknown", `"Edit", "input": {"file_path": "a", "search": "x", "zzzzzzzzzzzz": 1}`, "malformed_Edit_0:1 Edit() old_string is missing\nnew_string is missing\nunknown field \"search\": did you mean \"old_string\"?\nunknown field \"zzzzzzzzzzzz\": there are file_path, old_string, new_string, replace_all | Edit takes file_path, old_string, new_string, [replace_all]\n"},
		{"near-field", `"edit", "input": {"file": "a", "search": "x", "replace": ""}`, "malformed_edit_0:1 edit() find is missing\nunknown field \"search\": did you mean \"find\"? | edit takes file, find, replace\n"},
		{"number-for-a-text", `"edit", "input": {"file": 7, "find": 1.5, "replace": true}`, "malformed_edit_0:1 edit() file must be a string, not 7\nfind must be a string, not 1.5\nreplace must be a string, not true | edit takes file, find, replace\n"},
		{"list-for-a-text", `"read", "input": {"file": [ "README.md" ]}`, "malformed_read_0:1 read() file must be a string, not [\"README.md\"] | read takes file, [lines], [offset], [limit], [pages]\n"},
		{"long-list-for-a-text", `"read", "input": {"file": ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"]}`, "malformed_read_0:1 read() file must be a string, not a list | read takes file, [lines], [offset], [limit], [pages]\n"},
		{"object-for-a-text", `"write", "input": {"file": "a.json", "content": {"a": 1}}`, "malformed_write_0:1 write() content must be a string, not an object | write takes file, content\n"},
		{"text-for-a-number", `"Read", "input": {"file_path": "a", "limit": "1"}`, "malformed_Read_0:1 Read() limit must be a whole number, not \"1\" | Read takes file_path, [offset], [limit], [pages]\n"},
		{"text-for-a-line", `"insert_at", "input": {"file": "a", "line": "1", "content": "x"}`, `file_insert_at_0:1 insert_at() file="a" line="1" content="x"` + "\n"},
		{"numbers", `"Read", "input": {"file_path": "a", "offset": 5.0, "limit": 10000}`, `file_read_0:1 Read() file_path="a" offset="5" limit="10000"` + "\n"},
		{"numbers-that-are-none", `"Read", "input": {"file_path": "a", "offset": 1e400, "limit": 99999999999999999999999999}`, "malformed_Read_0:1 Read() offset must be a whole number, not a number beyond all bounds\nlimit must be from 1 to 10000, not 1e+26 | Read takes file_path, [offset], [limit], [pages]\n"},
		{"empty-optional", `"Read", "input": {"file_path": "a", "pages": ""}`, "file_read_0:1 Read() file_path=\"a\"\n"},
		{"empty-text", `"Edit", "input": {"file_path": "a", "old_string": "", "new_string": "y"}`, "file_str_replace_0:1 Edit() file_path=\"a\" old_string=\"\" new_string=\"y\"\n"},
		{"empty-content", `"create", "input": {"file": "a", "content": ""}`, "malformed_create_0:1 create() content cannot be empty | create takes file, content\nTo make an empty file, call write with an empty content.\n"},
		{"empty-content-to-overwrite", `"create_overwrite", "input": {"file": "a", "content": ""}`, "malformed_create_overwrite_0:1 create_overwrite() content cannot be empty | create_overwrite takes file, content\nTo make an empty file, call write with an empty content.\n"},
		{"empty-content-to-append", `"append", "input": {"file": "a", "content": ""}`, "malformed_append_0:1 append() content cannot be empty | append takes file, content\nTo make an empty file, call write with an empty content.\n"},
		{"empty-old-str", `"str_replace_editor", "input": {"command": "str_replace", "path": "a", "old_str": "", "new_str": "y"}`, "malformed_str_replace_editor_0:1 str_replace_editor() old_str cannot be empty | str_replace_editor takes command, path, [view_range], [file_text], [old_str], [new_str], [insert_line], [insert_text]\n"},
		{"empty-path", `"delete", "input": {"file": " "}`, "malformed_delete_0:1 delete() Empty file path | Write the path into file.\n"},
		{"word", `"str_replace_editor", "input": {"command": "undo_edit", "path": "a"}`, "malformed_str_replace_editor_0:1 str_replace_editor() command must be one of view, create, str_replace, insert, not \"undo_edit\" | str_replace_editor takes command, path, [view_range], [file_text], [old_str], [new_str], [insert_line], [insert_text]\n"},
		{"pair", `"str_replace_editor", "input": {"command": "view", "path": "a", "view_range": [ 2, -1 ]}`, `file_read_0:1 str_replace_editor() command="view" path="a" view_range="[2,-1]"` + "\n"},
		{"half-a-character", `"write", "input": {"file": "a", "content": "\ud83d"}`, "malformed_write_0:1 write() content holds half of a character (\\ud83d)\n"},
		{"two-halves", `"write", "input": {"file": "a", "content": "\ud83d\ude00\\ud83d"}`, `file_write_0:1 write() file="a" content="😀\\ud83d"` + "\n"},
		{"half-a-character-in-a-string", `"write", "arguments": "{\"file\": \"a\", \"content\": \"\\ud83d\"}"`, "malformed_write_0:1 write() content holds half of a character (\\ud83d)\n"},
		{"not-utf-8", `"write", "input": {"file": "a", "content": "` + "\xff" + `"}`, "malformed_write_0:1 write() content holds bytes that are not UTF-8\n"},
		{"nul", `"delete", "input": {"file": "a\u0000b"}`, `file_delete_0:1 delete() file="a\x00b"` + "\n"},
		{"prefix", `"mcp__fileops__delete", "input": {"file": "a"}`, "file_delete_0:1 mcp__fileops__delete() file=\"a\"\n"},
		{"namespace", `"functions.delete", "input": {"file": "a"}`, "file_delete_0:1 functions.delete() file=\"a\"\n"},
		{"other-case", `"DELETE", "input": {"file": "a"}`, "file_delete_0:1 DELETE() file=\"a\"\n"},
		{"other-case-of-two", `"READ", "input": {"file": "a"}`, "unknown_tool_0:1 READ() unknown tool \"READ\": not a file operation\n"},
		{"unknown", `"Bash", "input": {"command": "ls"}`, "unknown_tool_0:1 Bash() unknown tool \"Bash\": not a file operation\n"},
		{"no-name", `"", "input": {}`, "malformed_function_0:1 the call has no name\n"},
	} {
		if got := dump(one(`{"name": ` + tt.in + `}`)); got != tt.want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, tt.want)
		}
	}
}

// A call of a shell that applies a patch and does something else says how to send the patch.
func TestShellWithMoreThanAPatch(t *testing.T) {
	t.Parallel()
	for command, want := range map[string]string{
		`cd b && apply_patch <<'EOF'\n*** Begin Patch\n*** Delete File: a\n*** End Patch\nEOF`: "A call of shell runs only if apply_patch is its only command, in the root directory. Send the patch alone, without cd or other commands.",
		"ls": "",
	} {
		r := one(`{"name": "shell", "input": {"command": ["bash", "-lc", "` + command + `"]}}`)
		v, refused := r.Operations[0].Action.(ops.Invalid)
		if !refused || !v.Other || want != "" && v.Hint != want || want == "" && strings.Contains(v.Hint, "patch alone") {
			t.Errorf("%s: got %+v, want the hint %q", command, r.Operations[0].Action, want)
		}
	}
}

// A call of a shell whose only command applies a patch is that patch. No other command is run.
func TestPatchesInShells(t *testing.T) {
	t.Parallel()
	const text = `*** Begin Patch\n*** Delete File: a\n*** End Patch\n`
	heredoc := "apply_patch <<'EOF'\\n" + text + "EOF\\n"
	applied := func(name string) string { return name + "_0:1 " + name + "() file=\"a\"\n" }
	unknown := func(name string) string {
		return "unknown_tool_0:1 " + name + "() unknown tool \"" + name + "\": not a file operation\n"
	}
	for _, tt := range []struct{ name, function, input, want string }{
		{"alone", "shell", `{"command": ["apply_patch", "` + text + `"], "timeout_ms": 1000}`, applied("apply_patch")},
		{"heredoc", "local_shell", `{"command": ["bash", "-lc", "` + heredoc + `"], "workdir": ""}`, applied("apply_patch")},
		{"pipe", "container.exec", `{"command": ["/bin/bash", "-c", "cat <<EOF | apply_patch\n` + text + `EOF"], "workdir": "."}`, applied("apply_patch")},
		{"string-of-arguments", "shell", strconv.Quote(`{"command": ["apply_patch", "` + text + `"]}`), applied("apply_patch")},
		{"malformed", "shell", `{"command": ["apply_patch", "*** Begin Patch"]}`, ""},
		{"other-command", "shell", `{"command": ["rm", "-rf", "a"]}`, unknown("shell")},
		{"command-before", "shell", `{"command": ["bash", "-lc", "cd b\n` + heredoc + `"]}`, unknown("shell")},
		{"command-on-the-line", "shell", `{"command": ["bash", "-lc", "cd b && ` + heredoc + `"]}`, unknown("shell")},
		{"command-behind", "shell", `{"command": ["bash", "-lc", "` + heredoc + `rm a\n"]}`, unknown("shell")},
		{"two-heredocs", "shell", `{"command": ["bash", "-lc", "` + heredoc + heredoc + `"]}`, unknown("shell")},
		{"written-to-a-file", "shell", `{"command": ["bash", "-lc", "cat > x <<'EOF'\n` + text + `EOF"]}`, unknown("shell")},
		{"elsewhere", "shell", `{"command": ["apply_patch", "` + text + `"], "workdir": "/tmp"}`, unknown("shell")},
		{"unknown-field", "shell", `{"command": ["apply_patch", "` + text + `"], "env": {"A": "b"}}`, unknown("shell")},
		{"command-twice", "shell", `{"command": ["apply_patch", "` + text + `"], "command": ["ls"]}`, unknown("shell")},
		{"other-function", "Bash", `{"command": ["apply_patch", "` + text + `"]}`, unknown("Bash")},
	} {
		got := dump(one(`{"name": "` + tt.function + `", "arguments": ` + tt.input + `}`))
		want := strings.Replace(tt.want, "apply_patch()", tt.function+"()", 1)
		if tt.want == "" {
			want = "malformed_shell_0"
		}
		if !strings.HasPrefix(got, want) || tt.want != "" && got != want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, want)
		}
	}
}

// The item local_shell_call of OpenAI's Responses has its command in an action.
func TestPatchesInLocalShellCalls(t *testing.T) {
	t.Parallel()
	item := func(action string) string {
		return `{"type": "local_shell_call", "id": "lsh_1", "call_id": "call_1", "status": "completed", "action": ` + action + `}`
	}
	const command = `"command": ["apply_patch", "*** Begin Patch\n*** Delete File: a\n*** End Patch\n"]`
	const unknown = `call_1:1 local_shell(openai-responses) unknown tool "local_shell": not a file operation` + "\n"
	for _, tt := range []struct{ action, want string }{
		{`{"type": "exec", ` + command + `, "env": {}, "user": null, "timeout_ms": null, "working_directory": null}`, `call_1:1 local_shell(openai-responses) file="a"` + "\n"},
		{`{"type": "exec", ` + command + `, "env": {"A": "b"}}`, unknown},
		{`{"type": "exec", ` + command + `, "user": "root"}`, unknown},
		{`{"type": "exec", ` + command + `, "working_directory": "/tmp"}`, unknown},
		{`{"type": "exec", "command": ["ls"], "env": {}}`, unknown},
		{`{"type": "other", ` + command + `}`, unknown},
	} {
		if got := dump(one(item(tt.action))); got != tt.want {
			t.Errorf("%s:\ngot  %swant %s", tt.action, got, tt.want)
		}
	}
}

// TestCallsInProse says which calls are seen that stand in a text, where they are not
// run.
func TestCallsInProse(t *testing.T) {
	t.Parallel()
	const call = `{"name": "Write", "input": {"file_path": "a", "content": "x"}}`
	for _, tt := range []struct{ name, in, want string }{
		{"after-prose", "Here it is:\n\n" + call + "\n", "Write 3 prose"},
		{"indented", "Here it is:\n   " + call, "Write 2 prose"},
		{"before-prose", call + "\nThat is it.\n", "Write 1 prose"},
		{"fence", "Here:\n```json\n{\n \"name\": \"edit\",\n \"arguments\": \"{}\"\n}\n```\n", "edit 3 fence"},
		{"after-a-fence", "Here:\n```\nx\n```\n" + call, "Write 5 prose"},
		{"tag", "<tool_call>\n" + call + "\n</tool_call>\n<tool_call> " + call + "</tool_call>", "Write 2 <tool_call>, Write 4 <tool_call>"},
		{"several", "Two:\n[" + call + ", {\"name\": \"delete\", \"input\": {\"file\": \"b\"}}]", "Write 2 prose, delete 2 prose"},
		{"message", "Like this:\n" + `{"role": "assistant", "content": [{"type": "tool_use", "id": "t", "name": "Read", "input": {}}]}`, "Read 2 prose"},
		{"patch", "Like this:\n" + `{"name": "apply_patch", "arguments": "*** Begin Patch\n"}`, "apply_patch 2 prose"},
		{"no-operation", "Like this:\n" + `{"name": "Bash", "input": {"command": "ls"}}`, ""},
		{"package", "Like this:\n" + `{"name": "left-pad", "version": "1.0"}`, ""},
		{"inside-a-line", "Send " + call + " to me.", "Write 1 prose"},
		{"list-item", "- " + call + "\n> " + call, "Write 1 prose, Write 2 prose"},
		{"code-span", "Run `" + call + "`.", "Write 1 prose"},
		{"tag-and-no-json", "<tool_call>read(file=\"a.txt\")</tool_call>\n<tool_call>\n{'name': 'Read'}\n</tool_call>", "a function, which cannot be read 1 <tool_call>, a function, which cannot be read 3 <tool_call>"},
		{"invoke", "<function_calls>\n<invoke name=\"Read\">\n</invoke>", "Read 2 <invoke>"},
		{"function", "<function=Edit>{\"a\": 1}</function>", "Edit 1 <function>"},
		{"action", "Action: Read\nAction Input: {}", "Read 1 prose"},
		{"other-action", "Action: Think\nAction: none of these", ""},
		{"braces", "Use {x} and [1], as in f(a){ return; }", ""},
		{"cut-off", "Here:\n" + call[:len(call)-2], ""},
		{"beside-a-block", "Here:\n" + call + "\n<delete><file>a</file></delete>", "Write 2 prose"},
		{"behind-a-block", "<delete>\n<file>a</file>\n</delete>\n<tool_call>\n" + call + "\n</tool_call>\n```json\n" + call + "\n```", "Write 5 <tool_call>, Write 8 fence"},
		{"in-a-block", "<create><file>a</file><content>\n" + call + "\n</content></create>", ""},
		{"in-thinking-before-a-block", "<think>\n" + call + "\n</think>\n<delete><file>a</file></delete>", ""},
		{"forced", "Here:\n" + call, "-"},
	} {
		o := parse.Options{}
		if tt.want == "-" {
			o.Input, tt.want = "tags", ""
		}
		r := parse.Parse([]parse.Input{{Text: tt.in}}, o)
		var got []string
		for _, q := range r.Quoted {
			if !q.Call {
				t.Errorf("%s: %s is no call", tt.name, q.Operation)
			}
			got = append(got, fmt.Sprintf("%s %d %s", q.Operation, q.Line, q.In))
		}
		if strings.Join(got, ", ") != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}

func TestUnknownToolsHaveAHint(t *testing.T) {
	t.Parallel()
	r := one(`{"name": "delete_file", "id": "x", "input": {"file": "a"}}`)
	v := r.Operations[0].Action.(ops.Invalid)
	if v.Hint != "Did you mean delete?" || !v.Skipped || r.Operations[0].ID != "x" {
		t.Errorf("%+v", r.Operations[0])
	}
	v = one(`{"name": "get_file_info", "input": {"path": "a"}}`).Operations[0].Action.(ops.Invalid)
	if want := "Call list_directory to see what is in a directory, or read_file: it says how many lines a file has, or what else it is."; v.Hint != want {
		t.Errorf("got the hint %q, want %q", v.Hint, want)
	}
}

func TestDuplicateIDs(t *testing.T) {
	t.Parallel()
	with := func(id string) string { return strings.Replace(call0, "{", `{"id": "`+id+`", `, 1) }
	want := "x:1 delete() file=\"a\"\n" +
		"malformed_delete_0:2 delete() duplicate call id \"x\": no result could be told from the other's\n" +
		"file_delete_0:3 delete() file=\"a\"\n" +
		"malformed_delete_1:4 delete() duplicate call id \"file_delete_0\": no result could be told from the other's\n" +
		"file_delete_1:5 delete() file=\"a\"\n" +
		"file_delete_2:1 file=\"a\"\n"
	text := strings.Join([]string{with("x"), with("x"), call0, with("file_delete_0"), with("file_delete_1"), `{"type": "text", "text": "` + del + `"}`}, "\n")
	if got := dump(one(text)); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

// A message that was cut off takes its own last call with it, no other.
func TestCutOffTakesTheLastCall(t *testing.T) {
	t.Parallel()
	use := func(id string) string {
		return `{"type": "tool_use", "id": "` + id + `", "name": "delete", "input": {"file": "a"}}`
	}
	msg := func(stop, content string) string {
		return `{"role": "assistant", "stop_reason": "` + stop + `", "content": [` + content + `]}`
	}
	const refused = " delete(anthropic) the response was cut off (max_tokens) in or after this call; it was not run | Send the call again, whole.\n"
	const run = " delete(anthropic) file=\"a\"\n"
	const before = " before it asked for any operation | Go on where the text stops. Send a long text in several operations, or raise the limit of tokens.\n"
	for _, tt := range []parseCase{
		{"the-last-of-two", msg("max_tokens", use("1")+","+use("2")), "1:1" + run + "2:1" + refused},
		{"text-follows", msg("max_tokens", use("1")+`,{"type": "text", "text": "`+del+`"}`), "1:1" + refused + "file_delete_0:1 file=\"a\"\n"},
		{"not-that-of-another", msg("tool_use", use("1")) + msg("max_tokens", ""), "1:1" + run + "warning the response was cut off (max_tokens)\n"},
		{"not-that-of-another-api", msg("tool_use", use("1")) + `{"choices": [{"finish_reason": "length", "message": {"role": "assistant", "content": ""}}]}`, "1:1" + run + "warning the response was cut off (length)\n"},
		{"in-its-text", msg("max_tokens", `{"type": "text", "text": "First I will"}`), "malformed_message_0:1 the response was cut off (max_tokens)" + before},
		{"in-its-text-of-another-api", `{"choices": [{"finish_reason": "length", "message": {"role": "assistant", "content": "First"}}]}`, "malformed_message_0:1 the response was cut off (length)" + before},
		{"in-its-text-of-a-third-api", `{"status": "incomplete", "incomplete_details": {"reason": "max_output_tokens"}, "output": []}`, "malformed_message_0:1 the response was cut off (incomplete: max_output_tokens)" + before},
		{"behind-a-block", msg("max_tokens", `{"type": "text", "text": "`+del+`"}`), "file_delete_0:1 file=\"a\"\nwarning the response was cut off (max_tokens)\n"},
		{"before-a-message-that-goes-on", msg("max_tokens", "") + msg("tool_use", use("1")), "1:1" + run + "warning the response was cut off (max_tokens)\n"},
		{"by-a-filter", `{"choices": [{"finish_reason": "content_filter", "message": {"role": "assistant", "content": ""}}]}`, "warning the response was cut off (content_filter)\n"},
	} {
		if got := dump(one(tt.in)); got != tt.want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, tt.want)
		}
	}
}

// Names of files stand before what is said of them.
func TestSeveralMessages(t *testing.T) {
	t.Parallel()
	r := parse.Parse([]parse.Input{{Name: "a.json", Text: "[1]"}, {Name: "b.json", Text: call0}, {Name: "c.json", Text: `{"choices": [`}}, parse.Options{})
	want := done0 + "malformed_message_0:1 the JSON ends in the middle, at byte 13: the response may be cut off; nothing of it was run | Send it again, whole; a long text in several calls.\n"
	if got := dump(r); got != want || r.Operations[0].Source != "b.json" || r.Refused != "a.json: it is JSON, but no message of a known kind: an array" {
		t.Errorf("got  %swant %s", got, want)
	}
}

// TestTheChoiceOfIndexZeroIsUsed wherever it is listed; without an index the first is.
func TestTheChoiceOfIndexZeroIsUsed(t *testing.T) {
	t.Parallel()
	const warning = "warning line 1: 2 choices: only the first was used\n"
	choice := func(start, file string) string {
		return fmt.Sprintf(`{%s"message": {"role": "assistant", "content": "<delete><file>%s</file></delete>"}}`, start, file)
	}
	for _, tt := range []struct{ name, one, other, want string }{
		{"listed-later", choice(`"index": 1, `, "b"), choice(`"index": 0, `, "a"), `file_delete_0:1 file="a"`},
		{"listed-first", choice(`"index": 0, `, "a"), choice(`"index": 1, `, "b"), `file_delete_0:1 file="a"`},
		{"not-there", choice(`"index": 2, `, "a"), choice(`"index": 1, `, "b"), `file_delete_0:1 file="a"`},
		{"no-index", choice("", "a"), choice("", "b"), `file_delete_0:1 file="a"`},
		{"index-twice", choice(`"index": 1, `, "b"), choice(`"index": 1, "index": 0, `, "a"), `malformed_message_0:1 "index" stands twice in the choice: nothing of it was run`},
	} {
		in := `{"object": "chat.completion", "choices": [` + tt.one + ", " + tt.other + "]}"
		got := dump(parse.Parse([]parse.Input{{Text: in}}, parse.Options{}))
		if want := tt.want + "\n" + warning; !strings.HasPrefix(got, tt.want) || !strings.HasSuffix(got, warning) {
			t.Errorf("%s: got\n%s\nwant\n%s", tt.name, got, want)
		}
	}
}

// TestACutTextSaysThatItsRestWasNotRun: a call after the text is run, and what is said of
// the text does not deny it.
func TestACutTextSaysThatItsRestWasNotRun(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]string{
		"<edit><file>a</file><find>x": "The text ends inside the <find> of this <edit>: its </find> and </edit> are missing. Nothing of this block was run, nor of the text after it.",
		"<think>foo":                  "unclosed <think> at line 1: what follows it in the text was not run",
		"<terminal>ls":                "unclosed <terminal> at line 1: what follows it in the text was not run",
	} {
		in := fmt.Sprintf(`{"role":"assistant","content":[{"type":"text","text":%q},{"type":"tool_use","id":"t","name":"delete","input":{"file":"b"}}]}`, text)
		r := parse.Parse([]parse.Input{{Text: in}}, parse.Options{})
		said := strings.Join(r.Warnings, "\n")
		if v, ok := r.Operations[0].Action.(ops.Invalid); ok {
			said = v.Hint
		}
		if !strings.HasPrefix(said, want) {
			t.Errorf("of %q it says %q, want %q", text, said, want)
		}
		if last := r.Operations[len(r.Operations)-1]; last.Type() != "file_delete" {
			t.Errorf("after %q: %s", text, dump(r))
		}
	}
}
