package response_test

import (
	"testing"

	"fileops/internal/parse/response"
)

func TestHead(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ text, want string }{
		{"", ""},
		{"ab", "ab"},
		{"abc", "ab…"},
		{"😀😀", "😀😀"},
		{"😀😀😀", "😀😀…"},
		{"a\xff", "a\ufffd"},
	} {
		if got := response.Head(tt.text, 2); got != tt.want {
			t.Errorf("Head(%q, 2) = %q, want %q", tt.text, got, tt.want)
		}
	}
}
