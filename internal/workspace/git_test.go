package workspace

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// bareAt are the entries of a bare repository.
func bareAt(dir string) []string {
	return []string{dir + "/HEAD = ref: refs/heads/main\n", dir + "/config", dir + "/objects/", dir + "/refs/", dir + "/hooks/"}
}

// many are so many files in a directory.
func many(dir string, n int) (files []string) {
	for i := range n {
		files = append(files, fmt.Sprintf("%s/%d", dir, i))
	}
	return files
}

// disguises are trees in which git uses files under other names than .git. A file is
// written as "name = text" here; "$ROOT" in it is the root.
var disguises = []struct {
	name    string
	tree    []string
	denied  []string // which no operation may change, be they there or not
	allowed []string
}{
	{
		"git_file", append(bareAt(".bare"), ".git = gitdir: ./.bare\n", "a"),
		[]string{".bare/config", ".bare/hooks/post-checkout", ".bare/new", ".bare"}, []string{"a", "b/c", ".bared/x", ".bare.txt"},
	},
	{"absolute_git_file", append(bareAt("x/meta"), ".git = gitdir: $ROOT/x/meta\n"), []string{"x/meta/config", "x/meta/hooks/h"}, []string{"x/a"}},
	{"git_file_with_blanks", []string{".git = gitdir:   meta  \r\n\n", "meta/a"}, []string{"meta/config", "meta/a"}, []string{"a"}},
	{"git_file_without_a_line_end", []string{".git = gitdir: meta"}, []string{"meta/config", "meta"}, []string{"a"}},
	{"git_file_to_what_is_not_there", []string{".git = gitdir: ./m/.bare\n", "m/"}, []string{"m/.bare/HEAD", "m/.bare/config"}, []string{"m/a"}},
	{"git_file_in_a_git_file", []string{".git = gitdir: one\n", "one = gitdir: two\n", "two/a"}, []string{"one", "two/config"}, []string{"a"}},
	{"git_file_through_links", []string{".git = gitdir: l/deep\n", "l -> d/l2", "d/l2 -> ../r", "r/deep/config"}, []string{"l", "d/l2", "r/deep/config"}, []string{"r/a", "d/a"}},
	{"link", []string{".git -> meta", "meta/config", "a"}, []string{"meta/config", "meta/hooks/h", "meta"}, []string{"a"}},
	{"chain_of_links", []string{".git -> l", "l -> m/n", "m/n/config"}, []string{"l", "m/n/config", "m/n"}, []string{"m/a"}},
	{"absolute_link", []string{".git -> $ROOT/meta", "meta/config"}, []string{"meta/config"}, []string{"a"}},
	{"link_to_a_git_file", []string{".git -> file", "file = gitdir: meta\n", "meta/config"}, []string{"file", "meta/config"}, []string{"a"}},
	{"link_that_leads_nowhere", []string{".git -> meta"}, []string{"meta", "meta/config"}, []string{"a"}},
	{
		"work_tree", append(bareAt("store"), "store/worktrees/wt/HEAD = ref: refs/heads/wt\n", "store/worktrees/wt/commondir = ../..\n", "wt/.git = gitdir: ../store/worktrees/wt\n", "wt/a"),
		[]string{"store/config", "store/worktrees/wt/HEAD", "store/hooks/h", "store/worktrees/new"}, []string{"wt/a", "wt/b/c", "a"},
	},
	{
		"common_directory_without_head", []string{"wt/.git = gitdir: ../own\n", "own/HEAD = ref: refs/heads/wt\n", "own/commondir = ../common\n", "common/config", "common/objects/", "common/refs/"},
		[]string{"common/config", "common/hooks/h", "own/HEAD", "own/config.worktree"}, []string{"wt/a", "a"},
	},
	{
		"absolute_common_directory", []string{".git = gitdir: own\n", "own/HEAD = ref: refs/heads/wt\n", "own/commondir = $ROOT/common", "common/config"},
		[]string{"common/config", "common/hooks/h", "own/HEAD"}, []string{"a"},
	},
	{
		"submodule", append(bareAt("super/.git/modules/sub"), "super/sub/.git = gitdir: ../.git/modules/sub\n", "super/sub/a"),
		[]string{"super/.git/modules/sub/config", "super/sub/.git"}, []string{"super/sub/a", "super/a"},
	},
	{
		"nested_submodules_in_a_linked_store", append(bareAt("store/modules/x/modules/y"), ".git -> store", "x/y/.git = gitdir: ../../.git/modules/x/modules/y\n"),
		[]string{"store/modules/x/modules/y/config", "store/config"}, []string{"x/y/a", "x/a"},
	},
	{"bare_repository", append(bareAt("deep/down/repo.git"), "a"), []string{"deep/down/repo.git/config", "deep/down/repo.git/hooks/x/y", "deep/down/repo.git/new"}, []string{"a", "deep/down/b"}},
	{"bare_repository_with_links", []string{"r/HEAD -> refs/heads/x", "r/objects -> y", "r/refs -> z"}, []string{"r/config", "r/x"}, []string{"a"}},
	{"bare_repository_as_the_root", []string{"HEAD = ref: refs/heads/main\n", "objects/", "refs/"}, []string{"config", "hooks/h", "a"}, nil},
	{
		"work_tree_in_a_bare_repository", append(bareAt("r"), "r/main/.git = gitdir: $ROOT/r/worktrees/main\n", "r/worktrees/main/HEAD = ref: refs/heads/wt\n", "r/worktrees/main/commondir = ../..\n", "r/main/a"),
		[]string{"r/config", "r/worktrees/main/config.worktree", "r/mains/x"}, []string{"r/main/a", "r/main/b/c"},
	},
	{
		"common_directory_of_a_sibling", []string{"c/objects/", "c/refs/", "c/config", "d/own/HEAD = ref: refs/heads/x\n", "d/own/commondir = ../../c\n"},
		[]string{"c/config", "c/hooks/h", "d/own/config"}, []string{"a", "d/a"},
	},
	{"configuration_of_a_bare_repository", append(bareAt("r"), "r/config = [include]\npath = ../c\n"), []string{"c"}, []string{"d"}},
	{"links_that_lead_nowhere", []string{"x/HEAD = ref: refs/heads/x\n", "x/objects -> ../o", "x/refs -> ../d/r"}, []string{"x/config", "o", "o/a", "d/r"}, []string{"a", "d/x"}},
	{"links_in_a_git_directory", []string{"s/.git/HEAD = ref: refs/heads/x\n", "s/.git/objects -> ../../o", "s/.git/refs/"}, []string{"o", "o/a"}, []string{"a", "s/a"}},
	{"common_directory_that_is_missing", []string{"own/HEAD = ref: refs/heads/x\n", "own/commondir = ../c\n"}, []string{"c/objects", "c", "c/a"}, []string{"a"}},
	{"configuration_of_a_nested_repository", []string{"s/.git/config = [include]\npath=../../c/d\n", "c/d = text"}, []string{"c/d"}, []string{"c/e", "d"}},
	{"configuration_of_a_nested_submodule", []string{".git/modules/a/b/HEAD = ref: refs/heads/x\n", ".git/modules/a/b/objects/", ".git/modules/a/b/refs/", ".git/modules/a/b/config = [include]\npath=../../../../c\n"}, []string{"c"}, []string{"d"}},
	{"objects_and_refs_alone", []string{"c/objects/", "c/refs/", "c/config"}, nil, []string{"c/config", "c/hooks/h", "c/a"}},
	{"sources_with_these_names", []string{"src/objects/a.go", "src/refs/b.go", "src/config/c.go", "src/HEAD = The head of the list.\n"}, nil, []string{"src/config/c.go", "src/objects/a.go", "src/HEAD", "src/x"}},
	{"head_is_a_directory", []string{"src/objects/a.go", "src/refs/b.go", "src/config", "src/HEAD/a.go"}, nil, []string{"src/config", "src/HEAD/a.go", "src/HEAD/b.go"}},
	{
		"included_configuration", []string{".git/config = [core]\n\tbare = false\n[include] path = ../gitconfig\n", "gitconfig = [Include]\npath = \"more\\\"ing\" ; x\n[includeIf \"onbranch:x\"]\n\tPATH=sub/\\\n2\n"},
		[]string{"gitconfig", `more"ing`, "sub/2"}, []string{"gitconfig2", "sub/3"},
	},
	{"configuration_by_a_link", []string{".git/config -> ../conf/git", "conf/git"}, []string{"conf/git"}, []string{"conf/a"}},
	{"configuration_of_a_work_tree", []string{"w/.git/config", "w/.git/config.worktree = [include]\npath=../c\n"}, []string{"w/c"}, []string{"c", "w/d"}},
	{"names_of_other_systems", []string{"a"}, []string{".GIT/config", "git~1/config", ".git./x", ".git ./x", ".git::$INDEX_ALLOCATION/config", ".g\u200cit/config", "d/GIT~1/config"}, []string{".gitignore", ".github/x", "git/config"}},
	{"hooks_that_people_edit", []string{".git/config = [core]\nhooksPath = .husky\n", ".husky/pre-commit"}, nil, []string{".husky/pre-commit", ".husky/new"}},
	{"links_in_a_circle", []string{".git -> x", "x -> y", "y -> x", "a"}, []string{"x", "y"}, []string{"a"}},
	{
		"configurations_near_the_root_beside_many_files",
		slices.Concat(many("p/n/x", maxGitNear), many("q/n/x", maxGitNear), []string{"p/r/.git/config = [include]\npath = ../../../c\n", "q/r/.git/config = [include]\npath = ../../../d\n"}),
		[]string{"c", "d"}, []string{"a"},
	},
	{"what_only_resembles_one", []string{"o/objects/", "o/refs/", "h/HEAD", "h/refs/", "s/objects/", "s/refs/", "s/config/"}, nil, []string{"o/a", "h/a", "h/config", "s/a", "HEAD", "objects/a", "refs"}},
}

