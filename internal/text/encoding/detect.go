package encoding

import (
	"bytes"
	"strings"
	"unicode/utf8"

	"fileops/internal/text"
)

// Detect finds out the encoding of a file from all of its bytes. In this order: a
// byte order mark; valid UTF-8, which nearly every file is; UTF-16 and UTF-32 without
// a mark; an encoding that the file declares; UTF-8 with damage; a guess. A guess or
// a declaration is taken only where every byte of src survives being decoded and
// encoded again; ISO 8859-1, in which every byte is a character, is left over.
func Detect(src []byte) Encoding { return excerpt{src: src}.detect() }

// excerpt is what of a file tells its encoding.
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

// in reports whether the excerpt survives in an encoding.
func (x excerpt) in(e Encoding) bool {
	end := len(x.src)
	if x.more { // the last bytes may be less than a character
		end -= longest
	}
	return e.holdsTo(x.src, end)
}

// runes are the bytes without a character of UTF-8 that goes on.
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

// Lasts reports whether src, which has been changed in this encoding and is to read as
// want, will be taken for it again, or for one in which it reads the same; if not, for
// which. A guess may turn with the text that it is made from, and a NUL makes any file
// binary. What is binary already is taken as it is.
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
	if x.more { // whole is what is back in ASCII
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

// damagedUTF8 reports whether src is UTF-8 in which some bytes went wrong: more
// characters outside of ASCII are whole than bytes are not. In other encodings few
// look like UTF-8 by chance. One of each says nothing, and bytes are the safe answer.
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

// declLen is how many bytes at the start of a file may hold a declaration, as HTML has it.
const declLen = 1024

// declared finds the encoding that a file says it has: `coding:` or `coding=` in the
// first two lines (PEP 263, Emacs, Vim, Ruby), `encoding=` of an XML declaration,
// `@charset` of CSS, and `charset=` near the start (HTML, gettext).
func declared(src []byte) (Encoding, bool) {
	start := bytes.ToLower(src[:min(len(src), declLen)])
	for _, d := range []struct {
		where []byte
		key   string
		signs string // what may stand between the key and the name; one is needed
	}{
		{start[:text.NextLine(start, text.NextLine(start, 0))], "coding", ":="}, // encoding= ends in it
		{start, "charset", "= "},
	} {
		for rest := d.where; ; {
			_, after, found := bytes.Cut(rest, []byte(d.key))
			if !found {
				break
			}
			rest = after
			if e, ok := encodingNamed(label(after, d.signs)); ok {
				return e, true
			}
		}
	}
	return Encoding{}, false
}

// Stated is the encoding that a file of that name declares for certain, UTF-8 if it declares
// none or an unknown one. ASCII is the same in nearly all of them: what is put into a file
// of ASCII belongs in the encoding that it states.
func Stated(file string, src []byte) Encoding {
	e, _ := encodingNamed(statement(file, src))
	return e
}

// Claimed is the name of the encoding that a text in e says it is in, if that is another
// one that other programs may believe; else "". A stated name that is not known, or is one of
// UTF-16, is always another. Other encodings differ only if the text is not all ASCII.
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

// letters are those of a name and its digits, which are what matters in names of encodings.
func letters(name string) string { return strings.NewReplacer("-", "", "_", "", ".", "").Replace(name) }

// isUTF8 reports whether a name in lower case, perhaps with what editors add, is that of
// UTF-8.
func isUTF8(name string) bool {
	name = letters(name)
	return strings.Contains(name, "utf8") || name == "u8" || name == "cp65001"
}

// isPlain reports whether a name is one of ASCII.
func isPlain(name string) bool {
	name = letters(name)
	return name == "ascii" || name == "usascii" || name == "ansix341968" || name == "646"
}

// ASCII reports whether all of src is, and nothing in it switches to another encoding.
func ASCII(src []byte) bool { return isASCII(src) }

// label is the name that follows a key, a sign and perhaps a quote; "" if none does.
func label(src []byte, signs string) string {
	value := bytes.TrimLeft(src, signs)
	if len(value) == len(src) {
		return ""
	}
	value = bytes.TrimLeft(value, ` "'`)
	end := bytes.IndexFunc(value, func(r rune) bool {
		return (r < 'a' || r > 'z') && (r < '0' || r > '9') && r != '-' && r != '_'
	})
	if end < 0 {
		end = len(value)
	}
	return string(value[:end])
}
