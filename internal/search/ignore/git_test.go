package ignore_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"

	"fileops/internal/search/ignore"
)

// generator makes trees and rules at random, from few names so that they often meet.
type generator struct{ *rand.Rand }

func (g generator) pick(from ...string) string { return from[g.IntN(len(from))] }

func (g generator) name() string {
	return g.pick("a", "b", "foo", "bar", "foo.txt", "a.log", "b.log", ".hid", "x y", "build", "[x]", "a{b,c}", "ab", "abc",
		"Foo", "FOO.TXT", "\\q", "é", "\xff\xfe", "#c", "!n", "trail ", "a-b", "node_modules", "*lit", "a.tar.gz", "tar.gz", "x.", ".", "~")
}

func (g generator) path() string {
	names := make([]string, []int{1, 1, 2, 2, 3, 4}[g.IntN(6)])
	for i := range names {
		if names[i] = g.name(); names[i] == "." {
			names[i] = "dot"
		}
	}
	return strings.Join(names, "/")
}

func (g generator) segment() string {
	return g.pick("a", "b", "foo", "bar", "*", "*.log", "*.txt", "fo?", "f*", "?", "**", "[ab]", "[!a]*", "[a-c]", "[^b]", "build",
		"a{b,c}", "{a,b}", "\\*lit", "\\[x\\]", ".hid", ".*", "*b*", "a**", "**b", "a**b", "foo*bar", "[[:alpha:]]", "[[:alpha:]]*",
		"x\\ y", "x y", "abc", "Foo", "é", "??", "[]a]", "[a-", "a-b", "node_modules", "\\q", "\\\\q", "*\\", "[x]", "trail\\ ",
		"a[/]b", "[!-a]", "[a\\]]", "\xff*", "[\xff]?", "***", "a***", "*.tar.gz", "*.gz", "*a*b*", "[A-Z]oo", "[F]oo", "\\Foo",
		"[[:upper:]]*", "[[:nope:]]", "[[:punct:]]*", "[a-z]*[c-a]", "*.", "[[:space:]a]", "[[:a]", "FOO", "*.TXT", "[!]a]*", "[--0]*", "**a**")
}

func (g generator) rule() string {
	if g.Float64() < .06 {
		return g.pick("#c", "\\#c", "!n", "\\!n", "", "   ", "/", "//", "!", "!/", "**/", "/**", "**/**", "/*", "/*/", "*/", "a/",
			"foo ", "foo  ", "trail\\ ", "  foo", "foo\t", "!!a", "***", "a//b", "./a", "../a", "!**", "!*/", "foo \\", "a\\/b", "foo\\/",
			"**\\/a", "//a", "a/**/**/b", "**/**/a", "a**/**/b", "a/b**", "!a/b**")
	}
	segs := make([]string, []int{1, 1, 1, 2, 2, 3}[g.IntN(6)])
	for i := range segs {
		segs[i] = g.segment()
	}
	s := strings.Join(segs, "/")
	for _, change := range []struct {
		often float64
		to    func() string
	}{
		{.2, func() string { return "/" + s }},
		{.25, func() string { return s + "/" }},
		{.25, func() string { return "!" + s }},
		{.05, func() string { return s + g.pick(" ", "  ", "\t", "\\ ", "\\  ") }},
		{.04, func() string { return s + "\r" }},
	} {
		if g.Float64() < change.often {
			s = change.to()
		}
	}
	return s
}

func (g generator) rules(n int) string {
	lines := make([]string, n)
	for i := range lines {
		lines[i] = g.rule()
	}
	text := strings.Join(lines, "\n") + g.pick("\n", "", "\r\n")
	if g.Float64() < .1 {
		text = "\ufeff" + text
	}
	return text
}

// repository makes one with nested files of rules. The user's settings are in home.
func (g generator) repository(t *testing.T, root, home string) {
	t.Helper()
	makeRepository(t, root)
	dirs := []string{""}
	for range 40 + g.IntN(80) {
		p := g.path()
		dir := filepath.Dir(p)
		if os.MkdirAll(filepath.Join(root, dir), 0o700) != nil {
			continue // a file is in the way
		}
		dirs = append(dirs, dir)
		full := filepath.Join(root, p)
		if g.Float64() < .25 {
			_ = os.MkdirAll(full, 0o700)
		} else if _, err := os.Lstat(full); err != nil {
			write(t, full, "")
		}
	}
	write(t, filepath.Join(root, ".gitignore"), g.rules(1+g.IntN(8)))
	for range g.IntN(6) {
		write(t, filepath.Join(root, dirs[g.IntN(len(dirs))], ".gitignore"), g.rules(1+g.IntN(3)))
	}
	if g.Float64() < .3 {
		write(t, filepath.Join(root, ".git/info/exclude"), g.rules(2))
	}
	config := "[core]\n"
	if g.Float64() < .3 {
		config += "\tignoreCase = " + g.pick("true", "false", "1", "on", "No") + "\n"
	}
	if g.Float64() < .2 {
		config += "\texcludesFile = \"~/extra\" # of this repository\n"
	}
	write(t, filepath.Join(root, ".git/config"), config)
	write(t, filepath.Join(home, "extra"), g.rules(2))
	_ = os.Remove(filepath.Join(home, ".config/git/ignore"))
	if g.Float64() < .3 {
		write(t, filepath.Join(home, ".config/git/ignore"), g.rules(2))
	}
}

