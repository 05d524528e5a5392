package match

import (
	"bytes"
	"slices"
)

// pair is a piece of the find and the piece of the source in its place. One of the two
// is missing if the other has no counterpart.
type pair struct {
	find, source []byte // nil where missing
	at           int    // the offset of source
	same         bool   // they have the same shape
}

// maxFuzzy limits how many pairs of pieces of different shape are compared by content. In
// larger tables they count as unlike.
const maxFuzzy = 20_000

// aligner finds the best alignment of the pieces of a find with a part of the source. Pieces
// may be left over on both sides. Pieces of the source before and after cost nothing.
type aligner struct {
	find    [][]byte
	source  []sourcePiece
	shapes  [2][]uint64 // of find and source
	grams   [2][][]uint16
	values  []int // of the pieces of find
	width   int   // of the band: piece i of find pairs with pieces i-ahead to i-ahead+width of source
	fuzzy   bool
	steps   []byte // how each cell was reached
	endCell int
}

// ahead is how many pieces of the find the source may lack, counted from the start of both.
const ahead = 8

const (
	stepStart = iota
	stepBoth
	stepFind
	stepSource
)

func newAligner(find [][]byte, shapes []shape, source []sourcePiece) *aligner {
	a := &aligner{find: find, source: source, width: ahead + max(4, len(source)-len(find))}
	for i, s := range shapes {
		a.shapes[0] = append(a.shapes[0], s.whole)
		a.values = append(a.values, value(find[i]))
	}
	var s shape
	for _, p := range source {
		s.read(p.text)
		a.shapes[1] = append(a.shapes[1], s.whole)
	}
	if a.fuzzy = len(find)*(a.width+1) <= maxFuzzy; a.fuzzy {
		for _, p := range find {
			a.grams[0] = append(a.grams[0], grams(p))
		}
		for _, p := range source {
			a.grams[1] = append(a.grams[1], grams(p.text))
		}
	}
	return a
}

// value is the score for finding a piece: a long text tells more than a brace.
func value(p []byte) int { return 30 + min(70, 2*len(bytes.TrimSpace(p))) }

// both is the score for pairing piece i of find with piece j of the source.
func (a *aligner) both(i, j int) int {
	f, s := a.shapes[0][i], a.shapes[1][j]
	switch {
	case f == 0 && s == 0:
		return 10
	case f == 0 || s == 0:
		return -60
	case f == s:
		n := a.values[i]
		if sameText(a.find[i], a.source[j].text) {
			n += 20
		}
		return n
	case !a.fuzzy:
		return -10
	}
	return int(dice(a.grams[0][i], a.grams[1][j])*float64(a.values[i])) - 15
}

// skip is the cost of leaving a piece out; it is low for blank pieces.
func skip(shape uint64, cost int) int {
	if shape == 0 {
		return 3
	}
	return cost
}

// run fills the table and returns the best score.
func (a *aligner) run() int {
	n, w := len(a.find), a.width+1
	a.steps = make([]byte, (n+1)*(w+1))
	row, last := make([]int, w+1), make([]int, w+1)
	// Cell k of row i stands after i pieces of find and i+k-1-ahead of the source; k is the
	// place in the band. Row 0 costs nothing: the source may start anywhere.
	const never = -1 << 30
	for i := 1; i <= n; i++ {
		row, last = last, row
		for k := 0; k <= w; k++ {
			j := i + k - 1 - ahead // pieces of the source used up
			score, step := never, byte(stepStart)
			if j >= 1 && j <= len(a.source) {
				score, step = last[k]+a.both(i-1, j-1), stepBoth
			}
			if k < w {
				if up := last[k+1] - skip(a.shapes[0][i-1], 20); up > score {
					score, step = up, stepFind
				}
			}
			if k > 0 && j >= 1 && j <= len(a.source) {
				if left := row[k-1] - skip(a.shapes[1][j-1], 15); left > score {
					score, step = left, stepSource
				}
			}
			row[k] = score
			a.steps[i*(w+1)+k] = step
		}
	}
	best := 0
	for k, score := range row {
		if score > row[best] {
			best = k
		}
	}
	a.endCell = best
	return max(0, row[best])
}

// located makes the region of the best alignment, by tracing its steps back.
func (a *aligner) located() located {
	w := a.width + 1
	var l located
	i, k := len(a.find), a.endCell
	for i > 0 {
		j := i + k - 1 - ahead
		switch a.steps[i*(w+1)+k] {
		case stepBoth:
			s := a.source[j-1]
			l.pairs = append(l.pairs, pair{a.find[i-1], s.text, s.at, a.shapes[0][i-1] == a.shapes[1][j-1]})
			i--
		case stepFind:
			l.pairs = append(l.pairs, pair{find: a.find[i-1]})
			i, k = i-1, k+1
		case stepSource:
			s := a.source[j-1]
			l.pairs = append(l.pairs, pair{source: s.text, at: s.at})
			k--
		default:
			i = 0
		}
	}
	slices.Reverse(l.pairs)
	for len(l.pairs) > 0 && l.pairs[0].find == nil {
		l.pairs = l.pairs[1:]
	}
	l.start, l.end = -1, -1
	for _, p := range l.pairs {
		if p.source == nil {
			continue
		}
		if l.start < 0 {
			l.start = p.at
		}
		l.end = p.at + len(p.source)
	}
	l.similarity = similarity(l.pairs)
	return l
}

// similarity is the share of find and region that pairs up, by length.
func similarity(pairs []pair) float64 {
	alike, total := 0.0, 0.0
	for _, p := range pairs {
		f, s := bytes.TrimRight(p.find, "\r\n"), bytes.TrimRight(p.source, "\r\n")
		n := float64(len(f) + len(s))
		total += n
		switch {
		case p.find == nil || p.source == nil:
		case bytes.Equal(f, s):
			alike += n
		case p.same:
			alike += n * max(0.9, dice(grams(f), grams(s)))
		default:
			alike += n * dice(grams(f), grams(s))
		}
	}
	if total == 0 {
		return 0
	}
	return min(0.99, alike/total)
}

// maxGrams is how many bytes of a piece are compared.
const maxGrams = 512

// grams are the sorted pairs of neighbouring bytes of s without blanks.
func grams(s []byte) []uint16 {
	out := make([]uint16, 0, min(len(s), maxGrams))
	last := byte('\n')
	for _, c := range s[:min(len(s), maxGrams)] {
		if class(c) != classBlank {
			out = append(out, uint16(last)<<8|uint16(c))
			last = c
		}
	}
	slices.Sort(out)
	return out
}

// dice is the Dice coefficient of two sorted lists: twice the common items, divided by the sum
// of the lengths.
func dice(a, b []uint16) float64 {
	if len(a)+len(b) == 0 {
		return 1
	}
	common := 0
	for i, j := 0, 0; i < len(a) && j < len(b); {
		switch {
		case a[i] == b[j]:
			common++
			i, j = i+1, j+1
		case a[i] < b[j]:
			i++
		default:
			j++
		}
	}
	return 2 * float64(common) / float64(len(a)+len(b))
}
