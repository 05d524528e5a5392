package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

// did is the result of an operation that succeeded.
func did(tag string, d ops.Done) ops.Result {
	fields := map[string][]string{
		"edit": {"file", "a", "find", "x", "replace", "y"}, "create": {"file", "a", "content", "x"}, "append": {"file", "a", "content", "x"},
		"move": {"from", "a", "to", "b"}, "read": {"file", "a"}, "delete": {"file", "a"},
	}
	return ops.Result{Operation: ops.Operation{Action: action(tag, fields[tag]...), Line: 3}, Done: d}
}

func replaced(path string, n int, lines ...int) ops.Result {
	what := wording.Sentence{Verb: "Replaced", Before: fmt.Sprintf("%d occurrences in ", n), Path: path}
	return did("edit", ops.Done{Path: path, Summary: what, Changed: true, Replacements: n, Lines: lines, Backup: path + ".bak", Excerpt: "     1\ty\n"})
}

// printed is the report of a run.
func printed(t *testing.T, h report.Human, rep report.Run) string {
	t.Helper()
	return shown(t, terminal.Options{}, func(w *terminal.Writer) error { return h.Run(w, rep) })
}

// fail is the result of an operation that failed.
func fail(op ops.Operation, e ops.Error) ops.Result { return ops.Result{Operation: op, Err: &e} }

func expect(t *testing.T, got string, want ...string) {
	t.Helper()
	if d := cmp.Diff(strings.Join(want, "\n")+"\n", got); d != "" {
		t.Errorf("want -, got +\n%s", d)
	}
}

func TestOneLineForEachSuccess(t *testing.T) {
	t.Parallel()
	rep := report.Run{Report: run.Report{
		Committed: true,
		Results: []ops.Result{
			replaced("in", 2, 7, 9),
			did("create", ops.Done{Path: "new/c", Summary: wording.Sentence{Verb: "Created", Before: "parent directories and file: ", Path: "new/c", Size: "3 bytes"}, Changed: true, Warnings: []string{"careful\nvery"}}),
			did("append", ops.Done{Path: "d", Summary: wording.Sentence{Verb: "Appended", Before: "to ", Path: "d", Size: "1 line"}, Answer: "Successfully appended content to d", Changed: true}),
			did("move", ops.Done{Path: "y", From: "x", To: "y", Summary: wording.Sentence{Verb: "Moved", From: "x", Path: "y"}, Changed: true}),
			did("delete", ops.Done{Path: "gone", Summary: wording.Sentence{Verb: "Deleted", Path: "gone"}, Changed: true}),
			did("edit", ops.Done{Path: "same", Summary: wording.Sentence{Before: "No change: find and replace are identical in ", Path: "same"}}),
			did("read", ops.Done{Path: "r", Summary: wording.Sentence{Verb: "Read", Path: "r", Size: "2 lines"}, Content: "     1\tr\n"}),
		},
		Files: []run.File{
			{Name: "d", Kind: "modified", Added: 1}, {Name: "gone", Kind: "deleted", Removed: 4},
			{Name: "in", Kind: "modified", Added: 2, Removed: 3}, {Name: "new/c", Kind: "created", Added: 1}, {Name: "y", Kind: "moved", From: "x"},
		},
	}}
	expect(t, printed(t, report.Human{Undo: "fileops undo"}, rep),
		"✅ Replaced 2 occurrences in in:7 (+2 -3)",
		"✅ Created parent directories and file: new/c (+1)",
		"   Warning: careful",
		"   very",
		"✅ Appended to d (+1)",
		"✅ Moved x → y",
		"✅ Deleted gone (-4)",
		"· No change: find and replace are identical in same",
		"✅ Read r (2 lines)",
		"",
		"7 operations succeeded · 5 files changed, 4 insertions(+), 7 deletions(-) · 1 warning",
		"Undo: fileops undo",
	)
	rep.Committed, rep.DryRun = false, true
	expect(t, printed(t, report.Human{}, rep),
		"✅ Would replace 2 occurrences in in:7 (+2 -3)",
		"✅ Would create parent directories and file: new/c (+1)",
		"   Warning: careful",
		"   very",
		"✅ Would append to d (+1)",
		"✅ Would move x → y",
		"✅ Would delete gone (-4)",
		"· No change: find and replace are identical in same",
		"✅ Read r (2 lines)",
		"",
		"7 operations succeeded · 5 files would change, 4 insertions(+), 7 deletions(-) (dry run, nothing was written) · 1 warning",
	)
}

