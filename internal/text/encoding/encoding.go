// Package encoding detects the encoding of a file, decodes it to UTF-8, and applies edits of
// that text to the bytes.
//
// It promises that no byte is lost. An encoding is accepted only if the whole file survives
// being decoded and encoded again. Edits leave all other bytes as they are. Text that an
// encoding cannot represent is an error, never another character. UTF-8, damaged or not, is
// not changed. The package opens no files and does not convert between encodings.
package encoding

import (
	"bytes"
	"fmt"
	"unicode/utf8"
)

// Encoding is a character encoding. The zero value is UTF-8, whose bytes are the text: nothing
// is copied and invalid bytes stay.
//
// In every encoding a byte order mark is decoded to U+FEFF at the start of the
// text, and encoded again from there.
type Encoding struct {
	name string // "" is utf-8
	// codec is nil if the bytes are the text.
	codec codec
}

// Unencodable is the error for a character that an encoding does not have.
type Unencodable struct {
	Rune     rune   // the first such character; U+FFFD for a byte that is no UTF-8
	Encoding string // as Name names it
}

func (u *Unencodable) Error() string {
	return fmt.Sprintf("%s does not hold U+%04X '%c'", u.Encoding, u.Rune, u.Rune)
}

// Name is the IANA name in lower case, such as utf-8, utf-16le and windows-1252;
// "binary" where the bytes are no text.
func (e Encoding) Name() string {
	if e.name == "" {
		return "utf-8"
	}
	return e.name
}

// Binary reports whether the bytes are no text. They decode to themselves.
func (e Encoding) Binary() bool { return e == notText }

// Decode returns src in UTF-8. An invalid byte becomes U+FFFD, which Encode cannot turn back:
// use Splice to change a file. For UTF-8 and binary the result is src itself.
func (e Encoding) Decode(src []byte) []byte {
	if e.codec == nil {
		return src
	}
	dst := make([]byte, 0, len(src)+len(src)/4)
	for len(src) > 0 {
		n := plain(e.codec, src)
		dst = append(dst, src[:n]...)
		if src = src[n:]; len(src) == 0 {
			break
		}
		dst, n = e.codec.next(dst, src)
		src = src[n:]
	}
	return dst
}

// Encode returns text, which is UTF-8, in the encoding. The error is an
// *Unencodable. For UTF-8 and binary the result is text itself.
func (e Encoding) Encode(text []byte) ([]byte, error) {
	if e.codec == nil {
		return text, nil
	}
	dst := make([]byte, 0, len(text))
	for at := 0; at < len(text); {
		n := plain(e.codec, text[at:])
		dst = append(dst, text[at:at+n]...)
		if at += n; at == len(text) {
			break
		}
		if dst, n = e.codec.put(dst, text[at:]); n == 0 {
			return nil, &Unencodable{Rune: e.missing(text[at:]), Encoding: e.Name()}
		}
		at += n
	}
	return dst, nil
}

// Least is the smallest number of bytes that a text, which is UTF-8, may take in the encoding.
// For UTF-8 and binary it is the length of the text.
func (e Encoding) Least(text []byte) int64 {
	if e.codec == nil {
		return int64(len(text))
	}
	n := int64(utf8.RuneCount(text))
	if w, ok := e.codec.(wide); ok {
		n *= int64(w.size)
	}
	return n
}

// missing is the first character of text that the encoding does not have.
func (e Encoding) missing(text []byte) rune {
	for at := 0; at < len(text); {
		r, size := utf8.DecodeRune(text[at:])
		if _, n := e.codec.put(nil, text[at:at+size]); n == 0 {
			return r
		}
		at += size
	}
	return utf8.RuneError
}

// holds reports whether src survives: every byte is valid, and encoding the decoded text
// gives the same bytes again.
func (e Encoding) holds(src []byte) bool { return e.holdsTo(src, len(src)) }

// holdsTo reports whether the characters of src that begin before end survive.
func (e Encoding) holdsTo(src []byte, end int) bool {
	if e.codec == nil {
		return true
	}
	var text, back []byte
	var n, took int
	for at := 0; at < end; at += n {
		if at += plain(e.codec, src[at:]); at >= end {
			break
		}
		text, n = e.codec.next(text[:0], src[at:])
		back = back[:0]
		for i := 0; i < len(text); i += took {
			if back, took = e.codec.put(back, text[i:]); took == 0 {
				return false
			}
		}
		if !bytes.Equal(back, src[at:at+n]) {
			return false
		}
	}
	return true
}
