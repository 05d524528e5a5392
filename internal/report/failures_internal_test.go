package report

import (
	"strings"
	"testing"

	"fileops/internal/ops/wording"

	"github.com/google/go-cmp/cmp"
)

// missed is what there is to say of a text that was not found.
var missed = []wording.Detail{
	{Heading: "Searched for:", Lines: []string{"a", "  ", "b"}, TextOf: "response"},
	{Heading: "Why:", Lines: []string{"  - changed words"}},
	{Heading: "Nearest: lines 1-4 (95 % alike):", Lines: []string{"a", "", "", "c"}, TextOf: "file"},
	{Lines: []string{"Copy the text above.", "", "Or not."}},
}

// Blank lines of the texts stay, those between the parts of a message go.
func TestLinesKeepsBlankLinesOfTexts(t *testing.T) {
	t.Parallel()
	want := strings.Split("Searched for:|  a||  b|Why:|  - changed words|Nearest: lines 1-4 (95 % alike):|  a|||  c|Copy the text above.|Or not.", "|")
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
		{9, "Why:|  - changed words|Nearest: lines 1-4 (95 % alike):|  a|||  c|Copy the text above.|Or not."},
		{7, "Why:|  - changed words|Nearest: lines 1-4 (95 % alike):|  a|  … 3 more lines, with --verbose|Copy the text above.|Or not."},
		{2, "Why: - changed words|… 7 more lines, with --verbose"},
	} {
		if got := strings.Join(fit(missed, tt.limit), "|"); got != tt.want {
			t.Errorf("%d lines: got %q, want %q", tt.limit, got, tt.want)
		}
	}
}