func makeRepository(t *testing.T, root string) {
	t.Helper()
	for _, dir := range []string{"objects", "refs", "info"} {
		if err := os.MkdirAll(filepath.Join(root, ".git", dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	write(t, filepath.Join(root, ".git/HEAD"), "ref: refs/heads/main\n")
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

// environment is that of a user whose home is a directory of the test.
func environment(home string) []string {
	return append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME=", "GIT_CONFIG_NOSYSTEM=1", "GIT_CONFIG_GLOBAL=", "GIT_CEILING_DIRECTORIES=/")
}

// gitIgnores asks git which of the paths it ignores.
func gitIgnores(t *testing.T, root, home string, paths []string) map[string]bool {
	t.Helper()
	cmd := exec.Command("git", "check-ignore", "--no-index", "-z", "--stdin")
	cmd.Dir = root
	cmd.Env = environment(home)
	for i, e := range cmd.Env {
		if e == "GIT_CONFIG_GLOBAL=" {
			cmd.Env = append(cmd.Env[:i], cmd.Env[i+1:]...) // set but empty means: no file
			break
		}
	}
	cmd.Stdin = strings.NewReader(strings.Join(paths, "\x00") + "\x00")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil && cmd.ProcessState.ExitCode() != 1 { // 1: it ignores none
		t.Fatalf("git check-ignore: %v\n%s", err, stderr.Bytes())
	}
	ignored := map[string]bool{}
	for p := range strings.SplitSeq(string(out), "\x00") {
		ignored[p] = true
	}
	return ignored
}

// tree answers as a walk would: it goes down a path and loads the files on the way.
type tree struct {
	root *ignore.Dir
	dir  string
}

func openTree(t *testing.T, root string, o ignore.Options) tree {
	t.Helper()
	d, err := ignore.Open(root, o)
	if err != nil {
		t.Fatal(err)
	}
	return tree{d, root}
}

func (tr tree) ignores(path string, dir bool) bool {
	d, at := tr.root, tr.dir
	names := strings.Split(path, "/")
	for i, name := range names {
		d = d.Load(strings.Join(names[:i], "/"), present(at), reader(at))
		last := i == len(names)-1
		if v := d.Match([]byte(name), !last || dir); v == ignore.Ignored {
			return true
		}
		at = filepath.Join(at, name)
		d = d.Enter([]byte(name))
	}
	return false
}

func present(dir string) ignore.Files {
	var have ignore.Files
	entries, _ := os.ReadDir(dir)
	for _, e := range entries {
		have |= ignore.Special([]byte(e.Name()))
	}
	return have
}

func reader(dir string) func(string) []byte {
	return func(name string) []byte {
		if !filepath.IsAbs(name) {
			name = filepath.Join(dir, name)
		}
		text, _ := os.ReadFile(name)
		return text
	}
}

type entry struct {
	path string
	dir  bool
}

func list(t *testing.T, root string) (entries []entry) {
	t.Helper()
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil || path == root:
			return err
		case d.Name() == ".git":
			return fs.SkipDir
		}
		rel, err := filepath.Rel(root, path)
		entries = append(entries, entry{filepath.ToSlash(rel), d.IsDir()})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return entries
}

// TestSameAsGit compares with `git check-ignore` on random rules and trees. How many
// paths: TEST_IGNORE_PATHS, 4,000 if not set.
func TestSameAsGit(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	if runtime.GOOS != "linux" {
		t.Skip("some of the names cannot be made here")
	}
	want := 4_000
	if testing.Short() {
		want = 2_000
	}
	if s := os.Getenv("TEST_IGNORE_PATHS"); s != "" {
		var err error
		if want, err = strconv.Atoi(s); err != nil {
			t.Fatal(err)
		}
	}
	var mu sync.Mutex
	var wg sync.WaitGroup
	seen, ignored, next := 0, 0, uint64(0)
	for range 2 { // most of the time git is being started
		wg.Go(func() {
			for {
				mu.Lock()
				done := seen >= want || t.Failed()
				next++
				seed := next
				mu.Unlock()
				if done {
					return
				}
				n, hit := compareWithGit(t, seed)
				mu.Lock()
				seen, ignored = seen+n, ignored+hit
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	t.Logf("%d paths in %d repositories, %d of them ignored", seen, next, ignored)
	if ignored < seen/10 || ignored > seen*9/10 {
		t.Errorf("%d of %d paths are ignored: the trees say little", ignored, seen)
	}
}

// compareWithGit returns how many paths there were, and how many are ignored.
func compareWithGit(t *testing.T, seed uint64) (paths, ignored int) {
	t.Helper()
	dir, err := os.MkdirTemp("", "ignore-") // removed at once: there are hundreds
	if err != nil {
		t.Error(err)
		return 0, 0
	}
	defer func() { _ = os.RemoveAll(dir) }()
	root, home := filepath.Join(dir, "root"), filepath.Join(dir, "home")
	g := generator{rand.New(rand.NewPCG(seed, 1))}
	g.repository(t, root, home)
	entries := list(t, root)
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.path
	}
	git := gitIgnores(t, root, home, names)
	env := map[string]string{"HOME": home, "GIT_CONFIG_NOSYSTEM": "1"}
	tr := openTree(t, root, ignore.Options{Getenv: func(k string) string { return env[k] }})
	for _, e := range entries {
		got := tr.ignores(e.path, e.dir)
		if got != git[e.path] {
			t.Errorf("seed %d: %q (directory: %v): ignored is %v, git says %v\n%s", seed, e.path, e.dir, got, git[e.path], rulesOf(root, home))
			break
		}
		if got {
			ignored++
		}
	}
	return len(entries), ignored
}

func rulesOf(dirs ...string) string {
	var b strings.Builder
	for _, dir := range dirs {
		_ = filepath.WalkDir(dir, func(path string, _ fs.DirEntry, _ error) error {
			switch filepath.Base(path) {
			case ".gitignore", "exclude", "config", "ignore", "extra":
				text, _ := os.ReadFile(path)
				fmt.Fprintf(&b, "%s: %q\n", path, text)
			}
			return nil
		})
	}
	return b.String()
}
