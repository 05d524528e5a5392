package diff

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// shapes are texts of n lines that have few lines in the same order.
var shapes = map[string]func(r *rand.Rand, n int) (from, to []string){
	"shuffled": func(r *rand.Rand, n int) (from, to []string) {
		for i := range n {
			from = append(from, fmt.Sprintf("%d\n", i))
		}
		to = slices.Clone(from)
		r.Shuffle(n, func(i, j int) { to[i], to[j] = to[j], to[i] })
		return from, to
	},
	"reversed": func(_ *rand.Rand, n int) (from, to []string) {
		for i := range n {
			from = append(from, fmt.Sprintf("%d\n", i))
		}
		to = slices.Clone(from)
		slices.Reverse(to)
		return from, to
	},
	"of_two_kinds": func(r *rand.Rand, n int) (from, to []string) {
		for range n {
			from, to = append(from, fmt.Sprintf("%d\n", r.IntN(2))), append(to, fmt.Sprintf("%d\n", r.IntN(2)))
		}
		return from, to
	},
	"of_100_kinds": func(r *rand.Rand, n int) (from, to []string) {
		for range n {
			from, to = append(from, fmt.Sprintf("%d\n", r.IntN(100))), append(to, fmt.Sprintf("%d\n", r.IntN(100)))
		}
		return from, to
	},
	"equal_but_for_some": func(r *rand.Rand, n int) (from, to []string) {
		for i := range n {
			from, to = append(from, "a\n"), append(to, "a\n")
			if i%50 == 0 {
				from[r.IntN(len(from))], to[r.IntN(len(to))] = "b\n", "b\n"
			}
		}
		return from, to
	},
}

// prepared is a search that has not run.
func prepared(from, to []string) *search {
	src, dst := []byte(strings.Join(from, "")), []byte(strings.Join(to, ""))
	start, end := common(src, dst)
	a, b := sides(src, dst, start, end)
	timesFrom, timesTo := number(a, b)
	a.setAside(timesTo)
	b.setAside(timesFrom)
	return newSearch(a, b)
}

// TestWorkIsInProportionToTheLines: each line costs no more than a small multiple of the limit.
// Without limits the search would visit as many points as the square of the lines.
func TestWorkIsInProportionToTheLines(t *testing.T) {
	t.Parallel()
	for name, shape := range shapes {
		for _, n := range []int{2500, 20000} {
			s := prepared(shape(rand.New(rand.NewPCG(1, 2)), n))
			s.run()
			if most := 2 * max(minLimit, root(2*n)) * 2 * n; s.work > most {
				t.Errorf("%s: %d points for %d lines, want at most %d", name, s.work, n, most)
			}
		}
	}
}

// TestWorkEndsSoonAfterTheBudget: the ways that must be exact are finished, and what is left is
// divided in haste.
func TestWorkEndsSoonAfterTheBudget(t *testing.T) {
	t.Parallel()
	const n = 60000
	for name, shape := range shapes {
		for _, budget := range []int{0, 2 << 20} {
			from, to := shape(rand.New(rand.NewPCG(1, 2)), n)
			s := prepared(from, to)
			s.budget = budget
			s.run()
			if most := 3*budget + 2*hasty*2*n; s.work > most {
				t.Errorf("%s: %d points with a budget of %d, want at most %d", name, s.work, budget, most)
			}
			kept := func(s *side) string {
				var b strings.Builder
				for i, line := range s.lines {
					if !s.differs[i] {
						b.WriteString(line)
					}
				}
				return b.String()
			}
			if kept(s.from) != kept(s.to) {
				t.Errorf("%s: with a budget of %d, other lines are left of one text than of the other", name, budget)
			}
		}
	}
}
