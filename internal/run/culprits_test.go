package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/syntax"
)

// TestRunSyntaxManyCulprits: none of them is written.
func TestRunSyntaxManyCulprits(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a.py": "a = 1\n"})
	r := newRunner(w)
	r.Syntax = python(t)
	var list []ops.Operation
	for range 30 {
		list = append(list, build(t, "append", "file", "a.py", "content", ")\n"))
	}
	list = append(list, build(t, "create", "file", "b.py", "content", "b = 1\n"))
	rep, err := r.Run(t.Context(), list)
	must(t, err)
	if got := rep.Failed(); got != 30 {
		t.Errorf("%d operations failed, want 30", got)
	}
	equal(t, "tree", files(t, w), map[string]string{"a.py": "a = 1\n", "b.py": "b = 1\n"})
}

// Nor is a right one lost among them, however many those are.
func TestRunSyntaxOneIsRight(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a.py": "a = 1\n"})
	r := newRunner(w)
	r.Syntax = python(t)
	var list []ops.Operation
	for i := range 60 {
		list = append(list, build(t, "append", "file", "a.py", "content", fmt.Sprintf("b%d = )\n", i)))
	}
	list = append(list, build(t, "append", "file", "a.py", "content", "c = 1\n"))
	rep, err := r.Run(t.Context(), list)
	must(t, err)
	for i, res := range rep.Results[:60] {
		if res.Err == nil || !strings.Contains(res.Err.Error(), "would have been broken by") {
			t.Errorf("culprit %d: %v", i, res.Err)
		}
	}
	equal(t, "tree", files(t, w), map[string]string{"a.py": "a = 1\nc = 1\n"})
}

// Parsing is bounded: of a large file that many operations break, all that touched it
// are rolled back together, the good one too, and it says why. The culprits that were found
// by then have their own errors.
func TestRunSyntaxParsesSoMuch(t *testing.T) {
	if os.Getenv("TEST_ALL") == "" {
		t.Skip("parses 64 MB: runs with TEST_ALL")
	}
	t.Parallel()
	large := strings.Repeat("# "+strings.Repeat("a comment of some length, to be parsed again and again ", 100)+"\n", 340) // 1.8 MB
	w := tree(t, map[string]string{"a.py": large})
	r := newRunner(w)
	r.Syntax, r.Policy.MaxEdit = python(t), 2<<20
	var list []ops.Operation
	for i := range 40 {
		list = append(list, build(t, "append", "file", "a.py", "content", fmt.Sprintf("b%d = )\n", i)))
	}
	list = append(list, build(t, "append", "file", "a.py", "content", "a = 1\n"), build(t, "create", "file", "b.py", "content", "b = 1\n"))
	rep, err := r.Run(t.Context(), list)
	must(t, err)
	if got := rep.Failed(); got != 41 {
		t.Errorf("%d operations failed, want 41", got)
	}
	if e := rep.Results[0].Err; e == nil || !strings.Contains(e.Error(), "unmatched ')' at line 341. Edit rolled back.\na.py would have been broken by ") {
		t.Errorf("the first culprit: %v", e)
	}
	if e := rep.Results[40].Err; e == nil || !strings.HasPrefix(e.Error(), "Rolled back all operations on a.py") || !strings.Contains(e.Hint, "fewer operations on a.py at a time") {
		t.Errorf("the good operation: %v", e)
	}
	equal(t, "tree", files(t, w), map[string]string{"a.py": large, "b.py": "b = 1\n"})
}

// crowd is a large file with many operations on it of which every fifth breaks it.
type crowd struct {
	ending, head, line string // what the file is made of
	right, wrong       string // what a line becomes
	lines, operations  int
}

// write makes the operations on one file, the file before and after, and how they end.
func (c crowd) write(t *testing.T, name string) (list []ops.Operation, old, after string) {
	t.Helper()
	old, after = c.head, c.head
	for i := range c.lines {
		from := fmt.Sprintf(c.line, i, i)
		kept := from
		if i >= 100 && i < 100+c.operations {
			to := fmt.Sprintf(c.right, i, i)
			if kept = to; i%5 == 4 {
				to, kept = fmt.Sprintf(c.wrong, i, i), from
			}
			list = append(list, build(t, "edit", "file", name, "find", from, "replace", to))
		}
		old, after = old+from, after+kept
	}
	return list, old, after
}

