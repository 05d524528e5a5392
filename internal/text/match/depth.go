package match

import (
	"slices"
	"strings"
)

// frame is the depth at which a replacement was written, where its find stands in the
// file at another depth than it was sent with.
type frame int

const (
	unclear frame = iota // it may be either: the edit is refused
	moved                // the depth of the find: it moves with the find
	asSent               // the depth of the file: it is taken as it is
)

// depths are the lines of a find as they were sent and as the file has them. They differ
// in nothing but their indentation.
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
//   - at the find's, if it begins as deep as the find, or if it repeats a line of the find;
//     and if none of its new lines looks as if it were at the file's depth already
//   - at the file's, if it begins as deep as the lines in the file, and repeats no line of
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
		if d.tooDeep() && subset(lineSet(replacement), lineSet(d.find)) {
			return moved // lines are only taken out: nothing says that the others get deeper
		}
		if d.repeatsFind(replacement) || !d.repeats(d.file, d.find, replacement) && subset(indents(replacement), indents(d.find)) {
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

// repeats reports whether a replacement has a line of one side that says something and
// that the other side has not.
func (d depths) repeats(side, other, replacement []string) bool {
	return slices.ContainsFunc(replacement, func(line string) bool {
		return telling(line) && slices.Contains(side, line) && !slices.Contains(other, line)
	})
}

// repeatsFind reports whether a replacement has a line of the find that the file has at
// another depth.
func (d depths) repeatsFind(replacement []string) bool {
	return slices.ContainsFunc(replacement, func(line string) bool {
		i := slices.Index(d.find, line)
		return i >= 0 && !blank(line) && d.file[i] != line
	})
}

// startsInside reports whether a replacement begins with a later line of the find, and as
// deep as the lines in the file: a body without its head, moved out of it or not.
func (d depths) startsInside(replacement []string) bool {
	first, some := firstIndent(replacement)
	there, _ := firstIndent(d.file)
	i := slices.IndexFunc(replacement, func(l string) bool { return !blank(l) })
	return some && !d.hunk && first == there && slices.Contains(d.find, replacement[i])
}

// newLinesMove reports whether no new line of a replacement may be at the file's depth
// already. New lines come in units: a line and those after it that are deeper.
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

// gapMoves is newLinesMove for new lines that stand together. They take the place of the
// find's lines from from up to to, if there are any. A hunk has its context in both
// texts, so that says nothing about its new lines: they have to be as deep as the lines
// that they replace, or too shallow to be at the file's depth.
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
		case n == 0 && replaces && first == gone: // it is as deep as what it replaces
		case n == 0 && replaces && first == goneThere:
			return false
		case subset(indents(unit), own), !other[first]:
		case inside && len(unit) == 1: // it is put between lines of the find, less deep than those
		default:
			return false
		}
	}
	return true
}

// mayEndScope reports whether a replacement ends with a new unit (a line and deeper ones
// below it) that is as deep as a line of the file that encloses the place. Such a unit may
// already be at the file's depth, although the lines before it are at the find's.
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

// endsBlock reports whether lines have a closing bracket at a depth that encloses their place,
// and no block that it closes. The unit before them has so many lines.
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

// units parts lines where one is not deeper than the first of its unit. Blank lines are
// left out.
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

// besideOf tells at which depth content was written that is put next to a find: at the
// find's, if it is as deep as lines of the find and as no line in the file. Content may well
// be deeper than what it is put next to, so depth alone never shows that it was written at
// the file's. It is unclear where a block may belong outside of what encloses the place.
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

// hasBlocks reports whether all that the find has at a depth are blocks, or ends of them: then
// a block at that depth is one more.
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
