package match

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"fileops/internal/text"
)

// tolerate applies what Tolerant finds; "" where it refuses.
func tolerate(src string, find, replace text.Value) (out string, t Tolerated) {
	t, ok := Tolerant([]byte(src), find, replace)
	if !ok {
		return "", t
	}
	s := t.Spans[0]
	if t.Whole && replace.Text == "" {
		s.End = text.NextLine([]byte(src), s.End)
	}
	b, _ := text.Splice([]byte(src), []text.Edit{{Span: s, Text: text.LineEndOf([]byte(src)).In(t.Text)}})
	return string(b), t
}

func TestTolerant(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name               string
		src, find, replace string
		inline             bool
		level, want        string // want is "" where it must refuse
	}{
		// trailing blanks
		{"trailing-in-the-find", "one()\ntwo()\n", "one()  \ntwo()\t\n", "uno()\ntwo()\n", false, trailingLevel, "uno()\ntwo()\n"},
		{"trailing-in-the-file-stay-on-lines-that-stay", "one()  \ntwo() \nend\n", "one()\ntwo()\n", "one()\ndos()\n", false, trailingLevel, "one()  \ndos()\nend\n"},
		{"trailing-on-a-blank-line", "one()\n   \ntwo()\n", "one()\n\ntwo()\n", "one()\n\ndos()\n", false, trailingLevel, "one()\n   \ndos()\n"},
		{"which-blank-line-goes-is-not-certain", "one()\n  \n\ntwo()\n", "one()\n\n\ntwo()\n", "one()\n\ntwo()\n", false, trailingLevel, ""},
		{"trailing-is-what-the-edit-adds", "line one \nline two\n", "line one\nline two\n", "line one  \nline two\n", false, trailingLevel, "line one  \nline two\n"},
		{"trailing-is-what-the-edit-takes-away", "foo  bar\t\nbaz \n", "foo  bar \nbaz\n", "foo  bar\nbaz\n", false, trailingLevel, "foo  bar\nbaz \n"},
		{"trailing-is-what-the-edit-adds-to-one-of-two", "one()\t\none() \nend\n", "one()\none()\n", "one()  \none()\n", false, trailingLevel, "one()  \none() \nend\n"},
		{"trailing-twice-is-refused", "one() \none() \n", "one()\t\n", "uno()\n", false, trailingLevel, ""},
		{"trailing-overlapping-is-refused", "one()\none()\none()\n", "one() \none()\n", "uno()\n", false, trailingLevel, ""},
		{"trailing-inline-after-the-indentation", "  if x:\n    one() \n", "if x:\n    one()\n", "if y:\n    one()\n", true, trailingLevel, "  if y:\n    one() \n"},
		{"trailing-inline-after-the-indentation-that-the-replacement-has", "  if x:\n    one() \n", "if x:\n    one()\n", "  if y:\n    one()\n", true, trailingLevel, ""},
		{"look-alikes-inline-after-the-indentation-that-the-replacement-has", "  say(‘hi’)\n", "say('hi')", "  say('ho')", true, lookAlikeLevel, ""},
		{"entities-inline-after-the-indentation-that-the-replacement-has", "  if abc < b {\n", "if abc &lt; b {", "  if abc &lt; c {", true, entitiesLevel, ""},
		{"trailing-inline-without-last-line-end-in-the-file", "one()\ntwo() ", "one() \ntwo()\n", "uno()\n", true, "", ""},
		{"trailing-whole-lines-removed", "one()\ntwo()\nend\n", "one() \ntwo()\n", "", false, trailingLevel, "end\n"},
		{"trailing-crlf", "one() \r\ntwo()\r\n", "one()\ntwo()\n", "one()\ndos()\n", false, trailingLevel, "one() \r\ndos()\r\n"},
		{"trailing-after-a-byte-order-mark", "\ufeffone() \ntwo()\n", "one()\n", "uno()\n", false, "", ""}, // one() is there, inside the line
		{"trailing-of-the-first-lines-after-a-byte-order-mark", "\ufeffone() \ntwo()\n", "one()\ntwo()\n", "uno()\n", false, trailingLevel, "\ufeffuno()\n"},
		{"shift-of-the-first-lines-after-a-byte-order-mark", "\ufeff    one()\n    two()\n", "one()\ntwo()\n", "if x:\none()\nfor y:\n  two()\n", false, shiftLevel, "\ufeff    if x:\n    one()\n    for y:\n      two()\n"},
		{"shift-made-in-the-first-lines-after-a-byte-order-mark", "\ufeff    one()\n    two()\n    end()\n", "  two()\n  end()\n", "  one()\n  two()\n  end()\n", false, shiftLevel, ""},
		{"shift-made-with-a-blank-line-between", "    one()\n\n    two()\n    end()\n", "  two()\n  end()\n", "  one()\n\n  two()\n  end()\n", false, shiftLevel, ""},
		{"shift-inline-beside-lines-of-another-shape-that-go-on", "   one()\n   two()\none()\n      two() + 3\n", " one()\n two()", " uno()\n dos()", true, shiftLevel, "   uno()\n   dos()\none()\n      two() + 3\n"},
		{"tabs-and-a-line-at-a-tab-where-the-find-has-none", "\t  one()\n", "      one()\n", "    if x:\n      one()\n", false, tabsLevel, "\tif x:\n\t  one()\n"},
		{"a-blank-line-after-the-last-line", "one()\ntwo() \n", "two()\n\n", "dos()\n", false, "", ""},
		{"a-blank-line-that-is-not-there", "one() \ntwo()\n", "\none()\n\n", "uno()\n", false, "", ""},
		{"a-blank-line-in-inline-form-after-the-last-line", "one()\ntwo() \n", "two()\n\n", "dos()\n", true, "", ""},
		{"trailing-inline-also-inside-a-line", "total = 0\nsubtotal = 0\n", "total = 0 ", "total = 1", true, trailingLevel, ""},
		{"trailing-inline-also-from-inside-a-line", "if x: foo = 1\t\nbar()\nfoo = 1\nbar()\n", "foo = 1 \nbar()", "Q", true, trailingLevel, ""},
		{"trailing-inline-also-from-the-blanks-inside-a-line", "  foo()\nbar()\nx =  foo()\nbar()\n", "  foo()\nbar() ", "Q", true, trailingLevel, ""},
		{"trailing-inline-also-to-inside-a-line", "foo \nbar()\nfoo\t\nbar().baz\n", "foo\nbar()", "Q", true, trailingLevel, ""},
		{"trailing-inline-also-after-a-line", "\nfoo()\nbar\nfoo()\n", "\nfoo() ", "Q", true, trailingLevel, ""},
		{"trailing-inline-with-the-line-end-one-place", "total = 0\ntotal = 01\n", "total = 0 \n", "total = 1\n", true, trailingLevel, "total = 1\ntotal = 01\n"},
		{"trailing-inline-whose-indentation-is-one-place", "  total = 0\nx = y; total = 0\n", "  total = 0 ", "  total = 1", true, trailingLevel, "  total = 1\nx = y; total = 0\n"},
		{"no-inner-match-of-a-trimmed-line", "return xyz\n", "return x  \n", "return a\n", false, "", ""},

		// pasted line numbers
		{"numbers-with-tabs", "a\nfoo()\nbar()\n", "     2\tfoo()\n     3\tbar()\n", "     2\tfoo(1)\n     3\tbar()\n", false, numbersLevel, "a\nfoo(1)\nbar()\n"},
		{"numbers-with-arrows-not-in-the-replacement", "foo()\nbar()\n", "12→foo()\n13→bar()\n", "foo(1)\nbar()\n", false, numbersLevel, "foo(1)\nbar()\n"},
		{"numbers-with-bars", "  foo()\n  bar()\n", "12 |   foo()\n13 |   bar()\n", "12 |   foo(1)\n13 |   bar()\n", false, numbersLevel, "  foo(1)\n  bar()\n"},
		{"numbers-with-bars-without-spaces", "  foo()\n  bar()\n", "12|  foo()\n13|  bar()\n", "  x()\n", false, numbersLevel, "  x()\n"},
		{"numbers-of-a-blank-line-without-separator", "foo()\n\nbar()\n", "1\tfoo()\n2\n3\tbar()\n", "1\tfoo()\n2\n3\tbar(2)\n", false, numbersLevel, "foo()\n\nbar(2)\n"},
		{"numbers-before-colons-must-be-the-lines", "x\nfoo()\nbar()\n", "2: foo()\n3: bar()\n", "foo(1)\n", false, numbersLevel, "x\nfoo(1)\n"},
		{"numbers-before-colons-that-are-not-the-lines", "foo()\nbar()\n", "2: foo()\n3: bar()\n", "foo(1)\n", false, "", ""},
		{"a-number-of-one-line-must-be-the-lines", "foo()\nbar()\n", "2\tbar()\n", "2\tbaz()\n", false, numbersLevel, "foo()\nbaz()\n"},
		{"a-number-of-one-line-that-is-not-the-lines", "foo()\nbar()\n", "7\tbar()\n", "baz()\n", false, "", ""},
		{"numbers-not-consecutive", "foo()\nbar()\n", "1\tfoo()\n3\tbar()\n", "x\n", false, "", ""},
		{"numbers-not-on-every-line", "foo()\nbar()\n", "1\tfoo()\nbar()\n", "x\n", false, "", ""},
		{"numbers-on-some-lines-of-the-replacement", "foo()\nbar()\n", "1\tfoo()\n2\tbar()\n", "1\tfoo()\nbaz()\n", false, numbersLevel, ""},
		{"numbers-of-the-replacement-from-elsewhere", "foo()\nbar()\n", "1\tfoo()\n2\tbar()\n", "80\thttp\n", false, numbersLevel, ""},
		{"numbers-that-may-be-the-lines-own", "80|http\n81|next\n", "1|80|http\n2|81|next\n", "1|https\n", false, numbersLevel, ""},
		{"a-number-and-nothing-behind-it", "foo()\nbar()\n", "     1\tfoo()\n", "     1\t\n", true, numbersLevel, ""},
		{"digits-alone-are-content", "foo()\nbar()\n", "1\tfoo()\n2\tbar()\n", "5678\n", false, numbersLevel, "5678\n"},
		{"numbers-removed", "foo()\nbar()\nend\n", "1\tfoo()\n2\tbar()\n", "", false, numbersLevel, "end\n"},
		{"numbers-inline-with-line-end", "foo()\nbar()\nend\n", "1\tfoo()\n2\tbar()\n", "1\tfoo(3)\n", true, numbersLevel, "foo(3)\nend\n"},
		{"numbers-twice", "foo()\nbar()\nfoo()\nbar()\n", "1\tfoo()\n2\tbar()\n", "x\n", false, numbersLevel, ""},
		{"numbers-inline-of-lines-that-go-on", "x\nzfoo bar\nyy\n", "2\tfoo bar\n3\ty", "2\tQ\n3\tz", true, "", ""},
		{"a-number-inline-of-a-line-that-goes-on", "x\nfoo bar baz\ny\n", "2\tfoo bar", "2\tQ", true, "", ""},
		{"a-number-inline-of-a-whole-line", "x\nfoo bar\nfoo bar baz\n", "2\tfoo bar", "2\tQ", true, numbersLevel, "x\nQ\nfoo bar baz\n"},
		{"numbers-inline-with-line-end-that-the-file-has-not", "foo()\nbar()", "1\tfoo()\n2\tbar()\n", "x\n", true, "", ""},
		{"numbers-before-bars-that-read-both-ways", " foo\n bar\nfoo\nbar\n", "3 | foo\n4 | bar\n", "3 | Q\n", false, numbersLevel, ""},
		{"numbers-before-bars-that-read-both-ways-inline", "foo\nbar\n foo\n bar\n", "3 | foo\n4 | bar", "Q", true, numbersLevel, ""},
		{"numbers-that-are-in-the-file", "1\tfoo()\n2\tbar()\nfoo()\nbar()\n", "1\tfoo()\n2\tbar()\n", "x\n", false, "", ""},

		// look-alike characters
		{"curly-quotes-in-the-file-stay", "say(‘hi’, ‘you’)\n", "say('hi', 'you')\n", "say('ho', 'you', 'all')\n", false, lookAlikeLevel, "say(‘ho’, ‘you’, 'all')\n"},
		{"curly-quotes-in-the-response", `say("hi")` + "\n", "say(“hi”)\n", "say(“ho”)\n", false, lookAlikeLevel, `say("ho")` + "\n"},
		{"a-dash-that-is-changed", "one — two\n", "one - two\n", "one: two\n", false, lookAlikeLevel, "one: two\n"},
		{"the-edit-changes-the-look-alike", "one — two\n", "one - two\n", "one – two\n", false, lookAlikeLevel, "one – two\n"},
		{"no-break-space", "a = 100\u00a0km\n", "a = 100 km", "a = 200 km", true, lookAlikeLevel, "a = 200\u00a0km\n"},
		{"look-alikes-inside-a-line", "x = don’t stop\n", "don't stop", "don't go", true, lookAlikeLevel, "x = don’t go\n"},
		{"look-alikes-twice", "don’t\ndon’t\n", "don't", "do", true, lookAlikeLevel, ""},
		{"look-alikes-whole-lines-first", "don’t stop\ndon’t\n", "don't\n", "do\n", false, lookAlikeLevel, "don’t stop\ndo\n"},
		{"which-quote-stays-is-not-certain", "f(‘a’ + x + \u201ba\u201b)\n", "f('a' + x + 'a')", "f(z 'a' y)", true, lookAlikeLevel, ""},
		{"an-ellipsis-is-not-one-for-one", "wait… done\n", "wait... done\n", "x\n", false, "", ""},
		{"look-alikes-around-a-line-that-goes", "it’s\nso\nit’s\n", "it's\nso\nit's\n", "it's\nit's\n", false, lookAlikeLevel, "it’s\nit’s\n"},
		{"look-alikes-of-a-line-that-stays-behind-a-new-one", "‘xyz’\nend\n", "'xyz'\nend\n", "'xyz' + 'xyz'\n'xyz'\nend\n", false, lookAlikeLevel, "'xyz' + 'xyz'\n‘xyz’\nend\n"},
		{"look-alikes-in-crlf", "it’s\r\nso\r\n", "it's\nso\n", "it's\nnot so\n", false, lookAlikeLevel, "it’s\r\nnot so\r\n"},

		// a shift of indentation
		{"shift-to-the-right", "if a:\n    if b:\n        c()\n", "if b:\n    c()\n", "if b:\n    d()\n\n    c()\n", false, shiftLevel, "if a:\n    if b:\n        d()\n\n        c()\n"},
		{"shift-to-the-left", "if b:\n    c()\n", "    if b:\n        c()\n", "    if b:\n        d()\n", false, shiftLevel, "if b:\n    d()\n"},
		{"shift-of-tabs", "\tif b {\n\t\tc()\n\t}\n", "if b {\n\tc()\n}\n", "if b {\n\td()\n}\n", false, shiftLevel, "\tif b {\n\t\td()\n\t}\n"},
		{"shift-with-blank-lines", "  foo()\n \n  bar()\n", "foo()\n\nbar()\n", "foo()\n\nbaz()\n", false, shiftLevel, "  foo()\n \n  baz()\n"},
		{"shift-not-uniform", "  foo()\n    bar()\n", "foo()\nbar()\n", "x\n", false, "", ""},
		{"shift-of-some-lines", "foo()\n  bar()\n", "foo()\n    bar()\n", "x\n", false, "", ""},
		{"shift-in-inline-form", "  foo()\n  bar()\n", "foo()\nbar()\n", "x\n", true, shiftLevel, "  x\n"},
		{"shift-in-inline-form-without-line-end", "  foo()\n  bar()\nend\n", "foo()\nbar()", "x()\ny()", true, shiftLevel, "  x()\n  y()\nend\n"},
		{"shift-of-one-line-in-inline-form", "    foo()\nend\n", "      foo()", "      x()", true, shiftLevel, "    x()\nend\n"},
		{"shift-in-inline-form-that-ends-otherwise", "  foo()\n  bar()\nend\n", "foo()\nbar()", "x\n", true, "", ""},
		{"shift-in-inline-form-removed", "  foo()\n  bar()\nend\n", "foo()\nbar()\n", "", true, shiftLevel, "end\n"},
		{"shift-in-inline-form-to-a-blank-line", "  foo()\n  bar()\nend\n", "foo()\nbar()\n", "\n", true, "", ""},
		{"shift-in-inline-form-at-an-end-without-line-end", "  foo()\n  bar()", "foo()\nbar()\n", "x\n", true, "", ""},
		{"shift-in-inline-form-inside-lines", "x = foo(\n      1)\n", "foo(\n  1)", "bar(\n  1)", true, "", ""},
		{"shift-in-inline-form-also-inside-a-line", "  foo(\n    1)\nx = foo(\n      1)\n", "foo(\n  1)", "Q", true, shiftLevel, ""},
		{"shift-in-inline-form-also-to-inside-a-line", "    foo()\n     foo().bar\n", "      foo()", "      x()", true, shiftLevel, ""},
		{"shift-in-inline-form-also-before-blanks", " abc()  \n abc()\n", "  abc()", "  x()", true, shiftLevel, ""},
		{"shift-in-inline-form-to-the-line-end-one-place", "    foo()\n     foo().bar\n", "      foo()\n", "      x()\n", true, shiftLevel, "    x()\n     foo().bar\n"},
		{"shift-in-inline-form-inside-a-line-not-shifted-alike", "  foo(\n    1,\n    2)\nx = foo(\n      1,\n     2)\n", "foo(\n  1,\n  2)", "bar(\n  3)", true, shiftLevel, "  bar(\n    3)\nx = foo(\n      1,\n     2)\n"},
		{"shift-of-a-replacement-with-less-indentation", "foo()\nbar()\n", "    foo()\n    bar()\n", "    foo()\n  x\n", false, shiftLevel, ""},
		{"shift-of-a-replacement-that-indents-otherwise", "  foo()\n  bar()\n", "foo()\nbar()\n", "foo()\n\tx\n", false, shiftLevel, ""},
		{"shift-and-the-edit-adds-trailing-blanks", "    line one\n    line two\n", "  line one\n  line two\n", "  line one  \n  line two X\n", false, shiftLevel, "    line one  \n    line two X\n"},
		{"shift-twice", "  foo()\n  bar()\n    foo()\n    bar()\n", "foo()\nbar()\n", "x\n", false, shiftLevel, ""},
		{"shift-of-lines-that-stand-elsewhere-as-they-are", "  next()\n  open()\n  }\n    next()\n    }\n", "  next()\n  }\n", "  last()\n  }\n", false, shiftLevel, ""},
		{"shift-removed", "  foo()\n  bar()\nend\n", "foo()\nbar()\n", "", false, shiftLevel, "end\n"},
		{"shift-and-trailing-blanks-are-two", "  foo() \n  bar()\n", "foo()\nbar()\n", "x\n", false, "", ""},

		// tabs and spaces
		{"spaces-for-tabs", "func f() {\n\tif x {\n\t\ty()\n\t}\n}\n", "    if x {\n        y()\n    }\n", "    if x {\n        z()\n        y()\n    }\n", false, tabsLevel, "func f() {\n\tif x {\n\t\tz()\n\t\ty()\n\t}\n}\n"},
		{"tabs-for-spaces", "  if x {\n    y()\n  }\n", "\tif x {\n\t\ty()\n\t}\n", "\tif x {\n\t\tz()\n\t}\n", false, tabsLevel, "  if x {\n    z()\n  }\n"},
		{"spaces-for-tabs-in-inline-form", "fun {\n\tx()\n}\n", "fun {\n        x()\n}", "fun {\n        y()\n}", true, tabsLevel, "fun {\n\ty()\n}\n"},
		{"spaces-for-tabs-in-inline-form-also-inside-a-line", "fun {\n\tx()\n}\nif fun {\n\tx()\n}\n", "fun {\n        x()\n}", "Q", true, tabsLevel, ""},
		{"a-comment-with-a-space-after-the-tab", "\t/*\n\t * old\n\t */\n", "    /*\n     * old\n     */\n", "    /*\n     * new\n     */\n", false, tabsLevel, "\t/*\n\t * new\n\t */\n"},
		{"tabs-at-other-columns", "\tfoo()\n\t\tbar()\n", "    foo()\n      bar()\n", "x\n", false, "", ""},
		{"tabs-twice", "\tfoo()\n\tfoo()\n", "    foo()\n", "x\n", false, tabsLevel, ""},
		{"tabs-in-a-region-that-mixes", "\tfoo()\n    bar()\n", "    foo()\n    bar()\n", "    foo()\n    baz()\n", false, tabsLevel, ""},

		// entities
		{"entities", "if a < b && c > d {\n", "if a &lt; b &amp;&amp; c &gt; d {\n", "if a &lt;= b &amp;&amp; c &gt; d {\n", false, entitiesLevel, "if a <= b && c > d {\n"},
		{"entities-only-in-the-find", "if a < b {\n", "if a &lt; b {\n", "if a <= b {\n", false, entitiesLevel, "if a <= b {\n"},
		{"entities-of-quotes", `x = "a" < b` + "\n", "x = &quot;a&quot; &lt; b", "x = &quot;c&quot; &lt; b", true, entitiesLevel, `x = "c" < b` + "\n"},
		{"entities-in-the-region", "<p>a &amp; b</p>\n", "&lt;p&gt;a &amp;amp; b&lt;/p&gt;\n", "x\n", false, "", ""},
		{"entities-and-characters-in-the-find", "a < b < c\n", "a &lt; b < c\n", "a\n", false, entitiesLevel, ""},
		{"entities-and-characters-in-the-replacement", "one < b\n", "one &lt; b\n", "one &lt; b < c\n", false, entitiesLevel, ""},
		{"entities-of-quotes-in-the-replacement-only", "one < b\n", "one &lt; b\n", "one &lt; &quot;b&quot;\n", false, entitiesLevel, ""},
		{"an-ampersand-that-shell-writes", "cmd 2>&1 2>&2;\n", "cmd 2&gt;&amp;1 2&gt;&amp;2;\n", "cmd\n", false, entitiesLevel, "cmd\n"},
		{"entities-of-which-the-find-has-one", "if abc < b {\n", "if abc &lt; b {\n", "if abc &lt; b &amp;&amp; c &gt; d {\n", false, entitiesLevel, "if abc < b && c > d {\n"},
		{"entities-twice", "one < two\none < two\n", "one &lt; two", "x", true, entitiesLevel, ""},

		{"trailing-where-another-place-is-deeper", "foo() \nbar()\nx\n  foo()\n  bar()\n", "foo()\nbar()\n", "uno()\nbar()\n", false, trailingLevel, "uno()\nbar()\nx\n  foo()\n  bar()\n"},
		{"a-shift-where-another-place-is-bent", "  foo()\n  bar()\nx\nfoo()\n    bar()\n", "foo()\nbar()\n", "uno()\nbar()\n", false, shiftLevel, ""},

		// a blank line too many
		{"a-blank-line-before", "one()\ntwo()\n", "\ntwo()\n", "\ndos()\n", false, edgeLevel, "one()\ndos()\n"},
		{"a-blank-line-before-that-the-replacement-has-not", "one()\ntwo()\n", "\ntwo()\n", "dos()\n", false, edgeLevel, "one()\ndos()\n"},
		{"a-blank-line-behind", "one()\ntwo()\n", "one()\n\n", "uno()\n\n", false, edgeLevel, "uno()\ntwo()\n"},
		{"a-blank-line-behind-the-last-line", "one()\ntwo()", "two()\n\n", "dos()\n\n", false, edgeLevel, "one()\ndos()"},
		{"a-blank-line-at-both-edges", "one()\ntwo()\nend\n", "\ntwo()\n\n", "\ndos()\n\n", false, edgeLevel, "one()\ndos()\nend\n"},
		{"a-blank-line-at-one-edge-of-two-that-have-one", "one()\n\ntwo()\nend\n", "\ntwo()\n\n", "\ndos()\n\n", false, edgeLevel, "one()\n\ndos()\nend\n"},
		{"a-blank-line-at-the-other-edge-of-the-replacement-stays", "one()\ntwo()\nend\n", "\ntwo()\n", "dos()\n\n", false, edgeLevel, "one()\ndos()\n\nend\n"},
		{"two-blank-lines-in-the-replacement-of-one", "one()\ntwo()\n", "\ntwo()\n", "\n\ndos()\n", false, edgeLevel, "one()\n\ndos()\n"},
		{"two-blank-lines-too-many", "one()\ntwo()\n", "\n\ntwo()\n", "dos()\n", false, "", ""},
		{"a-second-blank-line-before", "one()\n\ntwo()\n", "one()\n\n\n", "uno()\n\n\n", false, edgeLevel, "uno()\n\ntwo()\n"},
		{"a-blank-line-of-blanks", "one()\ntwo()\n", "  \ntwo()\n", "\t\ndos()\n", false, edgeLevel, "one()\ndos()\n"},
		{"a-blank-line-before-in-inline-form", "one()\ntwo()\nend\n", "\ntwo()", "\ndos()", true, "", ""}, // "\ntwo()" is there
		{"a-blank-line-before-the-file-in-inline-form", "one()\ntwo()\n", "\none()\n", "\nuno()\n", true, edgeLevel, "uno()\ntwo()\n"},
		{"a-blank-line-behind-in-inline-form", "one()\ntwo()\nend\n", "two()\n\n", "dos()\n\n", true, edgeLevel, "one()\ndos()\nend\n"},
		{"a-blank-line-behind-in-inline-form-that-ends-otherwise", "one()\ntwo()\nend\n", "two()\n\n", "dos()", true, "", ""},
		{"a-blank-line-in-crlf", "one()\r\ntwo()\r\n", "\ntwo()\n", "\ndos()\n", false, edgeLevel, "one()\r\ndos()\r\n"},
		{"a-blank-line-and-all-removed", "one()\ntwo()\nend\n", "\ntwo()\n", "", false, edgeLevel, "one()\nend\n"},
		{"a-blank-line-in-the-place-of-all", "one()\ntwo()\nend\n", "\ntwo()\n", "\n", false, edgeLevel, ""},
		{"a-blank-line-twice", "two()\ntwo()\n", "\ntwo()\n", "dos()\n", false, edgeLevel, ""},
		{"a-blank-line-at-either-edge-in-two-places", "two()\nx\n\ntwo()\ny\n", "\ntwo()\n\n", "\ndos()\n\n", false, edgeLevel, "two()\nx\n\ndos()\ny\n"},
		{"a-blank-line-at-one-edge-or-the-other", "two()\n\nx\n\ntwo()\ny\n", "\ntwo()\n\n", "dos()\n", false, edgeLevel, ""},
		{"a-blank-line-and-other-indentation-are-two", "one()\n  two()\n", "\n    two()\n", "x\n", false, "", ""},
		{"a-blank-line-and-a-part-of-a-line", "one()\ntwo() + 1\n", "\ntwo()\n", "dos()\n", false, "", ""},
		{"a-blank-line-inside", "one()\ntwo()\n", "one()\n\ntwo()\n", "x\n", false, "", ""},

		// made already
		{"made-a-line-and-a-blank", "foo() \nbar()\nbaz()\n", "foo()\nbar()\n", "foo() \nbar()\nbaz()\n", false, trailingLevel, ""},
		{"a-byte-order-mark-before-quotes", "\ufeffsay(‘abc’)\n", "\ufeffsay('abc')", "\ufeffcry('abc')", true, lookAlikeLevel, "\ufeffcry(‘abc’)\n"},
		{"made-quotes", "say(‘abc’ + b)\n", "'abc'", "‘abc’ + b", true, lookAlikeLevel, ""},
		{"made-a-shift", "    foo()\n    bar()\n", "  foo()\n  bar()\n", "    foo()\n    bar()\n", false, shiftLevel, ""},
		{"made-a-wrap", "  if x:\n    foo()\n    bar()\n", "  foo()\n  bar()\n", "  if x:\n    foo()\n    bar()\n", false, shiftLevel, ""},
		{"made-a-wrap-in-inline-form", "  if x:\r\n    foo()\r\n    bar()\r\n", "  foo()\n  bar()\n", "  if x:\n    foo()\n    bar()\n", true, shiftLevel, ""},
		{"made-a-wrap-of-what-was-shifted", "    if x:\n      foo()\n      bar()\n", "foo()\nbar()\n", "if x:\n  foo()\n  bar()\n", false, shiftLevel, ""},
		{"made-a-wrap-with-tabs", "\tif x:\n\t\tfoo()\nend\n", "        foo()", "    if x:\n        foo()", true, tabsLevel, ""},
		{"not-made-one-line-deeper", "def f():\n\tif x:\n\t\ta()\n\treturn b\n", "    if x:\n        a()\n    return b\n", "    if x:\n        a()\n        return b\n", false, tabsLevel, "def f():\n\tif x:\n\t\ta()\n\t\treturn b\n"},
		{"not-made-two-lines-deeper", "if x:\n\tfoo()\n\tbar()\n", "    foo()\n    bar()\n", "        foo()\n        bar()\n", false, tabsLevel, "if x:\n\t\tfoo()\n\t\tbar()\n"},
		{"not-made-by-another-brace", "f {\n  if a {\n    b();\n}\n", "if a {\n  b();\n", "if a {\n  b();\n}\n", false, shiftLevel, "f {\n  if a {\n    b();\n  }\n}\n"},
		{"made-at-a-last-line-without-a-line-end", "one()\nfoo() \nbar()", "foo()\n", "one()\nfoo() \nbar()\n", true, trailingLevel, ""},
		{"nothing-to-make", "\tfoo()\n", "    foo()\n", "\tfoo()\n", false, tabsLevel, "\tfoo()\n"},

		// nothing
		{"an-exact-match-is-not-for-tolerant", "foo()\n foo()\n", "foo()\n", "x\n", false, "", ""},
		{"an-ambiguous-exact-match-too", "foo()\nfoo()\n", "foo()", "x\n", true, "", ""},
		{"too-little-to-be-recognised", "  }\n", "    }\n", "x\n", false, "", ""},
		{"another-word", "foo(1)\nbar(2)\n", "foo(1)\nbar(3)\n", "x\n", false, "", ""},
		{"a-strict-level-comes-first", "foo() \nfoo()\n  foo()\t\n", "foo()  \n", "bar()\n", false, trailingLevel, ""},
		{"a-stricter-level-wins", "\t foo()\n  bar()\n", "\t foo() \n  bar()\n", "\t baz()\n  bar()\n", false, trailingLevel, "\t baz()\n  bar()\n"},
		{"carriage-returns-that-make-new-line-ends", "foo()\r\r\nbar \r\n", "foo()\nbar\n", "x\n", false, "", ""},
		{"nothing-to-find", "a\n", "", "x\n", false, "", ""},
		{"in-an-empty-file", "", "foo() \n", "x\n", false, "", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			out, tl := tolerate(tt.src, text.Value{Text: tt.find, Block: !tt.inline}, text.Value{Text: tt.replace, Block: !tt.inline})
			if out != tt.want || tl.Level != tt.level {
				t.Errorf("got %q at level %q (%d places), want %q, %q", out, tl.Level, len(tl.Spans), tt.want, tt.level)
			}
		})
	}
}

