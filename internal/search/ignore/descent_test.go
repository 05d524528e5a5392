package ignore

import (
	"os"
	"path/filepath"
	"testing"
)

// TestDescent asks for the files of directories, from one to the next, and by whole paths
// where a directory cannot be opened.
func TestDescent(t *testing.T) {
	t.Parallel()
	root := t.TempDir()
	for _, name := range []string{".git/x", ".gitignore", "a/.ignore", "a/b/.rgignore/x", "a/b/c/.fdignore", "a/b/c/.git"} {
		name = filepath.Join(root, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const all = Git | GitIgnore | DotIgnore | RgIgnore | FdIgnore
	steps := []struct {
		name string
		want Files
	}{{"", Git | GitIgnore}, {"a", DotIgnore}, {"b", RgIgnore}, {"c", FdIgnore | Git}, {"missing", 0}, {"below", 0}}
	for lost := range len(steps) + 1 { // where the way is lost, if at all
		down, at := newDescent(root), root
		for i, step := range steps {
			if at = filepath.Join(at, step.name); i > 0 {
				down.enter(step.name)
			}
			if i == lost {
				down.close()
				down.at = nil
			}
			if got := down.has(at, all); got != step.want {
				t.Errorf("%q, lost at step %d: got %b, want %b", step.name, lost, got, step.want)
			}
			if got := down.has(at, Git); got != step.want&Git {
				t.Errorf("%q, lost at step %d: got %b of git", step.name, lost, got)
			}
		}
		down.close()
	}
}
