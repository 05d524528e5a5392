package run

import (
	"fmt"
	"testing"
	"time"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/workspace"
)

// TestAMoveCopiesNoVersions has many files of which one is moved to and fro, and a directory
// that holds one of them. The time of many moves must not grow with its square.
func TestAMoveCopiesNoVersions(t *testing.T) {
	v := &versions{files: map[string]*fileVersions{"d/x": {}}, removals: make([]removal, 0, 1000)}
	for i := range 1000 {
		v.files[fmt.Sprint("a", i)] = &fileVersions{}
	}
	for _, m := range [][2]string{{"a1", "b"}, {"d", "e"}} {
		allocs := testing.AllocsPerRun(10, func() {
			v.follow(0, ops.Done{From: m[0], To: m[1]})
			v.follow(1, ops.Done{From: m[1], To: m[0]})
		})
		if allocs > 10 {
			t.Errorf("%s: %v allocations", m[0], allocs)
		}
	}
	if v.files["a1"] == nil || v.files["d/x"] == nil || len(v.files) != 1001 {
		t.Errorf("there are %d files", len(v.files))
	}
}

// TestVersionsAreReplayedWithoutAnswers: nobody is shown the results of such a replay.
func TestVersionsAreReplayedWithoutAnswers(t *testing.T) {
	t.Parallel()
	w, err := workspace.Open(t.Context(), t.TempDir(), workspace.Options{State: t.TempDir(), Fast: true})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close() //nolint:errcheck // nothing was written
	glob, _ := ops.Function("glob")
	action, err := glob.Build(wording.Tags, []ops.Arg{{Name: "pattern", Value: ops.Value{Text: "*"}}})
	if err != nil {
		t.Fatal(err)
	}
	r := &Runner{Workspace: w, Now: time.Now}
	ex := execution{runner: r, contents: r.contentChecker(), list: []ops.Operation{{Action: action}}}
	first, err := ex.attempt(t.Context(), exclusions{})
	if err != nil || first.results[0].Summary.Verb == "" {
		t.Fatalf("the first replay: %v, %v", first.results, err)
	}
	again, err := ex.replay(t.Context(), exclusions{}, func(int, *workspace.Tx, ops.Done) {})
	if err != nil || again.results[0].Summary.Verb != "" {
		t.Errorf("the replay for versions: %v, %v", again.results, err)
	}
}
