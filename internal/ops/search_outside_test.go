package ops_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// TestSearchesReadNoRulesFromOutside plants rules outside of the root, each of which would
// hide hit.txt, and ways that lead there. The user's own git configuration counts.
func TestSearchesReadNoRulesFromOutside(t *testing.T) {
	const config = ".git/config"
	for _, tt := range []struct {
		name  string
		files map[string]string // below the parent of root; OUT is its absolute path
		links map[string]string
		moves []string // from and to, by the response before it searches
		want  string   // what is found, "hit.txt" if not given
	}{
		{"no-rules", nil, nil, nil, ""},
		{"rules-inside", map[string]string{"root/.git/HEAD": "x", "root/.gitignore": "hit.txt"}, nil, nil, "none"},
		{"exclude-inside", map[string]string{"root/.git/info/exclude": "hit.txt"}, nil, nil, "none"},
		{"excludes-file-inside", map[string]string{"root/" + config: "[core]\nexcludesFile = OUT/root/rules", "root/rules": "hit.txt"}, nil, nil, "none"},
		{"include-inside", map[string]string{"root/" + config: "[include]\npath = ../more", "root/more": "[core]\nexcludesFile = rules", "root/rules": "hit.txt"}, nil, nil, "none"},
		{"a-link-inside", map[string]string{"root/rules": "hit.txt"}, map[string]string{"root/.ignore": "rules"}, nil, "none"},

		{"ignore-is-a-link-out", nil, map[string]string{"root/.ignore": "../rules"}, nil, ""},
		{"ignore-is-an-absolute-link-out", nil, map[string]string{"root/.ignore": "OUT/rules"}, nil, ""},
		{"rgignore-is-a-link-out", nil, map[string]string{"root/.rgignore": "../rules"}, nil, ""},
		{"fdignore-in-a-directory", map[string]string{"root/sub/x": ""}, map[string]string{"root/sub/.fdignore": "../../rules"}, nil, ""},
		{"gitignore-is-a-link-out", map[string]string{"root/.git/HEAD": "x"}, map[string]string{"root/.gitignore": "../rules"}, nil, ""},
		{"chain-of-links", nil, map[string]string{"root/.ignore": "one", "root/one": "two", "root/two": "../rules"}, nil, ""},
		{"through-a-linked-directory", nil, map[string]string{"root/.ignore": "d/rules", "root/d": ".."}, nil, ""},
		{"moved-there-by-the-response", nil, map[string]string{"root/link": "../rules"}, []string{"link", ".ignore"}, ""},
		{"moved-with-its-directory", map[string]string{"root/d/hit.txt": "hit\n"}, map[string]string{"root/d/.ignore": "../../rules"}, []string{"d", "e"}, "e/hit.txt hit.txt"},
		{"excludes-file", map[string]string{"root/" + config: "[core]\nexcludesFile = OUT/rules"}, nil, nil, ""},
		{"excludes-file-relative", map[string]string{"root/" + config: "[core]\nexcludesFile = ../rules"}, nil, nil, ""},
		{"excludes-file-at-home", map[string]string{"root/" + config: "[core]\nexcludesFile = ~/secret"}, nil, nil, ""},
		{"excludes-file-is-a-link", map[string]string{"root/" + config: "[core]\nexcludesFile = l"}, map[string]string{"root/l": "../rules"}, nil, ""},
		{"include", map[string]string{"root/" + config: "[include]\npath = OUT/gitconfig"}, nil, nil, ""},
		{"include-relative", map[string]string{"root/" + config: "[include]\npath = ../../gitconfig"}, nil, nil, ""},
		{"include-if", map[string]string{"root/" + config: "[includeIf \"gitdir:**\"]\npath = OUT/gitconfig"}, nil, nil, ""},
		{"worktree-config", map[string]string{"root/" + config: "[extensions]\nworktreeConfig", "root/.git/HEAD": "x"}, map[string]string{"root/.git/config.worktree": "../../gitconfig"}, nil, ""},
		{"config-is-a-link", map[string]string{"root/.git/HEAD": "x"}, map[string]string{"root/" + config: "../../gitconfig"}, nil, ""},
		{"exclude-is-a-link", map[string]string{"root/.git/HEAD": "x"}, map[string]string{"root/.git/info/exclude": "../../../rules"}, nil, ""},
		{"info-is-a-link", map[string]string{"root/.git/HEAD": "x"}, map[string]string{"root/.git/info": "../../info"}, nil, ""},
		{"git-is-a-link", nil, map[string]string{"root/.git": "../repo"}, nil, ""},
		{"git-is-a-file", map[string]string{"root/.git": "gitdir: ../repo\n"}, nil, nil, ""},
		{"git-is-a-file-absolute", map[string]string{"root/.git": "gitdir: OUT/repo\n"}, nil, nil, ""},
		{"common-directory", map[string]string{"root/.git": "gitdir: meta\n", "root/meta/commondir": "../../repo\n", "root/meta/HEAD": "x"}, nil, nil, ""},
		{"above-the-root", map[string]string{".ignore": "hit.txt", ".rgignore": "hit.txt"}, nil, nil, ""},
		{"repository-above-the-root", map[string]string{".git/HEAD": "x", ".gitignore": "hit.txt", ".git/info/exclude": "hit.txt", config: "[core]\nexcludesFile = OUT/rules"}, nil, nil, ""},
		{"below-a-repository-above", map[string]string{".git/HEAD": "x", "root/.gitignore": "hit.txt"}, nil, nil, "none"},

		{"users-own-excludes-file", map[string]string{"root/.git/HEAD": "x", "home/.gitconfig": "[core]\nexcludesFile = OUT/rules"}, nil, nil, "none"},
		{"users-own-default", map[string]string{"root/.git/HEAD": "x", "home/.config/git/ignore": "hit.txt"}, nil, nil, "none"},
		{"users-own-include", map[string]string{"root/.git/HEAD": "x", "home/.gitconfig": "[include]\npath = OUT/gitconfig"}, nil, nil, "none"},
		{"users-own-below-a-repository-above", map[string]string{".git/HEAD": "x", "home/.config/git/ignore": "hit.txt"}, nil, nil, "none"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			dir, err := filepath.EvalSymlinks(t.TempDir())
			must(t, err)
			here := func(s string) string { return strings.ReplaceAll(s, "OUT", filepath.ToSlash(dir)) }
			for name, text := range map[string]string{
				"root/hit.txt": "hit\n", "rules": "hit.txt\n", "info/exclude": "hit.txt\n", "repo/info/exclude": "hit.txt\n", "repo/HEAD": "x",
				"repo/config": "[core]\nexcludesFile = OUT/rules\n", "gitconfig": "[core]\nexcludesFile = OUT/rules\n", "home/secret": "hit.txt\n",
			} {
				if _, given := tt.files[name]; !given {
					plantFile(t, filepath.Join(dir, name), here(text))
				}
			}
			for name, text := range tt.files {
				plantFile(t, filepath.Join(dir, name), here(text))
			}
			for name, to := range tt.links {
				path := filepath.Join(dir, name)
				must(t, os.MkdirAll(filepath.Dir(path), 0o755))
				if err := os.Symlink(here(to), path); err != nil {
					t.Skip(err)
				}
			}
			for name, value := range map[string]string{
				"HOME": filepath.Join(dir, "home"), "XDG_CONFIG_HOME": "", "GIT_CONFIG_GLOBAL": "", "GIT_CONFIG_NOSYSTEM": "1",
			} {
				t.Setenv(name, value)
			}
			w, err := workspace.Open(t.Context(), filepath.Join(dir, "root"), workspace.Options{State: t.TempDir(), CreateParents: true})
			must(t, err)
			defer w.Close() //nolint:errcheck // a test is over
			var list []ops.Operation
			if tt.moves != nil {
				list = append(list, build(t, "move", "from", tt.moves[0], "to", tt.moves[1]))
			}
			want := strings.ReplaceAll(strings.TrimSuffix("hit.txt "+tt.want, " "), "hit.txt none", "")
			if strings.Contains(tt.want, "/") {
				want = tt.want
			}
			searches := []ops.Operation{build(t, "grep", "pattern", "^hit$"), build(t, "glob", "pattern", "**/hit.txt", "limit", "9")}
			for round, list := range [][]ops.Operation{append(list, searches...), searches} { // in the run, and after it
				rep, err := newRunner(w).Run(t.Context(), list)
				must(t, err)
				for _, res := range rep.Results[len(list)-2:] {
					if res.Err != nil {
						t.Fatal(res.Err)
					}
					got := strings.Join(strings.Fields(strings.Join(sortedLines(strings.ReplaceAll(res.Content, ":1:hit", "")), " ")), " ")
					if got != want {
						t.Errorf("round %d, %s: found %q, want %q", round, res.Type(), got, want)
					}
				}
			}
		})
	}
}

func plantFile(t *testing.T, path, text string) {
	t.Helper()
	must(t, os.MkdirAll(filepath.Dir(path), 0o755))
	must(t, os.WriteFile(path, []byte(text), 0o644))
}
