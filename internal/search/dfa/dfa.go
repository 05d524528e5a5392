// Package dfa says whether lines match a regular expression, and nothing else about
// the match but where it is certain.
//
// The expressions are those of regexp/syntax and mean what package regexp means by
// them, with each line, without its line end, as the text: ^ and \A hold at its
// beginning, $ and \z at its end. A [Machine] works out the states of a deterministic
// automaton when it comes to need them, keeps them within a bound of memory, and looks
// at each byte once. Where it cannot decide it says so: at text that is not UTF-8, if
// the expression can tell, and when states are needed faster than they are used.
// The caller then asks package regexp about that line.
package dfa

import (
	"bytes"
	"slices"
)

// Verdict is what a Machine says of the lines that it was given.
type Verdict uint8

// The verdicts.
const (
	None    Verdict = iota // no line matches
	Match                  // the line matches
	Unknown                // the line must be decided by other means
)

// Machine runs a Program. It is for one goroutine at a time.
type Machine struct {
	*Program
	anchored bool // a match begins at the start of the line or nowhere
	limit    int  // of memory
	chunk    int  // see lanes.go

	table  []uint32 // by row + class of the byte; see states.go
	states []state  // by row>>shift
	index  map[string]uint32
	starts [4]uint32
	first  [prevWord + 1][]int32 // by flags: the nodes that a match within a line begins at
	memory int                   // bytes that the states take, about

	walked    int // bytes looked at, ever
	forgotten int // how often the states were forgotten
	forgotAt  int // what walked was the last time
	work      int // nodes looked at to make states

	set, stack, decided []int32 // scratch
	key                 []byte
	seen                []uint32
	generation          uint32
}

// memoryLimit is how much the states of a Machine may take before they are forgotten
// and made anew, in bytes.
const memoryLimit = 4 << 20

// minBytesPerState is how many bytes the states must have been good for, on average,
// when they are forgotten. Below it, simulating the expression is cheaper.
const minBytesPerState = 16

// Machine makes a Machine for p.
func (p *Program) Machine() *Machine {
	m := &Machine{Program: p, limit: memoryLimit, chunk: firstChunk, seen: make([]uint32, len(p.nodes))}
	m.reset()
	for _, flags := range []uint8{0, prevWord} {
		m.begin()
		m.closure(p.start, flags)
		m.first[flags] = slices.Clone(m.set)
	}
	m.anchored = len(m.first[0]) == 0
	return m
}

// Find looks for the first line of b that matches, from the line that begins at from
// on. Where the verdict is not None, i is a place in the line that it is about, or in
// its line end.
func (m *Machine) Find(b []byte, from int) (i int, v Verdict) {
	if from >= len(b) {
		return from, None
	}
	return m.chunks(b, from)
}

// FindAfter is Find for one line, without its line end, and for matches that begin at
// from or after it. from must not be inside of a rune.
func (m *Machine) FindAfter(line []byte, from int) Verdict {
	flags := atStart
	if from > 0 {
		flags = 0
		if isWord(line[from-1]) {
			flags = prevWord
		}
	}
	_, v := m.run(line, from, m.startFor(flags))
	return v
}

// run looks at the bytes from i on, beginning in the state at row.
func (m *Machine) run(b []byte, i int, row uint32) (int, Verdict) {
	switch row >> m.shift {
	case rowMatch:
		return i, Match
	case rowDead:
		return len(b), None
	}
	for {
		var next uint32
		i, row, next = m.walk(b, i, row)
		if i == len(b) {
			return i, m.finish(b, row)
		}
		if next == rowUnknown {
			if m.memory > m.limit {
				var ok bool
				if row, ok = m.forget(row); !ok {
					return i, Unknown
				}
			}
			next = m.step(row, b[i])
		}
		switch next >> m.shift {
		case rowMatch:
			return i, Match
		case rowQuit:
			return i, Unknown
		case rowDead:
			end := bytes.IndexByte(b[i:], '\n')
			if end < 0 {
				return len(b), None
			}
			i += end
			next = m.startFor(atStart)
		}
		row = next
		i++
	}
}

// walk goes on while the table knows the next state. It gives where it stopped, in
// which state, and the row that is entered for the byte there.
func (m *Machine) walk(b []byte, i int, row uint32) (at int, in, next uint32) {
	table, class := m.table, &m.class
	last := uint32(rowsReserved)<<m.shift - 1
	begun := i
	for ; i < len(b); i++ {
		next = table[row+uint32(class[b[i]])]
		if next <= last {
			break
		}
		row = next
	}
	m.walked += i - begun
	return i, row, next
}

// finish gives the verdict where the block ends, in the state at row.
func (m *Machine) finish(b []byte, row uint32) Verdict {
	if len(b) > 0 && b[len(b)-1] == '\n' {
		return None
	}
	next := m.table[row+uint32(m.class['\n'])] // as if the line had its end
	if next == rowUnknown {
		next = m.step(row, '\n')
	}
	switch next >> m.shift {
	case rowMatch:
		return Match
	case rowQuit:
		return Unknown
	}
	return None
}

// forget drops all states but the one at row, and gives its new row. ok is false if
// they were not worth making.
func (m *Machine) forget(row uint32) (_ uint32, ok bool) {
	s := m.states[row>>m.shift]
	ok = m.walked-m.forgotAt >= minBytesPerState*len(m.states)
	m.forgotAt = m.walked
	m.forgotten++
	m.reset()
	m.set = append(m.set[:0], s.nodes...)
	return m.intern(s.flags), ok
}
