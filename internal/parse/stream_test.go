package parse_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/ops"
	"fileops/internal/parse"
)

// streams are recorded streams. They have the shape of
// https://docs.claude.com/en/docs/build-with-claude/streaming,
// https://platform.openai.com/docs/api-reference/chat-streaming,
// https://platform.openai.com/docs/api-reference/responses-streaming,
// https://ai.google.dev/api/generate-content and https://docs.ollama.com/api/streaming.
func streams(tb testing.TB) map[string]string {
	tb.Helper()
	files, err := filepath.Glob("../../testdata/stream/*")
	if err != nil || len(files) == 0 {
		tb.Fatalf("no streams: %v", err)
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

// streamed is what each of the larger streams asks for: the lines at which its two calls stand,
// the ids and the API of them, and what else there is.
func streamed(first, second int, id, api, more string) string {
	ids := [2]string{id + "_1", id + "_2"}
	if id == "" {
		ids = [2]string{"file_str_replace_0", "file_mkdir_1"}
	}
	return `file_mkdir_0:2 path="e"` + "\n" +
		fmt.Sprintf(`%s:%d Edit(%s) file_path="a.py" old_string="x = 1" new_string="x = “2”"`, ids[0], first, api) + "\n" +
		fmt.Sprintf(`%s:%d mkdir(%s) path="d"`, ids[1], second, api) + "\n" + more
}

// TestStreams puts recorded streams together. A text with operation blocks is a text, although
// it comes in pieces.
func TestStreams(t *testing.T) {
	t.Parallel()
	texts := streams(t)
	const thought = `thinking "Two changes."` + "\n"
	want := map[string]string{
		"anthropic.sse":       streamed(35, 56, "toolu", "anthropic", thought),
		"anthropic_small.sse": "t0:5 mkdir(anthropic) path=\"d0\"\nt1:14 mkdir(anthropic) path=\"d1\"\n",
		"openai.sse":          streamed(9, 19, "call", "openai", ""),
		"responses.sse":       streamed(59, 59, "call", "openai-responses", ""),
		"gemini.sse":          streamed(7, 9, "", "gemini", thought),
		"gemini.json":         streamed(4, 5, "", "gemini", thought),
		"ollama.jsonl":        streamed(5, 6, "", "ollama", thought),
	}
	if d := cmp.Diff(slices.Sorted(maps.Keys(want)), slices.Sorted(maps.Keys(texts))); d != "" {
		t.Errorf("the streams differ (-want +got):\n%s", d)
	}
	for name, text := range texts {
		for _, input := range []string{"auto", "tools"} {
			for how, in := range map[string]string{"": text, " with CRLF": strings.ReplaceAll(text, "\n", "\r\n"), " without its last lines": strings.TrimRight(text, "\n")} {
				r := parse.Parse([]parse.Input{{Text: in}}, parse.Options{Input: input})
				if got := dump(r); got != want[name] || r.Refused != "" {
					t.Errorf("%s%s, --input %s: %s\ngot  %swant %s", name, how, input, r.Refused, got, want[name])
				}
			}
		}
	}
}

// marks are texts of the larger streams. In the event in which one of them first stands, one
// more operation is whole and may run: the block in the text, the first call since the second
// begins, the second since the message ends.
var marks = map[string][]string{
	"anthropic.sse":       {"</mkdir>", "toolu_2", `"stop_reason": "tool_use"`},
	"anthropic_small.sse": {`"t1"`, `"stop_reason": "tool_use"`},
	"openai.sse":          {"</mkdir>", "call_2", `"finish_reason": "tool_calls"`},
	"responses.sse":       {"</mkdir>", "call_2", "response.completed"},
	"gemini.sse":          {"</mkdir>", `{"path": "d"}`, "STOP"},
	"gemini.json":         {"", "", `"STOP"`},
	"ollama.jsonl":        {"</mkdir>", `{"path": "d"}`, `"done": true`},
}

// TestEveryCutOfAStream cuts streams behind every event. What was whole runs, as in a message
// that a limit cut off; the call in or after which the stream breaks off does not.
func TestEveryCutOfAStream(t *testing.T) {
	t.Parallel()
	for name, text := range streams(t) {
		if name == "gemini.json" {
			continue // see TestEveryByteOfAnArray
		}
		between := "\n\n"
		if strings.HasSuffix(name, ".jsonl") {
			between = "\n"
		}
		events := strings.SplitAfter(strings.TrimRight(text, "\n")+between, between)
		for n := range events {
			cutAt(t, name, strings.Join(events[:n], ""), text)
		}
	}
}

// TestEveryByteOfAStream cuts them at every byte: an event that is cut off is as none.
func TestEveryByteOfAStream(t *testing.T) {
	t.Parallel()
	texts := streams(t)
	for _, name := range []string{"anthropic_small.sse", "ollama.jsonl"} {
		for n := range len(texts[name]) {
			cutAt(t, name, texts[name][:n], texts[name])
		}
	}
}

// TestEveryByteOfAnArray cuts a stream that is one array. Cut off, it is no JSON, so nothing of it
// runs, and as tool calls it is refused.
func TestEveryByteOfAnArray(t *testing.T) {
	t.Parallel()
	text := strings.TrimRight(streams(t)["gemini.json"], "\n")
	for n := 1; n < len(text); n++ {
		for _, input := range []string{"auto", "tools"} {
			if got := running(text[:n], input); len(got) > 0 {
				t.Fatalf("--input %s, cut at byte %d, runs %+v", input, n, got)
			}
		}
		r := parse.Parse([]parse.Input{{Text: text[:n]}}, parse.Options{Input: "tools"})
		if r.Refused == "" && len(r.Operations) == 0 {
			t.Fatalf("cut at byte %d, nothing is said", n)
		}
	}
	if got := running(text, "auto"); len(got) == 0 {
		t.Error("the whole array runs nothing")
	}
}

// cutAt compares what runs of a stream that is cut off with what is whole of it.
func cutAt(t *testing.T, name, head, text string) {
	t.Helper()
	seen := strings.TrimRight(head, "\n")
	last := seen[strings.LastIndexByte(seen, '\n')+1:]
	if !json.Valid([]byte(strings.TrimPrefix(last, "data: "))) {
		seen = strings.TrimSuffix(seen, last)
	}
	whole := 0
	for _, mark := range marks[name] {
		whole += min(1, strings.Count(seen, mark))
	}
	all := running(text, "auto")
	got := running(head, "auto")
	if len(got) != whole {
		t.Fatalf("%s, cut at byte %d, runs %d operations, want %d:\n%s", name, len(head), len(got), whole, dump(one(head)))
	}
	for i, op := range got {
		if op.ID != all[i].ID || !slices.Equal(op.Args, all[i].Args) {
			t.Fatalf("%s, cut at byte %d, runs %+v, want %+v", name, len(head), op, all[i])
		}
	}
}

// sse is a stream with these events.
func sse(events ...string) string { return "data: " + strings.Join(events, "\n\ndata: ") + "\n\n" }

// TestStreamsInDoubt reads streams that do not go as they should.
func TestStreamsInDoubt(t *testing.T) {
	t.Parallel()
	const (
		starts  = `{"type":"message_start","message":{"role":"assistant","content":[]}}`
		stops   = `{"type":"message_delta","delta":{"stop_reason":"tool_use"}}`
		call    = `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"x","name":"mkdir","input":{}}}`
		path    = `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"{\"path\":\"d\"}"}}`
		closed  = `{"type":"content_block_stop","index":0}`
		other   = `{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"y","name":"mkdir","input":{"path":"e"}}}`
		closed1 = `{"type":"content_block_stop","index":1}`
		again   = " in or after this call; it was not run | Send the call again, whole.\n"
		didX    = "x:3 mkdir(anthropic) path=\"d\"\n"
	)
	chat := func(rest string) string { return `{"choices":[{"index":0,` + rest + `}]}` }
	piece := func(index, id, name, arguments string) string {
		return chat(fmt.Sprintf(`"delta":{"tool_calls":[{%s"id":%q,"function":{"name":%q,"arguments":%q}}]}`, index, id, name, arguments))
	}
	done := chat(`"delta":{},"finish_reason":"tool_calls"`)
	item := func(kind, status, arguments string) string {
		return fmt.Sprintf(`{"type":"response.output_item.%s","output_index":0,"item":{"type":"function_call","call_id":"c","name":"mkdir","status":%q,"arguments":%q}}`, kind, status, arguments)
	}
	for _, tt := range []parseCase{
		{"call-without-an-end", sse(starts, call, path, other, closed1, stops), "x:3 mkdir(anthropic) the response was cut off (its end is not in the stream)" + again +
			"y:7 mkdir(anthropic) it stands behind a part of the message whose end is not in the stream; it was not run\n"},
		{"text-without-an-end", sse(starts, `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":"<delete><file>a</file></delete><del"}}`, other, closed1, stops),
			"file_delete_0:1 file=\"a\"\ny:5 mkdir(anthropic) it stands behind a part of the message whose end is not in the stream; it was not run\n"},
		{"text-behind-a-call-without-an-end", sse(starts, call, path, `{"type":"content_block_start","index":1,"content_block":{"type":"text","text":"<delete><file>a</file></delete>"}}`, closed1, stops),
			"x:3 mkdir(anthropic) the response was cut off (its end is not in the stream)" + again + "file_delete_0:1 Skipped: the text that it stands in stands behind a part of the message whose end is not in the stream\n"},
		{"an-error", sse(starts, call, path, closed, `{"type":"error","error":{"type":"overloaded_error","message":"Overloaded"}}`), "x:3 mkdir(anthropic) the response was cut off (its stream breaks off with an error: overloaded_error)" + again},
		{"an-error-before-anything", sse(starts, `{"type":"error","error":{"type":"overloaded_error"}}`), "malformed_message_0:1 the response was cut off (its stream breaks off with an error: overloaded_error) before it asked for any operation | Go on where the text stops. Send a long text in several operations, or raise the limit of tokens.\n"},
		{"events-behind-an-error", sse(starts, call, `{"type":"error","error":"x"}`, path, closed, stops), "x:3 mkdir(anthropic) path is missing | mkdir takes path\n"},
		{"an-event-that-is-no-json", sse(starts, call, path, closed, `{"type":`, other, closed1, stops), "x:3 mkdir(anthropic) the response was cut off (its stream breaks off: the event at line 9 is no JSON)" + again},
		{"a-delta-of-nothing", sse(starts, path, stops), "malformed_message_0:1 the response was cut off (its stream breaks off: content_block_delta of block 0, which is not open) before it asked for any operation | Go on where the text stops. Send a long text in several operations, or raise the limit of tokens.\n"},
		{"a-delta-behind-the-end", sse(starts, call, path, closed, path, stops), "x:3 mkdir(anthropic) the response was cut off (its stream breaks off: content_block_delta of block 0, which is not open)" + again},
		{"a-member-twice", sse(starts, call, `{"type":"content_block_delta","index":0,"index":1,"delta":{}}`, closed, stops), "x:3 mkdir(anthropic) path is missing | mkdir takes path\n"},
		{"a-limit", sse(starts, call, path, closed, strings.Replace(stops, "tool_use", "max_tokens", 1)), "x:3 mkdir(anthropic) the response was cut off (max_tokens)" + again},
		{"two-messages", sse(starts, call, path, closed, stops, `{"type":"message_stop"}`, starts, strings.Replace(call, `"x"`, `"z"`, 1), path, closed, stops), didX + "z:15 mkdir(anthropic) path=\"d\"\n"},
		{"the-first-breaks-off", sse(starts, call, path, starts, strings.Replace(call, `"x"`, `"z"`, 1), path, closed, stops), "x:3 mkdir(anthropic) the response was cut off (its end is not in the stream)" + again + "z:9 mkdir(anthropic) path=\"d\"\n"},
		{"data-in-two-lines", ": hello\nid: 1\ndata: {\"type\":\"message_start\",\ndata: \"message\":{\"role\":\"assistant\",\"content\":[]}}\nretry: 3\n\n" + sse(call, path, closed, stops), "x:7 mkdir(anthropic) path=\"d\"\n"},
		{"halves-of-a-character", sse(starts, call, strings.Replace(path, `d\"}`, `\ud83d`, 1), `{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"\ude00\"}"}}`, closed, stops), ""},
		{"lines-of-json", strings.Join([]string{starts, call, path, closed, stops}, "\n"), "x:2 mkdir(anthropic) path=\"d\"\n"},
		{"lines-of-json-and-a-call", strings.Join([]string{starts, call, path, closed, stops, call0}, "\n"), "x:2 mkdir(anthropic) path=\"d\"\nfile_delete_0:6 delete() file=\"a\"\n"},
		{"lines-of-json-that-are-cut-off", strings.Join([]string{starts, call, path, closed, stops[:20]}, "\n"), ""},

		{"one-index-for-all", sse(piece(`"index":0,`, "1", "mkdir", `{"path":"d"}`), piece(`"index":0,`, "2", "mkdir", `{"path":"e"}`), done), "1:1 mkdir(openai) path=\"d\"\n2:3 mkdir(openai) path=\"e\"\n"},
		{"no-index", sse(piece("", "1", "mkdir", `{"path":"d"}`), piece("", "2", "mkdir", `{"path":"e"}`), done), "1:1 mkdir(openai) path=\"d\"\n2:3 mkdir(openai) path=\"e\"\n"},
		{"names-again", sse(piece(`"index":0,`, "1", "mkdir", `{"path":`), piece(`"index":0,`, "1", "mkdir", `"d"}`), done), "1:1 mkdir(openai) path=\"d\"\n"},
		{"pieces-in-turns", sse(piece(`"index":0,`, "1", "mkdir", `{"path":`), piece(`"index":1,`, "2", "mkdir", `{"path":"e"}`), piece(`"index":0,`, "", "", `"d"}`), done), "1:1 mkdir(openai) path=\"d\"\n2:3 mkdir(openai) path=\"e\"\n"},
		{"arguments-as-an-object", sse(chat(`"delta":{"tool_calls":[{"index":0,"id":"1","function":{"name":"mkdir","arguments":{"path":"d"}}}]}`), done), "1:1 mkdir(openai) path=\"d\"\n"},
		{"a-custom-call", sse(chat(`"delta":{"tool_calls":[{"index":0,"id":"1","type":"custom","custom":{"name":"apply_patch","input":"*** Begin Patch\n*** Delete"}}]}`), chat(`"delta":{"tool_calls":[{"index":0,"custom":{"input":" File: a\n*** End Patch"}}]}`), done), "1:1 apply_patch(openai) file=\"a\"\n"},
		{"a-call-of-old", sse(chat(`"delta":{"function_call":{"name":"mkdir","arguments":""}}`), chat(`"delta":{"function_call":{"arguments":"{\"path\":\"d\"}"}}`), chat(`"delta":{},"finish_reason":"function_call"`)), "file_mkdir_0:1 mkdir(openai) path=\"d\"\n"},
		{"no-end-but-done", sse(piece(`"index":0,`, "1", "mkdir", `{"path":"d"}`), "[DONE]"), "1:1 mkdir(openai) path=\"d\"\n"},
		{"no-end", sse(piece(`"index":0,`, "1", "mkdir", `{"path":"d"}`)), "1:1 mkdir(openai) the response was cut off (its stream breaks off)" + again},
		{"a-second-choice", sse(piece(`"index":0,`, "1", "mkdir", `{"path":"d"}`), strings.Replace(piece(`"index":0,`, "2", "mkdir", `{"path":"e"}`), `"index":0`, `"index":1`, 1), done), "1:1 mkdir(openai) path=\"d\"\nwarning line 1: 2 choices: only the first was used\n"},
		{"an-error-in-a-chunk", sse(piece(`"index":0,`, "1", "mkdir", `{"path":"d"}`), `{"error":{"message":"Provider disconnected","code":502},"choices":[{"index":0,"delta":{},"finish_reason":"error"}]}`), "1:1 mkdir(openai) the response was cut off (its stream breaks off with an error: Provider disconnected)" + again},

		{"a-response-without-its-last-event", sse(item("added", "in_progress", ""), item("done", "completed", `{"path":"d"}`)), "c:1 mkdir(openai-responses) the response was cut off (its stream breaks off)" + again},
		{"a-last-event-without-the-output", sse(item("added", "in_progress", ""), item("done", "completed", `{"path":"d"}`), `{"type":"response.completed","response":{"status":"completed","output":[]}}`), "c:1 mkdir(openai-responses) path=\"d\"\n"},
		{"an-item-without-an-end", sse(item("added", "in_progress", ""), `{"type":"response.function_call_arguments.delta","output_index":0,"delta":"{\"path\":\"d\"}"}`, `{"type":"response.completed","response":{"status":"completed","output":[]}}`), "c:1 mkdir(openai-responses) the response was cut off (its end is not in the stream)" + again},
		{"an-incomplete-response", sse(item("added", "in_progress", ""), item("done", "completed", `{"path":"d"}`), `{"type":"response.incomplete","response":{"status":"incomplete","incomplete_details":{"reason":"max_output_tokens"},"output":[]}}`), "c:1 mkdir(openai-responses) the response was cut off (incomplete: max_output_tokens)" + again},

		{"gemini-of-old", sse(`{"candidates":[{"content":{"parts":[{"functionCall":{"name":"mkdir","args":{"path":"d"}}}]},"finishReason":"STOP"}],"responseId":"r"}`, `{"candidates":[{"content":{"parts":[{"functionCall":{"name":"mkdir","args":{"path":"e"}}}]},"finishReason":"MAX_TOKENS"}],"responseId":"r"}`), "file_mkdir_0:1 mkdir(gemini) path=\"d\"\nfile_mkdir_1:3 mkdir(gemini) the response was cut off (MAX_TOKENS)" + again},
		{"another-api", sse(`{"object":"list","data":[]}`), "refused it is an event stream, but none of an API that is known: its first event is an object with \"object\", \"data\"\n"},
		{"nothing-whole", "event: message_start\ndata: {\"type\":", "refused it is an event stream that breaks off in its first event\n"},
	} {
		r := one(tt.in)
		got := dump(r)
		if r.Refused != "" {
			got += "refused " + r.Refused + "\n"
		}
		switch tt.name {
		case "halves-of-a-character":
			tt.want = "x:3 mkdir(anthropic) path=\"😀\"\n"
		case "lines-of-json-that-are-cut-off":
			tt.want = "x:2 mkdir(anthropic) the response was cut off (its stream breaks off)" + again
		}
		if got != tt.want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, tt.want)
		}
	}
}

