package document_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"fileops/internal/document"
	"fileops/internal/text/encoding"
)

// TestShowText shows files in several encodings, told by all of the file and by its
// beginning.
func TestShowText(t *testing.T) {
	t.Parallel()
	filler := strings.Repeat("0123456\n", 9000) // more than what tells the encoding of a large file
	for _, tt := range []struct {
		name, in string
		rng      document.Range
		want     document.Shown
	}{
		{"empty", "", document.Range{}, shown("", 0, 0, "utf-8", "none", false)},
		{"lf", "a\nb\n", document.Range{}, shown("     1\ta\n     2\tb\n", 2, 2, "utf-8", "lf", true)},
		{"crlf", "a\r\nb", document.Range{}, shown("     1\ta\n     2\tb\n", 2, 2, "utf-8", "crlf", false)},
		{"cr", "a\rb", document.Range{}, shown("     1\ta\rb\n", 1, 1, "utf-8", "cr", false)},
		{"mixed", "a\r\nb\n", document.Range{Limit: 1, Exact: true}, shown("     1\ta\n", 1, -1, "utf-8", "mixed", true)},
		{"one_line", "a", document.Range{}, shown("     1\ta\n", 1, 1, "utf-8", "none", false)},
		{"byte_order_mark", "\ufeffa\nb\n", document.Range{First: 2}, shown("     2\tb\n", 1, 2, "utf-8", "lf", true)},
		{"utf_16", in("utf-16le", "\ufeffé\r\nb\r\n"), document.Range{}, shown("     1\té\n     2\tb\n", 2, 2, "utf-16le", "crlf", true)},
		{"utf_16_range", in("utf-16be", "\ufeffĊ\n਀\nc"), document.Range{First: 2}, shown("     2\t਀\n     3\tc\n", 2, 3, "utf-16be", "lf", false)},
		{"utf_16_cut", in("utf-16le", "\ufeffab\n") + "c", document.Range{}, warned(shown("     1\tab\n     2\t\ufffd\n", 2, 2, "utf-16le", "lf", false), "1 place is not UTF-16LE, shown as \ufffd")},
		{"utf_16_with_half_a_pair", in("utf-16le", "\ufeff"+strings.Repeat("a", 20)+"\n") + "\x00\xd8\n\x00\x00\xd8", document.Range{}, warned(shown("     1\taaaaaaaaaaaaaaaaaaaa\n     2\t\ufffd\n     3\t\ufffd\n", 3, 3, "utf-16le", "lf", false), "2 places are not UTF-16LE, shown as \ufffd")},
		{"utf_16_with_a_replacement_character", in("utf-16be", "\ufeffok\ufffd\n"), document.Range{}, shown("     1\tok\ufffd\n", 1, 1, "utf-16be", "lf", true)},
		{"utf_32_plain_with_both", in("utf-32le", "\ufeff\ufffd\n") + "\x00\x00\x11\x00", document.Range{Plain: true}, warned(shown("\ufffd\n\ufffd", 2, 2, "utf-32le", "lf", false), "1 place is not UTF-32LE, shown as \ufffd")},
		{"utf_32", in("utf-32le", "\ufeffa\nb\n"), document.Range{First: 2}, shown("     2\tb\n", 1, 2, "utf-32le", "lf", true)},
		{"declared", in("windows-1251", "# coding: windows-1251\nещё\n"), document.Range{First: 2}, shown("     2\tещё\n", 1, 2, "windows-1251", "lf", true)},
		{"shift_jis", in("shift_jis", "# coding: shift_jis\n表示ソ\n能\n"), document.Range{First: 2, Limit: 1, Exact: true}, shown("     2\t表示ソ\n", 1, -1, "shift_jis", "lf", true)},
		{"iso_2022_jp", in("iso-2022-jp", "日本\n語\n"), document.Range{First: 2}, shown("     2\t語\n", 1, 2, "iso-2022-jp", "lf", true)},
		{"damaged", "é€\xff\n", document.Range{}, warned(shown("     1\té€\ufffd\n", 1, 1, "utf-8", "lf", true), "1 byte is not UTF-8, shown as \ufffd")},
		{"damaged_twice", "é€ü\xff\xfe\n", document.Range{Plain: true}, warned(shown("é€ü\ufffd\ufffd\n", 1, 1, "utf-8", "lf", true), "2 bytes are not UTF-8, shown as \ufffd")},
		{"plain", "\ufeffa\r\n\nb", document.Range{Plain: true}, shown("a\r\n\nb", 3, 3, "utf-8", "mixed", false)},
		{"plain_empty", "", document.Range{Plain: true}, shown("", 0, 0, "utf-8", "none", false)},
		{"plain_mark_alone", "\ufeff", document.Range{Plain: true}, shown("", 0, 0, "utf-8", "none", false)},
		{"plain_range", "a\nb\nc\n", document.Range{First: 2, Limit: 1, Plain: true}, shown("b\n", 1, -1, "utf-8", "lf", true)},
		{"plain_long", "\n" + strings.Repeat("x", 70000) + "\n", document.Range{Plain: true}, shown("\n"+strings.Repeat("x", 70000)+"\n", 2, 2, "utf-8", "lf", true)},
		{"plain_has_no_default_limit", filler, document.Range{Plain: true}, shown(filler, 9000, 9000, "utf-8", "lf", true)},
		{"without_numbers", "a\nb\nc\n", document.Range{Limit: 2, Bare: true, CountRest: true}, shown("a\nb\n… 1 more line: go on with offset 3\n", 2, 3, "utf-8", "lf", true)},
		{"past_the_end", "a\nb\n", document.Range{First: 3}, shown("", 0, 2, "utf-8", "lf", true)},
		{"far", filler + "end", document.Range{First: 9001}, shown("  9001\tend\n", 1, 9001, "utf-8", "lf", false)},
		{"far_in_utf_16", in("utf-16le", "\ufeff"+filler+"end"), document.Range{First: 9001}, shown("  9001\tend\n", 1, 9001, "utf-16le", "lf", false)},
		{"far_in_shift_jis_that_is_guessed", in("shift_jis", filler+strings.Repeat("ファイルを確認する。\n", 3)), document.Range{First: 9003}, shown("  9003\tファイルを確認する。\n", 1, 9003, "shift_jis", "lf", true)},
		{"far_in_shift_jis", in("shift_jis", "coding: shift_jis\n"+filler+"表示"), document.Range{First: 9002}, shown("  9002\t表示\n", 1, 9002, "shift_jis", "lf", false)},
	} {
		for how, whole := range map[string]int64{"whole": 1 << 20, "by_its_beginning": 0} {
			t.Run(tt.name+"/"+how, func(t *testing.T) {
				t.Parallel()
				f := document.File{Name: "a", Size: int64(len(tt.in)), Content: strings.NewReader(tt.in)}
				got, err := document.Show(t.Context(), f, document.Want{Lines: tt.rng, Whole: whole, Max: 1 << 20})
				if err != nil {
					t.Fatal(err)
				}
				if d := cmp.Diff(tt.want, got); d != "" {
					t.Errorf("want -, got +\n%s", d)
				}
			})
		}
	}
}

