package match

import (
	"bytes"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"fileops/internal/text"
	"fileops/internal/text/omission"
)

// The kinds of causes, in the order in which they are named.
const (
	causeFence     = "code fence"
	causeNumbers   = "line numbers"
	causeOmission  = "omission"
	causeLineEnds  = "line ends"
	causeIndent    = "indentation"
	causeTrailing  = "trailing blanks"
	causeLookAlike = "look-alike characters"
	causeEntities  = "escaped entities"
	causeSpacing   = "spacing"
	causeCase      = "letter case"
	causeWords     = "changed words"
	causeMissing   = "left-out lines"
	causeExtra     = "extra lines"
	causeBlank     = "blank lines"
)

// query is a find and the causes that the find alone tells.
type query struct {
	parts  [][]string // the lines before and after what it leaves out
	causes []string
}

// readFind removes pasted line numbers and splits the find at lines that stand for omitted
// code. It keeps the first part and the last.
func readFind(needle string, src []byte) query {
	var f query
	lines := strings.Split(needle, "\n")
	if p, ok := anyNumbers(lines, src); ok {
		lines = p
		f.causes = append(f.causes, causeNumbers+": the text holds line numbers, as a listing shows them, which are not in the file")
	}
	if loneReturn([]byte(needle)) && !loneReturn(src) {
		f.causes = append(f.causes, causeLineEnds+": the text has carriage returns without a line feed: they end no line, and the file has none")
	}
	part := []string{}
	flush := func() {
		if strings.Trim(strings.Join(part, ""), blanks) != "" {
			f.parts = append(f.parts, part)
		}
		part = nil
	}
	elided := ""
	for _, line := range lines {
		if s := strings.Trim(line, blanks); elides(s) && (s == elided || !hasLine(src, s)) {
			flush()
			elided = s
			continue
		}
		part = append(part, line)
	}
	flush()
	if elided != "" {
		f.causes = append(f.causes, fmt.Sprintf("%s: the line %q stands for code that the file spells out", causeOmission, text.Cut(elided, maxShown)))
	}
	if n := len(f.parts); n > 2 {
		f.parts = [][]string{f.parts[0], f.parts[n-1]}
	}
	return f
}

// loneReturn reports whether s has a carriage return that is no part of a line end.
func loneReturn(s []byte) bool {
	return bytes.Count(s, []byte("\r")) > bytes.Count(s, []byte(text.CRLF))
}

// hasLine reports whether src has the line s, ignoring blanks around it.
func hasLine(src []byte, s string) bool {
	for from := 0; ; {
		i := bytes.Index(src[from:], []byte(s))
		if i < 0 {
			return false
		}
		start, end := from+i, from+i+len(s)
		from = end
		before := bytes.TrimRight(src[max(0, start-maxPiece):start], indentBlanks)
		after := bytes.TrimLeft(src[end:min(len(src), end+maxPiece)], blanks)
		if (len(before) == 0 || before[len(before)-1] == '\n') && (len(after) == 0 || after[0] == '\n') {
			return true
		}
	}
}

// elides reports whether a line of a find, without the blanks around it, stands for omitted
// lines. In a find, dots alone do.
func elides(s string) bool {
	return s == "..." || s == string(ellipsis) || s == "[...]" || s == "(...)" || omission.Is(s)
}

// maxShown is how many characters of a line a cause shows.
const maxShown = 80

// anyNumbers removes line numbers if most lines have one and the source has none.
func anyNumbers(lines []string, src []byte) ([]string, bool) {
	if out, ok := withoutAnchors(lines); ok {
		return out, true
	}
	for _, sep := range separators {
		out := make([]string, len(lines))
		numbered, texts, last, inFile, first := 0, 0, 0, false, ""
		for i, line := range lines {
			out[i] = line
			if strings.Trim(line, blanks) == "" {
				continue
			}
			texts++
			n, rest, ok := cutNumber(line, sep)
			if !ok || n <= last {
				continue
			}
			if last = n; numbered == 0 {
				inFile = hasLine(src, strings.Trim(line, blanks))
			}
			numbered++
			if out[i] = rest; first == "" {
				first = rest
			}
		}
		if numbered == 0 || inFile || 3*numbered < 2*texts {
			continue
		}
		if len(lines) == 1 && (strings.Trim(out[0], blanks) == "" || !bytes.Contains(src, []byte(strings.Trim(out[0], blanks)))) {
			continue
		}
		if longer := sep + " "; slices.Contains(separators, longer) && !bytes.Contains(src, []byte("\n"+first)) {
			if spaced, ok := strings.CutPrefix(first, " "); ok && bytes.Contains(src, []byte("\n"+spaced)) {
				continue // the space belongs to the separator
			}
		}
		return out, true
	}
	return nil, false
}

// difference is one way in which the find differs from the region, and its first place.
type difference struct {
	kind   string
	detail string // \x00 in it stands for the line number of at
	at     int    // offset in the source
}

