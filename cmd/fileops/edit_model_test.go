package main

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// This file and edit_model_tolerant_test.go say a second time what an edit means, slowly
// and without a line of the code that they check. They try every place of a small file.
// Each rule stands below the sentence that it comes from.

// modelValue is a text of an edit, and its form.
type modelValue struct {
	text  string
	block bool // it stands for whole lines: it is empty, or ends in a line end
}

// modelEdit is one edit of one file.
type modelEdit struct {
	file          string
	find, replace modelValue
	all           bool // every occurrence; else the one
	call          bool // the values are strings of a call
	tolerant      bool
}

// answer is what may become of a file.
type answer struct {
	want   []string // the file after the edit: one, or those that an open rule allows
	how    string   // by which rule it matched
	refuse string   // why the edit must be refused; "" if it need not be
	open   string   // a question that the specification leaves open: the edit may be refused
}

// region is a part of a view, and what is put there, with LF.
type region struct {
	start, end int
	text       string
}

// view is a file as edits see it.
//
// "Matching ignores the difference between LF and CRLF."
type view struct {
	src  string
	text string
	raw  []int // where each byte of text stands in src; a line end where its CR does
}

func newView(src string) view {
	v := view{src: src}
	var b strings.Builder
	for i := 0; i < len(src); i++ {
		v.raw = append(v.raw, i)
		if strings.HasPrefix(src[i:], "\r\n") {
			i++
		}
		b.WriteByte(src[i])
	}
	v.raw = append(v.raw, len(src))
	v.text = b.String()
	return v
}

// lines are the lines without their ends. Nothing after the last line end is a line.
func (v view) lines() []string { return modelLines(v.text) }

// modelLines are the lines of a text, without their ends.
func modelLines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimSuffix(s, "\n"), "\n")
}

// offset is where a line begins, in text.
func (v view) offset(line int) int {
	at := 0
	for _, l := range v.lines()[:line] {
		at += len(l) + 1
	}
	return at
}

// whole is the region from the start of a line to the end of the last of n lines,
// without its line end.
func (v view) whole(line, n int) region {
	return region{start: v.offset(line), end: v.offset(line+n-1) + len(v.lines()[line+n-1])}
}

// after is the file with the texts of an edit in their places.
//
// "Bytes outside the changed region are the same before and after."
func (e modelEdit) after(v view, regions []region) []string {
	var b strings.Builder
	at := 0
	for _, r := range regions {
		fresh := v.ended(r)
		if e.keepsEnds() {
			fresh = r.text
			if onlyCRLF(e.replace.text) {
				fresh = strings.ReplaceAll(r.text, "\n", "\r\n")
			} else if r.text == snippet(e.replace) {
				fresh = e.replace.text
			}
		}
		b.WriteString(v.src[at:v.raw[r.start]] + fresh)
		at = v.raw[r.end]
	}
	b.WriteString(v.src[at:])
	if after := b.String(); strings.Contains(v.src, "\n") || e.keepsEnds() || !onlyCRLF(e.replace.text) {
		return []string{after}
	} else {
		// A file without a line end says nothing, so either may be written.
		return []string{after, strings.ReplaceAll(after, "\n", "\r\n")}
	}
}

func onlyCRLF(s string) bool {
	return strings.Contains(s, "\n") && strings.Count(s, "\n") == strings.Count(s, "\r\n")
}

// keepsEnds reports whether the replacement is written with the line ends that it has.
//
// "A string in a call keeps the CRLF it was sent with when all its lines have it." But a
// find of which the same is true takes the file for one with CRLF, which it is not. An
// edit that changes nothing but line ends changes them.
func (e modelEdit) keepsEnds() bool {
	switch {
	case e.find.block || e.replace.block || e.find.text == e.replace.text:
		return false
	case snippet(e.find) == snippet(e.replace):
		return true
	}
	return e.call && onlyCRLF(e.replace.text) && !onlyCRLF(e.find.text)
}

func unblank(s string) bool { return strings.Trim(s, " \t") != "" }

// indentOf is what a line begins with before its text.
func indentOf(line string) string { return line[:len(line)-len(strings.TrimLeft(line, " \t"))] }