// sow plants a tree whose files may have a text.
func sow(tb testing.TB, root string, tree []string) {
	tb.Helper()
	for _, e := range tree {
		name, text, ok := strings.Cut(e, " = ")
		plant(tb, root, name)
		if ok {
			mustDo(tb, os.WriteFile(filepath.Join(root, name), []byte(strings.ReplaceAll(text, "$ROOT", root)), 0o644))
		}
	}
}

func openSown(tb testing.TB, tree []string) *Workspace {
	tb.Helper()
	root, err := filepath.EvalSymlinks(tb.TempDir())
	mustDo(tb, err)
	sow(tb, root, tree)
	w, err := Open(tb.Context(), root, Options{State: tb.TempDir(), CreateParents: true})
	mustDo(tb, err)
	tb.Cleanup(func() { _ = w.Close() })
	return w
}

func TestWhatGitUsesIsDenied(t *testing.T) {
	t.Parallel()
	for _, tt := range disguises {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := openSown(t, tt.tree)
			for _, name := range tt.denied {
				intents := []Intent{ToCreate, ToDelete, ToMove, ToRemoveDir} // which take the entry itself, be it a link
				if info, err := os.Lstat(filepath.Join(w.Dir(), name)); err != nil || info.Mode()&os.ModeSymlink == 0 {
					intents = append(intents, ToEdit, ToOverwrite, ToMakeDir)
				}
				for _, intent := range intents {
					if _, err := w.Begin().Find(name, intent, Relative); reason(err) != Denied && reason(err) != Outside {
						t.Errorf("%s for %d: %v", name, intent, err)
					}
				}
				if _, err := w.Begin().Find(name, ToRead, Relative); reason(err) == Denied {
					t.Errorf("%s may not be read: %v", name, err)
				}
			}
			for _, name := range tt.allowed {
				for _, intent := range []Intent{ToEdit, ToCreate, ToOverwrite, ToMove, ToDelete} {
					if _, err := w.Begin().Find(name, intent, Relative); err != nil {
						t.Errorf("%s for %d: %v", name, intent, err)
					}
				}
			}
		})
	}
}

