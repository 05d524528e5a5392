package run_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/run"
	"fileops/internal/workspace"
)

// inTurn makes runners on a workspace whose runs have names of their own.
func inTurn(w *workspace.Workspace) func() *run.Runner {
	n := uint32(0)
	return func() *run.Runner {
		r := newRunner(w)
		n++
		serial := n
		r.Random = func() uint32 { return serial }
		return r
	}
}

// undone runs an undo and returns its one result.
func undone(t *testing.T, r *run.Runner, u ops.Undo) (ops.Result, run.Report) {
	t.Helper()
	rep, err := r.Run(t.Context(), []ops.Operation{{Action: u, ID: "undo_0"}})
	must(t, err)
	if len(rep.Results) != 1 {
		t.Fatalf("%d results", len(rep.Results))
	}
	return rep.Results[0], rep
}

// lines are how a result that succeeded reads.
func lines(res ops.Result) []string {
	return append([]string{res.Summary.String()}, res.Notes...)
}

func TestUndoIsForPeople(t *testing.T) {
	t.Parallel()
	if _, ok := ops.Lookup("undo"); ok {
		t.Error("a response can ask for it")
	}
	if slices.ContainsFunc(ops.Catalogue(), func(s ops.Spec) bool { return strings.Contains(s.Tag, "undo") }) {
		t.Error("it is in the catalogue")
	}
}

func TestUndoSaysWhatItDid(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"edited": "old", "deleted": "d", "moved": "m", "dir/x": "x"})
	must(t, os.Mkdir(filepath.Join(w.Dir(), "empty"), 0o755))
	next := inTurn(w)
	before := files(t, w)
	rep, err := next().Run(t.Context(), []ops.Operation{
		build(t, "edit", "file", "edited", "find", "old", "replace", "new"), build(t, "delete", "file", "deleted"),
		build(t, "move", "from", "moved", "to", "there"), build(t, "copy", "from", "edited", "to", "copy"),
		build(t, "create", "file", "made/new", "content", "n"), build(t, "rmdir", "path", "empty"), build(t, "move", "from", "dir", "to", "folder"),
	})
	must(t, err)
	equal(t, "the run", codes(rep), []string{"ok", "ok", "ok", "ok", "ok", "ok", "ok"})
	after := files(t, w)

	res, got := undone(t, next(), ops.Undo{})
	equal(t, "the undo", lines(res), []string{
		"✅ Undid run 20261120T120000-0001", "  deleted copy", "  created deleted", "  moved folder → dir", "  modified edited", "  made directory empty",
		"  removed directory made", "  deleted made/new", "  moved there → moved",
	})
	if !res.Changed || !got.Committed || len(got.Files) != 8 || got.Failed() != 0 {
		t.Errorf("changed %t, committed %t, %d files", res.Changed, got.Committed, len(got.Files))
	}
	equal(t, "the tree", files(t, w), before)

	res, _ = undone(t, next(), ops.Undo{Run: got.Run})
	equal(t, "the undo of the undo", lines(res), []string{
		"✅ Undid run 20261120T120000-0002", "  created copy", "  deleted deleted", "  modified edited", "  removed directory empty", "  moved dir → folder",
		"  made directory made", "  created made/new", "  moved moved → there",
	})
	equal(t, "the tree", files(t, w), after)
}

func TestUndoListsSoManyChanges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		files int
		last  string
	}{{20, "  deleted f19"}, {21, "  (+1 more)"}, {50, "  (+30 more)"}} {
		w := tree(t, nil)
		next := inTurn(w)
		var list []ops.Operation
		for i := range tt.files {
			list = append(list, build(t, "create", "file", fmt.Sprintf("f%02d", i), "content", "x"))
		}
		_, err := next().Run(t.Context(), list)
		must(t, err)
		res, rep := undone(t, next(), ops.Undo{})
		if got := lines(res); len(got) != min(tt.files, 20)+1+min(1, tt.files-20) || got[len(got)-1] != tt.last || len(rep.Files) != tt.files {
			t.Errorf("%d files: %d in the report, told %q", tt.files, len(rep.Files), got)
		}
	}
}

func TestUndoInADryRun(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a": "old\n", "gone": "g\n"})
	next := inTurn(w)
	_, err := next().Run(t.Context(), []ops.Operation{
		build(t, "edit", "file", "a", "find", "old", "replace", "new"), build(t, "delete", "file", "gone"), build(t, "create", "file", "n", "content", "x\n"),
	})
	must(t, err)
	before := snapshot(t, w.Dir())
	r := next()
	r.DryRun, r.Diff = true, true
	dry, rep := undone(t, r, ops.Undo{})
	if rep.Committed || !dry.Changed {
		t.Errorf("committed %t, changed %t", rep.Committed, dry.Changed)
	}
	equal(t, "the tree", snapshot(t, w.Dir()), before)
	diffs := ""
	for _, f := range rep.Files {
		diffs += f.Diff
	}
	for _, want := range []string{"-new\n+old\n", "+++ b/gone\n", "+g\n", "--- a/n\n+++ /dev/null\n"} {
		if !strings.Contains(diffs, want) {
			t.Errorf("the diffs lack %q:\n%s", want, diffs)
		}
	}
	real, _ := undone(t, next(), ops.Undo{})
	equal(t, "the real one", lines(real), lines(dry))
}

