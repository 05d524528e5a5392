package dfa

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"
)

// A state is known by the place of its row in the table of transitions. The first
// rows stand for what is no state; the loop stops at them.
const (
	rowUnknown = iota // not worked out yet
	rowMatch
	rowQuit // not UTF-8
	rowDead // no match before the end of the line
	rowsReserved
)

// state is a set of nodes: those of bytes and those whose condition looks ahead.
// Nodes that are left without a byte, and conditions that look behind, are followed
// before the set is made. If conditions are left, what is behind is kept in flags.
type state struct {
	nodes []int32
	flags uint8
}

const (
	atStart  uint8 = 1 << iota // of the line
	prevWord                   // a word character stands before
	pending                    // nodes with conditions are in the set
)

// reset forgets all states.
func (m *Machine) reset() {
	m.index = make(map[string]uint32)
	m.states = make([]state, rowsReserved, 64)
	m.table = make([]uint32, rowsReserved<<m.shift, 64<<m.shift)
	m.memory = 0
	m.starts = [4]uint32{}
}

// startFor gives the state in which a line, or what follows flags in it, begins.
func (m *Machine) startFor(flags uint8) uint32 {
	if m.starts[flags] == 0 {
		m.begin()
		m.closure(m.start, flags)
		if m.unicode {
			m.add(m.track)
		}
		m.starts[flags] = m.intern(flags)
	}
	return m.starts[flags]
}

// begin starts a new set in m.set.
func (m *Machine) begin() {
	m.set = m.set[:0]
	m.generation++
	if m.generation == 0 { // after four billion sets
		clear(m.seen)
		m.generation = 1
	}
}

// add puts a node into the set, once.
func (m *Machine) add(n int32) {
	if m.seen[n] != m.generation {
		m.seen[n] = m.generation
		m.set = append(m.set, n)
	}
}

// closure adds to the set what can be reached from n without a byte, where flags say
// what is behind.
func (m *Machine) closure(n int32, flags uint8) {
	m.stack = append(m.stack[:0], n)
	for len(m.stack) > 0 {
		n := m.stack[len(m.stack)-1]
		m.stack = m.stack[:len(m.stack)-1]
		if m.seen[n] == m.generation {
			continue
		}
		switch at := &m.nodes[n]; at.op {
		case opSplit:
			m.seen[n] = m.generation
			m.stack = append(m.stack, at.alt, at.out)
		case opEmpty:
			switch {
			case at.cond&lookBehind != 0 && flags&atStart == 0:
			case at.cond&^lookBehind != 0:
				m.add(n)
			default:
				m.seen[n] = m.generation
				m.stack = append(m.stack, at.out)
			}
		case opBytes, opMatch:
			m.add(n)
		}
	}
}

// intern gives the row of the state that is m.set with flags.
func (m *Machine) intern(flags uint8) uint32 {
	flags &^= pending
	for _, n := range m.set {
		switch m.nodes[n].op {
		case opMatch:
			return rowMatch << m.shift
		case opEmpty:
			flags |= pending
		}
	}
	if flags&pending == 0 {
		flags = 0
	}
	// Within a rune it is too early to say: it may turn out to be no UTF-8, and then
	// its first byte matches what U+FFFD matches.
	if m.anchored && (len(m.set) == 0 || len(m.set) == 1 && m.unicode && m.set[0] == m.track) {
		return rowDead << m.shift
	}
	slices.Sort(m.set)
	m.key = append(m.key[:0], flags)
	for _, n := range m.set {
		m.key = binary.LittleEndian.AppendUint32(m.key, uint32(n))
	}
	if row, ok := m.index[string(m.key)]; ok {
		return row
	}
	row := uint32(len(m.states)) << m.shift
	m.states = append(m.states, state{slices.Clone(m.set), flags})
	m.table = append(m.table, make([]uint32, 1<<m.shift)...)
	m.index[string(m.key)] = row
	m.memory += 4<<m.shift + 8*len(m.set) + 96
	return row
}

// step works out where the state at row goes on byte c and enters it in the table.
func (m *Machine) step(row uint32, c byte) uint32 {
	s := m.states[row>>m.shift]
	m.work += len(s.nodes) + 1
	nodes := m.decide(&s, c)
	var to uint32
	switch {
	case slices.ContainsFunc(nodes, func(n int32) bool { return m.nodes[n].op == opMatch }):
		to = rowMatch << m.shift
	case c != '\n':
		to = m.advance(nodes, c)
	case m.unicode && !slices.Contains(nodes, m.track):
		to = rowQuit << m.shift // the line ends within a rune
	default:
		to = m.startFor(atStart)
	}
	m.table[row+uint32(m.class[c])] = to
	return to
}

// decide gives the nodes of s with the conditions decided that look ahead, at c.
func (m *Machine) decide(s *state, c byte) []int32 {
	if s.flags&pending == 0 {
		return s.nodes
	}
	end := c == '\n'
	hold := lookBehind // closure drops those that do not
	if end {
		hold |= lookAhead
	}
	if before, after := s.flags&prevWord != 0, isWord(c); before != after {
		hold |= syntax.EmptyWordBoundary
	} else {
		hold |= syntax.EmptyNoWordBoundary
	}
	m.begin()
	m.decided = append(m.decided[:0], s.nodes...)
	for i := 0; i < len(m.decided); i++ {
		n := m.decided[i]
		if m.nodes[n].op != opEmpty {
			m.add(n)
			continue
		}
		if m.nodes[n].cond&^hold == 0 {
			k := len(m.set)
			m.closure(m.nodes[n].out, s.flags)
			m.requeue(k)
		}
	}
	m.decided = append(m.decided[:0], m.set...)
	return m.decided
}

// requeue moves nodes with conditions that closure found, from m.set[k:] to the end
// of the nodes to be decided. (They stay seen: each is decided once.)
func (m *Machine) requeue(k int) {
	kept := m.set[:k]
	for _, n := range m.set[k:] {
		if m.nodes[n].op == opEmpty {
			m.decided = append(m.decided, n)
		} else {
			kept = append(kept, n)
		}
	}
	m.set = kept
}

// advance gives the row that nodes lead to over c.
func (m *Machine) advance(nodes []int32, c byte) uint32 {
	flags := uint8(0)
	if isWord(c) {
		flags = prevWord
	}
	m.begin()
	for _, n := range nodes {
		at := &m.nodes[n]
		if at.op != opBytes {
			continue
		}
		for _, e := range m.edges[at.out:at.alt] {
			if c < e.lo {
				break
			}
			if c <= e.hi {
				m.closure(e.to, flags)
				break
			}
		}
	}
	boundary := !m.unicode || m.seen[m.track] == m.generation
	if !boundary && !slices.ContainsFunc(m.set, func(n int32) bool { return n >= m.track }) {
		return rowQuit << m.shift
	}
	if boundary { // a match may begin here, too
		for _, n := range m.first[flags] {
			m.add(n)
		}
	}
	return m.intern(flags)
}

func isWord(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}
