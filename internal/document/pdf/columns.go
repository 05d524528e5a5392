package pdf

import (
	"math"
	"slices"
)

// gutter is the empty space between two columns of text, and the rows along which
// there are columns on both sides of it.
type gutter struct {
	x     float64
	lines int     // on the shorter side
	clear float64 // to the nearest text
	along []bool  // by row
}

// Minimums for two sides to be columns of text and not of a table. Cells are short; lines
// of prose are long and fill their column.
const (
	minLines  = 4   // on each side
	minChars  = 14  // on average, in a line of a side
	minFilled = 0.5 // of the width of the side, on average
)

// piece is a part of a row between wide gaps.
type piece struct {
	x0, x1 float64
	chars  int
}

func pieces(r row) []piece {
	var out []piece
	size := 0.0
	for _, w := range r.words {
		if n := len(out); n > 0 && w.x0-out[n-1].x1 < columnGap*min(size, w.size) {
			out[n-1].x1 = max(out[n-1].x1, w.x1)
			out[n-1].chars += len(w.text) + 1
		} else {
			out = append(out, piece{w.x0, w.x1, len(w.text)})
		}
		size = w.size
	}
	return out
}

// findGutter looks for the place with the most lines in columns on both sides of it.
func findGutter(rows []row) (gutter, bool) {
	var all [][]piece
	var edges []float64
	for _, r := range rows {
		p := pieces(r)
		all = append(all, p)
		for i := 1; i < len(p); i++ {
			edges = append(edges, (p[i-1].x1+p[i].x0)/2)
		}
		if len(p) > 0 { // columns whose lines do not stand side by side
			edges = append(edges, p[0].x0-1, p[len(p)-1].x1+1)
		}
	}
	var found []gutter
	most := 0
	for _, x := range sample(edges) {
		if g := measure(all, x); g.lines > 0 {
			found = append(found, g)
			most = max(most, g.lines)
		}
	}
	// Of several in the same space, the middle: the number of a page may stand in it.
	var best gutter
	for _, g := range found {
		if 10*g.lines >= 9*most && g.clear > best.clear {
			best = g
		}
	}
	return best, best.lines > 0
}

// sample sorts candidates and keeps at most a hundred.
func sample(edges []float64) []float64 {
	slices.Sort(edges)
	edges = slices.Compact(edges)
	n := min(len(edges), 100)
	for i := range n {
		edges[i] = edges[i*len(edges)/n]
	}
	return edges[:n]
}

// measure looks along x: lines that cross it divide the rows into bands, and each band
// is judged alone. Where one band has columns, others may have shorter ones.
func measure(all [][]piece, x float64) gutter {
	g := gutter{x: x, clear: math.Inf(1), along: make([]bool, len(all))}
	var short []band
	var now band
	judge := func(end int) {
		now.end = end
		switch {
		case !now.columns():
		case now.lines() >= minLines:
			g.take(now)
		default:
			short = append(short, now)
		}
	}
	for i, pieces := range all {
		left, right, crossed := divide(pieces, x)
		if crossed {
			judge(i)
			now = band{start: i + 1}
			continue
		}
		now.left.add(left)
		now.right.add(right)
	}
	judge(len(all))
	if g.lines > 0 {
		for _, b := range short {
			g.take(b)
		}
	}
	return g
}

func (g *gutter) take(b band) {
	g.lines += b.lines()
	g.clear = min(g.clear, g.x-b.left.x1, b.right.x0-g.x)
	for i := b.start; i < b.end; i++ {
		g.along[i] = true
	}
}

// band is the rows from start to end, none of which crosses the gutter.
type band struct {
	start, end  int
	left, right column
}

func (b *band) lines() int { return min(b.left.lines, b.right.lines) }

func (b *band) columns() bool { return b.lines() > 0 && b.left.prose() && b.right.prose() }

// divide sums up what a row has on the sides of x.
func divide(pieces []piece, x float64) (left, right piece, crossed bool) {
	for _, p := range pieces {
		switch {
		case p.x1 <= x:
			left = left.with(p)
		case p.x0 >= x:
			right = right.with(p)
		default:
			crossed = true
		}
	}
	return left, right, crossed
}

// with joins two pieces of the same side of a row.
func (p piece) with(q piece) piece {
	if p.chars == 0 {
		return q
	}
	return piece{p.x0, q.x1, p.chars + q.chars}
}

// column sums up the lines of one side.
type column struct {
	lines, chars   int
	x0, x1, filled float64
}

func (c *column) add(p piece) {
	if p.chars == 0 {
		return
	}
	if c.lines == 0 {
		c.x0, c.x1 = p.x0, p.x1
	}
	c.lines++
	c.chars += p.chars
	c.filled += p.x1 - p.x0
	c.x0, c.x1 = min(c.x0, p.x0), max(c.x1, p.x1)
}

func (c *column) prose() bool {
	n := float64(c.lines)
	return float64(c.chars) >= minChars*n && c.filled >= minFilled*(c.x1-c.x0)*n
}
