package ops

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/text/anchor"
	"fileops/internal/workspace"
)

// anchorEdit changes lines of one file by their anchors, which are those of the file before all
// of the changes: all or none.
type anchorEdit struct {
	Path  string
	Edits []lineEdit
}

// lineEdit puts lines in the place of others, below one or above one.
type lineEdit struct {
	op       string        // replace, append or prepend
	pos, end anchor.Anchor // without a pos, lines are appended to the file or put at its start
	lines    Value
}

var anchorEditFields = []Field{
	{Name: "op", Kind: Word, Words: []string{"replace", "append", "prepend"}, Doc: "replace lines, or add lines below (append) or above (prepend) one"},
	{Name: "pos", Kind: Line, Optional: true, Min: 1, Max: maxLine, Doc: "the anchor of the line, such as 12#k3f, or of the first one to replace; append and prepend without it mean the end and the start of the file"},
	{Name: "end", Kind: Line, Optional: true, Min: 1, Max: maxLine, Doc: "for replace: the anchor of the last line; without it, one line is replaced"},
	{Name: "lines", Kind: List, MayEmpty: true, Doc: "the new lines; an empty list deletes those that are replaced"},
}

func buildAnchorEdit(a args) (Action, error) {
	var list []struct {
		Op       string `json:"op"`
		Pos, End any
		Lines    []string `json:"lines"`
	}
	dec := json.NewDecoder(strings.NewReader(a.value("edits").Text))
	dec.UseNumber()
	if err := dec.Decode(&list); err != nil {
		return nil, malformed("edits must be a list of objects with op, pos, end and lines", "")
	}
	if len(list) == 0 {
		return nil, malformed("edits is empty", "Give at least one change.")
	}
	action := anchorEdit{Path: a.text("path")}
	for i, given := range list {
		e := lineEdit{op: given.Op, lines: newLines(given.Lines)}
		var err error
		if e.pos, err = position(i, "pos", given.Pos); err == nil {
			e.end, err = position(i, "end", given.End)
		}
		if err == nil {
			err = e.check(i)
		}
		if err != nil {
			return nil, err
		}
		action.Edits = append(action.Edits, e)
	}
	return action, nil
}

// position reads an anchor of a change; none is the zero value.
func position(i int, field string, given any) (anchor.Anchor, error) {
	if given == nil {
		return anchor.Anchor{}, nil
	}
	written := strings.TrimSpace(fmt.Sprint(given))
	at, ok := anchor.Parse(written)
	if !ok || at.Line < 1 {
		return at, malformed(fmt.Sprintf("edits[%d].%s must be an anchor such as 12#k3f, not %q", i, field, written), "Copy it from a read that shows anchors: the number, # and three characters.")
	}
	return at, nil
}

// newLines are the lines of a change.
func newLines(given []string) Value {
	var lines strings.Builder
	for _, line := range given {
		lines.WriteString(strings.TrimSuffix(line, "\n") + "\n")
	}
	return Value{Text: lines.String(), Empty: len(given) == 0}
}

// check says what is wrong with a change by itself.
func (e lineEdit) check(i int) error {
	replaces := e.op == "replace"
	switch {
	case !replaces && e.op != "append" && e.op != "prepend":
		return malformed(fmt.Sprintf("edits[%d].op must be replace, append or prepend, not %q", i, e.op), "")
	case replaces && e.pos.Line == 0:
		return malformed(fmt.Sprintf("edits[%d].pos is missing: replace needs the anchor of the first line", i), "")
	case !replaces && e.end.Line != 0:
		return malformed(fmt.Sprintf("edits[%d].end is for replace only", i), "")
	case !replaces && e.lines.Text == "":
		return malformed(fmt.Sprintf("edits[%d].lines is empty: there is nothing to add", i), `For a blank line, send [""].`)
	case e.end.Line != 0 && (e.pos.Hash == "") != (e.end.Hash == ""):
		return malformed(fmt.Sprintf("edits[%d].pos and edits[%[1]d].end must both be anchors, or both be numbers", i), "")
	case e.end.Line != 0 && e.end.Line < e.pos.Line:
		return malformed(fmt.Sprintf("edits[%d].end is above its pos: %s, %s", i, e.end, e.pos), "")
	}
	return nil
}

