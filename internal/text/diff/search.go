package diff

import (
	"math"
	"slices"
)

// search finds a short list of changes with the algorithm of Eugene W. Myers, "An O(ND)
// Difference Algorithm and Its Variations" (1986), in the form that needs linear space (section
// 4b). A point (x, y) stands before line x of one text and line y of the other. A step along x
// removes a line, a step along y inserts one, and a step along both keeps one. The points of a
// diagonal have the same x-y.
//
// The search looks only at the lines that are kept. Where the shortest way would take too long
// to find, it takes a good one. Its limits are those of git, and a budget for all its work.
type search struct {
	from, to *side
	a, b     []int32 // the numbers of the lines
	forth    []int   // of each diagonal: the furthest x reached from the start of a box
	back     []int   // of each diagonal: the furthest x reached from its end
	zero     int     // the index of diagonal 0 in forth and back
	limit    int     // the removed and inserted lines after which a cut takes a good way
	work     int     // the points that were visited
	budget   int     // the work after which the limit is hasty
}

const (
	minLimit  = 256 // the limit for small texts; that of large ones is near the root of their lines
	longRun   = 20  // equal lines in a row that make a place a good one
	goodSteps = 256 // removed and inserted lines after which a good place is preferred
	goodPace  = 4   // lines that a good place must be away for each of them

	// Git has no budget, so that its time for shuffled lines grows faster than their number. This
	// one, about half a second, is enough for 500,000 lines of which every third is changed, and for
	// 100,000 that are shuffled.
	maxWork = 1 << 27
	hasty   = 32 // the limit after that
)

// box is the points from (x0, y0) to (x1, y1).
type box struct{ x0, x1, y0, y1 int }

// cut is a point that divides a box, and whether the ways before and after it must be the
// shortest.
type cut struct {
	x, y                    int
	exactBefore, exactAfter bool
}

func newSearch(from, to *side) *search {
	s := &search{from: from, to: to, a: from.keptIDs(), b: to.keptIDs()}
	size := len(s.a) + len(s.b) + 3
	s.forth, s.back = make([]int, size), make([]int, size)
	s.zero = len(s.b) + 1
	s.limit = max(root(size), minLimit)
	s.budget = maxWork
	return s
}

// run marks the lines that differ.
func (s *search) run() { s.divide(box{0, len(s.a), 0, len(s.b)}, false) }

// divide cuts a box in two, and those again, until a box has lines of one text only.
func (s *search) divide(b box, exact bool) {
	for {
		for b.x0 < b.x1 && b.y0 < b.y1 && s.a[b.x0] == s.b[b.y0] {
			b.x0, b.y0 = b.x0+1, b.y0+1
		}
		for b.x0 < b.x1 && b.y0 < b.y1 && s.a[b.x1-1] == s.b[b.y1-1] {
			b.x1, b.y1 = b.x1-1, b.y1-1
		}
		if b.x0 == b.x1 || b.y0 == b.y1 {
			s.from.mark(b.x0, b.x1)
			s.to.mark(b.y0, b.y1)
			return
		}
		c := s.cut(b, exact)
		s.divide(box{b.x0, c.x, b.y0, c.y}, c.exactBefore)
		b.x0, b.y0, exact = c.x, c.y, c.exactAfter
	}
}

// front is how far the search has come from one corner of a box.
type front struct {
	reached []int // the x of each diagonal
	lo, hi  int   // the first and last diagonal of the last step, which took every other one
	nowhere int   // the x of a diagonal that was not reached
}

// widen moves a front to the diagonals beside its own, as far as the box has them.
func (f *front) widen(s *search, b box) {
	if f.lo > b.x0-b.y1 {
		f.lo--
		f.reached[s.zero+f.lo-1] = f.nowhere
	} else {
		f.lo++
	}
	if f.hi < b.x1-b.y0 {
		f.hi++
		f.reached[s.zero+f.hi+1] = f.nowhere
	} else {
		f.hi--
	}
	s.work += (f.hi-f.lo)/2 + 1
}

// meeting is the diagonals on which a front can meet another: none unless it is possible.
func (f *front) meeting(possible bool) (lo, hi int) {
	if !possible {
		return 1, 0
	}
	return f.lo, f.hi
}

// cut finds a point in the middle of a shortest way through a box: where the front from its
// start meets the one from its end. Unless the way must be exact, it stops at a good place or at
// the limit, and takes the best point so far.
func (s *search) cut(b box, exact bool) cut {
	start, end := b.x0-b.y0, b.x1-b.y1
	forth := front{s.forth, start, start, -1}
	back := front{s.back, end, end, math.MaxInt}
	s.forth[s.zero+start], s.back[s.zero+end] = b.x0, b.x1
	odd := (start-end)%2 != 0 // as is the number of removed and inserted lines
	limit := s.limit
	if s.work > s.budget {
		limit = hasty
	}
	for steps := 1; ; steps++ {
		forth.widen(s, b)
		x, y, met, run1 := s.advance(b, &forth, &back, odd)
		if met {
			return cut{x, y, true, true}
		}
		back.widen(s, b)
		x, y, met, run2 := s.retreat(b, &back, &forth, !odd)
		if met {
			return cut{x, y, true, true}
		}
		if exact {
			continue
		}
		if (run1 || run2) && steps > goodSteps {
			if x, y, ok := s.goodStart(b, &forth, goodPace*steps); ok {
				return cut{x, y, true, false}
			}
			if x, y, ok := s.goodEnd(b, &back, goodPace*steps); ok {
				return cut{x, y, false, true}
			}
		}
		if steps >= limit {
			return s.furthest(b, &forth, &back)
		}
	}
}

