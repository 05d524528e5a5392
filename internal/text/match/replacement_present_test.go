package match

import (
	"slices"
	"strings"
	"testing"

	"fileops/internal/text"
)

func TestStanding(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name                   string
		src, find, replacement string
		whole, want            bool
	}{
		// An added text of so few characters is found only as a part of the replacement.
		{"a-line-behind", "function one()\nx\n", "function one()", "function one()\nx\n", true, true},
		{"a-line-before", "x\nfunction one()\n", "function one()", "x\nfunction one()", true, true},
		{"a-line-that-is-not-there", "function one()\ny\n", "function one()", "function one()\nx\n", true, false},
		{"blanks-before", "  function one()\n", "function one()", "  function one()", false, true},
		{"blanks-before-a-part-of-a-line", "  function one() + 1\n", "function one()", "  function one()", false, false},
		{"blanks-before-that-the-replacement-has-not", "  function one()\nx\n", "function one()", "function one()\nx", false, true},
		{"more-blanks-before-than-the-replacement-has", "    function one()\nx\n", "function one()", "  function one()\nx", false, false},
	} {
		at := strings.Index(tt.src, tt.find)
		got := Standing([]byte(tt.src), []text.Span{{Start: at, End: at + len(tt.find)}}, tt.whole, tt.replacement)
		if !slices.Equal(got, []bool{tt.want}) {
			t.Errorf("%s: got %t, want %t", tt.name, got, tt.want)
		}
	}
}
