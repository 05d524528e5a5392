package syntax

import (
	"fmt"
	"strings"
	"testing"
)

// TestLineOfAYAMLError puts a broken line at the top, in the middle and at the end of a file
// that has values of many lines, which do not parse before their ends either.
func TestLineOfAYAMLError(t *testing.T) {
	t.Parallel()
	lines := func(n int, format string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, format, i)
		}
		return b.String()
	}
	list := "list: [\n" + lines(20, "  item%d,\n") + "]\n"
	folded := "text: \"begin\n" + lines(30, "  word %d\n") + "  end\"\n"
	block := "script: |\n" + lines(20, "  run %d: [\n")
	parts := []string{lines(5, "a%d: v\n"), list, lines(3, "b%d: \"v\"\n"), folded, block, lines(3, "c%d: 'v'\n"), "---\n", lines(20, "d%d: [v]\n")}
	for _, bad := range []string{
		"x: \"v\n", "x: 'v\n", "x: [v\n", "x: {v: w\n", "x: v]: w\n", "x: @v\n", "x: a: b\n", "\tx: v\n", "x\n", " x: v\n", "x: \"\\q\"\n", "x: ]\n", "x: *none\n", "x:\n  y\n",
	} {
		for i := range len(parts) + 1 {
			if begins := i == 0 || parts[i-1] == "---\n"; begins && bad[0] == ' ' {
				continue // the lines below it differ from the first one
			}
			before := strings.Join(parts[:i], "")
			want := strings.Count(before, "\n") + strings.Count(bad, "\n")
			after := strings.Join(parts[i:], "")
			if bad == "x:\n  y\n" { // a key whose colon is missing
				after = "    z: v\n" + after
			}
			got := yamlText.parse(source{text: []byte(before + bad + after)})
			if got.State != Broken || got.Line != want {
				t.Errorf("%q before part %d: got %+v, want line %d", bad, i, got, want)
			}
		}
	}
}
