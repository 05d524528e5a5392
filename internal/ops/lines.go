package ops

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"fileops/internal/text"
	"fileops/internal/text/match"
	"fileops/internal/workspace"
)

// insertAtLine puts lines before or after a line, by its number.
type insertAtLine struct {
	Path    string
	Line    int // 1-based; 0 is the top
	After   bool
	Content Value
	strict  bool   // a line that the file does not have is an error; else the content is appended
	least   int    // the lowest line that this error calls valid: 0 or 1
	field   string // that Content came in, "content" if empty
}

func buildInsertAt(a args) (Action, error) {
	line, _, err := a.number("line")
	if err != nil {
		return nil, err
	}
	position := a.text("position")
	if _, given := a.find("position"); given && position != "before" && position != "after" {
		return nil, malformed(fmt.Sprintf("%s must be before or after, not %q", a.Field("position"), position), "")
	}
	return insertAtLine{Path: a.text("file"), Line: line, After: position == "after", Content: a.value("content")}, nil
}

func (insertAtLine) Kind() string { return "insert_at" }

func (i insertAtLine) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	if i.Line < 0 {
		return Done{}, &Error{Code: BadRange, Path: i.Path, Msg: fmt.Sprintf("Line must not be negative: %d", i.Line), Hint: "Lines are counted from 1; 0 is the top of the file."}
	}
	src, err := loadSource(tx, i.Path, p)
	if err != nil {
		return Done{}, err
	}
	total := text.Count(src.data)
	if i.strict && i.Line > total {
		return Done{}, outside(src, i.Line, i.least)
	}
	above := i.Line // how many lines stay above the content
	if !i.After {
		above = max(0, i.Line-1)
	}
	at := text.Lines(src.data, above+1, above+1).Start
	if above >= total {
		at = len(src.data)
	}
	look := linesAt
	if at == len(src.data) {
		look = linesTo
	}
	done, count, err := src.insert(tx, p, at, sent{cmp.Or(i.field, "content"), look, i.Content})
	if err != nil {
		return Done{}, err
	}
	if i.Line > max(total, 1) {
		done.Warnings = append(done.Warnings, fmt.Sprintf("line %d is past the end of %s (%s): appended", i.Line, src.target.Written, plural(total, "line", "lines")))
	}
	above = min(above, total)
	where := fmt.Sprintf(" after line %d", above)
	if above == 0 || !i.After && i.Line == above+1 {
		where = fmt.Sprintf(" before line %d", above+1)
	}
	done.Summary = Sentence{Verb: "Inserted", Before: count + " in ", Path: src.target.Written, After: where}
	return done, nil
}

// replaceLines replaces a range of lines; without content it deletes them.
type replaceLines struct {
	Path        string
	First, Last int // 1-based, inclusive
	Content     Value
}

func buildReplaceLines(a args) (Action, error) {
	first, _, err := a.number("start_line")
	if err != nil {
		return nil, err
	}
	last, _, err := a.number("end_line")
	if err != nil {
		return nil, err
	}
	return replaceLines{Path: a.text("file"), First: first, Last: last, Content: a.value("new_content")}, nil
}

func (replaceLines) Kind() string { return "replace_lines" }

func (r replaceLines) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	src, err := loadSource(tx, r.Path, p)
	if err != nil {
		return Done{}, err
	}
	path, total := src.target.Written, text.Count(src.data)
	if r.First > r.Last {
		return Done{}, &Error{Code: BadRange, Path: path, Msg: fmt.Sprintf("%s %d is after %s %d", p.style.Field("start_line"), r.First, p.style.Field("end_line"), r.Last)}
	}
	if r.First < 1 || r.Last > total {
		return Done{}, &Error{
			Code: BadRange, Path: path,
			Msg:  fmt.Sprintf("Line range %d-%d is outside %s, which has %s", r.First, r.Last, path, plural(total, "line", "lines")),
			Hint: "Read the file again: its line numbers may have changed.",
		}
	}
	var warnings []string
	if r.Content, warnings, err = p.admit(path, p.style.Field("new_content"), r.Content, src.data, false); err != nil {
		return Done{}, err
	}
	span := text.Lines(src.data, r.First, r.Last)
	if err := r.alreadyReplaced(src, span); err != nil {
		return Done{}, err
	}
	lines := asLines(r.Content)
	if lines != "" && span.End == len(src.data) && !text.EndsLine(src.data) {
		lines = atLast(Value{Text: lines, Block: true}.Snippet())
	}
	done, err := src.rewrite(tx, p, []text.Edit{{Span: span, Text: lines}}, p.sentEnds(p.style.Field("new_content"), r.Content))
	if err != nil {
		return Done{}, err
	}
	done.Lines, done.Warnings = []int{r.First}, append(done.Warnings, warnings...)
	done.Summary = r.summary(path, done.Changed)
	return done, nil
}

// alreadyReplaced is the error for lines that take the place of fewer lines, and stand there
// already. Those behind the range would be there twice.
func (r replaceLines) alreadyReplaced(src source, span text.Span) error {
	lines := strings.TrimSuffix(text.Unix(r.Content.Text), "\n")
	if _, ok := linesAt(src.data, span.Start, lines); !ok || strings.Count(lines, "\n") <= r.Last-r.First || !match.Telling(lines) {
		return nil
	}
	return alreadyThere(src, "new content", []int{r.First}, "To put it there once more, insert the lines that are to be added.")
}

// atLast is the text that takes the place of a last line without a line end. lines have none
// at their end either. If the last of them is blank, it gets one: else it would be lost.
func atLast(lines string) string {
	if lines == "" || strings.HasSuffix(lines, "\n") {
		return lines + "\n"
	}
	return lines
}

func (r replaceLines) summary(path string, changed bool) Sentence {
	which := lineSpan(r.First, r.Last)
	switch {
	case !changed:
		return unchanged(which+" of ", path, " already read so")
	case r.Content.Text == "":
		return Sentence{Verb: "Deleted", Before: which + " in ", Path: path}
	}
	return Sentence{Verb: "Replaced", Before: which + " in ", Path: path, After: " with " + countLines(r.Content)}
}
