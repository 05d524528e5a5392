package text

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestValues(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		v    Value
		want string
	}{
		{Value{Text: "a", Block: false}, "a"},
		{Value{Text: "a\n", Block: false}, "a\n"},
		{Value{Text: "a\n", Block: true}, "a"},
		{Value{Text: "a\r\n", Block: true}, "a"},
		{Value{Text: "a\n\n", Block: true}, "a\n"},
		{Value{Text: "", Block: true}, ""},
		{Value{Text: "a\r", Block: true}, "a"},
	} {
		if got := tt.v.Snippet(); got != tt.want {
			t.Errorf("%+v: %q, want %q", tt.v, got, tt.want)
		}
	}
}

func TestLineEnds(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		src  string
		want LineEnd
	}{
		{"", LF}, {"a", LF}, {"a\n", LF}, {"a\r\n", CRLF}, {"a\r\nb\n", LF}, {"a\r\nb\r\nc\n", CRLF}, {"a\rb\rc", LF}, {"a\r", LF},
	} {
		if got := LineEndOf([]byte(tt.src)); got != tt.want {
			t.Errorf("LineEndOf(%q) = %q, want %q", tt.src, got, tt.want)
		}
	}
	mixed := "a\nb\r\nc\rd"
	if got := LF.In(mixed); got != "a\nb\nc\rd" {
		t.Errorf("LF: %q", got)
	}
	if got := CRLF.In(mixed); got != "a\r\nb\r\nc\rd" {
		t.Errorf("CRLF: %q", got)
	}
}

func TestBinary(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		src  string
		want bool
	}{
		{"", false}, {"text", false}, {"\xff\xfe", false}, {"a\x00", true},
		{strings.Repeat("a", 7999) + "\x00", true}, {strings.Repeat("a", 8000) + "\x00", false},
	} {
		if got := Binary([]byte(tt.src)); got != tt.want {
			t.Errorf("Binary(%.20q, %d bytes) = %t", tt.src, len(tt.src), got)
		}
	}
}

func TestSplice(t *testing.T) {
	t.Parallel()
	src := []byte("one two three")
	edits := []Edit{{Span{0, 3}, "1"}, {Span{4, 4}, "+"}, {Span{8, 13}, ""}}
	out, placed := Splice(src, edits)
	if string(out) != "1 +two " || !slices.Equal(placed, []Span{{0, 1}, {2, 3}, {7, 7}}) || Size(src, edits) != len(out) {
		t.Errorf("%q, %v, %d", out, placed, Size(src, edits))
	}
	if out, placed := Splice(nil, nil); len(out) != 0 || len(placed) != 0 {
		t.Errorf("%q, %v", out, placed)
	}
}

func TestLines(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		src         string
		first, last int
		want        string
	}{
		{"a\nb\nc\n", 1, 1, "a\n"}, {"a\nb\nc\n", 2, 3, "b\nc\n"}, {"a\nb\nc\n", 3, 9, "c\n"}, {"a\nb\nc\n", 4, 4, ""},
		{"a\nb", 2, 2, "b"}, {"\ufeffa\nb", 1, 1, "a\n"}, {"\ufeffa\r\nb", 2, 2, "b"}, {"", 1, 1, ""}, {"a\nb\n", 2, 1, ""}, {"a", 9, 9, ""},
	} {
		s := Lines([]byte(tt.src), tt.first, tt.last)
		if got := tt.src[s.Start:s.End]; got != tt.want {
			t.Errorf("Lines(%q, %d, %d) = %q, want %q", tt.src, tt.first, tt.last, got, tt.want)
		}
	}
	for _, tt := range []struct {
		src   string
		count int
		ends  bool
	}{{"", 0, true}, {"\ufeff", 0, true}, {"\ufeff\ufeff", 1, false}, {"a", 1, false}, {"a\n", 1, true}, {"a\nb", 2, false}, {"\n\n", 2, true}, {"\ufeffa\r\n", 1, true}} {
		if Count([]byte(tt.src)) != tt.count || EndsLine([]byte(tt.src)) != tt.ends {
			t.Errorf("%q: %d lines, ends %t", tt.src, Count([]byte(tt.src)), EndsLine([]byte(tt.src)))
		}
	}
	src := []byte("\ufeffab\ncd\r\n\nef")
	for off := range src {
		line := 1 + bytes.Count(src[:off], []byte("\n"))
		if got := LineNumbers(src, []int{0, off}); got[1] != line || got[0] != 1 {
			t.Errorf("line of %d: %v, want %d", off, got, line)
		}
		if off < Body(src) {
			continue
		}
		s := Lines(src, line, line)
		if LineStart(src, off) != s.Start || NextLine(src, off) != s.End {
			t.Errorf("line of %d: %d to %d, want %v", off, LineStart(src, off), NextLine(src, off), s)
		}
	}
}

