package parse_test

import (
	"fmt"
	"strings"
	"testing"
)

// A response is converted if all of its lines end in CRLF, and some of these ends are
// around the values: what a value alone has was meant.
func TestConvertedResponses(t *testing.T) {
	t.Parallel()
	lf := fmt.Sprintf(create, "x\ny")
	for _, tt := range []struct {
		name, in  string
		converted bool
	}{
		{"lf", lf, false},
		{"crlf", strings.ReplaceAll(lf, "\n", "\r\n"), true},
		{"crlf-with-prose", "First:\r\n\r\n" + strings.ReplaceAll(lf, "\n", "\r\n") + "Done.\r\n", true},
		{"prose-in-lf", "First:\n" + strings.ReplaceAll(lf, "\n", "\r\n"), false},
		{"crlf-in-the-content", fmt.Sprintf(create, "x\r\ny\r"), false},
		{"on-one-line-but-for-the-content", "<create><file>a.md</file><content>\r\nx\r\ny\r\n</content></create>", false},
		{"on-one-line-with-an-end", "<create><file>a.md</file><content>\r\nx\r\ny\r\n</content></create>\r\n", true},
		{"no-line-end", "<create><file>a.md</file><content>x</content></create>", false},
	} {
		r := one(tt.in)
		if len(r.Operations) != 1 || r.Operations[0].Converted != tt.converted {
			t.Errorf("%s: %s, converted %t, want %t", tt.name, dump(r), r.Operations[0].Converted, tt.converted)
		}
	}
}

// A last line that the response does not end is ended as the lines before it are.
func TestLastLinesEndAsTheOthersDo(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, raw, want string }{
		{"crlf", "\nx\r\ny", "x\r\ny\r\n"},
		{"lf", "\nx\ny", "x\ny\n"},
		{"both", "\nx\r\ny\nz", "x\r\ny\nz\n"},
		{"one-line", "\nx", "x\n"},
		{"a-carriage-return-that-is-text", "\nx\ny\r", "x\ny\r\r\n"},
		{"cdata", "\n<![CDATA[x\r\ny]]>\n", "x\r\ny\r\n"},
		{"ended", "\nx\r\ny\r\n", "x\r\ny\r\n"},
	} {
		r := one("<create>\n<file>a</file>\n<content>" + tt.raw + "</content>\n</create>")
		if got := r.Operations[0].Args[1].Value.Text; got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
}
