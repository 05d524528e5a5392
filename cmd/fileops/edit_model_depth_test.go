package main

import (
	"slices"
	"strings"
	"unicode"
)

// This file models the levels that ignore how deep lines are.

// shifted ignores one shift of all lines.
//
// "A uniform shift of indentation (the replacement is shifted the same way where it was
// written in the same frame, that is where it begins at the find's depth; taken as it is
// where it stands at the file's own depth already; else refused with both readings)."
func (e modelEdit) shifted(v view) []toleratedPlace {
	return e.aligned(v, func(want, have []string) (f fitted, ok bool) {
		left, right, ok := shiftOf(want, have)
		if !ok {
			return fitted{}, false
		}
		if mixed(append(strings.Split(snippet(e.replace), "\n"), left+right+"|")) {
			defer func() { f.open = mixedBlanks }()
		}
		shift := func(l string) (string, string) {
			switch {
			case !unblank(l):
				return l, ""
			case !strings.HasPrefix(l, left):
				return "", "less indentation than is to be taken away"
			}
			return right + strings.TrimPrefix(l, left), ""
		}
		f = e.inFrame(want, have, shift)
		switch {
		case v.native(want, have):
			f.open = asInFile
		case f.open == "" && v.endsScope(strings.Split(snippet(e.replace), "\n"), want, have):
			f.open = "a new block is as deep as a line that encloses the place"
		}
		return f, f.refuse == "" || !slices.ContainsFunc(slices.Concat(want, have), spaceBeforeTab)
	})
}

const asInFile = "every line that differs stands in the file elsewhere as the find has it"

// native reports whether the find may be wrong about the place, not about the blanks.
//
// "One of the lines that differ must not stand in the source as the find has it."
func (v view) native(want, have []string) bool {
	for i, l := range want {
		if unblank(l) && l != have[i] && !slices.Contains(v.lines(), l) {
			return false
		}
	}
	return true
}

// endsScope reports whether a replacement has a new block, or the end of one, behind its first
// line, and as deep as a line that encloses the place: it may belong behind that.
func (v view) endsScope(replace, want, have []string) bool {
	enclosing := map[string]bool{}
	for at := range v.lines() {
		if at+len(have) > len(v.lines()) || !slices.Equal(v.lines()[at:at+len(have)], have) {
			continue
		}
		first, _ := firstLine(have)
		for least := len(indentOf(first)); at > 0 && least > 0; at-- {
			if l := v.lines()[at-1]; unblank(l) && len(indentOf(l)) < least {
				least, enclosing[indentOf(l)] = len(indentOf(l)), true
			}
		}
	}
	first, _ := firstLine(replace)
	for i, l := range replace {
		next, blank := firstLine(replace[i+1:])
		block := !blank && len(indentOf(next)) > len(indentOf(l)) && i > slices.Index(replace, first)
		if unblank(l) && !slices.Contains(want, l) && enclosing[indentOf(l)] && (block || strings.ContainsAny(strings.TrimSpace(l)[:1], ")]}")) {
			return true
		}
	}
	return false
}

const mixedBlanks = "tabs and spaces are mixed in indentations of one text"

// mixed reports whether lines are indented with tabs as well as with spaces.
func mixed(lines []string) bool {
	tabs, spaces := false, false
	for _, l := range lines {
		tabs = tabs || strings.Contains(indentOf(l), "\t")
		spaces = spaces || strings.Contains(indentOf(l), " ")
	}
	return tabs && spaces
}

// spaceBeforeTab reports whether a line is indented by spaces that a tab may swallow: to
// take them away may change no column.
func spaceBeforeTab(line string) bool { return strings.Contains(indentOf(line), " \t") }

