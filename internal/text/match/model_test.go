package match

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"fileops/internal/text"
)

// modelled is where a find stands by one level, told by trying every part of a small
// text: the start of each place, or of its line where only blanks stand before it.
func modelled(level, src string, find text.Value) []int {
	if level == edgeLevel {
		return modelledEdges(src, find)
	}
	starts := modelledIn(level, src, find, find.Block)
	if len(starts) == 0 && find.Block && (level == lookAlikeLevel || level == entitiesLevel) {
		starts = modelledIn(level, src, find, false)
	}
	return starts
}

// modelledEdges finds lines that are those of a find without a blank line at one edge, or
// at both where that finds nothing.
func modelledEdges(src string, find text.Value) []int {
	needle, ended := find.Snippet(), false
	if !find.Block {
		needle, ended = strings.CutSuffix(needle, "\n")
	}
	want := strings.Split(needle, "\n")
	try := func(from, to int) (starts []int) {
		if from > 0 && !blank(want[0]) || to < len(want) && !blank(want[to]) || from >= to {
			return nil
		}
		at := 0
		for at < len(src) {
			short := strings.Join(want[from:to], "\n")
			rest, ok := strings.CutPrefix(src[at:], short)
			if ok && (strings.HasPrefix(rest, "\n") || rest == "" && !ended && !strings.HasSuffix(short, "\n")) {
				starts = append(starts, at)
			}
			i := strings.IndexByte(src[at:], '\n')
			if i < 0 {
				break
			}
			at += i + 1
		}
		return starts
	}
	starts := append(try(1, len(want)), try(0, len(want)-1)...)
	if len(starts) == 0 {
		starts = try(1, len(want)-1)
	}
	slices.Sort(starts)
	return starts
}

// modelledIn finds places: whole lines where that is asked for; of a block at least what
// has only blanks around it on its lines, but none where it begins or ends with a blank line.
func modelledIn(level, src string, find text.Value, whole bool) []int {
	var starts []int
	needle := find.Snippet()
	lines := strings.Split(needle, "\n")
	first, last := whole, whole
	if find.Block && !whole {
		first, last = blank(lines[0]), blank(lines[len(lines)-1])
	}
	for i := range src {
		line := strings.LastIndexByte(src[:i], '\n') + 1
		inside := strings.Trim(src[line:i], indentBlanks) != ""
		for j := i + 1; j <= len(src); j++ {
			ends := j < len(src) && src[j] == '\n' || j == len(src) && src[j-1] != '\n'
			behind, _, _ := strings.Cut(src[j:], "\n")
			switch whole := i == line && (ends || !last && src[j-1] == '\n'); {
			case find.Block && (inside || !blank(behind) || j == len(src) && src[j-1] == '\n'):
			case first && i != line, last && !ends, !inside && i > line && (level == shiftLevel || level == tabsLevel):
			case !alike(level, src[i:j], needle, 1+strings.Count(src[:i], "\n")), !stands(level, src[i:j], needle, inside, whole):
			case inside:
				starts = append(starts, i)
			default:
				starts = append(starts, line)
			}
		}
	}
	slices.Sort(starts)
	return slices.Compact(starts)
}

// stands reports whether a region, which is alike, has the indentation that a level wants;
// inside says that its first line is part of one.
func stands(level, region, needle string, inside, whole bool) bool {
	r, f := strings.Split(region, "\n"), strings.Split(needle, "\n")
	if inside && (level == shiftLevel || level == tabsLevel) {
		if r[0] != f[0] {
			return false
		}
		r, f = r[1:], f[1:]
	}
	switch level {
	case numbersLevel:
		return whole
	case shiftLevel:
		_, uniform := shiftOf(r, f)
		return uniform
	case tabsLevel:
		return slices.ContainsFunc(tabWidths, func(width int) bool { return sameColumns(r, f, width) })
	}
	return true
}

