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

type (
	object = map[string]any
	list   = []any
)

// called makes a result that of a call.
func called(id, api string, res ops.Result) ops.Result {
	res.ID, res.Call = id, ops.Call{Name: "Edit", API: api}
	return res
}

func block(text string) object { return object{"type": "text", "text": text} }

func toolResult(id, text string, failed bool) object {
	o := object{"type": "tool_result", "tool_use_id": id, "content": list{block(text)}}
	if failed {
		o["is_error"] = true
	}
	return o
}

func tool(id, text string) object { return object{"role": "tool", "tool_call_id": id, "content": text} }

func user(text string) object { return object{"role": "user", "content": text} }

// decoded is the JSON that write prints.
func decoded(t *testing.T, write func(io.Writer, report.Run) error, rep report.Run) any {
	t.Helper()
	var b strings.Builder
	if err := write(&b, rep); err != nil {
		t.Fatal(err)
	}
	var got any
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatalf("%v in %s", err, b.String())
	}
	return got
}

const editedText = "✅ Replaced 2 occurrences in a.py\nLocations: lines 1, 2\nBackup: a.py.bak\nWarning: careful\n     1\tx <y>"

func TestAnswers(t *testing.T) {
	read := ops.Result{
		Operation: ops.Operation{Action: ops.Read{}, ID: "file_read_0", Line: 5},
		Done:      ops.Done{Path: "a", Summary: wording.Sentence{Verb: "Read", Path: "a", Size: "1 line"}, Content: "     1\tx\n"},
	}
	missed := failed(ops.Error{Code: ops.NoMatch, Msg: "❌ Pattern not found in b\n\nFile not modified.", Hint: "Read b."})
	missedText := "❌ Pattern not found in b\n\nFile not modified.\nRead b."
	withheld := failed(ops.Error{Code: ops.Withheld, Msg: "y", Hint: "z"})
	withheld.Err.Unwritten = true
	warned := failed(ops.Error{Code: ops.Exists, Msg: "File already exists: b", Hint: ""})
	warned.Warnings = []string{"w"}
	having := func(results ...ops.Result) report.Run { return report.Run{Report: run.Report{Results: results}} }
	asked := func(rep report.Run, trouble string, more ...ops.Operation) report.Run {
		for _, res := range rep.Results {
			rep.Asked = append(rep.Asked, res.Operation)
		}
		rep.Asked, rep.Trouble = append(rep.Asked, more...), trouble
		return rep
	}
	dry := having(called("c1", "", edited()), called("c2", "", read))
	dry.DryRun = true
	noted := having(called("c1", "mcp", read))
	noted.Notes, noted.Warnings = []string{"n"}, []string{"w"}
	noted.Quoted = []report.Quoted{{Operation: "edit", Line: 4, In: "fence"}}
	fenced := report.Run{Trouble: "nothing to run: …", Quoted: noted.Quoted}
	const dryText = "✅ Replaced 2 occurrences in a.py\nLocations: lines 1, 2\nBackup: a.py.bak\nDry run: nothing was written.\nWarning: careful\n     1\tx <y>"
	const readText, notedText = "✅ Read a (1 line)\n     1\tx", "Warning: n\n\nWarning: w\n\nnot run, because quoted: <edit> at line 4 in fence\nTo run a block, write it without a code fence or indentation around it."
	blocksText := "file_delete_0 (line 3):\n" + editedText + "\n\nmalformed_edit_0 (line 9 of b.md):\nError: " + missedText

	for _, tt := range []struct {
		name              string
		rep               report.Run
		anthropic, openai list
	}{
		{
			"every_call_is_answered_in_order", having(
				called("c1", "anthropic", edited()), called("c2", "anthropic", missed), called("c3", "anthropic", read),
				called("c4", "anthropic", warned), called("c5", "anthropic", failed(ops.Error{Code: ops.Skipped, Msg: "Skipped: x", Hint: ""})), called("c6", "anthropic", withheld),
			),
			list{
				toolResult("c1", editedText, false), toolResult("c2", missedText, true), toolResult("c3", readText, false),
				toolResult("c4", "File already exists: b\nWarning: w", true), toolResult("c5", "Skipped: x", true), toolResult("c6", "Not written: y\nz", true),
			},
			list{
				tool("c1", editedText), tool("c2", "Error: "+missedText), tool("c3", readText),
				tool("c4", "Error: File already exists: b\nWarning: w"), tool("c5", "Error: Skipped: x"), tool("c6", "Error: Not written: y\nz"),
			},
		},
		{"blocks_are_one_text", having(edited(), missed), list{block(blocksText)}, list{user(blocksText)}},
		{
			"blocks_come_after_calls", having(edited(), called("c1", "openai", read), missed),
			list{toolResult("c1", readText, false), block(blocksText)}, list{tool("c1", readText), user(blocksText)},
		},
		{
			"responses_have_a_shape_of_their_own", having(called("c1", "openai-responses", missed), called("c2", "openai", read), edited()),
			list{toolResult("c1", missedText, true), toolResult("c2", readText, false), block("file_delete_0 (line 3):\n" + editedText)},
			list{object{"type": "function_call_output", "call_id": "c1", "output": "Error: " + missedText}, tool("c2", readText), user("file_delete_0 (line 3):\n" + editedText)},
		},
		{
			"an_id_is_answered_once", having(called("c1", "", read), called("c2", "", read), called("c1", "", missed)),
			list{toolResult("c1", "Error: 1 of the 2 operations of this call failed.\n\n"+readText+"\n\nError: "+missedText, true), toolResult("c2", readText, false)},
			list{tool("c1", "Error: 1 of the 2 operations of this call failed.\n\n"+readText+"\n\nError: "+missedText), tool("c2", readText)},
		},
		{
			"several_successes_of_a_call", having(called("c1", "", read), called("c1", "", read)),
			list{toolResult("c1", readText+"\n\n"+readText, false)}, list{tool("c1", readText+"\n\n"+readText)},
		},
		{
			"a_call_without_an_id_is_told_as_a_block", having(called("", "", ops.Result{Operation: ops.Operation{Action: ops.Read{}}, Done: read.Done})),
			list{block("Edit:\n" + readText)}, list{user("Edit:\n" + readText)},
		},
		{
			"a_dry_run_says_so_where_something_would_change", dry,
			list{toolResult("c1", dryText, false), toolResult("c2", readText, false)}, list{tool("c1", dryText), tool("c2", readText)},
		},
		{
			"what_there_is_to_say_besides", noted,
			list{toolResult("c1", readText, false), block(notedText)}, list{tool("c1", readText), user(notedText)},
		},
		{
			"no_text_is_empty", having(called("c1", "", ops.Result{Operation: read.Operation}), called("c2", "", failed(ops.Error{Code: ops.Malformed, Msg: "", Hint: ""}))),
			list{toolResult("c1", "(nothing to show)", false), toolResult("c2", "(nothing to show)", true)}, list{tool("c1", "(nothing to show)"), tool("c2", "Error: (nothing to show)")},
		},
		{
			"an_interrupted_run_answers_what_it_did_not_reach",
			asked(having(called("c1", "", read)), "interrupted: nothing was written", called("c2", "openai-responses", read).Operation, edited().Operation),
			list{toolResult("c1", readText, false), toolResult("c2", "Not run: interrupted: nothing was written", true), block("file_delete_0 (line 3):\nError: Not run: interrupted: nothing was written")},
			list{
				tool("c1", readText), object{"type": "function_call_output", "call_id": "c2", "output": "Error: Not run: interrupted: nothing was written"},
				user("file_delete_0 (line 3):\nError: Not run: interrupted: nothing was written"),
			},
		},
		{"nothing_asked_for_is_nothing_answered", report.Run{Trouble: "no operations in the response"}, list{}, list{}},
		{"what_is_quoted_is_told", fenced, list{block(notedText[len("Warning: n\n\nWarning: w\n\n"):])}, list{user(notedText[len("Warning: n\n\nWarning: w\n\n"):])}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if d := cmp.Diff(any(object{"role": "user", "content": tt.anthropic}), decoded(t, reply("anthropic"), tt.rep)); d != "" {
				t.Errorf("anthropic: want -, got +\n%s", d)
			}
			if d := cmp.Diff(any(tt.openai), decoded(t, reply("openai"), tt.rep)); d != "" {
				t.Errorf("openai: want -, got +\n%s", d)
			}
		})
	}
}

