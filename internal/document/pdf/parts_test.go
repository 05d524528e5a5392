package pdf

import (
	"bytes"
	"compress/lzw"
	"encoding/ascii85"
	"encoding/hex"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"
)

func testFile(t *testing.T) *file {
	t.Helper()
	return &file{budget: newBudget(t.Context(), time.Now()), objects: map[int]entry{}}
}

func TestFilters(t *testing.T) {
	t.Parallel()
	const text = "BT (The office keeps a gauge on the river, the river, the river.) Tj ET"
	var a85 bytes.Buffer
	w := ascii85.NewEncoder(&a85)
	_, _ = w.Write([]byte(text)) // into memory
	_ = w.Close()
	var late bytes.Buffer
	lw := lzw.NewWriter(&late, lzw.MSB, 8)
	_, _ = lw.Write([]byte(text))
	_ = lw.Close()
	for _, tt := range []struct {
		name, raw string
		dict      dict
	}{
		{"none", text, nil},
		{"flate", deflated([]byte(text)), dict{"Filter": name("FlateDecode")}},
		{"flate-array", deflated([]byte(text)), dict{"Filter": array{name("FlateDecode")}}},
		{"hex", hex.EncodeToString([]byte(text)) + ">", dict{"Filter": name("ASCIIHexDecode")}},
		{"85", a85.String() + "~>", dict{"Filter": name("ASCII85Decode")}},
		{"85-of-flate", "", dict{"Filter": array{name("A85"), name("Fl")}}},
		{"run-length", string(rune(len(text)-1)) + text + "\x80", dict{"Filter": name("RunLengthDecode")}},
		{"lzw", late.String(), dict{"Filter": name("LZWDecode"), "DecodeParms": dict{"EarlyChange": 0.0}}},
		{"crypt", text, dict{"Filter": name("Crypt")}},
	} {
		if tt.raw == "" {
			var b bytes.Buffer
			w := ascii85.NewEncoder(&b)
			_, _ = w.Write([]byte(deflated([]byte(text))))
			_ = w.Close()
			tt.raw = b.String() + "~>"
		}
		if got := testFile(t).decode([]byte(tt.raw), tt.dict); string(got) != text {
			t.Errorf("%s: got %q", tt.name, got)
		}
	}
	if got := testFile(t).decode([]byte("x"), dict{"Filter": name("DCTDecode")}); got != nil {
		t.Errorf("an image gave %q", got)
	}
	if got := unRunLength([]byte{254, 'a', 0, 'b', 128, 'c'}); string(got) != "aaab" {
		t.Errorf("run length: got %q", got)
	}
}

// The example of ISO 32000-1, 7.4.4.2, whose codes change width early.
func TestLZWWithEarlyChange(t *testing.T) {
	t.Parallel()
	raw := []byte{0x80, 0x0b, 0x60, 0x50, 0x22, 0x0c, 0x0c, 0x85, 0x01}
	if got, want := unLZW(raw, true), []byte{45, 45, 45, 45, 45, 65, 45, 45, 45, 66}; !bytes.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestPredictors(t *testing.T) {
	t.Parallel()
	f := testFile(t)
	rows := []byte{0, 1, 2, 3, 1, 1, 1, 1, 2, 1, 1, 1, 3, 1, 1, 1, 4, 1, 1, 1}
	want := []byte{1, 2, 3, 1, 2, 3, 2, 3, 4, 2, 3, 4, 3, 4, 5}
	if got := f.unpredict(bytes.Clone(rows), dict{"Predictor": 15.0, "Columns": 3.0}); !bytes.Equal(got, want) {
		t.Errorf("PNG: got %v, want %v", got, want)
	}
	if got := f.unpredict([]byte{1, 1, 1, 5, 1, 1}, dict{"Predictor": 2.0, "Columns": 3.0}); !bytes.Equal(got, []byte{1, 2, 3, 5, 6, 7}) {
		t.Errorf("TIFF: got %v", got)
	}
}

func TestObjects(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ src, want string }{
		{"/A#42c", `pdf.name"ABc"`},
		{"(a(b)\\)\\n\\101\\7\\\r\nx\\q)", `string"a(b))\nA\axq"`},
		{"<48 65 6C6>", "string\"Hel`\""},
		{"[1 -2.5 +3 .5 4. --5 6-7]", "[1 -2.5 3 0.5 4 -5 6]"},
		{"<</A 1/B[2 0 R]/C<</D null/E true>>>>", "map[A:1 B:[{2 0}] C:map[D:<nil> E:true]]"},
		{"% a comment\n12 % another\r0 R", "{12 0}"},
		{"<</A>>", "map[]"},
		{"[1", "[1]"},
		{"]", "]"}, {">", ">"}, {"Tj", "Tj"}, {"", ""}, {"false", "false"},
	} {
		l := lexer{b: []byte(tt.src)}
		v := l.object(true)
		got := fmt.Sprint(v)
		switch v.(type) {
		case string, name:
			got = fmt.Sprintf("%T%q", v, v)
		}
		if got != tt.want {
			t.Errorf("%q: got %s, want %s", tt.src, got, tt.want)
		}
	}
}

