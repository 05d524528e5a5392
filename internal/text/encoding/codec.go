package encoding

import (
	"encoding/binary"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	xtext "golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"fileops/internal/lazy"
)

// codec turns bytes into text and back, one unit at a time. So every offset of a unit in the
// text has an offset in the bytes. A unit is a character, except in jis.
type codec interface {
	// next appends the first unit of src, which is not empty, to dst in UTF-8 and
	// returns how many bytes of src it took: at least one. Invalid bytes become U+FFFD.
	next(dst, src []byte) ([]byte, int)
	// put appends the first unit of text, which is UTF-8 and not empty, to dst and
	// returns how many bytes of text it took: none if next would not restore the unit.
	put(dst, text []byte) ([]byte, int)
	// ascii reports whether every byte below 0x80 at the start of a unit is ASCII.
	ascii() bool
}

// plain is how many bytes at the start of src are ASCII in c.
func plain(c codec, src []byte) int {
	if !c.ascii() {
		return 0
	}
	return ASCIILen(src)
}

// ASCIILen is how many bytes at the start of src are ASCII. It is as fast as reading memory,
// since large files are scanned with it.
func ASCIILen(src []byte) int {
	const high = 0x8080808080808080
	at := 0
	for ; at+64 <= len(src); at += 64 {
		b := src[at : at+64 : at+64]
		if (eight(b[0:])|eight(b[8:])|eight(b[16:])|eight(b[24:])|eight(b[32:])|eight(b[40:])|eight(b[48:])|eight(b[56:]))&high != 0 {
			break
		}
	}
	for ; at < len(src) && src[at] < utf8.RuneSelf; at++ {
	}
	return at
}

func eight(b []byte) uint64 { return binary.NativeEndian.Uint64(b) }

// single is an encoding with one byte for a character.
type single struct{ *charmap.Charmap }

func (s single) next(dst, src []byte) ([]byte, int) {
	return utf8.AppendRune(dst, s.DecodeByte(src[0])), 1
}

func (s single) put(dst, text []byte) ([]byte, int) {
	r, size := utf8.DecodeRune(text)
	b, ok := s.EncodeRune(r)
	if !ok || s.DecodeByte(b) != r {
		return dst, 0
	}
	return append(dst, b), size
}

func (single) ascii() bool { return true }

// double is an encoding with one to four bytes for a character, and no state.
type double struct {
	enc *xtext.Encoder
	dec *xtext.Decoder
}

// longest is larger than a character in any encoding, in bytes.
const longest = 8

func (d *double) next(dst, src []byte) ([]byte, int) {
	var char [2 * longest]byte
	for n := 1; n <= min(len(src), longest); n++ {
		size, took, _ := d.dec.Transform(char[:], src[:n], n == len(src))
		if took > 0 {
			return append(dst, char[:size]...), took
		}
	}
	return append(dst, "\ufffd"...), 1
}

func (d *double) put(dst, text []byte) ([]byte, int) {
	r, n := utf8.DecodeRune(text)
	var out, back [2 * longest]byte
	size, _, err := d.enc.Transform(out[:], text[:n], true)
	if err != nil || r == utf8.RuneError {
		return dst, 0
	}
	// The encoder writes some characters as a similar one, such as ¥ as a backslash. Decoding
	// the result is the only way to find such a loss.
	m, _, err := d.dec.Transform(back[:], out[:size], true)
	if err != nil || string(back[:m]) != string(text[:n]) {
		return dst, 0
	}
	return append(dst, out[:size]...), n
}

func (*double) ascii() bool { return true }

// notText is the encoding of binary files.
var notText = Encoding{name: "binary"}

// latin1 returns the encoding of files of which nothing is known: every byte is a character
// in it.
func latin1() Encoding { return Encoding{"iso-8859-1", single{charmap.ISO8859_1}} }

// encodingNamed finds an encoding by its IANA name or another name that declarations use, in
// lower case. UTF-8, UTF-16 and UTF-32 are not among them: these are recognized by their
// bytes, and declarations of them are ignored.
func encodingNamed(name string) (Encoding, bool) {
	if e, ok := exactly(name); ok || name == "" {
		return e, ok
	}
	return exactly(usual(name))
}

// usual normalizes a name: Python accepts underscores, and Emacs appends the kind of line ends.
func usual(name string) string {
	name = strings.ReplaceAll(name, "_", "-")
	for _, end := range []string{"-unix", "-dos", "-mac"} {
		name = strings.TrimSuffix(name, end)
	}
	for _, short := range [][2]string{{"iso8859-", "iso-8859-"}, {"iso-latin-", "latin-"}, {"win-125", "windows-125"}, {"win125", "windows-125"}, {"windows125", "windows-125"}, {"cp-", "cp"}} {
		if rest, ok := strings.CutPrefix(name, short[0]); ok {
			return short[1] + rest
		}
	}
	return name
}

// exactly finds an encoding by a name that is not normalized.
func exactly(name string) (Encoding, bool) {
	if other := aliases.Get()[name]; other != "" {
		name = other
	}
	if m := charmaps.Get()[name]; m != nil {
		return Encoding{name, single{m}}, true
	}
	if d := doubles.Get()[name]; d != nil {
		return Encoding{name, &double{d.NewEncoder(), d.NewDecoder()}}, true
	}
	if name == "iso-2022-jp" {
		return Encoding{name, jis{}}, true
	}
	return Encoding{}, false
}

