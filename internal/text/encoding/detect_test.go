package encoding

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"
)

// sample is a text in a language, with the encodings that it is written in.
type sample struct {
	language  string
	encodings []string
	texts     []string // the last one is long
}

func samples(tb testing.TB) []sample {
	tb.Helper()
	data, err := os.ReadFile("testdata/samples.txt")
	if err != nil {
		tb.Fatal(err)
	}
	var all []sample
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSuffix(line, "\n")
		if text, ok := strings.CutPrefix(line, "  "); ok {
			s := &all[len(all)-1]
			s.texts = append(s.texts, text)
			continue
		}
		language, encodings, _ := strings.Cut(line, ": ")
		all = append(all, sample{language: language, encodings: strings.Fields(encodings)})
	}
	return all
}

// named is Named for a name that there must be.
func named(tb testing.TB, name string) Encoding {
	tb.Helper()
	e, ok := Named(name)
	if !ok {
		tb.Fatalf("no encoding %s", name)
	}
	return e
}

const program = "import os\n\n\ndef main(argv):\n    # %s\n    options = {'a': 1}\n    return options\n\n\nif __name__ == '__main__':\n    main([])\n"

// tally counts how texts were detected.
type tally struct {
	right int // the text is read as it was written
	wrong int // it is read as other characters, but its bytes survive
	lost  int // bytes would change
}

// TestAccuracy holds detection to what was measured: as short a text as a comment of
// two words can be right in several encodings.
func TestAccuracy(t *testing.T) {
	t.Parallel()
	tallies := map[string]*tally{}
	for _, s := range samples(t) {
		for _, name := range s.encodings {
			if tallies[name] == nil {
				tallies[name] = &tally{}
			}
			for _, text := range s.texts {
				tallies[name].add(t, named(t, name), text+"\n")
				tallies[name].add(t, named(t, name), fmt.Sprintf(program, text))
			}
			tallies[name].add(t, named(t, name), strings.Join(s.texts, "\r\n"))
			tallies[name].add(t, named(t, name), strings.Repeat(fmt.Sprintf(program, strings.Join(s.texts, "\n    # ")), 50))
		}
	}
	sum, names := tally{}, slices.Sorted(maps.Keys(tallies))
	for _, name := range names {
		got := *tallies[name]
		t.Logf("%-14s right %3d  wrong %2d  lost %d", name, got.right, got.wrong, got.lost)
		if got.lost+got.wrong > 0 {
			t.Errorf("%s: %d wrong, %d lost", name, got.wrong, got.lost)
		}
		sum.right, sum.wrong, sum.lost = sum.right+got.right, sum.wrong+got.wrong, sum.lost+got.lost
	}
	t.Logf("%-14s right %3d  wrong %2d  lost %d", "all", sum.right, sum.wrong, sum.lost)
}

func (n *tally) add(t *testing.T, e Encoding, text string) {
	t.Helper()
	raw, err := e.Encode([]byte(text))
	if err != nil {
		t.Fatal(err)
	}
	found := Detect(raw)
	switch {
	case string(found.Decode(raw)) == text:
		n.right++
	case found.holds(raw):
		n.wrong++
		t.Logf("%s taken for %s: %.60q", e.Name(), found.Name(), text)
	default:
		n.lost++
	}
}

