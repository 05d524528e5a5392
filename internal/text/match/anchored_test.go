package match

import (
	"strings"
	"testing"
)

func TestPastedAnchors(t *testing.T) {
	t.Parallel()
	const old = "one\ntwo\n\nfour\n" // et9, 7z2, wer, 0kq
	for _, tt := range []struct {
		name, text, old string
		every, ofFile   bool
		ok              bool
	}{
		{"rows-of-read", "     1#et9\tone\n     2#7z2\tTWO\n", old, true, true, true},
		{"one-row-of-read", "     2#7z2\tTWO\n", old, true, true, true},
		{"rows-of-grep", "1#et9-one\n2#7z2:TWO\n", old, true, true, true},
		{"rows-of-two-places", "a/b.txt:1#et9:ONE\n--\na/b.txt-4#0kq-FOUR\n", old, true, true, true},
		{"other-separators", "1#et9|ONE\n4#0kq\u2192FOUR\n2#7z2 two\n", old, true, true, true},
		{"upper-case", "1#ET9|ONE\n", old, true, true, true},
		{"blank-line", "3#wer\n", old, true, true, true},
		{"some-lines", "     1#et9\tone\nnew\nnew\n     2#7z2\tTWO\n", old, false, true, true},
		{"every-second-is-of-the-file", "     1#et9\tONE\n     2#000\tnew\n", old, true, true, true},
		{"of-another-file", "     7#et9\tone\n     9#7z2\ttwo\r\n", "", true, false, true},
		{"some-lines-of-another-file", "# sample\n7#et9:one\n", "", false, false, true},
		{"byte-order-mark", "1#et9:ONE\n", "\ufeff" + old, true, true, true},

		{"of-another-file-as-the-old-text-has", "7#et9:one\n", "x\n8#7z2:two\n", false, false, false},
		{"changed-and-of-another-file", "7#et9:ONE\n", old, false, false, false},
		{"no-hash", "12#abc|x\n13#abd|x\n", old, false, false, false},
		{"mostly-no-hash", "1#et9|x\n2#abd|x\n3#abd|x\n", old, false, false, false},
		{"anchor-in-a-line", "see 1#et9: one\n", old, false, false, false},
		{"no-separator", "1#et9one\n", old, false, false, false},
		{"no-number", "#et9:one\n-#et9:one\n", old, false, false, false},
		{"color", "1#fff;\n", old, false, false, false},
		{"plain", "one\n", old, false, false, false},
		{"nothing", "", "", false, false, false},
	} {
		got, ok := PastedAnchors(tt.text, []byte(tt.old))
		if ok != tt.ok || ok && (got.Every != tt.every || got.OfFile != tt.ofFile) {
			t.Errorf("%s: %+v, %t", tt.name, got, ok)
		}
	}
}

// A find with anchors is read without them.
func TestWithoutAnchors(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		lines []string
		want  string
	}{
		{[]string{"1#et9-one", "", "7#7z2:two"}, "one//two"},
		{[]string{"     1#et9\tone"}, "one"},
		{[]string{"1#et9-ONE"}, ""},
		{[]string{"1#et9-one", "two"}, ""},
	} {
		got, ok := withoutAnchors(tt.lines)
		if ok != (tt.want != "") || ok && strings.Join(got, "/") != tt.want {
			t.Errorf("%q: got %q, %t, want %q", tt.lines, got, ok, tt.want)
		}
	}
}