func (a anchorEdit) anchors() []anchor.Anchor {
	var list []anchor.Anchor
	for _, e := range a.Edits {
		for _, at := range []anchor.Anchor{e.pos, e.end} {
			if at.Line > 0 {
				list = append(list, at)
			}
		}
	}
	return list
}

func (anchorEdit) Kind() string { return "anchor_edit" }

func (a anchorEdit) run(_ context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	anchors := a.anchors()
	if slices.ContainsFunc(a.Edits, func(e lineEdit) bool { return e.end.Line > e.pos.Line+1 }) {
		anchors = nil // they say nothing of the lines between
	}
	src, err := loadAnchored(tx, a.Path, p, anchors)
	if err != nil {
		return Done{}, err
	}
	var warnings []string
	var sent strings.Builder
	placed := make([]placedEdit, len(a.Edits))
	if err := a.stale(src); err != nil {
		return Done{}, err
	}
	for i, e := range a.Edits {
		var warned []string
		if placed[i], warned, err = e.place(src, p); err != nil {
			return Done{}, a.numbered(i, err)
		}
		placed[i].index = i
		warnings = append(warnings, warned...)
		sent.WriteString(e.lines.Text)
	}
	if err := a.apart(src, placed); err != nil {
		return Done{}, err
	}
	done, err := src.rewrite(tx, p, joinedEdits(src, placed), p.sentEnds("lines", Value{Text: sent.String()}))
	if err != nil {
		return Done{}, err
	}
	done.Warnings = append(done.Warnings, warnings...)
	if done.Summary = (wording.Sentence{Verb: "Made", Before: plural(len(a.Edits), "edit", "edits") + " in ", Path: src.target.Written}); !done.Changed {
		done.Summary = unchanged("the edits leave ", src.target.Written, " as it is")
	}
	return done, nil
}

// stale is the error for all anchors that do not fit. It stops at one more than the message names:
// to find out what became of a line takes as long as hashing the file.
func (a anchorEdit) stale(src source) error {
	var list []*Error
	for i, e := range a.Edits {
		if e.end.Line == 0 {
			e.end = e.pos
		}
		_, _, err := src.lines(e.pos, e.end)
		if err == nil {
			continue
		}
		one := AsError(a.numbered(i, err))
		if one.stale == nil { // no line of the file can be named by an anchor
			return one
		}
		if list = append(list, one); len(list) > maxStale {
			break
		}
	}
	switch len(list) {
	case 0:
		return nil
	case 1:
		return list[0]
	}
	e := src.together(list...)
	e.Hint += noneMade
	return e
}

// noneMade ends the hint of a call that failed because of some of its changes.
const noneMade = "\nNone of the edits was made."

// numbered says which of several changes failed, and that none was made.
func (a anchorEdit) numbered(i int, err error) error {
	e := *AsError(err)
	if len(a.Edits) > 1 {
		e.Msg, e.Short = fmt.Sprintf("edits[%d]: %s", i, e.Msg), ""
		e.Hint = strings.Trim(e.Hint+noneMade, "\n")
	}
	return &e
}

// placedEdit is a change with the lines that it concerns and its place, both before the call.
type placedEdit struct {
	index       int
	first, last int // lines; 0 for the start of the file
	span        text.Span
	rank        int // among those at one place: start of the file, below a line, above one, end of the file
	lines       Value
}