func TestDetect(t *testing.T) {
	t.Parallel()
	utf16 := func(order, s string) string {
		raw, err := named(t, order).Encode([]byte(s))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	for _, tt := range []struct{ name, src, want string }{
		{"empty", "", "utf-8"},
		{"ascii", "a\n", "utf-8"},
		{"utf-8", "é\n", "utf-8"},
		{"utf-8-mark", "\ufeffa\n", "utf-8"},
		{"utf-8-mark-and-damage", "\ufeffa\xe9\n", "utf-8"},
		{"damaged", "é è \xff ê\n", "utf-8"},
		{"one-whole-one-broken", "é \xe9\n", "utf-8"},
		{"declared-and-damaged", "# coding: latin-1\né è \xff\n", "iso-8859-1"},
		{"no-mark-but-bytes", "\xff\xfe one\ntwo\n\x80\n", "iso-8859-1"},
		{"utf-16le-mark-without-ascii", utf16("utf-16le", "\ufeff検索結果"), "utf-16le"},
		{"mark-only", "\xff\xfe", "utf-16le"},
		{"utf-16le-mark", utf16("utf-16le", "\ufeffa\r\n"), "utf-16le"},
		{"utf-16be-mark", utf16("utf-16be", "\ufeff語\n"), "utf-16be"},
		{"utf-16-mark-and-surrogate", utf16("utf-16le", "\ufeff"+strings.Repeat("text\n", 9)) + "\x00\xd8a\x00", "utf-16le"},
		{"utf-16-mark-and-odd-byte", utf16("utf-16le", "\ufeffsome text\n") + "a", "utf-16le"},
		{"utf-32le-mark", utf16("utf-32le", "\ufeffa\n"), "utf-32le"},
		{"utf-32be-mark", utf16("utf-32be", "\ufeffa\n"), "utf-32be"},
		{"utf-16le", utf16("utf-16le", "a line\r\nещё\n"), "utf-16le"},
		{"utf-16be", utf16("utf-16be", "a line\n"), "utf-16be"},
		{"utf-16le-japanese", utf16("utf-16le", "ファイルを確認する。\n次の行です。\n"), "utf-16le"},
		{"utf-16be-chinese", utf16("utf-16be", "检查文件，重试。\n下一行。\n"), "utf-16be"},
		{"utf-32be", utf16("utf-32be", "a line\n"), "utf-32be"},
		{"utf-32le", utf16("utf-32le", "ещё\n"), "utf-32le"},
		{"nul-late", strings.Repeat("a", 8000) + "\x00", "utf-8"},
		{"nul", "a\x00b", "binary"},
		{"nul-terminated-wide", utf16("utf-16le", "KEY\x00VALUE\x00"), "binary"},
		{"numbers-of-16-bits", "\x01\x00\x02\x00\x03\x00\x0a\x00", "binary"},
		{"numbers-of-32-bits", "a\x00\x00\x00\x01\x00\x00\x00b\x00\x00\x00", "binary"},
		{"one-wide-character", "a\x00", "binary"},
		{"elf", "\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00", "binary"},
		{"png", "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x01\x00", "binary"},
		{"mark-by-chance", "\xff\xfe\x00\x01\x00\x02\x00\x03\x01\x00\x02\x00\x00\x00\x01\x00", "binary"},
		{"iso-2022-jp", "a\n\x1b$B$\"\x1b(B\n", "iso-2022-jp"},
		{"escape-of-a-terminal", "\x1b[31mred\x1b[0m \x1b$x\n", "utf-8"},
		{"iso-2022-jp-that-would-change", "\x1b$@$\"\x1b(J\n", "utf-8"},
		{"cookie", "#!/usr/bin/python\n# -*- coding: koi8-r -*-\n# \xe9\n", "koi8-r"},
		{"cookie-of-vim", "# vim: set fileencoding=cp1250 :\n# \xe9\n", "windows-1250"},
		{"cookie-too-late", "\n\n# coding: koi8-r\n# \xe9t\xe9\n", "windows-1252"},
		{"cookie-unknown", "# coding: klingon\n# \xe9t\xe9\n", "windows-1252"},
		{"cookie-utf-8-is-no-belief", "# coding: utf-8\n# caf\xe9\n", "windows-1252"},
		{"cookie-cannot-hold-it", "# coding: shift_jis\n# \xe9t\xe9\xff\n", "windows-1252"},
		{"xml", "<?xml version=\"1.0\" encoding='ISO-8859-15'?>\n<a>\xa4</a>\n", "iso-8859-15"},
		{"html", "<html><head>\n<meta charset=windows-1251>\n<title>\xe9", "windows-1251"},
		{"html-http-equiv", "<html>\n\n<META content=\"text/html; charset=EUC-KR\">\n\xb0\xa1", "euc-kr"},
		{"css", "@charset \"Shift_JIS\";\na { content: '\x82\xa0' }\n", "shift_jis"},
		{"gettext", "msgid \"\"\nmsgstr \"\"\n\"Content-Type: text/plain; charset=CP1250\\n\"\n\"\xe9\"\n", "windows-1250"},
		{"euro-of-1998", "co\xfbte 5 \xa4, le c\xbdur\n", "iso-8859-15"},
		{"any-bytes", "1\xff2\x9d3\xb4 x\xa4y\x98z\n", "iso-8859-1"},
	} {
		got := Detect([]byte(tt.src))
		if got.Name() != tt.want || got.Binary() != (tt.want == "binary") {
			t.Errorf("%s: got %s, want %s", tt.name, got.Name(), tt.want)
		}
	}
}

func TestStated(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ src, want string }{
		{"# -*- coding: latin-1 -*-\nx = 1\n", "iso-8859-1"},
		{"#!/usr/bin/python\n# coding=koi8-r\n", "koi8-r"},
		{"\r\n  ## Encoding: CP1251\r\n", "windows-1251"},
		{"# vim: set fileencoding=cp1250 :\n", "windows-1250"},
		{"# coding: shift_jis", "shift_jis"},
		{"<?xml version=\"1.0\" encoding='ISO-8859-15'?>\n<a/>\n", "iso-8859-15"},
		{"@charset \"Big5\";\n", "big5"},
		{"# coding: utf-8\n# coding: latin-1\n", "utf-8"}, // the first one counts
		{"# -*- coding: utf-8 -*-\n# coding: latin-1\n", "utf-8"},
		{"# coding: klingon\n", "utf-8"},
		{"", "utf-8"},
		{"\n\n# coding: latin-1\n", "utf-8"},
		{"x = 1\n# coding: latin-1\n", "utf-8"},
		{"x = 'coding: latin-1'\n", "utf-8"},
		{"# Encoding: latin-1 and others\n", "utf-8"},
		{"# On coding: latin-1\n", "utf-8"},
		{"coding: latin-1\n", "utf-8"},
		{"url = 'a?charset=latin-1'\n", "utf-8"},
		{"<meta charset=\"latin-1\">\n", "utf-8"},
		{"\n<?xml version=\"1.0\" encoding=\"latin-1\"?>\n", "utf-8"},
		{"<?xml version=\"1.0\"?>\n<a encoding=\"latin-1\"/>\n", "utf-8"},
		{"/* */ @charset \"latin-1\";\n", "utf-8"},
	} {
		if got := Stated("f", []byte(tt.src)).Name(); got != tt.want {
			t.Errorf("%q states %s, want %s", tt.src, got, tt.want)
		}
	}
}

