package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestShownRunsAreTakenBack makes random runs. What show prints of each takes it back by
// `git apply --reverse`, and its --stat is that of `git diff --stat`. With TEST_ALL there are 300.
func TestShownRunsAreTakenBack(t *testing.T) {
	needGitCommand(t)
	ownHome(t)
	config := filepath.Join(t.TempDir(), "config.yaml")
	must(t, os.WriteFile(config, []byte("file_operations: {validate_syntax: [], omission_check: \"off\"}\n"), 0o600)) // git checks neither
	runs, guessed := 15, 0
	if os.Getenv("TEST_ALL") != "" {
		runs = 300
	}
	for n := range runs {
		c := newDiffCase(t, rand.New(rand.NewPCG(41, uint64(n))))
		root := t.TempDir()
		writeEntries(t, root, c.base)
		run := func(input string, args ...string) string {
			t.Helper()
			var out, said bytes.Buffer
			s := streams{in: strings.NewReader(input), out: &out, err: &said}
			if status := execute(t.Context(), s, append(args, "--root", root)); status != exitOK {
				t.Fatalf("case %d: fileops %v: status %d\n%s%s", n, args, status, &out, &said)
			}
			return out.String()
		}
		run(strings.Join(c.diffs, ""), "apply", "--input", "diff", "--no-backup", "--config", config)
		after := readEntries(t, root)
		if cmp.Equal(c.base, after) {
			continue
		}
		shown, stat := run("", "show"), run("", "show", "--stat")
		git := exec.Command("git", "apply", "--reverse", "--whitespace=nowarn", "-")
		git.Dir, git.Stdin = root, strings.NewReader(shown)
		git.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(root))
		if out, err := git.CombinedOutput(); err != nil {
			t.Fatalf("case %d: %v: %s\n%s", n, err, out, shown)
		}
		if diff := cmp.Diff(c.base, readEntries(t, root)); diff != "" {
			t.Fatalf("case %d is not taken back (-before +now):\n%s\n%s", n, diff, shown)
		}
		_, rows, _ := strings.Cut(stat, "\n\n")
		want := staged(t, c.base, after)("-c", "core.quotePath=false", "diff", "--cached", "-M", "--stat")
		if strings.Count(want, " => ") != strings.Count(rows, " => ") {
			guessed++ // git takes a file that was removed and one that was made for a rename
			continue
		}
		if diff := cmp.Diff(want, rows); diff != "" {
			t.Fatalf("case %d (-git +show):\n%s", n, diff)
		}
	}
	if t.Logf("git guessed renames in %d of %d runs", guessed, runs); guessed > runs/5 {
		t.Error("too few were compared")
	}
}
