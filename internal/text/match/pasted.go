package match

import (
	"strings"

	"fileops/internal/text/anchor"
)

// pasted is a text into which the line numbers of a listing were copied.
type pasted struct {
	lines []string // without the numbers
	first int      // the number of the first line
	sep   string   // between a number and its line
}

// separators are those between number and line in the listings of `read`, cat -n and other
// programs. If a space may belong to the separator or to the line, the line is tried first.
var separators = []string{"\t", "\u2192", " |", " | ", "|", "| ", ":", ": "}

// cutNumber splits a line of a listing. A line that ends after the number is a blank
// line whose separator was trimmed.
func cutNumber(line, sep string) (number int, rest string, ok bool) {
	s := strings.TrimLeft(line, " ")
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if digits == 0 || digits > 7 {
		return 0, "", false
	}
	for _, c := range s[:digits] {
		number = 10*number + int(c-'0')
	}
	s, _ = anchor.CutHash(s[digits:])
	if rest, ok = strings.CutPrefix(s, sep); ok {
		return number, rest, true
	}
	if trimmed := strings.TrimRight(sep, " "); s == trimmed || strings.Trim(s, blanks) == "" {
		return number, "", true
	}
	return 0, "", false
}

// unnumber removes the line numbers of a text: one on every line, consecutive, with one
// separator. It returns every possible reading of the separator. gaps, if given, are the numbers
// of blank lines left out before each line, which the line numbers may count or not.
func unnumber(lines []string, gaps ...int) []pasted {
	var readings []pasted
	for _, sep := range separators {
		p := pasted{sep: sep}
		last, some := 0, false // some: a line has a separator and text
		for i, line := range lines {
			n, rest, ok := cutNumber(line, sep)
			if !ok || i > 0 && n != last+1 && (gaps == nil || n != last+1+gaps[i]) {
				break
			}
			if i == 0 {
				p.first = n
			}
			last, some = n, some || strings.Trim(rest, blanks) != ""
			p.lines = append(p.lines, rest)
		}
		if len(p.lines) == len(lines) && some {
			readings = append(readings, p)
		}
	}
	return readings
}

// unnumberAs removes the line numbers of a replacement whose find had them: from every line, or
// from none if no line has one. New lines may repeat a number, so the numbers need only ascend.
// The first must be a number of the find or, with beside, the one after it. It gives up if a
// number may belong to the line's text.
func unnumberAs(p pasted, replacement string, beside bool) (string, bool) {
	body, ended := strings.CutSuffix(replacement, "\n")
	lines := strings.Split(body, "\n")
	last := p.first + len(p.lines) - 1 // that the first may have
	if beside {
		last++
	}
	numbered, separated := 0, 0
	at, ascending := p.first, true
	for i, line := range lines {
		n, rest, ok := cutNumber(line, p.sep)
		if !ok {
			continue
		}
		numbered++
		if rest != "" {
			separated++
		}
		ascending = ascending && at <= n && (i > 0 || n <= last)
		at, lines[i] = n, rest
	}
	if separated == 0 {
		// A number and a separator without text is either an empty line or content.
		return replacement, !strings.ContainsAny(replacement, "\t|:\u2192") || numbered == 0
	}
	for _, line := range p.lines {
		if _, rest, ok := cutNumber(line, p.sep); ok && rest != "" {
			return "", false
		}
	}
	body = strings.Join(lines, "\n")
	if ended {
		body += "\n"
	}
	return body, ascending && numbered == len(lines)
}
