package match

import (
	"slices"
	"strings"

	"fileops/internal/text"
)

// indentBlanks are the blanks of indentations and at the ends of lines. A tab goes to the next
// multiple of the tab width.
const indentBlanks = " \t"

// tabWidths are the tab widths that are tried.
var tabWidths = []int{2, 3, 4, 8}

// Limits of the search for whole lines. A find is not found if each of its lines occurs more
// than maxAnchors times, or if more than maxCompared bytes would be compared.
const (
	maxAnchors  = 4096
	maxCompared = 64 << 20
)

// findWindows finds every run of whole lines that equals the find without the blanks at both
// ends of each line. It starts from the find's rarest line.
func (a *attempt) findWindows() []text.Span {
	lines, end := a.findLines()
	trimmed := make([]string, len(lines))
	size := 0
	for i, line := range lines {
		trimmed[i] = strings.Trim(line, indentBlanks)
		size += len(line) + 1
	}
	anchor, starts := a.rarest(trimmed)
	var windows []text.Span
	budget := maxCompared
	for _, at := range starts {
		if budget -= size; budget < 0 {
			return nil
		}
		start, ok := linesBack(a.view, at, anchor)
		if !ok {
			continue
		}
		stop, ok := sameLines(a.view[start:], trimmed)
		if !ok {
			continue
		}
		w := text.Span{Start: start, End: start + stop}
		if end != "" {
			if w.End == len(a.view) {
				continue
			}
			w.End++
		}
		windows = append(windows, w)
	}
	return windows
}

// rarest returns the index of the line that is rarest in the source, and the offsets of the
// source's lines with that text: none if the source lacks one of the lines.
func (a *attempt) rarest(trimmed []string) (anchor int, starts []int) {
	at := make(map[string][]int, len(trimmed))
	for _, line := range trimmed {
		if line != "" {
			at[line] = nil
		}
	}
	pos := text.Body(a.view)
	for line := range strings.Lines(a.view[pos:]) {
		line, size := strings.Trim(strings.TrimSuffix(line, "\n"), indentBlanks), len(line)
		if found, ok := at[line]; ok && len(found) <= maxAnchors {
			at[line] = append(found, pos)
		}
		pos += size
	}
	for i, line := range trimmed {
		found := at[line]
		if line == "" || len(found) > maxAnchors {
			continue
		}
		if len(found) == 0 {
			return 0, nil
		}
		if starts == nil || len(found) < len(starts) {
			anchor, starts = i, found
		}
	}
	return anchor, starts
}

// linesBack is the start of the line n lines before the one at offset at.
func linesBack(s string, at, n int) (int, bool) {
	first := text.Body(s)
	for range n {
		if at <= first {
			return 0, false
		}
		at = max(first, strings.LastIndexByte(s[:at-1], '\n')+1)
	}
	return at, true
}

// sameLines reports whether s begins with lines that equal trimmed without their blanks, and
// where the last of them ends, without its line break.
func sameLines(s string, trimmed []string) (end int, same bool) {
	for i, want := range trimmed {
		if i > 0 {
			end++
		}
		if end >= len(s) {
			return 0, false // after the last line there is no line, not even a blank one
		}
		stop := strings.IndexByte(s[end:], '\n')
		if stop < 0 {
			stop = len(s) - end
		}
		if strings.Trim(s[end:end+stop], indentBlanks) != want {
			return 0, false
		}
		end += stop
	}
	return end, true
}

// indent splits a line into its indentation and its text.
func indent(line string) (blanks, rest string) {
	rest = strings.TrimLeft(line, indentBlanks)
	return line[:len(line)-len(rest)], rest
}

func blank(line string) bool { return strings.Trim(line, indentBlanks) == "" }

// columns is the width of an indentation with a tab width.
func columns(indentation string, width int) int {
	n := 0
	for _, c := range indentation {
		n++
		if c == '\t' {
			n = (n + width - 1) / width * width
		}
	}
	return n
}

// whole is a match of whole lines at w, with the lines of the region and of the find.
func (a *attempt) whole(w text.Span) (t Tolerated, region, find []string) {
	t.Matches = Matches{Spans: []text.Span{w}, Whole: a.block}
	return t, strings.Split(a.view[w.Start:w.End], "\n"), strings.Split(a.needle, "\n")
}

// adapt makes the text for a match of whole lines. Lines that are new go through convert.
func (a *attempt) adapt(region, find []string, convert func(string) (string, bool)) (string, bool) {
	if a.removes {
		return "", true
	}
	if a.beside {
		region, find = nil, nil
	}
	return keepLines(region, find, strings.Split(a.replacement, "\n"), convert)
}

