package encoding

import (
	"unicode"
	"unicode/utf8"
)

// char is a character of a sample and its bytes.
type char struct {
	r      rune
	lower  rune
	raw    []byte
	letter bool
	upper  bool // upper and small hold for letters only
	small  bool
}

func newChar(r rune, raw []byte) char {
	c := char{r: r, lower: r, raw: raw, letter: isLetter(r)}
	if c.letter {
		c.lower, c.upper, c.small = unicode.ToLower(r), unicode.IsUpper(r), unicode.IsLower(r)
	}
	return c
}

// word is a run of letters, or one other character.
type word struct {
	at, end int // in the reading's characters
	letters bool
	ascii   int // how many letters are ASCII
	korean  int
	run     int  // the longest run of letters outside of ASCII
	mixed   bool // capitals are where no word has them
}

// reading is the beginning of a file decoded in a candidate.
type reading struct {
	chars []char
	words []word // those with anything outside of ASCII
}

// newReading decodes bytes.
func newReading(e Encoding, raw []byte) reading {
	rd := reading{chars: make([]char, 0, len(raw))}
	var text []byte
	var known [256]char // of one byte
	for len(raw) > 0 {
		if c := known[raw[0]]; c.raw != nil {
			rd.chars = append(rd.chars, c)
			raw = raw[1:]
			continue
		}
		var n int
		text, n = e.codec.next(text[:0], raw)
		r, _ := utf8.DecodeRune(text)
		c := newChar(r, raw[:n])
		rd.chars = append(rd.chars, c)
		if _, ok := e.codec.(single); ok || n == 1 && r < utf8.RuneSelf {
			known[raw[0]] = c
		}
		raw = raw[n:]
	}
	for i := 0; i < len(rd.chars); {
		end := i
		for end < len(rd.chars) && rd.chars[end].letter {
			end++
		}
		w := word{at: i, end: max(end, i+1), letters: end > i}
		i = w.end
		if w.letters {
			w.look(rd.chars[w.at:w.end])
		}
		if c := rd.chars[w.at]; w.ascii < w.end-w.at && (w.letters || c.r >= utf8.RuneSelf || len(c.raw) > 1) {
			rd.words = append(rd.words, w)
		}
	}
	return rd
}

// look counts the letters of a word by kind.
func (w *word) look(letters []char) {
	run := 0
	for i, c := range letters {
		if c.r < utf8.RuneSelf {
			w.ascii++
			run = 0
			continue
		}
		run++
		w.run = max(w.run, run)
		switch {
		case i > 0 && c.upper && letters[i-1].small,
			i > 1 && c.small && letters[i-1].upper && letters[i-2].upper:
			w.mixed = true
		}
		if unicode.Is(unicode.Hangul, c.r) {
			w.korean++
		}
	}
}

func isLetter(r rune) bool {
	if r < utf8.RuneSelf {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
	}
	return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r)
}