const java = "class A {\n    void one() {\n        zero();\n        two();\n    }\n}\n"

func TestBeside(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name               string
		src, find, content string
		inline             bool
		level, want        string // want is "" where it must refuse
	}{
		{"trailing", "one() \n", "one()\t\n", "one()\t\ntwo() \n", false, trailingLevel, "one()\t\ntwo() \n"},
		{"numbered", "a\nabc def\n", "     2\tabc def\n", "     3\tghi\n     4\tjkl\n", false, numbersLevel, "ghi\njkl\n"},
		{"numbered-in-the-pattern-only", "a\nabc def\n", "2\tabc def", "ghi", true, numbersLevel, "ghi"},
		{"numbered-in-part", "a\nabc def\n", "2\tabc def\n", "3\tghi\njkl\n", false, numbersLevel, ""},
		{"numbered-from-elsewhere", "a\nabc def\n", "2\tabc def\n", "4\tghi\n", false, numbersLevel, ""},
		{"numbered-from-before", "a\nabc def\n", "2\tabc def\n", "1\tghi\n", false, numbersLevel, ""},
		{"look-alikes-are-as-they-came", "say(‘hi’)\n", "say('hi')\n", "say('hi')\nsay('ho')\n", false, lookAlikeLevel, "say('hi')\nsay('ho')\n"},
		{"shifted", "class A:\n    def f(self):\n        a = 1\n", "def f(self):\n    a = 1\n", "def g(self):\n    a = 2\n", false, shiftLevel, "    def g(self):\n        a = 2\n"},
		{"shifted-as-deep-as-a-line-that-is-not-in-the-file", "if a:\n  if b:\n    c\n    abc\n", "if b:\n  c\n  abc\n", "  def\n", false, shiftLevel, ""},
		{"shifted-as-deep-as-another-line", "x\n      abc\n        def\n", "abc\n  def\n", "  ghi\n", false, shiftLevel, "        ghi\n"},
		{"shifted-or-a-method-of-the-class", "class A:\n    def f(self):\n        a = 1\n", "def f(self):\n    a = 1\n", "\n    def g(self):\n        return a\n", false, shiftLevel, ""},
		{"shifted-and-then-a-method-of-the-class", "class A:\n    def f(self):\n        a = 1\n", "def f(self):\n    a = 1\n", "def h(self): pass\n    def g(self):\n        return a\n", false, shiftLevel, "    def h(self): pass\n        def g(self):\n            return a\n"},
		{"shifted-or-as-deep-as-the-file", "class A:\n    def f(self):\n        a = 1\n", "def f(self):\n    a = 1\n", "    a = 1\n\n    return a\n", false, shiftLevel, ""},
		{"shifted-with-too-little-to-take-away", "foo()\n", "    foo()", "  bar()", true, shiftLevel, ""},
		{"shifted-back-too-far", "foo()\nbar()\n", "    foo()\n    bar()\n", "  baz()\n", false, shiftLevel, ""},
		{"shifted-inline-ends-otherwise", "  foo()\n  bar()\n", "foo()\nbar()", "baz()\n", true, shiftLevel, "  baz()\n"},
		{"shifted-inline-that-ends-in-a-line-break", "  foo()\n  bar()\n", "foo()\nbar()\n", "baz()", true, shiftLevel, "  baz()"},
		{"tabs", "all:\n\techo abc\n", "all:\n    echo abc\n", "    echo def\n", false, tabsLevel, "\techo def\n"},
		{"escaped", "<p>abc</p>\n", "&lt;p&gt;abc&lt;/p&gt;\n", "&lt;p&gt;def&lt;/p&gt;\n", false, entitiesLevel, "<p>def</p>\n"},
		{"escaped-in-the-pattern-only", "<p>abc</p>\n", "&lt;p&gt;abc&lt;/p&gt;\n", "<p>def</p>\n", false, entitiesLevel, "<p>def</p>\n"},
		{"escaped-in-part", "<p>abc</p>\n", "&lt;p&gt;abc&lt;/p&gt;\n", "<p>&lt;def&gt;</p>\n", false, entitiesLevel, ""},
		{"shifted-as-the-file-is", "class A {\n    foo() {\n        alpha();\n        beta();\n    }\n}\n", "alpha();\nbeta();\n", "        gamma();\n", false, shiftLevel, ""},
		{"shifted-as-both-are", "- a\n    - top\n        - one\n", "- top\n    - one\n", "    - two\n", false, shiftLevel, ""},
		{"shifted-or-a-method-behind-its-end", java, "    two();\n}\n", "    void three() {\n        four();\n    }\n", false, shiftLevel, ""},
		{"shifted-or-a-field-behind-its-end", java, "    two();\n}\n", "    int x = 3;\n", false, shiftLevel, ""},
		{"shifted-or-a-field-behind-its-end-inline", java, "    two();\n}", "    int x = 3;", true, shiftLevel, ""},
		{"shifted-or-an-annotated-field-behind-its-end", java, "    two();\n}\n", "\n    @Id\n    int x = 3;\n", false, shiftLevel, ""},
		{"shifted-behind-its-end", java, "    two();\n}\n", "void three() {\n    four();\n}\n", false, shiftLevel, "    void three() {\n        four();\n    }\n"},
		{"shifted-or-a-method-behind-its-body", java, "    zero();\n    two();\n", "    }\n\n    void three() {\n        four();\n", false, shiftLevel, ""},
		{"shifted-or-the-end-of-its-body", java, "    zero();\n    two();\n", "    }\n    int x = 3;\n", false, shiftLevel, ""},
		{"shifted-or-a-method-behind-statements", longer, "    x = one()\n    return x\n", "\n    def h(self):\n        pass\n", false, shiftLevel, ""},
		{"shifted-or-a-function-behind-statements", "def f():\n    a = one()\n    if a:\n        two()\n    return a\n", "if a:\n    two()\nreturn a\n", "def g():\n    pass\n", false, shiftLevel, ""},
		{"shifted-or-a-key-behind-others", "s:\n  web:\n    image: a\n    port: x\n  db:\n    image: b\n", "  image: a\n  port: x\n", "  cache:\n    image: c\n", false, shiftLevel, ""},
		{"shifted-behind-statements", longer, "    x = one()\n    return x\n", "    y = two()\n", false, shiftLevel, "        y = two()\n"},
		{"shifted-with-a-block-of-its-own", java, "    zero();\n    two();\n", "    if (a) {\n        b();\n    }\n", false, shiftLevel, ""},
		{"a-blank-line-too-many", "one()\ntwo()\n", "\ntwo()\n", "\ntres()\n", false, edgeLevel, "\ntres()\n"},
		{"two-places", "one() \none() \n", "one()\t\n", "two()\n", false, trailingLevel, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got, ok := Beside([]byte(tt.src), text.Value{Text: tt.find, Block: !tt.inline}, text.Value{Text: tt.content, Block: !tt.inline})
			if !ok {
				got.Text = ""
			}
			if got.Text != tt.want || got.Level != tt.level {
				t.Errorf("got %q at level %q (%d places), want %q, %q", got.Text, got.Level, len(got.Spans), tt.want, tt.level)
			}
		})
	}
}