// shiftOf is what to take from, and what to put before, every line of want that is not
// blank, to make it have.
func shiftOf(want, have []string) (left, right string, ok bool) {
	var w, h string
	for i := range want {
		if !unblank(want[i]) && !unblank(have[i]) {
			continue
		}
		l, r := "", ""
		switch {
		case strings.HasSuffix(have[i], want[i]):
			r = strings.TrimSuffix(have[i], want[i])
		case strings.HasSuffix(want[i], have[i]):
			l = strings.TrimSuffix(want[i], have[i])
		default:
			return "", "", false
		}
		if unblank(l+r) || l+r == "" || ok && (l != w || r != h) {
			return "", "", false
		}
		w, h, ok = l, r, true
	}
	return w, h, ok
}

// inFrame is the replacement, moved if it was written in the frame of the find: if it
// begins at the find's depth, or with a line of the find.
func (e modelEdit) inFrame(want, have []string, move func(string) (string, string)) fitted {
	replace := strings.Split(snippet(e.replace), "\n")
	first, blank := firstLine(replace)
	asSent, _ := firstLine(want)
	inFile, _ := firstLine(have)
	repeats := slices.ContainsFunc(replace, func(l string) bool { return unblank(l) && slices.Contains(want, l) })
	switch {
	case blank || repeats || indentOf(first) == indentOf(asSent):
		f := e.keptWhole(want, have, move)
		switch {
		case !blank && indentOf(first) != indentOf(asSent) && indentOf(first) == indentOf(inFile):
			f.open = "it begins as deep as the file's lines, and repeats a line of the find"
		case blank && e.replace.text != "" && !e.find.block:
			f.open = "blank lines for a find in inline form"
		case newDepth(replace, want, have):
			f.open = "a new line is as deep as the file's lines, not as the find's"
		case atGoneDepth(replace, want, have):
			f.open = "a new line is as deep as a line that goes is in the file"
		case !blank && indentOf(first) != indentOf(asSent) && !slices.ContainsFunc(replace, func(l string) bool { return lettersIn(l) > 2 && slices.Contains(want, l) }):
			f.open = "all that says in which frame it was written is a line of less than three letters"
		}
		return f
	case indentOf(first) == indentOf(inFile):
		f := fitted{texts: []string{snippet(e.replace)}}
		if !slices.ContainsFunc(replace, func(l string) bool { return lettersIn(l) > 2 && slices.Contains(have, l) }) && !otherDepth(replace, want) {
			f.open = "all lines are as deep as others of the find are"
		}
		return f
	}
	return fitted{refuse: "the replacement is written in neither frame"}
}

// newDepth reports whether a line is as deep as one of the file, but as none of the find.
//
// "A hunk with dedented context and an undedented + line too."
func newDepth(replace, want, have []string) bool {
	at := func(lines []string, l string) bool {
		return slices.ContainsFunc(lines, func(m string) bool { return unblank(m) && indentOf(m) == indentOf(l) })
	}
	return slices.ContainsFunc(replace, func(l string) bool { return unblank(l) && at(have, l) && !at(want, l) })
}

// atGoneDepth looks at the first line of each run of new lines. It reports whether one is as
// deep as the file has a line that the edit takes away. One that is as deep as the find has the
// first line that goes does not count. Trailing blanks make no line a new one.
func atGoneDepth(replace, want, have []string) bool {
	count := func(lines []string, l string) (n int) {
		for _, m := range lines {
			if strings.TrimRight(m, " \t") == strings.TrimRight(l, " \t") {
				n++
			}
		}
		return n
	}
	var gone []int
	for i, l := range want {
		if unblank(l) && count(want, l) > count(replace, l) {
			gone = append(gone, i)
		}
	}
	fresh := false
	for _, l := range replace {
		if !unblank(l) {
			continue
		}
		before := fresh
		if fresh = count(replace, l) > count(want, l); before || !fresh {
			continue
		}
		at := func(i int) bool { return indentOf(have[i]) == indentOf(l) }
		if slices.ContainsFunc(gone, at) && indentOf(want[gone[0]]) != indentOf(l) {
			return true
		}
	}
	return false
}

