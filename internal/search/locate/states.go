package locate

import (
	"math/bits"
	"regexp/syntax"
)

// states are those of a deterministic automaton that reads a text from its end, as far
// as they have been come to.
type states struct {
	table  []mark  // by row + class; 0 where it is not known yet
	made   []state // by row>>shift
	index  map[state]uint32
	memory int // bytes, about

	anything map[rune]uint32 // rows of states that say nothing of what comes, by the kind of the next rune

	set        []uint32 // scratch
	bits       []byte
	seen       []uint32
	generation uint32
}

// state is what is known at a place of what comes after it: which instructions that
// take a rune take the one that is there and may then come to a match (the bits, by
// number, that are set), and of what kind that rune is. What comes before the place
// may matter for ^ and \b; it is seen to where it is known.
type state struct {
	bits  string
	after rune
}

// memoryLimit is how much states may take before they are forgotten, in bytes. It is
// looked at between blocks.
const memoryLimit = 4 << 20

// forget forgets all states. There is none at row 0.
func (f *Finder) forget() {
	f.index, f.anything = map[state]uint32{}, map[rune]uint32{}
	f.made = make([]state, 1)
	f.table = make([]mark, 1<<f.shift)
	f.memory = 0
}

// bounded forgets all states but the one at row if they take too much.
func (f *Finder) bounded(row uint32) uint32 {
	if f.memory <= memoryLimit {
		return row
	}
	s := f.made[row>>f.shift]
	f.forget()
	if row == 0 {
		return 0
	}
	return f.intern(s.bits, s.after)
}

// begin starts a new set of instructions.
func (f *Finder) begin() {
	f.set = f.set[:0]
	f.generation++
	if f.generation == 0 { // after four billion sets
		clear(f.seen)
		f.generation = 1
	}
}

func (f *Finder) add(pc uint32) {
	if f.seen[pc] != f.generation {
		f.seen[pc] = f.generation
		f.set = append(f.set, pc)
	}
}

// atEnd gives the state at the end of the text.
func (f *Finder) atEnd() uint32 {
	f.clear()
	return f.intern(string(f.bits), -1)
}

// clear makes the bits those of the instructions that take no rune: the end of a match.
func (f *Finder) clear() {
	clear(f.bits)
	f.bits[f.end/8] |= 1 << (f.end % 8)
}

// step gives the state that the one at row leads to, back over a rune of a class, and
// whether a match begins behind that rune. It enters that in the table.
func (f *Finder) step(row, class uint32) mark {
	if m := f.table[row+class]; m != 0 {
		return m
	}
	s, before := f.made[row>>f.shift], f.samples[class]
	hold := syntax.EmptyOpContext(before, s.after)
	f.begin()
	for k := range len(s.bits) {
		for rest := s.bits[k]; rest != 0; rest &= rest - 1 {
			f.add(uint32(8*k + bits.TrailingZeros8(rest)))
		}
	}
	for k := 0; k < len(f.set); k++ {
		for _, pc := range f.empties[f.set[k]] {
			if in := &f.insts[pc]; in.Op != syntax.InstEmptyWidth || syntax.EmptyOp(in.Arg)&^hold == 0 {
				f.add(pc)
			}
		}
	}
	m := mark(2) // at the start of the text no state comes before
	if before >= 0 {
		f.clear()
		for _, n := range f.set {
			for _, pc := range f.eaters[n] {
				if f.holds[f.sets[pc]][class] {
					f.bits[pc/8] |= 1 << (pc % 8)
				}
			}
		}
		m = mark(f.intern(string(f.bits), f.kind(before)) << 1)
	}
	if f.seen[f.start] == f.generation {
		m |= 1
	}
	f.table[row+class] = m
	return m
}

// intern gives the row of a state.
func (f *Finder) intern(bits string, after rune) uint32 {
	s := state{bits, after}
	if row, ok := f.index[s]; ok {
		return row
	}
	row := uint32(len(f.made)) << f.shift
	f.made = append(f.made, s)
	f.table = append(f.table, make([]mark, 1<<f.shift)...)
	f.index[s] = row
	f.memory += len(bits) + 4<<f.shift + 96
	return row
}
