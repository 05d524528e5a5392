//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/config"
	"fileops/internal/parse"
	"fileops/internal/report"
	"fileops/internal/terminal"
	"fileops/internal/workspace"
)

// reports is where the reports are kept that a small run must print.
const reports = "../../testdata/report"

// response makes a tree and a response on it: operations on so many files, and eight that fail,
// each in another way.
func response(handlers int) (tree map[string]string, response string) {
	tree = map[string]string{".git/HEAD": "ref: refs/heads/main\n", "package.json": "{\"name\": \"app\"}\n"}
	var b strings.Builder
	put := func(format string, args ...any) { fmt.Fprintf(&b, format+"\n", args...) }
	for i := range handlers {
		name := fmt.Sprintf("src/app/handlers/handler_%02d.py", i)
		tree[name] = strings.Repeat("# a comment\n", i) + "import os\n\ndef handle(port = 8080):\n    return os.name\n\ndef stop():\n    pass\n"
		put("Handler %d:\n<edit><file>%s</file><find>import os</find><replace>import sys</replace></edit>", i, name)
		put("<edit>\n<file>%s</file>\n<find>\n    return os.name\n</find>\n<replace>\n    name = sys.platform\n    return name\n</replace>\n</edit>", name)
		put("<append><file>%s</file><content>\n\ndef added_%d():\n    return %d\n</content></append>", name, i, i)
		put("<create><file>tests/test_handler_%02d.py</file><content>\ndef test_handler():\n    assert True\n</content></create>", i)
		put("<read><file>%s</file><lines>1-3</lines></read>", name)
		tree[fmt.Sprintf("old/data_%02d.csv", i)] = "x,y\n1,2\n"
		if i%2 == 0 {
			put("<move><from>old/data_%02d.csv</from><to>testdata/data_%02d.csv</to></move>", i, i)
		} else {
			put("<delete><file>old/data_%02d.csv</file></delete>", i)
		}
	}
	put("<grep><pattern>sys.platform</pattern></grep>\n<glob><pattern>**/*.py</pattern></glob>")
	for i := range handlers / 2 {
		put("<mkdir><path>build/part_%d</path></mkdir>\n<copy><from>package.json</from><to>build/part_%d/package.json</to></copy>", i, i)
	}
	put("<edit><file>src/app/handlers/handler_00.py</file><find>\ndef handle(port=8080):\n</find><replace>\ndef handle(port=9090):\n</replace></edit>")
	put("<insert_after><file>src/app/handlers/handler_01.py</file><pattern>:</pattern><content>\nimport re\n</content></insert_after>")
	put("<create><file>package.json</file><content>\n{}\n</content></create>")
	put("<edit><file>src/app/handler_00.py</file><find>a</find><replace>b</replace></edit>")
	put("<edit><file>package.json</file><find>\"app\"}</find><replace>\"app\"</replace></edit>")
	put("<edit><file>package.json</file><search>app</search><replace>tool</replace></edit>")
	put("<delete><file>.git/HEAD</file></delete>")
	put("<replace_lines><file>package.json</file><start_line>4</start_line><end_line>9</end_line><new_content></new_content></replace_lines>")
	return tree, b.String()
}

// reported is a run of a response on so many files, with diffs.
func reported(t *testing.T, handlers int) report.Run {
	t.Helper()
	root := t.TempDir()
	tree, text := response(handlers)
	writeTree(t, root, tree)
	settings, err := config.Load(config.Request{})
	must(t, err)
	w, err := workspace.Open(t.Context(), root, workspace.Options{
		State: t.TempDir(), Fast: true, CreateParents: true, MaxStaged: 1 << 30, DeniedPatterns: nil,
	})
	must(t, err)
	t.Cleanup(func() { _ = w.Close() })
	runner := newRunner(w, settings.Settings)
	runner.Syntax, err = newParsers(settings.Settings)
	must(t, err)
	runner.Diff = true
	asked := parse.Parse([]parse.Input{{Text: text}}, parse.Options{}).Operations
	rep, err := runner.Run(t.Context(), asked)
	must(t, err)
	rep.Root = "/srv/app"
	return report.Run{Report: rep, Asked: asked}
}