// firstLine is the first line that is not blank.
func firstLine(lines []string) (line string, blank bool) {
	for _, l := range lines {
		if unblank(l) {
			return l, false
		}
	}
	return "", true
}

// tabbed ignores whether an indentation is of tabs or of spaces, for tabs of one width.
// The columns say in which frame the replacement is, so it has only to be written in the
// blanks of the file.
func (e modelEdit) tabbed(v view) []toleratedPlace {
	return e.aligned(v, func(want, have []string) (f fitted, ok bool) {
		if mixed(want) || mixed(have) {
			defer func() { f.open = mixedBlanks }()
		}
		for _, width := range []int{2, 3, 4, 8} {
			same := func(a, b string) bool {
				return !unblank(a) && !unblank(b) || columns(a, width) == columns(b, width) && strings.TrimLeft(a, " \t") == strings.TrimLeft(b, " \t")
			}
			if slices.EqualFunc(want, have, same) {
				f = e.keptWhole(want, have, retab(have, width))
				switch {
				case partsOfTabs(strings.Split(snippet(e.replace), "\n"), want, have, width):
					f.open = "a replacement begins at another depth, which is no whole number of tabs"
				case v.native(want, have):
					f.open = asInFile
				case !e.find.block && strings.Trim(snippet(e.replace), " \t\n") == "" && e.replace.text != "":
					f.open = "blank lines for a find in inline form"
				}
				return f, true
			}
		}
		return fitted{}, false
	})
}

// otherDepth reports whether a line is as deep as none of the others.
func otherDepth(lines, others []string) bool {
	return slices.ContainsFunc(lines, func(l string) bool {
		return unblank(l) && !slices.ContainsFunc(others, func(m string) bool { return unblank(m) && indentOf(m) == indentOf(l) })
	})
}

// partsOfTabs reports whether a line is deeper or less deep than those of the find, by a part
// of a tab, and the file has tabs: it may be meant to be of another width.
func partsOfTabs(replace, want, have []string, width int) bool {
	return slices.ContainsFunc(have, func(l string) bool { return unblank(l) && strings.Contains(indentOf(l), "\t") }) &&
		slices.ContainsFunc(replace, func(l string) bool {
			return unblank(l) && columns(l, width)%width != 0 && otherDepth([]string{l}, want)
		})
}

// columns is how wide the indentation of a line is.
func columns(line string, width int) int {
	n := 0
	for _, c := range indentOf(line) {
		if n++; c == '\t' {
			n = (n + width - 1) / width * width
		}
	}
	return n
}

// retab writes an indentation in tabs, or in spaces, as the lines of a file have it.
func retab(have []string, width int) func(string) (string, string) {
	tabs := slices.ContainsFunc(have, func(l string) bool { return unblank(l) && strings.HasPrefix(l, "\t") })
	return func(l string) (string, string) {
		n := columns(l, width)
		switch rest := strings.TrimLeft(l, " \t"); {
		case rest == "":
			return l, ""
		case tabs:
			return strings.Repeat("\t", n/width) + strings.Repeat(" ", n%width) + rest, ""
		default:
			return strings.Repeat(" ", n) + rest, ""
		}
	}
}

// standsDeeper reports whether the lines of a replacement stand around a place, all of them
// at another depth.
func (e modelEdit) standsDeeper(v view, place region) bool {
	lines := modelLines(snippet(e.replace))
	for i := 0; len(lines) > 0 && i+len(lines) <= len(v.lines()); i++ {
		r := v.whole(i, len(lines))
		if _, _, ok := shiftOf(lines, v.lines()[i:i+len(lines)]); ok && r.start <= place.start && place.end <= r.end+1 {
			return true
		}
	}
	return false
}

// lettersIn is how many letters and digits a text has.
func lettersIn(s string) int {
	return strings.Count(strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return 'a'
		}
		return ' '
	}, s), "a")
}
