package ignore_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"fileops/internal/search/ignore"
)

// dotted writes the files of a tree and makes a repository of it.
func dotted(t *testing.T, files map[string]string) string {
	t.Helper()
	root := filepath.Join(t.TempDir(), "root")
	makeRepository(t, root)
	for name, text := range files {
		write(t, filepath.Join(root, name), text)
	}
	return root
}

func nobody(string) string { return "" }

// TestInnerFilesWin: of files of one kind the inner one wins, of the kinds .rgignore
// before .fdignore, .ignore, .gitignore, .git/info/exclude.
func TestInnerFilesWin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		files map[string]string
		want  bool
	}{
		{"only_gitignore", map[string]string{".gitignore": "x"}, true},
		{"inner_gitignore_wins", map[string]string{".gitignore": "x", "d/.gitignore": "!x"}, false},
		{"ignore_before_gitignore", map[string]string{".ignore": "!x", "d/.gitignore": "x"}, false},
		{"fdignore_before_ignore", map[string]string{".fdignore": "x", "d/.ignore": "!x"}, true},
		{"rgignore_before_fdignore", map[string]string{".rgignore": "!x", "d/.fdignore": "x"}, false},
		{"gitignore_before_exclude", map[string]string{".gitignore": "!x", ".git/info/exclude": "x"}, false},
		{"exclude", map[string]string{".git/info/exclude": "/d/x"}, true},
		{"exclude_is_anchored_at_the_top", map[string]string{".git/info/exclude": "/x"}, false},
		{"a_kept_file_in_an_ignored_directory_is_ignored", map[string]string{".gitignore": "d/", "d/.gitignore": "!x"}, true},
		{"another_repository_begins", map[string]string{".gitignore": "x", "d/.git/HEAD": ""}, false},
		{"ignore_files_reach_into_another_repository", map[string]string{".ignore": "x", "d/.git/HEAD": ""}, true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.files["d/x"] = ""
			tr := openTree(t, dotted(t, tt.files), ignore.Options{Getenv: nobody})
			if got := tr.ignores("d/x", false); got != tt.want {
				t.Errorf("d/x: ignored is %v, want %v", got, tt.want)
			}
		})
	}
}

func TestOptions(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	write(t, filepath.Join(home, ".config/git/ignore"), "global")
	env := func(k string) string {
		return map[string]string{"HOME": home, "GIT_CONFIG_NOSYSTEM": "1"}[k]
	}
	root := dotted(t, map[string]string{
		".gitignore": "git", ".ignore": "dot", ".git/info/exclude": "exclude",
		"start/.gitignore": "inner", "start/deep/x": "",
	})
	all := []string{"git", "dot", "exclude", "global", "inner"}
	for _, tt := range []struct {
		name string
		o    ignore.Options
		want string
	}{
		{"by_default_all", ignore.Options{}, "git dot exclude global inner"},
		{"no_dot", ignore.Options{NoDot: true}, "git exclude global inner"},
		{"no_vcs", ignore.Options{NoVCS: true}, "dot"},
		{"no_exclude", ignore.Options{NoExclude: true}, "git dot global inner"},
		{"no_global", ignore.Options{NoGlobal: true}, "git dot exclude inner"},
		{"no_parents", ignore.Options{NoParents: true}, "global inner"},
		{"nothing", ignore.Options{NoDot: true, NoVCS: true}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.o.Getenv = env
			var got []string
			for _, name := range all {
				if openTree(t, filepath.Join(root, "start"), tt.o).ignores("deep/"+name, false) {
					got = append(got, name)
				}
			}
			if strings.Join(got, " ") != tt.want {
				t.Errorf("ignored are %v, want %s", got, tt.want)
			}
		})
	}
}

