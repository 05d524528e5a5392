// Package anchor names lines of a file by their number and a hash of their text, such as 12#k3f,
// so that a line that has moved or changed since it was read is noticed.
//
// The hash is the first 15 bits of the SHA-256 of the line as three digits of Crockford's Base32
// in lower case. The line is in UTF-8, without its line end, a carriage return before that, and
// a byte order mark at the start of the file. Anchors are kept by models and written by other
// programs, so none of this ever changes.
package anchor

import (
	"bytes"
	"crypto/sha256"
	"hash"
	"strconv"
	"strings"
	"unicode/utf8"

	"fileops/internal/lazy"
	"fileops/internal/text"
)

// Anchor is a line of a file as it was read.
type Anchor struct {
	Line int    // 1-based
	Hash string // of the line's text; "" for a line that is named by its number alone
}

// digits are those of Crockford's Base32: without i, l and o, which look like others, and u.
const digits = "0123456789abcdefghjkmnpqrstvwxyz"

// size is how many digits a hash has.
const size = 3

// String returns the anchor as it is written: 12#k3f, or 12 without a hash.
func (a Anchor) String() string {
	if a.Hash == "" {
		return strconv.Itoa(a.Line)
	}
	return strconv.Itoa(a.Line) + "#" + a.Hash
}

// Parse reads an anchor, or a line number. As in Crockford's Base32, the digits of the hash may
// be in upper case, an o is read as 0, and an i or l as 1.
func Parse(s string) (Anchor, bool) {
	number, hash, hashed := strings.Cut(s, "#")
	line, err := strconv.Atoi(number)
	if err != nil || hashed && (line < 1 || len(hash) != size) {
		return Anchor{}, false
	}
	hash, ok := inDigits(hash)
	return Anchor{line, hash}, ok
}

// inDigits returns a hash in the digits that it is made of. A letter outside of ASCII is none of
// them, even if its lower case is, as that of the Kelvin sign.
func inDigits(hash string) (string, bool) {
	if strings.ContainsFunc(hash, func(r rune) bool { return r >= utf8.RuneSelf }) {
		return "", false
	}
	hash = lookAlikes.Get().Replace(strings.ToLower(hash))
	return hash, strings.Trim(hash, digits) == ""
}

var lookAlikes = lazy.Value[*strings.Replacer]{Make: func() *strings.Replacer {
	return strings.NewReplacer("o", "0", "i", "1", "l", "1")
}}

// CutHash cuts the hash of an anchor, with the # before it, off the beginning of a text.
func CutHash(s string) (rest string, ok bool) {
	if len(s) <= size || s[0] != '#' {
		return s, false
	}
	if _, ok := inDigits(s[1 : 1+size]); !ok {
		return s, false
	}
	return s[1+size:], true
}

// Of returns the hash of a line, which may have its line end.
func Of(line []byte) string {
	line = bytes.TrimSuffix(bytes.TrimSuffix(line, []byte("\n")), []byte("\r"))
	return encoded(sha256.Sum256(line))
}

// Lines returns the hash of each line of a text.
func Lines(src []byte) []string {
	hashes := make([]string, 0, text.Count(src))
	for line := range bytes.Lines(src[text.Body(src):]) {
		hashes = append(hashes, Of(line))
	}
	return hashes
}

func encoded(sum [sha256.Size]byte) string {
	bits := int(sum[0])<<7 | int(sum[1])>>1
	return string([]byte{digits[bits>>10], digits[bits>>5&31], digits[bits&31]})
}

// Writer takes a line that comes in parts.
type Writer struct {
	sum  hash.Hash
	kept bool // a carriage return at the end of the last part, which may belong to the line end
}

// Add adds a part of the line. Only the last part may have the line end.
func (w *Writer) Add(part []byte) {
	if len(part) == 0 {
		return
	}
	if w.sum == nil {
		w.sum = sha256.New()
	}
	part, ended := bytes.CutSuffix(part, []byte("\n"))
	if w.kept && (len(part) > 0 || !ended) {
		w.sum.Write([]byte("\r"))
		w.kept = false
	}
	rest, kept := bytes.CutSuffix(part, []byte("\r"))
	w.sum.Write(rest)
	w.kept = w.kept || kept
}

// Sum returns the hash of the line, as Of does, and begins the next one.
func (w *Writer) Sum() string {
	if w.sum == nil {
		return Of(nil)
	}
	sum := [sha256.Size]byte(w.sum.Sum(nil))
	w.sum.Reset()
	w.kept = false
	return encoded(sum)
}