// advance takes a step off each diagonal of the front that comes from (x0, y0), and follows
// equal lines from there. It returns the point where it met the other front, if that is
// possible, and whether a run of equal lines was long.
func (s *search) advance(b box, f, other *front, possible bool) (x, y int, met, run bool) {
	lo, hi := other.meeting(possible)
	base := s.zero + f.lo - 1
	reached, others := f.reached[base:s.zero+f.hi+2], other.reached[base:]
	from, to := s.a[:b.x1], s.b[:b.y1]
	above, followed := reached[len(reached)-1], 0
	for i := len(reached) - 2; i > 0 && !met; i -= 2 {
		below, d := reached[i-1], f.lo+i-1
		first := max(below+1, above)
		above = below
		x, y = first, first-d
		for x < len(from) && y < len(to) && from[x] == to[y] {
			x, y = x+1, y+1
		}
		reached[i] = x
		followed += x - first
		run = run || x-first > longRun
		met = lo <= d && d <= hi && others[i] <= x
	}
	s.work += followed
	return x, y, met, run
}

// retreat is advance for the front that comes from (x1, y1).
func (s *search) retreat(b box, f, other *front, possible bool) (x, y int, met, run bool) {
	lo, hi := other.meeting(possible)
	base := s.zero + f.lo - 1
	reached, others := f.reached[base:s.zero+f.hi+2], other.reached[base:]
	from, to := s.a, s.b
	above, followed := reached[len(reached)-1], 0
	for i := len(reached) - 2; i > 0 && !met; i -= 2 {
		below, d := reached[i-1], f.lo+i-1
		first := min(below, above-1)
		above = below
		x, y = first, first-d
		for x > b.x0 && y > b.y0 && from[x-1] == to[y-1] {
			x, y = x-1, y-1
		}
		reached[i] = x
		followed += first - x
		run = run || first-x > longRun
		met = lo <= d && d <= hi && x <= others[i]
	}
	s.work += followed
	return x, y, met, run
}

// goodStart finds the point of a front that is furthest from the start of the box, among those
// to which a long run of equal lines leads. It must be further away than the distance.
func (s *search) goodStart(b box, f *front, distance int) (x, y int, ok bool) {
	for d := f.hi; d >= f.lo; d -= 2 {
		x1 := f.reached[s.zero+d]
		y1 := x1 - d
		away := (x1 - b.x0) + (y1 - b.y0) - abs(d-(b.x0-b.y0))
		if away <= distance || x1 < b.x0+longRun || x1 >= b.x1 || y1 < b.y0+longRun || y1 >= b.y1 {
			continue
		}
		if slices.Equal(s.a[x1-longRun:x1], s.b[y1-longRun:y1]) {
			x, y, ok, distance = x1, y1, true, away
		}
	}
	return x, y, ok
}

// goodEnd is goodStart for the front that comes from the end of the box.
func (s *search) goodEnd(b box, f *front, distance int) (x, y int, ok bool) {
	for d := f.hi; d >= f.lo; d -= 2 {
		x1 := f.reached[s.zero+d]
		y1 := x1 - d
		away := (b.x1 - x1) + (b.y1 - y1) - abs(d-(b.x1-b.y1))
		if away <= distance || x1 <= b.x0 || x1 > b.x1-longRun || y1 <= b.y0 || y1 > b.y1-longRun {
			continue
		}
		if slices.Equal(s.a[x1:x1+longRun], s.b[y1:y1+longRun]) {
			x, y, ok, distance = x1, y1, true, away
		}
	}
	return x, y, ok
}

// furthest cuts at the point of either front that is furthest from where that front began.
func (s *search) furthest(b box, forth, back *front) cut {
	far, farX := -1, 0
	for d := forth.hi; d >= forth.lo; d -= 2 {
		x := min(forth.reached[s.zero+d], b.x1, b.y1+d) // a step may have left the box
		if sum := x + x - d; sum > far {
			far, farX = sum, x
		}
	}
	near, nearX := math.MaxInt, 0
	for d := back.hi; d >= back.lo; d -= 2 {
		x := max(back.reached[s.zero+d], b.x0, b.y0+d)
		if sum := x + x - d; sum < near {
			near, nearX = sum, x
		}
	}
	if b.x1+b.y1-near < far-(b.x0+b.y0) {
		return cut{farX, far - farX, true, false}
	}
	return cut{nearX, near - nearX, false, true}
}

func abs(n int) int { return max(n, -n) }