// TestNamedClasses compares the bytes of each class with git's.
func TestNamedClasses(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	if runtime.GOOS == "windows" {
		t.Skip("a backslash separates names here")
	}
	classes := []string{"alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"}
	files := map[string]string{}
	var paths []string
	for _, class := range classes {
		files[class+"/.gitignore"] = "x[[:" + class + ":]]"
		for c := 1; c < 256; c++ {
			if c != '/' {
				paths = append(paths, class+"/x"+string([]byte{byte(c)}))
			}
		}
	}
	root := dotted(t, files)
	git, tr := gitIgnores(t, root, t.TempDir(), paths), openTree(t, root, ignore.Options{Getenv: nobody})
	for _, path := range paths {
		if got := tr.ignores(path, false); got != git[path] {
			t.Errorf("%q: ignored is %v, git says %v", path, got, git[path])
		}
	}
}

// TestOutsideOfRepositories: without a repository a .gitignore says nothing, as in
// ripgrep and fd, unless AnyTree is set.
func TestOutsideOfRepositories(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	write(t, filepath.Join(root, ".gitignore"), "x")
	for _, any := range []bool{false, true} {
		if got := openTree(t, root, ignore.Options{AnyTree: any, Getenv: nobody}).ignores("x", false); got != any {
			t.Errorf("AnyTree %v: ignored is %v", any, got)
		}
	}
}

