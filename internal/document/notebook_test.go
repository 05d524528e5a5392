package document_test

import (
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
