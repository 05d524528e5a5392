package terminal_test

import (
	"errors"
	"io"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"fileops/internal/terminal"
)

// hostile are texts that act on a terminal or hide something, and what is shown instead.
var hostile = []struct{ name, text, want string }{
	{"an escape sequence", "a\x1b[31mb", `a\x1b[31mb`},
	{"a link", "\x1b]8;;http://x\x1b\\y\x1b]8;;\a", `\x1b]8;;http://x\x1b\y\x1b]8;;\a`},
	{"the clipboard", "\x1b]52;c;eA==\a", `\x1b]52;c;eA==\a`},
	{"backspaces", "rm\b\bls", `rm\b\bls`},
	{"a carriage return", "good\rbad", `good\rbad`},
	{"several carriage returns", "good\r\r\n", "good\\r\r\n"},
	{"a carriage return at the end", "good\r", `good\r`},
	{"other controls", "\x00\x01\x0b\x0c\x0e\x7f", `\x00\x01\v\f\x0e\x7f`},
	{"C1 controls", "a\u009b31mb\u0080\u0085", `a\u009b31mb\u0080\u0085`},
	{"raw C1 controls", "a\x9b31mb", `a\x9b31mb`},
	{"invalid UTF-8", "a\xffb\xe2\x82c\xc0\x80\xed\xa0\x80", `a\xffb\xe2\x82c\xc0\x80\xed\xa0\x80`},
	{"a character cut off at the end", "a\xf0\x9f\x98", `a\xf0\x9f\x98`},
	{"bidirectional controls", "a\u061c\u200e\u200f\u202a\u202e\u2066\u2069b", `a\u061c\u200e\u200f\u202a\u202e\u2066\u2069b`},
	{"separators", "a\u2028b\u2029c", `a\u2028b\u2029c`},
	{"invisible characters", "a\u00ad\u200b\u2060\ufeff\u3164b", `a\u00ad\u200b\u2060\ufeff\u3164b`},
	{"text in tags", "a\U000e0041\U000e0100\U000e007fb", `a\U000e0041\U000e0100\U000e007fb`},
}

// harmless are texts that are shown as they are.
var harmless = []string{
	"", "plain", "a\tb\n", "dos\r\n\r\n", `\x1b`, "Ünïcödé", "日本語", "한국어", "שלום", "مرحبا", "नमस्ते",
	"👨\u200d👩\u200d👧", "⚠\ufe0f", "می\u200cخواهم", "\u0600 number sign", "\ufffd", "a\u00a0b",
}

func TestEscape(t *testing.T) {
	t.Parallel()
	for _, tt := range hostile {
		if got := terminal.Escape(tt.text); got != tt.want {
			t.Errorf("%s: got %q, want %q", tt.name, got, tt.want)
		}
	}
	for _, text := range harmless {
		if got := terminal.Escape(text); got != text {
			t.Errorf("%q became %q", text, got)
		}
	}
}

// TestEveryCharacter compares what is escaped with the properties that Unicode gives.
func TestEveryCharacter(t *testing.T) {
	t.Parallel()
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if !utf8.ValidRune(r) {
			continue
		}
		want := unicode.In(r, unicode.Cc, unicode.Cf, unicode.Zl, unicode.Zp, unicode.Other_Default_Ignorable_Code_Point) ||
			r >= 0xe0000 && r < 0xe1000
		if r == '\n' || r == '\t' || r == 0x200c || r == 0x200d || unicode.Is(unicode.Prepended_Concatenation_Mark, r) {
			want = false
		}
		if got := terminal.Escape(string(r)) != string(r); got != want {
			t.Errorf("U+%04X escaped: %v, want %v", r, got, want)
		}
	}
}

// What a Writer writes does not depend on how a text is divided among calls.
func TestWriterEscapesWhereverTextIsCut(t *testing.T) {
	t.Parallel()
	texts := harmless
	for _, tt := range hostile {
		texts = append(texts, tt.text, tt.text+"\n")
	}
	for _, text := range texts {
		for cut := range len(text) + 1 {
			for _, o := range []terminal.Options{{}, {Terminal: true}} {
				var b strings.Builder
				w := terminal.NewWriter(&b, o)
				n, err := w.Write([]byte(text[:cut]))
				more, errMore := w.WriteString(text[cut:])
				if n != cut || more != len(text)-cut || err != nil || errMore != nil {
					t.Errorf("%q at %d: wrote %d and %d, %v, %v", text, cut, n, more, err, errMore)
				}
				if err := w.Flush(); err != nil {
					t.Error(err)
				}
				want := text
				if o.Terminal {
					want = terminal.Escape(text)
				}
				if b.String() != want {
					t.Errorf("%q at %d, %+v: got %q, want %q", text, cut, o, b.String(), want)
				}
			}
		}
	}
}