// place finds the lines of a change.
func (e lineEdit) place(src source, p Policy) (placed placedEdit, warnings []string, err error) {
	total := text.Count(src.data)
	if e.end.Line == 0 {
		e.end = e.pos
	}
	above := e.op == "prepend"
	switch {
	case e.pos.Line > 0:
		placed.first, placed.last, err = src.lines(e.pos, e.end)
	case !above:
		placed.first, placed.last, placed.rank = total, total, 3
	}
	switch {
	case above && e.pos.Line > 0:
		placed.rank = 2
	case !above && e.pos.Line > 0:
		placed.rank = 1
	}
	if err == nil && placed.last > total {
		err = &Error{
			Code: BadRange, Path: src.target.Written, Msg: fmt.Sprintf("There is no line %d in %s, which has %s", placed.last, src.target.Written, plural(total, "line", "lines")),
			Hint: "Read the file again with anchors.",
		}
	}
	if err != nil {
		return placed, nil, err
	}
	if placed.lines, warnings, err = p.admit(src.target.Written, "lines", e.lines, src.data, false); err != nil {
		return placed, nil, err
	}
	look := linesAt
	switch placed.span = text.Lines(src.data, max(placed.first, 1), max(placed.last, 1)); {
	case e.op == "replace":
		err := replaceLines{First: e.pos, Last: e.end, Content: placed.lines}.alreadyReplaced(src, placed.span, placed.first)
		return placed, warnings, onceMore(err)
	case above:
		placed.span.End, look = placed.span.Start, linesTo
	default:
		placed.span.Start = placed.span.End
	}
	if placed.span.Start == len(src.data) {
		look = linesTo
	}
	return placed, warnings, onceMore(src.alreadyInserted(placed.span.Start, placed.lines, look, p))
}

// onceMore is the error for a change that was made already, with what to send in anchors.
func onceMore(err error) error {
	if err == nil {
		return nil
	}
	e := *AsError(err)
	e.Hint = "If that is the change you wanted, go on without it. To make it once more, replace all lines that stand there now: op replace, with the anchors of the first and the last one, and in lines all that is to stand there."
	return &e
}

// apart puts changes in the order of the file. Two of them must not concern one line, unless
// both add lines beside it.
func (a anchorEdit) apart(src source, placed []placedEdit) error {
	slices.SortStableFunc(placed, func(x, y placedEdit) int { return cmp.Compare(x.first, y.first) })
	replaced, added := -1, -1 // the changes that reach furthest so far, as indexes of placed
	for i, e := range placed {
		replaces := a.Edits[e.index].op == "replace"
		for _, before := range []int{replaced, added} {
			if before >= 0 && placed[before].last >= e.first && (replaces || before == replaced) {
				first, second := min(placed[before].index, e.index), max(placed[before].index, e.index)
				return &Error{
					Code: Malformed, Path: src.target.Written, Msg: fmt.Sprintf("edits[%d] and edits[%d] concern the same line of %s", first, second, src.target.Written),
					Hint: "Put both changes into one that replaces all lines concerned. None of the edits was made.",
				}
			}
		}
		if furthest := &added; replaces || *furthest < 0 || placed[*furthest].last < e.last {
			if replaces {
				furthest = &replaced
			}
			*furthest = i
		}
	}
	slices.SortStableFunc(placed, func(x, y placedEdit) int {
		return cmp.Or(cmp.Compare(x.span.Start, y.span.Start), cmp.Compare(x.span.End, y.span.End), cmp.Compare(x.rank, y.rank), cmp.Compare(x.index, y.index))
	})
	return nil
}

// joinedEdits are changes as edits of the text. Those that add lines at one place are one edit.
func joinedEdits(src source, placed []placedEdit) []text.Edit {
	var edits []text.Edit
	for len(placed) > 0 {
		e, content := placed[0], placed[0].lines
		placed = placed[1:]
		for e.span.Start == e.span.End && len(placed) > 0 && placed[0].span == e.span {
			content.Text = asLines(content) + placed[0].lines.Text
			placed = placed[1:]
		}
		added := asLines(content)
		switch {
		case e.span.Start < e.span.End:
			added = src.inPlaceOf(e.span, content)
		case e.span.Start == len(src.data):
			added = src.atEnd(content)
		}
		edits = append(edits, text.Edit{Span: e.span, Text: added})
	}
	return edits
}
