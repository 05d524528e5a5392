package main

import (
	"fmt"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"

	"fileops/internal/text"
	"fileops/internal/text/match"
)

// class is a way in which edits go wrong.
type class struct {
	name        string
	cause       string // that a refusal must name; "" where the edit must be made; of several one
	recoverable bool   // in tolerant mode
	damage      func(*rand.Rand, edit, []source) (edit, bool)
}

var classes = []class{
	{"exact", "", true, func(_ *rand.Rand, e edit, _ []source) (edit, bool) { return e, true }},
	{"CRLF file", "", true, crlf},
	{"trailing blanks", "trailing blanks", true, trailing},
	{"pasted line numbers", "line numbers", true, numbered},
	{"look-alikes", "look-alike characters", true, lookAlikes},
	{"indentation shifted", "indentation", true, shifted},
	{"tabs and spaces", "indentation", true, retabbed},
	{"escaped entities", "escaped entities", true, escaped},
	{"one word wrong", "changed words", false, wrongWord},
	{"a line left out", "left-out lines", false, leftOut},
	{"elided", "omission", false, elided},
	{"ambiguous", ambiguous, false, repeated},
	{"ambiguous, trailing blanks", ambiguous + "|trailing blanks", false, repeatedDamaged},
	{"wrong file", absent, false, wrongFile},
	{"wrong file, the right one in the response", elsewhere, false, otherFile},
	{"a blank line too many", "blank lines", true, blankLine},
	{"replacement at the file's depth", "indentation", false, atFileDepth},
	{"patch with new lines at the file's depth", "indentation", false, patchAtFileDepth},
	{"part of a line", partOf, false, partOfLine},
}

// misses reports whether the find of a damaged edit has no exact match any more.
func misses(e edit) (edit, bool) { return e, len(match.Find(e.src, e.find).Spans) == 0 }

func mapped(lines []string, f func(int, string) string) []string {
	out := make([]string, len(lines))
	for i, line := range lines {
		out[i] = f(i, line)
	}
	return out
}

func crlf(_ *rand.Rand, e edit, _ []source) (edit, bool) {
	e.src = []byte(text.CRLF.In(string(e.src)))
	e.want = []byte(text.CRLF.In(string(e.want)))
	return e, true
}

// trailing puts blanks at the ends of some lines: of the find and the replacement, or
// of the file.
func trailing(r *rand.Rand, e edit, _ []source) (edit, bool) {
	bits, pad := r.Uint64()|1<<r.IntN(len(e.region)), []string{" ", "  ", "\t", "    "}[r.IntN(4)]
	with := mapped(e.region, func(i int, s string) string {
		if bits>>i&1 == 0 {
			return s
		}
		return s + pad
	})
	if r.IntN(2) == 0 {
		e.find, e.replace = e.value(with), e.value(e.replacement(with))
		// A line that is changed is written as the response has it.
		want := e.replacement(e.region)
		for i, c := range e.changes {
			if c.word >= 0 {
				want[i] = e.replacement(with)[i]
			}
		}
		e.want = e.file(want)
		return misses(e)
	}
	e.src = e.file(with)
	want := e.replacement(with)
	for i, c := range e.changes {
		if c.word >= 0 {
			want[i] = e.replacement(e.region)[i]
		}
	}
	e.want = e.file(want)
	return misses(e)
}

// numbered puts line numbers before the lines, and sometimes before those of the
// replacement.
func numbered(r *rand.Rand, e edit, _ []source) (edit, bool) {
	format := []string{"%6d\t%s", "%5d\u2192%s", "%d | %s", "%d: %s", "%4d|%s"}[r.IntN(5)]
	first := len(e.before) + 1
	number := func(i int, s string) string { return fmt.Sprintf(format, first+i, s) }
	e.find = e.value(mapped(e.region, number))
	if r.IntN(2) == 0 {
		e.replace = e.value(mapped(e.replacement(e.region), number))
	}
	return misses(e)
}

// lookAlikes writes quotes, dashes or spaces otherwise, in the file or in the response.
func lookAlikes(r *rand.Rand, e edit, _ []source) (edit, bool) {
	fancy := []*strings.Replacer{
		strings.NewReplacer(`'`, "\u2019"), strings.NewReplacer(`"`, "\u201d"), strings.NewReplacer("-", "\u2013"),
		strings.NewReplacer("'", "\u2018", `"`, "\u201c", "-", "\u2014"), strings.NewReplacer(" = ", " =\u00a0", ": ", ":\u00a0"),
	}[r.IntN(5)]
	with := mapped(e.region, func(_ int, s string) string { return fancy.Replace(s) })
	if slices.Equal(with, e.region) {
		return e, false
	}
	if r.IntN(2) == 0 {
		e.src, e.want = e.file(with), e.file(e.replacement(with))
	} else {
		e.find, e.replace = e.value(with), e.value(e.replacement(with))
	}
	return misses(e)
}

