package run_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"fileops/internal/ops"
	"fileops/internal/run"
	"fileops/internal/run/runtest"
	"fileops/internal/workspace"
)

func TestRunIsNamedByItsTime(t *testing.T) {
	t.Parallel()
	rep, err := newRunner(tree(t, nil)).Run(t.Context(), nil)
	must(t, err)
	equal(t, "name", rep.Run, "20261120T120000-1234")
	if rep.Committed {
		t.Error("a run without operations was committed")
	}
}

// With backups, a deletion is a change like any other: committed, counted and
// named.
func TestRunCommitsLoneDelete(t *testing.T) {
	t.Parallel()
	dir := tree(t, map[string]string{"a.txt": "a\n"}).Dir()
	w, err := workspace.Open(t.Context(), dir, workspace.Options{State: t.TempDir(), Backups: true})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	rep, err := newRunner(w).Run(t.Context(), []ops.Operation{build(t, "delete", "file", "a.txt")})
	must(t, err)
	equal(t, "tree", files(t, w), map[string]string{"a.txt.deleted": "a\n"})
	equal(t, "files", rep.Files, []run.File{{Name: "a.txt", Kind: "deleted", Removed: 1}})
	if !rep.Committed {
		t.Error("not committed")
	}
}

func TestRunInterrupted(t *testing.T) {
	t.Parallel()
	list := []ops.Operation{
		build(t, "create", "file", "a.txt", "content", "a"),
		build(t, "create", "file", "b.txt", "content", "b"),
	}
	for name, after := range map[string]int{"before_the_first": 0, "between": 3, "before_the_commit": 4} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := tree(t, nil)
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			r := newRunner(w)
			calls := 0
			r.Now = func() time.Time {
				if calls++; calls > after {
					cancel()
				}
				return noon
			}
			rep, err := r.Run(ctx, list)
			if !errors.Is(err, context.Canceled) {
				t.Errorf("error %v, want %v", err, context.Canceled)
			}
			if rep.Committed {
				t.Error("committed")
			}
			equal(t, "tree", files(t, w), map[string]string{})
			for _, res := range rep.Results {
				if res.Err == nil || res.Changed {
					t.Errorf("%s claims success for what was not written", res.Action.Kind())
				}
			}
		})
	}
}

// TestReadBeforeACulpritSearchIsInterrupted: the replays of the search read nothing, so the
// answers are those of the first attempt.
func TestReadBeforeACulpritSearchIsInterrupted(t *testing.T) {
	t.Parallel()
	list := []ops.Operation{
		build(t, "read", "file", "a.txt"),
		build(t, "grep", "pattern", "al"),
		build(t, "edit", "file", "b.py", "find", "1", "replace", "("),
		build(t, "edit", "file", "c.py", "find", "1", "replace", "("),
	}
	interrupted := 0
	for after := 1; after < 200; after++ {
		r := newRunner(tree(t, map[string]string{"a.txt": "alpha\n", "b.py": "b = 1\n", "c.py": "c = 1\n"}))
		r.Syntax = python(t)
		ctx, cancel := context.WithCancel(t.Context())
		calls := 0
		r.Now = func() time.Time {
			if calls++; calls == after {
				cancel()
			}
			return noon
		}
		rep, err := r.Run(ctx, list)
		cancel()
		if err == nil {
			break
		}
		interrupted++
		for _, res := range rep.Results {
			kind := res.Action.Kind()
			if shown := res.Content; res.Err == nil && (kind == "read" || kind == "grep") && !strings.Contains(shown, "alpha") {
				t.Errorf("interrupted at call %d of the clock: %s answers %q", after, kind, shown)
			}
			if res.Changed {
				t.Errorf("interrupted at call %d of the clock: %s claims a change", after, kind)
			}
		}
	}
	if interrupted < 10 {
		t.Errorf("interrupted %d times, want at least 10", interrupted)
	}
}