// snippet is a text as it is looked for, or put in.
//
// "Text in inline form is taken verbatim." "Snippets lose the final line break too."
func snippet(v modelValue) string {
	s := strings.ReplaceAll(v.text, "\r\n", "\n")
	if v.block {
		s = strings.TrimSuffix(s, "\n")
	}
	return s
}

// answer is what the edit must come to.
func (e modelEdit) answer() answer {
	v := newView(e.file)
	if snippet(e.find) == "" {
		return answer{refuse: "empty find"} // "fails when: no match; find empty"
	}
	places, how := e.exact(v)
	if len(places) == 0 && e.tolerant {
		return e.toleratedAnswer(v)
	}
	switch {
	case len(places) == 0:
		return answer{refuse: "no match"}
	case !e.all && len(places) > 1 && how == betweenBlanks:
		return answer{refuse: ambiguousBetween}
	case !e.all && len(places) > 1:
		return answer{refuse: "ambiguous"} // "replaces the one match; fails when: 0 or 2+ matches"
	}
	apart := slices.Clone(places[:1])
	for _, p := range places[1:] {
		if last := apart[len(apart)-1]; p.start > last.end || p.start == last.end && !e.find.block {
			apart = append(apart, p) // "replaces every occurrence of find"
		}
	}
	a := answer{how: how}
	made, nearly := 0, slices.ContainsFunc(places, func(r region) bool { return e.nearlyStands(v, r) })
	for i, p := range apart {
		if e.standsAlready(v, p, snippet(e.replace)) {
			made++
		}
		apart[i] = e.put(v, p)
		if how == betweenBlanks {
			e.frame(v, p, &apart[i], &a)
			nearly = nearly || e.standsBetween(v, p, apart[i])
		}
	}
	switch {
	case made == len(apart) && e.find.block == e.replace.block:
		a.refuse = "already applied"
	case made > 0:
		a.open = "already applied at some of the places, or in another form"
	case nearly:
		a.open = "already applied, but for blanks"
	case how == betweenBlanks && e.otherDepthBetween(v, places):
		a.open = "places with different blanks before them, and a replacement at another depth than the find"
	}
	a.want = e.after(v, apart)
	if how == betweenBlanks && slices.Contains(a.want, v.src) {
		a.open = "nothing to change"
	}
	return a
}

// ambiguousBetween may also be refused for the depth of the replacement.
const ambiguousBetween = "ambiguous, between the blanks of lines"

const betweenBlanks = "exact: between the blanks of lines"

// frame places a replacement for a block that begins after the indentation of a line.
//
// "Where a find matches at another indentation …: shift only where find and replacement
// begin at the same depth, that is where both were written in the same frame; where the
// replacement stands as it should in the file, take it as it is; else refuse."
func (e modelEdit) frame(v view, place region, r *region, a *answer) {
	lines := strings.Split(snippet(e.replace), "\n")
	first, blank := firstLine(lines)
	depth := indentOf(first)
	line := v.text[strings.LastIndexByte(v.text[:place.start], '\n')+1:]
	own := indentOf(line)
	skipped := line[:len(own)-len(indentOf(snippet(e.find)))]
	switch {
	case blank && e.replace.text != "":
		// A blank line in the place of a line leaves no blanks of it.
		r.start = strings.LastIndexByte(v.text[:place.start], '\n') + 1
		rest, _, _ := strings.Cut(v.text[place.end:], "\n")
		r.end = place.end + len(rest)
	case blank || skipped == "":
	case depth == indentOf(snippet(e.find)):
		wanted := strings.Split(snippet(e.find), "\n")
		fresh := slices.ContainsFunc(lines[1:], func(l string) bool { return unblank(l) && !slices.Contains(wanted[1:], l) })
		if alone := !slices.ContainsFunc(wanted[1:], unblank); len(lines) > 1 && (fresh || alone || !unblank(lines[0])) {
			a.open = "new lines for a block that begins after its indentation"
		}
		if len(strings.Split(strings.TrimSpace(snippet(e.find)), "\n")) == 1 && len(lines) > 1 {
			for i := 1; i < len(lines); i++ {
				if unblank(lines[i]) {
					lines[i] = skipped + lines[i] // all of it is in the frame of the find
				}
			}
			if first != lines[0] {
				r.start -= len(skipped) // blank lines come first
			}
			r.text = strings.Join(lines, "\n") + r.text[len(snippet(e.replace)):]
		}
	case depth == own:
		r.start -= len(skipped)
		if !e.replace.block {
			a.open = "an indented text in inline form for a block that begins after its indentation"
		}
	default:
		a.refuse = "the replacement is written in neither frame"
	}
	if last := lines[len(lines)-1]; !blank && (last == "" || trimRight(last) != last) {
		// A replacement that ends with blanks says itself what its last line ends with.
		rest, _, _ := strings.Cut(v.text[place.end:], "\n")
		r.end = place.end + len(rest)
		if e.all && rest != "" {
			a.open = "a replacement that ends with blanks, for places that may differ in theirs"
		}
	}
}