// hostileStreams cost a careless reader the square of their length.
var hostileStreams = map[string]func(n int) string{
	"deltas": func(n int) string {
		return sse(`{"type":"message_start","message":{"role":"assistant","content":[]}}`, `{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","id":"x","name":"mkdir","input":{}}}`) +
			strings.Repeat(sse(`{"type":"content_block_delta","index":0,"delta":{"type":"input_json_delta","partial_json":"x"}}`), n)
	},
	"texts": func(n int) string {
		return sse(`{"type":"message_start","message":{"role":"assistant","content":[]}}`, `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`) +
			strings.Repeat(sse(`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"<edit>\n"}}`), n)
	},
	"blocks": func(n int) string {
		return strings.Repeat(sse(`{"type":"content_block_start","index":0,"content_block":{"type":"tool_use","name":"mkdir","input":{}}}`), n)
	},
	"messages": func(n int) string {
		return strings.Repeat(sse(`{"type":"message_start","message":{"role":"assistant","content":[]}}`), n)
	},
	"chunks": func(n int) string { return strings.Repeat(sse(`{"choices":[{"index":0,"delta":{"content":"x"}}]}`), n) },
	"calls": func(n int) string {
		return strings.Repeat(sse(`{"choices":[{"index":0,"delta":{"tool_calls":[{"function":{"name":"mkdir","arguments":"{}"}}]}}]}`), n)
	},
	"choices": func(n int) string {
		return sse(`{"choices":[` + strings.Repeat(`{"index":1,"delta":{}},`, n) + `{"index":0,"delta":{}}]}`)
	},
	"items": func(n int) string {
		return strings.Repeat(sse(`{"type":"response.output_item.added","output_index":0,"item":{"type":"function_call","name":"mkdir"}}`), n)
	},
	"candidates": func(n int) string {
		return strings.Repeat(sse(`{"candidates":[{"content":{"parts":[{"text":"x"}]}}]}`), n)
	},
	"lines": func(n int) string {
		return strings.Repeat(`{"message":{"role":"assistant","content":"x"},"done":false}`+"\n", n)
	},
	"comments": func(n int) string { return sse(`{"choices":[]}`) + strings.Repeat(": x\n\n", n) },
	"data":     func(n int) string { return strings.Repeat("data: [\n", n) },
	"a_line":   func(n int) string { return `data: {"choices":[` + strings.Repeat(" ", n) },
	"unknown":  func(n int) string { return sse(`{"choices":[]}`) + strings.Repeat(sse(`{"a":1}`), n) },
}

