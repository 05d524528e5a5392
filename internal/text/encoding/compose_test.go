package encoding_test

import (
	"testing"

	"fileops/internal/text/encoding"
)

func TestCompose(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		in, want string
		size     int
	}{
		{"", "", 0}, {"a", "a", 1}, {"ab", "a", 1}, {"é", "é", 2}, {"e\u0301x", "é", 3}, {"e\u0323\u0302x", "ệ", 5},
		{"中文", "中", 3}, {"\u1112\u1161\u11ab", "한", 9}, {"\xff\xfe", "\xff", 1}, {"a\xff", "a", 1}, {"\u0301", "\u0301", 2},
	} {
		if got, size := encoding.Compose(tt.in); got != tt.want || size != tt.size {
			t.Errorf("Compose(%q) = %q, %d; want %q, %d", tt.in, got, size, tt.want, tt.size)
		}
	}
}