func TestStreamsAreFoundThroughReferences(t *testing.T) {
	t.Parallel()
	f, err := openFile(onePage("BT ET", helveticaFont), newBudget(t.Context(), time.Now()))
	if err != nil {
		t.Fatal(err)
	}
	page := f.resolve(f.trailer["Root"]).key("Pages").key("Kids").index(0)
	if got := page.key("Contents").stream(); string(got) != "BT ET" {
		t.Errorf("got %q", got)
	}
	if got := (value{}).stream(); got != nil {
		t.Errorf("nothing gave %q", got)
	}
}

func TestNamesOfGlyphs(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, want string
		ok         bool
	}{
		{"A", "A", true}, {"fi", "ﬁ", true}, {"uni0416", "Ж", true}, {"u1F600", "😀", true},
		{"f_f_i", "ffi", true}, {"a.alt", "a", true}, {"a66", "B", true}, {".notdef", "", true},
		{"afii10017", "А", true}, {"uni00410042", "AB", true}, {"Euro", "€", true},
		{"lamedholamdagesh", "\u05dc\u05b9\u05bc", true}, // of several code points
		{"zukatakana", "ズ", true}, {"sigma", "σ", true}, {"sigma1", "ς", true},
		{"nonsense", "", false}, {"uniXYZW", "", false}, {"a(b", "", false}, {"", "", false},
		{"A;0041", "", false}, {"#", "", false}, {"zzz", "", false},
	} {
		if got, ok := glyphText(tt.name); got != tt.want || ok != tt.ok {
			t.Errorf("%q: got %q, %v; want %q, %v", tt.name, got, ok, tt.want, tt.ok)
		}
	}
}

// A name is found by binary search only if the list is sorted by names.
func TestEveryNameOfTheGlyphListIsFound(t *testing.T) {
	t.Parallel()
	_, list, _ := strings.Cut(glyphList, "\n\n")
	n := 0
	for line := range strings.Lines(list) {
		name, means, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ";")
		if got := listed(name); got == "" || got != codePoints(means) {
			t.Errorf("%s: got %q, want %s", name, got, means)
		}
		n++
	}
	if n != 4281 {
		t.Errorf("the list has %d names", n)
	}
}

// pageText is the text of a document of one page.
func pageText(t *testing.T, content, font string, more ...string) string {
	t.Helper()
	doc, err := read(onePage(content, font, more...), Range{})
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(textOf(doc))
}

func TestOperators(t *testing.T) {
	t.Parallel()
	const begin = "BT /F 10 Tf 50 700 Td "
	for _, tt := range []struct{ content, want string }{
		{begin + "(a) Tj 0 -12 Td (b) Tj T* (c) ' 1 2 (d) \" ET", "a\nbcd"},
		{begin + "14 TL (a) Tj T* (b) Tj (c) ' ET", "a\nb\nc"},
		{begin + "0 -14 TD (a) Tj (b) ' ET", "a\nb"},
		{begin + "[(wo) 20 (rd) -400 (next)] TJ ET", "word next"},
		{begin + "5 Tc (ab) Tj ET", "a b"},
		{begin + "200 Tz (ab) Tj 100 Tz (c) Tj ET", "abc"},
		{begin + "(x) Tj 6 0 0 6 56 704 Tm (2) Tj ET", "x2"},
		{begin + "(x) Tj 4 Ts /F 6 Tf (2) Tj ET", "x2"},
		{begin + "3 Tr (hidden) Tj ET", "hidden"},
		{begin + "(co\\255op) Tj ET", "coop"},
		{begin + "(twice) Tj 0.2 0 Td (twice) Tj ET", "twice"},
		{begin + "/Span <</ActualText <FEFF00410042>>> BDC (x) Tj (y) Tj EMC ( z) Tj ET", "AB z"},
		{begin + "/Span <</ActualText (AB)>> BDC /P BMC (x) Tj EMC (y) Tj EMC ( z) Tj ET", "AB z"},
		{"q 1 0 0 1 0 9000 cm BT /F 9 Tf (above the page) Tj ET Q BT /F 9 Tf 9 9 Td (on it) Tj ET", "on it"},
		{"BI /W 2 /H 1 /BPC 8 /CS /G ID \x01\x02 EI BT /F 9 Tf 9 9 Td (after) Tj ET", "after"},
		{"Q Q ] >> ) Tj ET " + begin + "(goes on) Tj", "goes on"},
	} {
		if got := pageText(t, tt.content, helveticaFont); got != tt.want {
			t.Errorf("%s\ngot %q, want %q", tt.content, got, tt.want)
		}
	}
}

