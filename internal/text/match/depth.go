package match

import (
	"slices"
	"strings"
)

// frame is the depth at which a replacement was written, if its find is at another depth in the
// file than in the response.
type frame int

const (
	unclear frame = iota // either of the two: the edit is refused
	moved                // the depth of the find: the replacement moves with the find
	asSent               // the depth of the file: the replacement stays as it is
)

// depths are the lines of a find as sent and as in the file. They differ only in indentation.
type depths struct {
	find, file []string
	hunk       bool // the replacement repeats the find's lines wherever it does not change them
}

// indents are the indentations of lines that are not blank.
func indents(lines []string) map[string]bool {
	set := map[string]bool{}
	for _, own := range depthList(lines) {
		set[own] = true
	}
	return set
}

// firstIndent is the indentation of the first line that is not blank.
func firstIndent(lines []string) (string, bool) {
	i := slices.IndexFunc(lines, func(l string) bool { return !blank(l) })
	if i < 0 {
		return "", false
	}
	own, _ := indent(lines[i])
	return own, true
}

// of tells at which depth a replacement was written:
//
//   - at the find's, if it begins as deep as the find or repeats a line of it, and none of
//     its new lines may be at the file's depth already
//   - at the file's, if it begins as deep as the lines in the file and repeats no line of
//     the find
//
// Everything else is unclear. Blank lines have no depth.
func (d depths) of(replacement []string) frame {
	first, some := firstIndent(replacement)
	if !some {
		return moved
	}
	sent, _ := firstIndent(d.find)
	there, _ := firstIndent(d.file)
	switch {
	case first == there && first != sent:
		lines, sentLines := lineSet(replacement), lineSet(d.find)
		if d.tooDeep() && subset(lines, sentLines) {
			return moved // lines are only removed, so the others keep their depth
		}
		if intersect(lines, sentLines) || !d.repeats(d.file, d.find, replacement) && subset(indents(replacement), indents(d.find)) {
			return unclear
		}
		return asSent
	case (first == sent || d.repeats(d.find, d.file, replacement)) && d.newLinesMove(replacement):
		return moved
	}
	return unclear
}

// tooDeep reports whether the find is deeper than the file.
func (d depths) tooDeep() bool {
	sent, _ := firstIndent(d.find)
	there, _ := firstIndent(d.file)
	return len(sent) > len(there)
}

// lineSet is the set of lines that are not blank.
func lineSet(lines []string) map[string]bool {
	set := map[string]bool{}
	for _, line := range lines {
		if !blank(line) {
			set[line] = true
		}
	}
	return set
}

func subset(a, b map[string]bool) bool {
	for s := range a {
		if !b[s] {
			return false
		}
	}
	return true
}

func intersect(a, b map[string]bool) bool {
	for s := range a {
		if b[s] {
			return true
		}
	}
	return false
}

// repeats reports whether a replacement has a recognizable line of side that other lacks.
func (d depths) repeats(side, other, replacement []string) bool {
	there, here := lineSet(side), lineSet(other)
	return slices.ContainsFunc(replacement, func(line string) bool {
		return recognizable(line) && there[line] && !here[line]
	})
}

// startsInside reports whether a replacement begins with a line of the find, at the depth of the
// lines in the file: perhaps a body without its head, which may have been moved out.
func (d depths) startsInside(replacement []string) bool {
	first, some := firstIndent(replacement)
	there, _ := firstIndent(d.file)
	i := slices.IndexFunc(replacement, func(l string) bool { return !blank(l) })
	return some && !d.hunk && first == there && slices.Contains(d.find, replacement[i])
}

// newLinesMove reports whether all new lines of a replacement are certainly at the find's depth.
// New lines are judged by units: a line and the deeper ones below it.
func (d depths) newLinesMove(replacement []string) bool {
	al, ok := align(rtrimmed(d.find), rtrimmed(replacement), false)
	if !ok {
		return false
	}
	next := 0 // the first line of the find that is not passed yet
	for j := 0; j < len(replacement); {
		if i := al.early[j]; i >= 0 {
			next = i + 1
			j++
			continue
		}
		end := j
		for end < len(replacement) && al.early[end] < 0 {
			end++
		}
		last := len(d.find)
		if end < len(replacement) {
			last = al.early[end]
		}
		if !d.gapMoves(replacement[j:end], next, last) {
			return false
		}
		next, j = last, end
	}
	return true
}

