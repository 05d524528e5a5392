// Package scan finds the places in a block of bytes where a match may begin, many
// bytes at a time.
//
// There are three scans: [Literal] finds one string by its two rarest bytes, [Literals]
// several strings at once, [Window] a run of one to four byte classes. None reads outside of
// its slice. They are read-only and may be shared. Package bytes finds line ends as fast.
//
// The inner loops are AVX2 on amd64 and NEON on arm64. Other processors, and blocks shorter
// than a vector, use the plain loops of portable.go. They define the results of the others.
package scan

// pair describes a place i by two bytes: first at i and second at i+distance. A byte of the
// text is compared after an OR with its mask. A mask of 0x20 with a lower-case letter accepts
// the letter in both cases and nothing else.
type pair struct {
	distance              int // 0 or more
	first, second         byte
	firstMask, secondMask byte
}

// nibbles holds the byte sets of up to four consecutive places. Each set is two tables of
// sixteen bytes, which one shuffle instruction looks up: a byte c is in set j if
// lo[j][c&15] & hi[j][c>>4] is not zero. Each of the eight bits is a bucket: a part
// of the set (see [Window]) or a group of literals (see [Literals]).
type nibbles struct {
	lo, hi [4][16]byte
	width  int // places in use, 1 to 4
}

// add puts c into bucket k of place j.
func (t *nibbles) add(j, k int, c byte) {
	t.lo[j][c&15] |= 1 << k
	t.hi[j][c>>4] |= 1 << k
}

// at gives the buckets of place j that hold c.
func (t *nibbles) at(j int, c byte) byte { return t.lo[j][c&15] & t.hi[j][c>>4] }

func isLetter(c byte) bool { return 'a' <= c|0x20 && c|0x20 <= 'z' }

// lower maps the ASCII capitals of s to small letters, in a new slice.
func lower(s []byte) []byte {
	out := make([]byte, len(s))
	for i, c := range s {
		if 'A' <= c && c <= 'Z' {
			c |= 0x20
		}
		out[i] = c
	}
	return out
}

// equalFold reports whether a equals low, ignoring the case of ASCII letters. low is in lower
// case, and the lengths are equal.
func equalFold(a, low []byte) bool {
	for i, c := range low {
		if x := a[i]; x != c && (x|0x20 != c || !isLetter(x)) {
			return false
		}
	}
	return true
}
