package match

import (
	"bytes"
	"slices"
	"sort"
	"strings"
	"unicode"

	"fileops/internal/text"
)

// Telling reports whether a text is long enough that finding it in a file is no coincidence:
// eight characters that are not blank.
func Telling(s string) bool {
	return hasRunes(s, 8, visible)
}

func visible(r rune) bool { return !unicode.IsSpace(r) }

// recognizable reports whether s has enough letters and digits to be recognised.
func recognizable(s string) bool { return hasRunes(s, 3, wordRune) }

// hasRunes reports whether at least n characters of s are of a kind.
func hasRunes(s string, n int, kind func(rune) bool) bool {
	for _, r := range s {
		if !kind(r) {
			continue
		}
		if n--; n == 0 {
			return true
		}
	}
	return false
}

// Standing reports for each place of a find whether the whole replacement is already around it,
// as separate lines. Otherwise an edit that keeps its find, such as an insertion, would be made
// again. Blanks of the file may precede or follow the replacement, unless the edit changes only
// blanks. Places must ascend. whole tells whether they are whole lines.
func Standing(src []byte, places []text.Span, whole bool, replacement string) []bool {
	stands := make([]bool, len(places))
	replacement = text.Unix(replacement)
	needle, ended := strings.CutSuffix(replacement, "\n")
	if !Telling(needle) {
		return stands
	}
	view, removed := unixView(src)
	onLine := standing{inSource(onLines(view, needle), removed), false, ended}
	behindLine := standing{inSource(behindLines(view, needle), removed), true, ended}
	bare := squeezed(needle)
	budget := maxCompared
	for i, p := range places {
		if budget -= len(needle); budget >= 0 && addedAt(view, inView(p, removed), replacement) {
			stands[i] = true
			continue
		}
		old := squeezed(string(src[p.Start:p.End]))
		strict := old == "" || old == bare
		behind := !whole && p.Start < len(src) && (src[p.Start] == '\n' || src[p.Start] == '\r')
		stands[i] = onLine.around(src, p, strict) || behind && behindLine.around(src, p, strict)
	}
	return stands
}

// standing are the places of a replacement, ascending and of one length.
type standing struct {
	regions []text.Span
	behind  bool // they begin with the end of the line before
	ended   bool // a line end follows each
}

// around reports whether a region holds a place and more. It checks the last region that starts
// at or before the place, which reaches furthest. Strict accepts only whole lines.
func (s standing) around(src []byte, place text.Span, strict bool) bool {
	at := sort.Search(len(s.regions), func(i int) bool { return s.regions[i].Start > place.Start }) - 1
	if at < 0 {
		return false
	}
	r := s.regions[at]
	end := r.End
	if s.ended {
		end = text.NextLine(src, end)
	}
	return place.End <= end && place.End-place.Start < end-r.Start && (!strict || s.asLines(src, r))
}

// behindLines is onLines for a text that begins with the end of the line before it.
func behindLines(view []byte, needle string) []text.Span {
	lines, ok := strings.CutPrefix(needle, "\n")
	if !ok {
		return nil
	}
	spans := onLines(view, lines)
	for i := range spans {
		spans[i].Start = max(0, spans[i].Start-1)
	}
	return slices.DeleteFunc(spans, func(s text.Span) bool { return view[s.Start] != '\n' || s.End-s.Start < len(needle) })
}

// inView converts a span of a source into one of its view, the reverse of inSource.
func inView(s text.Span, removed []int) text.Span {
	to := func(at int) int {
		return at - sort.Search(len(removed), func(i int) bool { return removed[i]+i >= at })
	}
	return text.Span{Start: to(s.Start), End: to(s.End)}
}

// addedAt reports whether an edit that only adds lines before or after its find was already made
// at a place: the added text is there, on lines of its own. The place may begin or end inside
// a line, but must not be only a part of one line, which may occur often.
func addedAt(view []byte, place text.Span, replacement string) bool {
	old := string(view[place.Start:place.End])
	if begins := place.Start == 0 || view[place.Start-1] == '\n'; squeezed(old) == "" || !begins && !strings.Contains(old, "\n") {
		return false
	}
	if added, ok := strings.CutPrefix(replacement, old); ok && Telling(added) {
		rest, there := bytes.CutPrefix(view[place.End:], []byte(strings.TrimSuffix(added, "\n")))
		if there && (added[0] == '\n' || strings.HasSuffix(old, "\n")) && (len(rest) == 0 || rest[0] == '\n') {
			return true
		}
	}
	if added, ok := strings.CutSuffix(replacement, old); ok && Telling(added) {
		rest, there := bytes.CutSuffix(view[:place.Start], []byte(added))
		return there && (len(rest) == 0 || added[0] == '\n' || rest[len(rest)-1] == '\n') && (strings.HasSuffix(added, "\n") || old[0] == '\n')
	}
	return false
}

// asLines reports whether a region is whole lines. With ended, the last one must have a line end
// if the file's last line has one.
func (s standing) asLines(src []byte, r text.Span) bool {
	rest := bytes.TrimPrefix(src[r.End:], []byte("\r"))
	switch {
	case !s.behind && r.Start != text.LineStart(src, r.Start):
		return false
	case len(rest) == 0:
		return !s.ended || !text.EndsLine(src)
	}
	return rest[0] == '\n'
}

// onLines finds a text as separate lines, with blanks around it allowed. A text that begins with
// blanks must be at the start of a line.
func onLines(view []byte, needle string) []text.Span {
	var spans []text.Span
	indented := strings.TrimLeft(needle, indentBlanks) != needle
	budget := maxCompared
	for from := 0; ; {
		i := bytes.Index(view[from:], []byte(needle))
		if i < 0 {
			return spans
		}
		start, end := from+i, from+i+len(needle)
		before := view[:start]
		if !indented {
			before = bytes.TrimRight(before, indentBlanks)
		}
		after := bytes.TrimLeft(view[end:], indentBlanks)
		if (len(before) <= text.Body(view) || before[len(before)-1] == '\n') && (len(after) == 0 || after[0] == '\n') {
			spans = append(spans, text.Span{Start: start, End: end})
		}
		if budget -= len(needle); budget < 0 {
			from = end
		} else if next := bytes.IndexByte(view[start:], '\n'); next >= 0 {
			from = start + next + 1
		} else {
			return spans
		}
	}
}
