package document_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/document"
)

// TestShowDamagedNotebook says how much of a notebook is not shown as it is, as of a text.
func TestShowDamagedNotebook(t *testing.T) {
	t.Parallel()
	source := func(s string) string {
		return `{"cells": [{"cell_type": "code", "source": "` + s + `", "outputs": []}], "nbformat": 4}`
	}
	for _, tt := range []struct{ name, data, want, warning string }{
		{"utf-8", source("a = 'é'"), "a = 'é'\n", ""},
		{"damaged", source("a = 'ééé\xff\xfe'"), "a = 'ééé\ufffd\ufffd'\n", "2 bytes are not UTF-8, shown as \ufffd"},
		{"damaged-only", source("a = 'caf\xe9 \xe2\x80'"), "a = 'caf\ufffd \ufffd\ufffd'\n", "3 bytes are not UTF-8, shown as \ufffd"},
		{"damaged-more-than-whole", source("a = 'é\x93\x94\x85'"), "a = 'é\ufffd\ufffd\ufffd'\n", "3 bytes are not UTF-8, shown as \ufffd"},
		{"utf-16le", in("utf-16le", "\ufeff"+source("a = 'ąЖ'")), "a = 'ąЖ'\n", ""},
		{"utf-16be", in("utf-16be", "\ufeff\n"+source("a = 'é'")), "a = 'é'\n", ""},
		{"utf-16le-no-notebook", in("utf-16le", "\ufeffword\n"), "     1\tword\n", ""},
		{"windows-1251", in("windows-1251", source("# Не удалось прочитать файл")), "# Не удалось прочитать файл\n", "not UTF-8, as JSON has to be: read as windows-1251"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := document.File{Name: "a.ipynb", Size: int64(len(tt.data)), Content: strings.NewReader(tt.data)}
			got, err := document.Show(t.Context(), f, document.Want{Max: 1 << 20})
			if err != nil || !strings.HasSuffix(got.Text, tt.want) {
				t.Errorf("got %q, %v", got.Text, err)
			}
			if d := cmp.Diff(tt.warning, strings.Join(got.Warnings, "")); d != "" {
				t.Errorf("warnings: want -, got +\n%s", d)
			}
		})
	}
}

// TestShowLargeNotebook: of a notebook that is too large to be read whole a range is the
// JSON, and it is said that it is.
func TestShowLargeNotebook(t *testing.T) {
	t.Parallel()
	const data = `{"cells": [],
"nbformat": 4}
`
	f := document.File{Name: "a.ipynb", Size: int64(len(data)), Content: strings.NewReader(data)}
	want := document.Want{Max: int64(len(data)) - 1}
	_, err := document.Show(t.Context(), f, want)
	if e := (*document.Error)(nil); !errors.As(err, &e) || e.Reason != document.TooLarge || e.What != "Jupyter notebook" {
		t.Errorf("all of it: got %v", err)
	}
	want.Lines = document.Range{First: 2}
	got, err := document.Show(t.Context(), f, want)
	if d := cmp.Diff(warned(shown("     2\t\"nbformat\": 4}\n", 1, 2, "utf-8", "lf", true), "too large for its cells to be told, over 28 bytes: shown as text"), got); err != nil || d != "" {
		t.Errorf("a range: %v, want -, got +\n%s", err, d)
	}
	want.Lines.Plain = true
	if got, err = document.Show(t.Context(), f, want); err != nil || got.Warnings != nil {
		t.Errorf("plain lines, which are the file's own: got %q, %v", got.Warnings, err)
	}
}
