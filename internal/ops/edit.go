package ops

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/text/match"
	"fileops/internal/workspace"
)

// matchCount is how many matches an edit takes.
type matchCount int

// The counts.
const (
	allMatches matchCount = iota // every match, at least one
	oneMatch                     // exactly one
)

type editText struct {
	Path          string
	Find, Replace Value
	Count         matchCount
	tag           string // edit, str_replace, …
	field, other  string // the names of the fields that hold Find and Replace
	all           string // the name of the one that asks for every match, if there is one
	reader        string // of a function that is known from elsewhere: the one that reads files
	hunk          bool   // of a patch: only whole lines match
	headers       string // of a hunk, a line each
	endMark       string // of a hunk: the line that says that nothing but blank lines stands behind it in the file
	lastEnd       lastEnd
	gap           int // of a hunk: see Hunk
	expect        int // how many matches there must be, as the caller says; 0 if that is not said
	line          int // of several matches, the one that begins at this line, 1-based; 0 for none
}

func buildEdit(tag, find, replace string, count matchCount) func(args) (Action, error) {
	return func(a args) (Action, error) {
		return editText{
			Path: a.text("file"), Find: a.value(find), Replace: a.value(replace),
			Count: count, tag: tag, field: find, other: replace,
		}, nil
	}
}

func (e editText) Kind() string { return e.tag }

func (e editText) run(ctx context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	if e.Find.Text == "" {
		return e.fill(ctx, tx, p)
	}
	src, err := loadSource(tx, e.Path, p)
	if err != nil {
		return Done{}, err
	}
	found, warnings, err := e.places(src, p)
	if err != nil {
		return Done{}, err
	}
	lines := lineNumbers(src.data, found.Spans)
	done, err := src.rewrite(tx, p, e.edits(src, found), e.sentEnds(p))
	if err != nil {
		return Done{}, err
	}
	done.Warnings = append(done.Warnings, warnings...)
	if !done.Changed {
		done.Summary = e.unchanged(src, lines[0])
		return done, nil
	}
	done.Summary = wording.Sentence{Verb: "Replaced", Before: plural(len(lines), "occurrence", "occurrences") + " in ", Path: src.target.Written}
	if len(lines) > 1 {
		done.Notes = append([]string{"Locations: " + atLines(lines)}, done.Notes...)
	}
	if found.Level != "" {
		done.Notes = append(done.Notes, toleratedNote(found.Level, lines[0]))
	}
	done.Replacements, done.Lines = len(lines), lines
	return done, nil
}

// fill writes the replacement as the whole of a file that is missing or empty. A call of
// Edit asks for that with an empty text to replace.
func (e editText) fill(ctx context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	t, err := tx.Find(e.Path, workspace.ToEdit, p.paths)
	if err != nil {
		return Done{}, err
	}
	c := createFile{Path: e.Path, Content: e.Replace, tag: e.tag, field: e.other}
	if t.Kind == workspace.Absent {
		return c.run(ctx, tx, p)
	}
	src, err := loadSource(tx, e.Path, p)
	if err != nil {
		return Done{}, err
	}
	blank := p.style.Form == wording.SearchReplace && len(bytes.TrimSpace(src.data)) == 0 // lines that no SEARCH can name
	if len(src.data) > text.Body(src.data) && !blank {
		return Done{}, e.notEmpty(t.Written, p.style)
	}
	c.Overwrite = true
	return c.run(ctx, tx, p)
}

// unchanged says why an edit leaves a file as it is; line is the first place of the find.
func (e editText) unchanged(src source, line int) wording.Sentence {
	file := src.target.Written
	switch {
	case e.Find.Snippet() == e.Replace.Snippet():
		return unchanged(e.field+" and "+e.other+" are identical in ", file, "")
	case text.Unix(e.Find.Snippet()) == text.Unix(e.Replace.Snippet()) && e.Replace.Block:
		return unchanged(e.field+" and "+e.other+" differ in line ends alone, and ", file, fmt.Sprintf(" keeps its own (%s)", src.ends.Count()))
	}
	return unchanged("", file, fmt.Sprintf(" has what %s puts there (line %d)", e.other, line))
}

