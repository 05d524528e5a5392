// Package parse reads a language model's response: prose with operation blocks in
// it, or the JSON message of an API with calls of functions. It knows the syntax of
// both and which text is only quoted, takes the names of operations and fields from
// the catalogue in package ops, and touches no file.
//
// Its promise: every piece of text that looks like an operation is accounted for,
// as an operation, quoted, malformed or skipped; a block whose end is in doubt is
// malformed, never guessed; the time is linear in the length of the response.
package parse

import (
	"strings"

	"fileops/internal/ops"
)

// Input is one response.
type Input struct {
	Name string // the file it came from; "" if there is only one
	Text string
}

// Options are how a response is read.
type Options struct {
	Fenced bool // blocks inside fenced code run as well
	// Input is the dialect: "tags" for blocks in prose, "tools" for calls in JSON, else
	// whichever the response is in.
	Input string
}

// Response is what one or more responses hold, in the order of the documents.
type Response struct {
	Content    string // the prose, with blocks, thinking and commands taken out
	Operations []ops.Operation
	Quoted     []Quoted
	Thinking   []string
	Commands   []string
	Warnings   []string
	Refused    string // why a response cannot be read, so that nothing of any of them may be run
}

// Quoted is a block, or a call in prose, that is shown, not run.
type Quoted struct {
	Operation string // its tag, or the name of the function
	Call      bool   // a call
	Line      int    // 1-based
	In        string // fence, code span, code, comment, think, terminal, prose, data, or the tag before a call
	Source    string
}

// TurnCompleted reports that the response asks for nothing: no operation, no command.
func (r *Response) TurnCompleted() bool {
	return len(r.Commands) == 0 && len(r.Operations) == 0
}

// Parse reads responses, each for itself. It never fails: what cannot be read is an
// ops.Invalid in the place where it stands.
func Parse(inputs []Input, o Options) Response {
	var r Response
	d := reader{g: newGrammar(), opt: o, out: &r, ids: newNaming()}
	for _, in := range inputs {
		d.read(in)
	}
	r.Content = strings.Join(d.prose, "\n")
	r.Refused = strings.Join(d.refused, "\n")
	return r
}
