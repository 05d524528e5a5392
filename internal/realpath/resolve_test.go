package realpath_test

import (
	"os"
	"path/filepath"
	"testing"

	"fileops/internal/realpath"
)

// TestResolve holds it against filepath.EvalSymlinks.
func TestResolve(t *testing.T) {
	t.Parallel()
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(root, "a", "b"), 0o755); err != nil {
		t.Fatal(err)
	}
	for name, target := range map[string]string{"link": "a", "a/up": "..", "loop": "loop", "nowhere": "gone"} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Skip(err)
		}
	}
	for _, name := range []string{"", "a", "a/b", "link", "link/b", "a/up/link/b", "loop", "nowhere", "missing", "missing/b"} {
		path := filepath.Join(root, name)
		want, failed := filepath.EvalSymlinks(path)
		if got, err := realpath.Resolve(path); got != want || (err == nil) != (failed == nil) {
			t.Errorf("%q: got %q, %v; want %q, %v", name, got, err, want, failed)
		}
	}
}
