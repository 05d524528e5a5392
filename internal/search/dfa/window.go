package dfa

import (
	"unicode/utf8"

	"fileops/internal/search/automaton"
	"fileops/internal/search/scan"
)

// Window gives the classes of the first bytes of a match, at most n of them: its first byte is
// in the first class, and so on. This holds for invalid UTF-8, too. There are fewer than n if
// a match may be shorter.
func (p *Program) Window(n int) []scan.Class {
	var classes []scan.Class
	at := []uint32{p.start}
	for len(classes) < n {
		var c scan.Class
		next, ended := p.bytesFrom(at, &c)
		if ended {
			break
		}
		c['\n'] = false
		classes = append(classes, c)
		at = next
	}
	return classes
}

// bytesFrom adds to c the bytes of the edges from the nodes, and gives their targets. ended
// reports whether a match may end before them.
func (p *Program) bytesFrom(nodes []uint32, c *scan.Class) (next []uint32, ended bool) {
	set := automaton.NewSet(len(p.nodes))
	for _, n := range nodes {
		set.Add(n)
	}
	p.closure(&set, everyCondition)
	for _, n := range set.Items {
		switch at := &p.nodes[n]; at.op {
		case opMatch:
			return nil, true
		case opBytes:
			for _, e := range p.edges[at.out:at.alt] {
				for b := int(e.lo); b <= int(e.hi); b++ {
					c[b] = true
				}
				next = append(next, e.to)
			}
			if to, ok := p.replaced[n]; ok {
				for b := utf8.RuneSelf; b < len(c); b++ {
					c[b] = true
				}
				next = append(next, to)
			}
		}
	}
	return next, false
}
