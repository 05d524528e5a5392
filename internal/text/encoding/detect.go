package encoding

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"fileops/internal/lazy"
	"fileops/internal/text"
)

// Detect finds the encoding of a file from all of its bytes. It tries in this order: a byte
// order mark; UTF-16 and UTF-32 without a mark; valid UTF-8; a declaration in the file; damaged
// UTF-8; a guess. A declaration or a guess counts only if every byte of src survives being
// decoded and encoded again. The last resort is ISO 8859-1, in which every byte is a character.
func Detect(src []byte) Encoding { return excerpt{src: src}.detect() }

// excerpt is a part of a file that tells its encoding.
type excerpt struct {
	src  []byte
	more bool // the file goes on, perhaps inside of a character
}

func (x excerpt) detect() Encoding {
	src := x.src
	if len(src) > 1 && (src[0] >= 0xfe || src[0] == 0) {
		if e, marked := wideWithMark(src); marked {
			return e
		}
	}
	if text.Binary(src) {
		if x.more {
			src = src[:len(src)&^3]
		}
		if e, ok := wideWithoutMark(src); ok {
			return e
		}
		return notText
	}
	if runes := x.runes(); bytes.HasPrefix(runes, []byte(text.BOM)) || utf8.Valid(runes) {
		return x.detectASCII()
	}
	if e, ok := declared(src); ok && x.in(e) {
		return e
	}
	if damagedUTF8(x.runes()) {
		return Encoding{}
	}
	return x.guess()
}

// in reports whether the excerpt survives being decoded from e and encoded again.
func (x excerpt) in(e Encoding) bool {
	end := len(x.src)
	if x.more { // the last bytes may be less than a character
		end -= longest
	}
	return e.holdsTo(x.src, end)
}

// runes are the bytes without a character of UTF-8 that is cut off at their end.
func (x excerpt) runes() []byte {
	for n := 1; x.more && n < min(utf8.UTFMax, len(x.src)); n++ {
		if end := len(x.src) - n; utf8.RuneStart(x.src[end]) {
			if utf8.FullRune(x.src[end:]) {
				break
			}
			return x.src[:end]
		}
	}
	return x.src
}

// Lasts reports whether Detect reads src, which was changed in this encoding, as want again. If
// not, found is the encoding that Detect finds. A change may turn a guess, and a NUL makes any
// file binary. A binary file always lasts.
func (e Encoding) Lasts(src, want []byte) (found Encoding, ok bool) {
	if e.Binary() {
		return e, true
	}
	found = Detect(src)
	return found, found.Name() == e.Name() || !found.Binary() && bytes.Equal(found.Decode(src), want)
}

// detectASCII tells ISO-2022-JP, which hides in ASCII, from UTF-8.
func (x excerpt) detectASCII() Encoding {
	src := x.src
	if !bytes.Contains(src, []byte("\x1b$")) {
		return Encoding{}
	}
	if x.more { // only what ends in ASCII again is whole
		const back = "\x1b(B"
		end := bytes.LastIndex(src, []byte(back))
		if end < 0 {
			return Encoding{}
		}
		src = src[:end+len(back)]
	}
	if e, _ := encodingNamed("iso-2022-jp"); e.holds(src) {
		return e
	}
	return Encoding{}
}

// damagedUTF8 reports whether src is UTF-8 with some invalid bytes: it has more valid characters
// outside of ASCII than invalid bytes. Other encodings seldom look like UTF-8 by chance. One of
// each decides nothing: then UTF-8, which keeps all bytes, is the safe answer.
func damagedUTF8(src []byte) bool {
	whole, broken := 0, 0
	for len(src) > 0 {
		if n := ASCIILen(src); n > 0 {
			src = src[n:]
			continue
		}
		_, n := utf8.DecodeRune(src)
		if n > 1 {
			whole++
		} else {
			broken++
		}
		src = src[n:]
	}
	return whole > broken || whole == 1 && broken == 1
}

// declLen is how many bytes at the start of a file may hold a declaration, as in HTML.
const declLen = 1024

// Declarations of any kind of file: `coding:` and `coding=` of Emacs, Vim, Python and Ruby, which
// `encoding=` of XML ends in; `charset` of HTML, CSS and gettext.
var (
	codingName  = lazy.Regexp{Source: `coding[:=]+[ "']*([a-z0-9_-]+)`}
	charsetName = lazy.Regexp{Source: `charset[= ]+[ "']*([a-z0-9_-]+)`}
)

// declared finds the encoding that a file declares: as coding in its first two lines, or as
// charset near the start.
func declared(src []byte) (Encoding, bool) {
	start := bytes.ToLower(src[:min(len(src), declLen)])
	twoLines := start[:text.NextLine(start, text.NextLine(start, 0))]
	for _, found := range append(codingName.Get().FindAllSubmatch(twoLines, -1), charsetName.Get().FindAllSubmatch(start, -1)...) {
		if e, ok := encodingNamed(string(found[1])); ok {
			return e, true
		}
	}
	return Encoding{}, false
}

// Stated is the encoding that a file of that name certainly declares. It is UTF-8 if the file
// declares none or an unknown one. Text that is added to a file of ASCII belongs in this
// encoding, since ASCII is the same in nearly all encodings.
func Stated(file string, src []byte) Encoding {
	e, _ := encodingNamed(statement(file, src))
	return e
}

// Claimed is the name of the encoding that a text in e declares, if it is not e and other
// programs may believe it; else "". An unknown stated name, or one of UTF-16, is always
// returned. Other names are returned only if the text is not all ASCII.
func (e Encoding) Claimed(file string, src []byte) string {
	src = bytes.TrimPrefix(src, []byte(text.BOM))
	plain := ASCII(src)
	name := statement(file, src)
	known, ok := encodingNamed(name)
	if name == "" {
		if known, ok = encodingNamed(mention(file, src)); !ok || plain {
			return ""
		}
	}
	switch {
	case ok && (plain || known.Name() == e.Name()), name != "" && isUTF8(name) && e == (Encoding{}), isPlain(name) && plain:
		return ""
	case ok:
		return known.Name()
	}
	return name
}

// letters are the letters and digits of a name: the rest of it varies.
func letters(name string) string { return strings.NewReplacer("-", "", "_", "", ".", "").Replace(name) }

// isUTF8 reports whether a name in lower case is one of UTF-8, perhaps with a suffix of an editor.
func isUTF8(name string) bool {
	name = letters(name)
	return strings.Contains(name, "utf8") || name == "u8" || name == "cp65001"
}

// isPlain reports whether a name is one of ASCII.
func isPlain(name string) bool {
	name = letters(name)
	return name == "ascii" || name == "usascii" || name == "ansix341968" || name == "646"
}

// ASCII reports whether all of src is ASCII without an escape sequence, which might switch to
// another encoding.
func ASCII(src []byte) bool {
	return ASCIILen(src) == len(src) && bytes.IndexByte(src, '\x1b') < 0
}
