package match

import (
	"unicode/utf8"

	"fileops/internal/text"
)

// InsideWord reports whether a span of src is a part of a longer word: it begins or ends with a
// letter, digit or underscore, and another one is next to it. Words may be in any script. Bytes
// that are not UTF-8 belong to no word.
func InsideWord(src []byte, s text.Span) bool {
	first, _ := utf8.DecodeRune(src[s.Start:s.End])
	last, _ := utf8.DecodeLastRune(src[s.Start:s.End])
	before, _ := utf8.DecodeLastRune(src[:s.Start])
	after, _ := utf8.DecodeRune(src[s.End:])
	return s.Start < s.End && (wordRune(first) && wordRune(before) || wordRune(last) && wordRune(after))
}
