package document

import (
	"bufio"
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
)

var unexported = cmp.AllowUnexported(page{})

// readAll shows lines of a text that has not been looked at yet.
func readAll(r io.Reader, rng Range) (page, error) {
	return readLines(bufio.NewReaderSize(r, blockSize), rng, 0)
}

func TestReadLines(t *testing.T) {
	t.Parallel()
	const block = 64 << 10
	long := strings.Repeat("é", MaxChars)
	wide := strings.Repeat("😀", MaxChars)
	for _, tt := range []struct {
		name string
		in   string
		rng  Range
		want page
	}{
		{"empty", "", Range{}, page{}},
		{"empty_from_line_2", "", Range{First: 2}, page{total: 0}},
		{"one_line", "a\n", Range{}, lines("a")},
		{"no_final_newline", "a\nb", Range{}, lines("a", "b")},
		{"blank_lines", "\n\n", Range{}, lines("", "")},
		{"crlf", "a\r\nb\r\n", Range{}, lines("a", "b")},
		{"lone_cr_is_text", "a\rb\r\n", Range{}, lines("a\rb")},
		{"byte_order_mark", "\ufeffa\n", Range{}, lines("a")},
		{"byte_order_mark_alone", "\ufeff", Range{}, page{}},
		{"byte_order_mark_counts_no_line", "\ufeffa\nb\n", Range{First: 2}, page{text: "     2\tb\n", shown: 1, total: 2}},
		{"invalid_bytes", "a\xffb\xc3\n", Range{}, page{text: "     1\ta\ufffdb\ufffd\n", shown: 1, total: 1, invalid: 2}},
		{"invalid_bytes_not_shown", "\xff\na\n", Range{First: 2}, page{text: "     2\ta\n", shown: 1, total: 2}},
		{"replacement_character_is_valid", "\ufffd\n", Range{}, lines("\ufffd")},
		{"last_line_without_end", "a\nb", Range{First: 2}, page{text: "     2\tb\n", shown: 1, total: 2}},
		{"past_the_end", "a\nb", Range{First: 3}, page{total: 2}},
		{"far_past_the_end", "a\nb", Range{First: 1 << 40}, page{total: 2}},
		{"first_after_the_end", "a\nb\n", Range{First: 3}, page{total: 2}},
		{
			"more_counted", "a\nb\nc\nd", Range{Limit: 1, CountRest: true},
			page{text: "     1\ta\n… 3 more lines: go on with offset 2\n", shown: 1, total: 4},
		},
		{
			"more_not_counted", "a\nb\nc\n", Range{First: 2, Limit: 1},
			page{text: "     2\tb\n… more lines follow: go on with offset 3\n", shown: 1, total: -1},
		},
		{
			"more_not_mentioned", "a\nb\nc\n", Range{First: 2, Limit: 1, Exact: true, CountRest: true},
			page{text: "     2\tb\n", shown: 1, total: -1},
		},
		{"exact_to_the_end", "a\nb\n", Range{First: 2, Limit: 1, Exact: true}, page{text: "     2\tb\n", shown: 1, total: 2}},
		{"line_as_long_as_allowed", long + "\n", Range{}, lines(long)},
		{"line_too_long", long + "ab\r\nc\n", Range{}, lines(long+"… [+2 characters]", "c")},
		{"line_too_long_without_end", long + "a", Range{}, lines(long + "… [+1 characters]")},
		{"line_of_four_byte_characters", wide + "\n", Range{}, lines(wide)},
		{"line_of_four_byte_characters_too_long", wide + wide + "\n", Range{}, lines(wide + "… [+2000 characters]")},
		{"long_line_of_invalid_bytes", strings.Repeat("\x80", 3000) + "\n", Range{}, page{
			text: "     1\t" + strings.Repeat("\ufffd", 2000) + "… [+1000 characters]\n", shown: 1, total: 1, invalid: 2000,
		}},
		{
			"long_line_that_goes_on_in_the_middle_of_characters", long + "a" + strings.Repeat("\x80", 5000) + "\n", Range{},
			lines(long + "… [+5001 characters]"),
		},
		{"line_of_one_block", strings.Repeat("x", block-1) + "\nb\n", Range{First: 2}, page{text: "     2\tb\n", shown: 1, total: 2}},
		{"line_of_one_block_and_its_end", strings.Repeat("x", block) + "\nb\n", Range{}, lines(strings.Repeat("x", 2000)+"… [+63536 characters]", "b")},
		{"crlf_across_blocks", strings.Repeat("x", block-1) + "\r\nb", Range{}, lines(strings.Repeat("x", 2000)+"… [+63535 characters]", "b")},
		{"character_across_blocks", strings.Repeat("x", block-1) + "é\nb", Range{}, lines(strings.Repeat("x", 2000)+"… [+63536 characters]", "b")},
		{"file_of_one_block", strings.Repeat("x\n", block/2), Range{First: block / 2, CountRest: true}, page{text: " 32768\tx\n", shown: 1, total: block / 2}},
		{"number_wider_than_six", strings.Repeat("\n", 1_000_000) + "x\n", Range{First: 1_000_001}, page{text: "1000001\tx\n", shown: 1, total: 1_000_001}},
		{"nul_after_the_first_bytes", strings.Repeat("x", 8000) + "\n\x00\n", Range{First: 2}, page{text: "     2\t\x00\n", shown: 1, total: 2}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			for how, r := range map[string]io.Reader{
				"whole":       strings.NewReader(tt.in),
				"byte_wise":   iotest.OneByteReader(strings.NewReader(tt.in)),
				"eof_at_once": iotest.DataErrReader(strings.NewReader(tt.in)),
			} {
				got, err := readAll(r, tt.rng)
				if err != nil {
					t.Fatalf("%s: %v", how, err)
				}
				if d := cmp.Diff(tt.want, got, unexported); d != "" {
					t.Errorf("%s: want -, got +\n%s", how, d)
				}
			}
		})
	}
}