// otherDepthBetween reports whether places have different blanks before them, and the
// replacement is not as deep as the find: it stands right for some of them at most.
func (e modelEdit) otherDepthBetween(v view, places []region) bool {
	before := func(r region) string { return v.text[strings.LastIndexByte(v.text[:r.start], '\n')+1 : r.start] }
	first, blank := firstLine(strings.Split(snippet(e.replace), "\n"))
	return !blank && indentOf(first) != indentOf(snippet(e.find)) &&
		slices.ContainsFunc(places, func(r region) bool { return before(r) != before(places[0]) })
}

// exact finds every place, those that overlap as well.
func (e modelEdit) exact(v view) (places []region, how string) {
	find := snippet(e.find)
	if !e.find.block {
		for at := 0; at+len(find) <= len(v.text); at++ {
			if strings.HasPrefix(v.text[at:], find) {
				places = append(places, region{start: at, end: at + len(find)})
			}
		}
		return places, "exact: inline"
	}
	// "A block-form find matches whole lines."
	want := strings.Split(find, "\n")
	for i := range v.lines() {
		if i+len(want) <= len(v.lines()) && slices.Equal(v.lines()[i:i+len(want)], want) {
			places = append(places, v.whole(i, len(want)))
		}
	}
	if len(places) > 0 {
		return places, "exact: whole lines"
	}
	return e.betweenBlanks(v, want), betweenBlanks
}

// betweenBlanks are the places of whole lines but for blanks around them.
//
// "Its first line may begin after the file's own indentation, its last may end before
// trailing blanks; a line that goes on with anything else is no match." A blank line in a
// block is one of the file (README.md), so it has no text to begin with.
func (e modelEdit) betweenBlanks(v view, want []string) (places []region) {
	n := len(want)
	for i := range v.lines() {
		if i+n > len(v.lines()) {
			break
		}
		have := v.lines()[i : i+n]
		r := v.whole(i, n)
		for before := range len(have[0]) + 1 {
			for behind := range len(have[n-1]) + 1 {
				start, end := r.start+before, r.end-behind
				if start > end || before > 0 && !unblank(want[0]) || behind > 0 && !unblank(want[n-1]) {
					continue
				}
				if v.text[start:end] == strings.Join(want, "\n") && !unblank(have[0][:before]) && !unblank(have[n-1][len(have[n-1])-behind:]) {
					places = append(places, region{start: start, end: end})
				}
			}
		}
	}
	return places
}

// put is a place with the replacement in it.
func (e modelEdit) put(v view, r region) region {
	r.text = snippet(e.replace)
	if !e.find.block {
		return r
	}
	return v.wholeLines(r, e.replace)
}

// wholeLines has a text take the place of whole lines.
func (v view) wholeLines(r region, replace modelValue) region {
	switch {
	case replace.text == "":
		// "Replacing whole lines with nothing removes the lines, not only their text."
		r.start = strings.LastIndexByte(v.text[:r.start], '\n') + 1
		if i := strings.IndexByte(v.text[r.end:], '\n'); i >= 0 {
			r.end += i + 1
		} else {
			r.end = len(v.text)
		}
	case replace.block && strings.Trim(v.text[r.end:], " \t") == "" && (r.text == "" || strings.HasSuffix(r.text, "\n")):
		r.text += "\n" // a blank line is no line without its end
	}
	return r
}