// TestReadInterrupted: a file that was not read to the end is not at fault.
func TestReadInterrupted(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a.txt": "a"})
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	r := newRunner(w)
	calls := 0
	r.Now = func() time.Time {
		if calls++; calls == 2 { // when the operation begins
			cancel()
		}
		return noon
	}
	rep, err := r.Run(ctx, []ops.Operation{build(t, "read", "file", "a.txt")})
	if !errors.Is(err, context.Canceled) || len(rep.Results) != 1 || rep.Results[0].Err == nil || rep.Results[0].Err.Code != ops.Interrupted {
		t.Errorf("got %+v, %v", rep.Results, err)
	}
}

// A file that changed on disk between staging and commit stops the commit.
func TestRunStale(t *testing.T) {
	t.Parallel()
	const why = " changed on disk during the run; nothing was written"
	for name, tt := range map[string]struct {
		change func(dir string) error
		want   string
	}{
		"edited": {func(dir string) error {
			return os.WriteFile(filepath.Join(dir, "a.txt"), []byte("theirs, longer"), 0o644)
		}, "a.txt" + why},
		"gone": {func(dir string) error { return os.Remove(filepath.Join(dir, "a.txt")) }, "a.txt" + why},
		"new":  {func(dir string) error { return os.WriteFile(filepath.Join(dir, "b.txt"), []byte("theirs"), 0o644) }, "b.txt" + why},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			w := tree(t, map[string]string{"a.txt": "one\n"})
			r := newRunner(w)
			calls := 0
			var theirs map[string]string
			r.Now = func() time.Time {
				if calls++; calls == 5 { // after the second operation
					must(t, tt.change(w.Dir()))
					theirs = files(t, w)
				}
				return noon
			}
			rep, err := r.Run(t.Context(), []ops.Operation{
				build(t, "edit", "file", "a.txt", "find", "one", "replace", "two"),
				build(t, "create", "file", "b.txt", "content", "ours"),
			})
			var e *ops.Error
			if !errors.As(err, &e) || e.Code != "stale" {
				t.Fatalf("error %v, want the code stale", err)
			}
			if e.Error() != tt.want {
				t.Errorf("message %q, want %q", e.Error(), tt.want)
			}
			equal(t, "tree", files(t, w), theirs)
			if rep.Committed {
				t.Error("committed")
			}
		})
	}
}

