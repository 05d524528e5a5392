package unified

import (
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// The header of a hunk is what the expression matches that has the form of diff's manual, with
// numbers of up to nine digits.
func TestHunkHeader(t *testing.T) {
	form := regexp.MustCompile(`^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@`)
	number := func(s string) int {
		n, err := strconv.Atoi(s)
		if err != nil {
			return 1
		}
		return n
	}
	pieces := []string{"@@", " ", "-", "+", ",", "1", "0", "12", "123456789", "1234567890", " @@", "1,3", " +", " +1,2 @@", "x", "\n"}
	random, matched := rand.New(rand.NewPCG(1, 2)), 0
	for range 200_000 {
		line := "@@ -"
		for range 1 + random.IntN(8) {
			line += pieces[random.IntN(len(pieces))]
		}
		want := hunk{oldCount: -1, newCount: -1}
		if m := form.FindStringSubmatch(line); m != nil {
			matched++
			want = hunk{oldStart: number(m[1]), oldCount: number(m[2]), newStart: number(m[3]), newCount: number(m[4])}
		}
		if got, ok := hunkHeader(line); !ok || got != want {
			t.Fatalf("hunkHeader(%q) = %+v, %v; want %+v", line, got, ok, want)
		}
	}
	if matched < 100 {
		t.Errorf("only %d lines matched", matched)
	}
	for _, line := range []string{"", "@", "@@@ -1 +1 @@", " @@ -1 +1 @@", strings.Repeat("-", 3)} {
		if _, ok := hunkHeader(line); ok {
			t.Errorf("%q begins a hunk", line)
		}
	}
}
