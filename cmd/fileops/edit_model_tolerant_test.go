package main

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Tolerant matching "lets a unique match through that differs only in trailing blanks, …
// a uniform shift of indentation …, tabs for spaces at the same columns, … or a blank line
// too many at the find's edge …, tried in that order, each only when the stricter ones
// found nothing and only when unique."
//
// Pasted numbers, look-alikes and entities are not modelled: the cases hold none.

// fitted is a replacement as it fits a place; several texts where the lines that stay are
// not certain.
type fitted struct {
	texts  []string
	refuse string
	open   string
}

// toleratedPlace is a place by one level, with a replacement that fits it.
type toleratedPlace struct {
	region
	replace fitted
	placed  bool     // the region has its text already
	also    []region // that may be meant as well, with their texts
}

// toleratedAnswer tries one level after the other.
func (e modelEdit) toleratedAnswer(v view) answer {
	// "A find of fewer than three letters or digits says too little to be tolerant about."
	if len(strings.FieldsFunc(e.find.text, func(r rune) bool { return strings.ContainsRune(" \t\r\n{}", r) })) == 0 || lettersIn(e.find.text) < 3 {
		return answer{refuse: "no match, and too little to be tolerant about"}
	}
	for _, level := range []struct {
		name   string
		places func(view) []toleratedPlace
	}{
		{"trailing blanks", e.trailing},
		{"shift", e.shifted},
		{"tabs", e.tabbed},
		{"blank line too many", e.blankTooMany},
	} {
		places := level.places(v)
		if len(places) > 1 {
			return answer{refuse: "ambiguous: " + level.name}
		}
		if len(places) == 1 {
			a := e.tolerated(v, level.name, places[0])
			if a.open == "" && level.name != "trailing blanks" && e.alikeElsewhere(v, places[0].region) {
				a.open = "another place differs in blanks alone"
			}
			return a
		}
	}
	return answer{refuse: "no match"}
}

// alikeElsewhere reports whether whole lines beside a place are the find's as well but for
// blanks at both ends of each line. "It never picks between candidates."
func (e modelEdit) alikeElsewhere(v view, place region) bool {
	want := strings.Split(strings.Trim(snippet(e.find), "\n"), "\n")
	for len(want) > 1 && !unblank(want[0]) {
		want = want[1:]
	}
	for len(want) > 1 && !unblank(want[len(want)-1]) {
		want = want[:len(want)-1]
	}
	if !e.find.block && e.alikeInLines(v) {
		return true
	}
	for i := range v.lines() {
		if i+len(want) > len(v.lines()) {
			break
		}
		same := slices.EqualFunc(want, v.lines()[i:i+len(want)], func(a, b string) bool {
			return strings.Trim(a, " \t") == strings.Trim(b, " \t")
		})
		if r := v.whole(i, len(want)); same && (r.end <= place.start || r.start >= place.end) {
			return true
		}
	}
	return false
}

// alikeInLines reports whether a find in inline form is in the file more than once, also
// within lines, but for the blanks that lines begin and end with. Within a line, the blanks
// that the find begins with are a part of it.
func (e modelEdit) alikeInLines(v view) bool {
	trimmed := func(s string) string {
		lines := strings.Split(s, "\n")
		for i := range lines {
			lines[i] = strings.Trim(lines[i], " \t")
		}
		return strings.Join(lines, "\n")
	}
	find := snippet(e.find)
	text, bare, times := trimmed(v.text), strings.TrimRight(trimmed(find), "\n"), 0
	for at := range text {
		inside := at > 0 && text[at-1] != '\n' && bare != "" && bare[0] != '\n'
		if strings.HasPrefix(text[at:], bare) && (!inside || strings.HasSuffix(text[:at], indentOf(find))) {
			times++
		}
	}
	return times > 1
}

