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

// FuzzMatch asks git about one rule and one path, where a path is one that can be.
// Without git it looks for panics only.
func FuzzMatch(f *testing.F) {
	for _, s := range [][2]string{
		{"a**/x", "abc/d/x"}, {"**\\/a", "a"}, {"[]a]", "]"}, {"[[:alpha:]-z]", "b"}, {"/a/**/b/", "a/b/c"},
		{"!a/*", "a/b"}, {"\\", "a"}, {"a[", "a["}, {"*.tar.gz ", "x.tar.gz"}, {"**/**/x**y", "d/xy"}, {"a\\ ", "a "},
	} {
		f.Add(s[0], s[1], false)
	}
	_, err := exec.LookPath("git")
	asks := err == nil && runtime.GOOS == "linux" // where any name can be made
	dir := f.TempDir()
	f.Fuzz(func(t *testing.T, rules, path string, fold bool) {
		if len(path) > 200 || len(rules) > 1000 || strings.ContainsAny(path, "\x00\\:") || path != filepath.ToSlash(filepath.Clean(path)) ||
			!filepath.IsLocal(path) || strings.Contains("/"+strings.ToLower(path)+"/", "/.git") || path == "." {
			return
		}
		for name := range strings.SplitSeq(path, "/") {
			if len(name) > 100 {
				return
			}
		}
		d := ignore.Parse([]byte(rules), fold).Root()
		names := strings.Split(path, "/")
		got := false
		for i, name := range names {
			got = got || d.Match([]byte(name), i < len(names)-1) == ignore.Ignored
			d = d.Enter([]byte(name))
		}
		if asks {
			want := askGit(t, dir, rules, path, fold)
			if got != want {
				t.Errorf("rules %q, path %q, fold %v: ignored is %v, git says %v", rules, path, fold, got, want)
			}
		}
	})
}

func askGit(t *testing.T, dir, rules, path string, fold bool) bool {
	t.Helper()
	root, err := os.MkdirTemp(dir, "")
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(root) }()
	makeRepository(t, root)
	if fold {
		write(t, filepath.Join(root, ".git/config"), "[core]\nignoreCase = true\n")
	}
	write(t, filepath.Join(root, ".git/info/exclude"), rules)
	write(t, filepath.Join(root, path), "")
	return gitIgnores(t, root, dir, []string{path})[path]
}

// FuzzConfig looks for panics and hangs in the reader of git's settings.
func FuzzConfig(f *testing.F) {
	f.Add("[core]\nexcludesFile = \"~/x\\\n y\" # c\n[include] path = .git/config\n")
	f.Add("[core")
	f.Add("[core]\nx=\"")
	f.Add("[core]\nx=\\")
	f.Add("[include]\npath = config\n") // git refuses it; here it must end
	f.Fuzz(func(t *testing.T, text string) {
		read := func(name string) []byte {
			if filepath.Base(name) == "config" {
				return []byte(text)
			}
			return nil
		}
		d, err := ignore.Open("/", ignore.Options{Getenv: nobody})
		if err != nil {
			t.Fatal(err)
		}
		d.Load("", ignore.Git, read)
	})
}
