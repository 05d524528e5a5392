// Package recall compares the text that was read from a PDF with that of another
// reader, word by word and in any order. It is for tests and measurements.
package recall

import "strings"

// Score is how many words two texts share.
type Score struct {
	Words     int     // of the reference
	Recall    float64 // the part of the reference's words that are in the text
	Precision float64 // the part of the text's words that are in the reference
}

// Compare counts words as often as they occur. It first removes four differences that do not
// concern the words: marks of direction, which pdftotext writes around Hebrew and Arabic;
// ligatures, which it sometimes keeps; accents apart from their letter; and words that U+2010
// divides at the end of a line, which it does not join.
func Compare(reference, text string) Score {
	same := strings.NewReplacer(
		"\u202a", "", "\u202b", "", "\u202c", "", "\u202d", "", "\u202e", "", "\u200e", "", "\u200f", "",
		"\ufb00", "ff", "\ufb01", "fi", "\ufb02", "fl", "\ufb03", "ffi", "\ufb04", "ffl",
		"e\u0301", "é", "ı\u0308", "ï",
		"\u2010\n", "",
	)
	wanted, found := strings.Fields(same.Replace(reference)), strings.Fields(same.Replace(text))
	left := map[string]int{}
	for _, w := range found {
		left[w]++
	}
	shared := 0
	for _, w := range wanted {
		if left[w] > 0 {
			left[w]--
			shared++
		}
	}
	return Score{len(wanted), part(shared, len(wanted)), part(shared, len(found))}
}

func part(n, of int) float64 {
	if of == 0 {
		return 1
	}
	return float64(n) / float64(of)
}