// TestLinkedWorkingTree: its .git is a file, and info/exclude is that of the main one.
func TestLinkedWorkingTree(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	git := func(args ...string) {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		cmd.Env = append(environment(dir), "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@b", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@b")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "main")
	git("-C", "main", "commit", "-q", "--allow-empty", "-m", "x")
	git("-C", "main", "worktree", "add", "-q", "../linked")
	write(t, filepath.Join(dir, "main/.git/info/exclude"), "excluded")
	write(t, filepath.Join(dir, "linked/.gitignore"), "here")
	tr := openTree(t, filepath.Join(dir, "linked"), ignore.Options{Getenv: nobody})
	for _, name := range []string{"excluded", "here"} {
		if !tr.ignores(name, false) {
			t.Errorf("%s is not ignored in a linked working tree", name)
		}
	}
}

// TestConfiguration reads core.excludesFile and core.ignoreCase as git does.
func TestConfiguration(t *testing.T) {
	t.Parallel()
	home := t.TempDir()
	write(t, filepath.Join(home, "rules"), "found")
	write(t, filepath.Join(home, "a b;c"), "found")
	write(t, filepath.Join(home, "other"), "[core]\nexcludesfile=~/rules")
	for _, config := range []string{
		"[core]\n\texcludesFile = ~/rules\n",
		"[CORE] EXCLUDESFILE=~/rules",
		"\ufeff; comment\n[user]\nname = x\n[core] # here\nexcludesFile = \"~/rules\" ; there\n",
		"[core]\nexcludesFile = \"~/a b;c\"\n",
		"[core]\nexcludesFile = ~/ru\\\nles\n",
		"[core]\nexcludesFile = ~/none\nexcludesFile = ~/rules  \t\r\n",
		"[include]\npath = other\n",
		"[include]\npath = ~/other\n[core]\nbare\n",
		"[core \"sub\"]\nexcludesFile = ~/none\n[core]\nexcludesFile = ~/rules",
	} {
		write(t, filepath.Join(home, ".gitconfig"), config)
		root := dotted(t, map[string]string{"found": ""})
		if !gitIgnores(t, root, home, []string{"found"})["found"] {
			t.Errorf("%q: git does not find it", config)
		}
		env := map[string]string{"HOME": home, "GIT_CONFIG_NOSYSTEM": "1"}
		if !openTree(t, root, ignore.Options{Getenv: func(k string) string { return env[k] }}).ignores("found", false) {
			t.Errorf("%q: not found", config)
		}
	}
}

// TestConditionalIncludes compares files that are included for some repositories with git.
func TestConditionalIncludes(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	above, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	home, root := filepath.Join(above, "home"), filepath.Join(above, "Work", "tree")
	makeRepository(t, root)
	write(t, filepath.Join(root, "found"), "")
	write(t, filepath.Join(home, "rules"), "found")
	write(t, filepath.Join(home, "other"), "[core]\nexcludesfile=~/rules")
	included := 0
	for _, condition := range []string{
		"gitdir:ABOVE/", "gitdir:ABOVE/Work/tree/", "gitdir:ABOVE/Work/tree/.git", "gitdir:ABOVE/Work/tree", "gitdir:ABOVE/Work/*/.git", "gitdir:ABOVE/*/.git",
		"gitdir:ABOVE/other/", "gitdir:tree/", "gitdir:Work/", "gitdir:work/", "gitdir/i:work/", "gitdir:ree/", "gitdir:**/tree/**", "gitdir:~/", "gitdir:~/../Work/",
		"gitdir:./", "gitdir:.git", "gitdir:", "onbranch:nowhere",
	} {
		write(t, filepath.Join(home, ".gitconfig"), "[includeIf \""+strings.ReplaceAll(condition, "ABOVE", above)+"\"]\n\tpath = other\n")
		want := gitIgnores(t, root, home, []string{"found"})["found"]
		env := map[string]string{"HOME": home, "GIT_CONFIG_NOSYSTEM": "1"}
		if got := openTree(t, root, ignore.Options{Getenv: func(k string) string { return env[k] }}).ignores("found", false); got != want {
			t.Errorf("%s: ignored: got %v, git says %v", condition, got, want)
		}
		if want {
			included++
		}
	}
	if included < 5 {
		t.Errorf("only %d conditions hold", included)
	}
}

// TestConfigurationThatIncludesItself: reading ends, and other settings apply.
func TestConfigurationThatIncludesItself(t *testing.T) {
	t.Parallel()
	top, err := ignore.Open(t.TempDir(), ignore.Options{Getenv: nobody})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string]string{
		filepath.Join(".git", "config"): strings.Repeat("[include] path = config\n[include] path = other\n", 10) + "[core] excludesFile = rules\n",
		filepath.Join(".git", "other"):  strings.Repeat("[include] path = config\n", 10),
		"rules":                         "found\n",
	}
	reads := 0
	d := top.Load("", ignore.Git, func(name string) []byte {
		if reads++; reads > 1000 {
			t.Fatal("there is no end to it")
		}
		return []byte(files[name])
	})
	if d.Match([]byte("found"), false) != ignore.Ignored {
		t.Error("core.excludesFile is not read")
	}
}

// TestNoLinkForGitignore: git follows no link there, so that a tree cannot make it
// read other files.
func TestNoLinkForGitignore(t *testing.T) {
	t.Parallel()
	root := dotted(t, map[string]string{"rules": "x", "start/x": ""})
	if err := os.Symlink("rules", filepath.Join(root, ".gitignore")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if openTree(t, filepath.Join(root, "start"), ignore.Options{Getenv: nobody}).ignores("x", false) {
		t.Error("a linked .gitignore was read")
	}
}

// TestDirectoriesShare: a directory without new rules shares those of its parent.
func TestDirectoriesShare(t *testing.T) { // not parallel: it counts allocations
	d := ignore.Parse([]byte("*.o\n/top\na/b/c\n**/x/y\n"), false).Root()
	one := d.Enter([]byte("one"))
	if one == d || one.Enter([]byte("two")) != one {
		t.Error("a child of a directory where only unanchored rules hold is not shared")
	}
	if d.Enter([]byte("a")).Enter([]byte("b")).Match([]byte("c"), false) != ignore.Ignored {
		t.Error("a/b/c is not ignored")
	}
	if n := testing.AllocsPerRun(100, func() { one.Match([]byte("file.go"), false); one.Enter([]byte("dir")) }); n > 1 {
		t.Errorf("%v allocations for an entry", n)
	}
}

func BenchmarkMatch(b *testing.B) {
	text := "*.o\n*.ko\n*.a\n.*\nmodules.order\n/tags\n/vmlinux\n*~\n*.mod.c\nGTAGS\n!.gitignore\n/debian/*.x\n"
	d := ignore.Parse([]byte(text), false).Root().Enter([]byte("drivers"))
	names := [][]byte{[]byte("main.c"), []byte("Makefile"), []byte("Kconfig"), []byte("driver_something.h")}
	for i := 0; b.Loop(); i++ {
		d.Match(names[i&3], false)
	}
}