// TestNoRunMakesADirectoryOfGits takes runs of which the last operation is refused.
func TestNoRunMakesADirectoryOfGits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		tree   []string
		script []string
	}{
		{"head_last", nil, []string{"mkdir x/objects", "mkdir x/refs", "write x/HEAD ref: refs/heads/main"}},
		{"objects_last", nil, []string{"write x/HEAD ref: refs/heads/main", "write x/refs/heads/main 0", "write x/objects/pack/p 0"}},
		{"refs_last", nil, []string{"write x/HEAD ref: refs/heads/main", "write x/objects/a 0", "mkdir x/refs/heads"}},
		{"over_what_is_there", []string{"x/objects/a", "x/refs/"}, []string{"write x/HEAD ref: refs/heads/main"}},
		{"by_a_move_of_a_file", []string{"x/objects/a", "x/refs/", "h = ref: refs/heads/main\n"}, []string{"move h x/HEAD"}},
		{"by_a_copy", []string{"x/objects/a", "x/refs/", "h = ref: refs/heads/main\n"}, []string{"copy h x/HEAD"}},
		{"by_a_move_of_a_directory", []string{"x/HEAD = ref: refs/heads/main\n", "x/refs/", "o/a"}, []string{"move o x/objects"}},
		{"by_a_name_in_the_directory", []string{"x/HEAD = ref: refs/heads/main\n", "x/refs/", "x/o/a"}, []string{"move x/o x/objects"}},
		{"by_a_move_of_a_link", []string{"x/HEAD = ref: refs/heads/main\n", "x/refs/", "o -> y"}, []string{"move o x/objects"}},
		{"in_a_moved_directory", []string{"x/HEAD = ref: refs/heads/main\n", "x/refs/"}, []string{"move x y", "mkdir y/objects"}},
		{"in_a_directory_through_a_link", []string{"x/HEAD = ref: refs/heads/main\n", "x/refs/", "l -> x"}, []string{"mkdir l/objects"}},
		{"in_the_root", []string{"HEAD = ref: refs/heads/main\n", "refs/"}, []string{"mkdir objects"}},
		{"of_a_work_tree", []string{"x/HEAD = ref: refs/heads/main\n"}, []string{"write x/commondir ../evil"}},
		{"of_a_work_tree_head_last", nil, []string{"write x/commondir ../evil", "write x/HEAD ref: refs/heads/main"}},
		{"a_common_directory", []string{"x/objects/", "y/HEAD = ref: refs/heads/main\n", "y/commondir = ../x\n"}, []string{"mkdir x/refs"}},
		{"a_head_by_an_edit", []string{"x/objects/a", "x/refs/", "x/HEAD"}, []string{"write x/HEAD ref: refs/heads/main"}},
		{"a_head_over_a_directory", []string{"x/objects/a", "x/refs/", "x/HEAD/a"}, []string{"rm x/HEAD/a", "rmdir x/HEAD", "write x/HEAD ref: refs/heads/main"}},
		{"a_head_by_a_link", []string{"x/objects/a", "x/refs/", "l -> refs/heads/main"}, []string{"move l x/HEAD"}},
		{"a_head_through_a_link", []string{"x/objects/a", "x/refs/", "x/HEAD = x", "l -> x/HEAD"}, []string{"write l ref: refs/heads/main"}},
		{"where_a_link_leads", []string{"x/HEAD = ref: refs/heads/x\n", "x/objects -> ../d/o", "x/refs/"}, []string{"write d/o/a x"}},
		{"a_directory_moved_to_where_a_link_leads", []string{"x/HEAD = ref: refs/heads/x\n", "x/objects -> ../d/o", "x/refs/", "e/o/a"}, []string{"move e d"}},
		{"where_a_chain_of_links_leads", []string{"x/HEAD = ref: refs/heads/x\n", "x/objects -> ../l", "l -> o", "x/refs/"}, []string{"mkdir o"}},
		{"a_common_directory_that_is_missing", []string{"own/HEAD = ref: refs/heads/x\n", "own/commondir = ../c\n"}, []string{"mkdir c/objects"}},
		{
			"a_common_directory_of_a_repository_far_away", append(many("n", maxGitNear), "x/objects/", "d/y/HEAD = ref: refs/heads/main\n", "d/y/commondir = ../../x\n"),
			[]string{"mkdir x/refs"},
		},
		{"a_repository_moved", bareAt("x"), []string{"move x y"}},
		{"a_repository_moved_with_its_parent", bareAt("p/x"), []string{"move p q"}},
		{"into_a_repository", append(bareAt("x"), "h"), []string{"move h x/hooks/h"}},
		{"a_git_file", []string{"a"}, []string{"write sub/.git gitdir: a"}},
		{"a_git_directory", []string{"a"}, []string{"mkdir sub/.git"}},
		{"a_git_link", []string{"l -> a", "a/b"}, []string{"move l sub/.git"}},
		{"where_a_git_file_leads", []string{".git = gitdir: m/n\n", "x/n/a"}, []string{"move x m"}},
		{"the_target_of_a_link_on_the_way", []string{".git -> l/m", "l -> x", "x/m/config"}, []string{"rm l"}},
		{"what_holds_a_configuration", []string{".git/config = [include]\npath = ../c/g\n", "c/g"}, []string{"move c d"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := openSown(t, tt.tree)
			before := listing(t, w.Dir())
			last := len(tt.script) - 1
			tx := w.Begin()
			do(t, tx, tt.script[:last]...)
			err := try(tx, tt.script[last])
			wantReason(t, tt.script[last], err, Denied)
			if err == nil {
				mustDo(t, tx.Commit(t.Context(), "r", time.Now()))
			}
			if after := listing(t, w.Dir()); err == nil && slices.Equal(after, before) {
				t.Error("nothing changed after all")
			}
		})
	}
}

