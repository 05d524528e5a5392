package encoding

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fileops/internal/text"
)

func TestSpliceKeepsWhatItDoesNotReplace(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, encoding, src, find, replace string
		want                               string // "" is an error
	}{
		{"latin", "windows-1252", "\xe9t\xe9\r\n\x81\n", "t", "œ", "\xe9\x9c\xe9\r\n\x81\n"},
		{"undefined-bytes-survive", "windows-1253", "\xaa\xd2 \xe1\xff\xff", "α", "β", "\xaa\xd2 \xe2\xff\xff"},
		{"mark-stays", "utf-16le", "\xff\xfea\x00\r\x00\n\x00", "a", "é\nb", "\xff\xfe\xe9\x00\n\x00b\x00\r\x00\n\x00"},
		{"lone-surrogates-survive", "utf-16be", "\xd8\x00\x00a\xdc\x00", "a", "😀", "\xd8\x00\xd8\x3d\xde\x00\xdc\x00"},
		{"odd-byte-survives", "utf-16le", "a\x00b\x00c", "a", "xy", "x\x00y\x00b\x00c"},
		{"text-after-an-odd-byte", "utf-16le", "a\x00b\x00c", "b\ufffd", "b\ufffdd", ""},
		{"a-lead-byte-would-join", "shift_jis", "a\x82", "", "b", "ba\x82"},
		{"end-of-a-lead-byte", "shift_jis", "x\x82", "x\ufffd", "x", "x"},
		{"copied-replacement-character", "utf-16le", "a\x00\x00\xd8b\x00", "a\ufffdb", "c\ufffdb", ""},
		{"utf-32", "utf-32le", "\xff\xfe\x00\x00a\x00\x00\x00", "a", "→", "\xff\xfe\x00\x00\x92\x21\x00\x00"},
		{"two-ways-to-write-a-character", "shift_jis", "\x87\x90 a \xfa\x54", "a", "b", "\x87\x90 b \xfa\x54"},
		{"jis-in-a-line", "iso-2022-jp", "\x1b$@$\"\x1b(J\n\x1b$B$\"\x1b(B a\n", " a", "あ b", "\x1b$@$\"\x1b(J\n\x1b$B$\"$\"\x1b(B b\n"},
		{"ibm850", "ibm850", "\x82t\x82", "t", "à", "\x82\x85\x82"},
		{"nothing-foreign", "koi8-r", "\xc1", "а", "→", ""},
		{"half-a-character", "windows-1252", "\xe9", "\xa9", "x", ""},
		{"utf-8", "utf-8", "\xff\xc3\xa9a\xfe", "a", "→", "\xff\xc3\xa9→\xfe"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			e := named(t, tt.encoding)
			at := bytes.Index(e.Decode([]byte(tt.src)), []byte(tt.find))
			if at < 0 {
				t.Fatalf("%q is not in %q", tt.find, e.Decode([]byte(tt.src)))
			}
			got, err := e.Splice([]byte(tt.src), []text.Edit{{Span: text.Span{Start: at, End: at + len(tt.find)}, Text: tt.replace}})
			if string(got) != tt.want || (err != nil) != (tt.want == "") {
				t.Errorf("got %q, %v; want %q", got, err, tt.want)
			}
		})
	}
}

// A broken character at the end would take in what is added: that is no silent success.
func TestSpliceWouldJoin(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ encoding, src string }{{"shift_jis", "a\x82"}, {"utf-16le", "a\x00b"}, {"gbk", "\xd6"}} {
		e := named(t, tt.encoding)
		end := len(e.Decode([]byte(tt.src)))
		if got, err := e.Splice([]byte(tt.src), []text.Edit{{Span: text.Span{Start: end, End: end}, Text: "AB"}}); err == nil {
			t.Errorf("%s: got %q", tt.encoding, got)
		}
	}
}

