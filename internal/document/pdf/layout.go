package pdf

import (
	"cmp"
	"maps"
	"slices"
)

// layout is the page in reading order. Text that runs in another direction than most of
// the page, as beside a figure, comes after it.
func (in *interpreter) layout() string {
	counts := map[int16]int{}
	for _, g := range in.glyphs {
		counts[g.angle]++
	}
	angles := slices.SortedFunc(maps.Keys(counts), func(a, b int16) int {
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

// region orders the words of a part of the page. A gutter divides it into a left and a
// right side. Rows that cross the gutter divide it into bands. In each band the left side
// is read before the right one.
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
	for start := 0; start < len(rows); {
		end := start
		var left, right []word // of a band; one that crosses the gutter is all left
		for ; end < len(rows) && g.along[end] == g.along[start]; end++ {
			for _, w := range rows[end].words {
				if !g.along[end] || w.x0+w.x1 < 2*g.x {
					left = append(left, w)
				} else {
					right = append(right, w)
				}
			}
		}
		l.region(left, deep+1)
		l.region(right, deep+1)
		start = end
	}
}

// makeRows groups words that stand side by side, from the top of the page on.
func makeRows(words []word) []row {
	words = slices.Clone(words)
	slices.SortStableFunc(words, func(a, b word) int { return cmp.Compare(b.y, a.y) })
	var rows []row
	for _, w := range words {
		last := rows[max(0, len(rows)-3):]
		i := len(last) - 1
		for i >= 0 && !beside(last[i], w) {
			i--
		}
		if i < 0 {
			rows = append(rows, row{words: []word{w}, y: w.y, size: w.size})
			continue
		}
		r := &last[i]
		r.words = append(r.words, w)
		if w.size > r.size {
			r.size, r.y = w.size, w.y
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
