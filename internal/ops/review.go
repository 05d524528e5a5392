package ops

import (
	"context"
	"slices"
	"strings"

	"fileops/internal/workspace"
)

// Decline returns an operation that keeps its place among the others and fails with the code
// Declined: a person has left it out.
func (o Operation) Decline() Operation {
	o.Action = declined{o.Action, o.path()}
	return o
}

// path is the first path that an operation was given; "" if there is none.
func (o Operation) path() string {
	spec, known := o.Function()
	for i := 0; known && i < len(spec.Fields); i++ {
		for _, arg := range o.Args {
			if spec.Fields[i].Kind == Path && arg.Name == spec.Fields[i].Name {
				return strings.TrimSpace(arg.Value.Text)
			}
		}
	}
	return ""
}

// declined is an operation that a person has left out.
type declined struct {
	Action
	path string
}

func (d declined) run(context.Context, *workspace.Tx, Policy) (Done, error) {
	return Done{}, &Error{
		Code: Declined, Path: d.path, Msg: "Left out by the reviewer: the user did not want this change",
		Hint: "Go on without it. Do not send it again, unless the user asks for it.",
	}
}

// Split returns the hunks of a patch or a diff, and the edits of a call with several, as operations of
// their own, in the order in which they have to run; nil if there is nothing to split. The hunks of a
// diff come from the last to the first.
func (o Operation) Split() []Operation {
	var parts []Operation
	add := func(a Action) {
		one := o
		one.Action, one.Alone = a, true
		parts = append(parts, one)
	}
	switch a := o.Action.(type) {
	case multiEdit:
		for _, e := range a.Edits {
			one := a
			one.Edits = []editText{e}
			add(one)
		}
	case FileDiff:
		if a.Created || a.Deleted {
			return nil
		}
		for _, h := range slices.Backward(a.Hunks) { // so that the line numbers of those above stay right
			one := a
			one.Hunks = []DiffHunk{h}
			add(one)
		}
	}
	if len(parts) < 2 {
		return nil
	}
	return parts
}

// NewText returns the text that an operation puts into a file, as it was written, and its field; ok is
// false if there is no such text, or several.
func (o Operation) NewText() (field, text string, ok bool) {
	spec, known := o.Function()
	if !known {
		return "", "", false
	}
	for _, f := range slices.Backward(spec.Fields) {
		if f.Name == purpose.Name || f.Kind != Content && (f.Kind != Snippet || !f.MayEmpty) {
			continue
		}
		for _, arg := range o.Args {
			if arg.Name == f.Name {
				return f.Name, arg.Value.Text, true
			}
		}
	}
	return "", "", false
}

// WithNewText returns the operation with another text in place of that which NewText returns. The
// error says why there can be no such operation.
func (o Operation) WithNewText(text string) (Operation, error) {
	field, _, ok := o.NewText()
	spec, known := o.Function()
	if !ok || !known {
		return o, malformed("this operation has no text of its own to be edited", "")
	}
	o.Args = slices.Clone(o.Args)
	for i, arg := range o.Args {
		if arg.Name == field {
			if v := &o.Args[i].Value; v.Block && text != "" && !strings.HasSuffix(text, "\n") {
				text += "\n" // whole lines
			}
			o.Args[i].Value.Text, o.Args[i].Value.Empty = text, text == ""
		}
	}
	var err error
	o.Action, err = spec.Build(o.Form, o.Args)
	return o, err
}
