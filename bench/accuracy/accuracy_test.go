package main

import (
	"strings"
	"testing"
)

// TestNothingIsAppliedWrong makes some edits of every class, in each form.
func TestNothingIsAppliedWrong(t *testing.T) {
	t.Parallel()
	for _, form := range []string{"tags", "search-replace"} {
		t.Run(form, func(t *testing.T) {
			t.Parallel()
			nothingIsAppliedWrong(t, form)
		})
	}
}

func nothingIsAppliedWrong(t *testing.T, form string) {
	t.Helper()
	sources, err := load("../../testdata/corpus/source")
	if err != nil {
		t.Skip("the sources are not there:", err)
	}
	const perClass = 22 // of 19 classes: more than 400 edits
	results, err := measure(sources, form, perClass, 7)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range results {
		if form == "search-replace" && strings.HasPrefix(r.class, "patch ") {
			continue // it has another form
		}
		if r.total != perClass {
			t.Errorf("%s, %s: %d edits, want %d", r.class, r.mode, r.total, perClass)
		}
		if r.wrongly > 0 {
			t.Errorf("%s, %s: %d applied wrong: %s", r.class, r.mode, r.wrongly, r.wrong)
		}
		if r.recoverable && r.right < perClass-1 || !r.recoverable && r.named+r.right < perClass-2 {
			t.Errorf("%s, %s: %d right, %d refused with the cause: %s", r.class, r.mode, r.right, r.named, r.wrong)
		}
	}
	if s := table(results); strings.Count(s, "\n") != 2+len(results) {
		t.Errorf("table:\n%s", s)
	}
}
