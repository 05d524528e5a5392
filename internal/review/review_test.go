package review_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/ops"
	"fileops/internal/report"
	"fileops/internal/review"
	"fileops/internal/run"
	"fileops/internal/run/runtest"
	"fileops/internal/terminal"
	"fileops/internal/workspace"
)

// reviewed reviews operations on a tree with these answers; at their end, the input ends.
func reviewed(t *testing.T, w *workspace.Workspace, list []ops.Operation, edit string, next func() (string, bool)) (taken []ops.Operation, screen string) {
	t.Helper()
	var out bytes.Buffer
	writer := terminal.NewWriter(&out, terminal.Options{})
	stage := func(ctx context.Context, list []ops.Operation) (report.Run, error) {
		runner := runtest.NewRunner(w)
		runner.DryRun, runner.Policy.Diffs = true, true
		rep, err := runner.Run(ctx, list)
		return report.Run{Report: rep, Asked: list}, err
	}
	r := review.Review{
		Stage: stage, Out: writer,
		Ask: func(question string) (string, error) {
			if _, err := writer.WriteString(question); err != nil {
				return "", err
			}
			answer, ok := next()
			if !ok {
				return "", io.EOF
			}
			_, err := writer.WriteString(answer + "\n")
			return answer + "\n", err
		},
		Edit: func(string, string) (string, error) { return edit, nil },
		Read: func(ctx context.Context, list []ops.Operation, path string) (string, error) {
			rep, err := stage(ctx, append(list, ops.Operation{Action: ops.Read{Path: path}}))
			if err != nil {
				return "", err
			}
			return rep.Results[len(rep.Results)-1].Content, nil
		},
	}
	taken, err := r.Run(t.Context(), list)
	runtest.Must(t, err)
	runtest.Must(t, writer.Flush())
	return taken, out.String()
}

func answers(list ...string) func() (string, bool) {
	return func() (string, bool) {
		if len(list) == 0 {
			return "", false
		}
		first := list[0]
		list = list[1:]
		return first, true
	}
}

// three are operations on two files, two of them on one.
func three(t *testing.T) []ops.Operation {
	t.Helper()
	return []ops.Operation{
		runtest.Build(t, "edit", "file", "a", "find", "one", "replace", "1"),
		runtest.Build(t, "edit", "file", "b", "find", "x", "replace", "y"),
		runtest.Build(t, "edit", "file", "a", "find", "two", "replace", "2"),
	}
}

// TestKeys: each key decides what it says. The order of the questions is that of the files.
func TestKeys(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name     string
		answers  []string
		want     map[string]string
		declined string // by operation
	}{
		{"take all", []string{"y", "y", "y"}, map[string]string{"a": "1\n2\n", "b": "y\n"}, "---"},
		{"leave one", []string{"y", "n", "y"}, map[string]string{"a": "1\ntwo\n", "b": "y\n"}, "--d"},
		{"take the rest", []string{"n", "a"}, map[string]string{"a": "one\n2\n", "b": "y\n"}, "d--"},
		{"leave a file", []string{"d", "y"}, map[string]string{"a": "one\ntwo\n", "b": "y\n"}, "d-d"},
		{"quit", []string{"y", "q"}, map[string]string{"a": "1\ntwo\n", "b": "x\n"}, "-dd"},
		{"the input ends", []string{"y"}, map[string]string{"a": "1\ntwo\n", "b": "x\n"}, "-dd"},
		{"back", []string{"u", "n", "u", "y", "a"}, map[string]string{"a": "1\n2\n", "b": "y\n"}, "---"},
		{"back over many", []string{"d", "u", "a"}, map[string]string{"a": "1\n2\n", "b": "y\n"}, "---"},
		{"no answers", []string{"", "what", "?", "v", "Y", " y ", "y"}, map[string]string{"a": "1\n2\n", "b": "y\n"}, "---"},
		{"not split", []string{"s", "a"}, map[string]string{"a": "1\n2\n", "b": "y\n"}, "---"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			w := runtest.Tree(t, map[string]string{"a": "one\ntwo\n", "b": "x\n"})
			taken, screen := reviewed(t, w, three(t), "", answers(tt.answers...))
			rep, err := runtest.NewRunner(w).Run(t.Context(), taken)
			runtest.Must(t, err)
			if diff := cmp.Diff(tt.want, runtest.Files(t, w)); diff != "" {
				t.Errorf("%s\n%s", diff, screen)
			}
			if got := declined(rep); got != tt.declined {
				t.Errorf("declined %s, want %s\n%s", got, tt.declined, screen)
			}
		})
	}
}

// declined says of each result whether a person left it out.
func declined(rep run.Report) string {
	var b strings.Builder
	for _, code := range runtest.Codes(rep) {
		b.WriteString(map[bool]string{true: "d", false: "-"}[code == string(ops.Declined)])
	}
	return b.String()
}