// TestAnswersAreText holds them to valid UTF-8 in which "<" is not escaped.
func TestAnswersAreText(t *testing.T) {
	res := edited()
	res.Summary = wording.Sentence{Path: "a\xff<&>"}
	rep := report.Run{Report: run.Report{Results: []ops.Result{res, called("c1", "", res)}}}
	for name, write := range map[string]func(io.Writer, report.Run) error{
		"anthropic": reply("anthropic"), "openai": reply("openai"), "jsonl": report.RunLines,
	} {
		var b strings.Builder
		if err := write(&b, rep); err != nil || strings.Count(b.String(), `a\ufffd<&>`) != 2 {
			t.Errorf("%s: %v, %s", name, err, b.String())
		}
		if err := write(closed{}, rep); !errors.Is(err, errClosed) {
			t.Errorf("%s: got %v, want the writer's error", name, err)
		}
	}
}

// TestRunLines holds the lines to be the object of RunJSON, cut up.
func TestRunLines(t *testing.T) {
	for _, rep := range []report.Run{
		{
			Report: run.Report{
				Run: "r", Root: "/srv/app", Committed: true, Warnings: []string{"w"}, Files: []run.File{{Name: "a.py", Kind: "modified"}},
				Results: []ops.Result{called("c1", "openai", edited()), failed(ops.Error{Code: ops.NoMatch, Msg: "m", Hint: "h"})},
			},
			Quoted: []report.Quoted{{Operation: "delete", Line: 31, In: "fence"}},
			Notes:  []string{"n"},
		},
		{Trouble: "no operations in the response"},
	} {
		var b strings.Builder
		if err := report.RunLines(&b, rep); err != nil {
			t.Fatal(err)
		}
		var got []object
		for line := range strings.Lines(b.String()) {
			var o object
			if err := json.Unmarshal([]byte(line), &o); err != nil {
				t.Fatalf("%v in the line %s", err, line)
			}
			got = append(got, o)
		}
		whole := decoded(t, report.RunJSON, rep).(object)
		var want []object
		for _, res := range whole["results"].(list) {
			o := res.(object)
			o["type"] = "result"
			want = append(want, o)
		}
		delete(whole, "results")
		whole["type"] = "run"
		if d := cmp.Diff(append(want, whole), got); d != "" {
			t.Errorf("want -, got +\n%s", d)
		}
	}
}
