package match

import (
	"slices"
	"strings"

	"fileops/internal/text"
)

// indentBlanks are the blanks that indent a line or trail it; a tab among them goes
// to the next multiple of the tab width.
const indentBlanks = " \t"

// tabWidths are the widths that a tab is tried with.
var tabWidths = []int{2, 3, 4, 8}

// Bounds of the search for whole lines. A find none of whose lines is rarer than
// maxAnchors, or that needs more than maxCompared bytes of comparing, is not found.
const (
	maxAnchors  = 4096
	maxCompared = 64 << 20
)

// findWindows finds every run of whole lines that is the find's but for the blanks at
// both ends of each line. It starts from the find's rarest line.
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

// rarest returns the index of the line that the source has the fewest of, and where
// the source's lines of that text start; nothing where it lacks one of the lines.
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

// linesBack is the start of the line that is n lines before the one that starts at at.
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

// sameLines reports whether s begins with lines that read as trimmed, and where the
// last of them ends, its line break left out.
func sameLines(s string, trimmed []string) (end int, same bool) {
	for i, want := range trimmed {
		if i > 0 {
			end++
		}
		if end >= len(s) {
			return 0, false // after the last line there is none, not a blank one either
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

// columns is the width of an indentation when tabs stand at multiples of width.
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

// whole is a match of whole lines at w. The lines of region and find pair up.
func (a *attempt) whole(w text.Span) (t Tolerated, region, find []string) {
	t.Matches = Matches{Spans: []text.Span{w}, Whole: a.block}
	return t, strings.Split(a.view[w.Start:w.End], "\n"), strings.Split(a.needle, "\n")
}

// adapt makes the text of a match of whole lines.
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
		t.Text, ok = a.adapt(region, find, func(s string) (string, bool) { return s, true })
		t.Spans = append(found.Spans, w)
		found = t
	}
	return a.also(found, a.sameButTrailing), ok
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

// shiftOf finds the one shift that turns the indentation of every line of the find
// into the region's.
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

// pure reports whether a shift is of one kind of blanks.
func (s shift) pure() bool { return strings.Trim(s.blanks, s.blanks[:1]) == "" }

// apply shifts a line of the replacement. It gives up on a line that indents with
// something else than the shift, or with less than it takes away.
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

// native reports whether every line of the find whose indentation is not the region's
// stands in the source elsewhere, indented as it is. Then it is the place that is in
// doubt, not the indentation: a line may be missing between them.
func (a *attempt) native(region, find []string) bool {
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

// shift ignores one shift of all lines.
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
		ok = len(found.Spans) == 0 && a.atDepth(&t, region, find, s) && !a.native(region, find)
		t.Spans = append(found.Spans, w)
		found = t
	}
	return a.also(found, a.sameButBlanks), ok
}

// reindented reports whether the lines of the replacement stand around a place, and
// stand to each other as they were sent: all shifted alike, or with the tabs that make
// the find the region.
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
	for i := 0; i <= before && i+len(lines) <= len(around); i++ {
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

// atDepth makes the text of a shifted match: moved as the find is, or as it was sent.
// Where neither is certain, it gives both as readings.
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

// enclosing are the indentations of the lines that enclose a place: each is the nearest
// one above that is less indented than those below it.
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

// sameColumns reports whether the find's lines are the region's when tabs have the
// given width, and some of them not without that.
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

// indentsWithTabs says what a region indents with; not known where some of its lines
// begin with a tab and others with as many blanks as a tab is wide.
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

// sameWidth reports whether the replacement counts a tab as the find does: none of its
// lines begins between two tabs where no line of the find does.
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

// tabs ignores whether indentation is made of tabs or spaces.
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
			t.Text, ok = a.adapt(region, find, func(l string) (string, bool) { return convert(l), true })
			ok = ok && known && len(found.Spans) == 0 && !a.native(region, find)
			if ok && tabs && !a.sameWidth(find, width) {
				ok, t.Readings = false, []string{t.Text, a.replacement}
			}
			t.Spans = append(found.Spans, w)
			found = t
		}
	}
	return a.also(found, a.sameButBlanks), ok
}