// causesOf names every kind of difference of the pairs once, at its first place.
func causesOf(src []byte, regions []located) []string {
	var pairs []pair
	for _, r := range regions {
		pairs = append(pairs, r.pairs...)
	}
	differences := lineDifferences(pairs)
	if d, ok := indentDifference(pairs); ok {
		differences = append(differences, d)
	}
	for _, p := range pairs {
		if p.find != nil && p.source != nil {
			differences = append(differences, pairDifferences(p)...)
		}
	}
	byKind := map[string][]difference{}
	for _, d := range differences {
		byKind[d.kind] = append(byKind[d.kind], d)
	}
	var causes []string
	for _, kind := range []string{causeIndent, causeTrailing, causeLookAlike, causeEntities, causeSpacing, causeCase, causeWords, causeMissing, causeExtra, causeBlank} {
		list := byKind[kind]
		if len(list) == 0 {
			continue
		}
		line := text.LineNumbers(src, []int{list[0].at})[0]
		s := kind + ": " + strings.Replace(list[0].detail, "\x00", strconv.Itoa(line), 1)
		if len(list) > 1 {
			s += fmt.Sprintf(" (and %d more)", len(list)-1)
		}
		causes = append(causes, s)
	}
	return causes
}

// lineDifferences are the lines that only one side has. The place of a line that the source lacks
// is before the next line that it has, or after the last.
func lineDifferences(pairs []pair) []difference {
	var out []difference
	side, at := "after", 0
	for _, p := range pairs {
		at = max(at, p.at)
	}
	for i := len(pairs) - 1; i >= 0; i-- {
		p := pairs[i]
		if p.source != nil {
			side, at = "before", p.at
		}
		var d difference
		switch {
		case p.source == nil && blankPiece(p.find):
			d = difference{causeBlank, "the text has a blank line that the file has not, " + side + " line \x00", at}
		case p.source == nil:
			d = difference{causeExtra, quoted(p.find) + " is not in the file there", at}
		case p.find == nil && blankPiece(p.source):
			d = difference{causeBlank, "line \x00 of the file is blank and missing in the text", at}
		case p.find == nil:
			d = difference{causeMissing, "line \x00 of the file is missing in the text: " + quoted(p.source), at}
		default:
			continue
		}
		out = append(out, d)
	}
	slices.Reverse(out)
	return out
}

func blankPiece(p []byte) bool { return len(bytes.Trim(p, blanks+"\n")) == 0 }

// quoted is a line for a message.
func quoted(line []byte) string {
	return fmt.Sprintf("%q", text.Cut(strings.Trim(string(line), blanks+"\n"), maxShown))
}

// split parts a piece into indentation, text and trailing blanks.
func split(p []byte) (lead, core, trail string) {
	s := strings.TrimSuffix(strings.TrimSuffix(string(p), "\n"), "\r")
	rest := strings.TrimLeftFunc(s, blankRune)
	core = strings.TrimRightFunc(rest, blankRune)
	return s[:len(s)-len(rest)], core, rest[len(core):]
}

func blankRune(r rune) bool {
	return r < utf8.RuneSelf && strings.ContainsRune(blanks, r) || plainOf(r) == ' '
}

// indentDifference tells how the indentations differ, if possible in one way for all lines.
func indentDifference(pairs []pair) (difference, bool) {
	var first *difference
	shift, tabs, uniform := 0, 0, true
	for _, p := range pairs {
		if p.find == nil || p.source == nil {
			continue
		}
		fl, core, _ := split(p.find)
		sl, other, _ := split(p.source)
		if core == "" || other == "" {
			continue
		}
		n := columns(fold(sl), 4) - columns(fold(fl), 4)
		if first == nil && fl != sl {
			detail := fmt.Sprintf("line \x00 of the file begins with %s, the text with %s", blanksIn(sl), orNone(blanksIn(fl)))
			first = &difference{causeIndent, detail, p.at}
			shift = n
		}
		uniform = uniform && n == shift && !strings.Contains(fl+sl, "\r")
		if strings.Contains(fl, "\t") != strings.Contains(sl, "\t") && fl != "" && sl != "" {
			if tabs++; strings.Contains(fl, "\t") {
				tabs -= 2
			}
		}
	}
	if first == nil {
		return difference{}, false
	}
	switch {
	case tabs > 0:
		first.detail = "the file indents with tabs, the text with spaces; " + first.detail
	case tabs < 0:
		first.detail = "the file indents with spaces, the text with tabs; " + first.detail
	case uniform && shift > 0:
		first.detail = fmt.Sprintf("the file's lines stand %d columns further right; ", shift) + first.detail
	case uniform && shift < 0:
		first.detail = fmt.Sprintf("the file's lines stand %d columns further left; ", -shift) + first.detail
	}
	return *first, true
}

// noBlanks is what blanksIn says of an empty text.
const noBlanks = "no blanks"

// orNone names blanks behind a phrase that has named others.
func orNone(named string) string {
	if named == noBlanks {
		return "none"
	}
	return named
}

// blanksIn names the blanks of an indentation or of a line's end.
func blanksIn(s string) string {
	var names []string
	spaces := utf8.RuneCountInString(s)
	for _, blank := range []struct{ char, name string }{{"\t", "tab"}, {"\r", "carriage return"}, {"\f", "form feed"}, {"\v", "vertical tab"}, {"", "space"}} {
		n := spaces
		if blank.char != "" {
			n = strings.Count(s, blank.char)
			spaces -= n
		}
		switch n {
		case 0:
		case 1:
			names = append(names, "1 "+blank.name)
		default:
			names = append(names, fmt.Sprintf("%d %ss", n, blank.name))
		}
	}
	if len(names) == 0 {
		return noBlanks
	}
	return strings.Join(names, " and ")
}