// TestShowFindsTheEncodingWhereverACharacterIsCut reads a line of large files whose
// beginning, as far as it tells the encoding, ends inside of a character or not.
func TestShowFindsTheEncodingWhereverACharacterIsCut(t *testing.T) {
	t.Parallel()
	lines := 6_000 // 96 KB and more: 64 KB tell the encoding
	if os.Getenv("TEST_ALL") != "" {
		lines = 20_000
	}
	for _, name := range []string{"shift_jis", "euc-jp", "gb18030", "big5", "euc-kr", "windows-1251"} {
		line := map[string]string{
			"gb18030": "读取错误，请重试", "big5": "讀取錯誤，請重試一次看看", "euc-kr": "파일을 읽을 수 없습니다 다시 시도하십시오", "windows-1251": "Не удалось прочитать файл",
		}[name]
		if line == "" {
			line = "これは日本語のテキストです"
		}
		for pad := range 4 {
			src := in(name, strings.Repeat("#", pad)+"\n"+strings.Repeat(line+"\n", lines))
			f := document.File{Name: "a", Size: int64(len(src)), Content: strings.NewReader(src)}
			got, err := document.Show(t.Context(), f, document.Want{Lines: document.Range{First: 5, Limit: 1, Exact: true}})
			if err != nil || got.Text != "     5\t"+line+"\n" {
				t.Errorf("%s, %d bytes before: %q in %s, %v", name, pad, got.Text, got.Encoding, err)
			}
			src = in(name, strings.Repeat("#", pad)+strings.Repeat(line, 5_000)+"\n"+line+"\n")
			f = document.File{Name: "a", Size: int64(len(src)), Content: strings.NewReader(src)}
			got, err = document.Show(t.Context(), f, document.Want{Lines: document.Range{First: 2, Limit: 1, Exact: true}})
			if err != nil || got.Text != "     2\t"+line+"\n" {
				t.Errorf("%s, %d bytes before, in one line: %q in %s, %v", name, pad, got.Text, got.Encoding, err)
			}
		}
	}
}

