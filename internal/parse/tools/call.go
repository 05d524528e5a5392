package tools

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/schema"
	"fileops/internal/ops/wording"
	"fileops/internal/parse/patch"
	"fileops/internal/parse/response"
)

// call is a call of a function, as a message has it.
type call struct {
	id, name string
	api      string
	item     string // see ops.Call
	input    value  // its arguments: an object, or a string that holds one
	at       int    // offset in the response
	problem  string
}

// Limits of what is decoded: a call that goes over them is no operation.
const (
	maxCallName  = 200     // characters of a name
	maxName      = 32      // characters of a name in a message
	maxArguments = 100     // fields of a call
	maxEdits     = 100_000 // values in a field that is a list
)

// callOf reads a call from an object with its name, its id and its arguments, which
// have one of the names given.
func callOf(v value, api string, arguments ...string) call {
	o, twice := v.pick(append([]string{"id", "call_id", "name"}, arguments...)...)
	c := call{api: api, at: v.at, problem: twice}
	c.name = response.Head(o["name"].string(), maxCallName)
	if c.id = o["call_id"].id(); c.id == "" && api != responses { // there, the id is the item's
		c.id = o["id"].id()
	}
	found := ""
	for _, name := range arguments {
		switch {
		case o[name].text == "":
		case found == "":
			found, c.input = name, o[name]
		case c.problem == "":
			c.problem = found + " and " + name + " stand for the same: give one of them"
		}
	}
	return c
}

// id is an id as text: JSON-RPC has numbers as well.
func (v value) id() string {
	if k := v.kind(); k == '-' || k >= '0' && k <= '9' {
		return v.text
	}
	return v.string()
}

// call adds the operation that a call asks for.
func (d *reader) call(c call) {
	d.said = true
	d.out.From(c.api)
	op := ops.Operation{Form: wording.Call, Line: d.lines.Line(c.at), Call: ops.Call{Name: c.name, API: c.api, Item: c.item, NoID: true}}
	if c.id != "" {
		if d.out.Reserve(c.id) {
			op.ID, op.Call.NoID = c.id, false
		} else if c.problem == "" {
			c.problem = fmt.Sprintf("duplicate call id %q: no result could be told from the other's", response.Head(c.id, maxCallName))
		}
	}
	if d.behind && c.problem == "" {
		c.problem = "it stands behind a part of the message whose end is not in the stream; it was not run"
	}
	if c.problem == "" && isPatch(c.name) {
		d.several(op, c, "apply_patch", c.patch)
		return
	}
	if text, applies := c.shellPatch(); applies && c.problem == "" {
		d.several(op, c, "apply_patch", func() ([]ops.Operation, error) { return patch.Read(text) })
		return
	}
	if c.problem == "" && isReplaceInFile(c.name) {
		d.several(op, c, c.name, c.replaceInFile)
		return
	}
	fitting := ops.Fitting(c.name, c.argumentNames())
	switch {
	case c.name == "":
		op.Action = ops.Invalid{Call: true, Tag: "function", Msg: "the call has no name"}
	case c.problem != "":
		op.Action = c.malformed(c.problem, "")
	case len(fitting) == 0:
		op.Action = c.unknownTool()
	case fitting[0].Each != "":
		d.several(op, c, c.name, func() ([]ops.Operation, error) { return c.each(fitting[0]) })
		return
	default:
		op.Action, op.Args = c.action(fitting[0])
	}
	d.last = len(d.out.Operations)
	d.out.Add(op)
}

func (c call) malformed(problem, hint string) ops.Invalid {
	return ops.Invalid{Tag: c.name, Call: true, Msg: problem, Hint: hint, Preview: response.Head(c.input.text, 200)}
}

// unknownTool is a call of a function that is no operation. The call may be right, but
// another program has to answer it.
func (c call) unknownTool() ops.Invalid {
	hint := ops.SuggestTag(strings.ToLower(response.Head(c.name, maxName)), wording.Call)
	if slices.Contains(shells, c.name) && strings.Contains(c.input.text, "Begin Patch") {
		hint = "A call of " + c.name + " runs only if apply_patch is its only command, in the root directory. Send the patch alone, without cd or other commands."
	}
	return ops.Invalid{Tag: c.name, Call: true, Skipped: true, Other: true, Msg: fmt.Sprintf("unknown tool %q: not a file operation", c.name), Hint: hint}
}