// places is where the find stands in a text, as often as the edit takes it, and what
// there is to warn about.
func (e editText) places(src source, p Policy) (match.Tolerated, []string, error) {
	if e.hunk && e.Find.Text == "" {
		return e.placeInEmptyFile(src, p)
	}
	once := e.Count == oneMatch || p.Unique && e.tag == "edit"
	w := findQuery{field: e.label(e.field, p), other: e.label(e.other, p), find: e.Find, replace: e.Replace, reader: e.readerIn(p.style), once: once, hunk: e.hunk}
	found, err := src.find(w, p)
	if err != nil {
		e.explainHunk(src, err)
		return found, nil, err
	}
	if e.hunk {
		if found, err = e.choosePlace(src, found); err != nil {
			return found, nil, err
		}
	}
	found = e.atLine(src, found)
	if found.Text != "" {
		if err := e.alreadyApplied(src, found, p); err != nil {
			return found, nil, err
		}
	}
	if once && (len(found.Spans) > 1 || found.Overlap) {
		return found, nil, e.ambiguous(src, found.Matches, p)
	}
	if e.expect > 0 && (len(found.Spans) != e.expect || found.Overlap) {
		return found, nil, e.unexpected(src, found.Matches, p.style)
	}
	warnings, err := p.guard(src.target.Written, e.label(e.other, p), found.Text, src.data)
	if failed := (*Error)(nil); errors.As(err, &failed) && failed.Code == Placeholder {
		failed.Hint += " If " + e.label(e.field, p) + " does not hold the code that it stands for, leave the line out: that code stays as it is."
	}
	return found, slices.Concat(warnings, insideWords(src, found.Spans), e.leftAlone(src, found)), err
}

// readerIn is the function that reads files beside the one that was called.
func (e editText) readerIn(s wording.Style) string {
	if e.reader != "Read" || s.Function == "" { // a reader other than that of Edit is that of one program alone
		return e.reader
	}
	return s.Operation("read")
}

// label is a field as a message names it.
func (e editText) label(field string, p Policy) string {
	if e.reader != "" {
		return field
	}
	return p.style.Field(field)
}

// edits are the replacements. Whole lines that are replaced by nothing go with their line
// ends. If the last line of a file has none, see endsFile.
func (e editText) edits(src source, found match.Tolerated) []text.Edit {
	remove := found.Whole && e.Replace.Text == ""
	edits := make([]text.Edit, len(found.Spans))
	for i, s := range found.Spans {
		edits[i] = text.Edit{Span: s, Text: found.Text}
		switch {
		case remove:
			edits[i].End = text.NextLine(src.data, s.End)
		case found.Whole && e.Replace.Block && s.End == len(src.data):
			edits[i].Text = e.endsFile(found.Text)
		}
		e.openEnd(src, &edits[i])
	}
	return edits
}

func (e editText) ambiguous(src source, found match.Matches, p Policy) *Error {
	err := ambiguous(src, e.Find, found)
	if e.hunk {
		err.Hint = "Include more of the lines around the change in the hunk, so that one place matches"
		if p.style.Form == wording.Diff {
			err.Hint += "."
			return err
		}
		err.Hint += ", or a line such as `@@ def name():` that stands once and that it is in."
		return err
	}
	if e.reader != "" {
		n, when := len(found.Spans), ""
		err.marked = false
		if found.Overlap {
			err.Msg = fmt.Sprintf("Found matches for %s that overlap. The tool requires exactly 1 match.", e.field)
			err.Hint = "Include more surrounding context in " + e.field + " to make it unique"
			return err
		}
		err.Hint = "To fix this:\n- Include more surrounding context in " + e.field + " to make it unique"
		if e.all != "" {
			when = " when " + e.all + "=false"
			err.Hint = fmt.Sprintf("To fix this:\n- Set %s=true to replace all %d occurrences\n- OR include more surrounding context in %s to make it unique", e.all, n, e.field)
		}
		err.Msg = fmt.Sprintf("Found %d matches for %s. The tool requires exactly 1 match%s.", n, e.field, when)
		return err
	}
	if p.style.Form == wording.SearchReplace {
		err.Hint = "Include more of the surrounding lines in SEARCH so that one place matches. To change several places, send a block for each."
		return err
	}
	_, all := p.replacing()
	err.Hint = fmt.Sprintf("Include more of the surrounding lines in %s so that one place matches, or use %s to replace all of them.", e.label(e.field, p), p.style.Operation(all))
	return err
}

