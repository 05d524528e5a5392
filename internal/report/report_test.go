package report_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

// action is an operation of the catalogue with these fields.
func action(tag string, fields ...string) ops.Action {
	var args []ops.Arg
	for i := 0; i < len(fields); i += 2 {
		args = append(args, ops.Arg{Name: fields[i], Value: ops.Value{Text: fields[i+1]}})
	}
	spec, _ := ops.Lookup(tag)
	a, err := spec.Build(wording.Tags, args)
	if err != nil {
		panic(err)
	}
	return a
}

func edited() ops.Result {
	return ops.Result{
		Operation: ops.Operation{Action: action("delete", "file", "a"), ID: "file_delete_0", Line: 3},
		Done: ops.Done{
			Path: "a.py", Summary: wording.Sentence{Verb: "Replaced", Before: "2 occurrences in ", Path: "a.py"}, Notes: []string{"Locations: lines 1, 2"},
			Backup: "a.py.bak", Warnings: []string{"careful"}, Changed: true, Replacements: 2, Lines: []int{1, 2},
			Excerpt: "     1\tx <y>\n", Diff: "--- a/a.py\n",
		},
		Elapsed: 1500 * time.Microsecond,
	}
}

func failed(err ops.Error) ops.Result {
	err.Path = "b"
	return ops.Result{
		Operation: ops.Operation{Action: ops.Invalid{Tag: "edit", Skipped: err.Code == ops.Skipped}, ID: "malformed_edit_0", Line: 9, Source: "b.md"},
		Err:       &err,
	}
}

func TestNotRun(t *testing.T) {
	q := report.Quoted{Operation: "edit", Line: 4, In: "fence"}
	if got := report.NotRun(nil); got != "" {
		t.Errorf("got %q for nothing", got)
	}
	if got, want := report.NotRun([]report.Quoted{q}), "not run, because quoted: <edit> at line 4 in fence\nTo run a block, write it without a code fence or indentation around it."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got, want := report.NotRun([]report.Quoted{{Operation: "edit", Line: 4, In: "fence", Source: "r.md"}}), "not run, because quoted: <edit> at line 4 of r.md in fence\nTo run a block, write it without a code fence or indentation around it."; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	p := report.Quoted{Operation: "edit", Form: wording.SearchReplace, Line: 2, In: "a response with operation blocks"}
	const beside = "not run, because the response has operation blocks: SEARCH/REPLACE block at line 2\n" +
		"Send all changes in one form. To run these in place of the operation blocks: --input search-replace"
	if got, want := report.NotRun([]report.Quoted{p}), beside; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := report.NotRun([]report.Quoted{q, p}); !strings.HasPrefix(got, beside+"\nnot run, because quoted: <edit> at line 4 in fence\n") {
		t.Errorf("got %q, want what is quoted apart from the other form", got)
	}
	if got := report.NotRun([]report.Quoted{q, q, q, q, q, q, q}); !strings.Contains(got, ", and 2 more\n") {
		t.Errorf("got %q, want the rest counted", got)
	}
}

func TestRunJSON(t *testing.T) {
	rep := report.Run{
		Report: run.Report{
			Run: "20261120T201501-3f2a", Root: "/srv/app", Committed: true, Warnings: []string{"w"},
			Results: []ops.Result{edited(), failed(ops.Error{Code: ops.NoMatch, Msg: "❌ Pattern not found", Hint: "Read b."})},
			Files:   []run.File{{Name: "a.py", Kind: "modified"}},
		},
		Quoted: []report.Quoted{{Operation: "delete", Line: 31, In: "fence"}},
		Notes:  []string{"n"},
	}
	var b strings.Builder
	if err := report.RunJSON(&b, rep); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), `x <y>`) {
		t.Error(`"<" is escaped`)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"version": 1.0, "root": "/srv/app", "run": "20261120T201501-3f2a", "dry_run": false, "atomic": false, "committed": true,
		"results": []any{
			map[string]any{
				"tool_id": "file_delete_0", "tool_type": "file_delete", "tool_name": "delete", "success": true,
				"output": "✅ Replaced 2 occurrences in a.py\nLocations: lines 1, 2\nBackup: a.py.bak", "error": "",
				"execution_time": 0.0015, "path": "a.py", "line": 3.0, "changed": true, "replacements": 2.0,
				"lines": []any{1.0, 2.0}, "backup": "a.py.bak", "snippet": "     1\tx <y>\n", "diff": "--- a/a.py\n",
				"warnings": []any{"careful"},
			},
			map[string]any{
				"tool_id": "malformed_edit_0", "tool_type": "malformed_file_op", "tool_name": "edit", "success": false,
				"output": "", "error": "❌ Pattern not found\nRead b.", "code": "no_match", "hint": "Read b.",
				"execution_time": 0.0, "path": "b", "source": "b.md", "line": 9.0, "changed": false, "replacements": 0.0,
				"lines": []any{}, "backup": "", "snippet": "", "diff": "", "warnings": []any{},
			},
		},
		"files":    []any{map[string]any{"path": "a.py", "kind": "modified"}},
		"quoted":   []any{map[string]any{"operation": "delete", "line": 31.0, "in": "fence"}},
		"warnings": []any{"n", "w"},
		"summary":  map[string]any{"total": 2.0, "succeeded": 1.0, "failed": 1.0, "skipped": 0.0, "files_changed": 1.0},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("want -, got +\n%s", d)
	}
}

