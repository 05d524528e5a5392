package ops

import (
	"cmp"
	"context"
	"fmt"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/text/anchor"
	"fileops/internal/text/match"
	"fileops/internal/workspace"
)

// insertAtLine puts lines before or after a line, by its number.
type insertAtLine struct {
	Path    string
	Line    anchor.Anchor // 1-based; 0 is the top
	After   bool
	Content Value
	strict  bool   // a line that the file does not have is an error; else the content is appended
	least   int    // the lowest line that this error calls valid: 0 or 1
	field   string // that Content came in, "content" if empty
}

func buildInsertAt(a args) (Action, error) {
	line, _, err := a.line("line")
	if err != nil {
		return nil, err
	}
	position := a.text("position")
	if _, given := a.find("position"); given && position != "before" && position != "after" {
		return nil, malformed(fmt.Sprintf("%s must be before or after, not %q", a.Field("position"), position), "")
	}
	return insertAtLine{Path: a.text("file"), Line: line, After: position == "after", Content: a.value("content")}, nil
}

func (i insertAtLine) anchors() []anchor.Anchor { return []anchor.Anchor{i.Line} }

func (insertAtLine) Kind() string { return "insert_at" }

func (i insertAtLine) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	if i.Line.Line < 0 {
		return Done{}, &Error{Code: BadRange, Path: i.Path, Msg: fmt.Sprintf("Line must not be negative: %d", i.Line.Line), Hint: "Lines are counted from 1; 0 is the top of the file."}
	}
	src, err := loadAnchored(tx, i.Path, p, i.anchors())
	if err != nil {
		return Done{}, err
	}
	line, err := src.line(i.Line)
	if err != nil {
		return Done{}, err
	}
	total := text.Count(src.data)
	if i.strict && line > total {
		return Done{}, outside(src, line, i.least)
	}
	above := line // how many lines stay above the content
	if !i.After {
		above = max(0, line-1)
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
	if line > max(total, 1) {
		done.Warnings = append(done.Warnings, fmt.Sprintf("line %d is past the end of %s (%s): appended", line, src.target.Written, plural(total, "line", "lines")))
	}
	above = min(above, total)
	where := fmt.Sprintf(" after line %d", above)
	if above == 0 || !i.After && line == above+1 {
		where = fmt.Sprintf(" before line %d", above+1)
	}
	done.Summary = wording.Sentence{Verb: "Inserted", Before: count + " in ", Path: src.target.Written, After: where}
	return done, nil
}

// replaceLines replaces a range of lines; without content it deletes them.
type replaceLines struct {
	Path        string
	First, Last anchor.Anchor // 1-based, inclusive; of both there are hashes, or of none
	Content     Value
}

func buildReplaceLines(a args) (Action, error) {
	first, _, err := a.line("start_line")
	if err != nil {
		return nil, err
	}
	last, _, err := a.line("end_line")
	if err != nil {
		return nil, err
	}
	if (first.Hash == "") != (last.Hash == "") {
		return nil, malformed(a.Field("start_line")+" and "+a.Field("end_line")+" must both be anchors, or both be numbers", "")
	}
	return replaceLines{Path: a.text("file"), First: first, Last: last, Content: a.value("new_content")}, nil
}

func (r replaceLines) anchors() []anchor.Anchor { return []anchor.Anchor{r.First, r.Last} }

func (replaceLines) Kind() string { return "replace_lines" }

func (r replaceLines) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	anchors := r.anchors()
	if r.Last.Line > r.First.Line+1 {
		anchors = nil // they say nothing of the lines between
	}
	src, err := loadAnchored(tx, r.Path, p, anchors)
	if err != nil {
		return Done{}, err
	}
	path := src.target.Written
	if r.First.Line > r.Last.Line {
		return Done{}, &Error{Code: BadRange, Path: path, Msg: fmt.Sprintf("%s %d is after %s %d", p.style.Field("start_line"), r.First.Line, p.style.Field("end_line"), r.Last.Line)}
	}
	first, last, err := src.lines(r.First, r.Last)
	if err != nil {
		return Done{}, err
	}
	if total := text.Count(src.data); first < 1 || last > total {
		return Done{}, &Error{
			Code: BadRange, Path: path,
			Msg:  fmt.Sprintf("Line range %d-%d is outside %s, which has %s", first, last, path, plural(total, "line", "lines")),
			Hint: "Read the file again: its line numbers may have changed.",
		}
	}
	var warnings []string
	if r.Content, warnings, err = p.admit(path, p.style.Field("new_content"), r.Content, src.data, false); err != nil {
		return Done{}, err
	}
	span := text.Lines(src.data, first, last)
	if err := r.alreadyReplaced(src, span, first); err != nil {
		return Done{}, err
	}
	lines := src.inPlaceOf(span, r.Content)
	done, err := src.rewrite(tx, p, []text.Edit{{Span: span, Text: lines}}, p.sentEnds(p.style.Field("new_content"), r.Content))
	if err != nil {
		return Done{}, err
	}
	done.Lines, done.Warnings = []int{first}, append(done.Warnings, warnings...)
	done.Summary = r.summary(path, lineSpan(first, last), done.Changed)
	return done, nil
}

// inPlaceOf is content as whole lines that take the place of others.
func (s source) inPlaceOf(span text.Span, content Value) string {
	lines := asLines(content)
	if lines != "" && span.End == len(s.data) && !text.EndsLine(s.data) {
		return atLast(Value{Text: lines, Block: true}.Snippet())
	}
	return lines
}

// alreadyReplaced is the error for lines that take the place of fewer lines, and stand there
// already. Those behind the range would be there twice.
func (r replaceLines) alreadyReplaced(src source, span text.Span, first int) error {
	lines := strings.TrimSuffix(text.Unix(r.Content.Text), "\n")
	if _, ok := linesAt(src.data, span.Start, lines); !ok || strings.Count(lines, "\n") <= r.Last.Line-r.First.Line || !match.Telling(lines) {
		return nil
	}
	return alreadyThere(src, "new content", []int{first}, "To put it there once more, insert the lines that are to be added.")
}

// atLast is the text that takes the place of a last line without a line end. lines have none
// at their end either. If the last of them is blank, it gets one: else it would be lost.
func atLast(lines string) string {
	if lines == "" || strings.HasSuffix(lines, "\n") {
		return lines + "\n"
	}
	return lines
}

func (r replaceLines) summary(path, which string, changed bool) wording.Sentence {
	switch {
	case !changed:
		return unchanged(which+" of ", path, " already read so")
	case r.Content.Text == "":
		return wording.Sentence{Verb: "Deleted", Before: which + " in ", Path: path}
	}
	return wording.Sentence{Verb: "Replaced", Before: which + " in ", Path: path, After: " with " + countLines(r.Content)}
}