// trailing ignores the blanks at the ends of lines. A find in inline form may start
// after the indentation of its first line.
func (a *attempt) trailing() (Tolerated, bool) {
	var found Tolerated
	ok := false
	for _, w := range a.windows {
		t, region, find := a.whole(w)
		if !a.sameButTrailing(region, find, true) {
			continue
		}
		before := len(strings.TrimRight(region[0], indentBlanks)) - len(strings.TrimRight(find[0], indentBlanks))
		region[0] = region[0][before:]
		w.Start += before
		if ok = len(found.Spans) == 0; ok { // a second place is refused whatever its text
			t.Text, ok = a.adapt(region, find, func(s string) (string, bool) { return s, true })
		}
		t.Spans = append(found.Spans, w)
		found = t
	}
	return a.addInlinePlaces(found, a.sameButTrailing), ok
}

// sameButTrailing compares lines without the blanks at their ends.
func (a *attempt) sameButTrailing(region, find []string, _ bool) bool {
	region, find = rtrimmed(region), rtrimmed(find)
	return (region[0] == find[0] || !a.block && strings.HasSuffix(region[0], find[0])) && slices.Equal(region[1:], find[1:])
}

// shift is how indentations differ between the find and the file.
type shift struct {
	blanks string // what one side has more of, at the start of each line
	add    bool   // the file has it, the find has not
}

// shiftOf finds the shift that turns the indentation of every line of the find into the
// region's, if one does.
func shiftOf(region, find []string) (shift, bool) {
	var s shift
	for i := range find {
		if blank(find[i]) {
			continue
		}
		fi, frest := indent(find[i])
		ri, rrest := indent(region[i])
		if frest != rrest || len(fi) == len(ri) {
			return shift{}, false
		}
		one := shift{add: len(ri) > len(fi)}
		var same bool
		if one.add {
			one.blanks, same = strings.CutSuffix(ri, fi)
		} else {
			one.blanks, same = strings.CutSuffix(fi, ri)
		}
		if !same || s.blanks != "" && s != one {
			return shift{}, false
		}
		s = one
	}
	return s, s.blanks != ""
}

// pure reports whether a shift is only spaces or only tabs.
func (s shift) pure() bool { return strings.Trim(s.blanks, s.blanks[:1]) == "" }

// apply shifts a line of the replacement. It gives up on a line that is indented with other
// blanks than the shift, or with less than the shift removes.
func (s shift) apply(line string) (string, bool) {
	if blank(line) {
		return line, true
	}
	own, _ := indent(line)
	if strings.Trim(own, s.blanks[:1]) != "" {
		return "", false
	}
	if s.add {
		return s.blanks + line, true
	}
	return strings.CutPrefix(line, s.blanks)
}

// indentedSoElsewhere compares the lines of the find that have another indentation than the
// region. It reports whether all of them occur elsewhere in the source as they are. Then the
// place is in doubt, not the indentation: a line may be missing between them.
func (a *attempt) indentedSoElsewhere(region, find []string) bool {
	lines := map[string]bool{}
	for i, line := range find {
		if !blank(line) && line != region[i] {
			lines[line] = true
		}
	}
	for line := range strings.Lines(a.view) {
		delete(lines, strings.TrimSuffix(line, "\n"))
		if len(lines) == 0 {
			return true
		}
	}
	return false
}

// shift is the level that ignores one shift of all lines.
func (a *attempt) shift() (Tolerated, bool) {
	var found Tolerated
	ok := false
	if !a.block {
		return found, false
	}
	for _, w := range a.windows {
		t, region, find := a.whole(w)
		s, uniform := shiftOf(region, find)
		if !uniform || !s.pure() {
			continue
		}
		// A second place is refused whatever its text.
		ok = len(found.Spans) == 0 && a.atDepth(&t, region, find, s) && !a.indentedSoElsewhere(region, find)
		t.Spans = append(found.Spans, w)
		found = t
	}
	return a.addInlinePlaces(found, a.sameButBlanks), ok
}

// reindented reports whether the lines of the replacement are already around a place, with
// another indentation: all shifted alike, or with the tabs that turn the find into the region.
func (a *attempt) reindented(s text.Span) bool {
	lines := strings.Split(strings.TrimSuffix(a.replacement, "\n"), "\n")
	find := strings.Split(strings.TrimSuffix(a.needle, "\n"), "\n")
	more := len(lines) - len(find)
	if more < 0 {
		return false
	}
	start, before := a.lineOf(s.Start), 0
	for ; before < more && start > a.lineOf(0); before++ {
		start = a.lineOf(start - 1)
	}
	around := strings.SplitN(a.view[start:], "\n", before+len(lines)+1)
	budget := maxCompared
	for i := 0; i <= before && i+len(lines) <= len(around); i++ {
		if budget -= len(a.replacement); budget < 0 {
			return false
		}
		there := around[i : i+len(lines)]
		if !slices.EqualFunc(there, lines, sameBlankLine) {
			continue
		}
		if _, shifted := shiftOf(there, lines); shifted {
			return true
		}
		region := around[before : before+len(find)]
		if slices.ContainsFunc(tabWidths, func(w int) bool { return sameColumns(region, find, w) && sameColumns(there, lines, w) }) {
			return true
		}
	}
	return false
}

