package parse

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/response"
	"fileops/internal/parse/tags"
)

// closest says what comes closest to an operation in a text without any, and what makes it one;
// "" if nothing does.
func (r *reader) closest(text string) string {
	if r.forced() {
		if other := r.otherForms(text, 1); len(other) > 0 {
			form := other[0].Form
			return fmt.Sprintf("there is %s at line %d: --input %s runs it", article(form.Block(other[0].Name())), other[0].Line, form.Input())
		}
	}
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

// otherForms returns operations that a text has in other forms than the one that the user named, up
// to a limit. It leaves out files in fences.
func (r *reader) otherForms(text string, limit int) []ops.Operation {
	var out response.Builder
	s := quote.New(text, &out, quote.Options{Fenced: r.opt.Fenced, Names: tags.Names()})
	probe := reader{enough: limit}
	probe.dialects(s)
	named, _ := r.named()
	return slices.DeleteFunc(out.Operations, func(op ops.Operation) bool { return op.Form == named })
}

// article puts an article before the name of a block.
func article(block string) string {
	if strings.HasPrefix(block, "<") {
		return block
	}
	return "a " + block
}

// maxOthers is how many operations of other forms are named.
const maxOthers = 5

// warnOfOthers warns of what a text has in other forms beside files in fences. text is without them.
func (r *reader) warnOfOthers(text string) {
	var places []string
	for i, op := range r.otherForms(text, maxOthers+1) {
		if i == maxOthers {
			places = append(places, "…")
			break
		}
		places = append(places, fmt.Sprintf("%s at line %d", op.Form.Block(op.Name()), op.Line))
	}
	if len(places) > 0 {
		r.out.Warn("not run, because --input files reads only files in fences: %s. Send it in a response of its own, and run that without --input.", strings.Join(places, ", "))
	}
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

var parts = lazy.Value[[]part]{Make: func() []part {
	const nameAlone = "line %d names the file of a diff, but the other name or its hunks are missing: --- a/path, +++ b/path, and @@ below them"
	return []part{
		{"REPLACE", regexp.MustCompile(`^[ \t>]*(?:>{5,9}|\+{5,9}) ?REPLACE[ \t\r]*$`), "line %d ends a SEARCH/REPLACE block that does not begin: its <<<<<<< SEARCH is missing"},
		{"<<<<<<<", regexp.MustCompile(`^<{7}(?: .*)?\r?$`), "line %d looks like a merge conflict; a SEARCH/REPLACE block begins with <<<<<<< SEARCH"},
		{"***", regexp.MustCompile(`(?i)^[ \t]*\*\*\* ?End Patch`), "line %d ends a patch that does not begin: its *** Begin Patch is missing"},
		{"@@", regexp.MustCompile(`^@@(?: |\r?$)`), "line %d looks like a hunk of a diff, but not of which file it is: --- a/path and +++ b/path are missing above it"},
		{"--- a/", regexp.MustCompile(`^--- a/`), nameAlone},
		{"+++ b/", regexp.MustCompile(`^\+\+\+ b/`), nameAlone},
	}
}}

// partOfForm names the first line that is a part of a form.
func partOfForm(text string) string {
	var possible []part
	for _, p := range parts.Get() {
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