// tolerated is the edit of the one place that a level found.
func (e modelEdit) tolerated(v view, level string, p toleratedPlace) answer {
	if p.replace.refuse != "" {
		return answer{refuse: level + ": " + p.replace.refuse}
	}
	a := answer{how: level, open: p.replace.open}
	for _, t := range p.replace.texts {
		r := p.region
		r.text = t
		if e.find.block && !p.placed {
			r = v.wholeLines(r, e.replace)
		}
		a.want = append(a.want, e.after(v, []region{r})...)
		for _, made := range []string{t, snippet(e.replace)} {
			if snippet(e.find) == snippet(e.replace) {
				break
			}
			m := v.madeAlready(p.region, made)
			if m == alreadyApplied && e.keepsEnds() {
				m = "already applied, but for line ends"
			}
			if m != "" && a.open != alreadyApplied {
				a.open = m
			}
		}
	}
	for _, r := range p.also {
		a.want = append(a.want, e.after(v, []region{r})...)
	}
	slices.Sort(a.want)
	a.want = slices.Compact(a.want)
	if e.find.block && !e.replace.block && strings.HasSuffix(snippet(e.replace), "\n") && a.open == "" {
		a.open = "a text in inline form that ends in a line end, for a block"
	}
	switch {
	case !slices.ContainsFunc(a.want, func(s string) bool { return s != v.src }):
		a.open = "nothing to change" // which may as well be done
	case a.open == alreadyApplied:
		return answer{refuse: level + ": already applied"}
	case a.open == "" && (level == "tabs" || level == "shift") && e.standsDeeper(v, p.region):
		a.open = "already applied, but for how deep the lines are"
	case a.open == "" && e.nearlyStands(v, p.region):
		a.open = "already applied, but for blanks"
	case slices.ContainsFunc(append(p.replace.texts, snippet(e.replace)), func(s string) bool { return v.partOf(p.region, s) }):
		a.open = "nothing but blank lines, or blanks, to change"
	case len(a.want) > 1 && a.open == "":
		a.open = "blanks at the end of a line that may be one of those that stay"
	}
	return a
}

// partOf reports whether a text is what stands at a place, blanks around it aside.
func (v view) partOf(r region, s string) bool {
	bare := strings.TrimSpace(s)
	return bare != "" && strings.TrimSpace(v.text[r.start:r.end]) == bare
}

const alreadyApplied = "already applied"

// madeAlready reports whether a replacement stands around the place already.
func (v view) madeAlready(r region, replace string) string {
	replace, ended := strings.CutSuffix(replace, "\n")
	for at := 0; replace != "" && at+len(replace) <= len(v.text); at++ {
		end := at + len(replace)
		if v.text[at:end] != replace || at > r.start || at == r.start && end == r.end {
			continue
		}
		if end < r.end && (!ended || end+1 < r.end) {
			continue
		}
		if ended && (end < len(v.text) && v.text[end] != '\n' || end == len(v.text) && strings.HasSuffix(replace, "\n")) {
			continue // the last of its lines is another one there
		}
		if v.bounded(at, end) && utf8.RuneCountInString(strings.Join(strings.Fields(replace), "")) >= 8 {
			return alreadyApplied
		}
		return "already applied, though short or not in whole lines"
	}
	return ""
}

// wanted are the lines of the find, and whether it ends with a line end that is its own.
func (e modelEdit) wanted() (lines []string, ended bool) {
	s := snippet(e.find)
	if !e.find.block && strings.HasSuffix(s, "\n") {
		return strings.Split(strings.TrimSuffix(s, "\n"), "\n"), true
	}
	return strings.Split(s, "\n"), false
}

// trailing ignores blanks at the ends of lines.
func (e modelEdit) trailing(v view) (places []toleratedPlace) {
	if !e.find.block {
		return e.trailingInline(v)
	}
	want, _ := e.wanted()
	for i := 0; i+len(want) <= len(v.lines()); i++ {
		have := v.lines()[i : i+len(want)]
		if slices.EqualFunc(have, want, sameButTrailing) {
			places = append(places, toleratedPlace{v.whole(i, len(want)), e.kept(want, have, asItIs), false, nil})
		}
	}
	return places
}

func asItIs(line string) (fit, refuse string) { return line, "" }

func sameButTrailing(a, b string) bool { return trimRight(a) == trimRight(b) }
func trimRight(s string) string        { return strings.TrimRight(s, " \t") }

// trailingInline tries every part of the text. Parts that differ only in how many blanks
// of a line end they take with them are one place: the longest, if the find has blanks
// there, else the shortest.
func (e modelEdit) trailingInline(v view) (places []toleratedPlace) {
	want := strings.Split(snippet(e.find), "\n")
	first, last := want[0], want[len(want)-1]
	seen := -1
	for start := range v.text {
		var ends []int
		for end := start + 1; end <= len(v.text); end++ {
			if slices.EqualFunc(strings.Split(v.text[start:end], "\n"), want, sameButTrailing) {
				ends = append(ends, end)
			}
		}
		if len(ends) == 0 || !unblank(first) && first != "" && start > 0 && v.text[start-1] != '\n' {
			continue // a line of blanks is a line of the file
		}
		end := ends[0]
		if trimRight(last) != last {
			end = ends[len(ends)-1]
		}
		f := e.kept(want, strings.Split(v.text[start:end], "\n"), asItIs)
		var also []region
		if longest := ends[len(ends)-1]; longest > end { // blanks further
			for _, t := range e.kept(want, strings.Split(v.text[start:longest], "\n"), asItIs).texts {
				also = append(also, region{start, longest, t})
			}
		}
		switch {
		case !unblank(first) || !unblank(last):
			f.open = "a find in inline form that begins or ends with a line end and blanks"
		case start > 0 && indentOf(snippet(e.replace)) == v.blanksBefore(start)+indentOf(first) && v.blanksBefore(start) != "":
			f.open = "the replacement begins with the blanks that are before the place"
		case v.inside(start, end):
			f.open = "a find in inline form that begins or ends inside a line, trailing blanks aside"
		}
		if seen >= 0 && !unblank(first) && !unblank(v.text[seen:start]) {
			continue
		}
		seen = start
		places = append(places, toleratedPlace{region{start: start, end: end}, f, false, also})
	}
	return places
}

