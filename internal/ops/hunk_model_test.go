package ops_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// TestHunksAreWhatTheModelSays holds hunks in small files, of lines that are often equal,
// against what they may mean at most: a hunk is made at the only place of its lines, or at
// the only one that its headers, or the end of the file, leave of several. The model allows
// every refusal but that of a place that nothing speaks against.
func TestHunksAreWhatTheModelSays(t *testing.T) {
	t.Parallel()
	w := treeWith(t, workspace.Options{Fast: true, HistoryRuns: 1}, nil)
	r := newRunner(w)
	made, chosen := 0, 0
	n := sequences(t, 1000)
	for seed := range n {
		rnd := rand.New(rand.NewPCG(uint64(seed), 17))
		lines := func(most int, blank bool) []string {
			list := make([]string, 1+rnd.IntN(most))
			for i := range list {
				list[i] = strings.Repeat("\t", rnd.IntN(2)) + string("abc"[rnd.IntN(3)])
				if blank && rnd.IntN(4) == 0 {
					list[i] = ""
				}
			}
			return list
		}
		file, find, replace := lines(9, true), lines(3, false), lines(3, true)
		if at := rnd.IntN(len(file)); rnd.IntN(4) > 0 {
			find = file[at:min(len(file), at+1+rnd.IntN(3))]
		}
		if strings.TrimSpace(strings.Join(find, "")) == "" {
			continue // blank lines alone are looked for in another way
		}
		h := ops.Hunk{Find: strings.Join(find, "\n") + "\n", Replace: strings.Join(replace, "\n") + "\n", AtEnd: rnd.IntN(5) == 0}
		if rnd.IntN(2) == 0 {
			for _, line := range lines(2, false) {
				h.Headers = append(h.Headers, strings.TrimSpace(line))
			}
		}
		before := strings.Join(file, "\n") + "\n"
		must(t, os.WriteFile(filepath.Join(w.Dir(), "f"), []byte(before), 0o644))
		rep, err := r.Run(t.Context(), []ops.Operation{{Action: ops.Patch("f", []ops.Hunk{h})}})
		must(t, err)
		after, err := os.ReadFile(filepath.Join(w.Dir(), "f"))
		must(t, err)

		places, allowed := placesOf(file, find), map[string]bool{}
		for _, at := range places {
			if len(places) == 1 && !h.AtEnd && len(h.Headers) == 0 || mayBe(file, at, len(find), h, len(places) > 1) {
				now := slices.Concat(file[:at], replace, file[at+len(find):])
				allowed[strings.Join(now, "\n")+"\n"] = true
			}
		}
		said := fmt.Sprintf("seed %d: file %q, hunk %+v, at lines %d from 0", seed, before, h, places)
		switch failed := rep.Results[0].Err; {
		case failed == nil && !allowed[string(after)]:
			t.Errorf("%s: got %q, may be %q", said, after, slices.Collect(maps.Keys(allowed)))
		case failed != nil && string(after) != before:
			t.Errorf("%s: refused, but the file is %q", said, after)
		case failed != nil && len(places) == 1 && !h.AtEnd && len(h.Headers) == 0 && !strings.Contains(failed.Msg, "already applied"):
			t.Errorf("%s: refused: %s", said, failed.Msg)
		case failed == nil:
			made++
			if len(places) > 1 {
				chosen++
			}
		}
	}
	t.Logf("%d made, %d of them at one of several places", made, chosen)
	if n == 1000 && (made < 300 || chosen < 10) {
		t.Error("too few to mean anything")
	}
}

// placesOf are the lines, from 0, at which lines stand.
func placesOf(file, find []string) []int {
	var places []int
	for at := range len(file) - len(find) + 1 {
		if slices.Equal(file[at:at+len(find)], find) {
			places = append(places, at)
		}
	}
	return places
}

// mayBe reports whether the headers, in order above the end of a place, and the end of the
// file, if it is asked for, may mean that place: among several only if it is the only one
// behind the headers' first places, or they have more than one.
func mayBe(file []string, at, n int, h ops.Hunk, several bool) bool {
	if several && !h.AtEnd && len(h.Headers) == 0 {
		return false
	}
	if h.AtEnd && strings.TrimSpace(strings.Join(file[at+n:], "")) != "" {
		return false
	}
	from := 0
	for _, header := range h.Headers {
		i := slices.IndexFunc(file[from:], func(line string) bool { return strings.TrimSpace(line) == header })
		if i < 0 {
			if several && !h.AtEnd {
				return false
			}
			continue // one that stands nowhere says nothing
		}
		if from += i + 1; from > at+n {
			return false
		}
	}
	return true
}
