package main

import (
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/parse"
)

// apiOf is the API whose messages a response is, "" for a text. The answer can have one shape
// only, so --format reply refuses messages of several.
func (f apply) apiOf(r parse.Response) (string, error) {
	apis := slices.DeleteFunc(slices.Clone(r.APIs), func(api string) bool {
		return api == "openai-responses" && slices.Contains(r.APIs, "openai") // both are answered in one array
	})
	switch {
	case len(apis) == 0:
		return "", nil
	case len(apis) > 1 && f.format == "reply":
		return "", usagef("the response has messages of several APIs (%s): name one with --format", strings.Join(apis, ", "))
	}
	return apis[0], nil
}

// leave takes the calls of other tools out of a response if another program is to run them, and
// returns their ids: nil if they are to be answered here.
func (f apply) leave(r *parse.Response) []string {
	if f.others != "leave" {
		return nil
	}
	left := []string{}
	r.Operations = slices.DeleteFunc(r.Operations, func(op ops.Operation) bool {
		v, invalid := op.Action.(ops.Invalid)
		if !invalid || !v.Other {
			return false
		}
		left = append(left, op.ID)
		f.note("left for another program: %s", nameOfCall(op))
		return true
	})
	return left
}

// nameOfCall names a call of a tool.
func nameOfCall(op ops.Operation) string {
	if op.Call.NoID {
		return "a call of " + op.Call.Name
	}
	return "call " + op.ID + " of " + op.Call.Name
}