func TestFonts(t *testing.T) {
	t.Parallel()
	const type0 = "<</Subtype/Type0/Encoding 6 0 R/ToUnicode 7 0 R/DescendantFonts[<</W[1[500 500] 3 9 250]>>]>>"
	for _, tt := range []struct {
		name, font, code, want string
		more                   []string
	}{
		{"win-ansi", helveticaFont, "<80 93 e9>", "€“é", nil},
		{"mac-roman", "<</Subtype/TrueType/Encoding/MacRomanEncoding>>", "<80 8e de>", "Äéfi", nil},
		{"standard", "<</Subtype/Type1>>", "<27 60 ae e1>", "’‘fiÆ", nil},
		{"differences", "<</Subtype/Type1/Encoding<</BaseEncoding/WinAnsiEncoding/Differences[65/B/C 200/Scaron]>>>>", "<41 42 43 c8>", "BCCŠ", nil},
		{"type-3", "<</Subtype/Type3/FontMatrix[.01 0 0 .01 0 0]/FirstChar 1/Widths[50 50]/Encoding<</Differences[1/a/b]>>>>", "<01 02>", "ab", nil},
		{"embedded-map", type0, "<01 0002 0003>", "axy", []string{
			stream("", "1 begincodespacerange <01> <01> endcodespacerange 1 begincodespacerange <0000> <00ff> endcodespacerange 1 begincidrange <0002> <0003> 3 endcidrange <01> 1 endcidchar"),
			stream("", "1 beginbfchar <01> <0061> endbfchar 1 beginbfrange <0002> <0002> [<0078>] <0003> <0009> <0079> endbfrange"),
		}},
		{"utf-16", "<</Subtype/Type0/Encoding/UniJIS-UTF16-H/DescendantFonts[<<>>]>>", "<5dddD83DDE00>", "川😀", nil},
		{"vertical", "<</Subtype/Type0/Encoding/UniJIS-UCS2-V/DescendantFonts[<<>>]>>", "<5ddd6c34>", "川水", nil},
		{"unknown", "<</Subtype/Type0/Encoding/90ms-RKSJ-H/DescendantFonts[<<>>]>>", "<8140> Tj /F 9 Tf", "", nil},
	} {
		doc, err := read(onePage("BT /F 10 Tf 50 700 Td "+tt.code+" Tj ET", tt.font, tt.more...), Range{})
		if got := strings.TrimSpace(textOf(doc)); got != tt.want || (err != nil) != (tt.want == "") {
			t.Errorf("%s: got %q, %v; want %q", tt.name, got, err, tt.want)
		}
	}
}

func TestHyphens(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ first, second, want string }{
		{"a divid-", "ed word follows", "a divided\nword follows"},
		{"state-of-the-", "art methods", "state-of-the-art\nmethods"},
		{"pages 17-", "20 of it", "pages 17-\n20 of it"},
		{"Karl-", "Marx", "Karl-\nMarx"},
		{"one more-", "", "one more-"},
	} {
		content := fmt.Sprintf("BT /F 10 Tf 50 700 Td (%s) Tj 0 -12 Td (%s) Tj ET", tt.first, tt.second)
		if got := pageText(t, content, helveticaFont); got != tt.want {
			t.Errorf("got %q, want %q", got, tt.want)
		}
	}
}

func TestMatricesStayFinite(t *testing.T) {
	t.Parallel()
	m := matrix{1e12, 1e12, 1e12, 1e12, 1e12, 1e12}
	for range 99 {
		m = m.times(m)
	}
	for _, x := range m {
		if math.IsInf(x, 0) || math.IsNaN(x) {
			t.Fatalf("got %v", m)
		}
	}
}
