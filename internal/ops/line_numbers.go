package ops

import (
	"crypto/sha256"

	"fileops/internal/workspace"
)

// checkLineNumbers refuses an operation that goes by line numbers if its file is not as it
// was when all operations ran: an operation before it is left out now.
func (s *rollback) checkLineNumbers(i int, tx *workspace.Tx) error {
	path, ok := byLines(s.list[i].Action)
	if !ok {
		return nil
	}
	target, err := tx.Find(path, workspace.ToEdit)
	if err != nil || target.Kind != workspace.Regular {
		return nil //nolint:nilerr // the operation will say so itself
	}
	content, err := tx.Read(target, s.Policy.MaxEdit)
	if err != nil {
		return nil //nolint:nilerr // likewise
	}
	found := sha256.Sum256(content)
	if s.first == nil {
		s.numbered[i] = found
		return nil
	}
	if was, known := s.numbered[i]; !known || was == found {
		return nil
	}
	return &Error{
		Code: BadRange, Path: path, Msg: "Not applied: the line numbers of " + path + " are not what they were, since an operation before this one was rolled back",
		Hint: "Read " + path + " again and send it with the line numbers as they are.",
	}
}

// byLines is the file in which an operation finds its place by line numbers, if it
// does.
func byLines(a Action) (path string, ok bool) {
	switch a := a.(type) {
	case InsertAt:
		return a.Path, true
	case ReplaceLines:
		return a.Path, true
	case fileEdit:
		return a.Path, a.Line > 0
	}
	return "", false
}
