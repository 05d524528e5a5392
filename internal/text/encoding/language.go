package encoding

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// candidate is an encoding that may be guessed, with the languages written in it.
type candidate struct {
	name      string
	prior     float64 // added to the score: how much likelier it is than the others
	languages []language
}

// language is what tells text of a language from the same bytes in a wrong encoding.
type language struct {
	kind   kind
	common string // its usual letters, in lower case; of Latin ones those outside of ASCII
	rare   string // its other letters
	// usual says by a character's bytes that it is in the part of a Chinese, Japanese or
	// Korean set that holds the usual ones.
	usual func(lead, trail byte) bool
}

// kind is how letters make words.
type kind int

const (
	latin      kind = iota // letters outside of ASCII stand among letters of ASCII
	alphabetic             // words have no letters of ASCII
	eastern                // no words; every character is on its own
	hangul                 // as eastern, but hangul and Chinese characters do not mix
)

// char is a character of a sample and its bytes.
type char struct {
	r   rune
	raw []byte
}

// characters decodes a sample.
func characters(e Encoding, sample []byte) []char {
	chars := make([]char, 0, len(sample))
	var text []byte
	for len(sample) > 0 {
		var n int
		text, n = e.codec.next(text[:0], sample)
		r, _ := utf8.DecodeRune(text)
		chars = append(chars, char{r, sample[:n]})
		sample = sample[n:]
	}
	return chars
}

// plausible says how much a sample looks like one of the languages: from -1 to 1,
// where every byte outside of ASCII weighs the same.
func plausible(e Encoding, languages []language, sample []byte) float64 {
	chars := characters(e, sample)
	best := -1.0
	for _, l := range languages {
		best = max(best, l.score(chars))
	}
	return best
}

func (l language) score(chars []char) float64 {
	sum, weight := 0.0, 0
	for i := 0; i < len(chars); {
		end := i
		for end < len(chars) && isLetter(chars[end].r) {
			end++
		}
		if end == i {
			if n := len(chars[i].raw); chars[i].r >= utf8.RuneSelf || n > 1 {
				sum += float64(n) * l.symbol(chars, i)
				weight += n
			}
			i++
			continue
		}
		word := chars[i:end]
		coherent := l.coherent(word)
		short := l.kind == alphabetic && len(word) == 1 // any letter is a word of one letter
		for _, c := range word {
			if n := len(c.raw); c.r >= utf8.RuneSelf {
				value := -1.0
				switch {
				case coherent && short:
					value = l.letter(c) / 2
				case coherent:
					value = l.letter(c)
				}
				sum += float64(n) * value
				weight += n
			}
		}
		i = end
	}
	if weight == 0 {
		return 0
	}
	return sum / float64(weight)
}

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r)
}

// letter is the value of a letter outside of ASCII in a coherent word.
func (l language) letter(c char) float64 {
	r := unicode.ToLower(c.r)
	switch {
	case strings.ContainsRune(l.common, r):
		if l.kind == alphabetic && unicode.IsUpper(c.r) {
			return 0.8
		}
		return 1
	case strings.ContainsRune(l.rare, r):
		return 0.6
	case l.usual == nil:
		return -1
	case len(c.raw) > 1 && l.usual(c.raw[0], c.raw[1]):
		return 0.5
	}
	return 0
}

// coherent reports whether letters that follow each other can be a word.
func (l language) coherent(word []char) bool {
	ascii, korean, run, longest := 0, 0, 0, 0
	for i, c := range word {
		if c.r < utf8.RuneSelf {
			ascii++
			run = 0
			continue
		}
		run++
		longest = max(longest, run)
		if i > 0 && unicode.IsUpper(c.r) && unicode.IsLower(word[i-1].r) {
			return false
		}
		if i > 1 && unicode.IsLower(c.r) && unicode.IsUpper(word[i-1].r) && unicode.IsUpper(word[i-2].r) {
			return false
		}
		if unicode.Is(unicode.Hangul, c.r) {
			korean++
		}
	}
	switch l.kind {
	case latin:
		return longest < 3
	case alphabetic:
		return ascii == 0
	case hangul:
		return korean == 0 || korean+ascii == len(word)
	}
	return true
}

// The signs that are usual outside of words, and inside of them.
const (
	usualSigns  = "“”„‘’‚‹›«»–—…•€£§°±²³µ·©®™№¿¡×\u00a0、。，．：；！？（）「」『』【】《》〈〉～・ー―　％＝／＋“”"
	insideSigns = "’·-\u00ad"
)

// symbol is the value of what is neither ASCII nor a letter.
func (l language) symbol(chars []char, i int) float64 {
	r := chars[i].r
	before := i > 0 && isLetter(chars[i-1].r)
	after := i+1 < len(chars) && isLetter(chars[i+1].r)
	east := l.kind == eastern || l.kind == hangul
	switch {
	case unicode.IsControl(r) || r == utf8.RuneError:
		return -2
	case east && len(chars[i].raw) == 1:
		return -0.5
	case east && strings.ContainsRune(usualSigns, r):
		return 0.7
	case east:
		return 0.2
	case before && after && !strings.ContainsRune(insideSigns, r):
		return -1
	case strings.ContainsRune(usualSigns, r):
		return 0.6
	}
	return -0.4
}
