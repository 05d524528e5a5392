package diff

import (
	"bytes"
	"math/bits"
	"slices"
)

// side is one of the two texts. Its inner lines are those between the lines that both texts
// begin and end with: only they are compared.
type side struct {
	before, inner, after []byte // the lines that both begin with, the inner ones, and those that both end with

	lines   []string // the inner lines
	differs []bool   // of each inner line: whether it is part of a change
	ids     []int32  // of each inner line: the same number for equal lines of both texts
	kept    []int32  // indexes of the inner lines that the search looks at, in order
}

// sides are two texts that have not been compared. The numbers are those of common.
func sides(from, to []byte, start, end int) (a, b *side) {
	side := func(src []byte) *side {
		return &side{before: src[:start], inner: src[start : len(src)-end], after: src[len(src)-end:]}
	}
	return side(from), side(to)
}

// changed is how many lines differ.
func (s *side) changed() int {
	n := 0
	for _, differs := range s.differs {
		if differs {
			n++
		}
	}
	return n
}

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
	lines := slices.Concat(split(s.before), s.lines, split(s.after))
	gaps := make([]int, lineCount(s.before), len(lines)+1)
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
	return groups{lines, append(gaps, make([]int, lineCount(s.after))...)}
}

// number reads the inner lines and gives them numbers, from 0. It returns how often each of them
// is in the whole of each text.
func number(from, to *side) (timesFrom, timesTo []int32) {
	for _, s := range []*side{from, to} {
		s.lines = split(s.inner)
		s.differs, s.ids = make([]bool, len(s.lines)), make([]int32, len(s.lines))
	}
	numbers := make(map[string]int32, len(from.lines))
	assign := func(line string) int32 {
		id, ok := numbers[line]
		if !ok {
			id = int32(len(numbers))
			numbers[line] = id
		}
		return id
	}
	first := make([]int, 0, len(from.lines)) // of each number: the index of the line that was given it
	for i, line := range from.lines {
		from.ids[i] = assign(line)
		if int(from.ids[i]) == len(first) {
			first = append(first, i)
		}
	}
	next := 0 // the line of from that is most likely the same; comparing costs less than looking up
	for i, line := range to.lines {
		if next < len(from.lines) && line == from.lines[next] {
			to.ids[i] = from.ids[next]
		} else if to.ids[i] = assign(line); int(to.ids[i]) < len(first) {
			next = first[to.ids[i]]
		}
		next++
	}
	timesFrom, timesTo = make([]int32, len(numbers)), make([]int32, len(numbers))
	for _, id := range from.ids {
		timesFrom[id]++
	}
	for _, id := range to.ids {
		timesTo[id]++
	}
	if max(len(from.lines), len(to.lines)) <= few {
		return timesFrom, timesTo
	}
	for _, common := range [][]byte{from.before, from.after} {
		for line := range bytes.Lines(common) {
			if id, ok := numbers[string(line)]; ok {
				timesFrom[id]++
				timesTo[id]++
			}
		}
	}
	return timesFrom, timesTo
}

// few lines are compared in the same way whatever the lines around them are. Those only tell how
// often a text has a line, which matters if a line is among at least seven others (see byChance).
const few = 7

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
	limit := min(root(lineCount(s.before)+len(s.lines)+lineCount(s.after)), maxSeldom)
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