func TestChangesOfOneFileAreOneLine(t *testing.T) {
	t.Parallel()
	created := did("create", ops.Done{Path: "b", Summary: wording.Sentence{Verb: "Created", Path: "b", Size: "3 bytes"}, Changed: true})
	rep := report.Run{Report: run.Report{
		Committed: true,
		Results: []ops.Result{
			replaced("a", 4, 1), created, replaced("a", 5, 2), replaced("b", 1, 1),
			did("append", ops.Done{Path: "c", Summary: wording.Sentence{Verb: "Appended", Before: "to ", Path: "c", Size: "1 line"}, Changed: true}), replaced("c", 1, 3),
			did("move", ops.Done{Path: "d/c", From: "c", To: "d/c", Summary: wording.Sentence{Verb: "Moved", From: "c", Path: "d/c"}, Changed: true}), replaced("d/c", 1, 3),
		},
		Files: []run.File{
			{Name: "a", Kind: "modified", Added: 31, Removed: 12}, {Name: "b", Kind: "created", Added: 2},
			{Name: "d/c", Kind: "moved", From: "c", Added: 1, Removed: 1},
		},
	}}
	expect(t, printed(t, report.Human{}, rep),
		"✅ Replaced 9 occurrences in 2 edits of a (+31 -12)",
		"✅ Created b in 2 operations (+2)",
		"✅ Changed c in 3 operations (+1 -1)",
		"✅ Moved c → d/c",
		"",
		"8 operations succeeded · 3 files changed, 34 insertions(+), 13 deletions(-)",
	)
	rep.Results, rep.Files = rep.Results[:3], rep.Files[:2]
	expect(t, printed(t, report.Human{Verbose: true}, rep),
		"✅ Replaced 4 occurrences in a:1", "   Backup: a.bak", "        1\ty",
		"✅ Created b (+2)",
		"✅ Replaced 5 occurrences in a:2", "   Backup: a.bak", "        1\ty",
		"",
		"3 operations succeeded · 2 files changed, 33 insertions(+), 12 deletions(-)",
	)
}

func TestFailuresNameTheirPlace(t *testing.T) {
	t.Parallel()
	edit := action("edit", "file", "a", "find", "x", "replace", "y")
	rep := report.Run{Report: run.Report{Results: []ops.Result{
		replaced("a.py", 1, 3),
		fail(ops.Operation{Action: edit, Line: 24, Source: "two.md"}, ops.Error{Code: ops.NoMatch, Path: "b", Short: "text not found", Msg: "Pattern not found in b", Details: []wording.Detail{{Heading: "Searched for:", Lines: []string{"x"}, TextOf: "response"}}, Hint: "Read b."}),
		fail(ops.Operation{Action: edit, ID: "call_7", Form: wording.Call, Call: ops.Call{Name: "Edit"}, Line: 2}, ops.Error{Code: ops.Exists, Path: "c (1)", Msg: "File already exists: c (1). Use <edit> to modify it."}),
		fail(ops.Operation{Action: ops.Invalid{Tag: "edit", Msg: "Missing required tag: <replace>", Preview: "<edit>"}, Line: 9}, ops.Error{Code: ops.Malformed, Msg: "❌ Malformed <edit> block\n\nError: Missing required tag: <replace>"}),
		fail(ops.Operation{Action: ops.Invalid{Call: true, Msg: "broken"}, Line: 1}, ops.Error{Code: ops.Malformed, Msg: "broken"}),
	}, Files: []run.File{{Name: "a.py", Kind: "modified", Added: 1, Removed: 1}}, Committed: true}}
	expect(t, printed(t, report.Human{Quiet: true, Undo: "fileops undo"}, rep),
		"❌ b: text not found  (operation 2 of 5: <edit> at line 24 of two.md)",
		"   Searched for:", "     x", "   Read b.",
		"",
		"❌ c (1): file already exists  (operation 3 of 5: call call_7 of Edit at line 2)",
		"   Use <edit> to modify it.",
		"",
		"❌ malformed <edit>: Missing required tag: <replace>  (operation 4 of 5: <edit> at line 9)",
		"   It begins with:", "     <edit>",
		"",
		"❌ broken  (operation 5 of 5: the message at line 1)",
		"",
		"1 of 5 operations succeeded, 4 failed · 1 file changed, 1 insertion(+), 1 deletion(-)",
	)
}

