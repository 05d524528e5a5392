package notebook_test

import (
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/document/notebook"
)

var update = flag.Bool("update", false, "write what is shown of the notebooks of the corpus")

const corpus = "../../../testdata/corpus/notebooks"

// What is shown of each notebook of the corpus stands in testdata, to be read.
func TestText(t *testing.T) {
	names, err := filepath.Glob(filepath.Join(corpus, "*.ipynb"))
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		base := strings.TrimSuffix(filepath.Base(name), ".ipynb")
		t.Run(base, func(t *testing.T) {
			t.Parallel()
			b, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			nb, err := notebook.Text(b)
			got := nb.Text
			for _, note := range nb.Notes {
				got += "note: " + note + "\n"
			}
			if err != nil {
				got = "error: " + err.Error() + "\n"
			}
			golden := filepath.Join("testdata", base+".txt")
			if *update {
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(string(want), got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestTextSaysWhatIsNoNotebook(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"":                         "broken notebook: line 1: unexpected end of JSON input",
		"{\n\"cells\": [\n":        "broken notebook: line 3: unexpected end of JSON input",
		"{\n\"cells\": [}\n":       "broken notebook: line 2: invalid character '}' looking for beginning of value",
		"<<<<<<< HEAD\n{}":         "broken notebook: line 1: invalid character '<' looking for beginning of value",
		"[]":                       "no notebook: its JSON is not an object",
		"null":                     "no notebook: its JSON is not an object",
		"{}":                       "no notebook: its JSON has no cells",
		`{"cells": "x"}`:           "no notebook: its JSON has no cells",
		`{"cells": []} {}`:         "broken notebook: line 1: invalid character '{' after top-level value",
		strings.Repeat("[", 20000): "broken notebook: line 1: invalid character '[' exceeded max depth",
	} {
		_, err := notebook.Text([]byte(content))
		var broken *notebook.Error
		if !errors.As(err, &broken) || err.Error() != want {
			t.Errorf("%.40q: got %v, want %q", content, err, want)
		}
	}
}

// TestWhatIsKnownMayStandAnywhere: the keys of others come before it.
func TestWhatIsKnownMayStandAnywhere(t *testing.T) {
	t.Parallel()
	var others strings.Builder
	for i := range 2000 {
		fmt.Fprintf(&others, `"key %d": 1, `, i)
	}
	pairs := others.String()
	nb, err := notebook.Text([]byte(`{` + pairs + `"metadata": {` + pairs + `"kernelspec": {` + pairs + `"name": "julia"}}, "cells": [{` + pairs +
		`"cell_type": "code", "execution_count": 3, "id": "x1", "source": "print(1)", "outputs": [{` + pairs + `"output_type": "stream", "name": "stderr", "text": "oh"}, {` +
		pairs + `"output_type": "pyout", "html": "<b>one</b>"}]}], "nbformat": 4}`))
	want := "Notebook: julia, 1 cell (nbformat 4)\n\n--- cell 1: code, In [3], id x1 ---\nprint(1)\n\n--- output of cell 1: stderr ---\noh\n\n--- output of cell 1: Out, text/html ---\none\n"
	if err != nil || nb.Text != want {
		t.Errorf("got %q, %v", nb.Text, err)
	}
}

// Every byte that is no UTF-8 is a sign of its own, as in a text, and is counted.
func TestBytesThatAreNoUTF8(t *testing.T) {
	t.Parallel()
	nb, err := notebook.Text([]byte(`{"cells": [{"cell_type": "code", "source": ["` + "a\xff\xfe\ufffd" + `", "` + "é\xe9\xa9" + `\n"]}], "nbformat": 4}`))
	if want := "a\ufffd\ufffd\ufffdé\ufffd\ufffd\n"; err != nil || nb.Invalid != 4 || !strings.HasSuffix(nb.Text, want) {
		t.Errorf("got %d, %q, %v; want %q", nb.Invalid, nb.Text, err, want)
	}
}

// code is a notebook of one code cell with these outputs.
func code(outputs ...any) []byte {
	b, err := json.Marshal(map[string]any{"nbformat": 4, "cells": []any{
		map[string]any{"cell_type": "code", "source": "x", "execution_count": 1, "outputs": outputs},
	}})
	if err != nil {
		panic(err)
	}
	return b
}

// stdout is what is shown of that text, without its heading.
func stdout(t *testing.T, text string) string {
	t.Helper()
	nb, err := notebook.Text(code(map[string]any{"output_type": "stream", "name": "stdout", "text": text}))
	if err != nil {
		t.Fatal(err)
	}
	_, body, found := strings.Cut(nb.Text, "--- output of cell 1: stdout ---\n")
	if !found {
		t.Fatalf("no output in %q", nb.Text)
	}
	return body
}

func TestTerminalCodes(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, in, want string }{
		{"plain", "a\tb\n", "a\tb\n"},
		{"colours", "\x1b[1;31mred\x1b[0m \x1b[38;5;12mblue\x1b[39;49m", "red blue\n"},
		{"colours with colons", "\x1b[38:2::1:2:3mx\x1b[m", "x\n"},
		{"moves", "a\x1b[2K\x1b[1A\x1b[10Gb", "ab\n"},
		{"private modes", "\x1b[?25lx\x1b[?25h", "x\n"},
		{"eight bits", "\u009b31mred\u009b0m", "red\n"},
		{"a title, ended by a bell", "\x1b]0;title\ax", "x\n"},
		{"a link, ended by a terminator", "\x1b]8;;http://x/\x1b\\text\x1b]8;;\x1b\\", "text\n"},
		{"a command that does not end", "\x1b]0;title\nnext", "\nnext\n"},
		{"device control", "\x1bPq#0;2;0;0;0\x1b\\x", "x\n"},
		{"a character set", "\x1b(Bx\x1b)0y", "xy\n"},
		{"short sequences", "\x1b7x\x1b8\x1b=\x1bMy", "xy\n"},
		{"an escape at the end", "x\x1b", "x\n"},
		{"a sequence that does not end", "x\x1b[31", "x\n"},
		{"a sequence broken by a letter of its own", "x\x1b[31\ny", "x\ny\n"},
		{"a progress bar", "\r 10%\r 50%\r100%\ndone\n", "100%\ndone\n"},
		{"a progress bar that ends with a return", "10%\r20%\r", "20%\n"},
		{"a shorter last state", "working…\rok\n", "ok\n"},
		{"line ends of Windows", "a\r\nb\r\n", "a\nb\n"},
		{"backspaces", "10%\b\b\b20%\b\b\b\b\b\bx", "x\n"},
		{"backspaces over wide letters", "aé\b\bb", "b\n"},
		{"bells and NULs", "a\a\x00b\x7f", "ab\n"},
		{"other scripts", "日本語 é\u200b", "日本語 é\u200b\n"},
	} {
		t.Run(strings.ReplaceAll(tt.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			if got := stdout(t, tt.in); got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

func TestLongOutputsAreCutInTheMiddle(t *testing.T) {
	t.Parallel()
	line := strings.Repeat("é", 99) + "\n"
	for _, tt := range []struct{ name, in, start, middle, end string }{
		{"many lines", strings.Repeat("x\n", 300) + "last", "x\nx\n", "\n… [101 lines, 202 characters left out] …\n", "x\nlast\n"},
		{"200 lines", strings.Repeat("x\n", 200), "x\n", "x\nx", "x\n"},
		{"many characters", strings.Repeat(line, 150), line, "\n… [50 lines, 5000 characters left out] …\n", line},
		{"a long line", strings.Repeat("é", 2500), "éé", "é… [+500 characters]", "\n"},
		{"long lines", strings.Repeat(strings.Repeat("x", 5000)+"\n", 9), "x", "x… [+3000 characters]\n… [4 lines, 20004 characters left out] …\nx", "]\n"},
		{"line ends only", strings.Repeat("\n", 100_000), "\n\n", "\n… [99799 lines, 99799 characters left out] …\n", "\n"},
	} {
		t.Run(strings.ReplaceAll(tt.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			got := stdout(t, tt.in)
			if !strings.HasPrefix(got, tt.start) || !strings.Contains(got, tt.middle) || !strings.HasSuffix(got, tt.end) {
				t.Errorf("got %d bytes: %.300q", len(got), got)
			}
			if lines := strings.Count(got, "\n"); lines > 201 || len(got) > 21_000 {
				t.Errorf("got %d lines, %d bytes", lines, len(got))
			}
		})
	}
}

func TestMIMEBundles(t *testing.T) {
	t.Parallel()
	const pixel = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	for _, tt := range []struct {
		name string
		data map[string]any
		want string
	}{
		{"plain and html", map[string]any{"text/plain": "a", "text/html": "<b>a</b>"}, ": Out [5] ---\na\n[text/html, 8 bytes]\n"},
		{"html alone", map[string]any{"text/html": []string{"<p>a &amp; b</p>", "<p>c</p>"}}, ": Out [5], text/html ---\na & b\nc\n"},
		{"a name and html", map[string]any{"text/plain": "<pkg.Obj at 0x1>", "text/html": "<i>x</i>"}, ": Out [5], text/html ---\nx\n"},
		{"a name and empty html", map[string]any{"text/plain": "<pkg.Obj at 0x1>", "text/html": "<i></i>"}, ": Out [5] ---\n<pkg.Obj at 0x1>\n[text/html, 7 bytes]\n"},
		{"markdown", map[string]any{"text/markdown": "*a*", "text/plain": "<IPython.core.display.Markdown object>"}, ": Out [5], text/markdown ---\n*a*\n"},
		{"an image in lines of base64", map[string]any{"image/png": pixel[:50] + "\n" + pixel[50:] + "\n"}, ": Out [5] ---\n[image/png, 1x1, 70 bytes]\n"},
		{"a damaged image", map[string]any{"image/png": pixel[:40]}, ": Out [5] ---\n[image/png, 30 bytes]\n"},
		{"no base64", map[string]any{"image/png": "%%%"}, ": Out [5] ---\n[image/png, 3 bytes]\n"},
		{"a widget", map[string]any{"application/vnd.x+json": map[string]any{"a": 1}}, ": Out [5] ---\n[application/vnd.x+json, 7 bytes]\n"},
		{"JSON", map[string]any{"application/json": []int{1}}, ": Out [5], application/json ---\n[\n  1\n]\n"},
		{"a type that would break the heading", map[string]any{"a/b ---\n\n--- cell 9: code": "x"}, ": Out [5] ---\n[unknown type, 1 byte]\n"},
		{"nothing", map[string]any{}, ": Out [5] ---\n"},
	} {
		t.Run(strings.ReplaceAll(tt.name, " ", "-"), func(t *testing.T) {
			t.Parallel()
			nb, err := notebook.Text(code(map[string]any{"output_type": "execute_result", "execution_count": 5, "data": tt.data}))
			if err != nil || !strings.HasSuffix(nb.Text, "--- output of cell 1"+tt.want) {
				t.Errorf("got %v, %s", err, nb.Text)
			}
		})
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		"a<br>b<BR/>c":           "a\nb\nc",
		"<b>a</b>b <i>c</i>":     "ab c",
		"a  \n b":                "a b",
		"1 < 2 <3 <":             "1 < 2 <3 <",
		"a<!-- <b> -->b<!--":     "ab",
		"a<SCRIPT>x<y</Script>b": "ab",
		"<style>x":               "",
		"a<unclosed":             "a<unclosed",
		"<table><tr><th>a</th><th>b</th></tr><tr><td> 1</td> <td>2 </td></tr></table>x": "a | b\n1 | 2\nx",
		"<p></p><p>a</p></div></div>b": "a\nb",
		"&lt;b&gt;&nbsp;&amp;amp;":     "<b> &amp;",
	} {
		nb, err := notebook.Text(code(map[string]any{"output_type": "display_data", "data": map[string]any{"text/html": in}}))
		if got := nb.Text; err != nil || strings.TrimSuffix(got[strings.Index(got, "html ---\n"):], "\n") != strings.TrimSuffix("html ---\n"+want, "\n") {
			t.Errorf("%q: got %v, %q, want %q", in, err, got, want)
		}
	}
}

func TestManyOutputs(t *testing.T) {
	t.Parallel()
	outputs := make([]any, 300)
	for i := range outputs {
		outputs[i] = map[string]any{"output_type": "display_data", "data": map[string]any{"text/plain": "x"}}
	}
	nb, err := notebook.Text(code(outputs...))
	if shown := strings.Count(nb.Text, ": display ---"); err != nil || shown != 100 || !strings.HasSuffix(nb.Text, "--- 200 more outputs of cell 1 left out ---\n") {
		t.Errorf("got %d outputs, %v", shown, err)
	}
	for i := range outputs { // a progress bar, piece by piece, is one output
		outputs[i] = map[string]any{"output_type": "stream", "name": "stderr", "text": "\rstep"}
	}
	nb, err = notebook.Text(code(outputs...))
	if err != nil || !strings.HasSuffix(nb.Text, "--- output of cell 1: stderr ---\nstep\n") {
		t.Errorf("got %v, %s", err, nb.Text)
	}
}

// hostile are notebooks with values of every wrong type in every place, and with too
// much of everything.
var hostile = slices.Concat(wrongTypes(), []string{
	`{"cells": ` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}`,
	`{"cells": [` + strings.Repeat("0,", 200_000) + `0]}`,
	`{"cells": [{"cell_type": "code", "outputs": [` + strings.Repeat("{},", 200_000) + `{}]}]}`,
	`{"cells": [{"cell_type": "code", "source": [` + strings.Repeat(`"",`, 200_000) + `1]}]}`,
	`{"cells": [{"cell_type": "code", "outputs": [{"output_type": "display_data", "data": {"text/html": "` + strings.Repeat("<a", 200_000) + `"}}]}]}`,
	`{"cells": [{"cell_type": "code", "outputs": [{"output_type": "display_data", "data": {"text/html": "` + strings.Repeat("<script></scripT", 50_000) + `"}}]}]}`,
	`{"cells": [{"cell_type": "code", "outputs": [{"output_type": "display_data", "data": {"text/html": "` + strings.Repeat("<!--", 50_000) + `"}}]}]}`,
	`{"cells": [{"cell_type": "code", "outputs": [{"output_type": "display_data", "data": {"application/json": ` + strings.Repeat("[", 9000) + strings.Repeat("]", 9000) + `}}]}]}`,
	`{"cells": [{"cell_type": "code", "outputs": [{"output_type": "stream", "text": "` + strings.Repeat(`\u001b]`, 100_000) + `"}]}]}`,
	`{"cells": [{"cell_type": "code", "outputs": [{"output_type": "stream", "text": "` + strings.Repeat(`\u001b[`, 100_000) + `"}]}]}`,
	`{"cells": [{"cell_type": "code", "outputs": [{"output_type": "error", "traceback": [` + strings.Repeat(`"",`, 200_000) + `""]}]}]}`,
	`{"worksheets": [` + strings.Repeat(`{"cells":[]},`, 100_000) + `0]}`,
})

func wrongTypes() []string {
	whole := `{"nbformat": @, "nbformat_minor": @, "metadata": @, "worksheets": @, "cells": [@, {"cell_type": @, "source": @, "id": @, "attachments": {"a": @}},
		{"cell_type": "code", "source": [@, "x"], "execution_count": @, "language": @, "outputs": [@, {"output_type": @}, {"output_type": "stream", "name": @, "text": @},
		{"output_type": "execute_result", "execution_count": @, "data": @}, {"output_type": "display_data", "data": {"text/plain": @, "image/png": @, "application/json": @}},
		{"output_type": "error", "ename": @, "evalue": @, "traceback": @}, {"output_type": "pyout", "png": @, "text": @}]}, {"cell_type": "code", "outputs": @}]}`
	var all []string
	for _, v := range []string{`null`, `1`, `-1.5e300`, `true`, `"x"`, `""`, `[]`, `[1, "a", null, {}]`, `{}`, `{"name": {"a": [1]}}`, `"\ud800\u0000\n"`} {
		all = append(all, strings.ReplaceAll(whole, "@", v))
	}
	return all
}

func TestHostileNotebooks(t *testing.T) {
	for _, content := range hostile {
		start := time.Now()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		nb, err := notebook.Text([]byte(content))
		runtime.ReadMemStats(&after)
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("%.80s took %v", content, took)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 64<<20+200*uint64(len(content)) {
			t.Errorf("%.80s used %d MB", content, used>>20)
		}
		if err != nil || len(nb.Text) > 1<<20 {
			t.Errorf("%.80s: got %d bytes, %v", content, len(nb.Text), err)
		}
	}
}

// A cell shows its source to the letter, so that an edit may quote it.
func TestSourceToTheLetter(t *testing.T) {
	t.Parallel()
	source := "a = '\\n'\t\u200b\x1b[31m\r\nif x:\n\n\n    --- cell 2: code ---\n  "
	b, err := json.Marshal(map[string]any{"nbformat": 4, "cells": []any{map[string]any{"cell_type": "code", "source": source}}})
	if err != nil {
		t.Fatal(err)
	}
	nb, err := notebook.Text(b)
	if err != nil || !strings.HasSuffix(nb.Text, "--- cell 1: code, not run ---\n"+source+"\n") {
		t.Errorf("got %v, %q", err, nb.Text)
	}
}

func TestNotes(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		`{"nbformat": 4, "cells": []}`:                                                    "",
		`{"nbformat": 3, "cells": []}`:                                                    "",
		`{"nbformat": 5, "cells": []}`:                                                    "nbformat 5 is newer than what is known here, and was read as 4",
		`{"nbformat": 2, "cells": []}`:                                                    "nbformat 2 is older than what is known here, and was read as 3",
		`{"nbformat": "x", "cells": []}`:                                                  "the notebook does not say its nbformat",
		`{"cells": [` + strings.Repeat("{},", 10_000) + `{}], "nbformat": 4}`:             "only the first 10000 cells are shown",
		"\ufeff" + `{"cells": [` + strings.Repeat("{},", 150_000) + `{}], "nbformat": 4}`: "only the first 10000 cells are shown|cells after the first 100000 were not read",
	} {
		nb, err := notebook.Text([]byte(content))
		if got := strings.Join(nb.Notes, "|"); err != nil || got != want {
			t.Errorf("%.60s: got %q, %v; want %q", content, got, err, want)
		}
	}
}
