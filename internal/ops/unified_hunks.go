package ops

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/workspace"
)

// edits are the hunks of a diff that a model wrote: all are applied, or none. The lines of a hunk
// must stand in one place of the file as it was before, below those of the hunk before. If they
// stand in several, a header that counts its lines right chooses.
func (f FileDiff) edits() multiEdit {
	m := multiEdit{Path: f.Path, hunks: true, unified: true}
	for _, h := range f.Hunks {
		m.Edits = append(m.Edits, editOf(f.Path, h))
	}
	return m
}

func linesOf(text string) []string { return slices.Collect(strings.Lines(text)) }

// noEnd is the line of a diff that says of the line before it that it has no line end.
const noEnd = `\ No newline at end of file`

// editOf is a hunk as an edit.
func editOf(path string, h DiffHunk) editText {
	e := editText{
		Path: path, Find: Value{Text: h.Old, Block: true}, Replace: Value{Text: h.New, Block: true},
		Count: oneMatch, tag: "edit", field: "the hunk", other: "the hunk", reader: "read", hunk: true,
	}
	oldOpen, newOpen := h.Old != "" && !strings.HasSuffix(h.Old, "\n"), h.New != "" && !strings.HasSuffix(h.New, "\n")
	switch {
	case newOpen:
		e.lastEnd = removed
	case oldOpen:
		e.lastEnd = added
	default:
		e.lastEnd = kept
	}
	if oldOpen || newOpen {
		e.endMark = noEnd
	}
	if h.Counted {
		e.line = h.OldStart
	}
	return e
}

// lastEnd is what becomes of the line end of a file's last line.
type lastEnd byte

const (
	byChange lastEnd = iota // there is one if the hunk changes the line
	kept                    // as it is
	added                   // there is one
	removed                 // there is none
)

// applyTogether applies hunks whose places are those in the file as it was before.
func (m multiEdit) applyTogether(now *edited, p Policy) error {
	src := now.source
	var all []text.Edit
	var levels []string // of each hunk
	var starts []int    // where its lines stand
	for i, e := range m.Edits {
		p.later.edits = m.Edits[i+1:]
		found, warnings, err := e.places(src, p)
		if err != nil {
			return m.numbered(i, err)
		}
		at := found.Spans[0].Start
		if i > 0 && at < starts[i-1] {
			return m.numbered(i, m.outOfOrder(src, starts[i-1], at))
		}
		starts, levels = append(starts, at), append(levels, found.Level)
		change := trimmed(src.data, e.edits(src, found)[0])
		if n := len(all); n > 0 && change.Start < all[n-1].End {
			return m.numbered(i, m.overlapping(src, change.Start))
		}
		all = append(all, change)
		now.warnings = append(now.warnings, warnings...)
	}
	sent := p.sentEnds("the hunk", m.sent())
	next, placed, err := src.with(all, p.MaxEdit, sent)
	if err != nil {
		return m.numbered(0, err)
	}
	now.source, now.placed, now.replaced = next, placed, len(all)
	for i, line := range text.LineNumbers(src.data, starts) {
		if levels[i] != "" {
			now.notes = append(now.notes, m.label(i)+toleratedNote(levels[i], line))
		}
	}
	return nil
}

// sent is all that the hunks put into the file, for its line ends.
func (m multiEdit) sent() Value {
	var b strings.Builder
	for _, e := range m.Edits {
		b.WriteString(e.Replace.Text)
	}
	return Value{Text: b.String(), Block: true}
}

func (m multiEdit) outOfOrder(src source, before, at int) *Error {
	lines := text.LineNumbers(src.data, []int{at, before})
	return &Error{
		Code: NoMatch, Path: src.target.Written,
		Msg:  fmt.Sprintf("Its lines stand at line %d, above those of the hunk before it, at line %d", lines[0], lines[1]),
		Hint: "Send the hunks of a file in the order in which they stand in it.",
	}
}