// standsAlready reports whether an edit was made at a place where its find still stands.
//
// "If the replacement stands at the place as it is (whole lines, eight characters or more
// that are no blanks), the edit is refused as already applied."
func (e modelEdit) standsAlready(v view, r region, replace string) bool {
	find := v.text[r.start:r.end]
	if strings.TrimSuffix(replace, "\n") == strings.TrimSuffix(find, "\n") || utf8.RuneCountInString(strings.Join(strings.Fields(replace), "")) < 8 {
		return false
	}
	if strings.HasSuffix(replace, "\n") && !strings.HasSuffix(v.text, "\n") {
		v.text += "\n" // the last line is a whole one
	}
	if e.addedAlready(v, r, replace) {
		return true
	}
	for at := range len(replace) {
		start := r.start - at
		end := start + len(replace)
		if strings.HasPrefix(replace[at:], find) && start >= 0 && end <= len(v.text) && v.text[start:end] == replace && (v.bounded(start, end) || !e.find.block && find[0] == '\n' && replace[0] == '\n' && start > 0 && v.bounded(start+1, end)) {
			return true
		}
	}
	return false
}

// addedAlready reports whether all that an edit adds on lines of its own, before or behind a
// find that may be a part of a line, stands there.
func (e modelEdit) addedAlready(v view, r region, replace string) bool {
	find := v.text[r.start:r.end]
	if strings.TrimSpace(find) == "" || !strings.Contains(find, "\n") && r.start > 0 && v.text[r.start-1] != '\n' {
		return false
	}
	for _, at := range []int{0, len(replace) - len(find)} {
		start := r.start - at
		end := start + len(replace)
		if at < 0 || !strings.HasPrefix(replace[at:], find) || start < 0 || end > len(v.text) || v.text[start:end] != replace {
			continue
		}
		from, to := start, r.start // of what is added
		if at == 0 {
			from, to = r.end, end
		}
		if utf8.RuneCountInString(strings.Join(strings.Fields(v.text[from:to]), "")) < 8 {
			continue
		}
		begins := from == 0 || v.text[from-1] == '\n' || v.text[from] == '\n'
		ends := to == len(v.text) || v.text[to] == '\n' || v.text[to-1] == '\n' && at > 0
		if begins && ends {
			return true
		}
	}
	return false
}

// nearlyStands is standsAlready without a look at the blanks at the ends of lines, and at
// blank lines at the ends of the replacement.
func (e modelEdit) nearlyStands(v view, r region) bool {
	trimmed := func(s string) string {
		lines := strings.Split(strings.TrimSpace(s), "\n")
		for i := range lines {
			lines[i] = strings.TrimRight(lines[i], " \t")
		}
		return strings.Join(lines, "\n")
	}
	replace := trimmed(snippet(e.replace))
	find := trimmed(v.text[r.start:r.end])
	if snippet(e.replace) == v.text[r.start:r.end]+"\n" {
		return true // only a line end is added, where one may stand
	}
	if find == "" || replace == find || utf8.RuneCountInString(strings.Join(strings.Fields(replace), "")) < 8 || !strings.Contains(replace, find) {
		return false
	}
	for i := range v.lines() {
		for n := 1; i+n <= len(v.lines()); n++ {
			if w := v.whole(i, n); trimmed(v.text[w.start:w.end]) == replace && w.start < r.end && r.start < w.end {
				return true
			}
		}
	}
	return false
}

// standsBetween is standsAlready for a place between blanks, which stay around what is put
// there.
func (e modelEdit) standsBetween(v view, place, r region) bool {
	lines := func(r region) region {
		rest, _, _ := strings.Cut(v.text[r.end:], "\n")
		r.start, r.text, r.end = strings.LastIndexByte(v.text[:r.start], '\n')+1, r.text+rest, r.end+len(rest)
		return r
	}
	return e.standsAlready(v, lines(place), v.text[lines(r).start:r.start]+lines(r).text)
}

// bounded reports whether a part of the text is whole lines.
func (v view) bounded(start, end int) bool {
	return (start == 0 || v.text[start-1] == '\n') && (end == len(v.text) || v.text[end] == '\n' || end > 0 && v.text[end-1] == '\n')
}