// try does a line of a script for do, and returns what refused it.
func try(tx *Tx, line string) error {
	f := append(strings.SplitN(line, " ", 3), "")
	intent := map[string]Intent{"write": ToOverwrite, "move": ToMove, "copy": ToRead, "rm": ToDelete, "rmdir": ToRemoveDir, "mkdir": ToMakeDir}[f[0]]
	a, err := tx.Find(f[1], intent, Relative)
	if err != nil {
		return err
	}
	switch f[0] {
	case "write":
		return tx.Write(a, []byte(f[2]))
	case "rm":
		return tx.Remove(a)
	case "rmdir":
		return tx.RemoveDir(a)
	case "mkdir":
		return tx.MakeDir(a)
	}
	b, err := tx.Find(f[2], ToCreate, Relative)
	if err != nil {
		return err
	}
	if f[0] == "copy" {
		return tx.Copy(a, b)
	}
	return tx.Move(a, b)
}

// A root in a directory of git's own is one that nothing may change in; one that is a work
// tree in such a directory is a work tree.
func TestRootsInGitDirectories(t *testing.T) {
	t.Parallel()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	mustDo(t, err)
	sow(t, dir, append(bareAt("r.git"), "r.git/hooks/", "r.git/main/.git = gitdir: ../worktrees/main\n", "r.git/main/sub/", "r.git/worktrees/main/HEAD = ref: refs/heads/wt\n",
		"r.git/worktrees/main/commondir = ../..\n", "w/.git/config = [include]\n\tpath = ../sub/conf\n", "w/.git/HEAD = ref: refs/heads/main\n", "w/.git/objects/", "w/.git/refs/", "w/.git/hooks/", "w/sub/"))
	for _, tt := range []struct {
		root, name string
		want       Reason
	}{
		{"r.git", "a", Denied},
		{"r.git", "main/a", ""},
		{"r.git/hooks", "a", Denied},
		{"r.git/worktrees/main", "a", Denied},
		{"r.git/main", "a", ""},
		{"r.git/main/sub", "a", ""},
		{"w", "sub/a", ""},
		{"w", "sub/conf", Denied},
		{"w/sub", "conf", Denied},
		{"w/sub", "a", ""},
		{"w/.git/hooks", "a", Denied},
		{"w/.git", "a", Denied},
	} {
		w, err := Open(t.Context(), filepath.Join(dir, tt.root), Options{State: t.TempDir()})
		mustDo(t, err)
		_, err = w.Begin().Find(tt.name, ToOverwrite, Relative)
		wantReason(t, tt.root+" "+tt.name, err, tt.want)
		mustDo(t, w.Close())
	}
}