func TestRunSyntax(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		files map[string]string
		ops   []ops.Operation
		want  []string
		after map[string]string
	}{
		{
			"two_culprits_in_two_files",
			map[string]string{"a.py": "a = 1\n", "b.py": "b = 1\n"},
			[]ops.Operation{
				build(t, "edit", "file", "a.py", "find", "1", "replace", ")"),
				build(t, "append", "file", "b.py", "content", "c = 2\n"),
				build(t, "edit", "file", "b.py", "find", "2", "replace", "("),
			},
			[]string{"bad_syntax", "ok", "bad_syntax"},
			map[string]string{"a.py": "a = 1\n", "b.py": "b = 1\nc = 2\n"},
		},
		{
			"two_culprits_in_one_file",
			map[string]string{"a.py": "a = 1\n"},
			[]ops.Operation{
				build(t, "append", "file", "a.py", "content", ")\n"),
				build(t, "append", "file", "a.py", "content", "b = 2\n"),
				build(t, "append", "file", "a.py", "content", "]\n"),
			},
			[]string{"bad_syntax", "ok", "bad_syntax"},
			map[string]string{"a.py": "a = 1\nb = 2\n"},
		},
		{
			"what_needs_the_culprit_fails_too",
			nil,
			[]ops.Operation{
				build(t, "create", "file", "a.py", "content", "a = (\n"),
				build(t, "edit", "file", "a.py", "find", "a", "replace", "b"),
			},
			[]string{"bad_syntax", "not_found"},
			map[string]string{},
		},
		{
			"moved_after_it_was_broken",
			map[string]string{"a.py": "a = 1\n"},
			[]ops.Operation{
				build(t, "append", "file", "a.py", "content", ")\n"),
				build(t, "move", "from", "a.py", "to", "b.py"),
			},
			[]string{"bad_syntax", "ok"},
			map[string]string{"b.py": "a = 1\n"},
		},
		{
			"moved_with_its_directory",
			map[string]string{"d/a.py": "a = 1\n"},
			[]ops.Operation{
				build(t, "append", "file", "d/a.py", "content", ")\n"),
				build(t, "append", "file", "d/a.py", "content", "x = 1\n"),
				build(t, "move", "from", "d", "to", "e/f"),
			},
			[]string{"bad_syntax", "ok", "ok"},
			map[string]string{"e/f/a.py": "a = 1\nx = 1\n"},
		},
		{
			"copied_after_it_was_broken",
			map[string]string{"a.py": "a = 1\n"},
			[]ops.Operation{
				build(t, "append", "file", "a.py", "content", ")\n"),
				build(t, "copy", "from", "a.py", "to", "b.py"),
			},
			[]string{"bad_syntax", "ok"},
			map[string]string{"a.py": "a = 1\n", "b.py": "a = 1\n"},
		},
		{
			"copied_from_what_was_no_code_and_edited",
			map[string]string{"a.txt": "x = (\n"},
			[]ops.Operation{
				build(t, "append", "file", "a.txt", "content", "y\n"),
				build(t, "copy", "from", "a.txt", "to", "a.py"),
			},
			[]string{"ok", "bad_syntax"},
			map[string]string{"a.txt": "x = (\ny\n"},
		},
		{
			"deleted_in_the_end",
			nil,
			[]ops.Operation{
				build(t, "create", "file", "a.py", "content", "a = (\n"),
				build(t, "delete", "file", "a.py"),
			},
			[]string{"ok", "ok"},
			map[string]string{},
		},
		{
			"beside_a_move_of_a_link_that_leads_out",
			nil,
			[]ops.Operation{
				build(t, "move", "from", "out", "to", "moved"),
				build(t, "create", "file", "a.py", "content", "a = (\n"),
			},
			[]string{"ok", "bad_syntax"},
			map[string]string{},
		},
		{
			"moved_with_its_directory_by_a_link",
			map[string]string{"d/a.py": "a = 1\n"},
			[]ops.Operation{
				build(t, "append", "file", "d/a.py", "content", ")\n"),
				build(t, "move", "from", "here/d", "to", "here/e"),
			},
			[]string{"bad_syntax", "ok"},
			map[string]string{"e/a.py": "a = 1\n"},
		},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := tree(t, tt.files)
			must(t, os.Symlink("../nowhere", filepath.Join(w.Dir(), "out")))
			must(t, os.Symlink(".", filepath.Join(w.Dir(), "here")))
			r := newRunner(w)
			r.Syntax = python(t)
			rep, err := r.Run(t.Context(), tt.ops)
			must(t, err)
			equal(t, "results", codes(rep), tt.want)
			equal(t, "tree", files(t, w), tt.after)
		})
	}
}

func TestRunSyntaxKeepGoing(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a.py": "a = 1\n"})
	r := newRunner(w)
	r.Syntax, r.KeepBroken = python(t), true
	rep, err := r.Run(t.Context(), []ops.Operation{
		build(t, "append", "file", "a.py", "content", "b = 2\n"),
		build(t, "append", "file", "a.py", "content", ")\n"),
	})
	must(t, err)
	equal(t, "results", codes(rep), []string{"ok", "ok"})
	equal(t, "warnings of the first", rep.Results[0].Warnings, nil)
	if got := rep.Results[1].Warnings; len(got) != 1 || !strings.HasPrefix(got[0], "Syntax validation failed: ") || !strings.HasSuffix(got[0], " at line 3 of a.py") {
		t.Errorf("warnings of the second: %q", got)
	}
	equal(t, "tree", files(t, w), map[string]string{"a.py": "a = 1\nb = 2\n)\n"})
}

