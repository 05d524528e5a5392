package walk_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"fileops/internal/search/glob"
	"fileops/internal/search/ignore"
	"fileops/internal/search/walk"
)

// Where we differ from ripgrep and fd on purpose, and what these tests therefore leave
// out:
//
//   - .rgignore and .fdignore hold for both glob and grep; ripgrep reads the first one
//     only, fd the second.
//   - A rule means what git makes of it: a .gitignore with `a**/x`, `[[:alpha:]]`, a
//     class over bytes that are no UTF-8, `\` at the end or `foo\ ` is read otherwise
//     by the two. TestSameAsGit in ignore holds that.
//   - A .gitignore that is a link is not read; core.ignoreCase and core.excludesFile of
//     the repository's own configuration count.
//   - -g with an empty class, such as []a], is an error and no class that holds ].
//   - In a pattern of glob ? is a character, as doublestar has it; to fd it is a byte,
//     and so it is to us and to ripgrep with -g.
//   - With AnyTree a repository still begins at its .git; ripgrep 15 does not look then.
//   - Links that lead nowhere are reported with --follow unless links are asked for;
//     fd lists them.

// ripgrep returns the command, or skips the test.
func ripgrep(t *testing.T) string {
	t.Helper()
	return tool(t, "rg", "ripgrep")
}

func fd(t *testing.T) string {
	t.Helper()
	if path, err := exec.LookPath("fdfind"); err == nil {
		return path
	}
	return tool(t, "fd", "fd-find")
}

func tool(t *testing.T, name, pkg string) string {
	t.Helper()
	path, err := exec.LookPath(name)
	if err != nil {
		t.Skipf("%s is not installed: the package is %s", name, pkg)
	}
	return path
}

// output is the sorted lines that a peer prints in a directory.
func output(t *testing.T, dir, name string, args ...string) []string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "HOME=/nonexistent", "XDG_CONFIG_HOME=/nonexistent")
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	nothing := err != nil && cmd.ProcessState.ExitCode() == 1 && stderr.Len() == 0
	if err != nil && !nothing && !slices.Contains(args, "--follow") { // which reports loops
		t.Fatalf("%s %q: %v\n%s", name, args, err, stderr.Bytes())
	}
	lines := strings.Split(strings.TrimSuffix(string(out), "\n"), "\n")
	if lines[0] == "" {
		return nil
	}
	slices.Sort(lines)
	return lines
}

// found is the sorted paths that a walk visits.
func found(t *testing.T, roots []string, o walk.Options) []string {
	t.Helper()
	if !o.Follow { // which reports loops
		o.Error = func(err error) { t.Error(err) }
	}
	o.Ignore.Getenv = func(string) string { return "" }
	all, err := walk.Collect(t.Context(), roots, o, false)
	if err != nil {
		t.Fatal(err)
	}
	paths := make([]string, len(all))
	for i := range all {
		paths[i] = all[i].Path
	}
	return paths
}

// below takes the root off paths, and sorts them as strings.
func below(root string, paths []string) []string {
	for i, p := range paths {
		paths[i] = strings.TrimPrefix(p, root+"/")
	}
	slices.Sort(paths)
	return paths
}

// differs describes the first differences, "" if there are none.
func differs(got, want []string) string {
	var b strings.Builder
	n := 0
	for _, side := range []struct {
		what     string
		of, from []string
	}{{"too much", got, want}, {"missing", want, got}} {
		for _, p := range side.of {
			if _, ok := slices.BinarySearch(side.from, p); !ok && n < 5 {
				n++
				fmt.Fprintf(&b, "\n%s: %q", side.what, p)
			}
		}
	}
	if n == 0 && len(got) != len(want) {
		return fmt.Sprintf("\n%d paths, want %d", len(got), len(want))
	}
	return b.String()
}

// everything makes tests try all cases instead of a sample, which takes seconds more.
var everything = os.Getenv("TEST_ALL") != ""

// size is few, or all if all cases are tried.
func size(few, all int) int {
	if everything {
		return all
	}
	return few
}

var goTree = sync.OnceValues(func() (string, error) {
	out, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return "", err
	}
	return filepath.EvalSymlinks(strings.TrimSpace(string(out)))
})

// goRoot is the tree of Go, or a sample of it: a tree of empty files with every thirtieth
// of its names, and all of those at its top.
func goRoot(t *testing.T) string {
	t.Helper()
	root, err := goTree()
	if err != nil {
		t.Skip("no Go tree: ", err)
	}
	if everything {
		return root
	}
	some, err := filepath.EvalSymlinks(t.TempDir())
	must(t, err)
	n, dir := 0, t.TempDir()
	must(t, filepath.WalkDir(root, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		rel, err := filepath.Rel(root, path)
		if n++; n%30 == 0 || !strings.Contains(rel, "/") {
			touch(t, dir, filepath.Join(some, rel))
		}
		return err
	}))
	return some
}

