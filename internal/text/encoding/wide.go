package encoding

import (
	"encoding/binary"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// wide is UTF-16 or UTF-32.
type wide struct {
	size int // bytes of a unit: 2 or 4
	big  bool
}

// The encodings with wide units.
var (
	utf16le = Encoding{"utf-16le", wide{2, false}}
	utf16be = Encoding{"utf-16be", wide{2, true}}
	utf32le = Encoding{"utf-32le", wide{4, false}}
	utf32be = Encoding{"utf-32be", wide{4, true}}
)

// order is the byte order.
func (w wide) order() interface {
	binary.ByteOrder
	binary.AppendByteOrder
} {
	if w.big {
		return binary.BigEndian
	}
	return binary.LittleEndian
}

// rune decodes the first character of src. The rune is negative if it is invalid.
func (w wide) rune(src []byte) (rune, int) {
	if len(src) < w.size {
		return -1, len(src)
	}
	if w.size == 4 {
		r := w.order().Uint32(src)
		if r > unicode.MaxRune || !utf8.ValidRune(rune(r)) {
			return -1, 4
		}
		return rune(r), 4
	}
	r := rune(w.order().Uint16(src))
	if !utf16.IsSurrogate(r) {
		return r, 2
	}
	if len(src) >= 4 {
		if both := utf16.DecodeRune(r, rune(w.order().Uint16(src[2:]))); both != utf8.RuneError {
			return both, 4
		}
	}
	return -1, 2
}

func (w wide) next(dst, src []byte) ([]byte, int) {
	r, n := w.rune(src)
	return utf8.AppendRune(dst, r), n
}

func (w wide) put(dst, text []byte) ([]byte, int) {
	r, n := utf8.DecodeRune(text)
	switch {
	case r == utf8.RuneError && n == 1:
		return dst, 0
	case w.size == 4:
		return w.order().AppendUint32(dst, uint32(r)), n
	case r < 0x10000:
		return w.order().AppendUint16(dst, uint16(r)), n
	}
	high, low := utf16.EncodeRune(r)
	return w.order().AppendUint16(w.order().AppendUint16(dst, uint16(high)), uint16(low)), n
}

func (wide) ascii() bool { return false }

// wideWithoutMark recognizes UTF-16 and UTF-32 without a byte order mark in a file that has
// NULs. Other files have NULs too, so every character must be printable or a blank, and there
// must be lines, or mostly ASCII.
func wideWithoutMark(src []byte) (Encoding, bool) {
	best, most := Encoding{}, 0
	for _, e := range []Encoding{utf32le, utf32be, utf16le, utf16be} {
		if n := e.codec.(wide).anchors(src); n > most {
			best, most = e, n
		}
	}
	return best, most > 0
}

// Limits on text in wide units, in characters: its length, and that of a line.
const (
	minWide     = 3
	maxWideLine = 2000
)

// anchors counts the characters that text in any language has: ASCII, and the blanks and stops
// of Chinese and Japanese. In the wrong byte order there are hardly any. It is 0 if src is no
// text.
func (w wide) anchors(src []byte) int {
	if len(src)%w.size != 0 {
		return 0
	}
	total, anchors, line, ended := 0, 0, 0, false
	for at := 0; at < len(src); {
		r, n := w.rune(src[at:])
		at += n
		total++
		line++
		switch {
		case r == '\n':
			anchors++
			line, ended = 0, true
		case r == '\t', r == '\r', r == '\f', r >= ' ' && r <= '~', r >= 0x3000 && r <= 0x3002:
			anchors++
		case r < ' ', !unicode.IsPrint(r) && !unicode.Is(unicode.Cf, r) && !unicode.IsSpace(r):
			return 0
		}
		if line > maxWideLine {
			return 0
		}
	}
	if total < minWide || anchors*2 < total && !ended || anchors*50 < total {
		return 0
	}
	return anchors
}

// wideWithMark recognizes a byte order mark. A binary file may begin like a mark by chance, so
// most of what follows must be characters.
func wideWithMark(src []byte) (e Encoding, marked bool) {
	for _, e := range []Encoding{utf32le, utf32be, utf16le, utf16be} { // UTF-16's mark begins UTF-32's
		w := e.codec.(wide)
		if r, _ := w.rune(src); r == 0xfeff && w.mostlyText(src) && !mostlyBytes(src[w.size:]) {
			return e, true
		}
	}
	return Encoding{}, false
}

// mostlyText allows one invalid or control character in sixteen, and one cut off at the end.
func (w wide) mostlyText(src []byte) bool {
	total, bad := 0, 0
	for at := 0; at < len(src); {
		r, n := w.rune(src[at:])
		at += n
		total++
		if r < ' ' && r != '\n' && r != '\r' && r != '\t' && at < len(src) {
			bad++
		}
	}
	return bad*16 <= total
}

// mostlyBytes reports whether src, which follows a mark, is ASCII in single bytes: it has no NUL,
// and seven bytes of eight are ASCII.
func mostlyBytes(src []byte) bool {
	n := 0
	for _, b := range src {
		switch {
		case b == 0:
			return false
		case b >= ' ' && b <= '~', b == '\n', b == '\r', b == '\t':
			n++
		}
	}
	return n > 0 && n*8 >= len(src)*7
}