// Files over the limits are named in a diff, not shown; to be moved they need not be read.
func TestRunDiffNamesLargeFiles(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"big.txt": strings.Repeat("x", 200), "large.txt": strings.Repeat("y", 300)})
	r := newRunner(w)
	r.Diff, r.DryRun = true, true
	r.Policy.MaxEdit, r.Policy.MaxCreate = 100, 100
	rep, err := r.Run(t.Context(), []ops.Operation{build(t, "move", "from", "big.txt", "to", "b.txt"), build(t, "delete", "file", "large.txt")})
	must(t, err)
	const why = "it is too large or cannot be read"
	equal(t, "files", rep.Files, []run.File{
		{Name: "b.txt", Kind: "moved", From: "big.txt", Diff: "diff --git a/big.txt b/b.txt\nrename from big.txt\nrename to b.txt\n"},
		{
			Name: "large.txt", Kind: "deleted", LinesUncounted: true, Bytes: run.Sizes{Old: 300}, Hidden: why,
			Diff: "diff --git a/large.txt b/large.txt\ndeleted file mode 100644\n# large.txt: not shown, since " + why + "\n",
		},
	})
	equal(t, "tree", files(t, w), map[string]string{"big.txt": strings.Repeat("x", 200), "large.txt": strings.Repeat("y", 300)})
}

func TestSizeLimits(t *testing.T) {
	t.Parallel()
	const mb = 1 << 20
	large := strings.Repeat("x", 2*mb)
	for _, tt := range []struct {
		op   ops.Operation
		want string
	}{
		{build(t, "create", "file", "n", "content", large), "File too large: n (2.0MB). Maximum: 1MB."},
		{build(t, "append", "file", "a", "content", large), "File too large: a (2.0MB). Maximum: 1MB."},
		{build(t, "edit", "file", "b", "find", "x", "replace", "y"), "File too large: b (2.0MB). Maximum: 1MB."},
		{build(t, "read", "file", "b"), "File too large: b (2.0MB). Maximum: 1MB."},
		{build(t, "read", "file", "b", "lines", "1"), ""},
		{build(t, "write", "file", "b", "content", "y"), ""},
		{build(t, "edit", "file", "latin1", "find", "bar", "replace", "caf\u00e9"), ""}, // in its own encoding it is small enough
	} {
		w := tree(t, map[string]string{"a": "short", "b": large, "latin1": "bar\n" + strings.Repeat("caf\xe9\n", mb/6) + strings.Repeat("\xe9t\xe9\n", mb/30)})
		r := newRunner(w)
		r.DryRun = true
		rep, err := r.Run(t.Context(), []ops.Operation{tt.op})
		must(t, err)
		got := ""
		if e := rep.Results[0].Err; e != nil {
			got = e.Error()
		}
		if got != tt.want {
			t.Errorf("%s: %q, want %q", tt.op.Action.Kind(), got, tt.want)
		}
	}
}

func TestReportCounts(t *testing.T) {
	t.Parallel()
	w := tree(t, nil)
	r := newRunner(w)
	r.Atomic = true
	rep, err := r.Run(t.Context(), []ops.Operation{
		build(t, "create", "file", "a", "content", "a"),
		{Action: ops.Invalid{Tag: "edit", Msg: "bad"}},
		{Action: ops.Invalid{Tag: "edit", Msg: "Skipped: it stands after the cut", Skipped: true}},
	})
	must(t, err)
	if rep.Failed() != 1 || rep.SkippedOrWithheld() != 2 || rep.Committed || !rep.CommitRefused() {
		t.Errorf("failed %d, skipped %d, committed %v, refused %v; want 1, 2, false, true", rep.Failed(), rep.SkippedOrWithheld(), rep.Committed, rep.CommitRefused())
	}
	equal(t, "results", codes(rep), []string{"withheld", "malformed", "skipped"})
	equal(t, "tree", files(t, w), map[string]string{})
	var types []string
	for _, res := range rep.Results {
		types = append(types, res.Type())
	}
	equal(t, "types", types, []string{"file_create", "malformed_file_op", "file_edit"})
}