// An undo puts back what a run before took away, be it git's own.
func TestUndoBringsBackWhatGitUses(t *testing.T) {
	t.Parallel()
	w := openSown(t, append(bareAt("x"), "a"))
	before := listing(t, w.Dir())
	tx := w.Begin()
	_, n, err := tx.resolve("x/config", "x/config", false)
	mustDo(t, err)
	if n.kind != Regular {
		t.Fatal("x/config is missing")
	}
	mustDo(t, tx.detach("x/config"), tx.Commit(t.Context(), "r", time.Now()))
	for _, id := range []string{"r", "u"} { // and the undo of the undo
		tx = w.Begin()
		_, err = tx.Undo(id, false)
		mustDo(t, err)
		mustDo(t, tx.Commit(t.Context(), map[string]string{"r": "u", "u": "uu"}[id], time.Now()))
		if id == "r" {
			equalTrees(t, w.Dir(), before)
		}
	}
	if slices.Equal(listing(t, w.Dir()), before) {
		t.Error("the undo was not undone")
	}
}

// TestUndoMakesNoDirectoryOfGits takes runs, each a list of operations. The first one cannot
// be undone after the others, be it with force.
func TestUndoMakesNoDirectoryOfGits(t *testing.T) {
	t.Parallel()
	head := " = ref: refs/heads/main\n"
	for _, tt := range []struct {
		name string
		tree []string
		runs [][]string
	}{
		{"refs", []string{"x/HEAD" + head, "x/refs/"}, [][]string{{"rmdir x/refs"}, {"mkdir x/objects"}}},
		{"objects", []string{"x/HEAD" + head, "x/objects/"}, [][]string{{"rmdir x/objects"}, {"write x/refs/a x", "write x/config [core]"}}},
		{"objects_with_files", []string{"x/HEAD" + head, "x/objects/a"}, [][]string{{"rm x/objects/a", "rmdir x/objects"}, {"write x/refs/a x"}}},
		{"objects_moved", []string{"x/HEAD" + head, "x/objects/a"}, [][]string{{"move x/objects y"}, {"write x/refs/a x"}}},
		{"head", []string{"x/HEAD" + head}, [][]string{{"rm x/HEAD"}, {"mkdir x/objects", "mkdir x/refs"}}},
		{"head_moved", []string{"x/HEAD" + head}, [][]string{{"move x/HEAD y"}, {"mkdir x/objects"}, {"mkdir x/refs"}}},
		{"head_edited", []string{"x/HEAD" + head}, [][]string{{"write x/HEAD prose"}, {"mkdir x/objects", "mkdir x/refs"}}},
		{"commondir", []string{"x/commondir = ../y\n"}, [][]string{{"rm x/commondir"}, {"write x/HEAD ref: refs/heads/main"}}},
		{"in_the_root", []string{"HEAD" + head, "refs/"}, [][]string{{"rmdir refs"}, {"mkdir objects"}}},
		{"a_link", []string{"x/HEAD" + head, "x/refs -> ../r"}, [][]string{{"rm x/refs"}, {"mkdir x/objects"}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := openSown(t, tt.tree)
			for i, script := range tt.runs {
				tx := w.Begin()
				do(t, tx, script...)
				mustDo(t, tx.Commit(t.Context(), string(rune('a'+i)), time.Now()))
			}
			before := listing(t, w.Dir())
			for _, force := range []bool{false, true} {
				tx := w.Begin()
				_, err := tx.Undo("a", force)
				wantReason(t, "undo", err, Denied)
				mustDo(t, tx.Commit(t.Context(), "u", time.Now()))
				equalTrees(t, w.Dir(), before)
			}
			for i := len(tt.runs) - 1; i >= 0; i-- { // in their order they can be
				tx := w.Begin()
				_, err := tx.Undo(string(rune('a'+i)), false)
				mustDo(t, err)
				mustDo(t, tx.Commit(t.Context(), "u"+string(rune('a'+i)), time.Now()))
			}
		})
	}
}

