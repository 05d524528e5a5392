package workspace

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// realGit runs git in a directory, with no configuration but that of its repository.
func realGit(tb testing.TB, dir string, args ...string) (string, error) {
	tb.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		tb.Skip("git is not installed")
	}
	cmd := exec.CommandContext(tb.Context(), "git", args...)
	cmd.Dir = dir
	for _, v := range os.Environ() {
		if !strings.HasPrefix(v, "GIT_") {
			cmd.Env = append(cmd.Env, v)
		}
	}
	cmd.Env = append(
		cmd.Env, "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL="+os.DevNull, "LC_ALL=C", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b",
		"GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b",
	)
	out, err := cmd.CombinedOutput()
	return strings.TrimSpace(string(out)), err
}

// repositories are trees with a repository that reads a file elsewhere in the root as a part
// of its configuration. A line of the script is a git command in a directory, or makes an
// entry as sow does.
var repositories = []struct {
	name   string
	script []string
	in     string // where git status is run
	file   string // what its configuration includes
}{
	{"nested", []string{"sub: init", "sub: config include.path ../../shared"}, "sub", "shared"},
	{"nested_in_a_repository", []string{".: init", "a/sub: init", "a/sub: config include.path ../../../shared"}, "a/sub", "shared"},
	{"deep", []string{"a/b/c/d/sub: init", "a/b/c/d/sub: config include.path ../../../x/shared"}, "a/b/c/d/sub", "a/b/c/x/shared"},
	{"deep_below_what_is_included", []string{"a/b/c/d/sub: init", "a/b/c/d/sub: config include.path ../../../../../../z/shared"}, "a/b/c/d/sub", "z/shared"},
	{"absolute", []string{"sub: init", "sub: config include.path $ROOT/shared"}, "sub", "shared"},
	{"on_a_condition", []string{"sub: init", "sub: config includeIf.gitdir:**/sub/.path ../../shared"}, "sub", "shared"},
	{"condition_with_a_bracket", []string{"sub]x: init", "sub]x: config includeIf.gitdir:**/sub]x/.path ../../shared"}, "sub]x", "shared"},
	{"on_one_line", []string{"sub: init", "sub/.git/config = [core]repositoryformatversion=0\n[includeIf \"gitdir:**/] x\"]path=no\n[x][include]path=\"../../sh\"ared ;x\n"}, "sub", "shared"},
	{"in_what_is_included", []string{"sub: init", "sub: config include.path ../../one", "one = [include]\npath = d/two\n", "d/"}, "sub", "d/two"},
	{"configuration_is_a_link", []string{"sub: init", "sub: config --list", "rm sub/.git/config", "sub/.git/config -> ../../gitconf"}, "sub", "gitconf"},
	{"directory_is_a_link", []string{"m: init", "mv m/.git meta", "sub/.git -> ../meta", "sub: config include.path ../shared"}, "sub", "shared"},
	{"git_file", []string{"far/", "sub: init --separate-git-dir ../far/store", "sub: config include.path ../../shared"}, "sub", "shared"},
	{
		"submodule", []string{"m: init", "m: commit --allow-empty -m m", ".: init", ".: -c protocol.file.allow=always submodule add $ROOT/m mod", "mod: config include.path ../../../shared"},
		"mod", "shared",
	},
	{
		"submodule_of_a_nested_one", []string{"m: init", "m: commit --allow-empty -m m", "s: init", "s: -c protocol.file.allow=always submodule add $ROOT/m a/mod", "s/a/mod: config include.path ../../../../../shared"},
		"s/a/mod", "shared",
	},
	{
		"linked_work_tree", []string{
			".: init", ".: commit --allow-empty -m m", ".: worktree add wt", ".: config extensions.worktreeConfig true",
			"wt: config --worktree include.path ../../../shared",
		}, "wt", "shared",
	},
	{
		"linked_work_tree_of_a_nested_one", []string{
			"s: init", "s: commit --allow-empty -m m", "s: worktree add ../wt", "s: config extensions.worktreeConfig true",
			"wt: config --worktree include.path ../../../../shared",
		}, "wt", "shared",
	},
	{"work_tree_of_a_bare_one", []string{"r.git: init --bare", "m: init", "m: commit --allow-empty -m m", "m: push ../r.git HEAD:main", "r.git: worktree add ../wt main", "r.git: config include.path ../shared"}, "wt", "shared"},
}

