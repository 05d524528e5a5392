package parse

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/schema"
	"fileops/internal/ops/wording"
)

// call is a call of a function, as a message has it.
type call struct {
	id, name string
	api      string
	item     string    // see ops.Call
	input    jsonValue // its arguments: an object, or a string that holds one
	at       int       // offset in the response
	problem  string
}

// Limits of what is decoded: a call that goes over them is no operation.
const (
	maxCallName  = 200     // characters of a name
	maxArguments = 100     // fields of a call
	maxEdits     = 100_000 // values in a field that is a list
)

// callOf reads a call from an object with its name, its id and its arguments, which
// have one of the names given.
func callOf(v jsonValue, api string, arguments ...string) call {
	c := call{api: api, at: v.at}
	o, twice := v.pick(append([]string{"id", "call_id", "name"}, arguments...)...)
	if twice != "" {
		c.problem = `"` + twice + `" stands twice`
	}
	c.name = head(o["name"].string(), maxCallName)
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
func (v jsonValue) id() string {
	if k := v.kind(); k == '-' || k >= '0' && k <= '9' {
		return v.text
	}
	return v.string()
}

// call adds the operation that a call asks for.
func (d *reader) call(c call) {
	d.said = true
	op := ops.Operation{Line: d.lineOf(c.at), Call: ops.Call{Name: c.name, API: c.api, Item: c.item, NoID: true}}
	if c.id != "" {
		if d.ids.take(c.id) {
			op.ID, op.Call.NoID = c.id, false
		} else if c.problem == "" {
			c.problem = fmt.Sprintf("duplicate call id %q: no result could be told from the other's", head(c.id, maxCallName))
		}
	}
	if c.problem == "" && isPatch(c.name) {
		d.patch(op, c)
		return
	}
	spec, isKnown := ops.Function(c.name)
	switch {
	case c.name == "":
		op.Action = ops.Invalid{Call: true, Tag: "function", Msg: "the call has no name"}
	case c.problem != "":
		op.Action = c.malformed(c.problem, "")
	case !isKnown:
		op.Action = c.stranger()
	default:
		op.Action, op.Args = c.action(spec)
	}
	d.last = len(d.out.Operations)
	d.add(op)
}

func (c call) malformed(problem, hint string) ops.Invalid {
	return ops.Invalid{Tag: c.name, Call: true, Msg: problem, Hint: hint, Preview: head(c.input.text, 200)}
}

// stranger is a call of a function that is no operation: nothing is wrong with it, but
// somebody else has to answer it.
func (c call) stranger() ops.Invalid {
	return ops.Invalid{
		Tag: c.name, Call: true, Skipped: true, Msg: fmt.Sprintf("unknown tool %q: not a file operation", c.name),
		Hint: ops.SuggestTag(strings.ToLower(head(c.name, maxName)), wording.Call),
	}
}

// action makes the operation of a call, or the Invalid that stands for it.
func (c call) action(spec *ops.Spec) (ops.Action, []ops.Arg) {
	list, problem := c.arguments(spec)
	if problem != "" {
		return c.malformed(problem, c.again(problem)), nil
	}
	decoded := map[string]any{}
	for _, a := range list {
		decoded[a.written] = a.decode(spec)
	}
	if err := schema.Check(spec, decoded); err != nil {
		return c.malformed(err.Error(), takes(spec)+emptyFile(spec, decoded)), nil
	}
	args := make([]ops.Arg, len(list))
	for i, a := range list {
		args[i] = ops.Arg{Name: a.name, Value: ops.Value{Text: a.text()}}
		if a.written != a.name {
			args[i].As = a.written
		}
	}
	action, err := spec.Build(wording.Call, args)
	if e := (*ops.Error)(nil); errors.As(err, &e) {
		return c.malformed(e.Msg, e.Hint), nil
	} else if err != nil {
		return c.malformed(err.Error(), ""), nil
	}
	return action, args
}

// cutArguments is how the problem of a call begins whose arguments do not end.
const cutArguments = "its arguments are cut off"

// again says what to send in place of a call that cannot be read.
func (c call) again(problem string) string {
	if strings.HasPrefix(problem, cutArguments) {
		return "Send the call again, whole; a long text in several calls."
	}
	return ""
}

// emptyFile says how an empty file is made, to one who sends an empty content where there
// must be one.
func emptyFile(spec *ops.Spec, arguments map[string]any) string {
	if f, _ := spec.Field("content"); f.WhenEmpty != "" && arguments["content"] == "" {
		return "\nTo make an empty file, call write with an empty content."
	}
	return ""
}

// takes lists the fields of a function.
func takes(spec *ops.Spec) string {
	names := make([]string, len(spec.Fields))
	for i, f := range spec.Fields {
		if names[i] = f.Name; f.Kind == ops.Edits {
			names[i] += " (a list of {old_string, new_string, [replace_all]})"
		} else if f.Optional {
			names[i] = "[" + f.Name + "]"
		}
	}
	return spec.Tag + " takes " + strings.Join(names, ", ")
}

// argument is one field of a call.
type argument struct {
	name    string // as the function has it
	written string // as the call has it
	value   jsonValue
}

// leftOut reports whether an empty text in a field says that it is left out: a path or
// word that need not be given has no other use for it, and models fill all fields in.
func leftOut(spec *ops.Spec, name string) bool {
	f, ok := spec.Field(name)
	return ok && f.Optional && (f.Kind == ops.Path || f.Kind == ops.Word)
}

// arguments reads the arguments of a call, in their order. Those that are null are not
// there.
func (c call) arguments(spec *ops.Spec) (list []argument, problem string) {
	object, problem := c.object()
	if problem != "" {
		return nil, problem
	}
	seen := map[string]bool{} // the names as they were written
	given := map[string]argument{}
	for written, v := range object.members() {
		name := written
		if f, ok := spec.Named(written); ok {
			name = f.Name
		}
		if seen[written] {
			return nil, fmt.Sprintf("%q stands twice", head(written, maxName))
		}
		if len(seen) == maxArguments {
			return nil, fmt.Sprintf("the call has more than %d fields", maxArguments)
		}
		seen[written] = true
		if v.kind() == 'n' || v.text == `""` && leftOut(spec, name) {
			continue
		}
		if before, twice := given[name]; twice {
			if !before.value.equals(v) {
				return nil, fmt.Sprintf("%s and %s stand for the same, with different values: give one of them", before.written, written)
			}
			continue
		}
		given[name] = argument{name, written, v}
		if problem := v.problem(); problem != "" {
			return nil, head(written, maxName) + " " + problem
		}
		list = append(list, given[name])
	}
	return list, ""
}

// equals reports whether two values are the same, as they are written but for escapes in
// strings.
func (v jsonValue) equals(w jsonValue) bool {
	if v.kind() == '"' && w.kind() == '"' {
		return v.string() == w.string() && v.damage() == "" && w.damage() == ""
	}
	return v.text == w.text
}

// problem says what keeps a field from being read as it was meant.
func (v jsonValue) problem() string {
	if damage := v.damage(); damage != "" {
		return damage
	}
	n, i := 0, 0
	for e := range v.elements() {
		if n += 1 + strings.Count(e.text, ","); n > maxEdits {
			return "holds too many values"
		}
		seen := map[string]bool{}
		for name := range e.members() {
			if seen[name] {
				return fmt.Sprintf("is ambiguous: %q stands twice in element %d", head(name, maxName), i)
			}
			seen[name] = true
		}
		i++
	}
	return ""
}

// maxWrapped is how many strings may be around the arguments of a call: OpenAI has one,
// and some models write a second.
const maxWrapped = 2

// object unwraps the arguments of a call.
func (c call) object() (v jsonValue, problem string) {
	v = c.input
	for range maxWrapped {
		text, isString := v.str()
		if !isString {
			break
		}
		if damage := v.damage(); damage != "" {
			return v, "the string of arguments " + damage
		}
		if text = strings.Trim(text, " \t\r\n"); text == "" {
			return jsonValue{text: "{}"}, ""
		}
		end, err := validJSON(text)
		switch {
		case errors.Is(err, io.ErrUnexpectedEOF):
			return v, fmt.Sprintf(cutArguments+": their JSON ends in the middle, at byte %d", len(text))
		case err != nil:
			return v, "its arguments are no JSON: their text " + jsonTrouble(err, len(text))
		}
		inner := jsonValue{text: text[:end]}
		if first := inner.end(0); first != end {
			return v, "its arguments are more than one JSON value"
		}
		v = inner
	}
	switch v.kind() {
	case '{':
		return v, ""
	case 0, 'n':
		return jsonValue{text: "{}"}, ""
	}
	return v, "its arguments must be an object, not " + v.describe()
}

// decode is the argument for the check of its type. What is of a wrong type anyway is
// not read, but for a short list, which can be shown.
func (a argument) decode(spec *ops.Spec) any {
	f, _ := spec.Field(a.name)
	switch k := a.value.kind(); {
	case k == '"':
		return a.value.string()
	case k == 't' || k == 'f':
		return k == 't'
	case k != '{' && k != '[':
		return json.Number(a.value.text)
	case f.Kind == ops.Pair || f.Kind == ops.Edits || k == '[' && len(a.value.text) <= shortList:
		dec := json.NewDecoder(strings.NewReader(a.value.text))
		dec.UseNumber()
		var v any
		if dec.Decode(&v) == nil {
			return v
		}
	case k == '[':
		return make([]any, shortList)
	}
	return map[string]any{}
}

// shortList is how many bytes a list may have that is shown where it should not be.
const shortList = 40

// text is an argument as the text of a field.
func (a argument) text() string {
	switch k := a.value.kind(); k {
	case '"':
		return a.value.string()
	case '{', '[':
		var b bytes.Buffer
		if json.Compact(&b, []byte(a.value.text)) == nil {
			return b.String()
		}
	case 't', 'f', 'n':
	default:
		if n, ok := whole(json.Number(a.value.text)); ok {
			return n
		}
	}
	return a.value.text
}

// whole is a number without a fraction as digits: 5.0 is 5, as in JSON Schema.
func whole(n json.Number) (string, bool) {
	digits, fraction, _ := strings.Cut(n.String(), ".")
	if strings.Trim(fraction, "0") != "" || strings.ContainsAny(digits, "eE") {
		return "", false
	}
	return digits, true
}

// cut are the reasons for which an API ends an answer before the model did.
var cut = []string{"max_tokens", "length", "model_context_window_exceeded", "content_filter", "refusal"}

// cutOff takes note of the reason why a message ended.
func (d *reader) cutOff(reason string) {
	if slices.Contains(cut, reason) {
		d.stopped(reason)
	}
}

// stopped refuses the last call of a message that was cut off: an API may complete its
// JSON, so that only its arguments tell, if anything does.
func (d *reader) stopped(reason string) {
	reason = head(reason, 100)
	if d.last < 0 {
		d.warn("the response was cut off (%s)", reason)
		return
	}
	op := &d.out.Operations[d.last]
	if _, refused := op.Action.(ops.Invalid); refused {
		return
	}
	op.Action = ops.Invalid{
		Tag: op.Call.Name, Call: true,
		Msg:  fmt.Sprintf("the response was cut off (%s) in or after this call; it was not run", reason),
		Hint: "Send the call again, whole.",
	}
	op.Args = nil
	rest := d.last // of the operations of the same call
	for rest < len(d.out.Operations) && d.out.Operations[rest].ID == op.ID {
		rest++
	}
	d.out.Operations = slices.Delete(d.out.Operations, d.last+1, rest)
}

// malformedMessage reports a message that cannot be read as a whole.
func (d *reader) malformedMessage(v jsonValue, problem string) {
	d.said = true
	d.add(ops.Operation{
		Action: ops.Invalid{Call: true, Msg: problem, Preview: head(v.text, 200)},
		Line:   d.lineOf(v.at),
	})
}
