package match

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxAligned limits the table that aligns two texts, in cells. Longer texts are not aligned.
const maxAligned = 1 << 20

// alignment holds for each part of a new text the index of the same part in the old one, or -1.
// Several alignments may be equally good: early and late are the two extremes.
type alignment struct{ early, late []int }

// align aligns b with a, so that many parts are common and adjacent. With words, a part that
// follows a common word is preferred.
func align(a, b []string, words bool) (al alignment, ok bool) {
	if len(a)+1 > maxAligned/(len(b)+1) {
		return al, false
	}
	t := alignTable(a, b, words)
	return alignment{t.walk(true), t.walk(false)}, true
}

// partsTable aligns two lists of parts. For every pair of rests a[i:], b[j:] it holds the best
// score: joined if the parts before them are a pair, else apart.
type partsTable struct {
	a, b          []string
	words         bool // the parts are words and characters, not lines
	apart, joined []int32
}

func (t *partsTable) at(i, j int) int { return i*(len(t.b)+1) + j }

func alignTable(a, b []string, words bool) *partsTable {
	size := (len(a) + 1) * (len(b) + 1)
	t := &partsTable{a, b, words, make([]int32, size), make([]int32, size)}
	for i := len(a) - 1; i >= 0; i-- {
		for j := len(b) - 1; j >= 0; j-- {
			at := t.at(i, j)
			n := max(t.apart[t.at(i+1, j)], t.apart[t.at(i, j+1)])
			t.apart[at], t.joined[at] = n, n
			if a[i] == b[j] {
				t.apart[at] = max(n, t.pair(i, j, false))
				t.joined[at] = max(n, t.pair(i, j, true))
			}
		}
	}
	return t
}

// pair is the score if a[i] and b[j], which are equal, are paired.
func (t *partsTable) pair(i, j int, joined bool) int32 {
	score := 8 + t.joined[t.at(i+1, j+1)]
	if joined {
		score++
		if t.words && i > 0 {
			if r, _ := utf8.DecodeRuneInString(t.a[i-1]); wordRune(r) {
				score++
			}
		}
	}
	return score
}

// walk makes the best alignment that pairs as early as possible, or as late.
func (t *partsTable) walk(early bool) []int {
	found := make([]int, len(t.b))
	for j := range found {
		found[j] = -1
	}
	joined := true // both begin here
	for i, j := 0, 0; i < len(t.a) && j < len(t.b); {
		best := t.apart[t.at(i, j)]
		if joined {
			best = t.joined[t.at(i, j)]
		}
		pairs := t.a[i] == t.b[j] && t.pair(i, j, joined) == best
		skipA, skipB := t.apart[t.at(i+1, j)] == best, t.apart[t.at(i, j+1)] == best
		switch {
		case pairs && (early || !skipA && !skipB):
			found[j] = i
			i, j, joined = i+1, j+1, true
		case skipA && (!early || !skipB):
			i, joined = i+1, false
		default:
			j, joined = j+1, false
		}
	}
	return found
}

// keepLines makes the new lines of a replacement. A line that find and replacement share becomes
// the file's line, with its blanks. Every other line goes through convert, which may give up.
// It gives up if it is not certain which line of the file stays, and the candidates differ.
// Lines that differ only in blanks at their ends are a pair: the edit changes those blanks.
func keepLines(region, find, replacement []string, convert func(string) (string, bool)) (string, bool) {
	al, ok := align(rtrimmed(find), rtrimmed(replacement), false)
	if !ok {
		return "", false
	}
	as := func(i int, line string) (string, bool) {
		if i >= 0 && find[i] == line {
			return region[i], true
		}
		return convert(line)
	}
	out := make([]string, len(replacement))
	for j, line := range replacement {
		early, ok := as(al.early[j], line)
		late, okLate := as(al.late[j], line)
		if !ok || !okLate || early != late {
			return "", false
		}
		out[j] = early
	}
	return strings.Join(out, "\n"), true
}

// keepCharacters makes the new text of a replacement: text that it shares with find keeps the
// file's characters, which may be look-alikes. Common lines are found first, then common words
// between them. It gives up if it is not certain which characters of the file stay. The find is
// valid UTF-8, and so is the region, which differs from it only in look-alikes.
func keepCharacters(region, find, replacement string) (string, bool) {
	f, r, file := strings.Split(find, "\n"), strings.Split(replacement, "\n"), strings.Split(region, "\n")
	al, ok := align(f, r, false)
	if !ok || len(f) != len(file) {
		return "", false
	}
	var out []string
	for j, i := 0, 0; ; j, i = j+1, i+1 {
		nextJ, nextI := j, len(f)
		for ; nextJ < len(r); nextJ++ {
			if n := al.early[nextJ]; n >= i && n == al.late[nextJ] {
				nextI = n
				break
			}
		}
		gap, ok := keepWords(strings.Join(file[i:nextI], "\n"), strings.Join(f[i:nextI], "\n"), strings.Join(r[j:nextJ], "\n"))
		if !ok {
			return "", false
		}
		if nextJ > j {
			out = append(out, gap)
		}
		if nextJ == len(r) {
			return strings.Join(out, "\n"), true
		}
		out = append(out, file[nextI])
		i, j = nextI, nextJ
	}
}

// keepWords is keepCharacters for words and single characters.
func keepWords(region, find, replacement string) (string, bool) {
	if region == find || replacement == "" {
		return replacement, true
	}
	f, r := tokens(find), tokens(replacement)
	al, ok := align(f, r, true)
	if !ok {
		return "", false
	}
	file := make([]string, len(f)) // the file's text for each token of find
	for i, t := range f {
		end := 0
		for range utf8.RuneCountInString(t) {
			_, size := utf8.DecodeRuneInString(region[end:])
			end += size
		}
		file[i], region = region[:end], region[end:]
	}
	as := func(i int, t string) string {
		if i >= 0 {
			return file[i]
		}
		return t
	}
	var b strings.Builder
	for j, t := range r {
		early := as(al.early[j], t)
		if early != as(al.late[j], t) {
			return "", false
		}
		b.WriteString(early)
	}
	return b.String(), true
}

// tokens splits s into words, runs of the same blank, and single other characters.
func tokens(s string) []string {
	var out []string
	for i := 0; i < len(s); {
		first, size := utf8.DecodeRuneInString(s[i:])
		end := i + size
		for end < len(s) {
			r, size := utf8.DecodeRuneInString(s[end:])
			if !(wordRune(first) && wordRune(r)) && (first != r || r != ' ' && r != '\t') {
				break
			}
			end += size
		}
		out = append(out, s[i:end])
		i = end
	}
	return out
}

// wordRune reports whether r is a part of words and names.
func wordRune(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.IsMark(r)
}

func rtrimmed(lines []string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = strings.TrimRight(line, indentBlanks)
	}
	return out
}
