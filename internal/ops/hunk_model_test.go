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

// TestHunksAreWhatTheModelSays makes random hunks in small files whose lines are often equal.
// A hunk may be made at the one place that it means, and nowhere else (see meant). It may
// always be refused, but where its lines stand once and it says nothing else of its place.
func TestHunksAreWhatTheModelSays(t *testing.T) {
	t.Parallel()
	w := treeWith(t, workspace.Options{HistoryRuns: 1}, nil)
	r := newRunner(w)
	made, chosen := 0, 0
	n := sequences(t, 250)
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
		for _, at := range meant(file, places, len(find), h) {
			now := slices.Concat(file[:at], replace, file[at+len(find):])
			allowed[strings.Join(now, "\n")+"\n"] = true
		}
		said := fmt.Sprintf("seed %d: file %q, hunk %+v, at lines %d from 0", seed, before, h, places)
		switch failed := rep.Results[0].Err; {
		case failed == nil && !allowed[string(after)]:
			t.Errorf("%s: got %q, may be %q", said, after, slices.Collect(maps.Keys(allowed)))
		case failed != nil && string(after) != before:
			t.Errorf("%s: refused, but the file is %q", said, after)
		case failed != nil && len(places) == 1 && !h.AtEnd && len(h.Headers) == 0 && !strings.Contains(failed.Error(), "already applied"):
			t.Errorf("%s: refused: %s", said, failed.Error())
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

// meant are the places that a hunk may mean. The end of the file leaves the one with nothing
// but blank lines behind it. Of several, the headers leave the only one in the block that the
// last of them opens; a single one must not stand above a header.
func meant(file []string, places []int, n int, h ops.Hunk) []int {
	var left []int
	for _, at := range places {
		switch {
		case h.AtEnd:
			if blankLines(file[at+n:]) {
				left = append(left, at)
			}
		case len(places) > 1:
			if from, to, ok := headedBlock(file, h.Headers); ok && from <= at && at < to {
				left = append(left, at)
			}
		case at+n >= below(file, h.Headers):
			left = append(left, at)
		}
	}
	if len(places) > 1 && len(left) > 1 {
		return nil
	}
	return left
}

func blankLines(lines []string) bool { return strings.TrimSpace(strings.Join(lines, "")) == "" }

// below is the line, from 0, behind the headers that are there, one after another. One that
// stands nowhere says nothing.
func below(file, headers []string) int {
	from := 0
	for _, header := range headers {
		if i := slices.IndexFunc(file[from:], func(line string) bool { return strings.TrimSpace(line) == header }); i >= 0 {
			from += i + 1
		}
	}
	return from
}

// headedBlock is what the headers name, as lines from 0: behind each, which must stand there once,
// the lines that are deeper than it is; all lines behind it if there are none.
func headedBlock(file, headers []string) (from, to int, ok bool) {
	from, to = 0, len(file)
	for _, header := range headers {
		at := -1
		for i, line := range file[from:to] {
			if strings.TrimSpace(line) == header {
				if at >= 0 {
					return 0, 0, false
				}
				at = from + i
			}
		}
		if at < 0 {
			return 0, 0, false
		}
		end := at + 1
		for i := at + 1; i < to && (blankLines(file[i:i+1]) || depthOf(file[i]) > depthOf(file[at])); i++ {
			if !blankLines(file[i : i+1]) {
				end = i + 1
			}
		}
		if from = at + 1; end > from {
			to = end
		}
	}
	return from, to, len(headers) > 0
}

func depthOf(line string) int { return len(line) - len(strings.TrimLeft(line, "\t")) }