// action makes the operation of a call, or the Invalid that stands for it.
func (c call) action(spec *ops.Spec) (ops.Action, []ops.Arg) {
	args, err := c.checked(spec)
	if err != nil {
		return c.malformed(response.Explain(err)), nil
	}
	action, err := spec.Build(wording.Call, args)
	if err != nil {
		return c.malformed(response.Explain(err)), nil
	}
	return action, args
}

// each makes an operation of every element of a list in the arguments.
func (c call) each(spec *ops.Spec) ([]ops.Operation, error) {
	args, err := c.checked(spec)
	if err != nil {
		return nil, err
	}
	at := slices.IndexFunc(args, func(a ops.Arg) bool { return a.Name == spec.Each })
	var list []ops.Operation
	for e := range (value{text: args[at].Value.Text}).elements() {
		one := slices.Clone(args)
		one[at].Value.Text = "[" + e.text + "]"
		action, err := spec.Build(wording.Call, one)
		if err != nil {
			return nil, err
		}
		list = append(list, ops.Operation{Action: action, Args: one})
	}
	return list, nil
}

// argumentNames are the names of the arguments of a call, as far as they can be read.
func (c call) argumentNames() (names []string) {
	object, problem := c.object()
	if problem != "" {
		return nil
	}
	for name, v := range object.members() {
		if v.kind() != 'n' && len(names) < maxArguments {
			names = append(names, name)
		}
	}
	return names
}

// checked returns the arguments of a call as the fields of its function. Its errors are
// *ops.Error.
func (c call) checked(spec *ops.Spec) ([]ops.Arg, error) {
	list, problem := c.arguments(spec)
	if problem != "" {
		failed := &ops.Error{Code: ops.Malformed, Msg: problem}
		if strings.HasPrefix(problem, cutArguments) {
			failed.Hint = "Send the call again, whole; a long text in several calls."
		} else if strings.HasPrefix(problem, brokenArguments) {
			failed.Hint = validJSON("arguments")
		}
		return nil, failed
	}
	decoded := map[string]any{}
	for _, a := range list {
		decoded[a.written] = a.decode(spec)
	}
	if err := schema.Check(spec, decoded); err != nil {
		hint := takes(spec)
		for _, other := range ops.Fitting(c.name, c.argumentNames())[1:] {
			hint += ".\nAnother program has it so: " + takes(other) + "."
		}
		if f, _ := spec.Field("content"); f.WhenEmpty != "" && decoded["content"] == "" {
			hint += "\nTo make an empty file, call write with an empty content."
		}
		return nil, &ops.Error{Code: ops.Malformed, Msg: err.Error(), Hint: hint}
	}
	args := make([]ops.Arg, len(list))
	for i, a := range list {
		args[i] = ops.Arg{Name: a.name, Value: ops.Value{Text: a.text()}}
		if a.written != a.name {
			args[i].As = a.written
		}
	}
	return args, nil
}

// cutArguments and brokenArguments begin the problem of a call whose arguments do not end, or are
// broken.
const cutArguments, brokenArguments = "its arguments are cut off", "its arguments are no JSON"

// validJSON is the advice for what is broken JSON.
func validJSON(what string) string {
	return "Send the " + what + " as valid JSON: names and texts in double quotes, a line break in a text as \\n, a quote in it as \\\"."
}

// takes lists the fields of a function.
func takes(spec *ops.Spec) string { return spec.Tag + " takes " + fieldNames(spec.Fields) }

// fieldNames lists fields, those that may be left out in brackets.
func fieldNames(fields []ops.Field) string {
	var names []string
	for _, f := range fields {
		name := f.Name
		switch {
		case f.Anchors:
			continue
		case f.Kind == ops.Edits:
			name += " (a list of {" + fieldNames(f.Of) + "})"
		case f.Optional:
			name = "[" + name + "]"
		}
		names = append(names, name)
	}
	return strings.Join(names, ", ")
}
