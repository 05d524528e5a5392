package match

import (
	"bytes"
	"fmt"
	"math/bits"
	"slices"
	"strings"
	"unicode/utf8"

	"fileops/internal/lazy"
	"fileops/internal/text/encoding"
)

// reading is one way to read a line so that a kind of difference does not count.
type reading struct {
	kind string
	read func(string) string
}

// readings are applied one after the other until the two lines read the same.
var readings = lazy.Value[[]reading]{Make: func() []reading {
	return []reading{
		{causeLookAlike, spelling(0).read},
		{causeLookAlike, func(s string) string { return token(encoding.Compose).read(spelling(1).read(s)) }},
		{causeEntities, unescape},
		{causeSpacing, squeezed},
		{causeCase, strings.ToLower},
	}
}}

// textReadings is how many of the readings, from the first on, concern the notation of characters.
const textReadings = 3

func squeezed(s string) string { return strings.Join(strings.Fields(s), "") }

// pairDifferences are the ways in which two lines differ, indentation left out.
func pairDifferences(p pair) []difference {
	var out []difference
	_, f, ftrail := split(p.find)
	_, s, strail := split(p.source)
	if f == "" {
		ftrail, strail = blankOf(p.find), blankOf(p.source)
	}
	if ftrail != strail {
		out = append(out, difference{causeTrailing, fmt.Sprintf("line \x00 of the file ends with %s, the text with %s", blanksIn(strail), orNone(blanksIn(ftrail))), p.at})
	}
	kinds, nearF, nearS := kindsBetween(f, s)
	for _, kind := range kinds {
		if kind == causeWords {
			f, s = nearF, nearS
		}
		out = append(out, difference{kind, detailOf(kind, f, s), p.at})
	}
	return out
}

func blankOf(p []byte) string { return strings.TrimRight(string(p), "\r\n") }

// kindsBetween is the smallest set of readings under which f and s are the same. If there is
// none, the words differ: the kinds are then those that bring f and s nearer to each other, and
// both are returned in these readings.
func kindsBetween(f, s string) (kinds []string, nearF, nearS string) {
	if f == s {
		return nil, f, s
	}
	for n := 1; n <= len(readings.Get()); n++ {
		for set := range uint(1) << len(readings.Get()) {
			if bits.OnesCount(set) != n {
				continue
			}
			kinds, nearF, nearS = nil, f, s
			for i, r := range readings.Get() {
				if set&(1<<i) != 0 {
					kinds, nearF, nearS = append(kinds, r.kind), r.read(nearF), r.read(nearS)
				}
			}
			if nearF == nearS {
				return slices.Compact(kinds), f, s
			}
		}
	}
	kinds = nil
	for _, r := range readings.Get()[:textReadings] {
		rf, rs := r.read(f), r.read(s)
		if (rf != f || rs != s) && dice(grams([]byte(rf)), grams([]byte(rs))) > dice(grams([]byte(f)), grams([]byte(s))) {
			kinds, f, s = append(kinds, r.kind), rf, rs
		}
	}
	return append(slices.Compact(kinds), causeWords), f, s
}

// detailOf describes a difference. \x00 in it stands for the line number.
func detailOf(kind, f, s string) string {
	fw, sw := firstDifference(f, s)
	switch kind {
	case causeLookAlike:
		return lookAlikeDetail(f, s)
	case causeEntities:
		inFind, inSource := entityIn(f, s)
		return fmt.Sprintf("the text has %s where line \x00 of the file has %s", inFind, inSource)
	case causeSpacing:
		return "blanks inside line \x00 differ"
	}
	return fmt.Sprintf("line \x00 of the file has %s, the text %s", quoted([]byte(sw)), quoted([]byte(fw)))
}

// lookAlikeDetail names the first two characters that differ and look alike.
func lookAlikeDetail(f, s string) string {
	for f != "" && s != "" {
		fr, fn := utf8.DecodeRuneInString(f)
		sr, sn := utf8.DecodeRuneInString(s)
		if fr != sr && fr < utf8.RuneSelf && sr < utf8.RuneSelf {
			break // the words differ there too
		}
		if fr != sr {
			return fmt.Sprintf("line \x00 of the file has %s where the text has %s", character(sr), character(fr))
		}
		f, s = f[fn:], s[sn:]
	}
	return "characters of line \x00 that look alike differ"
}

func character(r rune) string {
	if r < utf8.RuneSelf {
		return fmt.Sprintf("%q", r)
	}
	if plainOf(r) == ' ' || invisible(r) {
		return fmt.Sprintf("U+%04X (%s)", r, lookAlikeName(r))
	}
	return fmt.Sprintf("U+%04X %c (%s)", r, r, lookAlikeName(r))
}

// entityIn is the first entity of the side that has one, and what the other side has.
func entityIn(f, s string) (inFind, inSource string) {
	if name, char := firstEntity(f); name != "" {
		return name, char
	}
	name, char := firstEntity(s)
	return char, name
}

func firstEntity(s string) (name, char string) {
	for i := range len(s) {
		if c, size := entityAt(s[i:]); size > 0 {
			return s[i : i+size], string(rune(c))
		}
	}
	return "", ""
}

// firstDifference returns the part of each line between their common tokens at the beginning and
// at the end.
func firstDifference(f, s string) (inFind, inSource string) {
	a, b := tokens(f), tokens(s)
	head := 0
	for head < len(a) && head < len(b) && a[head] == b[head] {
		head++
	}
	tail := 0
	for tail < len(a)-head && tail < len(b)-head && a[len(a)-1-tail] == b[len(b)-1-tail] {
		tail++
	}
	return strings.Join(a[head:len(a)-tail], ""), strings.Join(b[head:len(b)-tail], "")
}

// sameText reports whether two pieces are equal without the blanks at their ends.
func sameText(a, b []byte) bool {
	return bytes.Equal(bytes.TrimRight(a, blanks+"\n"), bytes.TrimRight(b, blanks+"\n"))
}
