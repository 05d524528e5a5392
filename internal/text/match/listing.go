package match

import (
	"regexp"
	"strconv"
	"strings"

	"fileops/internal/lazy"
)

// Listing describes a text copied from a listing of a file. Every line that is not blank begins
// with a number, one higher than the one before, and a separator. The numbers of grep's output
// need only ascend.
type Listing struct {
	Sep string // between a number and its line
	// Certain reports whether only listings look so: numbers in a column, an arrow, or a bar
	// with blanks around it.
	Certain bool
	// Column reports whether the numbers are in a column before a tab, or before an arrow.
	Column bool
}

// minListed is the smallest number of lines of a listing that is not certain.
const minListed = 2

// listed is a text that may be a listing: its lines that are not blank.
type listed struct {
	lines []string
	gaps  []int // how many blank lines stand before each
}

// Listed reports whether a text looks like a listing. At least one line must have text. It is
// content if lines of old, the file that the text goes into, begin in the same way. So are
// entries of a list of keys: lines with a colon that end in a comma. The first line may be a
// header. A single line must be a statement after its number.
func Listed(newText string, old []byte) (Listing, bool) {
	t := notBlank(newText)
	if len(t.lines) > minListed && forms.Get().header.MatchString(t.lines[0]) {
		t.lines, t.gaps = t.lines[1:], t.gaps[1:]
	}
	if len(t.lines) == 0 {
		return Listing{}, false
	}
	if first := strings.TrimLeft(t.lines[0], " "); first == "" || first[0] < '0' || first[0] > '9' {
		return t.printedByGrep(old)
	}
	readings := unnumber(t.lines, t.gaps...)
	if len(readings) == 0 {
		return t.printedByGrep(old)
	}
	longest := readings[len(readings)-1]
	sep, rests := longest.sep, longest.lines
	bar := strings.HasPrefix(sep, " |")
	l := Listing{Sep: sep, Column: sep == "\u2192" || sep == "\t" && strings.HasPrefix(t.lines[0], "  ") && inColumn(t.lines)}
	l.Certain = l.Column || bar && len(t.lines) >= minListed
	switch {
	case !l.Certain && len(t.lines) < minListed && !forms.Get().statement.MatchString(rests[0]):
		return Listing{}, false
	case sep[0] == ':' && entries(rests), alsoIn(old, sep):
		return Listing{}, false
	}
	return l, true
}

// listedForms are patterns of lines.
type listedForms struct{ header, statement, grep *regexp.Regexp }

var forms = lazy.Value[listedForms]{Make: func() listedForms {
	return listedForms{
		// a command, a path, or a sentence about lines or files
		header: regexp.MustCompile(`(?i)^\s*(?:\$ .*|==> .* <==|(?:file|path|lines?|contents?|output|showing|here)\b.*|\S*[\w-]+\.\w+\S*(?: \(.*\))?:?)\s*$`),
		// an assignment, or a keyword that begins no value
		statement: regexp.MustCompile(`^\s*(?:(?:def|return|import|from|const|let|var|if|for|while|else|elif|try|except|raise|throw|end|package|public|private|static)\b|[\w.$\[\]]+(?:: ?\w+)? ?[:+*/|&-]?= |\}|</)`),
		grep:      regexp.MustCompile(`^ *(?:([\w./-]*\w\.\w+)[:-])?(\d{1,7})([:-])`),
	}
}}

// notBlank are the lines of a text that are not blank.
func notBlank(text string) (t listed) {
	gap := 0
	for line := range strings.Lines(text) {
		if line = strings.TrimRight(line, "\r\n"); strings.Trim(line, blanks) == "" {
			gap++
			continue
		}
		t.lines, t.gaps = append(t.lines, line), append(t.gaps, gap)
		gap = 0
	}
	return t
}

// printedByGrep reports whether all lines look like output of grep with line numbers: a colon
// before a match, a dash before context. There must be both, or a "--" line, or the same path
// before every number.
func (t listed) printedByGrep(old []byte) (Listing, bool) {
	path, before, lines := "", 0, 0
	told := map[string]bool{}
	for i, line := range t.lines {
		if line == "--" && i > 0 {
			told["--"] = true
			continue
		}
		m := forms.Get().grep.FindStringSubmatch(line)
		if m == nil || lines > 0 && m[1] != path {
			return Listing{}, false
		}
		n, err := strconv.Atoi(m[2])
		if err != nil || n <= before {
			return Listing{}, false
		}
		path, before, told[m[3]] = m[1], n, true
		lines++
	}
	if lines < minListed || path == "" && len(told) < 2 || alsoIn(old, ":") || alsoIn(old, "-") {
		return Listing{}, false
	}
	return Listing{Sep: ":"}, true
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
