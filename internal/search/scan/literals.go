package scan

import (
	"bytes"
	"math/bits"
	"slices"
)

// Literals finds any of several strings. It finds each by its rarest window of up to four
// bytes, anywhere in the string. Another string may begin before the one that it finds, but
// it passes over none.
//
// The method is Teddy, from Hyperscan: the windows are divided among eight buckets, and a
// place is a candidate if one bucket accepts all of its bytes.
type Literals struct {
	fold   bool
	table  nibbles
	bucket [8][]windowed
	chance float64
}

// windowed is a literal and where its window begins.
type windowed struct {
	text   []byte
	offset int
}

const maxWindow = 4

// NewLiterals makes the scan for texts: at least one, none of them empty. With fold
// they are found in any case of their ASCII letters.
func NewLiterals(texts [][]byte, fold bool) *Literals {
	l := &Literals{fold: fold}
	l.table.width = maxWindow
	for _, t := range texts {
		l.table.width = min(l.table.width, len(t))
	}
	all := make([]windowed, len(texts))
	for i, t := range texts {
		if fold {
			t = lower(t)
		}
		offset, chance := rarest(t, l.table.width, fold)
		all[i] = windowed{t, offset}
		l.chance += chance
	}
	// Similar windows share a bucket, so that it accepts fewer other texts.
	slices.SortStableFunc(all, func(a, b windowed) int {
		return bytes.Compare(a.text[a.offset:], b.text[b.offset:])
	})
	for i, w := range all {
		l.deal(i*len(l.bucket)/len(all), w)
	}
	return l
}

// rarest gives the offset of the rarest window of t, and its expected frequency.
func rarest(t []byte, width int, fold bool) (offset int, chance float64) {
	chance = 2
	for i := 0; i+width <= len(t); i++ {
		p := 1.0
		for _, c := range t[i : i+width] {
			p *= share(c, fold)
		}
		if p < chance {
			offset, chance = i, p
		}
	}
	return offset, chance
}

// deal puts w into bucket k.
func (l *Literals) deal(k int, w windowed) {
	l.bucket[k] = append(l.bucket[k], w)
	for j := range l.table.width {
		c := w.text[w.offset+j]
		l.table.add(j, k, c)
		if l.fold && isLetter(c) {
			l.table.add(j, k, c^0x20)
		}
	}
}

// Chance estimates how often one of the windows occurs at a place of ordinary text.
func (l *Literals) Chance() float64 { return l.chance }

// Find gives a place in b at or after from where a literal begins, or -1. No literal lies
// between from and that place.
func (l *Literals) Find(b []byte, from int) int {
	for i := from; ; i++ {
		j := findTeddy(b[i:], &l.table)
		if j < 0 {
			return -1
		}
		i += j
		if at := l.verify(b, from, i); at >= 0 {
			return at
		}
	}
}

// verify gives the place of a literal whose window is at i, or -1. It begins at from or later.
func (l *Literals) verify(b []byte, from, i int) int {
	k := byte(0xff)
	for j := range l.table.width {
		k &= l.table.at(j, b[i+j])
	}
	for ; k != 0; k &= k - 1 {
		for _, w := range l.bucket[bits.TrailingZeros8(k)] {
			at := i - w.offset
			if at < from || at+len(w.text) > len(b) {
				continue
			}
			there := b[at : at+len(w.text)]
			if bytes.Equal(there, w.text) || l.fold && equalFold(there, w.text) {
				return at
			}
		}
	}
	return -1
}