func TestLinearStreams(t *testing.T) {
	for name, text := range hostileStreams {
		t.Run(name, func(t *testing.T) { linear(t, text) })
	}
}

// FuzzStream: whatever the stream, there is no panic, every operation has an id of its own, and
// reading it again gives the same.
func FuzzStream(f *testing.F) {
	for _, text := range streams(f) {
		f.Add(text, len(text)/2)
	}
	f.Add(sse(`{"choices":[{"delta":{"tool_calls":[{"custom":{"name":"apply_patch"}}]}}]}`, `{"type":"response.completed","response":{}}`, "[DONE]"), 9)
	f.Fuzz(func(t *testing.T, in string, n int) {
		r := parse.Parse([]parse.Input{{Text: in}}, parse.Options{Input: "tools"})
		if again := parse.Parse([]parse.Input{{Text: in}}, parse.Options{Input: "tools"}); dump(r) != dump(again) {
			t.Errorf("read twice: %q, then %q", dump(r), dump(again))
		}
		seen := map[string]bool{}
		for i, op := range r.Operations {
			sameCall := i > 0 && op.Call.Name != "" && r.Operations[i-1].Call == op.Call && r.Operations[i-1].ID == op.ID
			if op.Line < 1 || op.ID == "" || seen[op.ID] && !sameCall {
				t.Errorf("operation %q on line %d", op.ID, op.Line)
			}
			seen[op.ID] = true
		}
		if n < 0 || n > len(in) {
			return
		}
		running(in[:n], "tools") // does not panic
	})
}

