package run

import (
	"cmp"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// excludeCalls excludes the first tool call of several operations, such as a patch of several
// files, in which an operation failed. If everyCall is set, it excludes all such tool calls. It
// reports whether it excluded one. A tool call gets one answer, so it is done as a whole or not
// at all. Only one is excluded at a time, since later operations may succeed without it.
func excludeCalls(excluded exclusions, results []ops.Result, everyCall bool) bool {
	before := len(excluded)
	for start := 0; start < len(results); {
		end, failed := start+1, results[start].Err != nil
		for end < len(results) && sameCall(results[start].Operation, results[end].Operation) {
			failed = failed || results[end].Err != nil
			end++
		}
		for i := start; failed && end-start > 1 && i < end; i++ {
			excluded[i] = cmp.Or(results[i].Err, &ops.Error{
				Code: ops.Withheld, Path: results[i].Path, Msg: "another operation of this " + whole(results[i].Operation) + " did not succeed", Unwritten: true,
				Hint: "Nothing is wrong with this one. Send the " + whole(results[i].Operation) + " again when the other one is correct.",
			})
		}
		if len(excluded) > before && !everyCall {
			return true
		}
		start = end
	}
	return len(excluded) > before
}

// whole names what asked for an operation and others.
func whole(op ops.Operation) string {
	if op.Form == wording.Patch || op.Form == wording.Diff {
		return op.Form.Block("")
	}
	return "call"
}

// sameCall reports whether one tool call, patch or diff of a file asked for both of two
// successive operations. No others share an id.
func sameCall(a, b ops.Operation) bool {
	return a.ID != "" && a.ID == b.ID && a.Call == b.Call
}
