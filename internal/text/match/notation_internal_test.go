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

func TestShownAs(t *testing.T) {
	t.Parallel()
	for s, want := range map[string]string{
		"":        "nothing",
		"\t":      "a tab",
		"a":       "'a'",
		"ab":      `"ab"`,
		`\n`:      `\n (written out, as 2 characters)`,
		"\u0080":  "U+0080 \u0080 (character)",
		"e\u0301": "'e' and U+0301 (combining accent)",
	} {
		if got := shownAs(s); got != want {
			t.Errorf("shownAs(%q) = %q, want %q", s, got, want)
		}
	}
}
