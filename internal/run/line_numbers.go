package run

import (
	"crypto/sha256"

	"fileops/internal/ops"
)

// checkLineNumbers refuses operation i, the next one of a pass, if it uses line numbers and
// its file differs from that of the first pass. Then an operation before it is excluded.
func (s *culpritSearch) checkLineNumbers(i int, pass *ops.Pass) *ops.Error {
	path, content, ok := pass.LineNumbered()
	if !ok {
		return nil
	}
	found := sha256.Sum256(content)
	if s.firstResults == nil {
		s.lineNumberSums[i] = found
		return nil
	}
	if was, known := s.lineNumberSums[i]; !known || was == found {
		return nil
	}
	return &ops.Error{
		Code: ops.BadRange, Path: path, Msg: "Not applied: the line numbers of " + path + " are not what they were, since an operation before this one was rolled back",
		Hint: "Read " + path + " again, then send this operation with the line numbers that the file has now.",
	}
}