func numbered(n int) []byte {
	var b bytes.Buffer
	for i := range n {
		fmt.Fprintf(&b, "line %d\n", i+1)
	}
	return b.Bytes()
}

// at is the span of the lines first to last of what numbered made.
func at(src []byte, first, last int) Span {
	s := Lines(src, first, last)
	return Span{s.Start, s.End - 1}
}

func TestExcerpt(t *testing.T) {
	t.Parallel()
	src := numbered(200)
	show := func(from, to int) string {
		var b strings.Builder
		for i := from; i <= to; i++ {
			fmt.Fprintf(&b, "%6d\tline %d\n", i, i)
		}
		return b.String()
	}
	const gap = "     …\n"
	for _, tt := range []struct {
		name  string
		src   []byte
		spans []Span
		want  string
	}{
		{"nothing", src, nil, ""},
		{"one", src, []Span{at(src, 10, 10)}, show(7, 13)},
		{"at-the-start", src, []Span{at(src, 1, 2)}, show(1, 5)},
		{"at-the-end", src, []Span{at(src, 200, 200)}, show(197, 200)},
		{"empty-span", src, []Span{{at(src, 10, 10).Start, at(src, 10, 10).Start}}, show(7, 13)},
		{"past-the-end", src, []Span{{len(src), len(src)}}, show(198, 200)},
		{"with-its-line-end", src, []Span{Lines(src, 10, 10)}, show(7, 13)},
		{"joined", src, []Span{at(src, 10, 10), at(src, 17, 17)}, show(7, 20)},
		{"apart", src, []Span{at(src, 10, 10), at(src, 18, 18)}, show(7, 13) + gap + show(15, 21)},
		{"many", src, []Span{at(src, 10, 10), at(src, 30, 30), at(src, 50, 50), at(src, 70, 70), at(src, 90, 90)},
			show(7, 13) + gap + show(27, 33) + gap + show(47, 53) + "     … (+2 more places)\n"},
		{"forty-lines", src, []Span{at(src, 10, 43)}, show(7, 46)},
		{"cut", src, []Span{at(src, 10, 60)}, show(7, 26) + "     … (17 lines)\n" + show(44, 63)},
		{"long-line", []byte(strings.Repeat("é", 250) + "\r\nb"), []Span{{0, 1}},
			"     1\t" + strings.Repeat("é", 200) + "… [+50 characters]\n     2\tb\n"},
		{"byte-order-mark", []byte("\ufeffa\n"), []Span{{3, 4}}, "     1\ta\n"},
		{"empty", nil, []Span{{0, 0}}, ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if got := Excerpt(tt.src, tt.spans); got != tt.want {
				t.Errorf("got\n%s\nwant\n%s", got, tt.want)
			}
		})
	}
}

