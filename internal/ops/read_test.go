package ops_test

import (
	"fmt"
	"strings"
	"testing"

	"fileops/internal/ops"
	"fileops/internal/workspace"
)

// drawing is a PDF of one page that draws the same form again and again, and so large.
func drawing(times, size int) string {
	form := "<</Subtype/Form/Length 0>>\nstream\n\nendstream"
	content := strings.Repeat("/X Do ", times)
	var b strings.Builder
	b.WriteString("%PDF-1.4\n")
	for i, o := range []string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Contents 4 0 R/Resources<</XObject<</X 5 0 R>>>>>>",
		fmt.Sprintf("<</Length %d>>\nstream\n%s\nendstream", len(content), content), form,
	} {
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	b.WriteString("trailer\n<</Root 1 0 R>>\n")
	return b.String() + strings.Repeat("%", max(0, size-b.Len()))
}

// TestReadsThatAreRefused says what is wrong with what was asked for, and what to send
// instead.
func TestReadsThatAreRefused(t *testing.T) {
	t.Parallel()
	const large = 1<<20 + 1
	const gif = "GIF89a\x01\x00\x01\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;"
	w := tree(t, map[string]string{
		"large.pdf": drawing(25_000, large), "busy.pdf": drawing(25_000, 0), "large.txt": strings.Repeat("x\n", large/2+1),
		"a.txt": "x\n", "empty": "", "a.ipynb": `{"cells": [], "nbformat": 4}`, "large.ipynb": `{"cells": [], "nbformat": 4}` + strings.Repeat("\n", large), "a.gif": gif, "a.svg": "<svg/>\n", "a.bin": "\x7fELF\x02\x01\x01" + strings.Repeat("\x00", 99),
	})
	const tooMuch = "too large to read: a page draws very many forms"
	const (
		aGIF         = "No lines in a.gif: it is an image (GIF image, 1x1, 29 bytes)"
		withoutRange = "Read it without a range of lines, an offset or a limit."
	)
	for _, tt := range []struct {
		name      string
		op        ops.Operation
		code      workspace.Reason
		msg, hint string
	}{
		{
			"a_large_text", build(t, "read", "file", "large.txt"), workspace.TooLarge,
			"File too large: large.txt (1.0MB). Maximum: 1MB.", "Read a range of it: <lines>1-200</lines>",
		},
		{
			"a_large_notebook", build(t, "read", "file", "large.ipynb"), workspace.TooLarge,
			"File too large: large.ipynb (1.0MB). Maximum: 1MB.", "Read a range of its JSON: <lines>1-200</lines>",
		},
		{
			"a_large_pdf", build(t, "read", "file", "large.pdf"), workspace.TooLarge,
			"File too large: large.pdf (1.0MB). Maximum: 1MB.", "Read some pages of it: <pages>1-5</pages>",
		},
		{
			"pages_of_a_large_pdf", build(t, "read", "file", "large.pdf", "pages", "1"), workspace.TooLarge,
			"Cannot read large.pdf (PDF document): " + tooMuch, "",
		},
		{
			"a_pdf_with_very_much", build(t, "read", "file", "busy.pdf"), workspace.TooLarge,
			"Cannot read busy.pdf (PDF document): " + tooMuch, "Read some pages of it: <pages>1-5</pages>",
		},
		{"pages_of_a_text", build(t, "read", "file", "a.txt", "pages", "1"), ops.BadRange, "No pages in a.txt: it is no PDF", "Read a range of it: <lines>1-200</lines>"},
		{"pages_of_a_drawing", build(t, "read", "file", "a.svg", "pages", "1"), ops.BadRange, "No pages in a.svg: it is no PDF", "Read a range of it: <lines>1-200</lines>"},
		{"pages_of_a_notebook", build(t, "read", "file", "a.ipynb", "pages", "2-"), ops.BadRange, "No pages in a.ipynb: it is no PDF", "Read a range of it: <lines>1-200</lines>"},
		{"pages_of_an_image", build(t, "read", "file", "a.gif", "pages", "-2"), ops.BadRange, "No pages in a.gif: it is no PDF", "Read it without a range of pages."},
		{"pages_of_a_program", build(t, "read", "file", "a.bin", "pages", "1"), ops.Binary, "Cannot read binary file: a.bin (ELF file, 106 bytes)", ""},
		{"an_offset_in_an_empty_file", build(t, "read", "file", "empty", "offset", "2"), ops.BadRange, "Line range 2- is outside empty, which has 0 lines", ""},
		{"lines_of_an_image", build(t, "read", "file", "a.gif", "lines", "1-20"), ops.BadRange, aGIF, withoutRange},
		{"an_offset_in_an_image", build(t, "Read", "file_path", "a.gif", "offset", "1"), ops.BadRange, aGIF, withoutRange},
		{"a_limit_for_an_image", build(t, "Read", "file_path", "a.gif", "limit", "2000"), ops.BadRange, aGIF, withoutRange},
		{"a_view_of_lines_of_an_image", build(t, "str_replace_based_edit_tool", "command", "view", "path", "a.gif", "view_range", "[1, -1]"), ops.BadRange, aGIF, withoutRange},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			rep, err := newRunner(w).Run(t.Context(), []ops.Operation{tt.op})
			must(t, err)
			got := rep.Results[0].Err
			if got == nil || got.Code != tt.code || got.Error() != tt.msg || got.Hint != tt.hint {
				t.Errorf("got %+v, want %s, %q, %q", got, tt.code, tt.msg, tt.hint)
			}
		})
	}
}

// TestReadsOfAnEmptyFile: from its beginning on there is nothing, which is no error. Models
// ask for the first lines of files that they do not know.
func TestReadsOfAnEmptyFile(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"empty": ""})
	for _, op := range []ops.Operation{
		build(t, "read", "file", "empty"), build(t, "read", "file", "empty", "offset", "1"), build(t, "read", "file", "empty", "limit", "5"),
		build(t, "read", "file", "empty", "lines", "1-"),
		build(t, "read", "file", "empty", "lines", "1-200"), build(t, "read", "file", "empty", "lines", "1"), build(t, "str_replace_based_edit_tool", "command", "view", "path", "empty", "view_range", "[1, -1]"),
	} {
		equal(t, "a read", failures(t, newRunner(w), op), []string{""})
	}
}

// TestSizesOfWhatIsTooLarge: the largest are not counted in thousands of megabytes.
func TestSizesOfWhatIsTooLarge(t *testing.T) {
	t.Parallel()
	for size, want := range map[int64]string{2 << 20: "2.0MB", 1<<30 - 1: "1024.0MB", 10 << 30: "10GB", 3 << 29: "1.5GB"} {
		if got := ops.Megabytes(size); got != want {
			t.Errorf("%d bytes: got %s, want %s", size, got, want)
		}
	}
}

func TestPlainReadsThatAreTooLong(t *testing.T) {
	t.Parallel()
	w := tree(t, map[string]string{"large.txt": strings.Repeat("x\n", 1<<20)})
	rep, err := newRunner(w).Run(t.Context(), []ops.Operation{{Action: ops.Read{Path: "large.txt", First: 2, Last: 1 << 20, Plain: true}}})
	must(t, err)
	want := "Cannot read large.txt (text): the lines asked for have more than 1MB"
	if got := rep.Results[0].Err; got == nil || got.Code != workspace.TooLarge || got.Error() != want || !strings.HasPrefix(got.Hint, "Read fewer lines at once") {
		t.Errorf("got %+v, want %q", got, want)
	}
}
