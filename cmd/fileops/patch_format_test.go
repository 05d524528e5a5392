package main

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPatchesAreTheRun makes random runs, with directories that are moved, binary files and names that
// are used again. What `apply --dry-run --format patch` prints leaves by git apply the files that the
// run leaves; what show prints takes the run back, also after later runs. With TEST_ALL there are 300.
func TestPatchesAreTheRun(t *testing.T) {
	needGitCommand(t)
	ownHome(t)
	runs := 25
	if os.Getenv("TEST_ALL") != "" {
		runs = 300
	}
	changed := 0
	for n := range runs {
		r := rand.New(rand.NewPCG(uint64(n), 51))
		base := map[string]entry{}
		for _, name := range []string{"a", "b", "d/a", "d/b", "d/e/c", "d/e/bin", "g/x y"} {
			if r.IntN(5) > 0 {
				base[name] = entry{randomContent(r), r.IntN(6) == 0}
			}
		}
		root := t.TempDir()
		writeEntries(t, root, base)
		type past struct {
			id            string
			before, after map[string]entry
		}
		var made []past
		for range 4 {
			response := randomBlocks(r)
			before := readEntries(t, root)
			patch := runCommand(t, response, "apply", "--root", root, "--no-backup", "--dry-run", "--format", "patch")
			if !cmp.Equal(before, readEntries(t, root)) {
				t.Fatalf("seed %d: a dry run changed the tree", n)
			}
			runCommand(t, response, "apply", "--root", root, "--no-backup")
			after := readEntries(t, root)
			if cmp.Equal(before, after) {
				continue
			}
			changed++
			if got := patched(t, before, patch); !cmp.Equal(after, got) {
				t.Fatalf("seed %d: git leaves another tree (-run +git):\n%s\n%s\n%s", n, cmp.Diff(after, got), patch, response)
			}
			id := strings.Fields(runCommand(t, "", "history", "--root", root))[6] // behind the heads of the columns
			made = append(made, past{id, before, after})
			for _, p := range made {
				shown := runCommand(t, "", "show", "--root", root, p.id)
				if got := patched(t, p.after, shown, "--reverse"); !cmp.Equal(p.before, got) {
					t.Fatalf("seed %d, run %s after %d others: git does not take it back (-before +git):\n%s\n%s", n, p.id, len(made)-1, cmp.Diff(p.before, got), shown)
				}
			}
		}
	}
	if changed < runs {
		t.Errorf("only %d runs changed a file", changed)
	}
}

func randomContent(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(6) {
		b.WriteString([]string{"one\n", "two\n", "three\n", "\u00fc\n", "crlf\r\n"}[r.IntN(5)])
	}
	switch r.IntN(5) {
	case 0:
		b.WriteString("\x00\xff binary")
	case 1:
		b.WriteString("no end")
	}
	return b.String()
}

// randomBlocks are operations on a small tree, many of which fail.
func randomBlocks(r *rand.Rand) string {
	names := []string{"a", "b", "d/a", "d/b", "d/e/c", "d/e/bin", "c", "e/a", "e/c", "d", "e", "d/e", "g", "g/x y", "e/e"}
	name := func() string { return names[r.IntN(len(names))] }
	var b strings.Builder
	for range 1 + r.IntN(5) {
		switch r.IntN(9) {
		case 0:
			fmt.Fprintf(&b, "<create><file>%s</file><content>\nnew %d\n</content></create>\n", name(), r.IntN(9))
		case 1:
			fmt.Fprintf(&b, "<create_overwrite><file>%s</file><content>\nother %d\n</content></create_overwrite>\n", name(), r.IntN(9))
		case 2:
			fmt.Fprintf(&b, "<append><file>%s</file><content>\nlast\n</content></append>\n", name())
		case 3:
			fmt.Fprintf(&b, "<delete><file>%s</file></delete>\n", name())
		case 4:
			fmt.Fprintf(&b, "<copy_overwrite><from>%s</from><to>%s</to></copy_overwrite>\n", name(), name())
		case 5:
			fmt.Fprintf(&b, "<edit><file>%s</file><find>one</find><replace>1</replace></edit>\n", name())
		default:
			fmt.Fprintf(&b, "<move><from>%s</from><to>%s</to></move>\n", name(), name())
		}
	}
	return b.String()
}

// runCommand runs the program, and returns its output. Operations may fail.
func runCommand(t *testing.T, input string, args ...string) string {
	t.Helper()
	var out, said bytes.Buffer
	s := streams{in: strings.NewReader(input), out: &out, err: &said}
	if status := execute(t.Context(), s, args); status > exitFailed || status == exitFailed && args[0] != "apply" {
		t.Fatalf("fileops %v: status %d\n%s%s%s", args, status, &out, &said, input)
	}
	return out.String()
}

// patched is a tree after git has applied a patch to it.
func patched(t *testing.T, tree map[string]entry, patch string, flags ...string) map[string]entry {
	t.Helper()
	root := t.TempDir()
	writeEntries(t, root, tree)
	if strings.Contains(patch, "diff --git ") {
		cmd := exec.Command("git", append([]string{"apply", "--whitespace=nowarn"}, append(slices.Clone(flags), "-")...)...)
		cmd.Dir, cmd.Stdin = root, strings.NewReader(patch)
		cmd.Env = append(os.Environ(), "GIT_CEILING_DIRECTORIES="+filepath.Dir(root))
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v: %s\n%s\n%+v", flags, err, out, patch, tree)
		}
	}
	return readEntries(t, root)
}