// sameBlankLine reports whether two lines are the same if one of them is blank.
func sameBlankLine(a, b string) bool { return a == b || !blank(a) && !blank(b) }

// atDepth makes the text for a shifted match: moved like the find, or as it was sent. If neither
// is certain, both become Readings.
func (a *attempt) atDepth(t *Tolerated, region, find []string, s shift) bool {
	move, moves := a.adapt(region, find, s.apply)
	stay, stays := a.adapt(region, find, func(l string) (string, bool) { return l, true })
	d := depths{find: find, file: region, hunk: a.hunk}
	lines := strings.Split(a.replacement, "\n")
	if d.startsInside(lines) {
		stay, stays = a.replacement, true // what it repeats of the find counts as it was sent
	}
	enclosing := a.enclosing(t.Spans[0])
	of := d.of
	if a.beside {
		of = func(content []string) frame { return d.besideOf(content, enclosing) }
	}
	t.Text = move
	if moves && stays && move == stay {
		return true
	}
	switch of(lines) {
	case moved:
		if moves && (a.beside || !d.mayEndScope(lines, enclosing)) {
			return true
		}
	case asSent:
		t.asSent, t.Text = true, a.replacement
		return true
	}
	if moves {
		t.Readings = append(t.Readings, move)
	}
	if stays {
		t.Readings = append(t.Readings, stay)
	}
	return false
}

// enclosing are the indentations of the lines that enclose a place: each is the nearest line
// above with less indentation than the ones below it.
func (a *attempt) enclosing(w text.Span) map[string]bool {
	set := map[string]bool{}
	least, some := firstIndent(strings.Split(a.view[w.Start:w.End], "\n"))
	for end := w.Start; some && end > a.lineOf(0) && least != ""; {
		start := a.lineOf(end - 1)
		if own, rest := indent(a.view[start : end-1]); rest != "" && len(own) < len(least) {
			least, set[own] = own, true
		}
		end = start
	}
	return set
}

// sameColumns reports whether the find's lines equal the region's with a tab width, and some of
// them have different blanks.
func sameColumns(region, find []string, width int) bool {
	differ := false
	for i := range find {
		fi, frest := indent(find[i])
		ri, rrest := indent(region[i])
		if frest == "" && rrest == "" {
			continue
		}
		if frest != rrest || columns(fi, width) != columns(ri, width) {
			return false
		}
		differ = differ || fi != ri
	}
	return differ
}

// indentsWithTabs reports whether a region is indented with tabs. That is not known if some of
// its lines begin with a tab and others with as many spaces as a tab is wide.
func indentsWithTabs(region []string, width int) (tabs, known bool) {
	spaces := false
	for _, line := range region {
		own, rest := indent(line)
		if rest == "" || own == "" {
			continue
		}
		tabs = tabs || own[0] == '\t'
		if strings.Contains(strings.TrimLeft(own, "\t"), "\t") {
			return false, false // a tab after a space
		}
		spaces = spaces || own[0] == ' ' && len(own) >= width
	}
	return tabs, !tabs || !spaces
}

// reindent writes the indentation of a line with tabs of a width, or with spaces.
func reindent(tabs bool, width int) func(string) string {
	return func(line string) string {
		own, rest := indent(line)
		n := columns(own, width)
		if rest == "" || own == "" {
			return line
		}
		if !tabs {
			return strings.Repeat(" ", n) + rest
		}
		return strings.Repeat("\t", n/width) + strings.Repeat(" ", n%width) + rest
	}
}

// sameWidth reports whether the replacement seems to have the tab width of the find: none of its
// lines begins between two tab stops at a column where no line of the find does.
func (a *attempt) sameWidth(find []string, width int) bool {
	rests := map[int]bool{0: true}
	for own := range indents(find) {
		rests[columns(own, width)%width] = true
	}
	for own := range indents(strings.Split(a.replacement, "\n")) {
		if !rests[columns(own, width)%width] {
			return false
		}
	}
	return true
}

// tabs is the level that ignores whether indentation is tabs or spaces.
func (a *attempt) tabs() (Tolerated, bool) {
	var found Tolerated
	ok := false
	if !a.block {
		return found, false
	}
	for _, w := range a.windows {
		for _, width := range tabWidths {
			t, region, find := a.whole(w)
			if !sameColumns(region, find, width) {
				continue
			}
			tabs, known := indentsWithTabs(region, width)
			convert := reindent(tabs, width)
			if ok = known && len(found.Spans) == 0; ok { // else no text is needed
				t.Text, ok = a.adapt(region, find, func(l string) (string, bool) { return convert(l), true })
			}
			ok = ok && !a.indentedSoElsewhere(region, find)
			if ok && tabs && !a.sameWidth(find, width) {
				ok, t.Readings = false, []string{t.Text, a.replacement}
			}
			t.Spans = append(found.Spans, w)
			found = t
		}
	}
	return a.addInlinePlaces(found, a.sameButBlanks), ok
}
