package ops

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/workspace"
)

// multiEdit makes several edits in one file, each on the text that the ones before
// left: all or none.
type multiEdit struct {
	Path  string
	Edits []editText
	hunks bool // of a patch or a diff

	unified bool // of a diff: they are looked for in the file as it was before all of them
}

// editsBuilder builds several edits of the file in the field path, which have these fields: the
// old text, the new one and, if there is a third, whether all places are meant.
func editsBuilder(path string, of []Field) func(args) (Action, error) {
	return func(a args) (Action, error) {
		if field := a.BareField("dry_run"); a.flag("dry_run") {
			return nil, malformed(field+" is true: a call that is to change nothing is not run", "Send the call without "+field+". It is all or nothing, and the answer shows the changed lines.")
		}
		return buildMultiEdit(a, a.text(path), of)
	}
}

func buildMultiEdit(a args, path string, of []Field) (Action, error) {
	var list []map[string]any
	if err := json.Unmarshal([]byte(a.value("edits").Text), &list); err != nil {
		need := "edits must be a list of objects with " + of[0].Name
		if len(of) > 2 {
			return nil, malformed(need+", "+of[1].Name+" and, if wanted, "+of[2].Name, "")
		}
		return nil, malformed(need+" and "+of[1].Name, "")
	}
	if len(list) == 0 {
		return nil, malformed("edits is empty", "Give at least one replacement.")
	}
	m := multiEdit{Path: path}
	spec := Spec{Fields: of}
	for i, given := range list {
		r, ok := replacingOf(&spec, given)
		if !ok || r.find.Text == "" && i > 0 {
			find, replace := r.style.BareField(of[0].Name), r.style.BareField(of[1].Name)
			return nil, malformed(fmt.Sprintf("edits[%d] needs an %s that is not empty and a %s", i, find, replace),
				fmt.Sprintf("Only the first %s may be empty: then the file is new or empty, and its %s is the first text.", find, replace))
		}
		m.Edits = append(m.Edits, called(m.Path, r, "Read"))
	}
	return m, nil
}

// replacingOf reads one edit of a list, which has the fields of a function.
func replacingOf(spec *Spec, given map[string]any) (r replacing, ok bool) {
	found, replaces := false, false
	var list []Arg
	for _, written := range slices.Sorted(maps.Keys(given)) {
		f, _ := spec.Named(written)
		arg := Arg{Name: f.Name}
		if written != f.Name {
			arg.As = written
		}
		switch value := given[written].(type) {
		case string:
			switch arg.Value.Text = value; f.Name {
			case spec.Fields[0].Name:
				r.find, found = arg.Value, true
			case spec.Fields[1].Name:
				r.replace, replaces = arg.Value, true
			}
		case bool:
			r.all = value
		}
		list = append(list, arg)
	}
	r.style = styleOf(wording.Call, list)
	if r.field, r.other = spec.Fields[0].Name, spec.Fields[1].Name; r.field == oldString.Name {
		r.field, r.other = "", ""
	}
	return r, found && replaces
}

func (multiEdit) Kind() string { return "multi_edit" }

func (m multiEdit) run(ctx context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	if m.Edits[0].Find.Text == "" && !m.hunks {
		return m.fill(ctx, tx, p)
	}
	src, err := loadSource(tx, m.Path, p)
	if err != nil {
		return Done{}, err
	}
	now := edited{source: src}
	if m.unified {
		err = m.applyTogether(&now, p)
	} else {
		err = m.apply(&now, 0, p)
	}
	if err != nil {
		return Done{}, err
	}
	done, err := src.stage(tx, p, now.source, merged(now.placed))
	if err != nil {
		return Done{}, err
	}
	done.Warnings = append(done.Warnings, now.warnings...)
	if !done.Changed {
		done.Summary = unchanged("the edits leave ", src.target.Written, " as it is")
		return done, nil
	}
	done.Replacements, done.Notes = now.replaced, append(now.notes, done.Notes...)
	done.Summary = wording.Sentence{
		Verb: "Made", Before: plural(len(m.Edits), "edit", "edits") + " in ", Path: src.target.Written,
		After: " (" + plural(now.replaced, "occurrence", "occurrences") + ")",
	}
	if m.unified {
		done.Summary = hunksApplied(src.target.Written, len(m.Edits))
	}
	return done, nil
}

// edited is a file after some of the edits.
type edited struct {
	source
	placed          []text.Span // where their texts stand
	replaced        int         // how many places they replaced
	warnings, notes []string
}

