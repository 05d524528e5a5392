package ops_test

import (
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/run"
	"fileops/internal/workspace"
)

// good are values with which every operation succeeds in the tree of newTree. They go by
// field, or by tag and field if one value does not fit all operations.
var good = map[string]string{
	"file": "a.txt", "from": "a.txt", "to": "fresh.txt", "path": "fresh",
	"find": "one", "replace": "1", "pattern": "one", "content": "x", "old_str": "one", "new_str": "1",
	"line": "1", "start_line": "1", "end_line": "1", "new_content": "x",
	"create.file": "fresh.txt", "rmdir.path": "empty",
	"file_path": "a.txt", "file_edit.path": "a.txt", "old_text": "one", "new_text": "1", "old_string": "one", "new_string": "1",
	"edits": `[{"old_string": "one", "new_string": "1"}]`, "command": "view",
	"anchor_edit.path": "a.txt", "anchor_edit.edits": `[{"op": "replace", "pos": 1, "lines": ["1"]}]`,
	"file_read.path": "a.txt", "view.path": "a.txt", "file_write.path": "a.txt", "create_file.path": "fresh.txt",
	"str_replace_based_edit_tool.path": "a.txt", "str_replace_editor.path": "a.txt",
	"read_file.path": "a.txt", "read_text_file.path": "a.txt", "write_file.path": "a.txt", "write_to_file.path": "a.txt",
	"edit_file.path": "a.txt", "edit_file.edits": `[{"old_text": "one", "new_text": "1"}]`, "paths": `["a.txt"]`,
	"list_directory.path": "sub", "list_files.path": "sub", "search_files.path": ".", "source": "a.txt", "destination": "fresh.txt",
}

// newTree makes a fresh root with a directory outside of it, and returns both's
// parent.
func newTree(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	put(t, dir, map[string]string{
		"root/a.txt": "one\n", "root/.git/config": "[core]\n", "root/sub/x": "", "outside/secret.txt": "one\n", "outside/d/x": "",
	})
	must(t, os.Mkdir(filepath.Join(dir, "root/empty"), 0o755))
	for name, target := range map[string]string{
		"out.txt": "../outside/secret.txt", "outdir": "../outside", "absolute.txt": filepath.Join(dir, "outside/secret.txt"),
		"absolute": filepath.Join(dir, "outside"), "chain.txt": "chain2.txt", "chain2.txt": "out.txt", "chain": "sub/../outdir", "g": ".git",
	} {
		must(t, os.Symlink(target, filepath.Join(dir, "root", name)))
	}
	must(t, makeFIFO(filepath.Join(dir, "root/pipe")))
	return dir
}

// put makes files with their directories.
func put(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(content), 0o644))
	}
}

// disguise adds directories that git uses under other names than .git, and a file that its
// configuration includes: as much of it as path needs.
func disguise(t *testing.T, dir, path string) {
	t.Helper()
	files := map[string]string{
		"root/.git/config":                       "[include]\npath = ../shared.conf\n",
		"root/shared.conf":                       "one\n",
		"root/a/b/.git/config":                   "[include]\npath = ../../../nested.gitconf\n",
		"root/nested.gitconf":                    "one\n",
		"root/mod.gitconf":                       "one\n",
		"root/wt.gitconf":                        "one\n",
		"root/link.gitconf":                      "one\n",
		"root/half.git/HEAD":                     "ref: refs/heads/main\n",
		"root/half.git/refs/x":                   "",
		"root/.git/modules/m/config":             "[include]\npath = ../../../mod.gitconf\n",
		"root/.git/worktrees/wt/config.worktree": "[include]\npath = ../../../wt.gitconf\n",
		"root/.git/modules/m/HEAD":               "ref: refs/heads/main\n", "root/.git/modules/m/objects/x": "", "root/.git/modules/m/refs/x": "",
		"root/.git/worktrees/wt/HEAD": "ref: refs/heads/main\n", "root/.git/worktrees/wt/commondir": "../..\n",
		"root/file/.git": "gitdir: ./.bare\n",
		"root/far/.git":  "gitdir: " + filepath.Join(dir, "root/far/store") + "\n",
		"root/wt/.git":   "gitdir: ../common/worktrees/wt\n",
		"root/mod/.git":  "gitdir: ../link/.git/modules/mod\n",

		"root/common/worktrees/wt/HEAD":      "ref: refs/heads/wt\n",
		"root/common/worktrees/wt/commondir": "../..\n",
	}
	for _, own := range []string{"file/.bare", "far/store", "link/meta", "common", "link/meta/modules/mod", "bare.git"} {
		for name, content := range map[string]string{"HEAD": "ref: refs/heads/main\n", "config": "one\n", "objects/x": "", "refs/x": ""} {
			files["root/"+own+"/"+name] = content
		}
	}
	top, _, _ := strings.Cut(path, "/")
	for name := range files {
		if !strings.HasPrefix(name, "root/"+top+"/") && !strings.Contains(name, "git") && name != "root/"+path {
			delete(files, name)
		}
	}
	put(t, dir, files)
	must(t, os.MkdirAll(filepath.Join(dir, "root/link"), 0o755))
	must(t, os.Symlink("meta", filepath.Join(dir, "root/link/.git")))
	must(t, os.MkdirAll(filepath.Join(dir, "root/c/.git"), 0o755))
	must(t, os.Symlink("../../link.gitconf", filepath.Join(dir, "root/c/.git/config")))
	must(t, os.MkdirAll(filepath.Join(dir, "root/half.git"), 0o755))
	must(t, os.Symlink("../away.git", filepath.Join(dir, "root/half.git/objects")))
}

