package ops

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/search"
	"fileops/internal/search/pattern"
	"fileops/internal/workspace"
)

// Limits of an answer.
const (
	grepRows    = 1000          // unless the operation says how many
	grepColumns = 2000          // bytes of a line
	maxAnswer   = 256<<10 - 128 // bytes of rows: the line that says how to go on has the rest
)

// grepSearch answers the lines that match a regular expression, or the files that have some.
type grepSearch struct {
	Path  string
	Query search.Query // what to look for; where is filled in when it runs

	warned []string // of arguments that are ignored
}

// grepFields are what a field of a grep is called: in blocks, and by the function Grep.
type grepFields struct {
	ignoreCase, numbers, after, before, context string
	mode                                        search.Mode // if none is given
}

var (
	grepBlock    = grepFields{"ignore_case", "line_numbers", "after", "before", "context", search.Content}
	grepFunction = grepFields{"-i", "-n", "-A", "-B", "-C", search.Files}
)

func (f grepFields) fields() []Field {
	count := func(name, doc string) Field {
		return Field{Name: name, Kind: Number, Optional: true, Max: maxLine, Doc: doc}
	}
	flag := func(name, doc string) Field { return Field{Name: name, Kind: Flag, Optional: true, Doc: doc} }
	rare := func(f Field) Field { f.Rare = true; return f }
	mode, anchors := "content", anchorField(" that is shown")
	if f.mode == search.Files {
		mode = "files_with_matches"
		anchors.WithAnchors += "; the default output_mode is content then"
	}
	return []Field{
		{Name: "pattern", Kind: Snippet, Doc: "a regular expression (RE2 syntax)"},
		{Name: "path", Kind: Path, Optional: true, Doc: "the file or directory to search; default the root"},
		{Name: "glob", Kind: Word, Optional: true, Also: []string{"include"}, Doc: "search only files that match this pattern, such as *.py"},
		rare(Field{Name: "type", Kind: Word, Optional: true, Doc: "search only files of this type: go, py, js, …"}),
		{Name: "output_mode", Kind: Word, Optional: true, Words: []string{"content", "files_with_matches", "count"}, Doc: "content (the lines), files_with_matches or count; default " + mode},
		flag(f.ignoreCase, "true to ignore case"),
		rare(flag(f.numbers, "false to leave out line numbers")),
		rare(count(f.after, "lines to show after each match")),
		rare(count(f.before, "lines to show before each match")),
		count(f.context, "lines to show before and after each match"),
		rare(flag("multiline", "true to let a match span several lines; a dot then matches line ends")),
		rare(count("head_limit", "maximum number of output lines; default 1000; 0: as many as fit in 256 KB")),
		rare(count("offset", "number of output lines to skip first")),
		anchors,
	}
}

func (f grepFields) build(a args) (Action, error) {
	regex := strings.ReplaceAll(a.value("pattern").Snippet(), "\r\n", "\n")
	if !a.flag("multiline") {
		regex = oneLine(regex)
	}
	if regex == "" {
		return nil, malformed(a.Field("pattern")+" content cannot be empty", "")
	}
	q := search.Query{
		Patterns: []string{regex}, CRLF: !pattern.NamesReturn(regex), Decode: true, Mode: f.mode, LineNumbers: true, MaxColumns: grepColumns, Preview: true,
		Match: pattern.Options{IgnoreCase: a.flag(f.ignoreCase), Multiline: a.flag("multiline"), DotAll: a.flag("multiline")},
		Limit: grepRows, MaxBytes: maxAnswer, Names: search.NamesAlways,
	}
	if _, given := a.find(f.numbers); given {
		q.LineNumbers = a.flag(f.numbers)
	}
	if _, given := a.find("output_mode"); given {
		mode, ok := map[string]search.Mode{"content": search.Content, "files_with_matches": search.Files, "count": search.Count}[a.text("output_mode")]
		if !ok {
			return nil, malformed(fmt.Sprintf("%s must be content, files_with_matches or count, not %q", a.Field("output_mode"), a.text("output_mode")), "")
		}
		q.Mode = mode
	}
	warned, err := f.anchors(a, &q)
	if err != nil {
		return nil, err
	}
	for _, number := range []struct {
		name string
		to   []*int
	}{
		{f.context, []*int{&q.Before, &q.After}}, {f.after, []*int{&q.After}}, {f.before, []*int{&q.Before}},
		{"head_limit", []*int{&q.Limit}}, {"offset", []*int{&q.Offset}},
	} {
		if err := a.into(number.name, number.to...); err != nil {
			return nil, err
		}
	}
	if glob := a.text("glob"); glob != "" {
		q.Walk.Globs = []string{glob}
	}
	if kind := a.text("type"); kind != "" {
		q.Walk.Types, q.Walk.Typed = []string{kind}, true
	}
	return grepSearch{Path: a.text("path"), Query: q, warned: warned}, nil
}

// anchors reads whether to show anchors. They stand before lines, so lines are shown unless the
// call asks for another mode, in which anchors are ignored.
func (f grepFields) anchors(a args, q *search.Query) (warned []string, err error) {
	if !a.flag("anchors") {
		return nil, nil
	}
	if _, given := a.find("output_mode"); !given {
		q.Mode = search.Content
	}
	switch {
	case q.Mode != search.Content:
		return []string{a.Field("anchors") + " was ignored: the output_mode " + a.text("output_mode") + " shows no lines"}, nil
	case !q.LineNumbers:
		return nil, malformed(a.FieldValue("anchors", "true")+" and "+a.FieldValue(f.numbers, "false")+" exclude each other: an anchor begins with the line number", "")
	}
	q.Anchors = true
	return nil, nil
}