// undo takes what a level ignores from a text.
func undo(level, s string) string {
	each := func(f func(string) string) string {
		lines := strings.Split(s, "\n")
		for i := range lines {
			lines[i] = f(lines[i])
		}
		return strings.Join(lines, "\n")
	}
	switch level {
	case trailingLevel:
		return each(func(l string) string { return strings.TrimRight(l, " \t") })
	case lookAlikeLevel:
		return fold(s)
	case shiftLevel, tabsLevel:
		return each(func(l string) string { return strings.TrimLeft(l, " \t") })
	case entitiesLevel:
		return unescape(s)
	case edgeLevel:
		lines := strings.Split(s, "\n")
		for len(lines) > 0 && blank(lines[0]) {
			lines = lines[1:]
		}
		for len(lines) > 0 && blank(lines[len(lines)-1]) {
			lines = lines[:len(lines)-1]
		}
		return strings.Join(lines, "\n")
	}
	return s
}

// alike reports whether a region, which starts on a line, is a find but for what a level
// ignores.
func alike(level, region, needle string, line int) bool {
	if level != numbersLevel {
		return undo(level, region) == undo(level, needle)
	}
	if short, ended := strings.CutSuffix(needle, "\n"); ended {
		if needle = short; !strings.HasSuffix(region, "\n") {
			return false
		}
		region = region[:len(region)-1]
	}
	return slices.ContainsFunc(unnumber(strings.Split(needle, "\n")), func(p pasted) bool {
		return strings.Join(p.lines, "\n") == region && (p.first == line || len(p.lines) > 1 && p.sep[0] != ':')
	})
}