func writeTree(t *testing.T, root string, tree map[string]string) {
	t.Helper()
	for name, content := range tree {
		path := filepath.Join(root, filepath.FromSlash(name))
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		must(t, os.WriteFile(path, []byte(content), 0o644))
	}
}

// TestReports compares the report of one run, in every form, with the stored ones.
func TestReports(t *testing.T) {
	t.Parallel()
	run := reported(t, 2)
	for name, h := range map[string]report.Human{
		"default": {}, "verbose": {Verbose: true}, "stat": {Stat: true}, "diff": {Diff: true}, "quiet": {Quiet: true},
	} {
		h.Undo = "fileops undo"
		for _, width := range []int{40, 80, 200} {
			for _, color := range []bool{false, true} {
				file := fmt.Sprintf("%s_%d.txt", name, width)
				if color {
					file = fmt.Sprintf("%s_%d_color.txt", name, width)
				}
				got := printed(t, h, run, terminal.Options{Terminal: true, Color: color, Links: color, Width: width})
				compareStored(t, file, got)
			}
		}
	}
}

func printed(t *testing.T, h report.Human, run report.Run, o terminal.Options) string {
	t.Helper()
	var b bytes.Buffer
	w := terminal.NewWriter(&b, o)
	if h.Diff {
		must(t, h.Diffs(w, run.Files))
	}
	must(t, h.Run(w, run))
	must(t, w.Flush())
	return b.String()
}

// compareStored compares a text with a file in reports, or stores it with -update.
func compareStored(t *testing.T, file, got string) {
	t.Helper()
	path := filepath.Join(reports, file)
	if *update {
		must(t, os.MkdirAll(reports, 0o755))
		must(t, os.WriteFile(path, []byte(got), 0o644))
		return
	}
	want, err := os.ReadFile(path)
	must(t, err)
	if d := cmp.Diff(string(want), got); d != "" {
		t.Errorf("%s (-want, +got):\n%s", file, d)
	}
}

// TestFailuresAreOnTheLastScreen holds the report of a large run to a length, and its failures
// and its summary to the last screen.
func TestFailuresAreOnTheLastScreen(t *testing.T) {
	t.Parallel()
	run := reported(t, 20)
	if got := len(run.Results); got != 150 {
		t.Errorf("the response asks for %d operations", got)
	}
	codes := map[string]bool{}
	for _, res := range run.Results {
		if res.Err != nil {
			codes[string(res.Err.Code)] = true
		}
	}
	if len(codes) != 8 || run.Failed() != 8 {
		t.Errorf("got %d failures of the kinds %v, want 8 of 8", run.Failed(), codes)
	}
	for _, width := range []int{0, 80, 120} {
		text := printed(t, report.Human{Undo: "fileops undo"}, run, terminal.Options{Width: width})
		lines := screenLines(text, width)
		if len(lines) > 200 {
			t.Errorf("at width %d, the report has %d lines", width, len(lines))
		}
		last := strings.Join(lines[max(0, len(lines)-50):], "\n")
		if got := strings.Count(last, "❌ "); got != 8 {
			t.Errorf("at width %d, the last 50 lines have %d failures:\n%s", width, got, last)
		}
		if !strings.Contains(last, "\n142 of 150 operations succeeded, 8 failed · ") {
			t.Errorf("at width %d, the last 50 lines have no summary:\n%s", width, last)
		}
	}
}

// screenLines are the lines of a text on a terminal of a width; 0 has no limit.
func screenLines(text string, width int) []string {
	var lines []string
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		for width > 0 && terminal.Columns(line) > width {
			part := []rune(line)[:width]
			lines, line = append(lines, string(part)), string([]rune(line)[width:])
		}
		lines = append(lines, line)
	}
	return lines
}