// checkOnlyPlace fails where what was taken is not the only place of the model.
func checkOnlyPlace(t *testing.T, src string, find text.Value, got Tolerated) {
	t.Helper()
	find.Text = text.Unix(find.Text)
	at := got.Spans[0].Start
	if line := strings.LastIndexByte(src[:at], '\n') + 1; blank(src[line:at]) {
		at = line
	}
	if places := modelled(got.Level, src, find); !slices.Equal(places, []int{at}) {
		t.Fatalf("%s: %q for %q in %q: places %v", got.Level, src[got.Spans[0].Start:got.Spans[0].End], find.Text, src, places)
	}
}

func pick(r *rand.Rand, from ...string) string { return from[r.IntN(len(from))] }

func modelLines(r *rand.Rand) []string {
	lines := make([]string, 2+r.IntN(5))
	for i := range lines {
		if r.IntN(8) > 0 {
			lines[i] = pick(r, "", "", " ", "  ", "    ", "\t", "\t\t") +
				pick(r, "abc", "abc", "def", "x = abc", "abcd", "it’s", "it's", "<abc", "a &lt; c", "2\tabc", "abc; def") + pick(r, "", "", "", " ", "\t", "  ")
		}
	}
	return lines
}

// damaged differs from a piece of lines in one way, or in several.
func damaged(r *rand.Rand, lines []string) []string {
	out := slices.Clone(lines)
	way, blanks, first := r.IntN(9), pick(r, " ", "  ", "    ", "\t"), 1+r.IntN(6)
	sep := pick(r, "\t", " | ", "| ", ":", " |")
	switch r.IntN(3) + 3*way {
	case 21, 22:
		out = slices.Insert(out, 0, pick(r, "", "", " "))
	case 24, 25:
		out = append(out, "")
	}
	for i, l := range out {
		own, rest := indent(l)
		switch way {
		case 0:
			out[i] = strings.TrimRight(l, indentBlanks) + pick(r, "", " ", "\t")
		case 1:
			out[i] = fmt.Sprint(first+i) + sep + l
		case 2:
			out[i] = strings.NewReplacer("’", "'", "'", "’").Replace(l)
		case 3:
			out[i] = blanks + l
		case 4:
			out[i] = strings.TrimPrefix(l, blanks)
		case 5:
			out[i] = strings.NewReplacer("    ", "\t", "\t", "    ").Replace(own) + rest
		case 6:
			out[i] = strings.NewReplacer("<", "&lt;", "'", "&apos;").Replace(l)
		}
	}
	return out
}

// TestTolerantTakesTheOnlyPlace compares it with a model that tries all places.
func TestTolerantTakesTheOnlyPlace(t *testing.T) {
	t.Parallel()
	r := rand.New(rand.NewPCG(1, 2))
	taken := map[string]int{}
	for range modelRuns {
		lines := modelLines(r)
		from := r.IntN(len(lines))
		piece := damaged(r, lines[from:min(len(lines), from+1+r.IntN(3))])
		src := strings.Join(lines, "\n") + pick(r, "\n", "")
		find := text.Value{Text: strings.Join(piece, "\n") + "\n", Block: true}
		if r.IntN(2) == 0 {
			find = text.Value{Text: strings.Join(piece, "\n") + pick(r, "", "", "\n")}
			find.Text = strings.ToValidUTF8(find.Text[min(len(find.Text), max(0, r.IntN(8)-4)):], "")
		}
		piece[r.IntN(len(piece))] += pick(r, "X", " ", "", "’")
		replace := text.Value{Text: strings.Join(piece, "\n") + strings.Repeat("\n", len(find.Text)-len(strings.TrimSuffix(find.Text, "\n"))), Block: find.Block}
		checkTolerated(t, []byte(src), find, replace)
		if got, ok := Tolerant([]byte(src), find, replace); ok {
			taken[got.Level]++
		}
	}
	for _, level := range []string{trailingLevel, numbersLevel, lookAlikeLevel, shiftLevel, tabsLevel, entitiesLevel, edgeLevel} {
		if taken[level] < modelRuns/1000 {
			t.Errorf("%s: %d taken", level, taken[level])
		}
	}
}

const modelRuns = 10_000
