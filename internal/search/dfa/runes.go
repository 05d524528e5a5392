package dfa

import (
	"encoding/binary"
	"unicode/utf8"
)

type byteRange struct{ lo, hi byte }

// runes gives the node that leads to target over the UTF-8 of the runes in pairs, which are
// sorted. The nodes after it form a tree that shares equal branches. So a DFA state has one
// node for a class, however many ranges the class has.
func (c *compiler) runes(pairs []rune, target uint32) uint32 {
	c.shared = map[string]uint32{}
	c.sequence = c.sequence[:0]
	for i := 0; i < len(pairs); i += 2 {
		c.split(pairs[i], pairs[i+1])
	}
	return c.tree(c.sequence, 0, target)
}

// tree makes the node for sequences that agree in their first depth bytes. They are sorted, and
// ranges at the same depth are equal or do not overlap.
func (c *compiler) tree(seqs [][]byteRange, depth int, target uint32) uint32 {
	var edges []edge
	for len(seqs) > 0 {
		r := seqs[0][depth]
		n := 1
		for n < len(seqs) && seqs[n][depth] == r {
			n++
		}
		to := target
		if depth+1 < len(seqs[0]) {
			to = c.tree(seqs[:n], depth+1, target)
		}
		if k := len(edges) - 1; k >= 0 && edges[k].to == to && edges[k].hi+1 == r.lo {
			edges[k].hi = r.hi
		} else {
			edges = append(edges, edge{r.lo, r.hi, to})
		}
		c.unicode = c.unicode || r.hi >= utf8.RuneSelf
		seqs = seqs[n:]
	}
	var key []byte
	for _, e := range edges {
		key = binary.LittleEndian.AppendUint32(append(key, e.lo, e.hi), e.to)
	}
	if known, ok := c.shared[string(key)]; ok {
		return known
	}
	made := uint32(len(c.nodes))
	c.nodes = append(c.nodes, node{op: opBytes, out: uint32(len(c.edges)), alt: uint32(len(c.edges) + len(edges))})
	c.edges = append(c.edges, edges...)
	c.shared[string(key)] = made
	return made
}

// split appends the UTF-8 of the runes lo to hi as sequences of byte ranges.
func (c *compiler) split(lo, hi rune) {
	const surrogateMin, surrogateMax = 0xD800, 0xDFFF // not in UTF-8
	if lo <= surrogateMax && hi >= surrogateMin {
		if lo < surrogateMin {
			c.split(lo, surrogateMin-1)
		}
		if hi > surrogateMax {
			c.split(surrogateMax+1, hi)
		}
		return
	}
	for _, last := range []rune{0x7f, 0x7ff, 0xffff} { // of one, two and three bytes
		if lo <= last && last < hi {
			c.split(lo, last)
			c.split(last+1, hi)
			return
		}
	}
	for i := 1; i < utf8.UTFMax && hi >= utf8.RuneSelf; i++ {
		m := rune(1)<<(6*i) - 1 // the last i bytes hold these bits
		if lo&^m == hi&^m {
			continue
		}
		if lo&m != 0 {
			c.split(lo, lo|m)
			c.split((lo|m)+1, hi)
			return
		}
		if hi&m != m {
			c.split(lo, hi&^m-1)
			c.split(hi&^m, hi)
			return
		}
	}
	var a, b [utf8.UTFMax]byte
	n := utf8.EncodeRune(a[:], lo)
	utf8.EncodeRune(b[:], hi)
	seq := make([]byteRange, n)
	for j := range seq {
		seq[j] = byteRange{a[j], b[j]}
	}
	c.sequence = append(c.sequence, seq)
}
