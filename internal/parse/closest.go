package parse

import (
	"fmt"
	"regexp"
	"strings"
	"sync"

	"fileops/internal/ops/wording"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/response"
	"fileops/internal/parse/tags"
)

// closest says what comes closest to an operation in a text without any, and what makes it one;
// "" if nothing does.
func (r *reader) closest(text string) string {
	if r.opt.Input == "files" {
		return ""
	}
	if n, line := fencesWithFiles(text); n > 0 {
		what := "there is a fence with a file name at line %d: --input files writes it"
		if n > 1 {
			what = "there are fences with file names, the first at line %d: --input files writes them"
		}
		return fmt.Sprintf(what, line)
	}
	if r.forced() {
		return ""
	}
	return partOfForm(text)
}

// fencesWithFiles counts the files that the fences of a text hold, up to 2. line is that of the
// first.
func fencesWithFiles(text string) (n, line int) {
	var out response.Builder
	s := quote.New(text, &out, quote.Options{Data: true, Names: tags.Names()})
	probe := reader{opt: Options{Input: "files"}, enough: 2}
	probe.dialects(s)
	for _, op := range out.Operations {
		if op.Form == wording.Files && len(op.Args) > 0 {
			if n++; n == 1 {
				line = op.Line
			}
		}
	}
	return n, line
}

// part is a line that belongs to a form, of which the rest is missing.
type part struct {
	mark string // that stands in such a line
	line *regexp.Regexp
	says string
}

var parts = sync.OnceValue(func() []part {
	const nameAlone = "line %d names the file of a diff, but the other name or its hunks are missing: --- a/path, +++ b/path, and @@ below them"
	return []part{
		{"REPLACE", regexp.MustCompile(`^[ \t>]*(?:>{5,9}|\+{5,9}) ?REPLACE[ \t\r]*$`), "line %d ends a SEARCH/REPLACE block that does not begin: its <<<<<<< SEARCH is missing"},
		{"<<<<<<<", regexp.MustCompile(`^<{7}(?: .*)?\r?$`), "line %d looks like a merge conflict; a SEARCH/REPLACE block begins with <<<<<<< SEARCH"},
		{"***", regexp.MustCompile(`(?i)^[ \t]*\*\*\* ?End Patch`), "line %d ends a patch that does not begin: its *** Begin Patch is missing"},
		{"@@", regexp.MustCompile(`^@@(?: |\r?$)`), "line %d looks like a hunk of a diff, but not of which file it is: --- a/path and +++ b/path are missing above it"},
		{"--- a/", regexp.MustCompile(`^--- a/`), nameAlone},
		{"+++ b/", regexp.MustCompile(`^\+\+\+ b/`), nameAlone},
	}
})

// partOfForm names the first line that is a part of a form.
func partOfForm(text string) string {
	var possible []part
	for _, p := range parts() {
		if strings.Contains(text, p.mark) {
			possible = append(possible, p)
		}
	}
	if len(possible) == 0 {
		return ""
	}
	n := 0
	for line := range strings.Lines(text) {
		n++
		line = strings.TrimRight(line, "\n")
		if line == "" || strings.IndexByte(" \t><*@+-", line[0]) < 0 || len(line) > 200 {
			continue
		}
		for _, p := range possible {
			if strings.Contains(line, p.mark) && p.line.MatchString(line) {
				return fmt.Sprintf(p.says, n)
			}
		}
	}
	return ""
}
