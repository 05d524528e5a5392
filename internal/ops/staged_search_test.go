package ops_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"fileops/internal/ops"
	"fileops/internal/run"
	"fileops/internal/workspace"
)

// answers runs operations and gives what the last of them answered.
func answers(t *testing.T, r *run.Runner, list ...ops.Operation) ops.Result {
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

// A file that is too large for an edit is searched as the run leaves it, not as it is on disk.
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

// A search at the end of a run finds the same as one after its commit. TEST_SEQUENCES is
// how many runs are tried.
func TestSearchAsAfterTheRun(t *testing.T) {
	t.Parallel()
	for seed := range sequences(t, 12) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) { // so that each closes its tree
			r := rand.New(rand.NewPCG(uint64(seed), 1))
			path := func() string {
				names := make([]string, 1+r.IntN(3))
				for i := range names {
					names[i] = []string{"a", "b", "c", "d", ".e"}[r.IntN(5)]
				}
				return strings.Join(names, "/")
			}
			ignoring := func() (file, rules string) {
				file = []string{"", path() + "/"}[r.IntN(2)] + []string{".gitignore", ".ignore"}[r.IntN(2)]
				return file, []string{"a\n", "/b\n", "!a\n!.e\n", "*/c\n", "# none\n"}[r.IntN(5)]
			}
			before := map[string]string{".git/HEAD": "ref: refs/heads/main\n"}
			for _, name := range []string{"a/a/x", "a/b/c", "b", "c/a/a", "c/d", "d/x/y/z"} {
				before[name] = "needle in " + name + "\n"
			}
			for range r.IntN(3) {
				if file, rules := ignoring(); strings.Count(file, "/") < 2 && !strings.HasPrefix(file, "b/") {
					before[file] = rules
				}
			}
			run := newRunner(tree(t, before))
			run.Policy.SearchLimit = 100
			if r.IntN(2) == 0 {
				_ = os.Symlink("../a", filepath.Join(run.Workspace.Dir(), "d", "d")) // where there are links
			}
			var list []ops.Operation
			for i := range 2 + r.IntN(8) {
				switch r.IntN(12) {
				case 9, 10:
					file, rules := ignoring()
					list = append(list, build(t, "create_overwrite", "file", file, "content", rules))
				case 11:
					file, _ := ignoring()
					list = append(list, build(t, "delete", "file", file))
				case 0:
					list = append(list, build(t, "delete", "file", path()))
				case 1:
					list = append(list, build(t, "create_overwrite", "file", path(), "content", fmt.Sprintf("a new needle, %d\n", i)))
				case 2:
					list = append(list, build(t, "copy_overwrite", "from", path(), "to", path()))
				case 3:
					list = append(list, build(t, "mkdir", "path", path()))
				case 4:
					list = append(list, build(t, "edit", "file", path(), "find", "in", "replace", "once in"))
				default:
					list = append(list, build(t, "move", "from", path(), "to", path()))
				}
			}
			var searches []ops.Operation
			for _, in := range []string{".", path(), path(), "a", "c/a"} {
				searches = append(searches, build(t, "grep", "pattern", "needle", "path", in), build(t, "glob", "pattern", "**", "path", in), build(t, "glob", "pattern", "a/*", "path", in))
			}
			during, err := run.Run(t.Context(), append(list, searches...))
			must(t, err)
			after, err := run.Run(t.Context(), searches)
			must(t, err)
			for i, got := range during.Results[len(list):] {
				want := after.Results[i]
				found, exp := sortedLines(got.Content), sortedLines(want.Content)
				if !slices.Equal(found, exp) || (got.Err == nil) != (want.Err == nil) || len(got.Warnings) > 0 {
					t.Fatalf("seed %d, search %d: got %q, %v, %q; after the run %q, %v", seed, i, found, got.Err, got.Warnings, exp, want.Err)
				}
			}
		})
	}
}

// sortedLines is the lines of a text in the order of their bytes.
func sortedLines(text string) []string { return slices.Sorted(strings.Lines(text)) }

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

// Where a directory takes the place of a file or a link, what those were is out of play.
func TestSearchWhereADirectoryIsNew(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"file": "x\n", "there/f": "x\n"})
	if err := os.Symlink("there", filepath.Join(w.Dir(), "link")); err != nil {
		t.Skip(err)
	}
	for _, tt := range []struct{ name, path, want string }{
		{"file", "file/in", "file/in/y:1:needle\n"},
		{"link", "link", "link/in/y:1:needle\n"},
		{"link", "link/in", "link/in/y:1:needle\n"},
	} {
		r := newRunner(w)
		r.DryRun = true
		res := answers(t, r, build(t, "delete", "file", tt.name), build(t, "create", "file", tt.name+"/in/y", "content", "needle\n"),
			build(t, "edit", "file", "there/f", "find", "x", "replace", "needle"), build(t, "grep", "pattern", "needle", "path", tt.path))
		equal(t, tt.path, res.Content, tt.want)
		equal(t, "warnings", len(res.Warnings), 0)
	}
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
