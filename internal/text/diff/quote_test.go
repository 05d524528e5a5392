package diff_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"fileops/internal/text/diff"
)

// TestNamesAreQuotedAsGitDoes: git apply reads no other quoting than that of C.
func TestNamesAreQuotedAsGitDoes(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	for _, name := range []string{"a b", "é", "a\tb", "a\x1b[31m", "a\x7f", "\"\u202e", `a\b`, "\a\b\v\f\r\"", "a\xff\x01"} {
		dir := t.TempDir()
		cmd := exec.CommandContext(t.Context(), "git", "-c", "core.quotePath=false", "diff", "--no-index", "--name-only", "/dev/null", "a/"+name)
		cmd.Dir = dir
		if err := os.Mkdir(filepath.Join(dir, "a"), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "a", name), []byte("x"), 0o600); err != nil {
			t.Skip("the file system does not take such names")
		}
		out, _ := cmd.Output() // its status says that they differ
		if got, want := diff.Quote("a/"+name)+"\n", string(out); got != want {
			t.Errorf("Quote(%q) = %s, git has %s", "a/"+name, got, want)
		}
	}
}