// TestALineReadsTheSameInEveryRange reads lines of large files that begin in ASCII, alone
// and with others before them, those that tell the encoding and those that do not.
func TestALineReadsTheSameInEveryRange(t *testing.T) {
	t.Parallel()
	ascii := strings.Repeat("0123456\n", 9000) // more than what is looked at first
	for _, tt := range []struct{ encoding, before, word string }{
		{"utf-8", "", "naïve élève à l’été"},
		{"windows-1252", "", "Où est la garçon naïve, élève à l’été"},
		{"windows-1251", "", "Не удалось прочитать файл"},
		{"windows-1251", "", "plain words, and then: Не удалось прочитать файл"},
		{"shift_jis", "", "ファイルを確認する。"},
		{"koi8-u", "# coding: koi8-u\n", "Її"},
	} {
		for pad := range 2 {
			text := tt.before + strings.Repeat("#", pad) + "\n" + strings.Repeat(ascii+tt.word+"\n", 4)
			src := in(tt.encoding, text)
			lines := strings.Split(text, "\n")
			for _, first := range []int{1, 9000, 9001, 9002, 9003, 18_003, 27_000} {
				for n, line := range lines[first-1 : len(lines)-1] {
					if !strings.HasSuffix(line, tt.word) {
						continue
					}
					f := document.File{Name: "a", Size: int64(len(src)), Content: strings.NewReader(src)}
					got, err := document.Show(t.Context(), f, document.Want{Lines: document.Range{First: first, Limit: n + 1, Exact: true, Plain: pad > 0}, Max: 1 << 20})
					if err != nil || !strings.HasSuffix(got.Text, line+"\n") || got.Encoding != tt.encoding {
						t.Errorf("%s, %d lines from %d: in %s, ending in %q, %v", tt.encoding, n+1, first, got.Encoding, got.Text[max(0, len(got.Text)-30):], err)
					}
				}
			}
		}
	}
}

// TestLineEndsOfALargeFile are those of its beginning and of the lines that are shown.
func TestLineEndsOfALargeFile(t *testing.T) {
	t.Parallel()
	const many = 70_000
	for _, tt := range []struct{ name, in, want string }{
		{"none_at_first", strings.Repeat("x", many) + "\n" + strings.Repeat("y\r\n", many), "crlf"},
		{"others_at_first", strings.Repeat("x\n", many) + strings.Repeat("y\r\n", many), "mixed"},
		{"wide", in("utf-16le", "\ufeff"+strings.Repeat("x", many)+"\n"+strings.Repeat("y\n", many)), "lf"},
	} {
		f := document.File{Name: "a", Size: int64(len(tt.in)), Content: strings.NewReader(tt.in)}
		first := 2 + strings.Count(tt.in, "x\n")
		got, err := document.Show(t.Context(), f, document.Want{Lines: document.Range{First: first, Limit: 1, Exact: true}})
		if err != nil || !strings.Contains(got.Text, "y") || got.LineEnd != tt.want {
			t.Errorf("%s: got %q with %s, %v; want %s", tt.name, got.Text, got.LineEnd, err, tt.want)
		}
	}
}

func shown(text string, lines, total int, encoding, lineEnd string, ended bool) document.Shown {
	return document.Shown{Kind: document.Text, Text: text, Lines: lines, Total: total, Encoding: encoding, LineEnd: lineEnd, Ended: ended}
}

func warned(s document.Shown, msg string) document.Shown {
	s.Warnings = []string{msg}
	return s
}

// in is a text in an encoding.
func in(name, text string) string {
	e, ok := encoding.Named(name)
	if !ok {
		panic(name)
	}
	raw, err := e.Encode([]byte(text))
	if err != nil {
		panic(err)
	}
	return string(raw)
}

func TestShowRefusesBinary(t *testing.T) {
	t.Parallel()
	for _, in := range []string{"\x00", "a\n\x00b", strings.Repeat("x", 7999) + "\x00"} {
		for _, whole := range []int64{0, 1 << 20} {
			for _, most := range []int64{0, 1 << 20} { // a range would not help
				f := document.File{Name: "a", Size: int64(len(in)), Content: strings.NewReader(in)}
				_, err := document.Show(t.Context(), f, document.Want{Whole: whole, Max: most})
				if e := (*document.Error)(nil); !errors.As(err, &e) || e.Reason != document.Binary || e.What != "data" {
					t.Errorf("%d bytes with a NUL, where %d may be shown whole: %v, want an error", len(in), most, err)
				}
			}
		}
	}
}

