package run

import (
	"crypto/sha256"

	"fileops/internal/ops"
)

// checkLineNumbers refuses operation i, the next one of a replay, if it uses line numbers and
// its file differs from that in the first replay. The file differs if an earlier operation was
// excluded, or if another program changed it meanwhile, which is told in the same words. The first
// replay records the checksums.
func (ex *execution) checkLineNumbers(i int, pass *ops.Pass) *ops.Error {
	path, content, ok := pass.ByLineNumber()
	if !ok {
		return nil
	}
	found := sha256.Sum256(content)
	if ex.firstReplayResults == nil {
		ex.lineNumberSums[i] = found
		return nil
	}
	if was, known := ex.lineNumberSums[i]; !known || was == found {
		return nil
	}
	return &ops.Error{
		Code: ops.BadRange, Path: path, Msg: "Not applied: the line numbers of " + path + " are not what they were, since an operation before this one was rolled back",
		Hint: "Read " + path + " again, then send this operation with the line numbers that the file has now.",
	}
}
