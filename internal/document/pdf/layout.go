package pdf

import (
	"cmp"
	"slices"
)

// layout is the page in reading order. Text that runs in another direction than most of
// the page, as beside a figure, comes after it.
func (in *interpreter) layout() string {
	counts := map[int16]int{}
	for _, g := range in.glyphs {
		counts[g.angle]++
	}
	angles := make([]int16, 0, len(counts))
	for a := range counts {
		angles = append(angles, a)
	}
	slices.SortFunc(angles, func(a, b int16) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a, b))
	})
	w := writer{budget: in.budget}
	for _, a := range angles {
		l := layout{budget: in.budget}
		l.region(words(turned(in.glyphs, a)), 0)
		w.write(l.rows)
	}
	return w.b.String()
}

// layout puts the words of one direction in order.
type layout struct {
	budget *budget
	rows   []row
}

// row is a line of text, or of the cells of a table.
type row struct {
	words []word
	y     float64
	size  float64
	first bool // of a region
}

// region orders the words of a part of the page. If a gutter runs through it, what
// crosses the gutter divides the region into bands, and in each band the left side is
// read before the right one.
func (l *layout) region(words []word, deep int) {
	if len(words) == 0 || l.budget.late() {
		return
	}
	rows := makeRows(words)
	g, ok := findGutter(rows)
	if !ok || deep > 16 {
		if len(rows) > 0 {
			rows[0].first = true
		}
		l.rows = append(l.rows, rows...)
		return
	}
	var left, right, across []word
	flush := func() {
		l.region(left, deep+1)
		l.region(right, deep+1)
		left, right = nil, nil
	}
	flushAcross := func() {
		l.region(across, deep+1)
		across = nil
	}
	for i, r := range rows {
		if !g.along[i] {
			flush()
			across = append(across, r.words...)
			continue
		}
		flushAcross()
		for _, w := range r.words {
			if w.x0+w.x1 < 2*g.x {
				left = append(left, w)
			} else {
				right = append(right, w)
			}
		}
	}
	flush()
	flushAcross()
}

// makeRows groups words that stand side by side, from the top of the page on.
func makeRows(words []word) []row {
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(b.y, a.y) })
	var rows []row
	for _, w := range words {
		placed := false
		for i := len(rows) - 1; i >= 0 && i >= len(rows)-3; i-- {
			if beside(rows[i], w) {
				r := &rows[i]
				r.words = append(r.words, w)
				if w.size > r.size {
					r.size, r.y = w.size, w.y
				}
				placed = true
				break
			}
		}
		if !placed {
			rows = append(rows, row{words: []word{w}, y: w.y, size: w.size})
		}
	}
	for _, r := range rows {
		slices.SortStableFunc(r.words, func(a, b word) int { return cmp.Compare(a.x0, b.x0) })
	}
	slices.SortStableFunc(rows, func(a, b row) int { return cmp.Compare(b.y, a.y) })
	return rows
}

// beside says that a word shares more than half of its height with the row, as an
// exponent does with what it stands on.
func beside(r row, w word) bool {
	low, high := max(r.y-0.2*r.size, w.y-0.2*w.size), min(r.y+0.7*r.size, w.y+0.7*w.size)
	return high-low > 0.5*0.9*min(r.size, w.size)
}

// usualLeading is the median distance of two lines.
func usualLeading(rows []row) float64 {
	var d []float64
	for i := 1; i < len(rows); i++ {
		if !rows[i].first && rows[i-1].y > rows[i].y {
			d = append(d, rows[i-1].y-rows[i].y)
		}
	}
	if len(d) == 0 {
		return 0
	}
	slices.Sort(d)
	return d[len(d)/2]
}
