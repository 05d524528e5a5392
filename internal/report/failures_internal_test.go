package report

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// missed is a message about a text that was not found.
const missed = "\nSearched for:\n  a\n  \n  b\n\nWhy:\n  - changed words\n\nNearest: lines 1-4 (95 % alike):\na\n\n\nc\n\nFile not modified.\nCopy the text above."

// Blank lines of the texts stay, those between the parts of a message go.
func TestLinesKeepsBlankLinesOfTexts(t *testing.T) {
	t.Parallel()
	want := strings.Split("Searched for:|  a||  b|Why:|  - changed words|Nearest: lines 1-4 (95 % alike):|a|||c|File not modified.|Copy the text above.", "|")
	if diff := cmp.Diff(want, lines(missed)); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// What was searched for is cut before the reasons and the nearest text, and these before what
// to do.
func TestFitKeepsReasons(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		limit int
		want  string
	}{
		{20, strings.Join(lines(missed), "|")},
		{9, "Why:|  - changed words|Nearest: lines 1-4 (95 % alike):|a|||c|File not modified.|Copy the text above."},
		{7, "Why:|  - changed words|Nearest: lines 1-4 (95 % alike):|a|… 3 more lines, with --verbose|File not modified.|Copy the text above."},
		{2, "Why: - changed words|… 7 more lines, with --verbose"},
	} {
		if got := strings.Join(fit(lines(missed), tt.limit), "|"); got != tt.want {
			t.Errorf("%d lines: got %q, want %q", tt.limit, got, tt.want)
		}
	}
}
