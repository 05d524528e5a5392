package match

import (
	"bytes"
	"unicode/utf8"
)

// shape identifies a line without its blanks, look-alike characters and entities: it is a hash
// of the whole line and one of every word. 0 is no hash.
type shape struct {
	whole uint64
	words []uint64
}

const (
	hashSeed  = 0x9e3779b97f4a7c15
	hashPrime = 0x100000001b3
)

// class returns the effect of a byte on a shape.
func class(c byte) byte {
	if c >= utf8.RuneSelf {
		return classSlow
	}
	return asciiClasses[c]
}

// asciiClasses are the classes of the characters of ASCII.
var asciiClasses = [utf8.RuneSelf]byte{
	' ': classBlank, '\t': classBlank, '\n': classBlank, '\v': classBlank, '\f': classBlank, '\r': classBlank, '&': classSlow,
	'0': classWord, '1': classWord, '2': classWord, '3': classWord, '4': classWord, '5': classWord, '6': classWord, '7': classWord, '8': classWord, '9': classWord, '_': classWord,
	'A': classWord, 'B': classWord, 'C': classWord, 'D': classWord, 'E': classWord, 'F': classWord, 'G': classWord, 'H': classWord, 'I': classWord, 'J': classWord, 'K': classWord, 'L': classWord, 'M': classWord,
	'N': classWord, 'O': classWord, 'P': classWord, 'Q': classWord, 'R': classWord, 'S': classWord, 'T': classWord, 'U': classWord, 'V': classWord, 'W': classWord, 'X': classWord, 'Y': classWord, 'Z': classWord,
	'a': classWord, 'b': classWord, 'c': classWord, 'd': classWord, 'e': classWord, 'f': classWord, 'g': classWord, 'h': classWord, 'i': classWord, 'j': classWord, 'k': classWord, 'l': classWord, 'm': classWord,
	'n': classWord, 'o': classWord, 'p': classWord, 'q': classWord, 'r': classWord, 's': classWord, 't': classWord, 'u': classWord, 'v': classWord, 'w': classWord, 'x': classWord, 'y': classWord, 'z': classWord,
}

const (
	classMark = iota
	classBlank
	classWord
	classSlow
)

// mix finishes a hash, so that its low bits depend on all its bits.
func mix(h uint64) uint64 {
	h ^= h >> 32
	h *= 0xd6e8feb86659fd93
	h ^= h >> 32
	return h | 1<<63 // never 0
}

// read makes s the shape of a line. It is one pass over its bytes.
func (s *shape) read(line []byte) {
	s.whole, s.words = 0, s.words[:0]
	whole, word := uint64(hashSeed), uint64(0)
	some := false
	for i := 0; i < len(line); {
		c := line[i]
		size, kind := 1, class(c)
		if kind == classSlow {
			c, kind, size = slowByte(line[i:])
		}
		switch kind {
		case classWord:
			if word == 0 {
				word = hashSeed
			}
			for _, b := range line[i : i+size] {
				if size == 1 {
					b = c
				}
				whole = (whole ^ uint64(b)) * hashPrime
				word = (word ^ uint64(b)) * hashPrime
			}
			some = true
		case classMark:
			whole = (whole ^ uint64(c)) * hashPrime
			some = true
			fallthrough
		default:
			if word != 0 {
				s.words = append(s.words, mix(word))
				word = 0
			}
		}
		i += size
	}
	if word != 0 {
		s.words = append(s.words, mix(word))
	}
	if some {
		s.whole = mix(whole)
	}
}

// slowByte reads an entity or a character outside of ASCII: as its plain character, as a blank,
// or as a part of a word.
func slowByte(s []byte) (c, kind byte, size int) {
	if s[0] == '&' {
		if c, size := entityAt(s); size > 0 {
			return c, classMark, size
		}
		return '&', classMark, 1
	}
	r, size := utf8.DecodeRune(s)
	switch {
	case plainOf(r) == ' ' || invisible(r):
		return ' ', classBlank, size
	case plainOf(r) != 0:
		return plainOf(r), classMark, size
	}
	return s[0], classWord, size
}

