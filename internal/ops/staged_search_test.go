package ops_test

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// answers runs operations and gives what the last of them answered.
func answers(t *testing.T, r *ops.Runner, list ...ops.Operation) ops.Result {
	t.Helper()
	rep, err := r.Run(t.Context(), list)
	must(t, err)
	for _, res := range rep.Results {
		if res.Err != nil {
			t.Fatal(res.Err)
		}
	}
	return rep.Results[len(rep.Results)-1]
}

// What is larger than what an operation may change is searched as it will be, not as it
// is on disk.
func TestSearchOfLargeFiles(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a.txt": "needle before\n"})
	r := newRunner(w)
	r.Policy.MaxEdit = 100
	res := answers(t, r,
		build(t, "create_overwrite", "file", "a.txt", "content", strings.Repeat("long\n", 50)+"needle after\n"),
		build(t, "grep", "pattern", "needle"))
	equal(t, "answer", res.Content, "a.txt:51:needle after\n")
	equal(t, "warnings", len(res.Warnings), 0)
}

// Of files in a directory that was moved a glob needs the names only. Not in parallel:
// memory is counted for the whole program.
func TestSearchOfMovedFilesTakesLittleMemory(t *testing.T) {
	w := tree(t, nil)
	must(t, os.Mkdir(filepath.Join(w.Dir(), "a"), 0o755))
	for i := range 64 {
		f := filepath.Join(w.Dir(), "a", strconv.Itoa(i))
		must(t, os.WriteFile(f, []byte("needle\n"), 0o644))
		must(t, os.Truncate(f, 1<<20))
	}
	r := newRunner(w)
	r.DryRun = true
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	found := answers(t, r, build(t, "move", "from", "a", "to", "b"), build(t, "glob", "pattern", "*", "limit", "100"))
	runtime.ReadMemStats(&after)
	equal(t, "files", strings.Count(found.Content, "b/"), 64)
	if used := after.TotalAlloc - before.TotalAlloc; used > 16<<20 {
		t.Errorf("%d MiB were used", used>>20)
	}
}

// A dry run finds files in the order in which the run will find them: moved and copied
// ones keep their time, what was written is new.
func TestSearchFindsTheNewestFirst(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"old/a": "x\n", "b": "x\n", "c": "x\n", "d": "x\n"})
	for i, name := range []string{"old/a", "b", "c", "d"} { // d is the newest
		at := noon.Add(time.Duration(i-100) * time.Hour)
		must(t, os.Chtimes(filepath.Join(w.Dir(), name), at, at))
	}
	r := newRunner(w)
	r.Policy.SearchLimit = 100
	find := build(t, "glob", "pattern", "*")
	change := []ops.Operation{
		build(t, "move", "from", "old", "to", "new"), build(t, "copy", "from", "b", "to", "y"), build(t, "edit", "file", "c", "find", "x", "replace", "z"),
		build(t, "create", "file", "e", "content", "x\n"),
	}
	during := answers(t, r, append(change, find)...).Content
	equal(t, "in the run", during, "c\ne\nd\nb\ny\nnew/a\n")
	after := answers(t, r, find).Content
	if !strings.HasSuffix(after, "d\nb\ny\nnew/a\n") {
		t.Errorf("after the run: got %q", after)
	}
}

// A link in a directory that was moved is not followed, as it is not on disk: not even
// one of many that lead round in circles.
func TestSearchFollowsNoMovedLinks(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"a/x": "needle\n"})
	for _, link := range []string{"one", "two", "three"} {
		if err := os.Symlink(".", filepath.Join(w.Dir(), "a", link)); err != nil {
			t.Skip(err)
		}
	}
	must(t, os.Symlink("x", filepath.Join(w.Dir(), "a", "y")))
	res := answers(t, newRunner(w), build(t, "move", "from", "a", "to", "b"), build(t, "grep", "pattern", "needle"))
	equal(t, "answer", res.Content, "b/x:1:needle\n")
}

// The state of a root is not seen by any search, whatever its name and the globs.
func TestSearchSeesNoState(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	w, err := workspace.Open(t.Context(), dir, workspace.Options{State: filepath.Join(dir, "a", "s[t]ate")})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	for name, text := range map[string]string{"a/state": "needle\n", "a/s[t]ate/x": "needle\n"} {
		path := filepath.Join(dir, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	for _, fields := range [][]string{{}, {"glob", "**"}, {"glob", "a/s*/**"}, {"path", "a", "glob", "x"}} {
		res := answers(t, newRunner(w), build(t, "grep", append([]string{"pattern", "needle"}, fields...)...))
		want := "a/state:1:needle\n"
		if len(fields) > 0 && fields[len(fields)-1] != "**" {
			want = ""
		}
		equal(t, strings.Join(fields, " "), res.Content, want)
	}
}

// The root may be that of the file system: paths are relative there, too.
func TestSearchInTheTopDirectory(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	must(t, os.WriteFile(filepath.Join(dir, "x"), []byte("needle\n"), 0o644))
	top := filepath.VolumeName(dir) + string(filepath.Separator)
	w, err := workspace.Open(t.Context(), top, workspace.Options{State: t.TempDir(), ReadOnly: true})
	must(t, err)
	t.Cleanup(func() { must(t, w.Close()) })
	path := filepath.ToSlash(strings.TrimPrefix(dir, top))
	r := newRunner(w)
	r.DryRun = true
	create := build(t, "create", "file", path+"/y", "content", "needle\n")
	equal(t, "glob", answers(t, r, create, build(t, "glob", "pattern", "*", "path", path, "limit", "9")).Content, path+"/y\n"+path+"/x\n")
	equal(t, "grep", answers(t, r, create, build(t, "grep", "pattern", "needle", "path", path)).Content, path+"/x:1:needle\n"+path+"/y:1:needle\n")
}

// In a directory that the run made there is nothing to warn of.
func TestSearchOfMadeDirectory(t *testing.T) {
	t.Parallel()
	for _, what := range []string{"grep", "glob"} {
		w := tree(t, nil)
		res := answers(t, newRunner(w), build(t, "mkdir", "path", "d"), build(t, what, "pattern", "x", "path", "d"))
		if res.Content != "" || len(res.Warnings) > 0 {
			t.Errorf("%s: got %q, %q", what, res.Content, res.Warnings)
		}
	}
}