// apply makes the edits from the one at index first on.
func (m multiEdit) apply(now *edited, first int, p Policy) error {
	for i := first; i < len(m.Edits); i++ {
		e := m.Edits[i]
		if e.gap > 0 {
			e = e.withoutGap(now.source)
		}
		p.later.edits = m.Edits[i+1:]
		found, warnings, err := e.places(now.source, p)
		if err != nil {
			return m.numbered(i, err)
		}
		edits := e.edits(now.source, found)
		next, fresh, err := now.with(edits, p.MaxEdit, e.sentEnds(p))
		if err != nil {
			return m.numbered(i, err)
		}
		next.ends = text.LineEndsOf(next.data)
		now.source, now.placed = next, append(moved(now.placed, edits), fresh...)
		now.replaced += len(found.Spans)
		now.warnings = append(now.warnings, warnings...)
		if found.Level != "" {
			now.notes = append(now.notes, m.label(i)+toleratedNote(found.Level, lineNumbers(now.data, fresh)[0]))
		}
	}
	return nil
}

// fill writes a file that is missing or empty: with the text of the first edit, which
// the others change.
func (m multiEdit) fill(ctx context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	first := m.Edits[0]
	t, err := tx.Find(m.Path, workspace.ToEdit, p.paths)
	if err != nil {
		return Done{}, err
	}
	if t.Kind != workspace.Absent {
		if src, err := loadSource(tx, m.Path, p); err != nil || len(src.data) > text.Body(src.data) {
			return first.fill(ctx, tx, p) // which says what is wrong
		}
	}
	now := edited{source: source{target: t, raw: []byte(first.Replace.Text), data: []byte(first.Replace.Text)}}
	now.ends = text.LineEndsOf(now.data)
	if err := m.apply(&now, 1, p); err != nil {
		return Done{}, err
	}
	first.Replace.Text = string(now.data)
	done, err := first.fill(ctx, tx, p)
	done.Warnings, done.Notes = append(done.Warnings, now.warnings...), append(now.notes, done.Notes...)
	return done, err
}

// label names an edit at the beginning of a sentence.
func (m multiEdit) label(i int) string {
	if m.hunks {
		return fmt.Sprintf("Hunk %d of %s: ", i+1, m.Path)
	}
	return fmt.Sprintf("edits[%d]: ", i)
}

// numbered says which edit of several failed, and that none was made.
func (m multiEdit) numbered(i int, err error) error {
	e := *AsError(err)
	part, all := fmt.Sprintf("edits[%d]", i), "None of the edits was made."
	prefix := m.label(i)
	if m.hunks {
		part, all = "that hunk", "None of the hunks was applied."
	}
	if len(m.Edits) == 1 { // there are no others to speak of
		part, all = "", ""
	}
	if e.miss != nil {
		e.miss.prefix, e.miss.part, e.miss.edits = prefix, part, m.Edits[i+1:]
		return &e
	}
	e.Msg, e.marked = prefix+e.Msg, false
	e.Hint = strings.Trim(e.Hint+"\n"+all, "\n")
	return &e
}

// moved is where spans stand after edits. If an edit replaces a part of a span, what is left
// of it remains.
func moved(spans []text.Span, edits []text.Edit) []text.Span {
	by := make([]int, len(edits)+1) // how far the edits before each move what comes after
	for i, e := range edits {
		by[i+1] = by[i] + len(e.Text) - (e.End - e.Start)
	}
	to := func(at int) int {
		i, _ := slices.BinarySearchFunc(edits, at, func(e text.Edit, at int) int { return cmp.Compare(e.Start, at) })
		if i > 0 && edits[i-1].End > at { // inside a span that is replaced
			return edits[i-1].Start + by[i-1] + len(edits[i-1].Text)
		}
		return at + by[i]
	}
	out := make([]text.Span, len(spans))
	for i, s := range spans {
		out[i] = text.Span{Start: to(s.Start), End: max(to(s.Start), to(s.End))}
	}
	return out
}

// merged sorts spans, and makes one of those that touch.
func merged(spans []text.Span) []text.Span {
	slices.SortFunc(spans, func(a, b text.Span) int { return cmp.Compare(a.Start, b.Start) })
	var out []text.Span
	for _, s := range spans {
		if n := len(out); n > 0 && s.Start <= out[n-1].End {
			out[n-1].End = max(out[n-1].End, s.End)
			continue
		}
		out = append(out, s)
	}
	return out
}
