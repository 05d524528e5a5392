package match

import "strings"

// Listing is what a text looks like that was copied from a listing of a file: every line
// begins with a number, each one more than the one before, and a separator.
type Listing struct {
	Sep string // what stands between a number and its line
	// Certain says that nothing but a listing looks so: numbers set in a column, an arrow,
	// or a bar with blanks around it.
	Certain bool
}

// minListed is how many lines tell a listing that is not certain.
const minListed = 2

// Listed reports whether a text looks like a listing. One of the lines at least must have
// text. Lines that begin that way in old, which the text goes into, are content, and so
// are the entries of a list of keys: lines with a colon that end in a comma.
func Listed(newText string, old []byte) (Listing, bool) {
	lines := strings.Split(strings.TrimRight(strings.ReplaceAll(newText, "\r\n", "\n"), " \t\n"), "\n")
	if first := strings.TrimLeft(lines[0], " "); first == "" || first[0] < '0' || first[0] > '9' {
		return Listing{}, false
	}
	readings := unnumber(lines)
	if len(readings) == 0 {
		return Listing{}, false
	}
	p := readings[len(readings)-1] // the longest separator
	bar := strings.HasPrefix(p.sep, " |")
	padded := p.sep == "\t" && strings.HasPrefix(lines[0], "  ") && inColumn(lines)
	l := Listing{Sep: p.sep, Certain: p.sep == "\u2192" || padded || bar && len(lines) >= minListed}
	switch {
	case !l.Certain && len(lines) < minListed:
		return Listing{}, false
	case p.sep[0] == ':' && entries(p.lines), alsoIn(old, p.sep):
		return Listing{}, false
	}
	return l, true
}

// inColumn reports whether the numbers of all lines end in the same column.
func inColumn(lines []string) bool {
	column := -1
	for _, line := range lines {
		s := strings.TrimLeft(line, " ")
		end := len(line) - len(strings.TrimLeft(s, "0123456789"))
		if column >= 0 && end != column {
			return false
		}
		column = end
	}
	return true
}

// entries reports whether all lines but the last end in a comma.
func entries(lines []string) bool {
	for _, line := range lines[:len(lines)-1] {
		if !strings.HasSuffix(strings.TrimRight(line, blanks), ",") {
			return false
		}
	}
	return len(lines) > 1
}

// alsoIn reports whether a line of a source begins with a number and a separator.
func alsoIn(src []byte, sep string) bool {
	for line := range strings.Lines(string(src)) {
		line = strings.TrimRight(line, "\r\n")
		if _, rest, ok := cutNumber(line, sep); ok && strings.Trim(rest, blanks) != "" {
			return true
		}
	}
	return false
}