// blanksBefore are the blanks that a line begins with, if there is nothing else before an
// offset of it.
func (v view) blanksBefore(at int) string {
	before := v.text[strings.LastIndexByte(v.text[:at], '\n')+1 : at]
	if unblank(before) {
		return ""
	}
	return before
}

// inside reports whether a part of the text begins or ends inside a line, blanks aside.
func (v view) inside(start, end int) bool {
	before := v.text[strings.LastIndexByte(v.text[:start], '\n')+1 : start]
	behind, _, _ := strings.Cut(v.text[end:], "\n")
	return unblank(before) || unblank(behind) && !strings.HasSuffix(v.text[:end], "\n")
}

// kept is the replacement, whose lines that the edit does not change stay as the file has
// them, and of which fit makes the others. A line of the find that is a line of the
// replacement, but for trailing blanks, is not changed, or changed in these. Where that
// may be said of several lines, every reading is tried: Readings that differ in what
// comes out are no certain answer.
func (e modelEdit) kept(want, have []string, fit func(string) (line, refuse string)) fitted {
	if e.replace.text == "" {
		return fitted{texts: []string{""}}
	}
	return keptOf(strings.Split(snippet(e.replace), "\n"), want, have, fit)
}

// keptWhole is kept for whole lines: a line end that the find ends in is that of its last
// line, and no line behind it; so is the replacement's.
func (e modelEdit) keptWhole(want, have []string, fit func(string) (line, refuse string)) fitted {
	replace, both := strings.CutSuffix(snippet(e.replace), "\n")
	if _, ended := e.wanted(); !ended || !both {
		return e.kept(want, have, fit)
	}
	f := keptOf(strings.Split(replace, "\n"), want, have, fit)
	for i := range f.texts {
		f.texts[i] += "\n"
	}
	return f
}

// keptOf is kept for the lines of a replacement.
func keptOf(replace, want, have []string, fit func(string) (line, refuse string)) fitted {
	var all [][]string
	best := 0
	var pair func(i, j, pairs int, out []string)
	pair = func(i, j, pairs int, out []string) {
		if j == len(replace) {
			if pairs > best {
				best, all = pairs, nil
			}
			if pairs == best {
				all = append(all, slices.Clone(out))
			}
			return
		}
		pair(i, j+1, pairs, append(out, "new"))
		for k := i; k < len(want); k++ {
			switch {
			case want[k] == replace[j]:
				pair(k+1, j+1, pairs+1, append(out, "old"+have[k]))
			case sameButTrailing(want[k], replace[j]):
				pair(k+1, j+1, pairs+1, append(out, "new"))
			}
		}
	}
	pair(0, 0, 0, nil)
	var f fitted
	for _, reading := range all {
		lines := slices.Clone(replace)
		for j := range lines {
			if old, ok := strings.CutPrefix(reading[j], "old"); ok {
				lines[j] = old
				continue
			}
			line, refuse := fit(lines[j])
			if refuse != "" {
				return fitted{refuse: refuse}
			}
			lines[j] = line
		}
		f.texts = append(f.texts, strings.Join(lines, "\n"))
	}
	return f
}

// aligned are the places of whole lines that differ in their indentation only, for which
// fits finds a replacement. "A text in inline form stands for those if it has several or
// begins with a blank"; where it stands within lines, that is a place as well.
func (e modelEdit) aligned(v view, fits func(want, have []string) (fitted, bool)) (places []toleratedPlace) {
	want, ended := e.wanted()
	n := len(want)
	if !e.find.block && n == 1 && !ended && indentOf(want[0]) == "" {
		return nil // a part of a line has no indentation
	}
	for i := 0; i+n <= len(v.lines()); i++ {
		have, r := v.lines()[i:i+n], v.whole(i, n)
		switch f, ok := fits(want, have); {
		case !ok && !e.find.block:
			places = append(places, e.within(v, i, fits)...)
		case ok && ended && r.end == len(v.text):
		case ok:
			if ended {
				r.end++
			}
			replace := snippet(e.replace)
			if !e.find.block && f.refuse == "" && replace != "" && strings.HasSuffix(replace, "\n") != ended {
				f.open = otherEnd
			}
			places = append(places, toleratedPlace{r, f, false, nil})
		}
	}
	return places
}

