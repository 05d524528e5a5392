package diff

// groups are the changed lines of one text. Between two groups stands at least one line that
// stays; both texts have as many of those.
//
// A group may move by one line if the line before it is the same as its last line, or the line
// after it the same as its first. Where it ends is a matter of what reads best.
type groups struct {
	lines []string
	gaps  []int // how many lines the group has before each line that stays, and after the last
}

// changed is how many lines the groups have.
func (g groups) changed() int {
	n := 0
	for _, size := range g.gaps {
		n += size
	}
	return n
}

// group is one of the groups: its gap, and its first line.
type group struct{ gap, start int }

// settle moves each group to its place, in order. The other text's groups say where it would
// stand beside one of them.
func (g groups) settle(other []int) {
	for c := (group{}); c.gap < len(g.gaps); c = (group{c.gap + 1, c.start + g.gaps[c.gap] + 1}) {
		if g.gaps[c.gap] > 0 {
			g.place(&c, other)
		}
	}
}

// place moves a group. If it can stand beside a group of the other text, it goes there, to the
// last such place. Otherwise it goes to where the indentation says that a part of the text begins
// or ends. On its way it takes in the groups that it meets.
func (g groups) place(c *group, other []int) {
	var top, beside int // gaps
	for size := 0; size != g.gaps[c.gap]; {
		size = g.gaps[c.gap]
		for g.up(c) {
		}
		top, beside = c.gap, -1
		for more := true; more; more = g.down(c) {
			if other[c.gap] > 0 {
				beside = c.gap
			}
		}
	}
	best := c.gap
	switch {
	case top == c.gap: // it cannot move
	case beside >= 0:
		best = beside
	default:
		best = g.wellIndented(*c, top)
	}
	for c.gap > best {
		g.up(c)
	}
}

// up moves a group up by one line, if that changes nothing.
func (g groups) up(c *group) bool {
	size := g.gaps[c.gap]
	if c.start == 0 || g.lines[c.start-1] != g.lines[c.start+size-1] {
		return false
	}
	g.gaps[c.gap] = 0
	c.gap--
	c.start -= g.gaps[c.gap] + 1
	g.gaps[c.gap] += size
	return true
}

// down moves a group down by one line, if that changes nothing.
func (g groups) down(c *group) bool {
	size := g.gaps[c.gap]
	end := c.start + size
	if end == len(g.lines) || g.lines[c.start] != g.lines[end] {
		return false
	}
	g.gaps[c.gap] = 0
	c.gap++
	c.start++
	g.gaps[c.gap] += size
	return true
}
