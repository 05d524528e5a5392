package match

import "testing"

func TestListed(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text, old string
		certain, ok     bool
	}{
		{"cat-n", "     1\tdef f():\n     2\t    return 1\n", "", true, true},
		{"cat-n-one-line", "     1\tdef f():\n", "", true, true},
		{"cat-n-from-the-middle", "    99\ta\n   100\tb\n", "", true, true},
		{"cat-n-with-a-trimmed-blank-line", "     1\ta\n     2\n     3\tb\n", "", true, true},
		{"cat-n-crlf", "     1\ta\r\n     2\tb\r\n", "", true, true},
		{"bar", "12 | a\n13 |     b\n14 |\n", "", true, true},
		{"bar-in-a-column", " 9 | a\n10 | b\n", "", true, true},
		{"arrow", "12\u2192a\n13\u2192b\n", "", true, true},
		{"arrow-padded", "     1\u2192a\n", "", true, true},
		{"colon", "12: a\n13: b\n", "", false, true},
		{"colon-close", "12:a\n13:b\n", "", false, true},
		{"tab-unpadded", "1\ta\n2\tb\n", "", false, true},
		{"bar-close", "1|a\n2|b\n", "", false, true},

		{"one-line-of-a-bar", "12 | a\n", "", false, false},
		{"not-consecutive", "12 | a\n14 | b\n", "", false, false},
		{"not-every-line", "12 | a\nb\n", "", false, false},
		{"keys", "1: 'a',\n2: 'b',\n3: 'c'\n", "", false, false},
		{"as-the-old-text-has", "3\tc\n4\td\n", "1\ta\n2\tb\n", false, false},
		{"numbers-alone", "1\n2\n3\n", "", false, false},
		{"decimals", "1.5\n2.5\n", "", false, false},
		{"list", "1. a\n2. b\n", "", false, false},
		{"code", "x = 1\n", "", false, false},
		{"nothing", "", "", false, false},
		{"blank", "\n\n", "", false, false},
	} {
		got, ok := Listed(tt.text, []byte(tt.old))
		if ok != tt.ok || got.Certain != tt.certain {
			t.Errorf("%s: %+v, %t; want %t, %t", tt.name, got, ok, tt.certain, tt.ok)
		}
	}
}
