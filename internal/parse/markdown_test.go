package parse_test

import (
	"strings"
	"testing"
)

// TestWhatElseQuotes: CDATA, <pre>, block quotes and indented code show the blocks in them.
func TestWhatElseQuotes(t *testing.T) {
	t.Parallel()
	const runs = "file_delete_0:"
	quoted := func(in string) string { return "quoted delete:1 in " + in + "\n" }
	for _, tt := range []parseCase{
		{"section", "<![CDATA[" + del + "]]>", quoted("CDATA")},
		{"section-over-lines", "<![CDATA[\n\n" + del + "\n\n]]>\n" + del, runs + "6 file=\"a\"\nquoted delete:3 in CDATA\n"},
		{"section-in-a-line", "So <![CDATA[ " + del + " ]]> and\n" + del, runs + "2 file=\"a\"\n" + quoted("CDATA")},
		{"section-that-never-closes", "<![CDATA[" + del, "file_delete_0:1 Skipped: it stands after the unclosed CDATA section at line 1\n"},
		{"section-in-a-line-that-never-closes", "So <![CDATA[ " + del + "\n\n" + del, skippedIn("file_delete_0", 1, "CDATA section") + "file_delete_1:3 file=\"a\"\n"},
		{"section-with-a-block-that-holds-its-end", "<![CDATA[<append><file>b</file><content>]]>" + del + "</content></append>]]>", "quoted append:1 in CDATA\n"},
		{"end-of-a-section-alone", "]]> " + del, runs + "1 file=\"a\"\n"},

		{"pre", "<pre>" + del + "</pre>", quoted("pre")},
		{"pre-with-a-class", "<pre class=\"x\">\n" + del + "\n</pre>\n" + del, runs + "4 file=\"a\"\nquoted delete:2 in pre\n"},
		{"pre-in-a-line", "So <pre>" + del + "</pre>" + del, runs + "1 file=\"a\"\n" + quoted("pre")},
		{"pre-and-code", "<pre><code>\n\n" + del + "\n\n</code></pre>\n" + del, runs + "6 file=\"a\"\nquoted delete:3 in pre\n"},
		{"pre-that-never-closes", "<pre>\n" + del, "file_delete_0:2 Skipped: it stands after the unclosed <pre> at line 1\n"},

		{"block-quote", "> " + del, quoted("block quote")},
		{"block-quote-without-a-blank", ">" + del, quoted("block quote")},
		{"block-quote-in-a-quote", "> > " + del, quoted("block quote")},
		{"block-quote-behind-text", "> so: " + del, quoted("block quote")},
		{"block-quote-as-far-behind-its-mark-as-is-looked", "> " + strings.Repeat("x", 198) + del, quoted("block quote")},
		{"block-quote-over-lines", "> <delete>\n> <file>a</file>\n> </delete>\n\n" + del, runs + "5 file=\"a\"\n" + quoted("block quote")},
		{"block-quote-of-a-block-with-a-text", "> <append>\n> <file>b</file>\n> <content>\n> x\n>\n> </content>\n> </append>\n\n" + del, runs + "9 file=\"a\"\n" + "quoted append:1 in block quote\n"},
		{"block-quote-of-two-blocks", "> <append>\n> <file>b</file>\n> <content>\n> </content>\n> </append>\n> <append>\n> <file>b</file>\n> <content>\n> </content>\n> </append>\n" + del, runs + "11 file=\"a\"\n" + "quoted append:1 in block quote\nquoted append:6 in block quote\n"},
		{"block-quote-that-ends-before-its-block", "> <append>\n> <file>b</file>\n> <content>\n\n> </content>\n> </append>\n" + del, "file_delete_0:7 Skipped: it stands after the quoted <append> at line 1, which never ends\nquoted append:1 in block quote\n"},
		{"block-quote-of-a-block-cut-off", "> <append><file>b</file><content>x\n\n" + del, "file_delete_0:3 Skipped: it stands after the quoted <append> at line 1, which never ends\nquoted append:1 in block quote\n"},
		{"behind-a-block-quote", "> so\n" + del, runs + "2 file=\"a\"\n"},
		{"more-than", "if a > b " + del, runs + "1 file=\"a\"\n"},

		{"indented-code", "So:\n\n    " + del + "\n", "quoted delete:3 in indented code\n"},
		{"indented-by-a-tab", "So:\n\n\t" + del + "\n", "quoted delete:3 in indented code\n"},
		{"indented-code-below-a-heading", "# So\n\n    " + del, "quoted delete:3 in indented code\n"},
		{"indented-code-over-lines", "So:\n\n    <delete>\n    <file>a</file>\n    </delete>\n\n" + del, runs + "7 file=\"a\"\nquoted delete:3 in indented code\n"},
		{"indented-code-behind-a-block", del + "\n\n    " + del, runs + "1 file=\"a\"\nquoted delete:3 in indented code\n"},
		{"indented-less", "So:\n\n   " + del, runs + "3 file=\"a\"\n"},
		{"indented-in-a-paragraph", "So:\n    " + del, runs + "2 file=\"a\"\n"},
		{"indented-in-a-list", "1. So:\n\n    " + del, runs + "3 file=\"a\"\n"},
		{"indented-in-a-paragraph-of-a-list", "- So:\n\n  then\n\n    " + del, runs + "5 file=\"a\"\n"},
		{"indented-at-the-start", "    " + del, runs + "1 file=\"a\"\n"},
		{"indented-behind-blank-lines", "\n\n    " + del, runs + "3 file=\"a\"\n"},

		{"code-span-across-the-end-of-code", "<code>`</code>" + del + "`", quoted("code span")},
		{"code-span-across-the-end-of-code-in-a-line", "So <code>x `</code> " + del + " ` then\n" + del, runs + "2 file=\"a\"\n" + quoted("code span")},
		{"two-code-spans-across", "<code>`</code>" + del + "` `" + del + "`", quoted("code span") + quoted("code span")},
		{"backtick-in-code", "<code>`</code> " + del + "\n\n" + del, skippedIn("file_delete_0", 1, "code span") + "file_delete_1:3 file=\"a\"\n"},
		{"code-span-in-code", "<code>`x`</code> " + del, runs + "1 file=\"a\"\n"},
		{"code-span-before-code", "`x` <code>y</code> " + del, runs + "1 file=\"a\"\n"},
		{"code-span-behind-code", "<code>x</code>` so\n" + del + "`", "file_delete_0:2 Skipped: it stands between two backticks, the first at line 1\n"},
		{"backtick-behind-code", "<code>\nx</code>` " + del + "\n\n" + del, "file_delete_0:2 Skipped: it stands in a code span that opens at line 2 and never closes\nfile_delete_1:4 file=\"a\"\n"},
		{"backtick-in-code-over-paragraphs", "<code>\n`\n\nx\n</code>\n" + del, runs + "6 file=\"a\"\n"},
	} {
		if got := dump(one(tt.in)); got != tt.want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, tt.want)
		}
	}
}
