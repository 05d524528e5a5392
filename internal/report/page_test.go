package report_test

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"html"
	"regexp"
	"strings"
	"testing"
	"time"

	"fileops/internal/ops"
	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

// tag is a tag of the page.
var tag = regexp.MustCompile(`<[/!]?[a-zA-Z][^>]*>`)

// TestAPageIsNotChangedByTexts: whatever texts from outside hold, the page has the tags of a page of
// harmless ones, and the texts stand in it.
func TestAPageIsNotChangedByTexts(t *testing.T) {
	t.Parallel()
	page := func(text string) string {
		t.Helper()
		rep := report.Run{Report: run.Report{
			Run: "r", Root: text, Committed: true, Warnings: []string{text},
			Results: []ops.Result{
				edited(),
				{Operation: ops.Operation{Action: ops.Invalid{Tag: "edit", Skipped: true}, Line: 1}, Err: &ops.Error{Code: ops.NoMatch, Path: text, Msg: "Not found: " + text, Hint: "Send " + text}},
			},
			Patch: []run.File{{
				Name: text, From: text, Kind: "moved", Added: 1, Removed: 1,
				Diff: "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-many words that both lines have old " + flat(text) + "\n+many words that both lines have new " + flat(text) + "\n same " + flat(text) + "\n",
			}},
		}}
		var b strings.Builder
		if err := rep.HTML(&b, time.Unix(0, 0), []report.Text{{Name: text, Text: text}}); err != nil {
			t.Fatal(err)
		}
		return b.String()
	}
	want := fmt.Sprint(tag.FindAllString(page("harmless"), -1))
	for _, text := range append(hostile, "</style><script>x</script>", "</title>", "</template>", `" onload="x`, "{{.}}") {
		text = flat(text)
		got := page(text)
		if tags := fmt.Sprint(tag.FindAllString(got, -1)); tags != want {
			t.Errorf("%q: other tags:\n%s\n%s", text, want, tags)
		}
		if shown := terminal.Escape(strings.ToValidUTF8(text, "\ufffd")); !strings.Contains(html.UnescapeString(got), shown) {
			t.Errorf("%q is not in the page", text)
		}
	}
}

// flat is a text in one line.
func flat(text string) string { return strings.ReplaceAll(text, "\n", " ") }

// TestAPageNeedsNothingElse: its policy allows its own styles alone, and it names nothing outside.
func TestAPageNeedsNothingElse(t *testing.T) {
	t.Parallel()
	var b strings.Builder
	rep := report.Run{Report: run.Report{Run: "r", Committed: true, Results: []ops.Result{edited()}}}
	if err := rep.HTML(&b, time.Time{}, nil); err != nil {
		t.Fatal(err)
	}
	style := regexp.MustCompile(`(?s)<style>(.*?)</style>`).FindStringSubmatch(b.String())
	if style == nil {
		t.Fatal("no styles")
	}
	sum := sha256.Sum256([]byte(style[1]))
	if want := "style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"; !strings.Contains(html.UnescapeString(b.String()), want) {
		t.Errorf("the policy does not have the sum of the styles, %s", want)
	}
	for _, no := range []string{"http:", "https:", "url(", "@import", "<script", "<img", "<link", "<iframe", " src=", " style="} {
		if strings.Contains(b.String(), no) {
			t.Errorf("it has %q", no)
		}
	}
}