// shifted moves all lines of find and replacement to the right, or to the left.
func shifted(r *rand.Rand, e edit, _ []source) (edit, bool) {
	all := append(slices.Clone(e.region), e.replacement(e.region)...)
	move := mover(r, e.region, all)
	e.build()
	e.find, e.replace = e.value(mapped(e.region, move)), e.value(mapped(e.replacement(e.region), move))
	return misses(e)
}

// mover moves lines to the right, or to the left where all lines can be.
func mover(r *rand.Rand, region, all []string) func(int, string) string {
	blanks := []string{"  ", "    ", "        "}[r.IntN(3)]
	if strings.Contains(strings.Join(region, "\n"), "\n\t") || strings.HasPrefix(region[0], "\t") {
		blanks = []string{"\t", "\t\t"}[r.IntN(2)]
	}
	left := r.IntN(3) > 0 && !slices.ContainsFunc(all, func(s string) bool { return s != "" && !strings.HasPrefix(s, blanks) })
	return func(_ int, s string) string {
		switch {
		case s == "":
			return s
		case left:
			return strings.TrimPrefix(s, blanks)
		}
		return blanks + s
	}
}

func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// atFileDepth moves the lines of the find alone. A replacement that begins as deep as the
// find is left out: it is one that was written at the find's depth. So is a text in inline
// form that stands in the file: it is taken to the letter.
func atFileDepth(r *rand.Rand, e edit, _ []source) (edit, bool) {
	lines := mapped(e.region, mover(r, e.region, e.region))
	replacement := e.replacement(e.region)
	if len(replacement) == 0 || strings.TrimSpace(replacement[0]) == "" || indentOf(replacement[0]) == indentOf(lines[0]) {
		return e, false
	}
	e.find = e.value(lines)
	m := match.Find(e.src, e.find)
	return e, len(m.Spans) == 0 || m.Blanks
}

// patchAtFileDepth moves the lines of a hunk that stand in the file, and not those that it
// puts there. It changes one line or adds one: a new line in the place of another one may be
// as deep as that by chance.
func patchAtFileDepth(r *rand.Rand, e edit, _ []source) (edit, bool) {
	lines := mapped(e.region, mover(r, e.region, e.region))
	depths := map[string]bool{}
	for _, line := range e.region {
		depths[indentOf(line)] = depths[indentOf(line)] || line != ""
	}
	fresh := e.replacement(e.region)
	changed, there := 0, 0
	for i, c := range e.changes {
		if c.line >= 0 {
			there++
		}
		switch {
		case c.line >= 0 && c.word < 0:
			fresh[i] = lines[c.line]
			continue
		case !depths[indentOf(fresh[i])]:
			return e, false
		}
		changed++
	}
	e.block, e.patch = true, true
	e.find, e.replace = e.value(lines), e.value(fresh)
	m := match.Find(e.src, e.find)
	return e, changed == 1 && there == len(lines) && (len(m.Spans) == 0 || m.Blanks)
}

// partOfLine cuts the find off inside its first line, or its last one, and the replacement
// is new. In a block that is refused; in inline form it is what is meant.
func partOfLine(r *rand.Rand, e edit, _ []source) (edit, bool) {
	lines := slices.Clone(e.region)
	last := len(lines) - 1
	side := r.IntN(3)
	if side != 0 {
		words := word.FindAllStringIndex(lines[last], -1)
		if len(words) < 2 {
			return e, false
		}
		lines[last] = lines[last][:words[len(words)-1-r.IntN(len(words)-1)][0]]
	}
	if side != 1 {
		words := word.FindAllStringIndex(lines[0], -1)
		if len(words) < 3 {
			return e, false
		}
		lines[0] = lines[0][words[1][0]:]
	}
	find := strings.Join(lines, "\n")
	if strings.TrimSpace(find) != find || strings.Count(string(e.src), find) != 1 {
		return e, false
	}
	fresh := []string{"changed_" + fmt.Sprint(r.IntN(1000)), "other(value)"}
	e.find, e.replace, e.want = e.value(lines), e.value(fresh), nil
	if !e.block {
		e.want = []byte(strings.Replace(string(e.src), find, e.replace.Text, 1))
		return e, true
	}
	return misses(e)
}

// blankLine puts a blank line before the find, or behind it, and sometimes there in the
// replacement as well.
func blankLine(r *rand.Rand, e edit, _ []source) (edit, bool) {
	first, both := r.IntN(2) == 0, r.IntN(2) == 0
	with := func(lines []string) []string {
		if first {
			return slices.Insert(slices.Clone(lines), 0, "")
		}
		return append(slices.Clone(lines), "")
	}
	fresh := e.replacement(e.region)
	if strings.TrimSpace(fresh[0]) == "" || strings.TrimSpace(fresh[len(fresh)-1]) == "" {
		return e, false // one that is wanted
	}
	e.find, e.replace = e.value(with(e.region)), e.value(fresh)
	if both || !e.block {
		e.replace = e.value(with(fresh))
	}
	if !e.block { // a line break at the end is none of a blank line
		e.find.Text, e.replace.Text = e.find.Text+"\n", e.replace.Text+"\n"
	}
	return misses(e)
}

