package report

import (
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// TestEveryVerbHasAnInfinitive looks for the verbs of sentences in the source of package ops and
// of this one: of those that may tell of a change, a dry run needs the infinitive.
func TestEveryVerbHasAnInfinitive(t *testing.T) {
	t.Parallel()
	changesNothing := []string{"Directory", "Found", "Listed", "No", "Read"}
	files, err := filepath.Glob("../ops/*.go")
	own, e := filepath.Glob("*.go")
	if err = errors.Join(err, e); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, file := range append(files, own...) {
		source, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile(`Verb(?::| =)\s*"(\w+)"`).FindAllStringSubmatch(string(source), -1) {
			seen[m[1]] = true
			if infinitives.Get()[m[1]] == "" && !slices.Contains(changesNothing, m[1]) {
				t.Errorf("%s: the verb %s has no infinitive", file, m[1])
			}
		}
	}
	for verb := range infinitives.Get() {
		if !seen[verb] {
			t.Errorf("no sentence has the verb %s", verb)
		}
	}
}