func TestUndoRefused(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a": "old", "b": "old"})
	next := inTurn(w)
	res, _ := undone(t, next(), ops.Undo{})
	equal(t, "without runs", string(res.Err.Code), "no_run")
	res, _ = undone(t, next(), ops.Undo{Run: "20200101T000000-0000"})
	equal(t, "unknown", res.Err.Text(), "No such run on this root: 20200101T000000-0000\nSee fileops history.")
	rep, err := next().Run(t.Context(), []ops.Operation{
		build(t, "edit", "file", "a", "find", "old", "replace", "new"), build(t, "edit", "file", "b", "find", "old", "replace", "new"),
	})
	must(t, err)
	must(t, os.WriteFile(filepath.Join(w.Dir(), "a"), []byte("mine"), 0o644))
	must(t, os.Remove(filepath.Join(w.Dir(), "b")))
	before := snapshot(t, w.Dir())
	res, refused := undone(t, next(), ops.Undo{Run: rep.Run})
	equal(t, "the code", string(res.Err.Code), "changed")
	equal(t, "the message", res.Err.Error(), "Cannot undo run "+rep.Run+": since then\n  a was changed\n  b was deleted\nNothing was changed.")
	if refused.Committed || refused.Failed() != 1 || len(refused.Files) != 0 || !strings.Contains(res.Err.Hint, "--force") {
		t.Errorf("committed %t, failed %d, files %v, hint %q", refused.Committed, refused.Failed(), refused.Files, res.Err.Hint)
	}
	equal(t, "the tree", snapshot(t, w.Dir()), before)
	res, _ = undone(t, next(), ops.Undo{Run: rep.Run, Force: true})
	equal(t, "forced", lines(res), []string{"✅ Undid run " + rep.Run, "  modified a", "  created b"})
	equal(t, "the tree", files(t, w), map[string]string{"a": "old", "b": "old"})
	res, _ = undone(t, next(), ops.Undo{Run: rep.Run})
	equal(t, "again", string(res.Err.Code), "no_run")
}

func TestUndoOfWhatIsGoneAnyway(t *testing.T) {
	t.Parallel()
	w := tree(t, nil)
	next := inTurn(w)
	rep, err := next().Run(t.Context(), []ops.Operation{build(t, "create", "file", "n", "content", "x")})
	must(t, err)
	must(t, os.Remove(filepath.Join(w.Dir(), "n")))
	res, got := undone(t, next(), ops.Undo{})
	equal(t, "the undo", lines(res), []string{"✅ Undid run " + rep.Run, "  nothing to change: everything is as it was before that run"})
	if res.Changed || !got.Committed || len(got.Files) > 0 {
		t.Errorf("changed %t, committed %t, files %v", res.Changed, got.Committed, got.Files)
	}
	res, _ = undone(t, next(), ops.Undo{}) // it counts, so that the next one goes further back
	equal(t, "again", string(res.Err.Code), "no_run")
}

// TestAForcedUndoSaysWhatStays: it goes over files, not over directories that somebody
// put something into.
func TestAForcedUndoSaysWhatStays(t *testing.T) {
	t.Parallel()
	w := tree(t, nil)
	next := inTurn(w)
	_, err := next().Run(t.Context(), []ops.Operation{build(t, "mkdir", "path", "m")})
	must(t, err)
	must(t, os.WriteFile(filepath.Join(w.Dir(), "m", "mine"), nil, 0o644))
	res, _ := undone(t, next(), ops.Undo{Force: true})
	if said := strings.Join(lines(res), "\n"); res.Err == nil && strings.Contains(said, "everything is as it was before") {
		t.Errorf("said %q, but m is there", said)
	}
}

// TestDiffsOfLinks: to git, the content of a link is its target.
func TestDiffsOfLinks(t *testing.T) {
	t.Parallel()
	w := tree(t, nil)
	must(t, os.Symlink("target", filepath.Join(w.Dir(), "l")))
	next := inTurn(w)
	for _, tt := range []struct {
		op   ops.Operation
		want string
	}{
		{build(t, "delete", "file", "l"), "diff --git a/l b/l\ndeleted file mode 120000\n--- a/l\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-target\n\\ No newline at end of file\n"},
		{ops.Operation{Action: ops.Undo{}, ID: "undo_0"}, "diff --git a/l b/l\nnew file mode 120000\n--- /dev/null\n+++ b/l\n@@ -0,0 +1,1 @@\n+target\n\\ No newline at end of file\n"},
	} {
		r := next()
		r.Diff = true
		rep, err := r.Run(t.Context(), []ops.Operation{tt.op})
		must(t, err)
		if len(rep.Files) != 1 || rep.Files[0].Diff != tt.want {
			t.Errorf("%+v", rep.Files)
		}
	}
}
