package dfa

import (
	"encoding/binary"
	"regexp/syntax"
	"slices"

	"fileops/internal/search/automaton"
)

// Transitions that lead to no state. The loops stop at values up to rowDead.
const (
	rowUnknown = iota // not known yet
	rowMatch
	rowQuit // not UTF-8
	rowDead // no match before the end of the line
)

const (
	// The conditions that the byte before a place decides. The others need the next
	// byte as well.
	lookBehind     = syntax.EmptyBeginLine | syntax.EmptyBeginText
	everyCondition = ^syntax.EmptyOp(0)
)

// startFor gives the row of the start state after before, a value of automaton.Beside.
func (m *Machine) startFor(before byte) uint32 {
	if m.cache.Starts[before] == 0 {
		m.to.Clear()
		m.to.Add(m.start)
		if m.unicode {
			m.to.Add(m.track)
		}
		m.cache.Starts[before] = m.intern(before)
	}
	return m.cache.Starts[before]
}

// closure adds to a set the nodes that it reaches without reading a byte, if the conditions
// in hold are true.
func (p *Program) closure(set *automaton.Set, hold syntax.EmptyOp) {
	for k := 0; k < len(set.Items); k++ {
		switch at := &p.nodes[set.Items[k]]; at.op {
		case opSplit:
			set.Add(at.out)
			set.Add(at.alt)
		case opEmpty:
			if at.cond&^hold == 0 {
				set.Add(at.out)
			}
		}
	}
}

// stateNodes gives the nodes of a state from the closure of m.to: those of bytes and matches,
// and those with conditions that are still open.
func (m *Machine) stateNodes(before byte) []uint32 {
	m.closure(&m.to, automaton.Conditions(before, ' ')&lookBehind)
	return slices.DeleteFunc(m.to.Items, func(n uint32) bool {
		at := &m.nodes[n]
		return at.op == opSplit || at.op == opFail || at.op == opEmpty && at.cond&lookBehind != 0
	})
}

// intern gives the row of the state for the closure of m.to. The key of a state is its nodes,
// four bytes each, and then before, or 0 if no open condition depends on it.
func (m *Machine) intern(before byte) uint32 {
	nodes := m.stateNodes(before)
	// Within a rune the state is not dead: the bytes may be invalid UTF-8, and then the first
	// one matches as U+FFFD does.
	if m.anchored && (len(nodes) == 0 || len(nodes) == 1 && m.unicode && nodes[0] == m.track) {
		return rowDead
	}
	slices.Sort(nodes)
	asked := byte(0)
	m.key = m.key[:0]
	for _, n := range nodes {
		switch m.nodes[n].op {
		case opMatch:
			return rowMatch
		case opEmpty:
			asked = before
		}
		m.key = binary.LittleEndian.AppendUint32(m.key, n)
	}
	m.key = append(m.key, asked)
	return m.cache.Row(m.key)
}

// step computes the transition of the state at row over c and stores it in the table.
func (m *Machine) step(row uint32, c byte) uint32 {
	key := m.cache.Key(row)
	m.from.Clear()
	for ; len(key) > 1; key = key[4:] {
		m.from.Add(binary.LittleEndian.Uint32([]byte(key[:4])))
	}
	m.work += len(m.from.Items) + 1
	after := automaton.Beside(rune(c))
	if c == '\n' {
		after = automaton.Edge
	}
	if before := key[0]; before != 0 {
		m.closure(&m.from, automaton.Conditions(before, after))
	}
	var to uint32
	switch {
	case slices.ContainsFunc(m.from.Items, func(n uint32) bool { return m.nodes[n].op == opMatch }):
		to = rowMatch
	case c != '\n':
		to = m.advance(c, after)
	case m.unicode && !m.from.Has(m.track):
		to = rowQuit // the line ends within a rune
	default:
		to = m.startFor(automaton.Edge)
	}
	m.cache.Table[row+uint32(m.class[c])] = to
	return to
}

// advance gives the row that the nodes in m.from lead to over c. kind is automaton.Beside of
// c.
func (m *Machine) advance(c, kind byte) uint32 {
	m.to.Clear()
	for _, n := range m.from.Items {
		at := &m.nodes[n]
		if at.op != opBytes {
			continue
		}
		for _, e := range m.edges[at.out:at.alt] {
			if c <= e.hi {
				if c >= e.lo {
					m.to.Add(e.to)
				}
				break
			}
		}
	}
	boundary := !m.unicode || m.to.Has(m.track)
	if !boundary && !slices.ContainsFunc(m.to.Items, func(n uint32) bool { return n >= m.track }) {
		return rowQuit
	}
	if boundary { // a match may begin here, too
		for _, n := range m.first {
			m.to.Add(n)
		}
	}
	return m.intern(kind)
}