// build makes one of these trees.
func build(tb testing.TB, root string, script []string) {
	tb.Helper()
	for _, line := range script {
		line = strings.ReplaceAll(line, "$ROOT", root)
		dir, args, ok := strings.Cut(line, ": ")
		name, moved := strings.CutPrefix(line, "mv ")
		gone, removed := strings.CutPrefix(line, "rm ")
		switch {
		case removed:
			mustDo(tb, os.Remove(filepath.Join(root, gone)))
		case moved:
			from, to, _ := strings.Cut(name, " ")
			mustDo(tb, os.Rename(filepath.Join(root, from), filepath.Join(root, to)))
		case !ok || strings.Contains(line, " = "):
			sow(tb, root, []string{line})
		default:
			mustDo(tb, os.MkdirAll(filepath.Join(root, dir), 0o755))
			if out, err := realGit(tb, filepath.Join(root, dir), strings.Fields(args)...); err != nil {
				tb.Fatalf("%s: %v\n%s", line, err, out)
			}
		}
	}
}

// evil is a configuration with which git status runs a command that makes a file.
func evil(mark string) string {
	return "[core]\n\trepositoryformatversion = 0\n\tfsmonitor = \"touch '" + filepath.ToSlash(mark) + "'; :\"\n"
}

// TestGitRunsNothingPlanted writes the configuration of repositories everywhere in the root,
// in every way that there is, and lets git look at it. That git would run the command is
// shown by writing it without the program.
func TestGitRunsNothingPlanted(t *testing.T) {
	t.Parallel()
	for _, tt := range repositories {
		for _, size := range []string{"small", "large"} {
			if large := size == "large"; large && (os.Getenv("TEST_ALL") == "" && tt.name != "nested" || !slices.Contains([]string{"nested", "deep", "submodule_of_a_nested_one", "linked_work_tree"}, tt.name)) {
				continue
			}
			t.Run(tt.name+"/"+size, func(t *testing.T) {
				t.Parallel()
				root, err := filepath.EvalSymlinks(t.TempDir())
				mustDo(t, err)
				build(t, root, tt.script)
				if size == "large" { // more than is looked at for each run
					crowd(t, root, maxGitNear)
				}
				mark := filepath.Join(t.TempDir(), "mark")
				sow(t, root, []string{"bait = " + evil(mark), "box/" + filepath.Base(tt.file) + " = " + evil(mark)})
				w, err := Open(t.Context(), root, Options{State: t.TempDir(), CreateParents: true})
				mustDo(t, err)
				t.Cleanup(func() { _ = w.Close() })
				scripts := []string{"write " + tt.file + " " + evil(mark), "copy bait " + tt.file, "move bait " + tt.file}
				if up := filepath.Dir(tt.file); up != "." && lookAt(filepath.Join(root, up)) == Absent {
					scripts = append(scripts, "move box "+up)
				}
				for _, line := range scripts {
					tx := w.Begin()
					wantReason(t, line, try(tx, line), Denied)
					mustDo(t, tx.Commit(t.Context(), "r", time.Now()))
				}
				if _, err := realGit(t, filepath.Join(root, tt.in), "status"); lookAt(mark) != Absent {
					t.Errorf("git ran the command (%v)", err)
				}
				mustDo(t, os.MkdirAll(filepath.Dir(filepath.Join(root, tt.file)), 0o755))
				mustDo(t, os.WriteFile(filepath.Join(root, tt.file), []byte(evil(mark)), 0o644))
				if out, err := realGit(t, filepath.Join(root, tt.in), "status"); lookAt(mark) == Absent {
					t.Errorf("git does not run the command, so this shows nothing: %v\n%s", err, out)
				}
				tx := w.Begin()
				for _, line := range []string{"rm " + tt.file, "move " + tt.file + " elsewhere", "write " + tt.file + " [core]"} {
					wantReason(t, line+" that is there", try(tx, line), Denied)
				}
				for _, line := range []string{"write free/bait " + evil(mark), "write notes.txt text", "copy bait bait2", "move free free2", "rm bait"} {
					wantReason(t, line, try(tx, line), "")
				}
			})
		}
	}
}

