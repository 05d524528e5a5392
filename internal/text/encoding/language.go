package encoding

import (
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// candidate is an encoding that may be guessed, with the languages written in it.
type candidate struct {
	name      string
	prior     float64 // added to the score: how much likelier it is than the others
	languages []*language
}

// language is what tells text in a language from bytes decoded in a wrong encoding.
type language struct {
	kind    kind
	letters string // in lower case
	pairs   string // frequent pairs of letters, separated by blanks
	// usual reports, from a character's bytes, whether it is in the part of a Chinese, Japanese
	// or Korean character set with the common characters.
	usual func(lead, trail byte) bool

	once sync.Once
	set  map[pair]bool // see known
}

// pair is two letters that follow each other; _ is the beginning or the end of a word.
type pair [2]rune

// kind is how letters make words.
type kind int

const (
	latin      kind = iota // letters outside of ASCII stand among letters of ASCII
	alphabetic             // words have no letters of ASCII
	eastern                // no words; every character is on its own
	hangul                 // as eastern, but hangul and Chinese characters do not mix
)

// latinOf is a language by its letters outside of ASCII and its frequent pairs.
func latinOf(letters, pairs string) *language {
	return &language{kind: latin, letters: letters, pairs: pairs}
}

// alphabeticOf is the same for a language that has no letters of ASCII.
func alphabeticOf(letters, pairs string) *language {
	return &language{kind: alphabetic, letters: letters, pairs: pairs}
}

// known are the pairs, and the letters as pairs with 0. They are made on first use, since most
// runs guess nothing.
func (l *language) known() map[pair]bool {
	l.once.Do(func() {
		l.set = map[pair]bool{}
		for _, r := range l.letters {
			l.set[pair{r}] = true
		}
		for _, two := range strings.Fields(l.pairs) {
			first, n := utf8.DecodeRuneInString(two)
			second, _ := utf8.DecodeRuneInString(two[n:])
			l.set[pair{first, second}] = true
		}
	})
	return l.set
}

// After enough bytes with a score below hopeless, the rest is not read.
const (
	enough   = 256
	hopeless = -0.2
)

// plausible is how much the reading looks like one of the languages, from -1 to 1. Every byte
// outside of ASCII has the same weight.
func (rd reading) plausible(languages []*language) float64 {
	best := -1.0
	for _, l := range languages {
		best = max(best, l.score(rd))
	}
	return best
}

func (l *language) score(rd reading) float64 {
	sum, weight := 0.0, 0
	known := l.known()
	for _, w := range rd.words {
		if !w.letters {
			n := len(rd.chars[w.at].raw)
			sum += float64(n) * l.symbol(rd.chars, w.at)
			weight += n
			continue
		}
		coherent := l.coherent(w)
		letters := rd.chars[w.at:w.end]
		for i, c := range letters {
			if c.r < utf8.RuneSelf {
				continue
			}
			value := -1.0
			switch {
			case coherent && (l.kind == eastern || l.kind == hangul):
				value = l.frequent(known, c)
			case coherent:
				value = l.paired(known, letters, i)
			}
			sum += float64(len(c.raw)) * value
			weight += len(c.raw)
		}
		if weight > enough && sum < hopeless*float64(weight) {
			break
		}
	}
	if weight == 0 {
		return 0
	}
	return sum / float64(weight)
}

// frequent is the value of a Chinese, Japanese or Korean character.
func (l *language) frequent(known map[pair]bool, c char) float64 {
	switch {
	case known[pair{c.lower}]:
		return 1
	case len(c.raw) > 1 && l.usual(c.raw[0], c.raw[1]):
		return 0.5
	}
	return 0
}

// paired is the value of a letter outside of ASCII, by the letters next to it.
func (l *language) paired(known map[pair]bool, letters []char, i int) float64 {
	c := letters[i]
	if !known[pair{c.lower}] {
		return -1
	}
	before, after := '_', '_'
	if i > 0 {
		before = letters[i-1].lower
	}
	if i+1 < len(letters) {
		after = letters[i+1].lower
	}
	value := 0.0
	if l.kind == alphabetic { // it has many letters, so many of its pairs are not frequent
		value = 0.1
	}
	frequent := (1 - value) / 2
	if known[pair{before, c.lower}] {
		value += frequent
	}
	if known[pair{c.lower, after}] {
		value += frequent
	}
	if len(letters) == 1 { // any letter is a word of one letter
		value /= 2
	}
	if l.kind == alphabetic && c.r != c.lower {
		value *= 0.8
	}
	return value
}

// maxRun is the largest number of letters outside of ASCII in a row in a Latin word.
const maxRun = 4

// coherent reports whether letters that follow each other can be a word.
func (l *language) coherent(w word) bool {
	if w.mixed {
		return false
	}
	switch l.kind {
	case latin:
		return w.run <= maxRun
	case alphabetic:
		return w.ascii == 0
	case hangul:
		return w.korean == 0 || w.korean+w.ascii == w.end-w.at
	}
	return true
}

// Common signs: anywhere, before words, after words, and inside of them.
const (
	usualSigns   = "–—•€£§°±²³µ·©®™№×\u00a0、。，．：；！？（）「」『』【】《》〈〉～・ー―　％＝／＋" + openingSigns + closingSigns
	openingSigns = "“„‘‚‹«¿¡"
	closingSigns = "”’›»…"
	insideSigns  = "’·-\u00ad"
)

// symbol is the value of a character that is neither ASCII nor a letter.
func (l *language) symbol(chars []char, i int) float64 {
	r := chars[i].r
	before := i > 0 && chars[i-1].letter
	after := i+1 < len(chars) && chars[i+1].letter
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
	case r == '’' && before && shortened(chars[i+1:]):
		return 1
	case before && after && !strings.ContainsRune(insideSigns, r):
		return -1
	case before && !after && strings.ContainsRune(closingSigns, r), after && !before && strings.ContainsRune(openingSigns, r):
		return 0.8
	case strings.ContainsRune(usualSigns, r):
		return 0.6
	case before || after:
		return -1
	}
	return -0.4
}

// shortened reports whether chars begin with the rest of an English word after its apostrophe,
// as in don’t.
func shortened(chars []char) bool {
	end := 0
	for end < len(chars) && chars[end].letter {
		end++
	}
	switch end {
	case 1:
		return strings.ContainsRune("stdm", chars[0].lower)
	case 2:
		return strings.Contains("re ve ll", string([]rune{chars[0].lower, chars[1].lower}))
	}
	return false
}