// gapMoves is newLinesMove for a run of new lines. They replace the find's lines [from, to),
// if any. A hunk repeats its context in both texts, so the context tells nothing about new
// lines: these must be as deep as the lines that they replace, or too shallow for the file.
func (d depths) gapMoves(lines []string, from, to int) bool {
	own, other := indents(d.find), indents(d.file)
	if d.hunk && len(depthList(lines)) > 0 {
		return slices.Equal(depthList(lines), depthList(d.find[from:to])) || subset(indents(lines), own) && shallower(lines, other)
	}
	gone, replaces := firstIndent(d.find[from:to])
	goneThere, _ := firstIndent(d.file[from:to])
	inside := from > 0 && to < len(d.find) && d.tooDeep()
	for n, unit := range units(lines) {
		first, _ := firstIndent(unit)
		switch {
		case n == 0 && replaces && first == gone: // as deep as the line that it replaces
		case n == 0 && replaces && first == goneThere:
			return false
		case subset(indents(unit), own), !other[first]:
		case inside && len(unit) == 1: // between lines of the find, and less deep
		default:
			return false
		}
	}
	return true
}

// mayEndScope reports whether a replacement ends with a new unit at the depth of a line that
// encloses the place. A unit is a line and the deeper ones below it. Such a unit may already be
// at the file's depth, although the lines before it are at the find's.
func (d depths) mayEndScope(replacement []string, enclosing map[string]bool) bool {
	al, ok := align(rtrimmed(d.find), rtrimmed(replacement), false)
	if !ok {
		return true
	}
	last := len(replacement)
	for last > 0 && (al.early[last-1] < 0 || blank(replacement[last-1])) {
		last--
	}
	for n, unit := range units(replacement[last:]) {
		first, _ := firstIndent(unit)
		if len(unit) > 1 && enclosing[first] && (n > 0 || last > 0) {
			return true
		}
	}
	before := 0
	if stay := units(replacement[:last]); len(stay) > 0 {
		before = len(stay[len(stay)-1])
	}
	return endsBlock(replacement[last:], before, enclosing)
}

// endsBlock reports whether lines have a closing bracket at the depth of an enclosing line, but no
// block for it to close. before is the number of lines of the unit before them.
func endsBlock(lines []string, before int, enclosing map[string]bool) bool {
	for _, unit := range units(lines) {
		own, rest := indent(unit[0])
		if closes(rest) && enclosing[own] && before < 2 {
			return true
		}
		before = len(unit)
	}
	return false
}

// depthList is the indentation of each line that is not blank.
func depthList(lines []string) []string {
	var list []string
	for _, line := range lines {
		if own, rest := indent(line); rest != "" {
			list = append(list, own)
		}
	}
	return list
}

// shallower reports whether one of the lines is less indented than all of the others.
func shallower(lines []string, others map[string]bool) bool {
	least := -1
	for other := range others {
		if least < 0 || len(other) < least {
			least = len(other)
		}
	}
	return slices.ContainsFunc(depthList(lines), func(own string) bool { return len(own) < least })
}

// units groups each line with the deeper ones below it. Blank lines are left out.
func units(lines []string) [][]string {
	var list [][]string
	for _, line := range lines {
		own, rest := indent(line)
		if rest == "" {
			continue
		}
		if n := len(list); n > 0 {
			if first, _ := indent(list[n-1][0]); len(own) > len(first) {
				list[n-1] = append(list[n-1], line)
				continue
			}
		}
		list = append(list, []string{line})
	}
	return list
}

// besideOf tells at which depth content was written that is inserted next to a find. It is the
// find's depth if lines of the find are as deep, but no line in the file is. Content may be
// deeper than the find, so depth alone never proves the file's depth. A block that may belong
// outside of the enclosing lines is unclear.
func (d depths) besideOf(content []string, enclosing map[string]bool) frame {
	first, some := firstIndent(content)
	if !some {
		return moved
	}
	own, other := indents(d.find), indents(d.file)
	if !own[first] || endsBlock(content, 0, enclosing) {
		return unclear
	}
	for _, unit := range units(content) {
		of, _ := firstIndent(unit)
		if other[of] || !own[of] && !subset(indents(unit), own) || len(unit) > 1 && enclosing[of] && !d.hasBlocks(of) {
			return unclear
		}
	}
	return moved
}

// hasBlocks reports whether the find has only blocks and ends of blocks at a depth. Then another
// block at that depth is a sibling.
func (d depths) hasBlocks(depth string) bool {
	some := false
	for _, unit := range units(d.find) {
		own, rest := indent(unit[0])
		if own != depth {
			continue
		}
		if some = true; len(unit) == 1 && !closes(rest) {
			return false
		}
	}
	return some
}

// closes reports whether a line begins with a closing bracket.
func closes(line string) bool {
	return strings.IndexByte(")]}", line[0]) >= 0
}