// with builds the operation of a spec from good values, one field aside.
func with(t *testing.T, spec *ops.Spec, field, value string) (ops.Action, error) {
	t.Helper()
	var given []ops.Arg
	for _, f := range spec.Fields {
		text, known := good[spec.Tag+"."+f.Name]
		if !known {
			text, known = good[f.Name]
		}
		switch {
		case f.Name == field:
			text = value
		case f.Optional:
			continue
		case !known:
			t.Fatalf("no good value for <%s> of <%s>: add one", f.Name, spec.Tag)
		}
		given = append(given, ops.Arg{Name: f.Name, Value: ops.Value{Text: text}})
	}
	return spec.Build(wording.Tags, given)
}

// runOne runs one action on dir/root, with its state beside dir.
func runOne(t *testing.T, dir string, op ops.Operation) (run.Report, ops.Result) {
	t.Helper()
	w, err := workspace.Open(t.Context(), filepath.Join(dir, "root"), workspace.Options{State: dir + ".state", CreateParents: true, Backups: true, Fast: true})
	must(t, err)
	defer w.Close() //nolint:errcheck // a test is over
	rep, err := newRunner(w).Run(t.Context(), []ops.Operation{op})
	must(t, err)
	return rep, rep.Results[0]
}

// Without this, a refusal in TestEscape could be one for another reason.
func TestGoodValuesSucceed(t *testing.T) {
	t.Parallel()
	for _, spec := range ops.Functions() {
		t.Run(spec.Tag, func(t *testing.T) {
			t.Parallel()
			a, err := with(t, &spec, "", "")
			must(t, err)
			if _, res := runOne(t, newTree(t), ops.Operation{Action: a}); res.Err != nil {
				t.Errorf("failed: %v", res.Err)
			}
		})
	}
}

// escape is a path that leads where no operation may go.
type escape struct {
	name string
	path string
	code workspace.Reason
	msg  string // where it differs from "Path escapes the root: PATH"
	// reading is the code for operations that only read there: the same as code
	// unless git's own directory is in the way.
	reading workspace.Reason
	link    bool // its last part is a link: who takes the entry itself, takes the link
	git     bool // it is there when the tree has directories of git's own in disguise
}

const readable = workspace.Reason("readable")