const otherEnd = "the find ends with a line end, or the replacement, but not both"

// within is the place of a find in inline form that begins or ends inside a line: its
// first line has no indentation then, and its last one goes on.
func (e modelEdit) within(v view, line int, fits func(want, have []string) (fitted, bool)) []toleratedPlace {
	want, ended := e.wanted()
	n := len(want)
	r := v.whole(line, n)
	first, last := v.lines()[line], v.lines()[line+n-1]
	if ended && r.end == len(v.text) {
		return nil
	}
	for start := range len(first) + 1 {
		for end := range len(last) + 1 {
			if n == 1 && start > 0 || n == 1 && end < start || ended && end < len(last) {
				continue
			}
			part := region{start: r.start + start, end: r.end - len(last) + end}
			have := strings.Split(v.text[part.start:part.end], "\n")
			w := want
			if start > 0 {
				if !unblank(first[:start]) || have[0] != want[0] {
					continue
				}
				have, w = have[1:], want[1:]
			}
			if f, ok := fits(w, have); ok {
				f.open = "a find in inline form stands within lines, indented otherwise"
				return []toleratedPlace{{part, f, false, nil}}
			}
		}
	}
	return nil
}

// blankTooMany ignores a blank line at an edge of the find.
//
// "Or a blank line too many at the find's edge (dropped from the replacement's same edge
// too, if it is there)."
func (e modelEdit) blankTooMany(v view) (places []toleratedPlace) {
	for _, edges := range [][2]bool{{true, false}, {false, true}, {true, true}} {
		if len(places) > 0 && edges[0] && edges[1] {
			break // one blank line too many explains it
		}
		find, ok := withoutBlank(e.find, edges)
		if !ok {
			continue
		}
		shorter := e
		shorter.find = find
		if replace, ok := withoutBlank(e.replace, [2]bool{edges[0], false}); ok && edges[0] {
			shorter.replace = replace
		}
		if replace, ok := withoutBlank(shorter.replace, [2]bool{false, edges[1]}); ok && edges[1] {
			shorter.replace = replace
		}
		regions, how := shorter.exact(v)
		for _, r := range regions {
			if !e.find.block && !v.bounded(r.start, r.end) {
				continue
			}
			r = shorter.put(v, r)
			p := toleratedPlace{r, fitted{texts: []string{r.text}}, true, nil}
			if how == betweenBlanks {
				p.replace.open = "a blank line too many, and other blanks too"
			}
			if e.find.block != e.replace.block && snippet(e.replace) != "" {
				p.replace.open = "a blank line too many, in a block or its replacement alone"
				if i := strings.LastIndexByte(r.text, '\n'); i >= 0 && !unblank(r.text[i+1:]) {
					p.replace.texts = append(p.replace.texts, r.text[:i])
				}
			}
			if !e.find.block && !strings.HasSuffix(v.text, "\n") {
				p.replace.open = "a blank line too many for a file whose last line has no end"
			}
			if first, _, _ := strings.Cut(snippet(e.find), "\n"); !e.find.block && first != "" && edges[0] {
				p.replace.open = "a find in inline form that begins with blanks and a line end"
			}
			if !e.find.block && len(regions) > 1 {
				p.replace.open = "a blank line too many in a find in inline form that stands within lines as well"
			}
			if edges[0] && edges[1] {
				p.replace.open = "a blank line too many at both edges"
			}
			if replace := snippet(shorter.replace); !e.find.block && replace != "" && strings.HasSuffix(replace, "\n") != strings.HasSuffix(snippet(find), "\n") {
				p.replace.open = otherEnd
			}
			if !unblank(strings.ReplaceAll(snippet(e.replace), "\n", "")) && e.replace.text != "" {
				p.replace.open = "a replacement of blank lines only"
			}
			places = append(places, p)
		}
	}
	return places
}

// withoutBlank is a text without a blank line at its edges.
func withoutBlank(v modelValue, edges [2]bool) (modelValue, bool) {
	s := strings.ReplaceAll(v.text, "\r\n", "\n")
	if edges[0] {
		line, rest, ok := strings.Cut(s, "\n")
		if !ok || unblank(line) {
			return v, false
		}
		s = rest
	}
	if edges[1] {
		rest, ok := strings.CutSuffix(s, "\n")
		i := strings.LastIndexByte(rest, '\n')
		if !ok || unblank(rest[i+1:]) {
			return v, false
		}
		s = rest[:i+1]
	}
	v.text = s
	return v, true
}
