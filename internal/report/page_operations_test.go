package report

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fileops/internal/text/diff"
)

// TestHunksNameTheOperationsThatMadeThem: each operation writes lines with its number, or removes
// lines. Every hunk with a line of an operation names it, and no hunk names one that changed
// nothing near it.
func TestHunksNameTheOperationsThatMadeThem(t *testing.T) {
	t.Parallel()
	for seed := range uint64(400) {
		r := rand.New(rand.NewPCG(seed, 1))
		lines := make([]string, 30+r.IntN(60))
		for i := range lines {
			lines[i] = fmt.Sprintf("line %d", i)
		}
		first := slices.Clone(lines)
		var diffs []string
		var operations []pageOperation
		for i := range 2 + r.IntN(5) {
			before := slices.Clone(lines)
			for place := range 1 + r.IntN(3) {
				at := r.IntN(len(lines))
				end := min(len(lines), at+r.IntN(4))
				var come []string
				for n := range r.IntN(4) {
					come = append(come, fmt.Sprintf("by %d, %d, %d", i, place, n))
				}
				lines = slices.Replace(lines, at, end, come...)
			}
			diffs = append(diffs, unified(before, lines))
			operations = append(operations, pageOperation{Text: fmt.Sprint(i)})
		}
		hunks := hunksOf(unified(first, lines))
		apart := operationsOf(diffs, hunks, operations)
		named := 0
		for _, h := range hunks {
			for i := range operations {
				has := slices.ContainsFunc(h.Rows, func(row pageRow) bool {
					return !row.Same && row.New.Number > 0 && strings.HasPrefix(lines[row.New.Number-1], fmt.Sprintf("by %d,", i))
				})
				names := slices.Contains(h.Operations, operations[i])
				if has && !names {
					t.Errorf("seed %d: a hunk with lines of operation %d names %v: %s", seed, i, h.Operations, h.Head)
				}
			}
			if len(h.Operations) == 0 {
				t.Errorf("seed %d: nobody made %s", seed, h.Head)
			}
			named += len(h.Operations)
		}
		for _, o := range apart {
			if slices.ContainsFunc(hunks, func(h pageHunk) bool { return slices.Contains(h.Operations, o) }) {
				t.Errorf("seed %d: operation %s is named at a hunk and apart", seed, o.Text)
			}
		}
		if named+len(apart) < len(operations) {
			t.Errorf("seed %d: %d of %d operations are named", seed, named+len(apart), len(operations))
		}
	}
}

// TestDistantOperationsHaveHunksOfTheirOwn: lines that an earlier operation adds above move the
// lines of later ones.
func TestDistantOperationsHaveHunksOfTheirOwn(t *testing.T) {
	t.Parallel()
	var texts [4][]string
	for i := range 100 {
		texts[0] = append(texts[0], fmt.Sprintf("line %d", i))
	}
	texts[1] = slices.Replace(slices.Clone(texts[0]), 80, 81, "by 0")
	texts[2] = slices.Insert(slices.Clone(texts[1]), 10, "by 1", "by 1 too", "and this")
	texts[3] = slices.Delete(slices.Clone(texts[2]), 43, 45)
	var diffs []string
	var operations []pageOperation
	for i := range 3 {
		diffs = append(diffs, unified(texts[i], texts[i+1]))
		operations = append(operations, pageOperation{Text: fmt.Sprint(i)})
	}
	hunks := hunksOf(unified(texts[0], texts[3]))
	if apart := operationsOf(diffs, hunks, operations); len(apart) != 0 || len(hunks) != 3 {
		t.Fatalf("%d hunks, apart %v", len(hunks), apart)
	}
	for i, want := range []string{"1", "2", "0"} {
		if got := hunks[i].Operations; len(got) != 1 || got[0].Text != want {
			t.Errorf("hunk %d: got %v, want %s", i, got, want)
		}
	}
}

func unified(from, to []string) string {
	version := func(lines []string) diff.Version {
		return diff.Version{Name: "f", Content: []byte(strings.Join(lines, "\n") + "\n")}
	}
	out, _ := diff.Unified(version(from), version(to))
	return out
}