var escapes = []escape{
	{name: "traversal", path: "../x", code: "bad_path", msg: "Path traversal detected: ../x"},
	{name: "traversal_inside", path: "a/../../x", code: "bad_path", msg: "Path traversal detected: a/../../x"},
	{name: "traversal_to_a_file", path: "../outside/secret.txt", code: "bad_path", msg: "Path traversal detected: ../outside/secret.txt"},
	{name: "absolute", path: "/etc/passwd", code: "bad_path", msg: "Absolute paths not allowed: /etc/passwd"},
	{name: "drive", path: `C:\x`, code: "bad_path", msg: `Absolute paths not allowed: C:\x`},
	{name: "share", path: `\\host\share\x`, code: "bad_path", msg: `Absolute paths not allowed: \\host\share\x`},
	{name: "home", path: "~/x", code: "bad_path", msg: "Absolute paths not allowed: ~/x"},
	{name: "nul", path: "a\x00b", code: "bad_path", msg: "Null byte in file path"},
	{name: "too_long", path: strings.Repeat("x", 300), code: "bad_path", msg: "Path too long: 300 chars (max 255)"},
	{name: "too_long_a_directory", path: strings.Repeat("é", 300) + "/x", code: "bad_path", msg: "Path too long: 300 chars (max 255)"},
	{name: "too_long_at_depth", path: "new/sub/" + strings.Repeat("x", 256), code: "bad_path", msg: "Path too long: 256 chars (max 255)"},
	{name: "too_long_as_a_whole", path: strings.Repeat("abcdefgh/", 456), code: "bad_path", msg: "Path too long: 4104 bytes (max 4096)"},
	{name: "line_break", path: "a\nb", code: "bad_path", msg: `Line break in file path: "a\nb"`},
	{name: "empty", path: " \n", code: ops.Malformed, msg: "Empty file path"},
	{name: "link_out", path: "out.txt", code: "outside_root", link: true},
	{name: "absolute_link_out", path: "absolute.txt", code: "outside_root", link: true},
	{name: "chain_of_links_out", path: "chain.txt", code: "outside_root", link: true},
	{name: "below_a_link_out", path: "outdir/secret.txt", code: "outside_root"},
	{name: "new_below_a_link_out", path: "outdir/d/new.txt", code: "outside_root"},
	{name: "below_an_absolute_link_out", path: "absolute/secret.txt", code: "outside_root"},
	{name: "below_a_chain_of_links_out", path: "chain/secret.txt", code: "outside_root"},
	{name: "git", path: ".git/config", code: "denied", msg: "Access denied: .git/config", reading: readable},
	{name: "git_in_capitals", path: ".GIT/config", code: "denied", msg: "Access denied: .GIT/config", reading: "not_found"},
	{name: "git_at_depth", path: "sub/.git/hooks/x", code: "denied", msg: "Access denied: sub/.git/hooks/x", reading: "not_found"},
	{name: "git_by_a_link", path: "g/config", code: "denied", msg: "Access denied: g/config", reading: readable},
	{name: "new_in_git_by_a_link", path: "g/hooks/x", code: "denied", msg: "Access denied: g/hooks/x", reading: "not_found"},
	{name: "git_file", path: "file/.bare/config", code: "denied", msg: "Access denied: file/.bare/config", reading: readable, git: true},
	{name: "new_by_a_git_file", path: "file/.bare/hooks/x", code: "denied", msg: "Access denied: file/.bare/hooks/x", reading: "not_found", git: true},
	{name: "absolute_git_file", path: "far/store/config", code: "denied", msg: "Access denied: far/store/config", reading: readable, git: true},
	{name: "git_link", path: "link/meta/config", code: "denied", msg: "Access denied: link/meta/config", reading: readable, git: true},
	{name: "work_tree", path: "common/worktrees/wt/HEAD", code: "denied", msg: "Access denied: common/worktrees/wt/HEAD", reading: readable, git: true},
	{name: "common_directory", path: "common/config", code: "denied", msg: "Access denied: common/config", reading: readable, git: true},
	{name: "new_in_a_common_directory", path: "common/hooks/x", code: "denied", msg: "Access denied: common/hooks/x", reading: "not_found", git: true},
	{name: "submodule", path: "link/meta/modules/mod/config", code: "denied", msg: "Access denied: link/meta/modules/mod/config", reading: readable, git: true},
	{name: "bare_repository", path: "bare.git/config", code: "denied", msg: "Access denied: bare.git/config", reading: readable, git: true},
	{name: "new_in_a_bare_repository", path: "bare.git/hooks/x", code: "denied", msg: "Access denied: bare.git/hooks/x", reading: "not_found", git: true},
	{name: "git_configuration", path: "shared.conf", code: "denied", msg: "Access denied: shared.conf", reading: readable, git: true},
	{name: "configuration_of_a_nested_repository", path: "nested.gitconf", code: "denied", msg: "Access denied: nested.gitconf", reading: readable, git: true},
	{name: "configuration_of_a_submodule", path: "mod.gitconf", code: "denied", msg: "Access denied: mod.gitconf", reading: readable, git: true},
	{name: "configuration_of_a_linked_work_tree", path: "wt.gitconf", code: "denied", msg: "Access denied: wt.gitconf", reading: readable, git: true},
	{name: "configuration_that_is_a_link", path: "link.gitconf", code: "denied", msg: "Access denied: link.gitconf", reading: readable, git: true},
	{name: "where_a_link_in_a_git_directory_leads", path: "away.git", code: "denied", msg: "Access denied: away.git", reading: "not_found", git: true},
	{name: "fifo", path: "pipe", code: "not_regular", msg: "Not a regular file: pipe"},
}

