package document_test

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/document"
)

func TestReadLines(t *testing.T) {
	t.Parallel()
	const block = 64 << 10
	long := strings.Repeat("é", document.MaxChars)
	wide := strings.Repeat("😀", document.MaxChars)
	for _, tt := range []struct {
		name string
		in   string
		rng  document.Range
		want document.Page
	}{
		{"empty", "", document.Range{}, document.Page{}},
		{"empty_from_line_2", "", document.Range{First: 2}, document.Page{Total: 0}},
		{"one_line", "a\n", document.Range{}, page("a")},
		{"no_final_newline", "a\nb", document.Range{}, page("a", "b")},
		{"blank_lines", "\n\n", document.Range{}, page("", "")},
		{"crlf", "a\r\nb\r\n", document.Range{}, page("a", "b")},
		{"lone_cr_is_text", "a\rb\r\n", document.Range{}, page("a\rb")},
		{"byte_order_mark", "\ufeffa\n", document.Range{}, page("a")},
		{"byte_order_mark_alone", "\ufeff", document.Range{}, document.Page{}},
		{"byte_order_mark_counts_no_line", "\ufeffa\nb\n", document.Range{First: 2}, document.Page{Text: "     2\tb\n", Shown: 1, Total: 2}},
		{"invalid_bytes", "a\xffb\xc3\n", document.Range{}, document.Page{Text: "     1\ta\ufffdb\ufffd\n", Shown: 1, Total: 1, Invalid: 2}},
		{"invalid_bytes_not_shown", "\xff\na\n", document.Range{First: 2}, document.Page{Text: "     2\ta\n", Shown: 1, Total: 2}},
		{"replacement_character_is_valid", "\ufffd\n", document.Range{}, page("\ufffd")},
		{"last_line_without_end", "a\nb", document.Range{First: 2}, document.Page{Text: "     2\tb\n", Shown: 1, Total: 2}},
		{"past_the_end", "a\nb", document.Range{First: 3}, document.Page{Total: 2}},
		{"far_past_the_end", "a\nb", document.Range{First: 1 << 40}, document.Page{Total: 2}},
		{"first_after_the_end", "a\nb\n", document.Range{First: 3}, document.Page{Total: 2}},
		{
			"more_counted", "a\nb\nc\nd", document.Range{Limit: 1, CountRest: true},
			document.Page{Text: "     1\ta\n… 3 more lines: go on with offset 2\n", Shown: 1, Total: 4},
		},
		{
			"more_not_counted", "a\nb\nc\n", document.Range{First: 2, Limit: 1},
			document.Page{Text: "     2\tb\n… more lines follow: go on with offset 3\n", Shown: 1, Total: -1},
		},
		{
			"more_not_mentioned", "a\nb\nc\n", document.Range{First: 2, Limit: 1, Exact: true, CountRest: true},
			document.Page{Text: "     2\tb\n", Shown: 1, Total: -1},
		},
		{"exact_to_the_end", "a\nb\n", document.Range{First: 2, Limit: 1, Exact: true}, document.Page{Text: "     2\tb\n", Shown: 1, Total: 2}},
		{"line_as_long_as_allowed", long + "\n", document.Range{}, page(long)},
		{"line_too_long", long + "ab\r\nc\n", document.Range{}, page(long+"… [+2 characters]", "c")},
		{"line_too_long_without_end", long + "a", document.Range{}, page(long + "… [+1 characters]")},
		{"line_of_four_byte_characters", wide + "\n", document.Range{}, page(wide)},
		{"line_of_four_byte_characters_too_long", wide + wide + "\n", document.Range{}, page(wide + "… [+2000 characters]")},
		{"long_line_of_invalid_bytes", strings.Repeat("\x80", 3000) + "\n", document.Range{}, document.Page{
			Text: "     1\t" + strings.Repeat("\ufffd", 2000) + "… [+1000 characters]\n", Shown: 1, Total: 1, Invalid: 2000,
		}},
		{"line_of_one_block", strings.Repeat("x", block-1) + "\nb\n", document.Range{First: 2}, document.Page{Text: "     2\tb\n", Shown: 1, Total: 2}},
		{"line_of_one_block_and_its_end", strings.Repeat("x", block) + "\nb\n", document.Range{}, page(strings.Repeat("x", 2000)+"… [+63536 characters]", "b")},
		{"crlf_across_blocks", strings.Repeat("x", block-1) + "\r\nb", document.Range{}, page(strings.Repeat("x", 2000)+"… [+63535 characters]", "b")},
		{"character_across_blocks", strings.Repeat("x", block-1) + "é\nb", document.Range{}, page(strings.Repeat("x", 2000)+"… [+63536 characters]", "b")},
		{"file_of_one_block", strings.Repeat("x\n", block/2), document.Range{First: block / 2, CountRest: true}, document.Page{Text: " 32768\tx\n", Shown: 1, Total: block / 2}},
		{"number_wider_than_six", strings.Repeat("\n", 1_000_000) + "x\n", document.Range{First: 1_000_001}, document.Page{Text: "1000001\tx\n", Shown: 1, Total: 1_000_001}},
		{"nul_after_the_first_bytes", strings.Repeat("x", 8000) + "\n\x00\n", document.Range{First: 2}, document.Page{Text: "     2\t\x00\n", Shown: 1, Total: 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for how, r := range map[string]io.Reader{
				"whole":       strings.NewReader(tt.in),
				"byte_wise":   iotest.OneByteReader(strings.NewReader(tt.in)),
				"eof_at_once": iotest.DataErrReader(strings.NewReader(tt.in)),
			} {
				got, err := document.ReadLines(r, tt.rng)
				if err != nil {
					t.Fatalf("%s: %v", how, err)
				}
				if d := cmp.Diff(tt.want, got); d != "" {
					t.Errorf("%s: want -, got +\n%s", how, d)
				}
			}
		})
	}
}

