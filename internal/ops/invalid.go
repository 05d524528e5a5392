package ops

import (
	"context"

	"fileops/internal/ops/wording"
	"fileops/internal/workspace"
)

// Invalid is a block or a call that could not be read, or stands where nothing may run
// any more. It keeps its place among the operations and fails when it is run.
type Invalid struct {
	Tag      string       // the operation or function it would have been; "" for a whole message
	Msg      string       // what is wrong with it
	Hint     string       // what to send instead
	Preview  string       // how the block begins
	Expected string       // how it should look
	Skipped  bool         // nothing is wrong with it, but it is not run; see the code Skipped
	Other    bool         // a call of a tool that is none of the operations: another program may run it
	Call     bool         // a call of a function, a patch, or a message that holds calls
	Form     wording.Form // of a block or patch
}

// Kind is the tag of the operation that it would have been, message if it is none alone.
func (v Invalid) Kind() string {
	if v.Tag == "" {
		return "message"
	}
	return v.Tag
}

func (v Invalid) run(context.Context, *workspace.Tx, Policy) (Done, error) { //nolint:unparam // it is never done
	if v.Skipped {
		return Done{}, &Error{Code: Skipped, Msg: v.Msg, Hint: v.Hint}
	}
	if v.Call {
		msg := v.Msg
		switch {
		case v.Form == wording.Patch:
			msg = "Malformed patch: " + msg
		case v.Tag != "":
			msg = "Malformed call of " + v.Tag + ": " + msg
		}
		return Done{}, &Error{Code: Malformed, Msg: msg, Hint: v.Hint}
	}
	block := v.Form.Block(v.Tag)
	if v.Form == wording.Tags {
		block += " block"
	}
	msg := "❌ Malformed " + block + ": " + v.Msg
	if v.Hint != "" {
		msg += "\n" + v.Hint
	}
	msg += "\n\nContent preview:\n" + v.Preview
	if v.Expected != "" {
		msg += "\n\nExpected format:\n" + v.Expected
	}
	return Done{}, &Error{Code: Malformed, Msg: msg}
}