// page is what a whole file of these lines shows.
func lines(list ...string) page {
	var b strings.Builder
	for i, line := range list {
		fmt.Fprintf(&b, "%6d\t%s\n", i+1, line)
	}
	return page{text: b.String(), shown: len(list), total: len(list)}
}

func TestReadLinesShowsTheDefaultLimit(t *testing.T) {
	t.Parallel()
	got, err := readAll(strings.NewReader(strings.Repeat("x\n", 2500)), Range{CountRest: true})
	if err != nil {
		t.Fatal(err)
	}
	if got.shown != DefaultLimit || got.total != 2500 {
		t.Errorf("Shown, Total = %d, %d; want %d, 2500", got.shown, got.total, DefaultLimit)
	}
	if want := "… 500 more lines: go on with offset 2001\n"; !strings.HasSuffix(got.text, want) {
		t.Errorf("Text ends in %q, want %q", got.text[len(got.text)-60:], want)
	}
}

// A reader that fails is an error wherever it fails: it is never taken for the end.
func TestReadLinesReaderFails(t *testing.T) {
	t.Parallel()
	broken := errors.New("disk on fire")
	for name, tt := range map[string]struct {
		in  string
		rng Range
	}{
		"at_once":                  {"", Range{}},
		"in_the_first_bytes":       {"a\nb\n", Range{}},
		"in_a_line_that_is_shown":  {strings.Repeat("x\n", 5000) + "half", Range{Limit: 10000}},
		"in_a_line_that_is_passed": {strings.Repeat("x\n", 5000) + "half", Range{First: 5002}},
		"after_a_line_end":         {strings.Repeat("x\n", 5000), Range{First: 5001}},
		"in_the_rest":              {strings.Repeat("x\n", 50000), Range{Limit: 1, CountRest: true}},
		"right_after_what_is_shown": {
			strings.Repeat("x\n", 5000), Range{Limit: 5000, Exact: true},
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := io.MultiReader(strings.NewReader(tt.in), iotest.ErrReader(broken))
			if _, err := readAll(r, tt.rng); !errors.Is(err, broken) {
				t.Errorf("error %v, want %v", err, broken)
			}
		})
	}
}