// page is what a whole file of these lines shows.
func page(lines ...string) document.Page {
	var b strings.Builder
	for i, line := range lines {
		fmt.Fprintf(&b, "%6d\t%s\n", i+1, line)
	}
	return document.Page{Text: b.String(), Shown: len(lines), Total: len(lines)}
}

func TestReadLinesShowsTheDefaultLimit(t *testing.T) {
	t.Parallel()
	got, err := document.ReadLines(strings.NewReader(strings.Repeat("x\n", 2500)), document.Range{CountRest: true})
	if err != nil {
		t.Fatal(err)
	}
	if got.Shown != document.DefaultLimit || got.Total != 2500 {
		t.Errorf("Shown, Total = %d, %d; want %d, 2500", got.Shown, got.Total, document.DefaultLimit)
	}
	if want := "… 500 more lines: go on with offset 2001\n"; !strings.HasSuffix(got.Text, want) {
		t.Errorf("Text ends in %q, want %q", got.Text[len(got.Text)-60:], want)
	}
}

func TestReadLinesRefusesBinary(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"\x00", "a\n\x00b", strings.Repeat("x", 7999) + "\x00"} {
		if _, err := document.ReadLines(strings.NewReader(in), document.Range{}); !errors.Is(err, document.ErrBinary) {
			t.Errorf("ReadLines(%d bytes with a NUL) = %v, want ErrBinary", len(in), err)
		}
	}
}

// A reader that fails is an error wherever it fails: it is never taken for the end.
func TestReadLinesReaderFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	for name, tt := range map[string]struct {
		in  string
		rng document.Range
	}{
		"at_once":                  {"", document.Range{}},
		"in_the_first_bytes":       {"a\nb\n", document.Range{}},
		"in_a_line_that_is_shown":  {strings.Repeat("x\n", 5000) + "half", document.Range{Limit: 10000}},
		"in_a_line_that_is_passed": {strings.Repeat("x\n", 5000) + "half", document.Range{First: 5002}},
		"after_a_line_end":         {strings.Repeat("x\n", 5000), document.Range{First: 5001}},
		"in_the_rest":              {strings.Repeat("x\n", 50000), document.Range{Limit: 1, CountRest: true}},
		"right_after_what_is_shown": {
			strings.Repeat("x\n", 5000), document.Range{Limit: 5000, Exact: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := io.MultiReader(strings.NewReader(tt.in), iotest.ErrReader(broken))
			if _, err := document.ReadLines(r, tt.rng); !errors.Is(err, broken) {
				t.Errorf("error %v, want %v", err, broken)
			}
		})
	}
}