// TestLongHintsAreCut in the middle, and shown whole with --verbose; so are more than twenty failures.
func TestLongHintsAreCut(t *testing.T) {
	t.Parallel()
	text := make([]string, 30)
	for i := range text {
		text[i] = fmt.Sprint("line ", i)
	}
	op := ops.Operation{Action: action("edit", "file", "b", "find", "x", "replace", "y"), Line: 9}
	one := fail(op, ops.Error{Code: ops.NoMatch, Path: "b", Msg: "Pattern not found in b\n" + strings.Join(text, "\n"), Hint: "the hint"})
	rep := report.Run{Report: run.Report{Results: []ops.Result{one}}}
	got := printed(t, report.Human{}, rep)
	if !strings.Contains(got, "   line 0\n") || !strings.Contains(got, "   the hint\n") || !strings.Contains(got, "more lines, with --verbose\n") || strings.Count(got, "\n") > 28 {
		t.Errorf("got %s", got)
	}
	got = printed(t, report.Human{Verbose: true}, rep)
	for _, line := range append(text, "the hint") {
		if !strings.Contains(got, "   "+line+"\n") {
			t.Errorf("--verbose lacks %q", line)
		}
	}
	for range 24 {
		rep.Results = append(rep.Results, one)
	}
	got = printed(t, report.Human{}, rep)
	if n := strings.Count(got, "❌ b: "); n != 20 || !strings.Contains(got, "\n❌ 5 more failures, with --verbose\n") {
		t.Errorf("%d failures are shown:\n%s", n, got)
	}
	if n := strings.Count(printed(t, report.Human{Verbose: true}, rep), "❌ b: "); n != 25 {
		t.Errorf("%d failures are shown with --verbose", n)
	}
}

func TestWhatIsNotWrittenIsNoFailure(t *testing.T) {
	t.Parallel()
	waiting := replaced("a", 1, 1)
	waiting.Done = ops.Done{Path: "a"}
	waiting.Err = &ops.Error{Code: ops.Withheld, Path: "a", Msg: "1 other operation did not succeed, and the run is atomic", Unwritten: true, Hint: "Nothing is wrong with this one."}
	rep := report.Run{Report: run.Report{Atomic: true, Results: []ops.Result{waiting, fail(ops.Operation{Action: waiting.Action, Line: 9, Source: "b.md"}, ops.Error{Code: ops.Exists, Path: "b", Msg: "File already exists: b"}), waiting}}}
	expect(t, printed(t, report.Human{}, rep),
		"· a · not written (2 operations)",
		"",
		"❌ b: file already exists  (operation 2 of 3: <edit> at line 9 of b.md)",
		"",
		"0 of 3 operations succeeded, 1 failed, 2 not written · nothing was written (atomic)",
	)
	full := waiting
	full.Err = &ops.Error{Code: "failed", Path: "a", Msg: "No space left on device: a", Unwritten: true, Hint: "make room"}
	rep = report.Run{Report: run.Report{Results: []ops.Result{full}}}
	expect(t, printed(t, report.Human{}, rep),
		"· a · not written",
		"",
		"❌ nothing was written: no space left on device: a",
		"   make room",
		"",
		"0 of 1 operation succeeded, 1 not written · no file changed",
	)
}

// TestNarrowTerminalsCutPaths and never counts.
func TestNarrowTerminalsCutPaths(t *testing.T) {
	t.Parallel()
	path := "src/" + strings.Repeat("long/", 10) + "name.py"
	rep := report.Run{Report: run.Report{
		Committed: true, Root: "/srv/a b", Results: []ops.Result{replaced(path, 3, 12)},
		Files: []run.File{{Name: path, Kind: "modified", Added: 100, Removed: 20}},
	}}
	for _, width := range []int{60, 80} {
		got := shown(t, terminal.Options{Terminal: true, Width: width}, func(w *terminal.Writer) error { return report.Human{}.Run(w, rep) })
		line, _, _ := strings.Cut(got, "\n")
		if terminal.Columns(line) > width || !strings.Contains(line, "…") || !strings.HasSuffix(line, "name.py:12 (+100 -20)") {
			t.Errorf("at width %d: %q", width, line)
		}
	}
	got := shown(t, terminal.Options{Terminal: true, Links: true}, func(w *terminal.Writer) error { return report.Human{}.Run(w, rep) })
	if want := "\x1b]8;;file:///srv/a%20b/" + path + "\x1b\\" + path + ":12\x1b]8;;\x1b\\"; !strings.Contains(got, want) {
		t.Errorf("got %q, want the link %q", got, want)
	}
}

