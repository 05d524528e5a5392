package run

import (
	"cmp"

	"fileops/internal/ops"
)

// excludeCalls adds to the exclusions the first call with several operations (a patch of
// several files) of which one failed; every such call, if everyCall is set. It reports
// whether there was any. A call is answered once, so it is done as a whole or not at all.
//
// One call at a time, since without it the operations behind it run on another tree, where
// they may succeed.
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
				Code: ops.Withheld, Path: results[i].Path, Msg: "Not written: another operation of this call did not succeed",
				Hint: "Nothing is wrong with this one. Send the call again when the other one is correct.",
			})
		}
		if len(excluded) > before && !everyCall {
			return true
		}
		start = end
	}
	return len(excluded) > before
}

// sameCall reports whether two operations that follow one another were asked for by one
// call.
func sameCall(a, b ops.Operation) bool {
	return a.Call.Name != "" && a.ID != "" && a.ID == b.ID && a.Call == b.Call
}
