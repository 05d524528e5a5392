package report_test

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/report"
	"fileops/internal/run"
)

// reply writes a run in the shape of an API.
func reply(api string) func(io.Writer, report.Run) error {
	return func(w io.Writer, rep report.Run) error { return report.Reply(w, rep, api) }
}

// TestAnswersOfOtherAPIs writes a run with two calls, of which one has no id, a block and a
// warning, and one with nothing to answer.
func TestAnswersOfOtherAPIs(t *testing.T) {
	read := ops.Result{
		Operation: ops.Operation{Action: ops.Read{}, ID: "file_read_0", Line: 5},
		Done:      ops.Done{Path: "a", Summary: wording.Sentence{Verb: "Read", Path: "a", Size: "1 line"}, Content: "     1\tx\n"},
	}
	missed := failed(ops.Error{Code: ops.NoMatch, Msg: "m", Hint: "h"})
	const readText, blockText = "✅ Read a (1 line)\n     1\tx", "file_delete_0 (line 3):\n" + editedText + "\n\nWarning: w"
	noID := func(api string) ops.Result {
		res := called("made_up_0", api, missed)
		res.Call.NoID = true
		return res
	}
	having := func(api string) report.Run {
		first := called("7", api, read)
		first.Call.Item = map[string]string{"mcp": "number"}[api]
		return report.Run{Report: run.Report{Results: []ops.Result{first, noID(api), edited()}, Warnings: []string{"w"}}}
	}
	toolText := func(name, text string) object { return object{"role": "tool", "tool_name": name, "content": text} }
	rpc := func(parts ...any) object {
		return object{"jsonrpc": "2.0", "id": 7.0, "result": object{"content": parts, "isError": false}}
	}
	response := func(o object) object { return object{"functionResponse": o} }
	result := func(status string, parts ...any) object {
		return object{"toolResult": object{"toolUseId": "7", "status": status, "content": parts}}
	}
	said := func(text string) object { return object{"text": text} }

	for _, tt := range []struct {
		api            string
		several, empty any
	}{
		{
			"gemini",
			object{"role": "user", "parts": list{
				response(object{"id": "7", "name": "Edit", "response": object{"output": readText}}),
				response(object{"name": "Edit", "response": object{"error": "m\nh"}}), said(blockText),
			}},
			object{"role": "user", "parts": list{}},
		},
		{
			"bedrock",
			object{"role": "user", "content": list{result("success", said(readText)), said("made_up_0 (line 9 of b.md):\nError: m\nh\n\n" + blockText)}},
			object{"role": "user", "content": list{}},
		},
		{
			"ollama",
			list{toolText("Edit", readText), toolText("Edit", "Error: m\nh"), user(blockText)},
			list{},
		},
		{
			"mcp",
			rpc(block(readText), block("made_up_0 (line 9 of b.md):\nError: m\nh\n\n"+blockText)),
			nil,
		},
	} {
		for name, c := range map[string]struct {
			rep  report.Run
			want any
		}{"several": {having(tt.api), tt.several}, "nothing": {report.Run{Trouble: "none"}, tt.empty}} {
			var b strings.Builder
			if err := report.Reply(&b, c.rep, tt.api); err != nil {
				t.Fatal(err)
			}
			if c.want == nil {
				if b.String() != "" {
					t.Errorf("%s, %s: %s", tt.api, name, b.String())
				}
				continue
			}
			var got any
			if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
				t.Fatalf("%s, %s: %v in %s", tt.api, name, err, b.String())
			}
			if d := cmp.Diff(c.want, got); d != "" {
				t.Errorf("%s, %s: want -, got +\n%s", tt.api, name, d)
			}
		}
	}
}

// TestReplies: both APIs of OpenAI are answered alike, and a text with a text.
func TestReplies(t *testing.T) {
	rep := report.Run{Report: run.Report{Results: []ops.Result{called("c1", "", edited()), edited()}}}
	if d := cmp.Diff(decoded(t, reply("openai"), rep), decoded(t, reply("openai-responses"), rep)); d != "" {
		t.Errorf("both APIs of OpenAI are answered in one array: -openai +openai-responses\n%s", d)
	}
	var b strings.Builder
	if err := report.Reply(&b, rep, ""); err != nil {
		t.Fatal(err)
	}
	if want := "c1 (line 3):\n" + editedText + "\n\nfile_delete_0 (line 3):\n" + editedText + "\n"; b.String() != want {
		t.Errorf("a text is answered by %q, want %q", b.String(), want)
	}
	b.Reset()
	if err := report.Reply(&b, report.Run{}, ""); err != nil || b.String() != "" {
		t.Errorf("nothing is answered by %q, %v", b.String(), err)
	}
	for _, api := range []string{"", "gemini", "bedrock", "ollama"} {
		if err := report.Reply(closed{}, rep, api); !errors.Is(err, errClosed) {
			t.Errorf("%s: got %v, want the writer's error", api, err)
		}
	}
}

// TestLeftCalls: the report names them if calls are to be left, and only then.
func TestLeftCalls(t *testing.T) {
	for _, tt := range []struct {
		left []string
		want any
	}{{nil, nil}, {[]string{}, list{}}, {[]string{"c1"}, list{"c1"}}} {
		got := decoded(t, report.RunJSON, report.Run{Left: tt.left}).(object)["left"]
		if d := cmp.Diff(tt.want, got); d != "" {
			t.Errorf("%q: want -, got +\n%s", tt.left, d)
		}
	}
}
