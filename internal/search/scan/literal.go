package scan

import "bytes"

// Literal finds one string by its rarest pair of bytes.
type Literal struct {
	text   []byte // in lower case if fold
	fold   bool
	first  int // offset of the first byte of the pair in text
	pair   pair
	chance float64
}

// maxPairs is the length of the beginning of a literal that the pair is chosen from.
const maxPairs = 64

// NewLiteral makes the scan for text, which is not empty. With fold it ignores the case of
// ASCII letters.
func NewLiteral(text []byte, fold bool) *Literal {
	l := &Literal{text: text, fold: fold, chance: 2}
	if fold {
		l.text = lower(text)
	}
	head := l.text[:min(len(l.text), maxPairs)]
	if len(head) == 1 {
		l.choose(0, 0, share(head[0], fold))
		return l
	}
	for i, a := range head {
		for j := i + 1; j < len(head); j++ {
			chance := share(a, fold) * share(head[j], fold)
			if a == head[j] {
				chance *= 2 // a byte is often repeated: lines of dashes, indentation
			}
			if j == i+1 && isSign(a) && isSign(head[j]) {
				chance = min(share(a, fold), share(head[j], fold)) / 2 // like -> and /*
			}
			if chance < l.chance {
				l.choose(i, j, chance)
			}
		}
	}
	return l
}

// isSign reports whether c is a punctuation character. Two of them are often one operator.
func isSign(c byte) bool {
	return ' ' < c && c < 0x7f && !isLetter(c) && (c < '0' || '9' < c)
}

// choose makes the bytes at i and j of the text the pair.
func (l *Literal) choose(i, j int, chance float64) {
	l.first, l.chance = i, chance
	l.pair = pair{distance: j - i, first: l.text[i], second: l.text[j]}
	if l.fold && isLetter(l.text[i]) {
		l.pair.firstMask = 0x20
	}
	if l.fold && isLetter(l.text[j]) {
		l.pair.secondMask = 0x20
	}
}

// share is the frequency of c, in both cases if fold.
func share(c byte, fold bool) float64 {
	if fold && isLetter(c) {
		return Frequency(c|0x20) + Frequency(c&^0x20)
	}
	return Frequency(c)
}

// Len is the length of the literal in bytes.
func (l *Literal) Len() int { return len(l.text) }

// Chance estimates how often the pair occurs at a place of ordinary text, 0 to 1.
func (l *Literal) Chance() float64 { return l.chance }

// Find gives the first place at or after from where the literal begins in b, or -1.
func (l *Literal) Find(b []byte, from int) int {
	rest := len(l.text) - l.first - l.pair.distance - 1 // bytes after the pair
	for from+len(l.text) <= len(b) {
		i := findPair(b[from+l.first:len(b)-rest], &l.pair)
		if i < 0 {
			return -1
		}
		from += i
		there := b[from : from+len(l.text)]
		if bytes.Equal(there, l.text) || l.fold && equalFold(there, l.text) {
			return from
		}
		from++
	}
	return -1
}