// want is what an operation must answer that names the path in a field: a code, or
// readable, or "" where it takes the link itself.
func (e escape) want(tag, field string) (workspace.Reason, string) {
	msg := e.msg
	if same := map[string]string{"source": "from", "destination": "to"}[field]; same != "" { // of move_file
		field = same
	}
	if msg == "" {
		msg = "Path escapes the root: " + e.path
	}
	switch {
	case e.reading != "" && (tag == "read" || tag == "glob" || tag == "grep" || field == "from" && tag != "move"):
		if e.reading == "not_found" {
			return e.reading, "File not found: " + e.path
		}
		if tag == "glob" {
			return "not_directory", "Not a directory: " + e.path
		}
		return e.reading, ""
	case !e.link:
		return e.code, msg
	case tag == "delete", tag == "move" && field == "from":
		return "", ""
	case tag == "rmdir":
		return "not_directory", "Not a directory: " + e.path
	case tag == "create":
		return ops.Exists, "File already exists: " + e.path + ". Use <edit> to modify existing files or <create_overwrite> to replace."
	case field == "to" && tag != "copy_overwrite":
		return ops.Exists, "Destination already exists: " + e.path + ". Delete it first or choose different destination."
	}
	return e.code, msg
}

// TestEscape runs every escaping path against fields that take a path, of every operation
// that there is.
func TestEscape(t *testing.T) {
	t.Parallel()
	for i, e := range escapes {
		t.Run(e.name, func(t *testing.T) {
			t.Parallel()
			if e.name == "fifo" && runtime.GOOS == "windows" {
				t.Skip("no FIFOs here")
			}
			testEscape(t, e, i)
		})
	}
}

// testEscape runs one path against every field with TEST_ALL, else against every third;
// in a short run it is every seventh. The first field is another one for each path.
func testEscape(t *testing.T, e escape, n int) {
	t.Helper()
	site := escapeSite{t: t, git: e.git, path: e.path}
	called := e
	if strings.HasPrefix(e.msg, "Absolute") { // in a call it may be one that is inside
		called.code, called.msg = "outside_root", ""
	}
	blocks, every := len(ops.Catalogue()), 3
	switch {
	case testing.Short():
		every = 7
	case os.Getenv("TEST_ALL") != "":
		every = 1
	}
	for i, spec := range ops.Functions() {
		for _, f := range spec.Fields {
			if f.Kind != ops.Path {
				continue
			}
			if n++; n%every != 0 {
				continue
			}
			t.Run(spec.Tag+"/"+f.Name, func(t *testing.T) {
				if i < blocks {
					site.try(t, &spec, f.Name, "", e)
				}
				site.try(t, &spec, f.Name, spec.Tag, called)
			})
		}
	}
}

// escapeSite is the tree on which one escaping path is tried. An operation that changes
// nothing leaves it to the next one.
type escapeSite struct {
	t      *testing.T // of all operations
	git    bool
	path   string
	dir    string
	before map[string]string // what is in dir; nil if the next operation needs a fresh tree
}

func (s *escapeSite) prepare() {
	s.t.Helper()
	if s.before != nil {
		return
	}
	s.dir = newTree(s.t)
	if s.git {
		disguise(s.t, s.dir, s.path)
	}
	s.before = snapshot(s.t, s.dir)
}

func (s *escapeSite) try(t *testing.T, spec *ops.Spec, field, called string, e escape) {
	t.Helper()
	s.prepare()
	dir, before := s.dir, s.before
	kind, err := with(t, spec, "", "")
	must(t, err)
	code, msg := e.want(kind.Kind(), field)
	if spec.Tag == "list_directory" || spec.Tag == "list_files" {
		msg = strings.Replace(msg, "File not found", "Directory not found", 1)
	}
	if called != "" { // which is told of functions, not of tags
		msg = strings.NewReplacer("<edit>", "edit", "<create_overwrite>", "create_overwrite").Replace(msg)
	}
	if _, err := os.Lstat(filepath.Join(dir, "root", e.path)); code == "not_found" && err == nil {
		code = readable // the file system takes .GIT for .git
	}
	a, err := with(t, spec, field, e.path)
	if err != nil {
		refused(t, err.(*ops.Error), code, msg) //nolint:errorlint // Build's own
		return
	}
	rep, res := runOne(t, dir, ops.Operation{Action: a, Call: ops.Call{Name: called}})
	after := snapshot(t, dir)
	if !maps.Equal(before, after) {
		s.before = nil
	}
	switch code {
	case "":
		if res.Err != nil {
			t.Errorf("failed: %v", res.Err)
		}
		if _, there := after[filepath.Join(dir, "root", e.path)]; there {
			t.Error("the link is still there")
		}
	case readable:
		if res.Err != nil && !(strings.HasPrefix(spec.Tag, "list") && res.Err.Code == "not_directory") {
			t.Errorf("reading failed: %v", res.Err)
		}
	default:
		refused(t, res.Err, code, msg)
		if rep.Committed || len(rep.Files) > 0 {
			t.Errorf("committed: %v, changed: %v", rep.Committed, rep.Files)
		}
		if d := cmp.Diff(before, after); d != "" {
			t.Errorf("something changed (-before, +after):\n%s", d)
		}
	}
	for path, what := range before {
		inside := strings.HasPrefix(path, filepath.Join(dir, "root")) && !strings.Contains(path, ".git")
		if !inside && path != dir && after[path] != what {
			t.Errorf("%s was %q, is %q", path, what, after[path])
		}
	}
}