func response() report.Response {
	v := func(text string, block bool) ops.Value { return ops.Value{Text: text, Block: block} }
	return report.Response{
		Content: "prose", Thinking: []string{"hm"}, Commands: []string{"ls"}, Warnings: []string{"w"},
		Quoted: []report.Quoted{{Operation: "delete", Line: 31, In: "fence"}},
		Operations: []ops.Operation{
			{Action: action("insert_after", "file", "a", "pattern", "x", "content", "y"), ID: "file_insert_after_0", Line: 3, Source: "r.md", Args: []ops.Arg{
				{Name: "file", Value: v(" a.py ", false)}, {Name: "pattern", Value: v("x\n", true)}, {Name: "content", Value: v("y\nz\n", true)},
			}},
			{Action: action("insert_at", "file", "a", "line", "7", "content", "y"), ID: "file_insert_at_0", Line: 5, Args: []ops.Arg{{Name: "line", Value: v("7", false)}}},
			{Action: ops.Invalid{Tag: "edit", Msg: "Missing required tag: <replace>", Hint: "h", Expected: "e", Preview: "p"}, ID: "malformed_edit_0", Line: 20},
			{Action: ops.Invalid{Tag: "edit", Msg: "Skipped: x", Skipped: true}, ID: "file_edit_0", Line: 22},
		},
	}
}

func TestResponseJSON(t *testing.T) {
	var b strings.Builder
	if err := report.ResponseJSON(&b, response()); err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal([]byte(b.String()), &got); err != nil {
		t.Fatal(err)
	}
	want := map[string]any{
		"version": 1.0, "content": "prose", "turn_completed": false,
		"components": map[string]any{
			"thinking": []any{"hm"}, "terminal_commands": []any{"ls"},
			"file_operations": []any{
				map[string]any{"id": "file_insert_after_0", "type": "file_insert_after", "line": 3.0, "source": "r.md", "file": "a.py", "pattern": "x", "content": "y\nz\n"},
				map[string]any{"id": "file_insert_at_0", "type": "file_insert_at", "line": 5.0, "field_line": "7"},
			},
		},
		"malformed": []any{map[string]any{
			"id": "malformed_edit_0", "operation": "edit", "line": 20.0, "error": "Missing required tag: <replace>",
			"hint": "h", "expected_format": "e", "content_preview": "p",
		}},
		"skipped":  []any{map[string]any{"id": "file_edit_0", "operation": "edit", "line": 22.0, "error": "Skipped: x"}},
		"quoted":   []any{map[string]any{"operation": "delete", "line": 31.0, "in": "fence"}},
		"warnings": []any{"w"},
		"metadata": map[string]any{"has_thinking": true, "has_terminal_commands": true, "has_file_operations": true, "total_tools": 3.0},
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("want -, got +\n%s", d)
	}
}

func TestHumanResponse(t *testing.T) {
	got := shown(t, terminal.Options{}, func(w *terminal.Writer) error { return report.Human{}.Response(w, response()) })
	want := `line 3: file_insert_after_0
  file: a.py
  pattern: x
  content:
    y
    z
line 5: file_insert_at_0
  line: 7
line 20: malformed_edit_0: Missing required tag: <replace>
  h
line 22: file_edit_0: Skipped: x
line 31: <delete> quoted in fence: not run
command (never run): ls
thinking: 2 characters
Warning: w
`
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("want -, got +\n%s", d)
	}
}

// closed is a writer whose reader went away.
type closed struct{}

var errClosed = errors.New("closed")

func (closed) Write([]byte) (int, error) { return 0, errClosed }

func TestWriteErrorsAreReturned(t *testing.T) {
	rep := report.Run{Report: run.Report{Results: []ops.Result{edited()}, Files: []run.File{{Diff: "x"}}}}
	human := func(write func(*terminal.Writer) error) error {
		w := terminal.NewWriter(closed{}, terminal.Options{})
		return errors.Join(write(w), w.Flush())
	}
	for name, err := range map[string]error{
		"run":           human(func(w *terminal.Writer) error { return report.Human{}.Run(w, rep) }),
		"diffs":         human(func(w *terminal.Writer) error { return report.Human{}.Diffs(w, rep.Files) }),
		"run_json":      report.RunJSON(closed{}, rep),
		"response":      human(func(w *terminal.Writer) error { return report.Human{}.Response(w, response()) }),
		"response_json": report.ResponseJSON(closed{}, response()),
	} {
		if !errors.Is(err, errClosed) {
			t.Errorf("%s: got %v, want the writer's error", name, err)
		}
	}
}
