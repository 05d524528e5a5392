package ops

import (
	"context"

	"fileops/internal/workspace"
)

// Invalid is a block that could not be read, or stands where nothing may run any
// more. It keeps its place among the operations and fails when it is run.
type Invalid struct {
	Tag      string // the operation it would have been
	Msg      string // what is wrong with it
	Hint     string // what to send instead
	Preview  string // how the block begins
	Expected string // how it should look
	Skipped  bool   // nothing is wrong with it, but it stands after a cut
}

// Kind is the tag of the operation that it would have been.
func (v Invalid) Kind() string { return v.Tag }

func (v Invalid) run(context.Context, *workspace.Tx, Policy) (Done, error) { //nolint:unparam // it is never done
	if v.Skipped {
		return Done{}, &Error{Code: Skipped, Msg: v.Msg, Hint: v.Hint}
	}
	msg := "❌ Malformed <" + v.Tag + "> block\n\nError: " + v.Msg
	if v.Hint != "" {
		msg += "\n" + v.Hint
	}
	msg += "\n\nContent preview:\n" + v.Preview
	if v.Expected != "" {
		msg += "\n\nExpected format:\n" + v.Expected
	}
	msg += "\n\nPlease check:\n- All required tags are present\n- Tags are properly closed\n- No typos in tag names"
	return Done{}, &Error{Code: Malformed, Msg: msg}
}
