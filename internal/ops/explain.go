package ops

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/text"
	"fileops/internal/text/encoding"
	"fileops/internal/text/match"
	"fileops/internal/workspace"
)

// explainer adds to the failures of one pass over the operations what only the whole
// response tells: that a text stands in another of its files, or stood there before it
// was changed, that a file was moved.
type explainer struct {
	tx     *workspace.Tx
	policy Policy
	list   []Operation
	done   []Result          // of the operations so far
	texts  map[string][]byte // contents that were looked at, by path; dropped when something changes
	room   int               // bytes that may still be searched
}

// maxExplained is how many bytes are searched for all misses of a run together.
const maxExplained = 256 << 20

// minTelling is how many characters a text must have, blanks aside, for it to mean
// something that it stands elsewhere.
const minTelling = 8

// explain completes the error of operation i.
func (x *explainer) explain(i int, err *Error) {
	switch {
	case err.miss != nil:
		why, hint := x.miss(i, err.miss)
		err.miss.render(err, why, hint)
	case err.Code == Code(workspace.NotFound):
		if gone := x.gone(i, err.Path); gone != "" {
			err.Hint = gone
		}
	}
}

// changed drops what is known of contents.
func (x *explainer) changed() { clear(x.texts) }

// miss says why a text is not in a file, and what to send instead, as far as the
// response tells.
func (x *explainer) miss(i int, m *miss) (why []string, hint string) {
	for j, other := range x.list[:i] {
		if x.done[j].Err == nil && x.done[j].Changed && sameEdit(other.Action, x.list[i].Action) {
			return []string{"the same operation ran already: " + x.name(j)}, "If that is the change you wanted, go on without it."
		}
	}
	if len(strings.Join(strings.Fields(m.find.Text), "")) < minTelling {
		return nil, ""
	}
	if before, by := x.before(i, m); before > 0 {
		why = append(why, fmt.Sprintf("it stood at line %d of %s before this response changed that (%s)", before, m.source.target.Written, by))
		hint = "Send the text as it stands there now, after the operations before this one."
	}
	for _, name := range x.others(m) {
		if line := x.lineIn(name, m.find); line > 0 {
			why = append(why, fmt.Sprintf("it stands in %s, at line %d", name, line))
			hint = "If you mean " + name + ", send the operation with that path."
		}
	}
	return why, hint
}

// before is the line at which a text stood in a file before this run, 0 if it did not
// or the run did not change the file, and which operations changed it.
func (x *explainer) before(i int, m *miss) (line int, by string) {
	origin := m.source.target.Origin()
	var names []string
	for j, r := range x.done[:i] {
		if r.Err == nil && r.Changed && (r.origin != "" && r.origin == origin || r.Path == m.source.target.Written) {
			names = append(names, x.name(j))
		}
	}
	if len(names) == 0 {
		return 0, ""
	}
	raw, err := x.tx.Before(m.source.target, min(x.policy.MaxEdit, int64(x.room)))
	if err != nil {
		return 0, ""
	}
	x.room -= len(raw)
	return firstLine(encoding.Detect(raw).Decode(raw), m.find), some(names)
}

// others are the other files that the response names, in its order.
func (x *explainer) others(m *miss) []string {
	var names []string
	for _, op := range x.list {
		for _, arg := range op.Args {
			f, ok := x.field(op, arg.Name)
			if !ok || f.Kind != Path {
				continue
			}
			name, err := workspace.Clean(strings.TrimSpace(arg.Value.Text))
			if err == nil && name != m.source.target.Written && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func (x *explainer) field(op Operation, name string) (Field, bool) {
	spec, ok := Lookup(op.Action.Kind())
	if !ok {
		return Field{}, false
	}
	return spec.Field(name)
}

// lineIn is the line at which a text stands in a file, 0 if it does not.
func (x *explainer) lineIn(name string, find Value) int {
	src, known := x.texts[name]
	if !known {
		t, err := x.tx.Find(name, workspace.ToRead)
		if err == nil && t.Kind == workspace.Regular && t.Size <= x.policy.MaxEdit && t.Size <= int64(x.room) {
			raw, _ := x.tx.Read(t, x.policy.MaxEdit) // what cannot be read is not searched
			src = encoding.Detect(raw).Decode(raw)
		}
		if x.texts == nil {
			x.texts = map[string][]byte{}
		}
		x.texts[name] = src
	}
	if x.room -= len(src); x.room < 0 {
		return 0
	}
	return firstLine(src, find)
}

// firstLine is the line of the first match of a text, 0 if there is none.
func firstLine(src []byte, find Value) int {
	found := match.Find(src, find)
	if len(found.Spans) == 0 {
		return 0
	}
	return text.LineNumbers(src, []int{found.Spans[0].Start})[0]
}

// gone says that a file that is not there was moved or deleted by an operation of this
// response.
func (x *explainer) gone(i int, path string) string {
	for j := i - 1; j >= 0; j-- {
		r := x.done[j]
		if r.Err != nil || !r.Changed {
			continue
		}
		switch a := r.Action.(type) {
		case Move:
			if rest, ok := below(path, clean(a.From)); ok {
				return fmt.Sprintf("It was moved to %s by %s.", r.Path+rest, x.name(j))
			}
		case Delete:
			if clean(a.Path) == path {
				return "It was deleted by " + x.name(j) + "."
			}
		}
	}
	return ""
}

func clean(path string) string {
	name, err := workspace.Clean(path)
	if err != nil {
		return path
	}
	return name
}

// name is an operation as a message names it.
func (x *explainer) name(j int) string {
	return fmt.Sprintf("<%s> at line %d of the response", x.list[j].Action.Kind(), x.list[j].Line)
}

// sameEdit reports whether two operations put the same text at the same place.
func sameEdit(a, b Action) bool {
	switch a.(type) {
	case Edit, Insert:
		return a == b
	}
	return false
}
