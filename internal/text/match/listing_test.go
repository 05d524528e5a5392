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

		{"blank-line-without-a-number", "     1\tdef f():\n\n     2\tdef g():\n", "", true, true},
		{"blank-line-that-counts", "12 | a\n\n14 | b\n", "", true, true},
		{"blank-lines-that-count", "1\ta\n\n \t\n4\tb\n", "", false, true},
		{"blank-line-first", "\n12: a = 1\n13: b = 2\n", "", false, true},
		{"grep", "12:def f():\n13-    return 1\n", "", false, true},
		{"grep-with-lines-around", "11-\n12:def f():\n13-    return 1\n--\n40-\n41:def g():\n", "", false, true},
		{"grep-of-two-places", "12:def f():\n--\n41:def g():\n", "", false, true},
		{"grep-with-the-path", "src/a.py:12:def f():\nsrc/a.py:40:def g():\n", "", false, true},
		{"header-of-a-path", "service.py:\n1\tdef f():\n2\t    return 1\n", "", false, true},
		{"header-of-a-command", "$ cat -n service.py\n     1\tdef f():\n     2\t    return 1\n", "", true, true},
		{"header-of-tail", "==> a.py <==\n12 | x\n13 | y\n", "", true, true},
		{"header-of-lines", "Lines 12-13 of service.py\n12: x\n13: y\n", "", false, true},
		{"statement-behind-a-bar", "12 | x = 1\n", "", false, true},
		{"statement-behind-a-colon", "12:     return x\n", "", false, true},
		{"statement-behind-a-tab", "12\timport os\n", "", false, true},

		{"entry", "12: 'a'\n", "", false, false},
		{"entry-of-an-object", "12: {\n", "", false, false},
		{"function-behind-a-key", "12: (a = 1) => a\n", "", false, false},
		{"blank-line-and-a-jump", "12 | a\n\n17 | b\n", "", false, false},
		{"ranges", "12-13\n14-15\n", "", false, false},
		{"times", "12:30\n14:45\n", "", false, false},
		{"list-below-a-comment", "// numbers\n12 | x\n13 | y\n", "", false, false},
		{"other-lines-around", "x\n12 | x\n13 | y\ny\n", "", false, false},
		{"grep-as-the-old-text-has", "12:a\n13-b\n", "3:a\n", false, false},
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