// crowd makes directories with files, so many that they hold more than n names.
func crowd(tb testing.TB, dir string, n int) {
	tb.Helper()
	const each = 500
	for made := 0; made <= n; made += each {
		sub := filepath.Join(dir, strings.Repeat("0", made/each+1))
		mustDo(tb, os.MkdirAll(sub, 0o755))
		for i := range each {
			mustDo(tb, os.WriteFile(filepath.Join(sub, strings.Repeat("f", i/20+1)+string(rune('a'+i%20))), nil, 0o644))
		}
	}
}

// TestAChangeThatIsNotGitsLooksAtFewNames: to list the whole of a large tree takes longer
// than most runs.
func TestAChangeThatIsNotGitsLooksAtFewNames(t *testing.T) {
	t.Parallel()
	w := open(t, Options{}, "a", "b")
	crowd(t, w.Dir(), 2*maxGitNear)
	tx := w.Begin()
	do(t, tx, "write a new", "write c new", "rm b", "mkdir d")
	if n := tx.git.walk.names; n == 0 || n > maxGitNear+500 {
		t.Errorf("looked at %d names", n)
	}
	do(t, tx, "write config "+evil("mark"))
	if n := tx.git.walk.names; n <= 2*maxGitNear {
		t.Errorf("looked at %d names for a configuration", n)
	}
}

// heads are what can stand as HEAD in a directory with objects and refs.
var heads = map[string]string{
	"branch": "HEAD = ref: refs/heads/main\n", "branch_without_a_blank": "HEAD = ref:refs/heads/main", "branch_with_blanks": "HEAD = ref:\t \n refs/x",
	"commit": "HEAD = 0123456789abcdef0123456789ABCDEF01234567\n", "sha256": "HEAD = " + strings.Repeat("ab", 32) + "\n",
	"commit_and_more": "HEAD = " + strings.Repeat("0", 40) + "x", "reftable": "HEAD = ref: refs/heads/.invalid\n", "link": "HEAD -> refs/heads/main",
	"prose": "HEAD = The head of the list.\n", "empty": "HEAD = ", "directory": "HEAD/a", "empty_directory": "HEAD/", "other_ref": "HEAD = ref: heads/main\n",
	"half_a_commit": "HEAD = 0123456789abcdef\n", "no_hash": "HEAD = " + strings.Repeat("g", 40), "upper_case": "HEAD = REF: refs/heads/main\n", "blank_first": "HEAD =  ref: refs/heads/main\n",
	"link_elsewhere": "HEAD -> ../head", "absolute_link": "HEAD -> $ROOT/head", "none": "a", "other_name": "head2 = ref: refs/heads/main\n", "two_lines": "HEAD = x\nref: refs/heads/main\n",
}

