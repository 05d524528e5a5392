package ops

import (
	"cmp"
	"context"
	"fmt"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/workspace"
)

// insertText puts lines next to the one place where a pattern matches.
type insertText struct {
	Path             string
	Pattern, Content Value
	After            bool // after the line on which the match ends; else before the one on which it starts
}

func buildInsert(after bool) func(args) (Action, error) {
	return func(a args) (Action, error) {
		return insertText{Path: a.text("file"), Pattern: a.value("pattern"), Content: a.value("content"), After: after}, nil
	}
}

func (i insertText) Kind() string {
	if i.After {
		return "insert_after"
	}
	return "insert_before"
}

func (i insertText) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	src, err := loadSource(tx, i.Path, p)
	if err != nil {
		return Done{}, err
	}
	found, err := src.find(findQuery{field: p.style.Field("pattern"), find: i.Pattern, replace: i.Pattern, beside: i.Content, once: true}, p)
	if err != nil {
		return Done{}, err
	}
	spans := found.Spans
	if len(spans) > 1 || found.Overlap {
		err := ambiguous(src, i.Pattern, found.Matches)
		err.Hint = "Pattern must be unique for insert operations. Use " + p.style.Operation("edit") + " with full context instead."
		return Done{}, err
	}
	at, line, where := text.LineStart(src.data, spans[0].Start), spans[0].Start, "before"
	look := linesTo
	if i.After {
		last := spans[0].End // of a block: before the end of its last line
		if !i.Pattern.Block {
			last = max(spans[0].Start, last-1)
		}
		at, line, where = text.NextLine(src.data, last), last, "after"
		look = linesAt
	}
	number := text.LineNumbers(src.data, []int{line})[0]
	content := i.Content
	if found.Level != "" {
		content.Text = found.Text
	}
	done, count, err := src.insert(tx, p, at, sent{"content", look, content})
	if err != nil {
		return Done{}, err
	}
	done.Summary = wording.Sentence{Verb: "Inserted", Before: count + " in ", Path: src.target.Written, After: fmt.Sprintf(" %s line %d", where, number)}
	done.Lines = []int{number}
	if found.Level != "" {
		done.Notes = append(done.Notes, toleratedNote(found.Level, number))
	}
	return done, nil
}

// sent is a text to be inserted.
type sent struct {
	field string // that it came in
	look  edge   // finds it if it was inserted before
	Value
}

// insert puts content as lines of its own at an offset where a line starts, or at
// the end of the file. It says how many lines those are.
func (s source) insert(tx *workspace.Tx, p Policy, at int, new sent) (done Done, count string, err error) {
	content, warnings, err := p.admit(s.target.Written, p.style.Field(new.field), new.Value, s.data, false)
	if err != nil {
		return Done{}, "", err
	}
	if err := s.alreadyInserted(at, content, new.look, p); err != nil {
		return Done{}, "", err
	}
	lines := asLines(content)
	if at == len(s.data) {
		lines = s.atEnd(content)
	}
	done, err = s.rewrite(tx, p, []text.Edit{{Span: text.Span{Start: at, End: at}, Text: lines}}, p.sentEnds(p.style.Field(new.field), content))
	done.Warnings = append(done.Warnings, warnings...)
	return done, countLines(content), err
}

// atEnd is content as it is put at the end of the file: on a line of its own. A
// block ends its last line; text in inline form does as the file did before.
func (s source) atEnd(content Value) string {
	if text.EndsLine(s.data) {
		if len(s.data) == text.Body(s.data) {
			return content.Text
		}
		return asLines(content)
	}
	return "\n" + content.Text
}

func countLines(content Value) string {
	return plural(text.Count([]byte(content.Text)), "line", "lines")
}

type appendLines struct {
	Path    string
	Content Value
	field   string // that Content came in, "content" if empty
}

func (appendLines) Kind() string { return "append" }

func (a appendLines) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	src, err := loadSource(tx, a.Path, p)
	if err != nil {
		return Done{}, err
	}
	done, count, err := src.insert(tx, p, len(src.data), sent{cmp.Or(a.field, "content"), linesTo, a.Content})
	if err != nil {
		return Done{}, err
	}
	done.Summary = wording.Sentence{Verb: "Appended", Before: "to ", Path: src.target.Written, Size: count}
	return done, nil
}