// TestAPIsOfResponses says whose messages are read, so that the answer has the same shape.
func TestAPIsOfResponses(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		del:   "",
		call0: "",
		`{"role": "assistant", "content": "x", "stop_reason": "end_turn"}`:                                                     "anthropic",
		`{"type": "message", "role": "assistant", "content": []}`:                                                              "anthropic",
		`{"role": "assistant", "content": "` + del + `"}`:                                                                      "openai",
		`{"choices": [{"message": {"role": "assistant", "content": "x"}}]}`:                                                    "openai",
		`{"id": "r", "output": [{"type": "message", "role": "assistant", "content": [{"type": "output_text", "text": "x"}]}]}`: "openai-responses",
		`{"candidates": [{"content": {"parts": [{"text": "x"}]}}]}`:                                                            "gemini",
		`{"role": "model", "parts": [{"text": "x"}]}`:                                                                          "gemini",
		`{"output": {"message": {"role": "assistant", "content": [{"text": "x"}]}}}`:                                           "bedrock",
		`{"role": "assistant", "content": [{"toolUse": {"toolUseId": "t", "name": "mkdir", "input": {}}}]}`:                    "bedrock",
		`{"message": {"role": "assistant", "content": "x"}, "done": true}`:                                                     "ollama",
		`{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "mkdir", "arguments": {}}}`:                    "mcp",
	} {
		if got := strings.Join(one(in).APIs, " "); got != want {
			t.Errorf("%s: got %q, want %q", in, got, want)
		}
	}
	for name, text := range streams(t) {
		want := map[string]string{"responses.sse": "openai-responses"}[name]
		if want == "" {
			want, _, _ = strings.Cut(strings.NewReplacer(".", " ", "_", " ").Replace(name), " ")
		}
		if got := strings.Join(one(text).APIs, " "); got != want {
			t.Errorf("%s: got %q, want %q", name, got, want)
		}
	}
}

// TestOtherToolsThatAreCutOff are no longer calls that another program may run.
func TestOtherToolsThatAreCutOff(t *testing.T) {
	t.Parallel()
	const use = `{"type": "tool_use", "id": "t", "name": "Bash", "input": {"command": "ls"}}`
	for stop, want := range map[string]bool{"tool_use": true, "max_tokens": false} {
		r := one(`{"role": "assistant", "stop_reason": "` + stop + `", "content": [` + use + `]}`)
		if v := r.Operations[0].Action.(ops.Invalid); v.Other != want {
			t.Errorf("%s: %+v", stop, v)
		}
	}
}