// checkTolerated fails where an invariant of Tolerated does not hold.
func checkTolerated(t *testing.T, src []byte, find, replace text.Value) {
	t.Helper()
	exact := len(Find(src, find).Spans) > 0
	got, ok := Tolerant(src, find, replace)
	if exact && (ok || len(got.Spans) > 0) {
		t.Fatalf("an exact match went to Tolerant: %q in %q", find.Text, src)
	}
	if ok && len(got.Spans) != 1 {
		t.Fatalf("%d places were tolerated: %q in %q", len(got.Spans), find.Text, src)
	}
	for _, s := range got.Spans {
		if s.Start < 0 || s.Start >= s.End || s.End > len(src) {
			t.Fatalf("span %v of %d bytes", s, len(src))
		}
		if s.Start > 0 && src[s.Start] == '\n' && src[s.Start-1] == '\r' || s.End < len(src) && src[s.End] == '\n' && src[s.End-1] == '\r' {
			t.Fatalf("span %v of %q parts a line end", s, src)
		}
		region, needle := text.Unix(string(src[s.Start:s.End])), text.Unix(find.Snippet())
		if got.Blanks {
			region, needle = strings.Trim(region, indentBlanks), strings.Trim(needle, indentBlanks)
		}
		if len(got.Spans) == 1 && !alike(got.Level, region, needle, text.LineNumbers(src, []int{s.Start})[0]) {
			t.Fatalf("%s: %q is not %q in %q", got.Level, region, needle, src)
		}
		if region == needle {
			t.Fatalf("%s: %q is found exactly in %q", got.Level, needle, src)
		}
		if got.Whole && (!find.Block || s.Start > text.Body(src) && src[s.Start-1] != '\n' || s.End < len(src) && src[s.End] != '\n' && src[s.End] != '\r') {
			t.Fatalf("%s: %q is not whole lines in %q", got.Level, region, src)
		}
	}
	if ok && len(src) < 100 && !bytes.ContainsAny(src, "\r\ufeff") && utf8.Valid(src) && utf8.ValidString(find.Text) {
		checkOnlyPlace(t, string(src), find, got)
	}
	if ok && replace.Text != "" && strings.Contains(trailingLevel+shiftLevel+tabsLevel, got.Level) {
		checkLines(t, got, find, replace)
	}
	if find.Block && strings.HasSuffix(replace.Text, "\n") {
		// What comes after the find is adapted as behind it in a replacement.
		beside, ok := Beside(src, find, replace)
		both, okBoth := Tolerant(src, find, text.Value{Text: find.Text + replace.Text, Block: true})
		if ok && okBoth && both.Level != numbersLevel && both.Level != edgeLevel && !strings.HasSuffix("\n"+both.Text, "\n"+strings.TrimSuffix(beside.Text, "\n")) {
			t.Fatalf("%s: %q after %q became %q alone and %q together", both.Level, replace.Text, find.Text, beside.Text, both.Text)
		}
	}
	if ok && find == replace && got.Level != numbersLevel {
		// What is replaced by itself stays as it is, blanks and all.
		s := got.Spans[0]
		if region := text.Unix(string(src[s.Start:s.End])); got.Text != region {
			t.Fatalf("%s: %q became %q", got.Level, region, got.Text)
		}
	}
}