func TestCut(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		s     string
		limit int
		want  string
	}{{"abc", 3, "abc"}, {"abcd", 3, "abc… [+1 characters]"}, {"éé", 2, "éé"}, {"ééé", 2, "éé… [+1 characters]"}, {"\xff\xff\xff", 2, "\xff\xff… [+1 characters]"}, {"a", 0, "… [+1 characters]"}} {
		if got := Cut(tt.s, tt.limit); got != tt.want {
			t.Errorf("Cut(%q, %d) = %q, want %q", tt.s, tt.limit, got, tt.want)
		}
	}
}

// TestFitTakesLinearTime allocates nothing for each line that stays, since what grows by a
// line at a time is copied as often.
func TestFitTakesLinearTime(t *testing.T) {
	const lines = 1000
	head, tail := strings.Repeat("a\r\n", lines), strings.Repeat("b\n", lines)
	src := []byte(head + "x\n" + tail)
	l, newText := LineEndsOf(src), Unix(head)+"y\n"+tail
	var got string
	allocs := testing.AllocsPerRun(1, func() { got = l.Fit(src, Span{0, len(src)}, newText) })
	if want := head + "y\n" + tail; got != want {
		t.Errorf("got %.20q, want %.20q", got, want)
	}
	if allocs > lines/10 {
		t.Errorf("%v allocations for %d lines", allocs, 2*lines+1)
	}
}

// TestFit puts a text in the place of what stands between « and ».
func TestFit(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ src, text, want string }{
		{"a\nb«»\n", "x\r\ny", "x\ny"},
		{"a\r\nb«»\r\n", "x\ny", "x\r\ny"},
		{"«»", "x\ny", "x\ny"},
		// Mixed: as the lines that are replaced, or the line it is in.
		{"a\r\n«b\nc\n»d\r\n", "x\ny\n", "x\ny\n"},
		{"a\n«b\r\nc\r\n»d\n", "x\ny\n", "x\r\ny\r\n"},
		{"a\nb«c»d\r\ne\n", "x\ny", "x\r\ny"},
		{"a\r\nb«c»d\ne\r\n", "x\r\ny", "x\ny"},
		{"a\r\nb\nc«»", "\nx", "\nx"},
		{"a\nb\r\nc«»", "\nx", "\r\nx"},
		// Put in between lines: as the one before, at the top as the one after.
		{"a\r\n«»b\n", "x\n", "x\r\n"},
		{"a\n«»b\r\n", "x\n", "x\n"},
		{"«»a\r\nb\n", "x\n", "x\r\n"},
		{"a\nb\r\n«»", "x\n", "x\r\n"},
		// Both in the span: lines that stay keep theirs, so does the last that changed, the others are as most are, or the first.
		{"«a\nb\r\nc\n»d\r\n", "a\nx\nc\n", "a\nx\r\nc\n"},
		{"«a\r\nb\nc\nd\n»e\r\n", "a\nx\ny\nd\n", "a\r\nx\ny\nd\n"},
		{"«a\r\nb\nc»\r\n", "a\nb\nx", "a\r\nb\nx"},
		{"«a\r\nb\nc»\r\n", "x\nb\nc", "x\r\nb\nc"},
		{"«a\r\nb\n»", "x\ny\nz\n", "x\r\ny\r\nz\n"},
		{"«a\r\na\n»b\n", "a\n", "a\r\n"},
		{"«a\r\na\n»b\n", "a\na\na\n", "a\r\na\na\r\n"},
		// A carriage return of its own before a line end is text.
		{"a\r\n«b»\r\n", "x\r\r\ny", "x\r\r\ny"},
		{"«a\nb\r\nc\n»d\r\n", "x\r\r\ny\n", "x\r\ny\n"},
	} {
		start, rest, _ := strings.Cut(tt.src, "«")
		in, end, _ := strings.Cut(rest, "»")
		src := []byte(start + in + end)
		if got := LineEndsOf(src).Fit(src, Span{len(start), len(start) + len(in)}, tt.text); got != tt.want {
			t.Errorf("%q for %q: %q, want %q", tt.text, tt.src, got, tt.want)
		}
	}
}
