package encoding

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"fileops/internal/text"
)

// encodings are all that there are, by name, with a text that each holds and a
// character that it does not.
func encodings(tb testing.TB) []struct {
	Encoding
	text    string
	foreign rune
} {
	tb.Helper()
	type row = struct {
		Encoding
		text    string
		foreign rune
	}
	rows := []row{
		{Encoding{}, "é → 語", 0}, {utf16le, "é → 語 😀", 0}, {utf16be, "é → 語 😀", 0}, {utf32le, "é → 語 😀", 0}, {utf32be, "é → 語 😀", 0},
	}
	for name, text := range map[string]string{
		"shift_jis": "日本語のカナｶﾅ", "euc-jp": "日本語のカナｶﾅ", "iso-2022-jp": "日本語 and カナ, ｶﾅ", "gbk": "中文，测试", "gb18030": "中文，测试 😀", "big5": "中文，測試", "euc-kr": "한국어 시험",
	} {
		rows = append(rows, row{named(tb, name), text, '😀'})
	}
	for name := range charmaps.Get() {
		var text strings.Builder
		e := named(tb, name)
		for b := 0x80; b < 0x100; b++ {
			if e.holds([]byte{byte(b)}) {
				text.Write(e.Decode([]byte{byte(b)}))
			}
		}
		rows = append(rows, row{e, text.String(), '語'})
	}
	slices.SortFunc(rows, func(a, b row) int { return strings.Compare(a.Name(), b.Name()) })
	return rows
}

func TestEncodingsRoundTrip(t *testing.T) {
	t.Parallel()
	for _, e := range encodings(t) {
		for _, text := range []string{"", "\n", e.text, "a " + e.text + " b\r\n", strings.Repeat("x = 1\r\n"+e.text+"\n\n", 333)} {
			raw, err := e.Encode([]byte(text))
			if err != nil {
				t.Fatalf("%s: %v", e.Name(), err)
			}
			if got := e.Decode(raw); string(got) != text {
				t.Errorf("%s: %.100q comes back as %.100q", e.Name(), text, got)
			}
			if !e.holds(raw) {
				t.Errorf("%s: the bytes of %.100q do not survive", e.Name(), text)
			}
		}
	}
}

func TestUnencodable(t *testing.T) {
	t.Parallel()
	for _, e := range encodings(t) {
		if e.codec == nil {
			continue
		}
		for _, tt := range []struct {
			text string
			want rune
		}{
			{e.text + string(e.foreign) + "\U0001f680", e.foreign}, {e.text + "\xff", 0xfffd},
		} {
			if e.foreign == 0 && tt.want == 0 || e.Name() == "gb18030" && tt.want != 0xfffd {
				continue // it holds every character
			}
			_, err := e.Encode([]byte(tt.text))
			var missing *Unencodable
			if !errors.As(err, &missing) || missing.Rune != tt.want || missing.Encoding != e.Name() {
				t.Errorf("%s: got %v, want U+%04X", e.Name(), err, tt.want)
			}
		}
	}
	_, err := named(t, "windows-1252").Encode([]byte("a → b"))
	if got, want := fmt.Sprint(err), "windows-1252 does not hold U+2192 '→'"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// Some encoders write another character that looks alike. Nothing may change silently.
func TestLookalikesAreRefused(t *testing.T) {
	t.Parallel()
	for _, e := range encodings(t) {
		for r := rune(0x80); r < 0x3100; r++ {
			raw, err := e.Encode([]byte(string(r)))
			if err == nil && string(e.Decode(raw)) != string(r) {
				t.Errorf("%s: U+%04X is written as % x, which is %q", e.Name(), r, raw, e.Decode(raw))
			}
		}
	}
}

func TestUTF8IsNotCopied(t *testing.T) {
	t.Parallel()
	src := []byte("\ufeffa\xff\xc3\xa9\r\n")
	back, err := Encoding{}.Encode(Encoding{}.Decode(src))
	if err != nil || &back[0] != &src[0] || len(back) != len(src) {
		t.Errorf("got %q, %v", back, err)
	}
}

func TestBrokenCharactersAreShown(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ encoding, src, want string }{
		{"utf-16le", "a\x00\x00\xd8b\x00c", "a\ufffdb\ufffd"},
		{"utf-16be", "\xd8\x3d\xde\x00\xde\x00", "😀\ufffd"},
		{"utf-32le", "a\x00\x00\x00\x00\x00\x11\x00\x00", "a\ufffd\ufffd"},
		{"windows-1253", "a\xaab", "a\ufffdb"},
		{"shift_jis", "\x82\xa0\x82", "あ\ufffd"},
		{"gbk", "\xff\xd6\xd0", "\ufffd中"},
	} {
		if got := named(t, tt.encoding).Decode([]byte(tt.src)); string(got) != tt.want {
			t.Errorf("%s %q: got %q, want %q", tt.encoding, tt.src, got, tt.want)
		}
		if named(t, tt.encoding).holds([]byte(tt.src)) {
			t.Errorf("%s %q: said to survive", tt.encoding, tt.src)
		}
	}
}

func TestEveryAliasNamesAnEncoding(t *testing.T) {
	t.Parallel()
	for alias, name := range aliases.Get() {
		if e, ok := encodingNamed(alias); !ok || e.Name() != name {
			t.Errorf("%s: got %s, want %s", alias, e.Name(), name)
		}
	}
	for _, c := range candidates {
		if _, ok := encodingNamed(c.name); !ok || len(c.languages) == 0 {
			t.Errorf("candidate %s is unknown or has no language", c.name)
		}
	}
}

func BenchmarkDetectUTF8(b *testing.B) {
	src := bytes.Repeat([]byte("func main() { fmt.Println(\"plain text\") } // and nothing else\n"), 16<<10)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Detect(src)
	}
}

func BenchmarkDetectLegacy(b *testing.B) {
	src := bytes.Repeat([]byte("x = 1 # le r\xe9sultat du calcul pr\xe9c\xe9dent\n"), 1<<10)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		Detect(src)
	}
}

func BenchmarkSpliceShiftJIS(b *testing.B) {
	e := named(b, "shift_jis")
	src := bytes.Repeat([]byte("x = 1 # \x82\xa0\x82\xa2\x82\xa4\n"), 64<<10)
	b.SetBytes(int64(len(src)))
	for b.Loop() {
		if _, err := e.Splice(src, []text.Edit{{Span: text.Span{Start: 4, End: 5}, Text: "2"}}); err != nil {
			b.Fatal(err)
		}
	}
}