// oneLine is a pattern without the line ends at its edges. They belong to the field, since no
// line holds any.
func oneLine(s string) string {
	before, rest, ok := strings.Cut(s, "\n")
	switch {
	case ok && strings.TrimSpace(s) == "":
		return ""
	case ok && strings.TrimSpace(before) == "":
		s = rest
	}
	if at := strings.LastIndexByte(s, '\n'); at >= 0 && strings.TrimSpace(s[at:]) == "" {
		s = s[:at]
	}
	return s
}

// into stores a number that was given, which must not be negative.
func (a args) into(name string, numbers ...*int) error {
	n, given, err := a.number(name)
	if err != nil || !given {
		return err
	}
	if n < 0 {
		return malformed(fmt.Sprintf("%s must not be negative, not %d", a.Field(name), n), "")
	}
	for _, to := range numbers {
		*to = n
	}
	return nil
}

func (g grepSearch) Kind() string { return "grep" }

func (g grepSearch) run(ctx context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	if p.unseen {
		return Done{}, nil
	}
	where, err := newSearchScope(tx, g.Path, "send "+g.Path+" as "+p.style.Field("glob"), p)
	if err != nil {
		return Done{}, err
	}
	q := g.Query
	if q.Matcher, err = pattern.Compile(q.Patterns, q.Match); err != nil {
		return Done{}, searchFailed(err, p)
	}
	if err := p.left.compile(q.Matcher); err != nil {
		return Done{}, err
	}
	q.Walk = where.walk
	q.Walk.Types, q.Walk.Typed = g.Query.Walk.Types, g.Query.Walk.Typed
	for _, glob := range g.Query.Walk.Globs {
		if slices.Contains(allFiles, glob) {
			continue
		}
		q.Walk.Globs = append(q.Walk.Globs, fromRoot(glob, filepath.ToSlash(tx.Dir())))
	}
	if q.Anchors {
		q.Whole = p.MaxEdit
	}
	q.Roots, q.Overlay, q.Strip = []string{where.root}, where.over, where.strip
	q.Error = where.report
	if p.Searched != nil {
		q.Progress = &search.Progress{}
		p.Searched.Store(q.Progress)
	}
	var out bytes.Buffer
	sum, err := search.Grep(ctx, q, &out)
	if err != nil {
		return Done{}, searchFailed(err, p)
	}
	done := Done{Path: where.target.Written, Content: out.String(), Warnings: append(where.warned, g.warned...), Summary: g.summary(sum, where.target.Written)}
	if note := rest(sum.Rows, sum.Shown, q.Offset, sum.More); note != "" {
		done.Content += note + "\n"
	}
	if sum.Rows == 0 && where.target.Kind == workspace.Directory {
		done.note(g.leftOut(ctx, where, q))
	}
	if sum.Rows == 0 {
		done.note(search.Misread(q, p.style.FieldValue("multiline", "true"))...)
	}
	if sum.Files == 0 && len(q.Walk.Globs)+len(q.Walk.Types) > 0 {
		done.note(g.noFile(ctx, tx, where, q)...)
	}
	return done, nil
}

// allFiles are the globs that restrict nothing. They are not passed on, since a search with a
// glob also finds hidden and ignored files. A model that sends one of these does not mean that.
var allFiles = []string{"*", "**", "**/*", "./**", "./**/*", "/**", "/**/*"}

// fromRoot is a glob as it goes from the root: it may be an absolute one, or begin with
// the directory that it goes from.
func fromRoot(glob, root string) string {
	glob, not := strings.CutPrefix(glob, "!")
	if rest, below := strings.CutPrefix(glob, root+"/"); below {
		glob = "/" + rest
	} else if rest, ok := strings.CutPrefix(glob, "./"); ok {
		glob = "/" + rest
	}
	if not {
		return "!" + glob
	}
	return glob
}

// summary says what was found.
func (g grepSearch) summary(sum search.Summary, path string) wording.Sentence {
	in, of := " in ", " of "
	if path == "." {
		in, of, path = "", "", ""
	}
	found := wording.Sentence{Verb: "Found", Before: plural(sum.Rows, "file", "files") + in, Path: path}
	lines, files := sum.Rows-sum.Page.Context, sum.Matched
	if sum.More {
		found.Before = plural(sum.Shown, "file", "files") + in
		found.After = ", and there are more"
		lines, files = sum.Shown-sum.Page.ShownContext, sum.Page.ShownFiles
	}
	switch {
	case sum.Rows == 0:
		return wording.Sentence{Verb: "No", Before: "match" + in, Path: path, Size: plural(int(sum.Files), "file", "files") + " searched"}
	case g.Query.Mode == search.Content:
		found.Before = plural(lines, "line", "lines") + " in " + plural(files, "file", "files") + of
	}
	return found
}

// rest says how to go on where rows of a result are left.
func rest(rows, shown, offset int, more bool) string {
	next := offset + shown
	switch left := rows - next; {
	case shown == 0 && rows > 0:
		are := "are"
		if rows == 1 {
			are = "is"
		}
		return fmt.Sprintf("… nothing is left after offset %d: there %s %s only", offset, are, plural(rows, "row", "rows"))
	case more:
		return fmt.Sprintf("… more rows follow: go on with offset %d", next)
	case left > 0:
		return fmt.Sprintf("… %s: go on with offset %d", plural(left, "more row", "more rows"), next)
	}
	return ""
}
