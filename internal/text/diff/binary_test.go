package diff_test

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"fileops/internal/text/diff"
)

// TestBinaryPatchesAsGitAppliesThem: git makes, replaces and deletes files by them, forwards and back.
func TestBinaryPatchesAsGitAppliesThem(t *testing.T) {
	t.Parallel()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not there")
	}
	r := rand.New(rand.NewPCG(1, 2))
	random := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(r.Uint32())
		}
		return b
	}
	for i, c := range [][2][]byte{
		{nil, {0}}, {{0}, nil}, {random(1), random(200)}, {random(51), random(52)}, {random(53), random(104)},
		{bytes.Repeat([]byte{0}, 5000), random(70_000)}, {[]byte("text\n"), {0xff, 0}}, {{}, {0}}, {{0}, {}},
	} {
		root := t.TempDir()
		file := filepath.Join(root, "f")
		header := "diff --git a/f b/f\n"
		switch {
		case c[0] == nil:
			header += "new file mode 100644\n"
		case c[1] == nil:
			header += "deleted file mode 100644\n"
		}
		if c[0] != nil {
			if err := os.WriteFile(file, c[0], 0o644); err != nil {
				t.Fatal(err)
			}
		}
		text := diff.Binary(diff.Version{Content: c[0]}, diff.Version{Content: c[1]})
		for back, want := range [][]byte{c[1], c[0]} {
			args := []string{"apply", "-"}
			if back == 1 {
				args = []string{"apply", "--reverse", "-"}
			}
			cmd := exec.CommandContext(t.Context(), "git", args...)
			cmd.Dir, cmd.Stdin = root, strings.NewReader(header+text)
			cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(root))
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Fatalf("case %d, %v: %v: %s\n%s", i, args, err, out, header+text)
			}
			got, err := os.ReadFile(file)
			if want == nil && !os.IsNotExist(err) || want != nil && !bytes.Equal(got, want) {
				t.Errorf("case %d, %v: got %d bytes, %v; want %d", i, args, len(got), err, len(want))
			}
		}
	}
}
