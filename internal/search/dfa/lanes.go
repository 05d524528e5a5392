package dfa

import (
	"bytes"

	"fileops/internal/search/automaton"
)

// A step waits for the one before it, since that gives the row to load from. Lines are
// independent, so four lanes of lines are walked in parallel, which hides most of the
// waiting. The work of lanes after a match is lost, so a search begins with one lane and
// grows its chunks while it finds nothing: the loss stays in proportion to the gain.
const (
	laneCount  = 4
	firstChunk = 2 << 10 // bytes of the first chunk, which has one lane
	growth     = 32      // the ratio of the largest chunk to the first
)

// lanes are parts of a block that are walked in parallel. Each goes from at to end, in the
// state at row. It begins where a line begins.
type lanes struct {
	at, end [laneCount]int
	row     [laneCount]uint32
}

// Find looks for the first line of b that matches, from the line that begins at i on, in
// chunks of whole lines. Where the verdict is not None, the place that it gives lies in the
// line that the verdict is about, or in its line end.
func (m *Machine) Find(b []byte, i int) (int, Verdict) {
	if i >= len(b) {
		return i, None
	}
	start := m.startFor(automaton.Edge)
	if start <= rowDead || m.anchored {
		return m.run(b, i, start) // nothing to walk, or hardly
	}
	size := m.chunk
	for wide := false; i < len(b); wide = true {
		stop := lineAfter(b, i+size)
		var v Verdict
		if l, ok := m.deal(b, i, stop); ok && wide {
			i, v = m.race(b, &l)
		} else {
			i, v = m.run(b[:stop], i, m.startFor(automaton.Edge))
		}
		if v != None {
			return i, v
		}
		size = min(2*size, m.chunk*growth)
	}
	return i, None
}

// lineAfter gives where the first line begins at or after i, or the length of b.
func lineAfter(b []byte, i int) int {
	if i == 0 {
		return 0
	}
	if i >= len(b) {
		return len(b)
	}
	end := bytes.IndexByte(b[i-1:], '\n')
	if end < 0 {
		return len(b)
	}
	return i + end
}

// deal divides b[i:stop]. It gives false if the lines are too long for that.
func (m *Machine) deal(b []byte, i, stop int) (l lanes, ok bool) {
	for k := range laneCount {
		l.at[k] = i
		l.row[k] = m.startFor(automaton.Edge)
		if i = stop; k < laneCount-1 {
			i = lineAfter(b[:stop], l.at[0]+(k+1)*(stop-l.at[0])/laneCount)
		}
		l.end[k] = i
		if i <= l.at[k] {
			return l, false
		}
	}
	return l, true
}

// race walks the lanes until one has a verdict that no lane before it can overrule.
func (m *Machine) race(b []byte, l *lanes) (int, Verdict) {
	resets := m.resets
	for {
		n := l.end[0] - l.at[0]
		for k := range laneCount {
			n = min(n, l.end[k]-l.at[k])
		}
		if n == 0 || m.cache.Full() {
			return m.finishLanes(b, l, laneCount, resets)
		}
		if m.walkLanes(b, l, n) == n {
			continue
		}
		for k := range laneCount {
			c := b[l.at[k]]
			next := m.cache.Table[l.row[k]+uint32(m.class[c])]
			if next == rowUnknown {
				next = m.step(l.row[k], c)
			}
			if next <= rowDead {
				if i, v := m.finishLanes(b, l, k, m.resets); v != None {
					return i, v // of a lane before this one
				}
				if next == rowMatch {
					return l.at[k], Match
				}
				return l.at[k], Unknown
			}
			l.row[k] = next
			l.at[k]++
		}
	}
}

// finishLanes walks the first n lanes to their ends, one after another. If the cache was reset
// after resets was counted, the rows are invalid, and a lane begins again.
func (m *Machine) finishLanes(b []byte, l *lanes, n, resets int) (int, Verdict) {
	for k := range n {
		i, row := l.at[k], l.row[k]
		if m.resets != resets {
			i, row = l.end[k-1], m.startFor(automaton.Edge)
		}
		if i, v := m.run(b[:l.end[k]], i, row); v != None {
			return i, v
		}
	}
	return l.end[laneCount-1], None
}

// walkLanes is walk for all lanes at once, n steps at most. It gives the number of steps. It
// stops early if the table does not have the next state of some lane.
func (m *Machine) walkLanes(b []byte, l *lanes, n int) int {
	table, class := m.cache.Table, &m.class
	b0, b1 := b[l.at[0]:][:n], b[l.at[1]:][:n]
	b2, b3 := b[l.at[2]:][:n], b[l.at[3]:][:n]
	r0, r1, r2, r3 := l.row[0], l.row[1], l.row[2], l.row[3]
	i := 0
	for ; i < n; i++ {
		n0 := table[r0+uint32(class[b0[i]])]
		n1 := table[r1+uint32(class[b1[i]])]
		n2 := table[r2+uint32(class[b2[i]])]
		n3 := table[r3+uint32(class[b3[i]])]
		if n0 <= rowDead || n1 <= rowDead || n2 <= rowDead || n3 <= rowDead {
			break
		}
		r0, r1, r2, r3 = n0, n1, n2, n3
	}
	l.row = [laneCount]uint32{r0, r1, r2, r3}
	for k := range laneCount {
		l.at[k] += i
	}
	m.walked += laneCount * i
	return i
}