// checkLines fails where lines of a replacement were changed in more than a level
// ignores, or at their ends although the find has no such line.
func checkLines(t *testing.T, got Tolerated, find, replace text.Value) {
	t.Helper()
	lines := func(s string) []string { return strings.Split(s, "\n") }
	old, sent, put := lines(text.Unix(find.Snippet())), lines(text.Unix(replace.Snippet())), lines(got.Text)
	if len(sent) != len(put) {
		t.Fatalf("%s: %q became %q", got.Level, sent, put)
	}
	for i, line := range sent {
		same := undo(got.Level, line) == undo(got.Level, put[i])
		if !slices.Contains(old, line) {
			same = line == put[i] || got.Level != trailingLevel && strings.TrimLeft(line, indentBlanks) == strings.TrimLeft(put[i], indentBlanks)
		}
		if !same {
			t.Fatalf("%s: %q became %q, for %q", got.Level, line, put[i], old)
		}
	}
}

var fuzzSeeds = [][2]string{
	{"one() \ntwo()\n", "one()\ntwo()\n"}, {"foo()\nbar()\n", "1\tfoo()\n2\tbar()\n"}, {"‘hi’ – you\n", "'hi' - you\n"},
	{"\tif x {\n\t\ty()\n\t}\n", "    if x {\n        y()\n    }\n"}, {"  abc\n  def\n", "abc\ndef\n"}, {"a < b && ccc\n", "a &lt; b &amp;&amp; ccc\n"},
	{"\ufeffabc \r\ndef\r\n", "abc\ndef\n"}, {"abc\ndef\nghi\njkl\n", "abc\n...\njkl\n"}, {"\xffabc’\xfe\n", "abc'\n"}, {"aaa\n\n\naaa\n", "aaa \n\n"},
	{"\r\r\nabc \n", "abc\n\n"}, {"abcdef = 1;\n", "abcdef = 2;\n"},
	{"aaa\xed", "aaa\r\r\n"},
}

