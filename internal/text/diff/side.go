package diff

import "math/bits"

// side is one of the two texts. Its inner lines are those between the lines that both texts
// begin and end with: only they are compared.
type side struct {
	lines   []string
	start   int     // the index of the first inner line
	differs []bool  // of each inner line: whether it is part of a change
	ids     []int32 // of each inner line: the same number for equal lines of both texts
	kept    []int32 // indexes of the inner lines that the search looks at, in order
}

func (s *side) inner() []string { return s.lines[s.start : s.start+len(s.differs)] }

// mark makes lines that the search looks at part of a change: those from first to before end.
func (s *side) mark(first, end int) {
	for _, i := range s.kept[first:end] {
		s.differs[i] = true
	}
}

// keptIDs are the numbers of the lines that the search looks at.
func (s *side) keptIDs() []int32 {
	ids := make([]int32, len(s.kept))
	for n, i := range s.kept {
		ids[n] = s.ids[i]
	}
	return ids
}

// groups are the lines that differ, by where they stand.
func (s *side) groups() groups {
	gaps := make([]int, s.start, len(s.lines)+1)
	size := 0
	for _, differs := range s.differs {
		if differs {
			size++
			continue
		}
		gaps = append(gaps, size)
		size = 0
	}
	gaps = append(gaps, size)
	return groups{s.lines, append(gaps, make([]int, len(s.lines)-s.start-len(s.differs))...)}
}

// trim finds the inner lines.
func trim(from, to *side) {
	a, b := from.lines, to.lines
	start := 0
	for start < min(len(a), len(b)) && a[start] == b[start] {
		start++
	}
	end := 0
	for end < min(len(a), len(b))-start && a[len(a)-end-1] == b[len(b)-end-1] {
		end++
	}
	from.start, from.differs = start, make([]bool, len(a)-start-end)
	to.start, to.differs = start, make([]bool, len(b)-start-end)
}

// number gives numbers to the inner lines, from 0. It returns how often each of them is in the
// whole of each text.
func number(from, to *side) (timesFrom, timesTo []int32) {
	numbers := make(map[string]int32, len(from.differs))
	assign := func(s *side) {
		s.ids = make([]int32, len(s.differs))
		for i, line := range s.inner() {
			id, ok := numbers[line]
			if !ok {
				id = int32(len(numbers))
				numbers[line] = id
			}
			s.ids[i] = id
		}
	}
	assign(from)
	assign(to)
	timesFrom, timesTo = make([]int32, len(numbers)), make([]int32, len(numbers))
	for _, id := range from.ids {
		timesFrom[id]++
	}
	for _, id := range to.ids {
		timesTo[id]++
	}
	for _, outer := range [][]string{from.lines[:from.start], from.lines[from.start+len(from.differs):]} {
		for _, line := range outer {
			if id, ok := numbers[line]; ok {
				timesFrom[id]++
				timesTo[id]++
			}
		}
	}
	return timesFrom, timesTo
}

// The kinds of lines, by how often the other text has them.
const (
	never = iota
	seldom
	often
)

// Limits for setting lines aside: those of git.
const (
	maxSeldom = 1024 // from this number on, the other text has a line often; in small texts, from their root on
	window    = 100  // the lines before and after a line that tell whether it is set aside
)

// setAside keeps lines for the search. A line that the other text does not have is part of a
// change. So is one that it has often, if most lines around it are: it would match by chance.
func (s *side) setAside(elsewhere []int32) {
	limit := min(root(len(s.lines)), maxSeldom)
	kinds := make([]uint8, len(s.ids))
	for i, id := range s.ids {
		switch n := int(elsewhere[id]); {
		case n >= limit:
			kinds[i] = often
		case n > 0:
			kinds[i] = seldom
		}
	}
	s.kept = make([]int32, 0, len(s.ids))
	for i, kind := range kinds {
		if kind == never || kind == often && byChance(kinds, i) {
			s.differs[i] = true
		} else {
			s.kept = append(s.kept, int32(i))
		}
	}
}

// byChance reports whether a line that the other text has often is among lines that it never
// has: some on both sides, and more than three times as many as those that it has often.
func byChance(kinds []uint8, i int) bool {
	never1, often1 := survey(kinds, i, -1)
	if never1 == 0 {
		return false
	}
	never2, often2 := survey(kinds, i, 1)
	// The line itself counts once for each side.
	return never2 > 0 && never1+never2 > 3*(often1+1+often2+1)
}

// survey counts the lines after one, or before it, up to the first that the other text has seldom.
func survey(kinds []uint8, i, step int) (nevers, oftens int) {
	for n := 1; n <= window; n++ {
		switch i += step; {
		case i < 0 || i == len(kinds) || kinds[i] == seldom:
			return nevers, oftens
		case kinds[i] == never:
			nevers++
		default:
			oftens++
		}
	}
	return nevers, oftens
}

// root is a power of two near the square root of n.
func root(n int) int { return 1 << ((bits.Len(uint(n)) + 1) / 2) }