// A line of any length takes constant memory.
func TestReadLinesMemory(t *testing.T) {
	const size = 16 << 20
	xs := endless(bytes.Repeat([]byte("x"), 4096))
	for name, rng := range map[string]document.Range{
		"shown":   {},
		"passed":  {First: 2},
		"counted": {Limit: 1, CountRest: true},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		in := io.MultiReader(io.LimitReader(xs, size), strings.NewReader("\nend\n"))
		got, err := document.ReadLines(in, rng)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
			t.Errorf("%s: %d bytes were allocated for a line of %d", name, used, size)
		}
		if name == "shown" && !strings.Contains(got.Text, fmt.Sprintf("… [+%d characters]\n     2\tend\n", size-2000)) {
			t.Errorf("Text ends in %q", got.Text[2000:])
		}
	}
}

// endless is a reader of the same bytes over and over.
type endless []byte

func (e endless) Read(p []byte) (int, error) { return copy(p, e), nil }

func FuzzReadLines(f *testing.F) {
	f.Add(uint16(0), []byte("a\nb\r\nc"), 1, 2, false, false)
	f.Add(uint16(0), []byte("\ufeffa\xff\n\n"), 2, 0, true, false)
	f.Add(uint16(0), []byte("a\nb"), 2, 1, false, true)
	f.Add(uint16(2000), []byte("😀\n"), 0, 1, true, true)
	f.Add(uint16(1999), []byte("\r\r\n\x80\xf0\x9f"), 1, 3, false, false)
	f.Fuzz(func(t *testing.T, pad uint16, in []byte, first, limit int, count, exact bool) {
		in = append(bytes.Repeat([]byte("é"), int(pad)), in...) // lines long enough to be cut
		if limit < 0 || limit > document.MaxLimit {
			t.Skip("not a limit")
		}
		rng := document.Range{First: first, Limit: limit, CountRest: count, Exact: exact}
		got, err := document.ReadLines(bytes.NewReader(in), rng)
		if bytes.IndexByte(in[:min(len(in), 8000)], 0) >= 0 {
			if !errors.Is(err, document.ErrBinary) {
				t.Fatalf("a NUL: error %v", err)
			}
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(naive(in, rng), got); d != "" {
			t.Errorf("ReadLines(%q, %+v): want -, got +\n%s", in, rng, d)
		}
	})
}

// naive is ReadLines with everything in memory.
func naive(in []byte, rng document.Range) document.Page {
	lines := strings.SplitAfter(strings.TrimPrefix(string(in), "\ufeff"), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	first, limit := max(rng.First, 1), rng.Limit
	if limit == 0 {
		limit = document.DefaultLimit
	}
	p := document.Page{Total: len(lines)}
	for i := first - 1; i < min(len(lines), first-1+limit); i++ {
		chars := []rune(strings.TrimSuffix(strings.TrimSuffix(lines[i], "\n"), "\r"))
		cut := ""
		if n := len(chars) - document.MaxChars; n > 0 {
			chars, cut = chars[:document.MaxChars], fmt.Sprintf("… [+%d characters]", n)
		}
		p.Text += fmt.Sprintf("%6d\t%s%s\n", i+1, string(chars), cut)
		p.Shown++
		p.Invalid += invalid(lines[i], document.MaxChars)
	}
	if end := first - 1 + p.Shown; p.Shown > 0 && end < len(lines) {
		switch {
		case rng.Exact:
			p.Total = -1
		case rng.CountRest:
			p.Text += fmt.Sprintf("… %d more lines: go on with offset %d\n", len(lines)-end, end+1)
		default:
			p.Total = -1
			p.Text += fmt.Sprintf("… more lines follow: go on with offset %d\n", end+1)
		}
	}
	return p
}

// invalid counts the bytes among the first limit characters that are no UTF-8.
func invalid(s string, limit int) int {
	n := 0
	for i := 0; i < len(s) && limit > 0; limit-- {
		r, size := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && size == 1 {
			n++
		}
		i += size
	}
	return n
}