// globs are a hundred, made of endings and of places.
func globs() []string {
	names := []string{
		"*.go", "*_test.go", "*.{c,h,s}", "*.s", "[a-m]*.go", "[!a-m]*.go", "*_{linux,windows,darwin}*.go", "????.go", "README*",
		"{LICENSE,PATENTS,VERSION}", "z*_amd64.go", "*.txt", "*.golden", "doc.go", "a*b*.go", "*.{html,css,js}", "*[0-9].go", "*e", ".*", "*",
	}
	all := slices.Clone(names)
	for _, place := range []string{"src/**/", "**/internal/**/", "src/*/", "src/{cmd,net}/**/", "/test/", "**/testdata/", "src/cmd/go/internal/*/"} {
		for i, name := range names {
			if i%5 != 4 {
				all = append(all, place+name)
			}
		}
	}
	return all[:min(len(all), 100)]
}

// sampled says that the case i is tried: one in n, or all of them.
func sampled(i, n int) bool { return everything || i%n == 0 }

func TestSameGlobsAsFd(t *testing.T) {
	t.Parallel()
	peer, root := fd(t), goRoot(t)
	for i, g := range globs() {
		if strings.HasPrefix(g, "?") || !sampled(i, 3) {
			continue // the tree has names in other letters
		}
		p, err := glob.Compile(g)
		if err != nil {
			t.Fatal(err)
		}
		args := []string{"--color=never", "--case-sensitive", "--hidden", "-t", "f", "--strip-cwd-prefix", "-g", g}
		if strings.Contains(g, "/") {
			args = append(args[:len(args)-2], "-p", "-g", root+"/"+strings.TrimPrefix(g, "/"))
		}
		got := below(root, found(t, []string{root}, walk.Options{Pattern: p, Hidden: true}))
		if d := differs(got, output(t, root, peer, args...)); d != "" {
			t.Errorf("%s: not as fd has it%s", g, d)
		}
	}
}

func TestSameGlobsAsRipgrep(t *testing.T) {
	t.Parallel()
	peer, root := ripgrep(t), goRoot(t)
	for i, g := range globs() {
		if !sampled(i, 3) { // no multiple of the four forms
			continue
		}
		with := []string{g}
		switch i % 4 {
		case 1:
			with = []string{"!" + g}
		case 2:
			with = []string{g, "!*_test.go"}
		case 3:
			with = []string{"!" + g, "src/**/*.go", "!vendor/"}
		}
		args := []string{"--no-config", "--files"}
		for _, w := range with {
			args = append(args, "-g", w)
		}
		got := below(root, found(t, []string{root}, walk.Options{Globs: with, Base: root}))
		if d := differs(got, output(t, root, peer, args...)); d != "" {
			t.Errorf("-g %q: not as ripgrep has it%s", with, d)
		}
	}
}

// combination is options and the flags that ask ripgrep and fd for the same.
type combination struct {
	o      walk.Options
	rg, fd []string
}

func combinations() []combination {
	no := func(f func(*ignore.Options)) walk.Options {
		var o walk.Options
		f(&o.Ignore)
		return o
	}
	all := []combination{
		{walk.Options{}, nil, []string{}},
		{walk.Options{Hidden: true}, []string{"--hidden"}, []string{"--hidden"}},
		{walk.Options{Follow: true}, []string{"--follow"}, []string{"--follow"}},
		{walk.Options{MaxDepth: 2}, []string{"--max-depth=2"}, []string{"--max-depth=2"}},
		{no(func(o *ignore.Options) { o.NoDot, o.NoVCS = true, true }), []string{"-u"}, []string{"-I"}},
		{no(func(o *ignore.Options) { o.NoDot = true }), []string{"--no-ignore-dot"}, nil},
		{no(func(o *ignore.Options) { o.NoVCS = true }), []string{"--no-ignore-vcs"}, []string{"--no-ignore-vcs"}},
		{no(func(o *ignore.Options) { o.NoParents = true }), []string{"--no-ignore-parent"}, []string{"--no-ignore-parent"}},
		{no(func(o *ignore.Options) { o.NoExclude = true }), []string{"--no-ignore-exclude"}, nil},
		{no(func(o *ignore.Options) { o.AnyTree = true }), []string{"--no-require-git"}, nil},
		{walk.Options{Types: []string{"go"}}, []string{"-tgo"}, nil},
		{walk.Options{Types: []string{"!go"}}, []string{"-Tgo"}, nil},
		{walk.Options{Types: []string{"c", "!make", "txt"}}, []string{"-tc", "-Tmake", "-ttxt"}, nil},
		{walk.Options{Types: []string{"sh"}, Globs: []string{"!a*"}}, []string{"-tsh", "-g!a*"}, nil},
		{walk.Options{Types: []string{"go"}, Globs: []string{"*.c"}}, []string{"-tgo", "-g*.c"}, nil},
		{walk.Options{Globs: []string{".*"}}, []string{"-g.*"}, nil},
		{walk.Options{Globs: []string{"*.log", "!b*"}}, []string{"-g*.log", "-g!b*"}, nil},
		{walk.Options{Globs: []string{"!b*", "*.log"}}, []string{"-g!b*", "-g*.log"}, nil},
		{walk.Options{Globs: []string{"!/a", "!build/"}}, []string{"-g!/a", "-g!build/"}, nil},
		{walk.Options{Globs: []string{"a/**"}}, []string{"-ga/**"}, nil},
		{walk.Options{Globs: []string{"{a,b}/*.{log,txt}"}, Hidden: true}, []string{"-g{a,b}/*.{log,txt}", "--hidden"}, nil},
	}
	hidden := all[4]
	hidden.o.Hidden = true
	hidden.rg, hidden.fd = []string{"-uu"}, []string{"-HI"}
	return append(all, hidden)
}

