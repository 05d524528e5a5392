package report_test

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"fileops/internal/ops"
	"fileops/internal/report"
	"fileops/internal/run"
	"fileops/internal/terminal"
)

// hostile are texts that would end what stands around them, if they could.
var hostile = []string{
	"a`b", "``", "`", "```\n</details>\n<script>alert(1)</script>\n```", "a|b", "<img src=x onerror=alert(1)>", "x\ny", "\x1b[31m", "\u202e", "a\xffb",
	"%0A::error::x", "::error file=a::x", "a,line=1:2", "</details>", "[x](http://a)", "~~~", " blank ", "&lt;",
}

// TestMarkdownIsOneBlock: whatever texts from outside hold, the lines of Markdown between them are those
// of the report.
func TestMarkdownIsOneBlock(t *testing.T) {
	t.Parallel()
	for _, text := range hostile {
		rep := report.Run{Report: run.Report{
			Committed: true,
			Results: []ops.Result{
				edited(),
				{Operation: ops.Operation{Action: ops.Invalid{Tag: "edit", Skipped: true}, Line: 9, Source: text}, Err: &ops.Error{Code: ops.NoMatch, Path: text, Msg: "Not found: " + text, Hint: "Send " + text}},
			},
			Patch:    []run.File{{Name: text, From: text, Kind: "moved", Diff: "diff --git a/x b/x\n+" + text + "\n", Added: 1}},
			Warnings: []string{text},
		}}
		var b strings.Builder
		if err := rep.Markdown(&b); err != nil {
			t.Fatal(err)
		}
		fence := ""
		for line := range strings.Lines(b.String()) {
			line = strings.TrimSuffix(line, "\n")
			marks := line[:len(line)-len(strings.TrimLeft(line, "`"))]
			switch {
			case fence != "":
				if line == fence {
					fence = ""
				}
			case len(marks) >= 3 && (line == marks+"text" || line == marks+"diff"):
				fence = marks
			case line == "", strings.HasPrefix(line, "**fileops**: 1 of 2 operations succeeded"), strings.HasPrefix(line, "| "), strings.HasPrefix(line, "|---|"),
				line == "**Failed**", line == "**Warnings**", line == "<details><summary>Patch</summary>", line == "</details>":
				if strings.HasPrefix(line, "| ") && strings.Count(strings.ReplaceAll(line, `\|`, ""), "|") != 5 {
					t.Errorf("%q: not four cells: %s", text, line)
				}
			case strings.HasPrefix(line, "`"): // a path and a place in code
			default:
				t.Errorf("%q: a line of its own: %s", text, line)
			}
		}
		if fence != "" || !utf8.ValidString(b.String()) || strings.ContainsAny(b.String(), "\x1b\u202e") {
			t.Errorf("%q:\n%s", text, &b)
		}
	}
}

// TestMarkdownIsCut: it has at most 60,000 characters, and says what is missing.
func TestMarkdownIsCut(t *testing.T) {
	t.Parallel()
	rep := report.Run{Report: run.Report{Committed: true, Results: []ops.Result{edited()}}}
	for i := range 3000 {
		rep.Patch = append(rep.Patch, run.File{Name: fmt.Sprintf("file%04d", i), Kind: "modified", Diff: fmt.Sprintf("diff --git a/file%04d b/file%04d\n+é %[1]d\n", i, i), Added: 1})
		rep.Results = append(rep.Results, failed(ops.Error{Code: ops.NoMatch, Msg: strings.Repeat("long ", 400)}))
	}
	var b strings.Builder
	if err := rep.Markdown(&b); err != nil {
		t.Fatal(err)
	}
	if n := utf8.RuneCountInString(b.String()); n > 60_000 || n < 50_000 {
		t.Errorf("%d characters", n)
	}
	for _, want := range []string{"more files |", "more failures.", "more lines are left out here."} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("it does not say %q", want)
		}
	}
}

// TestCommandsOfAWorkflow: each is one line, and its properties and text are what they were.
func TestCommandsOfAWorkflow(t *testing.T) {
	t.Parallel()
	for _, text := range hostile {
		rep := report.Run{Report: run.Report{
			Committed: true, Warnings: []string{text},
			Results: []ops.Result{{Operation: ops.Operation{Action: ops.Invalid{Tag: "edit", Skipped: true}, Line: 9}, Err: &ops.Error{Code: ops.NoMatch, Path: text, Msg: "Not found", Hint: text}}},
		}}
		var b strings.Builder
		if err := rep.GitHub(&b, "sub/dir/"); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(strings.TrimSuffix(b.String(), "\n"), "\n")
		if len(lines) != 3 {
			t.Fatalf("%q: %d commands:\n%s", text, len(lines), &b)
		}
		for i, level := range []string{"error", "warning", "notice"} {
			rest, ok := strings.CutPrefix(lines[i], "::"+level+" ")
			properties, message, split := strings.Cut(rest, "::")
			if !ok || !split || strings.ContainsAny(lines[i], "\r\n") {
				t.Fatalf("%q: %s", text, lines[i])
			}
			values := map[string]string{}
			for _, p := range strings.Split(properties, ",") {
				key, value, _ := strings.Cut(p, "=")
				values[key] = unescape(value)
			}
			valid := terminal.Escape(strings.ToValidUTF8(text, "\ufffd")) // the log of a job is a terminal, too
			if i == 0 && (len(values) != 2 || values["file"] != "sub/dir/"+valid) {
				t.Errorf("%q: %v", text, values)
			}
			if i == 1 && unescape(message) != valid {
				t.Errorf("%q: %s", text, message)
			}
		}
	}
}

func unescape(text string) string {
	return strings.NewReplacer("%3A", ":", "%2C", ",", "%0D", "\r", "%0A", "\n", "%25", "%").Replace(text)
}
