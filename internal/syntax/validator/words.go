package validator

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"unicode"

	"fileops/internal/syntax"
)

// maxWords is how much of a line is repeated, in bytes.
const maxWords = 300

// spoken is what a checker wrote about a file.
type spoken struct {
	program string
	name    string // of the file, with slashes
	dir     string // that of the copy
	output  string
}

// verdict makes sense of it. The words are those of the line that tells most, without the
// place that compilers put before them. Where is the first place in the file, as "name:3:5"
// or "line 3", from that line on, since some write it below; else the first of all.
func (s spoken) verdict(status int) syntax.Verdict {
	v := syntax.Verdict{State: syntax.Broken}
	base := regexp.QuoteMeta(path.Base(s.name))
	place := regexp.MustCompile(`(?:^|[^\w./\\-])` + base + `[:(](\d+)(?:[:,](\d+))?|\b[Ll]ine (\d+)`)
	prefix := regexp.MustCompile(`^[ \t]*` + base + `(?:[:(]\d+(?:[:,]\d+)?\)?)?(?::[ \t]*|[ \t]+|$)`)
	lines := strings.Split(s.plain(), "\n")
	best, rank := -1, -1
	for i, line := range lines {
		if r := telling(line, prefix.ReplaceAllString(line, ""), place); r > rank {
			best, rank = i, r
		}
	}
	if best < 0 {
		v.Msg = fmt.Sprintf("%s says no to %s (exit status %d)", s.program, s.name, status)
		return v
	}
	for _, text := range []string{strings.Join(lines[best:], "\n"), strings.Join(lines, "\n")} {
		if m := place.FindStringSubmatch(text); m != nil {
			v.Line, v.Column = number(m[1]+m[3]), number(m[2])
			break
		}
	}
	words := strings.TrimSpace(prefix.ReplaceAllString(lines[best], ""))
	if v.Line == 0 && !strings.Contains(words, path.Base(s.name)) {
		words = s.name + ": " + words
	}
	if len(words) > maxWords {
		words = strings.ToValidUTF8(words[:maxWords], "") + "…"
	}
	v.Msg = s.program + ": " + words
	return v
}

// telling ranks a line by what it tells, given what is left of it without the place before
// its words: an error at a place, anything at a place, an error, anything; -1 for no words.
func telling(line, words string, place *regexp.Regexp) int {
	if strings.TrimSpace(words) == "" {
		return -1
	}
	rank := 0
	if strings.Contains(strings.ToLower(words), "error") {
		rank++
	}
	if place.MatchString(line) && strings.ContainsFunc(place.ReplaceAllString(words, ""), unicode.IsLetter) {
		rank += 2
	}
	return rank
}

// terminal is what only a terminal understands. It is not made at the start: most runs ask
// no checker.
var terminal = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile("\x1b\\[[0-9;]*[A-Za-z]") })

// plain is the output as one text, without what only a terminal understands and with the
// copy by its name alone.
func (s spoken) plain() string {
	text := terminal().ReplaceAllString(strings.ToValidUTF8(s.output, "�"), "")
	dirs := []string{s.dir}
	if resolved, err := filepath.EvalSymlinks(s.dir); err == nil && resolved != s.dir {
		dirs = []string{resolved, s.dir} // the longer one is often the other with something before it
	}
	for _, dir := range dirs {
		text = strings.ReplaceAll(text, dir+string(filepath.Separator), "")
		text = strings.ReplaceAll(text, dir, ".")
	}
	return strings.ReplaceAll(text, "./"+path.Base(s.name), path.Base(s.name))
}

func number(digits string) int {
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