// TestSameFilesAsPeers walks generated trees with nested ignore files.
func TestSameFilesAsPeers(t *testing.T) {
	t.Parallel()
	rg, fd := ripgrep(t), fd(t)
	for seed := range uint64(size(3, 8)) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			top := t.TempDir()
			root := grow(t, top, seed)
			for _, c := range combinations() {
				if c.o.Ignore.AnyTree && hasRepository(root) {
					continue
				}
				c.o.Base = root
				got := below(root, found(t, []string{root}, c.o))
				if d := differs(got, output(t, root, rg, append([]string{"--no-config", "--files", "--no-ignore-global"}, c.rg...)...)); d != "" {
					t.Errorf("rg --files %v: not as ripgrep has it%s\n%s", c.rg, d, ignoreFiles(top))
				}
				if c.fd == nil {
					continue
				}
				if d := differs(got, output(t, root, fd, append([]string{"--color=never", "--strip-cwd-prefix", "-t", "f"}, c.fd...)...)); d != "" {
					t.Errorf("fd %v: not as fd has it%s\n%s", c.fd, d, ignoreFiles(top))
				}
			}
		})
	}
}

func hasRepository(root string) bool {
	found := false
	_ = filepath.WalkDir(root, func(_ string, d os.DirEntry, _ error) error {
		found = found || d.Name() == ".git"
		return nil
	})
	return found
}

// grow makes a tree below top and returns where the walk starts.
func grow(t *testing.T, top string, seed uint64) string {
	t.Helper()
	g := rand.New(rand.NewPCG(seed, 2))
	pick := func(from ...string) string { return from[g.IntN(len(from))] }
	name := func() string {
		return pick("a", "b", "abc", "foo", "build", "a.log", "b.log", "x.go", "y.go", "y_test.go", "z.c", "n.txt", ".hid", ".x.sh", "Makefile", "é", "x y")
	}
	rule := func() string {
		r := pick("*.log", "*.go", "build", "/a", "a/b", "**/foo", "foo/**", "b*", "?.c", "[xy]*", ".hid", "a/**/x.go", "é", "x*y", "*", "*.*")
		r += pick("", "", "", "/")
		return pick("", "", "!") + r
	}
	rules := func() string {
		var b strings.Builder
		for range 1 + g.IntN(4) {
			b.WriteString(rule() + "\n")
		}
		return b.String()
	}
	root := filepath.Join(top, "up", "root")
	dirs := []string{"."}
	for range 60 {
		dir := filepath.Join(dirs[g.IntN(len(dirs))], name())
		if os.MkdirAll(filepath.Join(root, dir), 0o700) == nil {
			dirs = append(dirs, dir)
		}
		path := filepath.Join(root, dirs[g.IntN(len(dirs))], name())
		if _, err := os.Lstat(path); err != nil {
			write(t, path, "")
		}
	}
	for range 8 {
		write(t, filepath.Join(root, dirs[g.IntN(len(dirs))], pick(".gitignore", ".ignore")), rules())
	}
	write(t, filepath.Join(top, "up", pick(".gitignore", ".ignore")), rules())
	for _, repo := range []string{top, filepath.Join(root, dirs[g.IntN(len(dirs))])} {
		if g.IntN(3) > 0 {
			write(t, filepath.Join(repo, ".git/info/exclude"), rules())
		}
	}
	for i := range 4 {
		_ = os.Symlink(pick("a", "b", "..", "."), filepath.Join(root, dirs[g.IntN(len(dirs))], fmt.Sprint("link", i)))
	}
	return root
}

func ignoreFiles(dir string) string {
	var b strings.Builder
	_ = filepath.WalkDir(dir, func(path string, _ os.DirEntry, _ error) error {
		switch filepath.Base(path) {
		case ".gitignore", ".ignore", "exclude":
			text, _ := os.ReadFile(path)
			fmt.Fprintf(&b, "%s: %q\n", path, text)
		}
		return nil
	})
	return b.String()
}

// touch makes an empty file. All that are made with the same dir are one file with many
// names, where the system allows that: it takes a fraction of the time.
func touch(t *testing.T, dir, path string) {
	t.Helper()
	one := filepath.Join(dir, "one")
	if _, err := os.Lstat(one); err != nil {
		write(t, one, "")
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if os.Link(one, path) != nil {
		write(t, path, "")
	}
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
