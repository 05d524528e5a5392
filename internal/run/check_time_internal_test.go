package run

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"fileops/internal/syntax"
)

// TestTheTimeOfAllChecksIsBounded: half a second, and a second for each MB.
func TestTheTimeOfAllChecksIsBounded(t *testing.T) {
	t.Parallel()
	const mb = 1 << 20
	for name, tt := range map[string]struct {
		time parseUsage
		want bool
	}{
		"nothing_was_checked":        {parseUsage{}, false},
		"nothing_but_time":           {parseUsage{0, 500 * time.Millisecond}, false},
		"a_little_more":              {parseUsage{0, 501 * time.Millisecond}, true},
		"small_files":                {parseUsage{1000, 501 * time.Millisecond}, true},
		"small_files_in_time":        {parseUsage{1100, 501 * time.Millisecond}, false},
		"a_large_file_in_time":       {parseUsage{mb, 1500 * time.Millisecond}, false},
		"a_large_file_not_in_time":   {parseUsage{mb, 1501 * time.Millisecond}, true},
		"many_large_ones_in_time":    {parseUsage{100 * mb, 100 * time.Second}, false},
		"many_large_ones_too_slowly": {parseUsage{100 * mb, 101 * time.Second}, true},
	} {
		if got := tt.time.exceeded(); got != tt.want {
			t.Errorf("%s: too slow is %v, want %v", name, got, tt.want)
		}
	}
}

// TestChecksEndWhenTheyTookTooLong checks ten files on a clock on which each check takes a
// time of its own. Those that come too late are not judged, and it is said why.
func TestChecksEndWhenTheyTookTooLong(t *testing.T) {
	t.Parallel()
	const late = "the checks of this run took too long together"
	for name, tt := range map[string]struct {
		each   time.Duration
		file   string // the name of each, with its number
		broken bool   // they were found broken in an earlier attempt
		judged int    // how many of ten
	}{
		"fast_ones":                         {time.Millisecond, "f%d.py", false, 10},
		"each_takes_a_tenth_of_a_second":    {100 * time.Millisecond, "f%d.py", false, 6},
		"each_takes_more_than_all_may":      {time.Second, "f%d.py", false, 1},
		"in_another_language":               {200 * time.Millisecond, "f%d.json", false, 3},
		"in_no_language":                    {time.Second, "f%d.bin", false, 0},
		"those_that_were_broken_are_judged": {time.Second, "f%d.py", true, 10},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			checker, err := syntax.NewParsers(nil)
			if err != nil {
				t.Fatal(err)
			}
			now := time.Unix(0, 0)
			clock := func() time.Time { now = now.Add(tt.each); return now }
			c := (&Runner{Syntax: checker, Now: clock}).contentChecker()
			judged, refused := 0, 0
			for i := range 10 {
				file := fmt.Sprintf(tt.file, i)
				f := c.check(t.Context(), file, []byte("(1"), tt.broken)
				if f.State != syntax.NotJudged {
					judged++
				}
				if strings.Contains(f.parserTrouble, late) {
					refused++
				}
			}
			if judged != tt.judged || refused != 10-tt.judged && tt.judged > 0 {
				t.Errorf("%d were judged, %d came too late; want %d judged", judged, refused, tt.judged)
			}
		})
	}
}
