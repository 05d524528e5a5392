// Package dfa reports whether lines match a regular expression. Package locate finds where in
// a line a match begins and ends.
//
// The expressions are those of regexp/syntax, with the meaning of package regexp. The text is
// a line without its line end: ^ and \A match at its beginning, $ and \z at its end. A
// [Machine] is a lazy DFA: it makes a state when it first needs it, keeps the states in a
// cache of bounded size, and reads each byte once. It leaves a line undecided in two cases:
// the line is not UTF-8 and the result depends on that, or the cache is full of states that
// were hardly used. The caller then uses package regexp for that line.
package dfa

import (
	"bytes"
	"slices"

	"fileops/internal/search/automaton"
)

// Verdict is the result of a Machine for some lines.
type Verdict uint8

// The verdicts.
const (
	None    Verdict = iota // no line matches
	Match                  // the line matches
	Unknown                // the Machine cannot decide the line
)

// Machine runs a Program. It is for one goroutine at a time.
type Machine struct {
	*Program
	cache    automaton.Cache // see states.go
	first    []uint32        // the nodes where a match within a line begins
	anchored bool            // each match begins at the start of the line
	chunk    int             // see lanes.go

	walked  int // bytes read, ever
	resets  int // of the cache
	resetAt int // walked at the last reset
	work    int // nodes visited to make states

	from, to automaton.Set // scratch: the nodes before and after a step
	key      []byte
}

// minBytesPerState is how many bytes must have been read for each state when the cache
// is full. Below it, simulating the expression is cheaper than making states.
const minBytesPerState = 16

// Machine makes a Machine for p.
func (p *Program) Machine() *Machine {
	m := &Machine{
		Program: p, cache: automaton.NewCache(p.classes), chunk: firstChunk,
		from: automaton.NewSet(len(p.nodes)), to: automaton.NewSet(len(p.nodes)),
	}
	m.to.Add(p.start)
	m.first = slices.Clone(m.stateNodes(' '))
	m.anchored = len(m.first) == 0
	return m
}

// FindAfter is Find for one line, without its line end, and for matches that begin at from or
// later. from must not be inside of a rune.
func (m *Machine) FindAfter(line []byte, from int) Verdict {
	before := byte(automaton.Edge)
	if from > 0 {
		before = automaton.Beside(rune(line[from-1]))
	}
	_, v := m.run(line, from, m.startFor(before))
	return v
}

// run reads the bytes from i on, from the state at row.
func (m *Machine) run(b []byte, i int, row uint32) (int, Verdict) {
	switch row {
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
			if m.cache.Full() {
				var ok bool
				if row, ok = m.reset(row); !ok {
					return i, Unknown
				}
			}
			next = m.step(row, b[i])
		}
		switch next {
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
			next = m.startFor(automaton.Edge)
		}
		row = next
		i++
	}
}

// walk reads bytes while the table has the next state. It gives the place and the state where
// it stopped, and the entry of the table there.
func (m *Machine) walk(b []byte, i int, row uint32) (at int, in, next uint32) {
	table, class := m.cache.Table, &m.class
	begun := i
	for ; i < len(b); i++ {
		next = table[row+uint32(class[b[i]])]
		if next <= rowDead {
			break
		}
		row = next
	}
	m.walked += i - begun
	return i, row, next
}

// finish gives the verdict at the end of the block, in the state at row.
func (m *Machine) finish(b []byte, row uint32) Verdict {
	if len(b) > 0 && b[len(b)-1] == '\n' {
		return None
	}
	next := m.cache.Table[row+uint32(m.class['\n'])] // as if the line had its end
	if next == rowUnknown {
		next = m.step(row, '\n')
	}
	switch next {
	case rowMatch:
		return Match
	case rowQuit:
		return Unknown
	}
	return None
}

// reset drops all states but the one at row, and gives its new row. ok is false if the
// states were used too little.
func (m *Machine) reset(row uint32) (_ uint32, ok bool) {
	ok = m.walked-m.resetAt >= minBytesPerState*m.cache.Len()
	m.resetAt = m.walked
	m.resets++
	return m.cache.Reset(row), ok
}