// Files that are no text must not pass as UTF-16 or UTF-32, whatever they hold.
func TestDetectNoise(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 4))
	kinds := []func(i int) byte{
		func(int) byte { return byte(rng.Uint32()) },
		func(i int) byte { return byte(rng.IntN(128) * (i % 2)) },   // small numbers of 16 bits
		func(i int) byte { return byte(i*(i+1)/2) * byte((i+1)%2) }, // a ramp
		func(i int) byte { return []byte{byte(rng.IntN(60)), 0, 0, 0}[i%4] },
		func(int) byte { return byte(rng.IntN(2)) },
		func(i int) byte { return []byte("ab\x00c d\x00\x00")[rng.IntN(8)] },
	}
	for k, kind := range kinds {
		for range 200 {
			src := make([]byte, 64+4*rng.IntN(100))
			for i := range src {
				src[i] = kind(i)
			}
			src[9] = 0
			if e := Detect(src); !e.Binary() {
				t.Fatalf("kind %d: %q is %s", k, src, e.Name())
			}
		}
	}
}

// Whatever the bytes are, the encoding that is found gives them back.
func TestDetectedBytesSurvive(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(5, 6))
	for range 500 {
		src := make([]byte, rng.IntN(200))
		for i := range src {
			if src[i] = byte(1 + rng.IntN(255)); rng.IntN(2) == 0 {
				src[i] = ' ' + byte(rng.IntN(90))
			}
		}
		if e := Detect(src); !e.holds(src) {
			t.Fatalf("%q: %s", src, e.Name())
		}
	}
}
