package validator

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"fileops/internal/syntax"
)

// maxWords is how much of a line is repeated, in bytes.
const maxWords = 300

// spoken is what a checker wrote about a file.
type spoken struct {
	program string
	base    string // the name of the copy, without its directory
	output  string
}

// verdict makes sense of it: the first line that is not blank are the words, without
// the place that compilers put before them; the first place in the file, as "name:3:5"
// or "line 3", is where.
func (s spoken) verdict(status int) syntax.Verdict {
	v := syntax.Verdict{State: syntax.Broken}
	text := s.plain()
	place := regexp.MustCompile(regexp.QuoteMeta(s.base) + `[:(](\d+)(?:[:,](\d+))?|\b[Ll]ine (\d+)`)
	if m := place.FindStringSubmatch(text); m != nil {
		v.Line, v.Column = number(m[1]+m[3]), number(m[2])
	}
	prefix := regexp.MustCompile(`^[ \t]*` + regexp.QuoteMeta(s.base) + `[:(]\d+(?:[:,]\d+)?\)?:?[ \t]*`)
	for line := range strings.Lines(text) {
		if line = strings.TrimSpace(prefix.ReplaceAllString(line, "")); line != "" {
			if len(line) > maxWords {
				line = strings.ToValidUTF8(line[:maxWords], "") + "…"
			}
			v.Msg = s.program + ": " + line
			return v
		}
	}
	v.Msg = fmt.Sprintf("%s says no (exit status %d)", s.program, status)
	return v
}

// plain is the output as one text, with the file by its name alone and without what
// only a terminal understands.
func (s spoken) plain() string {
	text := regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]").ReplaceAllString(strings.ToValidUTF8(s.output, "�"), "")
	return regexp.MustCompile(`[^\s"'(=]*[/\\]`+regexp.QuoteMeta(s.base)).ReplaceAllLiteralString(text, s.base)
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
