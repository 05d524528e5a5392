package validator

import (
	"fmt"
	"path"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"unicode"

	"fileops/internal/lazy"
	"fileops/internal/syntax"
)

// maxWords is how much of a line is repeated, in bytes.
const maxWords = 300

// message is the output of a validator for a file.
type message struct {
	program string
	name    string // of the file, with slashes
	dir     string // that of the copy
	output  string
}

// verdict reads the output. Msg is its most informative line, without the position that
// compilers put before it. Line and Column are from the first position ("name:3:5", "line 3")
// in that line or below, else in the whole output.
func (s message) verdict(status int) syntax.Verdict {
	v := syntax.Verdict{State: syntax.Broken}
	base := regexp.QuoteMeta(path.Base(s.name))
	place := regexp.MustCompile(`(?:^|[^\w./\\-])` + base + `[:(](\d+)(?:[:,](\d+))?|\b[Ll]ine (\d+)`)
	prefix := regexp.MustCompile(`^[ \t]*` + base + `(?:[:(]\d+(?:[:,]\d+)?\)?)?(?::[ \t]*|[ \t]+|$)`)
	lines := strings.Split(s.plain(), "\n")
	best, rank := -1, -1
	for i, line := range lines {
		if r := rankOf(line, prefix.ReplaceAllString(line, ""), place); r > rank {
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
	if named := traceback(lines); named != "" {
		words = named
	}
	if v.Line == 0 && !strings.Contains(words, path.Base(s.name)) {
		words = s.name + ": " + words
	}
	if len(words) > maxWords {
		words = strings.ToValidUTF8(words[:maxWords], "") + "…"
	}
	v.Msg = s.program + ": " + words
	return v
}

// traceback is the line that ends a traceback of Python, which names the error; "" if there is
// none. The lines above it name places.
func traceback(lines []string) string {
	frame := false
	for _, line := range lines {
		switch {
		case strings.HasPrefix(line, "  File \""):
			frame = true
		case frame && raised.Get().MatchString(line):
			return strings.TrimSpace(line)
		}
	}
	return ""
}

// raised matches the class of an exception and its words: SyntaxError: invalid syntax.
var raised = lazy.Regexp{Source: `^[\w.]*(?:Error|Exception|Warning)(?::|$)`}

// rankOf orders lines by how much they tell: an error with a position, anything with a position,
// an error, anything else; -1 for a line without words. words is the line without its position.
func rankOf(line, words string, place *regexp.Regexp) int {
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

// terminal is an escape sequence of terminals. It is compiled on first use, since most runs
// have no validator.
var terminal = lazy.Regexp{Source: "\x1b\\[[0-9;]*[A-Za-z]"}

// plain is the output without escape sequences, and with the copy's path reduced to its name.
func (s message) plain() string {
	text := terminal.Get().ReplaceAllString(strings.ToValidUTF8(s.output, "�"), "")
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