// unexpected is the error for another number of matches than the caller expects.
func (e editText) unexpected(src source, found match.Matches, style wording.Style) *Error {
	err := ambiguous(src, e.Find, found)
	err.marked = false
	number := len(found.Spans)
	err.Short = fmt.Sprintf("found %s of %s, expected %d", plural(number, "match", "matches"), e.field, e.expect)
	err.Msg = fmt.Sprintf("Found %s of %s in %s, expected %d.", plural(number, "match", "matches"), e.field, src.target.Written, e.expect)
	all := style.FieldValue("expected_replacements", fmt.Sprint(number))
	switch {
	case found.Overlap:
		err.Hint = "Include more surrounding context in " + e.field + "."
	case number == 1:
		err.Hint = "To replace it, send " + all + "."
	default:
		err.Hint = "To replace all of them, send " + all + ". To replace fewer, include more surrounding context in " + e.field + "."
	}
	return err
}

// replacing are the tags of the operations that replace one occurrence, and all of them, among
// those that the prompt teaches.
func (p Policy) replacing() (one, all string) {
	if p.Unique {
		return "edit", "str_replace_all"
	}
	return "str_replace", "edit"
}

// How much of a text or a list of places a message shows.
const (
	maxShown      = 20
	maxShownChars = 200
)

// ambiguous is the error for a text that stands in more than one place.
func ambiguous(src source, pattern Value, found match.Matches) *Error {
	path, spans := src.target.Written, found.Spans
	times := fmt.Sprintf("%d times", len(spans))
	if found.Overlap {
		times = "more than once, overlapping,"
	}
	places := wording.Detail{Heading: "Locations:", TextOf: "matches"}
	numbers := lineNumbers(src.data, spans)
	for i, n := range numbers {
		if i == maxShown {
			places.Lines = append(places.Lines, fmt.Sprintf("(+%d more)", len(spans)-i))
			break
		}
		start := text.LineStart(src.data, spans[i].Start)
		line := string(src.data[start:max(start, text.NextLine(src.data, start))])
		places.Lines = append(places.Lines, fmt.Sprintf("Line %d: %s", n, text.Cut(strings.TrimRight(line, "\r\n"), maxShownChars)))
	}
	msg := fmt.Sprintf("Ambiguous pattern: '%s' appears %s in %s", head(pattern), times, path)
	return &Error{Code: Ambiguous, Path: path, Line: numbers[0], Msg: msg, Details: []wording.Detail{places}, marked: true}
}

// head is the first line of a value, for a message.
func head(v Value) string {
	first, _, more := strings.Cut(text.Unix(v.Snippet()), "\n")
	first = text.Cut(first, maxShownChars)
	if more {
		first += "…"
	}
	return first
}

func lineNumbers(src []byte, spans []text.Span) []int {
	offsets := make([]int, len(spans))
	for i, s := range spans {
		offsets[i] = s.Start
	}
	return text.LineNumbers(src, offsets)
}

// atLines names lines by their numbers: line 3, or lines 3, 7.
func atLines(numbers []int) string {
	if len(numbers) == 1 {
		return fmt.Sprintf("line %d", numbers[0])
	}
	return "lines " + joinNumbers(numbers)
}

func joinNumbers(numbers []int) string {
	var words []string
	for _, n := range numbers[:min(len(numbers), maxShown)] {
		words = append(words, strconv.Itoa(n))
	}
	if more := len(numbers) - maxShown; more > 0 {
		return fmt.Sprintf("%s (+%d more)", strings.Join(words, ", "), more)
	}
	return strings.Join(words, ", ")
}