// TestPathsThatFitAreNotCut, even where half of the room is too little for one of them.
func TestPathsThatFitAreNotCut(t *testing.T) {
	t.Parallel()
	moved := did("move", ops.Done{Path: "testdata/data.csv", From: "data.csv", To: "testdata/data.csv", Summary: wording.Sentence{Verb: "Moved", From: "data.csv", Path: "testdata/data.csv"}, Changed: true})
	rep := report.Run{Report: run.Report{Committed: true, Results: []ops.Result{moved}}}
	for width, want := range map[int]string{
		40: "✅ Moved data.csv → testdata/data.csv",
		37: "✅ Moved data.csv → testdata/data.csv",
		33: "✅ Moved data.csv → testda…ta.csv",
	} {
		got := shown(t, terminal.Options{Terminal: true, Width: width}, func(w *terminal.Writer) error { return report.Human{}.Run(w, rep) })
		if line, _, _ := strings.Cut(got, "\n"); line != want {
			t.Errorf("at width %d: %q, want %q", width, line, want)
		}
	}
}

// TestALongPathLeavesRoomForTheText of its failure: it takes one line, since it is cut.
func TestALongPathLeavesRoomForTheText(t *testing.T) {
	t.Parallel()
	path := strings.Repeat("long/", 800) + "name.py"
	op := ops.Operation{Action: action("edit", "file", path, "find", "x", "replace", "y"), Line: 9}
	one := fail(op, ops.Error{Code: ops.NoMatch, Path: path, Msg: "Pattern not found in " + path + "\n1\n2\n3\n4\n5", Hint: "the hint"})
	rep := report.Run{Report: run.Report{Results: []ops.Result{one}}}
	got := shown(t, terminal.Options{Terminal: true, Width: 80}, func(w *terminal.Writer) error { return report.Human{}.Run(w, rep) })
	if strings.Contains(got, "more lines") || !strings.Contains(got, "\n   5\n") {
		t.Errorf("got %s", got)
	}
}

// TestCopiesCountTheirLines where they replace a file, or are changed by a later operation.
func TestCopiesCountTheirLines(t *testing.T) {
	t.Parallel()
	copied := func(from, to string) ops.Result {
		return did("move", ops.Done{Path: to, From: from, To: to, Copied: true, Summary: wording.Sentence{Verb: "Copied", From: from, Path: to}, Changed: true})
	}
	rep := report.Run{Report: run.Report{
		Committed: true,
		Results:   []ops.Result{copied("a", "b"), copied("a", "c"), replaced("c", 1, 4), copied("a", "d")},
		Files: []run.File{
			{Name: "b", Kind: "modified", Added: 9, Removed: 4}, {Name: "c", Kind: "created", Added: 8},
			{Name: "d", Kind: "copied", From: "a"},
		},
	}}
	expect(t, printed(t, report.Human{}, rep),
		"✅ Copied a → b (+9 -4)",
		"✅ Copied a → c (+8)",
		"✅ Replaced 1 occurrences in c:4",
		"✅ Copied a → d",
		"",
		"4 operations succeeded · 3 files changed, 17 insertions(+), 4 deletions(-)",
	)
}

// TestDiffsLeaveDirectoriesToTheList since neither a diff nor a diffstat shows them.
func TestDiffsLeaveDirectoriesToTheList(t *testing.T) {
	t.Parallel()
	rep := report.Run{Report: run.Report{
		Committed: true,
		Results: []ops.Result{
			replaced("a", 1, 4),
			did("move", ops.Done{Path: "wood/tree", From: "tree", To: "wood/tree", Summary: wording.Sentence{Verb: "Moved", From: "tree", Path: "wood/tree"}, Changed: true}),
			did("read", ops.Done{Path: "wood", Summary: wording.Sentence{Verb: "Listed", Path: "wood"}}),
		},
		Files: []run.File{
			{Name: "a", Kind: "modified", Added: 1, Removed: 1, Diff: "diff --git a/a b/a\n"}, {Name: "wood", Kind: "made_directory", Dir: true},
			{Name: "wood/tree", Kind: "moved", From: "tree", Dir: true},
		},
	}}
	last := "3 operations succeeded · 2 files changed, 1 insertion(+), 1 deletion(-)"
	expect(t, printed(t, report.Human{Diff: true}, rep), "", "✅ Moved tree → wood/tree", "", last)
	expect(t, printed(t, report.Human{Stat: true}, rep), " a | 2 +-", "", "✅ Moved tree → wood/tree", "", last)
	undone := ops.Result{Operation: ops.Operation{Action: ops.Undo{Run: "r"}}, Done: ops.Done{Summary: wording.Sentence{Verb: "Undid", Before: "run r"}, Changed: true}}
	rep.Results = []ops.Result{undone}
	expect(t, printed(t, report.Human{Diff: true}, rep), "", "✅ Undid run r", "   made directory wood", "   moved tree → wood/tree", "", last[len("3 operations succeeded · "):])
	rep.Files = rep.Files[:1]
	expect(t, printed(t, report.Human{Diff: true}, rep), "", "1 file changed, 1 insertion(+), 1 deletion(-)")
}
