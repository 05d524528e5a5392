package run_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/ops"
	"fileops/internal/run"
	"fileops/internal/run/runtest"
	"fileops/internal/workspace"
)

// TestPastFilesAreThoseOfTheRun makes random runs, undoes among them, and compares what the history
// says of each with what the run itself said: at once, and after all later ones.
func TestPastFilesAreThoseOfTheRun(t *testing.T) {
	trees, compared := 40, 0
	if n, err := strconv.Atoi(os.Getenv("TEST_SEQUENCES")); err == nil {
		trees = n
	}
	for seed := range trees {
		t.Run(strconv.Itoa(seed), func(t *testing.T) { compared += comparePast(t, seed) })
	}
	if compared < trees {
		t.Errorf("only %d runs were compared", compared)
	}
	t.Logf("%d comparisons", compared)
}

// comparePast makes runs on one tree, and returns how often it compared.
func comparePast(t *testing.T, seed int) (compared int) {
	t.Helper()
	r := rand.New(rand.NewPCG(uint64(seed), 21))
	text := func() string {
		var b strings.Builder
		for range r.IntN(5) {
			b.WriteString([]string{"one\n", "two\n", "three\n", "\u00fc\n"}[r.IntN(4)])
		}
		return b.String() + "end\n"
	}
	files := map[string]string{}
	for _, name := range []string{"a", "b", "d/a", "d/b", "d/e/c"} {
		if r.IntN(4) > 0 {
			files[name] = text()
		}
	}
	w := runtest.TreeWith(t, workspace.Options{Backups: r.IntN(2) == 0}, files)
	if r.IntN(2) == 0 {
		_ = os.Symlink("a", filepath.Join(w.Dir(), "l")) // where there are links
	}
	runner := runtest.NewRunner(w)
	runner.Patch = true
	said := map[string][]run.File{}
	var order []string
	for n := range 8 {
		runner.Random = func() uint32 { return uint32(seed*100 + n) }
		list := randomOperations(t, r, text)
		if len(order) > 0 && r.IntN(5) == 0 {
			list = []ops.Operation{{Action: ops.Undo{Run: order[r.IntN(len(order))]}}}
		}
		rep, err := runner.Run(context.Background(), list)
		if err != nil {
			t.Fatal(err)
		}
		if !rep.Committed || rep.NotUndoable != "" {
			continue
		}
		order = append(order, rep.Run)
		said[rep.Run] = rep.Patch
		for _, id := range order {
			past, err := runner.PastFiles(id)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(diffs(said[id]), diffs(past)); diff != "" {
				t.Fatalf("seed %d, run %s after run %s (-said +past):\n%s", seed, id, rep.Run, diff)
			}
			compared++
		}
	}
	return compared
}

// diffs are the diffs of files, by name and kind.
func diffs(files []run.File) []string {
	var list []string
	for _, f := range files {
		if f.Dir {
			continue
		}
		list = append(list, fmt.Sprintf("%s %s %s\n%s", f.Kind, f.From, f.Name, f.Diff))
	}
	return list
}

// randomOperations are some that change a small tree, many of which fail.
func randomOperations(t *testing.T, r *rand.Rand, text func() string) (list []ops.Operation) {
	t.Helper()
	names := []string{"a", "b", "d/a", "d/b", "d/e/c", "c", "e/a", "e/c", "e/e/c", "l", "d", "e", "d/e", "g"}
	name := func() string { return names[r.IntN(len(names))] }
	for range 1 + r.IntN(5) {
		switch r.IntN(9) {
		case 0:
			list = append(list, runtest.Build(t, "create", "file", name(), "content", text()))
		case 1:
			list = append(list, runtest.Build(t, "create_overwrite", "file", name(), "content", text()))
		case 2, 3:
			list = append(list, runtest.Build(t, "append", "file", name(), "content", text()))
		case 4:
			list = append(list, runtest.Build(t, "delete", "file", name()))
		case 5:
			list = append(list, runtest.Build(t, "copy_overwrite", "from", name(), "to", name()))
		case 6:
			list = append(list, runtest.Build(t, "edit", "file", name(), "find", "one", "replace", "1"))
		default:
			list = append(list, runtest.Build(t, "move", "from", name(), "to", name()))
		}
	}
	return list
}
