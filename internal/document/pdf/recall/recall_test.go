package recall_test

import (
	"testing"

	"fileops/internal/document/pdf/recall"
)

func TestCompare(t *testing.T) {
	for _, tt := range []struct {
		reference, text string
		want            recall.Score
	}{
		{"a b b c", "b c b x", recall.Score{Words: 4, Recall: 0.75, Precision: 0.75}},
		{"a b", "", recall.Score{Words: 2, Recall: 0, Precision: 1}},
		{"", "", recall.Score{Words: 0, Recall: 1, Precision: 1}},
		{"\u202bcafe\u0301\u202c co\u2010\nlumn", "café column", recall.Score{Words: 2, Recall: 1, Precision: 1}},
	} {
		if got := recall.Compare(tt.reference, tt.text); got != tt.want {
			t.Errorf("Compare(%q, %q) = %+v, want %+v", tt.reference, tt.text, got, tt.want)
		}
	}
}
