package encoding

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// Compose reads one character at the start of s, with the accents that follow it. It returns
// the character in Unicode's composed form (NFC), and how many bytes it read. Bytes that
// are not UTF-8 are returned as they are.
func Compose(s string) (composed string, size int) {
	if len(s) < 2 || s[0] < utf8.RuneSelf && s[1] < utf8.RuneSelf {
		return s[:min(1, len(s))], min(1, len(s))
	}
	_, first := utf8.DecodeRuneInString(s)
	if next, _ := utf8.DecodeRuneInString(s[first:]); !joins(next) {
		return s[:first], first
	}
	size = max(1, norm.NFC.NextBoundaryInString(s, true))
	return norm.NFC.String(s[:size]), size
}

// joins reports whether a character may become one with that before it: an accent, or a
// vowel or final of a Korean syllable.
func joins(r rune) bool {
	return r >= 0x300 && (unicode.In(r, unicode.Mn, unicode.Mc) || 0x1160 <= r && r <= 0x11ff)
}
