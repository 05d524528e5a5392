package match

import "testing"

func TestEscaped(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text, want string
		size       int
	}{
		{`\n-`, "\n", 2},
		{`\r\n`, "\n", 4},
		{`\x41b`, "A", 4},
		{`\u00e4`, "ä", 6},
		{`\U0001F600`, "😀", 10},
		{`\ud83d\ude00`, "😀", 12},
		{`\ud83d\u0041`, "\ufffd", 6}, // half of a pair
		{`\ud83d\udbff`, "\ufffd", 6}, // two first halves
		{`\ud83d\uZZZZ`, "\ufffd", 6},
		{`\ud83d\ude0`, "\ufffd", 6},
		{`\U00110000`, `\`, 1}, // no character
		{`\q`, `\`, 1},
	} {
		if got, size := escaped(tt.text); got != tt.want || size != tt.size {
			t.Errorf("escaped(%s) = %q, %d; want %q, %d", tt.text, got, size, tt.want, tt.size)
		}
	}
}