// A line of any length takes constant memory.
func TestReadLinesMemory(t *testing.T) {
	const size = 16 << 20
	xs := endless(bytes.Repeat([]byte("x"), 4096))
	for name, rng := range map[string]Range{
		"shown":   {},
		"passed":  {First: 2},
		"counted": {Limit: 1, CountRest: true},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		in := io.MultiReader(io.LimitReader(xs, size), strings.NewReader("\nend\n"))
		got, err := readAll(in, rng)
		runtime.ReadMemStats(&after)
		if err != nil {
			t.Fatal(err)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
			t.Errorf("%s: %d bytes were allocated for a line of %d", name, used, size)
		}
		if name == "shown" && !strings.Contains(got.text, fmt.Sprintf("… [+%d characters]\n     2\tend\n", size-2000)) {
			t.Errorf("Text ends in %q", got.text[2000:])
		}
	}
}

// Neither do characters that the blocks it is read in cut in two.
func TestReadLinesMemoryOfCutCharacters(t *testing.T) {
	src := "x" + strings.Repeat("é", 8<<20)
	in := strings.NewReader(src)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	got, err := readAll(in, Range{})
	runtime.ReadMemStats(&after)
	if err != nil || !strings.HasSuffix(got.text, fmt.Sprintf("é… [+%d characters]\n", 1+8<<20-2000)) {
		t.Errorf("got %q, %v", got.text[max(0, len(got.text)-50):], err)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 1<<20 {
		t.Errorf("%d bytes were allocated for a line", used)
	}
}

// Plain lines are held, so they have a bound, which a line may not pass before its end.
func TestPlainLinesAreBounded(t *testing.T) {
	xs := endless(bytes.Repeat([]byte("x"), 4096))
	for name, tt := range map[string]struct {
		in   io.Reader
		rng  Range
		want error
	}{
		"one_line":         {xs, Range{}, errTooMuch},
		"a_range":          {xs, Range{First: 1, Limit: 1}, errTooMuch},
		"many_lines":       {endless("xxxxxxx\n"), Range{Limit: 1 << 40}, errTooMuch},
		"broken_bytes":     {endless("\xff"), Range{}, errTooMuch},
		"as_much_as_may":   {strings.NewReader(strings.Repeat("x", 1<<20-1) + "\n"), Range{}, nil},
		"broken_as_may":    {strings.NewReader(strings.Repeat("\xff", 1<<20)), Range{}, nil},
		"more_is_not_read": {io.MultiReader(strings.NewReader(strings.Repeat("x", 1<<20-1)+"\n"), xs), Range{Limit: 1}, nil},
		"lines_passed":     {io.MultiReader(strings.NewReader(strings.Repeat("x", 2<<20)+"\n"), strings.NewReader("y")), Range{First: 2}, nil},
	} {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		tt.rng.Plain, tt.rng.most = true, 1<<20
		_, err := readAll(tt.in, tt.rng)
		runtime.ReadMemStats(&after)
		if !errors.Is(err, tt.want) {
			t.Errorf("%s: got %v, want %v", name, err, tt.want)
		}
		if used := after.TotalAlloc - before.TotalAlloc; used > 32<<20 {
			t.Errorf("%s: %d bytes were allocated", name, used)
		}
	}
}

// endless is a reader of the same bytes over and over.
type endless []byte

func (e endless) Read(p []byte) (int, error) { return copy(p, e), nil }

// TestLineEndsInParts cuts texts in two wherever they can be.
func TestLineEndsInParts(t *testing.T) {
	t.Parallel()
	for src, want := range map[string]string{"a\r\nb\r\n": "crlf", "a\nb": "lf", "a\rb": "cr", "ab": "none", "\r\r\n\n": "mixed"} {
		for at := 1; at < len(src); at++ {
			var l lineEnds
			for _, part := range []string{src[:at], src[at:]} {
				if n, err := l.Write([]byte(part)); n != len(part) || err != nil {
					t.Errorf("%d, %v", n, err)
				}
			}
			if got := l.name(); got != want {
				t.Errorf("%q and %q: got %s, want %s", src[:at], src[at:], got, want)
			}
		}
	}
}

func FuzzReadLines(f *testing.F) {
	f.Add(uint16(0), []byte("a\nb\r\nc"), 1, 2, false, false)
	f.Add(uint16(0), []byte("\ufeffa\xff\n\n"), 2, 0, true, false)
	f.Add(uint16(0), []byte("a\nb"), 2, 1, false, true)
	f.Add(uint16(2000), []byte("😀\n"), 0, 1, true, true)
	f.Add(uint16(0), []byte("a\nb\n"), 1, 1, true, false)
	f.Add(uint16(2001), bytes.Repeat([]byte("\x80"), 5000), 0, 0, false, false)
	f.Add(uint16(2000), []byte("a"+strings.Repeat("\U0001f600", 1030)+strings.Repeat("\x80\x80\x80\x80\x80", 900)), 0, 0, false, false)
	f.Add(uint16(1999), []byte("\r\r\n\x80\xf0\x9f"), 1, 3, false, false)
	f.Fuzz(func(t *testing.T, pad uint16, in []byte, first, limit int, count, exact bool) {
		in = append(bytes.Repeat([]byte("é"), int(pad)), in...) // lines long enough to be cut
		if limit < 0 || limit > MaxLimit {
			t.Skip("not a limit")
		}
		rng := Range{First: first, Limit: limit, CountRest: count, Exact: exact}
		got, err := readAll(bytes.NewReader(in), rng)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(naive(in, rng), got, unexported); d != "" {
			t.Errorf("ReadLines(%q, %+v): want -, got +\n%s", in, rng, d)
		}
	})
}

// naive is ReadLines with everything in memory.
func naive(in []byte, rng Range) page {
	lines := strings.SplitAfter(strings.TrimPrefix(string(in), "\ufeff"), "\n")
	if lines[len(lines)-1] == "" {
		lines = lines[:len(lines)-1]
	}
	first, limit := max(rng.First, 1), rng.Limit
	if limit == 0 {
		limit = DefaultLimit
	}
	p := page{total: len(lines)}
	for i := first - 1; i < min(len(lines), first-1+limit); i++ {
		chars := []rune(strings.TrimSuffix(strings.TrimSuffix(lines[i], "\n"), "\r"))
		cut := ""
		if n := len(chars) - MaxChars; n > 0 {
			chars, cut = chars[:MaxChars], fmt.Sprintf("… [+%d characters]", n)
		}
		p.text += fmt.Sprintf("%6d\t%s%s\n", i+1, string(chars), cut)
		p.shown++
		p.invalid += invalidBytes(lines[i], MaxChars)
	}
	if end := first - 1 + p.shown; p.shown > 0 && end < len(lines) {
		switch {
		case rng.Exact:
			p.total = -1
		case rng.CountRest:
			more := "lines"
			if len(lines)-end == 1 {
				more = "line"
			}
			p.text += fmt.Sprintf("… %d more %s: go on with offset %d\n", len(lines)-end, more, end+1)
		default:
			p.total = -1
			p.text += fmt.Sprintf("… more lines follow: go on with offset %d\n", end+1)
		}
	}
	return p
}

// invalidBytes counts the bytes among the first limit characters that are no UTF-8.
func invalidBytes(s string, limit int) int {
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