// TestShowPlain shows files of any encoding whole up to the largest size that is: that of
// the file, not of its text.
func TestShowPlain(t *testing.T) {
	t.Parallel()
	for name, line := range map[string]string{"utf-8": "ééé\xff", "windows-1251": "Не удалось прочитать файл", "shift_jis": "ｱｲｳｴｵファイル", "utf-16le": "読"} {
		src := strings.Repeat(line+"\n", 20_000)
		if name != "utf-8" {
			src = in(name, "\ufeff"[:3*strings.Count(name, "utf")]+src)
		}
		size := int64(len(src))
		f := document.File{Name: "a", Size: size, Content: strings.NewReader(src)}
		for _, whole := range []int64{0, size} {
			got, err := document.Show(t.Context(), f, document.Want{Lines: document.Range{Plain: true}, Whole: whole, Max: size})
			if err != nil || got.Encoding != name || got.Lines != 20_000 {
				t.Errorf("%s: got %d lines in %s, %v", name, got.Lines, got.Encoding, err)
			}
		}
		_, err := document.Show(t.Context(), f, document.Want{Lines: document.Range{Plain: true}, Max: size - 1})
		if e := (*document.Error)(nil); !errors.As(err, &e) || e.Reason != document.TooLarge {
			t.Errorf("%s: got %v for a file that is too large", name, err)
		}
		_, err = document.Show(t.Context(), f, document.Want{Lines: document.Range{First: 1, Limit: 15_000, Plain: true}, Max: size / 8})
		if e := (*document.Error)(nil); !errors.As(err, &e) || e.Reason != document.TooMuch || !strings.HasPrefix(e.Msg, "the lines asked for have more than ") {
			t.Errorf("%s: got %v for a range that is too long", name, err)
		}
	}
}

// changing is a file that has another length than was said.
type changing struct {
	*bytes.Reader
	fail error
}

func (c changing) ReadAt(p []byte, at int64) (int, error) {
	n, err := c.Reader.ReadAt(p, at)
	if err == io.EOF && c.fail != nil {
		err = c.fail
	}
	return n, err
}

// TestShowChangingFiles shows what is read, whatever the size was when the file was
// looked at. An error is never taken for the end.
func TestShowChangingFiles(t *testing.T) {
	t.Parallel()
	lines := strings.Repeat("x\n", 50000)
	for _, whole := range []int64{0, 100, 1 << 20} {
		for _, size := range []int64{0, 1, 100, 99_999, 100_001, 1 << 30} {
			if size <= whole && size > 1<<20 {
				continue
			}
			f := document.File{Name: "a", Size: size, Content: changing{Reader: bytes.NewReader([]byte(lines))}}
			got, err := document.Show(t.Context(), f, document.Want{Lines: document.Range{First: 49_999}, Whole: whole})
			if want := " 49999\tx\n 50000\tx\n"; err != nil || got.Text != want {
				t.Errorf("%d bytes, not %d: %q, %v", len(lines), size, got.Text, err)
			}
			broken := fmt.Errorf("disk on fire")
			f.Content = changing{bytes.NewReader([]byte(lines)), broken}
			if _, err := document.Show(t.Context(), f, document.Want{Lines: document.Range{First: 49_999}, Whole: whole}); !errors.Is(err, broken) {
				t.Errorf("an error after %d bytes, not %d: %v", len(lines), size, err)
			}
		}
	}
}

// TestShowEndsWithItsContext reads files that have no end, of which nothing is shown or
// much, until the context has one.
func TestShowEndsWithItsContext(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		block string
		lines document.Range
	}{
		"lines_passed":  {"x\n", document.Range{First: 1 << 60}},
		"one_line":      {"x", document.Range{Limit: 1}},
		"a_line_passed": {"x", document.Range{First: 2}},
		"broken_bytes":  {"\x80", document.Range{Limit: 1}},
		"lines_counted": {"x\n", document.Range{Limit: 1, CountRest: true}},
		"wide_lines":    {"x\x00\n\x00", document.Range{First: 1 << 60}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			ctx, cancel := context.WithCancel(t.Context())
			content := &withoutEnd{block: []byte(tt.block), cancel: cancel}
			_, err := document.Show(ctx, document.File{Name: "a", Size: 1 << 40, Content: content}, document.Want{Lines: tt.lines})
			if !errors.Is(err, context.Canceled) {
				t.Errorf("got %v, want %v", err, context.Canceled)
			}
		})
	}
}

// withoutEnd is a file that ends the context when much of it was read.
type withoutEnd struct {
	block  []byte
	read   int
	cancel func()
}

func (f *withoutEnd) ReadAt(p []byte, _ int64) (int, error) {
	if f.read += len(p); f.read > 4<<20 {
		f.cancel()
	}
	if f.read > 64<<20 {
		return 0, io.ErrUnexpectedEOF
	}
	return copy(p, bytes.Repeat(f.block, len(p)/len(f.block)+1)), nil
}
