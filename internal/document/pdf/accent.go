package pdf

import (
	"strings"
	"unicode/utf8"

	"fileops/internal/lazy"
)

// accents are those that old fonts of TeX show as separate glyphs over a letter. Each maps
// letters to the same letters with the accent.
var accents = lazy.Value[map[string][2]string]{Make: func() map[string][2]string {
	return map[string][2]string{
		"`": {"aeiouAEIOUı", "àèìòùÀÈÌÒÙì"},
		"´": {"aeiouyAEIOUYcnszıCNSZ", "áéíóúýÁÉÍÓÚÝćńśźíĆŃŚŹ"},
		"ˆ": {"aeiouAEIOUı", "âêîôûÂÊÎÔÛî"},
		"˜": {"anoANO", "ãñõÃÑÕ"},
		"¨": {"aeiouyAEIOUı", "äëïöüÿÄËÏÖÜï"},
		"˚": {"auAU", "åůÅŮ"},
		"ˇ": {"cdenrstzCDENRSTZ", "čďěňřšťžČĎĚŇŘŠŤŽ"},
		"˝": {"ouOU", "őűŐŰ"},
		"¸": {"csCS", "çşÇŞ"},
	}
}}

// compose is the letter that an accent and the letter in the same place make.
func compose(accent, letter string) (string, bool) {
	a, ok := accents.Get()[accent]
	if !ok || utf8.RuneCountInString(letter) != 1 {
		return "", false
	}
	i := strings.Index(a[0], letter)
	if i < 0 {
		return "", false
	}
	return string([]rune(a[1])[utf8.RuneCountInString(a[0][:i])]), true
}