func TestStyled(t *testing.T) {
	t.Parallel()
	screen := terminal.Options{Terminal: true, Color: true, Links: true}
	for _, tt := range []struct {
		name  string
		o     terminal.Options
		write func(*terminal.Writer)
		want  string
	}{
		{"color", screen, func(w *terminal.Writer) { w.Styled(terminal.Failure, "a\x1bb") }, "\x1b[31ma\\x1bb\x1b[0m"},
		{"each line by itself", screen, func(w *terminal.Writer) { w.Styled(terminal.Added, "a\n\nb\r\nc\r") }, "\x1b[32ma\x1b[0m\n\n\x1b[32mb\x1b[0m\r\n\x1b[32mc\\r\x1b[0m"},
		{"plain", screen, func(w *terminal.Writer) { w.Styled(terminal.Plain, "a\x1bb") }, `a\x1bb`},
		{"empty", screen, func(w *terminal.Writer) { w.Styled(terminal.Failure, "") }, ""},
		{"no color", terminal.Options{Terminal: true}, func(w *terminal.Writer) { w.Styled(terminal.Failure, "a\x1bb") }, `a\x1bb`},
		{"color in a pipe", terminal.Options{Color: true}, func(w *terminal.Writer) { w.Styled(terminal.Path, "a\x1b\r") }, "\x1b[1ma\x1b\r\x1b[22m"},
		{"a character is not completed by a styled one", screen, func(w *terminal.Writer) {
			io.WriteString(w, "\xe2\x82")      //nolint:errcheck // checked by Flush
			w.Styled(terminal.Plain, "\xac")   // together they were €
			io.WriteString(w, "\r")            //nolint:errcheck // checked by Flush
			w.Styled(terminal.Plain, "\nnext") // a line end of its own
		}, "\\xe2\\x82\\xac\\r\nnext"},
		{"link", screen, func(w *terminal.Writer) { w.Link("file:///a%20b", "a b", terminal.Path) }, "\x1b]8;;file:///a%20b\x1b\\\x1b[1ma b\x1b[22m\x1b]8;;\x1b\\"},
		{"a link that is none", screen, func(w *terminal.Writer) { w.Link("file:///a\x1b\\b", "a b", terminal.Path) }, "\x1b[1ma b\x1b[22m"},
		{"no links", terminal.Options{Terminal: true}, func(w *terminal.Writer) { w.Link("file:///a", "a\x9c", terminal.Path) }, `a\x9c`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var b strings.Builder
			w := terminal.NewWriter(&b, tt.o)
			tt.write(w)
			if err := w.Flush(); err != nil {
				t.Fatal(err)
			}
			if b.String() != tt.want {
				t.Errorf("got  %q\nwant %q", b.String(), tt.want)
			}
		})
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errFull }

var errFull = errors.New("full")

func TestErrorsStay(t *testing.T) {
	t.Parallel()
	for _, o := range []terminal.Options{{}, {Terminal: true}} {
		w := terminal.NewWriter(broken{}, o)
		if err := w.Flush(); err != nil {
			t.Errorf("%+v: nothing is written: %v", o, err)
		}
		if _, err := io.WriteString(w, strings.Repeat("x", 1<<20)); !errors.Is(err, errFull) {
			t.Errorf("%+v: WriteString returned %v", o, err)
		}
		if _, err := w.Write([]byte("x")); !errors.Is(err, errFull) {
			t.Errorf("%+v: Write returned %v", o, err)
		}
		w.Styled(terminal.Failure, "x")
		if err := w.Flush(); !errors.Is(err, errFull) {
			t.Errorf("%+v: Flush returned %v", o, err)
		}
	}
}

func TestColumns(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text string
		want int
	}{
		{"", 0}, {"abc", 3}, {"é", 1}, {"e\u0301", 1}, {"日本", 4}, {"👨\u200d👩\u200d👧", 2}, {"⚠\ufe0f", 2},
		{"✅ ok", 5}, {"a\tb", 9}, {"\t\t", 16}, {"12345678\tb", 17},
	} {
		if got := terminal.Columns(tt.text); got != tt.want {
			t.Errorf("Columns(%q) = %d, want %d", tt.text, got, tt.want)
		}
	}
}

func TestShorten(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		text    string
		columns int
		want    string
	}{
		{"internal/report/human.go", 0, "internal/report/human.go"},
		{"internal/report/human.go", 24, "internal/report/human.go"},
		{"internal/report/human.go", 12, "inter…man.go"},
		{"abc", 2, "…c"},
		{"abc", 1, "…"},
		{"日本語日本語", 7, "日…本語"},
		{"日本語日本語", 6, "日…語"},
		{"e\u0301e\u0301e\u0301", 2, "…e\u0301"},
	} {
		got := terminal.Shorten(tt.text, tt.columns)
		if got != tt.want {
			t.Errorf("Shorten(%q, %d) = %q, want %q", tt.text, tt.columns, got, tt.want)
		}
		if n := terminal.Columns(got); tt.columns > 0 && n > tt.columns {
			t.Errorf("Shorten(%q, %d) takes %d columns", tt.text, tt.columns, n)
		}
	}
}