func equalTrees(t *testing.T, root string, before []string) {
	t.Helper()
	if after := listing(t, root); !slices.Equal(after, before) {
		t.Errorf("after:  %q\nbefore: %q", after, before)
	}
}

// TestConfigurationsInHomes: an included file can be in the home directory of a user.
func TestConfigurationsInHomes(t *testing.T) {
	t.Parallel()
	home, err := os.UserHomeDir()
	if err == nil {
		home, err = filepath.EvalSymlinks(home)
	}
	if err != nil {
		t.Skip("there is no home directory here:", err)
	}
	w := openSown(t, []string{"c = [include]\npath = ~/there-is/no-such-name\npath = ~there-is-no-such-user/conf\npath = d\n"})
	var noted []string
	g := gitFiles{w: w, note: func(abs, _ string) { noted = append(noted, abs) }}
	g.config(filepath.Join(w.Dir(), "c"))
	want := []string{filepath.Join(w.Dir(), "c"), filepath.Join(home, "there-is", "no-such-name"), filepath.Join(w.Dir(), "d")}
	if !slices.Equal(noted, want) {
		t.Errorf("got %q, want %q", noted, want)
	}
}

// TestASmallTreeIsLookedThroughOnce: what git uses is known by name then, so no text matters.
func TestASmallTreeIsLookedThroughOnce(t *testing.T) {
	t.Parallel()
	w := openSown(t, []string{"a = [core]\n", "l -> a"})
	tx := w.Begin()
	for _, want := range []bool{true, false} {
		for _, n := range []*node{{kind: Link}, {kind: Regular, written: true, data: []byte("[core]\nx = y\n")}} {
			if got := tx.mayConfigure(n); got != want {
				t.Errorf("a node of the kind %v may configure: %t, want %t", n.kind, got, want)
			}
		}
		find(t, tx, "a", ToEdit)
	}
}
