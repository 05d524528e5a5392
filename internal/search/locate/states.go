package locate

import (
	"math/bits"
	"regexp/syntax"
	"unicode/utf8"

	"fileops/internal/search/automaton"
)

// A state describes the text after a place: the instructions that take the rune there and
// reach a match, and the kind of that rune. Its key has a bit for each instruction, by number,
// and the kind as its last byte. Conditions such as ^ and \b also depend on the rune before
// the place, so the transition over that rune decides them.

// mark is a state at a place, and whether a match begins there. A transition in the table has
// the state at the place before a rune, and whether a match begins after the rune.
type mark uint32

func (m mark) row() uint32  { return uint32(m) >> 1 }
func (m mark) begins() bool { return m&1 != 0 }

// newMark gives the mark of a state where no match begins.
func newMark(row uint32) mark { return mark(row << 1) }

// noState is the transition over the start of the text. 0 is a transition that is not known
// yet.
const noState mark = 2

// startAt gives the start state at a place. If the place is not the end of the text, anything
// may follow the rune there.
func (f *Finder) startAt(place int) uint32 {
	after := byte(automaton.Edge)
	if place < len(f.text) {
		r, _ := utf8.DecodeRune(f.text[place:])
		after = f.kind(r)
	}
	if f.cache.Starts[after] == 0 {
		f.clearKey()
		for pc := range f.insts {
			if after != automaton.Edge && takesRune(&f.insts[pc]) {
				f.addToKey(uint32(pc))
			}
		}
		f.cache.Starts[after] = f.intern(after)
	}
	return f.cache.Starts[after]
}

// clearKey removes all instructions from the key but the match, which takes no rune.
func (f *Finder) clearKey() {
	clear(f.key)
	f.addToKey(f.end)
}

func (f *Finder) addToKey(pc uint32) { f.key[pc/8] |= 1 << (pc % 8) }

// intern gives the row of the state with the instructions of the key, before a rune of a kind.
func (f *Finder) intern(after byte) uint32 {
	f.key[len(f.key)-1] = after
	return f.cache.Row(f.key)
}

// next gives the transition of the state at row over a class, that of the rune before.
func (f *Finder) next(row, class uint32) mark {
	if m := f.cache.Table[row+class]; m != 0 {
		return mark(m)
	}
	return f.step(row, class)
}

// step computes a transition and stores it in the table.
func (f *Finder) step(row, class uint32) mark {
	key, before := f.cache.Key(row), f.samples[class]
	last := len(key) - 1
	hold := automaton.Conditions(automaton.Beside(before), key[last])
	f.set.Clear()
	for k := range last {
		for rest := key[k]; rest != 0; rest &= rest - 1 {
			f.set.Add(uint32(8*k + bits.TrailingZeros8(rest)))
		}
	}
	for k := 0; k < len(f.set.Items); k++ {
		for _, pc := range f.emptyPreds[f.set.Items[k]] {
			if in := &f.insts[pc]; in.Op != syntax.InstEmptyWidth || syntax.EmptyOp(in.Arg)&^hold == 0 {
				f.set.Add(pc)
			}
		}
	}
	m := noState
	if before >= 0 {
		f.clearKey()
		for _, n := range f.set.Items {
			for _, pc := range f.runePreds[n] {
				if f.insts[pc].MatchRune(before) {
					f.addToKey(pc)
				}
			}
		}
		m = newMark(f.intern(f.kind(before)))
	}
	if f.set.Has(f.start) {
		m |= 1
	}
	f.cache.Table[row+class] = uint32(m)
	return m
}