// TestAnEditedText lands as it was edited.
func TestAnEditedText(t *testing.T) {
	t.Parallel()
	w := runtest.Tree(t, map[string]string{"a": "one\ntwo\n"})
	op := runtest.Build(t, "create", "file", "c", "content", "new\n")
	op.Args = runtest.Arguments("file", "c", "content", "new\n")
	taken, screen := reviewed(t, w, []ops.Operation{op}, "edited\nby hand", answers("e", "y"))
	_, err := runtest.NewRunner(w).Run(t.Context(), taken)
	runtest.Must(t, err)
	if got := runtest.Files(t, w)["c"]; got != "edited\nby hand\n" || !strings.Contains(screen, "+by hand\n") {
		t.Errorf("%q\n%s", got, screen)
	}
}

// TestHunksAreSplit: of a patch with two, one lands.
func TestHunksAreSplit(t *testing.T) {
	t.Parallel()
	w := runtest.Tree(t, map[string]string{"a": "one\ntwo\nthree\n"})
	patch := ops.Operation{ID: "p", Action: ops.Patch("a", []ops.Hunk{{Find: "one\n", Replace: "1\n"}, {Find: "three\n", Replace: "3\n"}})}
	last := runtest.Build(t, "create", "file", "b", "content", "b\n")
	taken, screen := reviewed(t, w, []ops.Operation{patch, last}, "", answers("s", "n", "y", "y"))
	_, err := runtest.NewRunner(w).Run(t.Context(), taken)
	runtest.Must(t, err)
	if got := runtest.Files(t, w); got["a"] != "one\ntwo\n3\n" || got["b"] != "b\n" {
		t.Errorf("%v\n%s", got, screen)
	}
}

// TestWhatIsTakenLands gives random answers to random operations. The tree is that of the operations
// that were taken, alone, and each of the others is declined.
func TestWhatIsTakenLands(t *testing.T) {
	t.Parallel()
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 22))
		files := map[string]string{"a": "one\ntwo\nthree\n", "b": "one\n", "d/c": "two\n"}
		first, second := runtest.Tree(t, files), runtest.Tree(t, files)
		list := someOperations(t, r)
		asked := 0
		taken, screen := reviewed(t, first, list, "edited", func() (string, bool) {
			if asked++; asked > 60 {
				return "a", true
			}
			return []string{"y", "y", "y", "n", "n", "n", "a", "d", "q", "u", "u", "s", "e", "v", "?"}[r.IntN(15)], r.IntN(80) > 0
		})
		rep, err := runtest.NewRunner(first).Run(t.Context(), taken)
		runtest.Must(t, err)
		var alone []ops.Operation
		for i, res := range rep.Results {
			if res.Err == nil || res.Err.Code != ops.Declined {
				alone = append(alone, taken[i])
			}
		}
		_, err = runtest.NewRunner(second).Run(t.Context(), alone)
		runtest.Must(t, err)
		if diff := cmp.Diff(runtest.Files(t, second), runtest.Files(t, first)); diff != "" {
			t.Fatalf("seed %d (-alone +reviewed):\n%s\n%s", seed, diff, screen)
		}
	}
}

// TestYesAndNo: with these answers alone, so many operations are declined as there were noes.
func TestYesAndNo(t *testing.T) {
	t.Parallel()
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 23))
		w := runtest.Tree(t, map[string]string{"a": "one\ntwo\nthree\n", "b": "one\n", "d/c": "two\n"})
		noes := 0
		taken, screen := reviewed(t, w, someOperations(t, r), "", func() (string, bool) {
			if r.IntN(2) == 0 {
				noes++
				return "n", true
			}
			return "y", true
		})
		rep, err := runtest.NewRunner(w).Run(t.Context(), taken)
		runtest.Must(t, err)
		if got := strings.Count(declined(rep), "d"); got != noes {
			t.Fatalf("seed %d: %d declined, %d noes\n%s", seed, got, noes, screen)
		}
	}
}

func someOperations(t *testing.T, r *rand.Rand) (list []ops.Operation) {
	t.Helper()
	names := []string{"a", "b", "d/c", "e", "d/f"}
	name := func() string { return names[r.IntN(len(names))] }
	for range 1 + r.IntN(7) {
		switch r.IntN(7) {
		case 0:
			list = append(list, runtest.Build(t, "create", "file", name(), "content", fmt.Sprintf("new %d\n", r.IntN(9))))
		case 1:
			list = append(list, runtest.Build(t, "append", "file", name(), "content", "more\n"))
		case 2:
			list = append(list, runtest.Build(t, "edit", "file", name(), "find", []string{"one", "two", "more"}[r.IntN(3)], "replace", fmt.Sprint(r.IntN(9))))
		case 3:
			list = append(list, runtest.Build(t, "delete", "file", name()))
		case 4:
			list = append(list, runtest.Build(t, "move", "from", name(), "to", name()))
		case 5:
			list = append(list, runtest.Build(t, "replace_lines", "file", name(), "start_line", "1", "end_line", "1", "new_content", "line\n"))
		default:
			list = append(list, ops.Operation{ID: fmt.Sprint(len(list)), Action: ops.Patch(name(), []ops.Hunk{{Find: "one\n", Replace: "1\n"}, {Find: "three\n", Replace: "3\n"}})})
		}
	}
	return slices.Clip(list)
}
