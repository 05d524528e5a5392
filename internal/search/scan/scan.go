// Package scan finds the places in a block of bytes where a match may stand, many
// bytes at a time.
//
// There are three scans: [Literal] looks for one string by its two rarest bytes,
// [Literals] for several strings at once, [Window] for a run of one to four byte
// classes. None reads outside of the slice it is given. They are read-only after they
// are made and may be shared. Line ends are left to package bytes, which is as fast.
//
// The inner loops are AVX2 on amd64 and NEON on arm64; everywhere else, on amd64
// without AVX2 and on what is shorter than a vector, they are the plain loops of
// portable.go, which say what the others must answer.
package scan

// pair describes a place by two of its bytes: at i stands first and at i+distance
// stands second, each compared after its mask was or'ed to what is there. A mask of
// 0x20 with a lower-case letter accepts the letter in both cases and nothing else.
type pair struct {
	distance              int // 0 or more
	first, second         byte
	firstMask, secondMask byte
}

// nibbles holds the byte sets of up to four places in a row, each cut in two tables
// of sixteen that one shuffle instruction can look up: a byte c is in set j if
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

// equalFold says whether a is low but for the case of ASCII letters. low is in lower
// case; the lengths are the same.
func equalFold(a, low []byte) bool {
	for i, c := range low {
		if x := a[i]; x != c && (x|0x20 != c || !isLetter(x)) {
			return false
		}
	}
	return true
}