// TestGitDirectoriesAreTheOnesOfGit compares what may change in a directory with objects and
// refs with what git takes it for.
func TestGitDirectoriesAreTheOnesOfGit(t *testing.T) {
	t.Parallel()
	for name, head := range heads {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			entry, text, _ := strings.Cut(head, " = ")
			tree := []string{"x/" + head, "x/objects/a", "x/refs/a", "x/config = [core]\nbare = true\n", "head = ref: refs/heads/main\n"}
			w := openSown(t, tree)
			_, err := realGit(t, filepath.Join(w.Dir(), "x"), "--git-dir=.", "rev-parse", "--git-dir")
			is := err == nil
			for _, file := range []string{"x/config", "x/a", "x/hooks/post-checkout", "x/objects/a"} {
				for _, intent := range []Intent{ToEdit, ToOverwrite, ToDelete, ToMove} {
					if _, err := w.Begin().Find(file, intent, Relative); (reason(err) == Denied) != is {
						t.Errorf("git takes it for its own: %v; %s for %d: %v", is, file, intent, err)
					}
				}
			}
			// The same, made by a run.
			if strings.HasPrefix(head, "HEAD -> ") || strings.HasSuffix(entry, "/") || entry == "HEAD/a" {
				return
			}
			for _, order := range [][]string{
				{"mkdir y/objects", "mkdir y/refs", "write y/" + entry + " " + text},
				{"write y/" + entry + " " + text, "mkdir y/objects", "mkdir y/refs"},
				{"write y/" + entry + " " + text, "mkdir y/refs", "write y/config [core]", "write y/objects/x x"},
				{"write y/objects/x x", "write y/refs/x x", "write y/" + entry + " -", "write y/" + entry + " " + text},
				{"write y/objects/x x", "write y/refs/x x", "write z " + text, "move z y/" + entry},
				{"write y/objects/x x", "write y/refs/x x", "write z " + text, "copy z y/" + entry},
				{"write z/objects/x x", "write z/" + entry + " " + text, "move z y", "write q/x x", "move q y/refs"},
			} {
				tx := w.Begin()
				var err error
				for _, line := range order {
					if err = errors.Join(err, try(tx, line)); err != nil {
						break
					}
				}
				if (reason(err) == Denied) != is || err != nil && !is {
					t.Errorf("git takes it for its own: %v; %q: %v", is, order, err)
				}
			}
		})
	}
}

// TestReadings: blanks at the end of a .git file may be part of the name.
func TestReadings(t *testing.T) {
	t.Parallel()
	for text, want := range map[string][]string{
		"a\n":    {"a"},
		"a \r\n": {"a", "a "},
		" a\n":   {"a", " a"},
		"\r\n":   nil,
	} {
		if got := readings(text); !slices.Equal(got, want) {
			t.Errorf("readings(%q) = %q, want %q", text, got, want)
		}
	}
}

// TestConfigurationIsReadAsGitReadsIt compares includedPaths with git config.
func TestConfigurationIsReadAsGitReadsIt(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"[include]\npath = a\n", "[include] path = a", "[INCLUDE]PATH=a;x\n", "[include]path=a[b]\n", "[include]\n\tpath = \"a b\" c # d\n", "[include]path=a\\\n b\n",
		"[include]path=\"a;b\"\n", "[include]path=a\\tb\\\\c\n", "\ufeff[include]path=a\n", "[include]\r\npath = a\r\n", "[x \"]\"]y=z[include]path=a\n", "[x \"\\\"]\"]y[include]path=b\n[include]\npath=a\n",
		"[x]a[include]path=b\n", "[include]\npath\n[include]path=a", "[include]path=  a  b  \n", "[include]path=\"a\"\"b\"\n", "# [include]path=b\n;[include]\n[include]path=a", "[a.b]path=b\n[include]path=a",
		"[include]path=a\n[x]y=[include]\n", "[x]y=\"[include]\\n\" z\n[include]path=a\n", "[x]y=z\\\n[include]path=b\n[include]path=a", "[x] [include]\npath=a", "[include]\n   path   =   a\n",
	} {
		file := filepath.Join(t.TempDir(), "f")
		mustDo(t, os.WriteFile(file, []byte(text), 0o644))
		out, err := realGit(t, t.TempDir(), "config", "-f", file, "-z", "--get-all", "include.path")
		var want []string
		for v := range strings.SplitSeq(out, "\x00") {
			if v = strings.TrimSpace(v); err == nil && v != "" {
				want = append(want, v)
			}
		}
		if got := includedPaths(text); err == nil && !slices.Equal(got, want) {
			t.Errorf("%q: %q, git says %q", text, got, want)
		}
		if err == nil && !configures(text, false) {
			t.Errorf("%q: nothing is set", text)
		}
	}
}
