package run

import (
	"cmp"
	"slices"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// excludeGroups excludes the first group that is half done: an operation of it failed, and another
// one changed something. If all is set, it excludes all such groups. It reports whether it excluded
// one. The sender gets one result for a group, so it is done as a whole or not at all. A single
// operation is no group: if it fails, nothing else does. A group in which nothing was changed
// stays: of several files that a call reads, those that can be read are shown. Only one group is excluded at a time, since later operations may succeed
// without it.
func excludeGroups(excluded exclusions, results []ops.Result, all bool) bool {
	before := len(excluded)
	for start := 0; start < len(results); {
		end := start + 1
		for end < len(results) && sameGroup(results[start].Operation, results[end].Operation) {
			end++
		}
		half := halfDone(results[start:end])
		for i := start; half && i < end; i++ {
			excluded[i] = cmp.Or(results[i].Err, &ops.Error{
				Code: ops.Withheld, Path: results[i].Path, Msg: "another operation of this " + groupNoun(results[i].Operation) + " did not succeed", Unwritten: true,
				Hint: "Nothing is wrong with this one. Send the " + groupNoun(results[i].Operation) + " again when the other one is correct.",
			})
		}
		if len(excluded) > before && !all {
			return true
		}
		start = end
	}
	return len(excluded) > before
}

// halfDone reports whether one operation of a group failed, and another one changed something. One
// that a person left out did not fail.
func halfDone(group []ops.Result) bool {
	failed := slices.ContainsFunc(group, func(res ops.Result) bool { return res.Err != nil && res.Err.Code != ops.Declined })
	return failed && slices.ContainsFunc(group, func(res ops.Result) bool { return res.Changed })
}

// groupNoun is what a message calls the group of an operation: call, patch or diff.
func groupNoun(op ops.Operation) string {
	if op.Form == wording.Patch || op.Form == wording.Diff {
		return op.Form.Block("")
	}
	return "call"
}

// sameGroup reports whether two successive operations are of one group. Operations of two groups
// never share an id: the parser replaces one that repeats.
func sameGroup(a, b ops.Operation) bool { return a.ID != "" && a.ID == b.ID && !a.Alone && !b.Alone }
