package match_test

import (
	"strings"
	"testing"

	"fileops/internal/text"
	"fileops/internal/text/match"
)

// TestOtherNotation: where a find differs from the file only in how characters are written,
// the cause names the first of them, and the file's text is shown.
func TestOtherNotation(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, src, find, cause, shown string }{
		{"tab-as-letters", "x\n\tcall(a)\n", `\tcall(a)`, `escapes: line 2 of the file has a tab where the text has \t (written out, as 2 characters)`, "\tcall(a)"},
		{"line-break-as-letters", "x\none()\ntwo()\n", `one()\ntwo()`, `escapes: line 2 of the file has a line break where the text has \n (written out, as 2 characters)`, "one()\ntwo()"},
		{"line-break-and-tab-as-letters", "if x:\r\n\tone()\r\n", `if x:\n\tone()`, `escapes: line 1 of the file has a line break where the text has \n (written out, as 2 characters)`, "if x:\r\n\tone()"},
		{"line-breaks-of-windows-as-letters", "one()\ntwo()\n", `one()\r\ntwo()`, `escapes: line 1 of the file has a line break where the text has \r\n (written out, as 4 characters)`, "one()\ntwo()"},
		{"line-break-for-letters", `print("one\ntwo")` + "\n", "print(\"one\ntwo\")", `escapes: line 1 of the file has \n (written out, as 2 characters) where the text has a line break`, `print("one\ntwo")`},
		{"tab-for-letters", `split("a\tb")` + "\n", "split(\"a\tb\")", `escapes: line 1 of the file has \t (written out, as 2 characters) where the text has a tab`, `split("a\tb")`},
		{"carriage-return-for-letters", `send("ab\r")` + "\n", "send(\"ab\r\")", `escapes: line 1 of the file has \r (written out, as 2 characters) where the text has a carriage return`, `send("ab\r")`},
		{"escaped-quotes", `say("hello")` + "\n", `say(\"hello\")`, `escapes: line 1 of the file has '"' where the text has \" (written out, as 2 characters)`, `say("hello")`},
		{"quotes-for-escaped-ones", `say("a \"b\" c")` + "\n", `say("a "b" c")`, `escapes: line 1 of the file has \" (written out, as 2 characters) where the text has '"'`, `say("a \"b\" c")`},
		{"escaped-apostrophe", "it's here\n", `it\'s here`, `escapes: line 1 of the file has '\'' where the text has \' (written out, as 2 characters)`, "it's here"},
		{"backslash-twice", `re.match("\d+")` + "\n", `re.match("\\d+")`, `escapes: line 1 of the file has '\\' where the text has \\ (written out, as 2 characters)`, `re.match("\d+")`},
		{"backslash-once", `re.match("\\s+")` + "\n", `re.match("\s+")`, `escapes: line 1 of the file has \\ (written out, as 2 characters) where the text has '\\'`, `re.match("\\s+")`},
		{"number-of-a-character", "café au lait\n", `caf\u00e9 au lait`, `escapes: line 1 of the file has U+00E9 é (letter) where the text has \u00e9 (written out, as 6 characters)`, "café au lait"},
		{"character-for-its-number", `say("caf\u00e9")` + "\n", `say("café")`, `escapes: line 1 of the file has \u00e9 (written out, as 6 characters) where the text has U+00E9 é (letter)`, `say("caf\u00e9")`},
		{"two-numbers-of-a-character", "smile 😀 now\n", `smile \ud83d\ude00 now`, `escapes: line 1 of the file has U+1F600 😀 (character) where the text has \ud83d\ude00 (written out, as 12 characters)`, "smile 😀 now"},
		{"dashes-for-an-em-dash", "wait — now\n", "wait -- now", `look-alike characters: line 1 of the file has U+2014 — (em dash) where the text has "--"`, "wait — now"},
		{"three-dashes-for-an-em-dash", "wait — now\n", "wait --- now", `look-alike characters: line 1 of the file has U+2014 — (em dash) where the text has "---"`, "wait — now"},
		{"dashes-for-an-en-dash", "pages 1–9\n", "pages 1--9", `look-alike characters: line 1 of the file has U+2013 – (en dash) where the text has "--"`, "pages 1–9"},
		{"em-dash-for-dashes", "wait -- now\n", "wait — now", `look-alike characters: line 1 of the file has "--" where the text has U+2014 — (em dash)`, "wait -- now"},
		{"dots-for-an-ellipsis", "and so on…\n", "and so on...", `look-alike characters: line 1 of the file has U+2026 … (ellipsis) where the text has "..."`, "and so on…"},
		{"ellipsis-for-dots", "and so on...\n", "and so on…", `look-alike characters: line 1 of the file has "..." where the text has U+2026 … (ellipsis)`, "and so on..."},
		{"arrow", "from → here\n", "from -> here", `look-alike characters: line 1 of the file has U+2192 → (arrow) where the text has "->"`, "from → here"},
		{"less-or-equal", "if abc ≤ 2\n", "if abc <= 2", `look-alike characters: line 1 of the file has U+2264 ≤ (sign) where the text has "<="`, "if abc ≤ 2"},
		{"ligature", "the ﬁrst of them\n", "the first of them", `look-alike characters: line 1 of the file has U+FB01 ﬁ (ligature) where the text has "fi"`, "the ﬁrst of them"},
		{"copyright", "© 2026 me\n", "(c) 2026 me", `look-alike characters: line 1 of the file has U+00A9 © (sign) where the text has "(c)"`, "© 2026 me"},
		{"full-width", "ＡＢＣ：one\n", "ABC:one", `look-alike characters: line 1 of the file has U+FF21 Ａ (full-width character) where the text has 'A'`, "ＡＢＣ：one"},
		{"non-breaking-hyphen", "well‑known\n", "well-known", `look-alike characters: line 1 of the file has U+2011 ‑ (non-breaking hyphen) where the text has '-'`, "well‑known"},
		{"letter-of-another-script", "passwоrd = 1\n", "password = 1", `look-alike characters: line 1 of the file has U+043E о (letter of another script) where the text has 'o'`, "passwоrd = 1"},
		{"decomposed-in-the-file", "cafe\u0301 au lait\n", "café au lait", `look-alike characters: line 1 of the file has 'e' and U+0301 (combining accent) where the text has U+00E9 é (letter)`, "cafe\u0301 au lait"},
		{"decomposed-in-the-text", "café au lait\n", "cafe\u0301 au lait", `look-alike characters: line 1 of the file has U+00E9 é (letter) where the text has 'e' and U+0301 (combining accent)`, "café au lait"},
		{"invisible", "one\u200b two\n", "one two", `look-alike characters: line 1 of the file has U+200B (invisible character) and ' ' where the text has ' '`, "one\u200b two"},
		{"short-dash", "a — b\n", "a -- b", `look-alike characters: line 1 of the file has U+2014 — (em dash) where the text has "--"`, "a — b"},
		{"short-quotes", "x\n“y”\n", `"y"`, `look-alike characters: line 2 of the file has U+201C “ (curly double quote) where the text has '"'`, "“y”"},
		{"short-tab", "x\n\ty\n", `\ty`, `escapes: line 2 of the file has a tab where the text has \t (written out, as 2 characters)`, "\ty"},
		{"short-in-several-places", "a — b\nc — d\n", "--", ``, ""},
		{"entity-in-a-part-of-a-line", "if a < b and c > d: go(x)\n", "a &lt; b and", `escaped entities: line 1 of the file has '<' where the text has "&lt;"`, "if a < b and c > d: go(x)"},
		{"short-entity-in-a-part-of-a-line", "if a < b and c > d: go(x)\n", "a &lt; b", `escaped entities: line 1 of the file has '<' where the text has "&lt;"`, "if a < b and c > d: go(x)"},
		{"entity-by-its-number", "it's so long ago\n", "it&#39;s so", `escaped entities: line 1 of the file has '\'' where the text has "&#39;"`, "it's so long ago"},
		{"character-for-an-entity", "x\n<b>one &amp; two</b>\n", "one & two", `escaped entities: line 2 of the file has "&amp;" where the text has '&'`, "<b>one &amp; two</b>"},
		{"ampersand-twice", "x = a && b || c\n", "a &amp;&amp; b", `escaped entities: line 1 of the file has '&' where the text has "&amp;"`, "x = a && b || c"},
		{"line-ends-of-old-macs", "one\rtwo\rthree\r", "two\nthree", `line ends: line 1 of the file has a carriage return where the text has a line break`, "one\rtwo\rthree"},
		{"on-a-later-line", "one one\ntwo — two\n", "one one\ntwo -- two", `look-alike characters: line 2 of the file has U+2014 — (em dash) where the text has "--"`, "one one\ntwo — two"},
	} {
		for _, block := range []bool{false, true} {
			find := text.Value{Text: tt.find, Block: block}
			if block {
				find.Text += "\n"
			}
			m := match.Nearest([]byte(tt.src), find)
			if got := strings.Join(m.Causes, "\n"); got != tt.cause {
				t.Errorf("%s: got  %s\nwant %s", tt.name, got, tt.cause)
			}
			if m.Text != tt.shown {
				t.Errorf("%s: shows %q, want %q", tt.name, m.Text, tt.shown)
			}
			if found, ok := match.Tolerant([]byte(tt.src), find, text.Value{Text: "x"}); ok && !strings.HasPrefix(tt.cause, found.Level+":") {
				t.Errorf("%s: tolerated as %s", tt.name, found.Level)
			}
		}
	}
}

// TestOtherNotationAmongOtherDifferences: it is named as well where the text differs in
// more than that.
func TestOtherNotationAmongOtherDifferences(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, src, find, cause string }{
		{"line-breaks", "def load(path):\n    data = read(path)\n    return data\n", `def load(path):\n    data = read(name)\n    return data`, `escapes: the text has \n (written out, as 2 characters) where the file has a line break`},
		{"tab", "x\n\tcall_it(first, second)\n", `\tcall_it(first, third)`, `escapes: the text has \t (written out, as 2 characters) where the file has a tab`},
		{"dashes", "one line — and some more of it\n", "one line -- and some less of it", "look-alike characters: line 1 of the file has U+2014 — (em dash) where the text has '-'"},
		{"accent", "one line of the cafe\u0301 and more\n", "one line of the café and less", "look-alike characters: "},
	} {
		m := match.Nearest([]byte(tt.src), text.Value{Text: tt.find})
		if got := strings.Join(m.Causes, "\n"); !strings.HasPrefix(got, tt.cause) {
			t.Errorf("%s: got  %s\nwant %s", tt.name, got, tt.cause)
		}
	}
}
