package ops

import (
	"context"
	"fmt"

	"fileops/internal/text"
	"fileops/internal/text/anchor"
	"fileops/internal/workspace"
)

// fileEdit is one function for three things: it replaces a text, inserts lines after
// a line, or appends them.
type fileEdit struct {
	Path          string
	Find, Replace Value // without a Find it inserts, at Line, or appends
	Count         matchCount
	Line          anchor.Anchor // 1-based; 0 to append

	field, other, all string // see editText
}

const fileEditModes = `Invalid parameters. Choose one mode:
- REPLACE: old_text="content to find", new_text="replacement"
- INSERT: old_text="", insert_line=5, new_text="content to insert"
- APPEND: old_text="", new_text="content to append" (no insert_line)`

func buildFileEdit(a args) (Action, error) {
	f := fileEdit{
		Path: a.text("path"), Find: a.value("old_text"), Replace: a.value("new_text"), Count: oneMatch,
		field: a.BareField("old_text"), other: a.BareField("new_text"), all: a.BareField("replace_all"),
	}
	all := a.flag("replace_all")
	if all {
		f.Count = allMatches
	}
	line, given, err := a.line("insert_line")
	if err != nil {
		return nil, err
	}
	switch replaces := f.Find.Text != ""; {
	case replaces && f.Find.Snippet() == "":
		return nil, malformed(a.Field("old_text")+" is one blank line, which may stand in many places", "Include the line before or after it; leave "+a.Field("old_text")+" empty to insert or append.")
	case replaces && given, !replaces && (all || f.Replace.Text == ""):
		return nil, malformed(fileEditModes, "")
	case given && line.Line < 1:
		return nil, malformed(fmt.Sprintf("%s must be at least 1, not %d", a.Field("insert_line"), line.Line), "")
	}
	f.Line = line
	return f, nil
}

func (f fileEdit) anchors() []anchor.Anchor { return []anchor.Anchor{f.Line} }

func (fileEdit) Kind() string { return "file_edit" }

func (f fileEdit) run(ctx context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	switch {
	case f.Find.Text != "":
		e := editText{Path: f.Path, Find: f.Find, Replace: f.Replace, Count: f.Count, tag: "file_edit", field: f.field, other: f.other, all: f.all, reader: "file_read"}
		done, err := e.run(ctx, tx, p)
		if done.Changed {
			done.Answer = fmt.Sprintf("Successfully replaced %d occurrence(s) in %s", done.Replacements, done.Path)
		}
		return done, err
	case f.Line.Line > 0:
		i := insertAtLine{Path: f.Path, Line: f.Line, After: true, Content: f.Replace, strict: true, least: 1, field: f.other}
		done, err := i.run(ctx, tx, p)
		done.Answer = "Successfully inserted content in " + done.Path + done.Summary.After
		return done, err
	}
	done, err := appendLines{Path: f.Path, Content: f.Replace, field: f.other}.run(ctx, tx, p)
	done.Answer = "Successfully appended content to " + done.Path
	return done, err
}

// outside is the error for a line that the file does not have. least is the first line after
// which text can be inserted.
func outside(src source, line, least int) *Error {
	total := text.Count(src.data)
	hint := "The file is empty: append to it"
	if total >= least {
		hint = fmt.Sprintf("Valid range: %d to %d", least, total)
	}
	msg := fmt.Sprintf("Cannot insert at line %d. File has only %s.", line, plural(total, "line", "lines"))
	return &Error{Code: BadRange, Path: src.target.Written, Msg: msg, Hint: hint}
}