// Names are all names that Name may return, except binary, sorted.
func Names() []string {
	names := []string{"iso-2022-jp"}
	for _, e := range recognized() {
		names = append(names, e.Name())
	}
	names = slices.AppendSeq(names, maps.Keys(charmaps.Get()))
	names = slices.AppendSeq(names, maps.Keys(doubles.Get()))
	slices.Sort(names)
	return names
}

// Named is the encoding whose Name is name.
func Named(name string) (Encoding, bool) {
	for _, e := range recognized() {
		if e.Name() == name {
			return e, true
		}
	}
	e, ok := encodingNamed(name)
	return e, ok && e.name == name
}

// recognized returns the encodings that are told by their bytes alone.
func recognized() []Encoding { return []Encoding{{}, utf16le, utf16be, utf32le, utf32be} }

// The tables below are made when a name is first looked up, which most runs never do.

// doubles are the encodings with one to four bytes for a character, and no state.
var doubles = lazy.Value[map[string]xtext.Encoding]{Make: func() map[string]xtext.Encoding {
	return map[string]xtext.Encoding{
		"big5":      traditionalchinese.Big5,
		"euc-jp":    japanese.EUCJP,
		"euc-kr":    korean.EUCKR,
		"gb18030":   simplifiedchinese.GB18030,
		"gbk":       simplifiedchinese.GBK,
		"shift_jis": japanese.ShiftJIS,
	}
}}

// charmaps are the encodings with one byte for a character.
var charmaps = lazy.Value[map[string]*charmap.Charmap]{Make: func() map[string]*charmap.Charmap {
	return map[string]*charmap.Charmap{
		"ibm437":       charmap.CodePage437,
		"ibm850":       charmap.CodePage850,
		"ibm852":       charmap.CodePage852,
		"ibm866":       charmap.CodePage866,
		"iso-8859-1":   charmap.ISO8859_1,
		"iso-8859-2":   charmap.ISO8859_2,
		"iso-8859-3":   charmap.ISO8859_3,
		"iso-8859-4":   charmap.ISO8859_4,
		"iso-8859-5":   charmap.ISO8859_5,
		"iso-8859-6":   charmap.ISO8859_6,
		"iso-8859-7":   charmap.ISO8859_7,
		"iso-8859-8":   charmap.ISO8859_8,
		"iso-8859-9":   charmap.ISO8859_9,
		"iso-8859-10":  charmap.ISO8859_10,
		"iso-8859-13":  charmap.ISO8859_13,
		"iso-8859-14":  charmap.ISO8859_14,
		"iso-8859-15":  charmap.ISO8859_15,
		"iso-8859-16":  charmap.ISO8859_16,
		"koi8-r":       charmap.KOI8R,
		"koi8-u":       charmap.KOI8U,
		"macintosh":    charmap.Macintosh,
		"windows-874":  charmap.Windows874,
		"windows-1250": charmap.Windows1250,
		"windows-1251": charmap.Windows1251,
		"windows-1252": charmap.Windows1252,
		"windows-1253": charmap.Windows1253,
		"windows-1254": charmap.Windows1254,
		"windows-1255": charmap.Windows1255,
		"windows-1256": charmap.Windows1256,
		"windows-1257": charmap.Windows1257,
		"windows-1258": charmap.Windows1258,
	}
}}

// aliases are names in declarations that usual does not turn into known ones.
var aliases = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"latin-1": "iso-8859-1", "latin1": "iso-8859-1", "l1": "iso-8859-1",
		"latin-2": "iso-8859-2", "latin2": "iso-8859-2",
		"latin-5": "iso-8859-9", "latin5": "iso-8859-9",
		"latin-9": "iso-8859-15", "latin9": "iso-8859-15",
		"cp437": "ibm437", "cp850": "ibm850", "cp852": "ibm852", "cp866": "ibm866", "koi8r": "koi8-r", "koi8u": "koi8-u",
		"cp874": "windows-874", "tis-620": "windows-874", "mac-roman": "macintosh", "macroman": "macintosh", "x-mac-roman": "macintosh",
		"cp1250": "windows-1250", "cp1251": "windows-1251", "cp1252": "windows-1252", "cp1253": "windows-1253", "cp1254": "windows-1254",
		"cp1255": "windows-1255", "cp1256": "windows-1256", "cp1257": "windows-1257", "cp1258": "windows-1258",
		"shift-jis": "shift_jis", "shiftjis": "shift_jis", "sjis": "shift_jis", "x-sjis": "shift_jis", "cp932": "shift_jis",
		"windows-31j": "shift_jis", "ms932": "shift_jis", "eucjp": "euc-jp", "ujis": "euc-jp",
		"gb2312": "gbk", "gb-2312": "gbk", "cp936": "gbk", "gb-18030": "gb18030", "big5-hkscs": "big5", "cp950": "big5",
		"euckr": "euc-kr", "cp949": "euc-kr", "ks_c_5601-1987": "euc-kr", "uhc": "euc-kr",
		"iso2022jp": "iso-2022-jp", "csiso2022jp": "iso-2022-jp",
	}
}}