// maxPiece is the length from which a line is split into pieces, since lines of generated files
// can be as long as the file. A piece ends after a closing mark, or at twice the length.
const maxPiece = 512

// piece is the length of the line at the start of s with its line end, or of its first piece.
func piece(s []byte) int {
	n := bytes.IndexByte(s[:min(len(s), 2*maxPiece)], '\n') + 1
	if n == 0 {
		n = min(len(s), 2*maxPiece)
	}
	if n <= maxPiece {
		return n
	}
	if i := bytes.IndexAny(s[maxPiece:n], ";{}>\n"); i >= 0 {
		return maxPiece + i + 1
	}
	for n > maxPiece && n < len(s) && !utf8.RuneStart(s[n]) {
		n--
	}
	return n
}

// feature is a part of find that is searched in the source: a line, a pair of lines, a word, or
// a pair of words.
type feature struct {
	hash  uint64
	lines []int32 // the pieces of find that have it, the first few
	count int32   // how often the source has it
	value int32   // weight of its votes
}

// features is a hash table of features, with a filter that most hashes do not pass.
type features struct {
	list   []feature
	slots  []int32 // index in list + 1
	filter []uint64
}

// maxFeatures limits the features of a long find.
const maxFeatures = 1 << 16

// featuresOf are the features of the pieces of find.
func featuresOf(shapes []shape) *features {
	n := 1 << 10
	for _, s := range shapes {
		n += 8 * (len(s.words) + 1)
	}
	size := 1
	for size < min(n, 8*maxFeatures) {
		size *= 2
	}
	f := &features{slots: make([]int32, size), filter: make([]uint64, size/8)}
	var last uint64
	var list []uint64
	for i, s := range shapes {
		list = s.features(list[:0], last)
		for k, hash := range list {
			f.add(hash, int32(i), featureValue(k))
		}
		if s.whole != 0 {
			last = s.whole
		}
	}
	return f
}

// features appends the features of a piece to list: the piece itself, its pair with
// the one before it that was not blank (last, 0 if none), then its words and their
// pairs; featureValue says what each is worth.
func (s *shape) features(list []uint64, last uint64) []uint64 {
	if s.whole == 0 {
		return list
	}
	list = append(list, s.whole, pairOf(last, s.whole))
	for i, w := range s.words {
		list = append(list, w^1)
		if i > 0 {
			list = append(list, pairOf(s.words[i-1], w))
		}
	}
	return list
}

// featureValue is the weight of the i-th feature of a piece; a word has 1.
func featureValue(i int) int32 {
	switch {
	case i == 0:
		return 3
	case i == 1:
		return 4
	case i > 2 && i%2 == 0:
		return 2 // two words
	}
	return 1
}

func pairOf(a, b uint64) uint64 { return mix(a*hashPrime ^ b) }

func (f *features) add(hash uint64, line, value int32) {
	at := f.slot(hash)
	if f.slots[at] == 0 {
		if len(f.list) == maxFeatures {
			return
		}
		f.list = append(f.list, feature{hash: hash, value: value})
		f.slots[at] = int32(len(f.list))
		bit := hash >> 20 % uint64(64*len(f.filter))
		f.filter[bit/64] |= 1 << (bit % 64)
	}
	ft := &f.list[f.slots[at]-1]
	if n := len(ft.lines); n < 4 && (n == 0 || ft.lines[n-1] != line) {
		ft.lines = append(ft.lines, line)
	}
}

// slot is the place of a hash in the table, or the free one for it.
func (f *features) slot(hash uint64) int {
	mask := len(f.slots) - 1
	at := int(hash) & mask
	for f.slots[at] != 0 && f.list[f.slots[at]-1].hash != hash {
		at = (at + 1) & mask
	}
	return at
}

// index is the feature with a hash, or -1.
func (f *features) index(hash uint64) int {
	bit := hash >> 20 & uint64(64*len(f.filter)-1)
	if f.filter[bit/64]&(1<<(bit%64)) == 0 {
		return -1
	}
	return int(f.slots[f.slot(hash)]) - 1
}