func FuzzTolerant(f *testing.F) {
	for _, s := range fuzzSeeds {
		f.Add([]byte(s[0]), s[1], s[1], true)
		f.Add([]byte(s[0]), s[1], "x\n", false)
	}
	f.Fuzz(func(t *testing.T, src []byte, find, replace string, block bool) {
		if block && find != "" && !strings.HasSuffix(find, "\n") {
			find += "\n"
		}
		old, fresh := text.Value{Text: find, Block: block}, text.Value{Text: replace, Block: block}
		checkTolerated(t, src, old, fresh)
		checkTolerated(t, src, old, old)
		m := Nearest(src, old)
		total := text.Count(src)
		if m.First < 0 || m.First > m.Last || m.Last > max(total, 1) || m.Similarity < 0 || m.Similarity >= 1 {
			t.Fatalf("Nearest(%q, %q) = %+v of %d lines", src, find, m, total)
		}
		if !bytes.Contains(src, []byte(m.Text)) {
			t.Fatalf("Nearest(%q, %q): %q is not there", src, find, m.Text)
		}
		if line := Applied(src, old, fresh); line < 0 || line > max(total, 1) {
			t.Fatalf("Applied = %d of %d lines", line, total)
		}
		for i := 1; i < len(src); i++ {
			InsideWord(src, text.Span{Start: i - 1, End: i})
		}
	})
}

