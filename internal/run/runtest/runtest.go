// Package runtest helps the tests of packages run and ops to run operations on a tree.
package runtest

import (
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/run"
	"fileops/internal/syntax"
	"fileops/internal/workspace"
)

// Noon is when every test runs.
var Noon = time.Date(2026, 11, 20, 12, 0, 0, 0, time.UTC)

// NewRunner returns a runner with limits of 1 MB, and the same time and number for each run.
func NewRunner(w *workspace.Workspace) *run.Runner {
	return &run.Runner{
		Workspace: w,
		Policy:    ops.Policy{MaxEdit: 1 << 20, MaxCreate: 1 << 20, MaxRead: 1 << 20},
		Now:       func() time.Time { return Noon },
		Random:    func() uint32 { return 0xabcd1234 },
	}
}

// Tree opens a workspace that holds these files, by name. Nothing is synced: no test here
// cuts the power.
func Tree(t *testing.T, files map[string]string) *workspace.Workspace {
	t.Helper()
	return TreeWith(t, workspace.Options{}, files)
}

// TreeWith is Tree with options.
func TreeWith(t *testing.T, o workspace.Options, files map[string]string) *workspace.Workspace {
	t.Helper()
	dir := t.TempDir()
	o.State, o.CreateParents, o.Fast = t.TempDir(), true, true
	for name, content := range files {
		path := filepath.Join(dir, name)
		Must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		Must(t, os.WriteFile(path, []byte(content), 0o644))
	}
	w, err := workspace.Open(t.Context(), dir, o)
	Must(t, err)
	t.Cleanup(func() { Must(t, w.Close()) })
	return w
}

// Files returns the files that the workspace holds on disk, by name.
func Files(t *testing.T, w *workspace.Workspace) map[string]string {
	t.Helper()
	got := map[string]string{}
	for path := range Snapshot(t, w.Dir()) {
		if data, err := os.ReadFile(path); err == nil {
			rel, err := filepath.Rel(w.Dir(), path)
			Must(t, err)
			got[filepath.ToSlash(rel)] = string(data)
		}
	}
	return got
}

// Build returns an operation made of its fields: Build(t, "edit", "file", "a", …).
func Build(t *testing.T, tag string, fields ...string) ops.Operation {
	t.Helper()
	spec, ok := ops.Function(tag)
	if !ok {
		t.Fatalf("no operation %q", tag)
	}
	a, err := spec.Build(wording.Tags, Arguments(fields...))
	Must(t, err)
	return ops.Operation{Action: a}
}

// Arguments returns fields as a call gives them. A value with a line end is a block.
func Arguments(fields ...string) []ops.Arg {
	var given []ops.Arg
	for i := 0; i < len(fields); i += 2 {
		given = append(given, ops.Arg{Name: fields[i], Value: ops.Value{Text: fields[i+1], Block: strings.HasSuffix(fields[i+1], "\n")}})
	}
	return given
}

// Python returns a checker of Python alone.
func Python(t *testing.T) syntax.Parsers {
	t.Helper()
	c, err := syntax.NewParsers([]string{"python"})
	Must(t, err)
	return c
}

// Codes returns how each operation ended: "ok" or the code of its error.
func Codes(rep run.Report) []string {
	got := make([]string, len(rep.Results))
	for i, res := range rep.Results {
		got[i] = "ok"
		if res.Err != nil {
			got[i] = string(res.Err.Code)
		}
	}
	return got
}

// Equal reports how two values differ.
func Equal[T any](t *testing.T, what string, got, want T) {
	t.Helper()
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s: want -, got +\n%s", what, d)
	}
}

// Must ends the test if there is an error.
func Must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// Snapshot describes everything below dir, by path: mode, time, content or target.
func Snapshot(t *testing.T, dir string) map[string]string {
	t.Helper()
	tree := map[string]string{}
	Must(t, filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		what := info.Mode().String() + " " + info.ModTime().Format(time.RFC3339Nano) + " "
		switch {
		case info.Mode().IsRegular():
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			what += string(data)
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := os.Readlink(path)
			if err != nil {
				return err
			}
			what += target
		}
		tree[path] = what
		return nil
	}))
	return tree
}

// Sequences is how many random runs are tried: n, unless TEST_SEQUENCES is set.
func Sequences(t *testing.T, n int) int {
	t.Helper()
	if s := os.Getenv("TEST_SEQUENCES"); s != "" {
		var err error
		n, err = strconv.Atoi(s)
		Must(t, err)
	}
	return n
}
