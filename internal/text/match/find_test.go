package match

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fileops/internal/text"
)

func TestFind(t *testing.T) {
	t.Parallel()
	block := func(s string) text.Value { return text.Value{Text: s, Block: true} }
	inline := func(s string) text.Value { return text.Value{Text: s, Block: false} }
	for _, tt := range []struct {
		name  string
		src   string
		v     text.Value
		want  []string // what the spans hold, and where: "3:text"
		whole bool
	}{
		{"inline", "a b a", inline("a"), []string{"0:a", "4:a"}, false},
		{"inline-nothing", "a", inline(""), nil, false},
		{"block-nothing", "a\n\n", block(""), nil, false},
		{"block-empty-line-is-nothing", "a\n\nb\n", block("\n"), nil, false},
		{"no-overlap", "aaaaa", inline("aa"), []string{"0:aa", "2:aa"}, false},
		{"missing", "abc", inline("d"), nil, false},
		{"empty-source", "", inline("d"), nil, false},
		{"inline-with-line-end", "a\nb\na\n", inline("a\n"), []string{"0:a\n", "4:a\n"}, false},
		{"whole-line", "x\na\ny\n", block("a\n"), []string{"2:a"}, true},
		{"whole-lines-first", "import logging.handlers\nimport logging\n", block("import logging\n"), []string{"24:import logging"}, true},
		{"whole-line-at-the-end-without-line-end", "ab\na", block("a\n"), []string{"3:a"}, true},
		{"whole-line-at-the-start", "a\nab\n", block("a\n"), []string{"0:a"}, true},
		{"not-inside-lines", "ab\nba\n", block("a\n"), nil, false},
		{"not-before-more-of-the-line", "    return x + 1\n", block("    return x\n"), nil, false},
		{"not-after-more-of-the-line", "y = f(x)\n", block("f(x)\n"), nil, false},
		{"not-between-more-of-the-line", "if (a) b(); // c\n", block("b();\n"), nil, false},
		{"not-before-a-lone-carriage-return", "a\r\r\n", block("a\n"), nil, false},
		{"not-before-a-no-break-space", "a\u00a0\n", block("a\n"), nil, false},
		{"several-lines-not-before-more-of-the-last", "a\nb c\n", block("a\nb\n"), nil, false},
		{"several-lines-not-after-more-of-the-first", "x a\nb\n", block("a\nb\n"), nil, false},
		{"after-the-lines-own-blanks", "  \ta\n", block("a\n"), []string{"3:a"}, true},
		{"after-some-of-the-lines-own-blanks", "    a\n", block("  a\n"), []string{"2:  a"}, true},
		{"before-blanks-at-the-end-of-the-line", "a \t\nb\n", block("a\n"), []string{"0:a"}, true},
		{"before-blanks-at-the-end-of-the-file", "x\na  ", block("a\n"), []string{"2:a"}, true},
		{"between-blanks-of-several-lines", "  a\n b\t\r\nc\n", block("a\n b\n"), []string{"2:a\n b"}, true},
		{"between-blanks-twice", " a\na \n", block("a\n"), []string{"1:a", "3:a"}, true},
		{"as-it-was-sent-before-between-blanks", "  a\na\na  \n", block("a\n"), []string{"4:a"}, true},
		{"between-blanks-but-not-in-longer-lines", "ba\n a\nab\n", block("a\n"), []string{"4:a"}, true},
		{"between-blanks-and-not-where-the-second-line-is-deeper", " a\n  b\n", block("a\nb\n"), nil, false},
		{"several-lines", "a\nb\nc\na\nb\n", block("a\nb\n"), []string{"0:a\nb", "6:a\nb"}, true},
		{"repeated-lines", "a\na\na\n", block("a\na\n"), []string{"0:a\na"}, true},
		{"repeated-lines-twice", "a\na\na\na\n", block("a\na\n"), []string{"0:a\na", "4:a\na"}, true},
		{"a-prefix-before-the-line", "aa\na\n", block("a\n"), []string{"3:a"}, true},
		{"starts-with-a-line-end", "x\n\na\n", block("\na\n"), []string{"2:\na"}, true},
		{"a-blank-line-before-that-is-not-there", "x\na\n", block("\na\n"), nil, false},
		{"a-blank-line-after-that-is-not-there", "a\nx\n", block("a\n\n"), nil, false},
		{"a-blank-line-after-the-last-line", "x\na\n", block("a\n\n"), nil, false},
		{"a-blank-line-after-a-last-line-without-end", "x\na", block("a\n\n"), nil, false},
		{"a-blank-line-at-both-ends-is-there-once", "\na\n\nx\na\n", block("\na\n\n"), []string{"0:\na\n"}, true},
		{"two-blank-lines-are-not-two-line-ends", "a\nb\n\nc\n", block("\n\n"), nil, false},
		{"two-blank-lines-at-the-end", "a\n\n\n", block("\n\n"), []string{"2:\n"}, true},
		{"a-line-of-blanks-is-not-an-indentation", "    a\n", block("    \n"), nil, false},
		{"a-blank-line-and-a-part-of-a-line", "x\n\nab\n\nb", block("\na\n"), nil, false},
		{"a-blank-line-and-blanks-at-the-end", "x\n\na \n", block("\na\n"), []string{"2:\na"}, true},
		{"a-blank-line-is-none-of-blanks", "x\n  \na\n", block("\na\n"), nil, false},
		{"a-part-of-a-line-and-a-blank-line", "xa\nya\n\n", block("a\n\n"), nil, false},
		{"after-blanks-and-before-a-blank-line", "  a\n\n", block("a\n\n"), []string{"2:a\n"}, true},
		{"after-blanks-and-before-no-line", "  a\n", block("a\n\n"), nil, false},
		{"a-blank-line-after-a-byte-order-mark", "\ufeff\na\n", block("\na\n"), []string{"3:\na"}, true},
		{"blank-lines", "a\n\n\n\nb\n", block("\n\n"), []string{"2:\n"}, true},
		{"lf-in-crlf", "a\r\nb\r\nc\r\n", inline("a\nb"), []string{"0:a\r\nb"}, false},
		{"crlf-in-lf", "a\nb\n", inline("a\r\nb"), []string{"0:a\nb"}, false},
		{"whole-line-in-crlf", "xa\r\na\r\n", block("a\n"), []string{"4:a"}, true},
		{"mixed", "a\r\nb\nc\r\nb\nc\n", block("b\nc\n"), []string{"3:b\nc", "8:b\nc"}, true},
		{"mixed-crossing", "a\nb\r\nc\n", inline("b\nc"), []string{"2:b\r\nc"}, false},
		{"line-end-alone-in-crlf", "a\r\nb\r\n", inline("\n"), []string{"1:\r\n", "4:\r\n"}, false},
		{"lone-cr-is-text", "a\rb", inline("\r"), []string{"1:\r"}, false},
		{"after-a-byte-order-mark", "\ufeffa\nab\n", block("a\n"), []string{"3:a"}, true},
		{"with-a-byte-order-mark", "\ufeffa\n", block("\ufeffa\n"), []string{"0:\ufeffa"}, true},
		{"byte-order-mark-inside-is-text", "x\ufeffa\n", block("a\n"), nil, false},
		{"after-a-byte-order-mark-and-blanks", "\ufeff a\n", block("a\n"), []string{"4:a"}, true},
		{"invalid-utf8", "\xff\xfea\xff", inline("a\xff"), []string{"2:a\xff"}, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			m := Find([]byte(tt.src), tt.v)
			var got []string
			for _, s := range m.Spans {
				got = append(got, fmt.Sprintf("%d:%s", s.Start, tt.src[s.Start:s.End]))
			}
			if !slices.Equal(got, tt.want) || m.Whole != tt.whole {
				t.Errorf("got %q, whole %t; want %q, %t", got, m.Whole, tt.want, tt.whole)
			}
		})
	}
}