// checkSplice makes random edits at boundaries of characters and checks the result
// against the edits, made on the bytes of each unit.
func checkSplice(t *testing.T, e Encoding, src []byte, rng *rand.Rand, texts []string) {
	t.Helper()
	decoded := e.Decode(src)
	var cuts []boundary // of units
	if e.codec == nil {
		for i := range len(src) + 1 {
			cuts = append(cuts, boundary{i, i})
		}
	} else {
		for at := (boundary{}); ; {
			cuts = append(cuts, at)
			if at.raw == len(src) {
				break
			}
			unit, n := e.codec.next(nil, src[at.raw:])
			at = boundary{at.raw + n, at.text + len(unit)}
		}
	}
	chosen := make([]int, 2*rng.IntN(4))
	for i := range chosen {
		chosen[i] = rng.IntN(len(cuts))
	}
	slices.Sort(chosen)
	var edits []text.Edit
	var want []byte
	at := 0
	for i := 0; i < len(chosen); i += 2 {
		from, to := cuts[chosen[i]], cuts[chosen[i+1]]
		fresh := texts[rng.IntN(len(texts))]
		if i > 0 && chosen[i] == chosen[i-1] {
			continue // an empty unit would have the same offset in the text
		}
		data, err := e.Encode([]byte(fresh))
		if err != nil {
			t.Fatalf("%s: %q: %v", e.Name(), fresh, err)
		}
		edits = append(edits, text.Edit{Span: text.Span{Start: from.text, End: to.text}, Text: fresh})
		want = append(append(want, src[at:from.raw]...), data...)
		at = to.raw
	}
	want = append(want, src[at:]...)
	got, err := e.Splice(src, edits)
	newText, _ := text.Splice(decoded, edits)
	if err != nil {
		if bytes.Equal(e.Decode(want), newText) && !strings.Contains(string(newText), "\ufffd") {
			t.Fatalf("%s: Splice(%q, %v): %v", e.Name(), src, edits, err)
		}
		return
	}
	if !bytes.Equal(e.Decode(got), newText) {
		t.Fatalf("%s: Splice(%q, %v) reads %q, want %q", e.Name(), src, edits, e.Decode(got), newText)
	}
	if e.Name() != "iso-2022-jp" && !bytes.Equal(got, want) {
		t.Fatalf("%s: Splice(%q, %v) = %q, want %q", e.Name(), src, edits, got, want)
	}
}

func TestSpliceRandom(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(1, 2))
	for _, e := range encodings(t) {
		good, err := e.Encode([]byte(e.text))
		if err != nil {
			t.Fatal(err)
		}
		pieces := [][]byte{good, good, []byte("a\r\n"), []byte("b\n"), []byte("\xff\xfe"), []byte("x = 1"), {0}, {0xd8}}
		texts := []string{"", "x", "new\r\nlines\n", e.text, e.text + "\n"}
		for range 300 {
			var src []byte
			for range rng.IntN(8) {
				src = append(src, pieces[rng.IntN(len(pieces))]...)
			}
			if e.Name() == "iso-2022-jp" { // it is taken only where the whole file survives
				src = bytes.Repeat(append(slices.Clone(good), '\n'), rng.IntN(4))
			}
			checkSplice(t, e.Encoding, src, rng, texts)
		}
	}
}

func FuzzSplice(f *testing.F) {
	all := encodings(f)
	for i := range all {
		f.Add(uint8(i), uint64(i), []byte("a\r\n\xe9\xa4\xff\x00\xd8b\x1b$B$\"\x1b(B\n\x82\xa0\xfe"))
	}
	f.Fuzz(func(t *testing.T, which uint8, seed uint64, src []byte) {
		e := all[int(which)%len(all)]
		if e.Name() == "iso-2022-jp" && !e.holds(src) {
			return
		}
		checkSplice(t, e.Encoding, src, rand.New(rand.NewPCG(seed, 0)), []string{"", "y", e.text, "\n"})
		found := Detect(src)
		decoded := found.Decode(src)
		same, err := found.Splice(src, nil)
		if err != nil || !bytes.Equal(same, src) {
			t.Fatalf("%s: without an edit %q became %q, %v", found.Name(), src, same, err)
		}
		out, err := found.Splice(src, []text.Edit{{Text: "x\n"}})
		var missing *Unencodable
		if errors.As(err, &missing) || err == nil && string(found.Decode(out)) != "x\n"+string(decoded) {
			t.Fatalf("%s: %q became %q, %v", found.Name(), src, out, err)
		}
	})
}