func (m multiEdit) overlapping(src source, at int) *Error {
	return &Error{
		Code: NoMatch, Path: src.target.Written,
		Msg:  fmt.Sprintf("It changes lines that the hunk before it changes as well, at line %d", text.LineNumbers(src.data, []int{at})[0]),
		Hint: "Change each line once: make one hunk of the two.",
	}
}

// trimmed is an edit without the lines at its beginning and its end that it leaves as they are.
func trimmed(src []byte, e text.Edit) text.Edit {
	for {
		old := src[e.Start:e.End]
		i := bytes.IndexByte(old, '\n')
		if i < 0 || !strings.HasPrefix(e.Text, string(old[:i+1])) {
			break
		}
		e.Start, e.Text = e.Start+i+1, e.Text[i+1:]
	}
	for {
		old := src[e.Start:e.End]
		i := bytes.LastIndexByte(old, '\n')
		if i > 0 && old[i-1] == '\r' {
			i--
		}
		rest, same := "", false
		if i >= 0 {
			rest, same = strings.CutSuffix(e.Text, string(old[i:]))
		}
		if !same || strings.HasSuffix(rest, "\r") {
			break
		}
		e.End, e.Text = e.Start+i, rest
	}
	return e
}

// openEnd makes the edit of a hunk that ends the file without a line end take it away, if the
// file has one.
func (e editText) openEnd(src source, edit *text.Edit) {
	if e.lastEnd == removed && text.NextLine(src.data, edit.End) == len(src.data) {
		edit.End = len(src.data)
	}
}

// deleteShown deletes a file that has the lines which the diff removes, and no others.
func (f FileDiff) deleteShown(ctx context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	src, err := loadSource(tx, f.Path, p)
	if err != nil {
		return Done{}, err
	}
	var lines strings.Builder
	for _, h := range f.Hunks {
		lines.WriteString(h.Old)
	}
	has, shown := linesOf(text.Unix(string(src.data[text.Body(src.data):]))), linesOf(text.Unix(lines.String()))
	same := 0
	for same < min(len(has), len(shown)) && strings.TrimRight(has[same], "\n") == strings.TrimRight(shown[same], "\n") {
		same++
	}
	switch {
	case same == len(has) && same == len(shown):
		return deleteFile{Path: f.Path}.run(ctx, tx, p)
	case same == len(shown):
		return Done{}, moreThanRemoved(src, len(has)-same)
	}
	is := "the file has no such line"
	if same < len(has) {
		is = fmt.Sprintf("line %d of the file is `%s`", same+1, text.Cut(strings.TrimRight(has[same], "\n"), maxShownChars))
	}
	return Done{}, &Error{
		Code: NoMatch, Path: src.target.Written,
		Msg:  fmt.Sprintf("The diff deletes %s with other lines than it has: it removes `%s`, and %s", src.target.Written, text.Cut(strings.TrimRight(shown[same], "\n"), maxShownChars), is),
		Hint: "Read the file, and remove its lines as they are if it is to be deleted.",
	}
}

// SetExecutable returns the change of a file's mode: whether it can be run as a program.
func SetExecutable(path string, executable bool) Action { return setMode{path, executable} }

type setMode struct {
	Path       string
	Executable bool
}

func (setMode) Kind() string { return "edit" }

func (m setMode) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	t, err := tx.Find(m.Path, workspace.ToEdit, p.paths)
	switch {
	case err != nil:
		return Done{}, err
	case t.Kind == workspace.Absent:
		return Done{}, notFound(t.Written)
	case t.Kind == workspace.Directory:
		return Done{}, isDirectory("change the mode of", t.Written, "Name a file in it.")
	}
	is := map[bool]string{true: "executable", false: "not executable"}[m.Executable]
	done := Done{Path: t.Written, Origin: t.Origin()}
	if done.Changed, err = tx.SetExecutable(t, m.Executable, p.MaxEdit); err != nil {
		return Done{}, err
	}
	done.Summary = wording.Sentence{Verb: "Made", Path: t.Written, After: " " + is}
	if !done.Changed {
		done.Summary = unchanged("", t.Written, " is "+is+" already")
	}
	return done, nil
}