func TestFindTakesLinearTime(t *testing.T) {
	t.Parallel()
	src := bytes.Repeat([]byte("a"), 1<<20)
	lines := bytes.Repeat([]byte("a\n"), 1<<19)
	for _, v := range []text.Value{{Text: "a\n", Block: true}, {Text: strings.Repeat("a", 1000) + "\n", Block: true}, {Text: strings.Repeat("a\n", 1000), Block: true}, {Text: strings.Repeat("a\n", 1000) + "b\n", Block: true}, {Text: strings.Repeat("a\n", 100_000) + "\n", Block: true}} {
		Find(src, v)
		Find(lines, v)
	}
}

// naive finds as the documentation of Find says, a step at a time.
func naive(view, needle string, starts, ends bool) []text.Span {
	var spans []text.Span
	after := -1 // the line end behind the last place
	for i := 0; i+len(needle) <= len(view); i++ {
		end := i + len(needle)
		if view[i:end] != needle || starts && i != 0 && view[i-1] != '\n' && view[:i] != text.BOM || starts && i == after {
			continue
		}
		lastLine := end == len(view) && !text.EndsLine([]byte(view))
		if ends && !lastLine && (end == len(view) || view[end] != '\n') {
			continue
		}
		spans = append(spans, text.Span{Start: i, End: end})
		after, i = end, max(i, end-1)
	}
	return spans
}

// naiveBetween finds what stands between blanks, a step at a time.
func naiveBetween(view, needle string) []text.Span {
	list := strings.Split(needle, "\n")
	starts, ends := blank(list[0]), blank(list[len(list)-1])
	var spans []text.Span
	for i := text.Body([]byte(view)); i+len(needle) <= len(view); i++ {
		end := i + len(needle)
		if view[i:end] != needle || len(spans) > 0 && i < spans[len(spans)-1].End || end == len(view) && text.EndsLine([]byte(view)) {
			continue
		}
		before := strings.TrimPrefix(view[:i], text.BOM)
		before = before[strings.LastIndexByte(before, '\n')+1:]
		behind, _, _ := strings.Cut(view[end:], "\n")
		if blank(before) && blank(behind) && (before == "" || !starts) && (behind == "" || !ends) {
			spans = append(spans, text.Span{Start: i, End: end})
		}
	}
	return spans
}