func refused(t *testing.T, err *ops.Error, code workspace.Reason, msg string) {
	t.Helper()
	if err == nil {
		t.Fatalf("not refused; want %s: %s", code, msg)
	}
	if err.Code != code || err.Error() != msg {
		t.Errorf("refused by %s: %s\nwant %s: %s", err.Code, err.Error(), code, msg)
	}
}

// TestProtectedFilesCanBeOverwritten runs every operation that changes or takes away a
// file on a protected one.
func TestProtectedFilesCanBeOverwritten(t *testing.T) {
	t.Parallel()
	const hint = "main.py is in protected_files (default), which only the user can change. It may be read, edited and overwritten, not deleted or moved."
	for _, tt := range []struct {
		name   string
		op     []string // tag and fields
		want   string   // the message of the refusal, "" if it is done
		holds  string   // main.py afterwards
		called bool     // as a call
	}{
		{"create_overwrite", []string{"create_overwrite", "file", "main.py", "content", "new\n"}, "", "new\n", false},
		{"write", []string{"write", "file", "main.py", "content", "new\n"}, "", "new\n", false},
		{"Write", []string{"Write", "file_path", "main.py", "content", "new\n"}, "", "new\n", true},
		{"copy_overwrite", []string{"copy_overwrite", "from", "other", "to", "main.py"}, "", "other\n", false},
		{"edit", []string{"edit", "file", "main.py", "find", "one", "replace", "1"}, "", "1\n", false},
		{"Edit", []string{"Edit", "file_path", "main.py", "old_string", "one", "new_string", "1"}, "", "1\n", true},
		{"write_by_a_link", []string{"write", "file", "link", "content", "new\n"}, "", "new\n", false},
		{"create", []string{"create", "file", "main.py", "content", "new\n"}, "File already exists: main.py. Use <edit> to modify existing files or <create_overwrite> to replace.", "one\n", false},
		{"delete", []string{"delete", "file", "main.py"}, "Cannot delete protected file: main.py", "one\n", false},
		{"move", []string{"move", "from", "main.py", "to", "x"}, "Cannot move protected file: main.py", "one\n", false},
		{"move_over_it", []string{"move", "from", "other", "to", "main.py"}, "Destination already exists: main.py. Delete it first or choose different destination.", "one\n", false},
		{"copy_over_it", []string{"copy", "from", "other", "to", "main.py"}, "Destination already exists: main.py. Delete it first or choose different destination.", "one\n", false},
		{"rmdir", []string{"rmdir", "path", "main.py"}, "Cannot delete protected file: main.py", "one\n", false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := treeWith(t, workspace.Options{ProtectedFiles: []string{"main.py"}}, map[string]string{"main.py": "one\n", "other": "other\n"})
			must(t, os.Symlink("main.py", filepath.Join(w.Dir(), "link")))
			op := build(t, tt.op[0], tt.op[1:]...)
			if tt.called {
				op.Call.Name = tt.op[0]
			}
			rep, err := newRunner(w).Run(t.Context(), []ops.Operation{op})
			must(t, err)
			got := rep.Results[0].Err
			if (got == nil) != (tt.want == "") || got != nil && got.Error() != tt.want {
				t.Fatalf("got %v, want %q", got, tt.want)
			}
			if got != nil && got.Code == "protected" && got.Hint != hint {
				t.Errorf("the hint is %q", got.Hint)
			}
			equal(t, "main.py", files(t, w)["main.py"], tt.holds)
		})
	}
}