// TestTolerantTakesBoundedTime gives it what has as many almost-matches as lines.
func TestTolerantTakesBoundedTime(t *testing.T) {
	t.Parallel()
	src := bytes.Repeat([]byte("abc\n"), 1<<18)
	for _, find := range []string{
		strings.Repeat(" abc\n", 5000), strings.Repeat("abc\n", 2500) + " abc\n" + strings.Repeat("abc\n", 2500), strings.Repeat("abc\n", 5000) + "x\n",
	} {
		if _, ok := Tolerant(src, text.Value{Text: find, Block: true}, text.Value{Text: "x\n", Block: true}); ok {
			t.Errorf("one of many places was taken for %.20q", find)
		}
	}
	src = []byte("  abc;\n" + strings.Repeat("abc;", 1<<20))
	if _, ok := Tolerant(src, text.Value{Text: "abc; "}, text.Value{Text: "x"}); ok {
		t.Error("one of many places in a long line was taken")
	}
	var find, replacement strings.Builder
	for i := range 30_000 {
		fmt.Fprintf(&find, "  old %d\n", i)
		fmt.Fprintf(&replacement, "    new %d\n", i)
	}
	moved := strings.ReplaceAll(find.String(), "  ", "    ")
	if out, _ := tolerate(moved, text.Value{Text: find.String(), Block: true}, text.Value{Text: replacement.String(), Block: true}); out != replacement.String() {
		t.Errorf("many lines at another depth were not replaced: %.20q", out)
	}
	around := strings.Repeat("    x\n", 10_000)
	more := strings.Repeat("  x\n", 10_000) + "  y\n  old\n  end\n"
	if out, tl := tolerate(around+"    old\n    end\n", text.Value{Text: "  old\n  end\n", Block: true}, text.Value{Text: more, Block: true}); out == "" {
		t.Errorf("lines before a place at another depth were not added: %+v", tl.Spans)
	}
	var b bytes.Buffer
	for i := range 4000 {
		fmt.Fprintf(&b, "same\n%d\n", i)
	}
	if out, _ := tolerate(b.String(), text.Value{Text: "same \n3999\n", Block: true}, text.Value{Text: "other\n", Block: true}); !strings.HasSuffix(out, "3998\nother\n") {
		t.Errorf("the last of many was not found: %.20q", out)
	}
}
