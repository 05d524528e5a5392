// Package automaton has the parts that the lazy automata of packages dfa and locate share: the
// cache of states, sets of nodes, and the runes of instructions and conditions.
package automaton

import (
	"math/bits"
	"regexp/syntax"
	"slices"
	"unicode"
)

// Cache keeps the states of a lazy automaton, which makes a state and a transition when it
// first needs them. A state has a key, which identifies it, and a row in the table of
// transitions, which is valid until the next Reset. Rows are 4 or more.
type Cache struct {
	Table  []uint32    // transitions by row + class; the user defines them, 0 is not known yet
	Starts [256]uint32 // rows of start states by Beside; 0 is not known yet
	Memory int         // bytes that the states take, about
	Limit  int         // of Memory; see Full

	shift uint     // a row has 1<<shift transitions
	keys  []string // by row>>shift
	index map[string]uint32
}

// NewCache makes an empty Cache for an automaton with this number of classes.
func NewCache(classes int) Cache {
	c := Cache{shift: uint(bits.Len(uint(max(classes, 4) - 1))), Limit: 4 << 20}
	c.Reset(0)
	return c
}

// Full reports whether the states take more memory than Limit. Call Reset then.
func (c *Cache) Full() bool { return c.Memory > c.Limit }

// Reset drops all states except the one at row, and gives its new row. With 0 it drops all.
func (c *Cache) Reset(row uint32) uint32 {
	keys := c.keys
	c.keys, c.index = make([]string, 1, 64), map[string]uint32{}
	c.Table = make([]uint32, 1<<c.shift, 64<<c.shift)
	c.Starts, c.Memory = [256]uint32{}, 0
	if row == 0 {
		return 0
	}
	return c.Row([]byte(keys[row>>c.shift]))
}

// Len is the number of states.
func (c *Cache) Len() int { return len(c.keys) - 1 }

// Key gives the key of the state at row.
func (c *Cache) Key(row uint32) string { return c.keys[row>>c.shift] }

// Row gives the row of the state with this key. It adds the state if it is new.
func (c *Cache) Row(key []byte) uint32 {
	if row, ok := c.index[string(key)]; ok {
		return row
	}
	row := uint32(len(c.Table))
	kept := string(key)
	c.keys = append(c.keys, kept)
	c.index[kept] = row
	c.Table = append(c.Table, make([]uint32, 1<<c.shift)...)
	c.Memory += 4<<c.shift + len(key) + 96
	return row
}

// Set is a set of numbers that is cleared in constant time.
type Set struct {
	Items      []uint32 // in the order in which they were added
	seen       []uint32 // by number: the generation in which it was added
	generation uint32
}

// NewSet makes an empty Set for numbers below n.
func NewSet(n int) Set { return Set{seen: make([]uint32, n), generation: 1} }

// Clear empties the set.
func (s *Set) Clear() {
	s.Items = s.Items[:0]
	s.generation++
	if s.generation == 0 { // after four billion sets
		clear(s.seen)
		s.generation = 1
	}
}

// Has reports whether n is in the set.
func (s *Set) Has(n uint32) bool { return s.seen[n] == s.generation }

// Add puts n into the set.
func (s *Set) Add(n uint32) {
	if s.Mark(n) {
		s.Items = append(s.Items, n)
	}
}

// Mark puts n into the set, but not into Items, and reports whether it was not there.
func (s *Set) Mark(n uint32) bool {
	if s.seen[n] == s.generation {
		return false
	}
	s.seen[n] = s.generation
	return true
}

// Edge is the value of Beside at the start and the end of a text.
const Edge = 0xff

// Beside gives the kind of a rune beside a place, as far as conditions depend on it: '\n' for a
// line end, 'a' for a word character, ' ' for other runes, Edge if r is negative, for none.
func Beside(r rune) byte {
	switch {
	case r < 0:
		return Edge
	case r == '\n':
		return '\n'
	case syntax.IsWordChar(r):
		return 'a'
	}
	return ' '
}

// Conditions gives the conditions that are true between two runes, given by Beside.
func Conditions(before, after byte) syntax.EmptyOp {
	return syntax.EmptyOpContext(rune(int8(before)), rune(int8(after)))
}

// AtWord is the conditions that depend on word characters.
const AtWord = syntax.EmptyWordBoundary | syntax.EmptyNoWordBoundary

// Runes gives the ranges of runes that an instruction accepts, as pairs of first and last.
func Runes(in *syntax.Inst) []rune {
	if len(in.Rune) != 1 {
		return in.Rune
	}
	r := in.Rune[0]
	all := []rune{r, r}
	if syntax.Flags(in.Arg)&syntax.FoldCase != 0 {
		for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
			all = append(all, f, f)
		}
	}
	slices.Sort(all)
	return all
}