// TestListingsOfWhatWasNotWritten: a listing warns of changes in its directory, but not of
// others.
func TestListingsOfWhatWasNotWritten(t *testing.T) {
	t.Parallel()
	r := newRunner(tree(t, map[string]string{"d/old": "", "e/old": "", "f/gone": "x", "f/stays": ""}))
	r.Atomic = true
	list := []ops.Operation{build(t, "create", "file", "d/n/new", "content", "a")}
	list = append(list, build(t, "move", "from", "f/gone", "to", "g/came"), build(t, "copy", "from", "e/old", "to", "g/copied"))
	changes := len(list)
	want := map[string]bool{".": true, "d": true, "d/n": true, "e": false, "f": true, "g": true}
	for path := range want {
		list = append(list, build(t, "view", "path", path))
	}
	rep, err := r.Run(t.Context(), append(list, ops.Operation{Action: ops.Invalid{Tag: "edit", Msg: "bad"}}))
	must(t, err)
	for _, res := range rep.Results[changes : len(rep.Results)-1] {
		if res.Err != nil || slices.Contains(res.Warnings, "this shows changes of the run, which were not written") != want[res.Path] {
			t.Errorf("%s: error %v, warnings %q", res.Path, res.Err, res.Warnings)
		}
	}
}

// Errors of the system and of the workspace come out as codes, with their causes.
func TestErrorsAreClassified(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"f": "x", "d/x": ""})
	rep, err := newRunner(w).Run(t.Context(), []ops.Operation{
		build(t, "read", "file", "f/below"),
		build(t, "rmdir", "path", "d"),
		build(t, "edit", "file", "gone", "find", "a", "replace", "b"),
	})
	must(t, err)
	equal(t, "codes", codes(rep), []string{"not_directory", "not_empty", "not_found"})
	e := rep.Results[0].Err
	var cause *workspace.Error
	if !errors.As(e, &cause) || cause.Reason != workspace.NotDirectory {
		t.Errorf("cause of %v: %v", e, cause)
	}
	if got, want := e.Text(), "Not a directory: f\nf is a file, so nothing can stand below it"; got != want {
		t.Errorf("Text() = %q, want %q", got, want)
	}
	if got, want := fmt.Sprint(rep.Results[2].Err), "File not found: gone"; got != want {
		t.Errorf("Error() = %q, want %q", got, want)
	}
}

// TestReadsOfARunThatIsNotCommitted: the next run may change what was read, but not what was
// only to be written.
func TestReadsOfARunThatIsNotCommitted(t *testing.T) {
	t.Parallel()
	w := runtest.TreeWith(t, workspace.Options{ReadBeforeWrite: true}, map[string]string{"a": "old a\n", "b": "old b\n", "c": "old c\n"})
	r := newRunner(w)
	r.Atomic = true
	rep, err := r.Run(t.Context(), []ops.Operation{
		build(t, "read", "file", "a"), build(t, "edit", "file", "a", "find", "old", "replace", "new"),
		build(t, "read", "file", "b"), build(t, "delete", "file", "b"), build(t, "delete", "file", "none"),
	})
	must(t, err)
	if rep.Committed {
		t.Fatal("committed")
	}
	r.Atomic = false
	var list []ops.Operation
	for _, file := range []string{"a", "b", "c"} {
		list = append(list, build(t, "edit", "file", file, "find", "old", "replace", "new"))
	}
	rep, err = r.Run(t.Context(), list)
	must(t, err)
	equal(t, "results", fmt.Sprint(codes(rep)), "[ok ok not_read]")
}