// lines finds as naive does, where lines are parts of a list, and says whether one place
// overlaps another.
func lines(view string, want []string) (spans []text.Span, overlap bool) {
	var ends []int
	var have []string
	at := 0
	for line := range strings.Lines(view) {
		at += len(line)
		ends = append(ends, at-len(line)+len(strings.TrimSuffix(line, "\n")))
		have = append(have, strings.TrimSuffix(line, "\n"))
	}
	next := 0
	for i := 0; i+len(want) <= len(have); i++ {
		switch last := i + len(want) - 1; {
		case !slices.Equal(have[i:last+1], want):
		case i < next:
			overlap = true
		default:
			spans = append(spans, text.Span{Start: ends[i] - len(have[i]), End: ends[last]})
			next = last + 1
		}
	}
	return spans, overlap
}

// TestWholeLinesAreLines looks for blocks in files of few lines, many of them blank.
func TestWholeLinesAreLines(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	some := func(most int) []string {
		list := make([]string, 1+r.IntN(most))
		for i := range list {
			list[i] = []string{"", "", "", "a", "b", "ab", " ", " a", "b "}[r.IntN(9)]
		}
		return list
	}
	for range 50_000 {
		view := strings.Join(some(8), "\n")
		if r.IntN(3) > 0 {
			view += "\n"
		}
		src, find := text.CRLF.In(view), some(4)
		if r.IntN(2) == 0 {
			src = view
		}
		m := Find([]byte(src), text.Value{Text: strings.Join(find, "\n") + "\n", Block: true})
		var got []text.Span
		for _, s := range m.Spans {
			got = append(got, text.Span{Start: len(text.Unix(src[:s.Start])), End: len(text.Unix(src[:s.End]))})
		}
		want, overlap := lines(view, find)
		whole := len(want) > 0
		if !whole {
			want, overlap = naiveBetween(view, strings.Join(find, "\n")), m.Overlap
			whole = len(want) > 0
		}
		if len(find) == 1 && find[0] == "" {
			want, whole = nil, false // is no find
		}
		if !slices.Equal(got, want) || m.Whole != whole || whole && len(want) == 1 && m.Overlap != overlap {
			t.Fatalf("Find(%q, %q) = %v in %+v; want %v, whole %t, overlap %t", src, find, got, m, want, whole, overlap)
		}
	}
}

func FuzzFindSplice(f *testing.F) {
	for _, s := range [][3]string{
		{"a\r\nb\nc\r\n", "b\n", "x\r\ny"}, {"aaaa", "aa", ""}, {"\ufeffa\na\n", "a\n", "b"}, {"a\n\n\nb", "\n\n", "c"}, {"\r\r\n\r", "\r\n", "\n"}, {"\xff\x00", "\xff", "é"},
		{"a\n\n\n", "\n\n", "c"}, {"x\na\n", "\na\n\n", "c"},
	} {
		f.Add([]byte(s[0]), s[1], s[2], true)
		f.Add([]byte(s[0]), s[1], s[2], false)
	}
	f.Fuzz(func(t *testing.T, src []byte, find, replace string, block bool) {
		if block && find != "" && !strings.HasSuffix(find, "\n") {
			find += "\n"
		}
		v := text.Value{Text: find, Block: block}
		m := Find(src, v)
		view, needle := text.Unix(string(src)), text.Unix(v.Snippet())
		var want []text.Span
		whole := false
		if needle != "" {
			if block {
				want = naive(view, needle, true, true)
			}
			if block && len(want) == 0 {
				want = naiveBetween(view, needle)
			}
			if whole = block && len(want) > 0; !block {
				want = naive(view, needle, false, false)
			}
		}
		if len(m.Spans) != len(want) || m.Whole != whole {
			t.Fatalf("Find(%q, %+v) = %+v; in the view %v, whole %t", src, v, m, want, whole)
		}
		edits := make([]text.Edit, len(m.Spans))
		at := 0
		var kept []byte
		for i, s := range m.Spans {
			before := string(src[:s.Start])
			if s.Start < at || len(text.Unix(before)) != want[i].Start || text.Unix(string(src[s.Start:s.End])) != needle {
				t.Fatalf("Find(%q, %+v): span %d is %v, in the view %v", src, v, i, s, want[i])
			}
			kept = append(append(kept, src[at:s.Start]...), replace...)
			at = s.End
			edits[i] = text.Edit{Span: s, Text: replace}
		}
		kept = append(kept, src[at:]...)
		out, placed := text.Splice(src, edits)
		if !bytes.Equal(out, kept) || text.Size(src, edits) != len(out) {
			t.Fatalf("Splice(%q, %+v) = %q, want %q", src, edits, out, kept)
		}
		for _, s := range placed {
			if string(out[s.Start:s.End]) != replace {
				t.Fatalf("placed %v holds %q", s, out[s.Start:s.End])
			}
		}
		text.Excerpt(out, placed)
	})
}