// However many culprits there are in files of some size, each is found and told its own
// error, and nothing else is lost.
func TestManyCulprits(t *testing.T) {
	t.Parallel()
	checker, err := syntax.NewParsers(nil)
	must(t, err)
	for _, tt := range []struct {
		crowd
		files int
	}{
		{crowd{"py", "", "v%d = %d\n", "v%d = 7 + %d\n", "v%d = (%d\n", 5000, 60}, 1},
		{crowd{"py", "", "v%d = %d\n", "v%d = 7 + %d\n", "v%d = %d)\n", 1500, 200}, 1},
		{crowd{"py", "", "v%d = %d\n", "v%d = 7 + %d\n", "v%d = %d]\n", 1000, 15}, 5},
		{crowd{"js", "", "const v%d = %d;\n", "const v%d = 7 + %d;\n", "const v%d = (%d;\n", 3000, 60}, 1},
		{crowd{"go", "package p\n\n", "var v%d = %d\n", "var v%d = 7 + %d\n", "var v%d = %d)\n", 3000, 60}, 1},
	} {
		t.Run(fmt.Sprint(tt.files, tt.ending, tt.operations), func(t *testing.T) {
			if testing.Short() && tt.operations > 15 {
				t.Skip("runs thousands of operations")
			}
			t.Parallel()
			if os.Getenv("TEST_ALL") == "" {
				tt.lines, tt.operations = tt.lines/4, min(tt.operations, 50)
			}
			before, after := map[string]string{}, map[string]string{}
			var list []ops.Operation
			for k := range tt.files {
				name := fmt.Sprintf("a%d.%s", k, tt.ending)
				more, old, now := tt.write(t, name)
				list, before[name], after[name] = append(list, more...), old, now
			}
			w := tree(t, before)
			r := newRunner(w)
			r.Syntax, r.Policy.Diffs = checker, true
			rep, err := r.Run(t.Context(), list)
			must(t, err)
			equal(t, "tree", files(t, w), after)
			for i, res := range rep.Results {
				switch wrong := i%5 == 4; {
				case !wrong && (res.Err != nil || res.Diff == ""):
					t.Errorf("operation %d: %v, diff %q", i, res.Err, res.Diff)
				case wrong && (res.Err == nil || !strings.Contains(res.Err.Error(), fmt.Sprintf("around line %d", 100+i%tt.operations+strings.Count(tt.head, "\n")+1))):
					t.Errorf("operation %d: %v", i, res.Err)
				}
			}
		})
	}
}

// Two operations that are right only together are kept, whatever culprits stand before
// them, between them and after them.
func TestTwoThatNeedOneAnother(t *testing.T) {
	t.Parallel()
	edit := func(from, to string) ops.Operation {
		return build(t, "edit", "file", "a.py", "find", from, "replace", to)
	}
	opens, closes := edit("a = 1", "a = (1 +"), edit("b = 2", "2)")
	bad, worse := edit("c = 3", "c = 3]"), edit("d = 4", "d = 4}")
	old := map[string]string{"a.py": "a = 1\nb = 2\nc = 3\nd = 4\ne = 5\nf = 6\n"}
	after := map[string]string{"a.py": "a = (1 +\n2)\nc = 3\nd = 4\ne = 5\nf = 6\n"}
	long := old["a.py"]
	var right []ops.Operation
	for i := range 200 {
		line := fmt.Sprintf("v%d = %d\n", i, i)
		right = append(right, build(t, "append", "file", "a.py", "content", line))
		long += line
	}
	for _, tt := range []settled{
		{
			"three_around_a_culprit", old, []ops.Operation{opens, edit("b = 2", "2 +"), worse, edit("c = 3", "3)")},
			[]string{"ok", "ok", "bad_syntax", "ok"}, map[string]string{"a.py": "a = (1 +\n2 +\n3)\nd = 4\ne = 5\nf = 6\n"},
		},
		{
			"after_many_that_are_right", old, append(right, opens, bad, closes),
			append(slices.Repeat([]string{"ok"}, len(right)), "ok", "bad_syntax", "ok"), map[string]string{"a.py": strings.Replace(long, "a = 1\nb = 2", "a = (1 +\n2)", 1)},
		},
		{"between_and_after", old, []ops.Operation{opens, bad, closes, worse}, []string{"ok", "bad_syntax", "ok", "bad_syntax"}, after},
		{"both_between", old, []ops.Operation{opens, bad, worse, closes}, []string{"ok", "bad_syntax", "bad_syntax", "ok"}, after},
		{"before_and_between", old, []ops.Operation{worse, opens, bad, closes}, []string{"bad_syntax", "ok", "bad_syntax", "ok"}, after},
		{"the_other_way_round", old, []ops.Operation{closes, bad, opens, worse}, []string{"ok", "bad_syntax", "ok", "bad_syntax"}, after},
		{
			"two_pairs", old,
			[]ops.Operation{opens, edit("e = 5", "e = [5,"), bad, edit("f = 6", "6]"), closes, worse},
			[]string{"ok", "ok", "bad_syntax", "ok", "ok", "bad_syntax"},
			map[string]string{"a.py": "a = (1 +\n2)\nc = 3\nd = 4\ne = [5,\n6]\n"},
		},
		{
			"around_one_that_goes_by_line_numbers", old,
			[]ops.Operation{closes, build(t, "insert_at", "file", "a.py", "line", "6", "content", "g = ]\n"), bad, opens},
			[]string{"bad_syntax", "bad_range", "bad_syntax", "bad_syntax"}, old,
		},
		{
			"what_needed_one_of_them", old,
			[]ops.Operation{opens, bad, edit("(1 +", "(7 +"), worse, closes},
			[]string{"ok", "bad_syntax", "ok", "bad_syntax", "ok"},
			map[string]string{"a.py": "a = (7 +\n2)\nc = 3\nd = 4\ne = 5\nf = 6\n"},
		},
	} {
		tt.run(t)
	}
}

// TestAMovedLinkMadeNoRoom moves a link whose target was deleted before. Only the delete made
// room for the broken file.
func TestAMovedLinkMadeNoRoom(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a.py": "x = 1\n"})
	must(t, os.Symlink("a.py", filepath.Join(w.Dir(), "link")))
	r := newRunner(w)
	r.Syntax = python(t)
	rep, err := r.Run(t.Context(), []ops.Operation{
		build(t, "delete", "file", "a.py"), build(t, "move", "from", "link", "to", "moved"), build(t, "create", "file", "a.py", "content", "z = (\n"),
	})
	must(t, err)
	equal(t, "results", codes(rep), []string{"bad_syntax", "ok", "bad_syntax"})
	equal(t, "tree", files(t, w), map[string]string{"a.py": "x = 1\n", "moved": "x = 1\n"})
}