// retabbed indents find and replacement with spaces where the file has tabs, or the
// other way round.
func retabbed(r *rand.Rand, e edit, _ []source) (edit, bool) {
	width := []int{2, 4, 8}[r.IntN(3)]
	spaces := strings.Repeat(" ", width)
	convert := func(_ int, s string) string {
		rest := strings.TrimLeft(s, "\t")
		return strings.Repeat(spaces, len(s)-len(rest)) + rest
	}
	if !strings.Contains(strings.Join(e.region, "\n"), "\t") {
		convert = func(_ int, s string) string {
			rest := strings.TrimLeft(s, " ")
			n := len(s) - len(rest)
			return strings.Repeat("\t", n/width) + strings.Repeat(" ", n%width) + rest
		}
	}
	e.find, e.replace = e.value(mapped(e.region, convert)), e.value(mapped(e.replacement(e.region), convert))
	return misses(e)
}

var entity = regexp.MustCompile(`&#?[0-9A-Za-z]+;`)

// escaped writes the characters of markup as entities, where there are none yet.
func escaped(r *rand.Rand, e edit, _ []source) (edit, bool) {
	escape := strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;")
	if r.IntN(2) == 0 {
		escape = strings.NewReplacer("<", "&lt;", ">", "&gt;", "&", "&amp;", `"`, "&quot;", "'", "&#39;")
	}
	if s := strings.Join(e.region, "\n"); !strings.ContainsAny(s, "<>&") || entity.MatchString(s) {
		return e, false
	}
	line := func(_ int, s string) string { return escape.Replace(s) }
	e.find, e.replace = e.value(mapped(e.region, line)), e.value(mapped(e.replacement(e.region), line))
	return misses(e)
}

// wrongWord changes a word of the find.
func wrongWord(r *rand.Rand, e edit, _ []source) (edit, bool) {
	i := r.IntN(len(e.region))
	words := word.FindAllStringIndex(e.region[i], -1)
	if len(words) == 0 {
		return e, false
	}
	at := words[r.IntN(len(words))]
	find := slices.Clone(e.region)
	find[i] = find[i][:at[0]] + []string{"result", "item", "self", "next", "handler"}[r.IntN(5)] + find[i][at[1]:]
	e.find, e.want = e.value(find), nil
	return misses(e)
}

// leftOut leaves a line out of the find.
func leftOut(r *rand.Rand, e edit, _ []source) (edit, bool) {
	if len(e.region) < 3 {
		return e, false
	}
	i := 1 + r.IntN(len(e.region)-2)
	if strings.TrimSpace(e.region[i]) == "" || e.region[i] == e.region[i-1] || e.region[i] == e.region[i+1] {
		return e, false
	}
	e.find, e.want = e.value(slices.Delete(slices.Clone(e.region), i, i+1)), nil
	return misses(e)
}

// elided puts one line in the place of several.
func elided(r *rand.Rand, e edit, _ []source) (edit, bool) {
	if len(e.region) < 4 {
		return e, false
	}
	from := 1 + r.IntN(len(e.region)-3)
	to := from + 1 + r.IntN(len(e.region)-from-1)
	dots := []string{"// ... existing code ...", "# ... rest of the code ...", "...", "<!-- ... -->", "/* ... */", "-- ... unchanged ..."}[r.IntN(6)]
	e.find, e.want = e.value(slices.Replace(slices.Clone(e.region), from, to, dots)), nil
	return misses(e)
}

// repeated lets the region stand in the file twice.
func repeated(_ *rand.Rand, e edit, _ []source) (edit, bool) {
	e.after = slices.Concat(e.after, []string{"", "x"}, e.region)
	e.build()
	e.want = nil
	return e, true
}

func repeatedDamaged(r *rand.Rand, e edit, sources []source) (edit, bool) {
	e, _ = repeated(r, e, sources)
	e.find = e.value(mapped(e.region, func(_ int, s string) string { return s + " " }))
	return misses(e)
}

// wrongFile looks for the text in another file.
func wrongFile(r *rand.Rand, e edit, sources []source) (edit, bool) {
	other := sources[r.IntN(len(sources))]
	if other.name == e.name {
		return e, false
	}
	e.name += " in " + other.name
	e.src, e.want = []byte(strings.Join(other.lines, "\n")+"\n"), nil
	return misses(e)
}

// otherFile looks for the text in another file than the one of the response that holds it.
func otherFile(r *rand.Rand, e edit, sources []source) (edit, bool) {
	right := e.src
	e, ok := wrongFile(r, e, sources)
	e.other = right
	return e, ok
}
