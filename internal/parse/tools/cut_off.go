package tools

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse/response"
)

// broken reports that JSON is cut off or broken after its whole values. The rest is never
// completed by guessing.
func (d *reader) broken() {
	rest := d.Text[d.End:]
	at := d.End + len(rest) - len(strings.TrimLeft(rest, blanks))
	v := ops.Invalid{Call: true, Preview: response.Head(d.Text[at:], 200), Msg: "the JSON " + d.Trouble()}
	if d.Cut() {
		v.Msg += ": the response may be cut off; nothing of it was run"
		v.Hint = "Send it again, whole; a long text in several calls."
	} else {
		v.Msg += ": nothing from there on was run"
		v.Hint = "Send the message as valid JSON, in which a line break in a text is \\n and a quote \\\"."
	}
	if d.End > 0 {
		v.Msg = strings.Replace(v.Msg, "nothing of it", "nothing of this message", 1)
	}
	d.out.Add(ops.Operation{Action: v, Form: wording.Call, Line: d.lines.Line(at)})
}

// cut are the reasons for which an API ends an answer before the model did. Those of Bedrock
// stand at https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html.
var cut = []string{
	"max_tokens", "length", "model_context_window_exceeded", "content_filter", "refusal", "error",
	"content_filtered", "guardrail_intervened", "malformed_model_output", "malformed_tool_use",
}

// blocked are the reasons after which there is nothing to go on with.
var blocked = []string{
	"refusal", "content_filter", "content_filtered", "guardrail_intervened",
	"SAFETY", "RECITATION", "LANGUAGE", "BLOCKLIST", "PROHIBITED_CONTENT", "SPII", "IMAGE_SAFETY",
}

// cutOff takes note of the reason why a message ended.
func (d *reader) cutOff(reason string) {
	if slices.Contains(cut, reason) || strings.HasPrefix(reason, brokenOff) {
		d.stopped(reason)
	}
}

// stopped refuses the last call of a message that was cut off. An API may complete the JSON
// of the call, so it can look whole.
func (d *reader) stopped(reason string) {
	reason = response.Head(reason, 100)
	switch {
	case d.last >= 0:
	case slices.ContainsFunc(blocked, func(end string) bool { return strings.HasSuffix(reason, end) }):
		d.out.Warn("the response was cut off (%s)", reason)
		return
	default:
		d.cut = reason
		return
	}
	op := &d.out.Operations[d.last]
	if v, refused := op.Action.(ops.Invalid); refused && !v.Other {
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

// cutBeforeCalls reports that a message was cut off in its text. If nothing was asked for
// until then, that is a failure: otherwise the conversation would seem to be over.
func (d *reader) cutBeforeCalls(operations int) {
	switch {
	case d.cut == "":
	case operations > 0:
		d.out.Warn("the response was cut off (%s)", d.cut)
	default:
		hint := "Go on where the text stops. Send a long text in several operations, or raise the limit of tokens."
		if strings.Contains(strings.ToLower(d.cut), "malformed") {
			hint = "The API could not read the call: send it again."
		}
		d.out.Add(ops.Operation{Form: wording.Call, Line: 1, Action: ops.Invalid{
			Call: true, Msg: fmt.Sprintf("the response was cut off (%s) before it asked for any operation", d.cut), Hint: hint,
		}})
	}
}

// malformedMessage reports a message that cannot be read as a whole.
func (d *reader) malformedMessage(v value, problem string) {
	d.said = true
	d.out.Add(ops.Operation{
		Action: ops.Invalid{Call: true, Msg: problem, Preview: response.Head(v.text, 200)},
		Form:   wording.Call, Line: d.lines.Line(v.at),
	})
}
