package ops

import (
	"fmt"
	"slices"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/text/match"
)

// SearchReplace returns the change of a SEARCH/REPLACE block. The lines of search must stand in
// one place of the file. If they stand in several, line says at which line (1-based) the one
// that is meant begins; 0 says nothing. An empty search makes a file, or fills an empty one.
func SearchReplace(path string, search, replace Value, line int) Action {
	return editText{
		Path: path, Find: search, Replace: replace, Count: oneMatch, line: line,
		tag: "edit", field: "SEARCH", other: "REPLACE",
	}
}

// atLine leaves of several matches the one that begins at the line that the edit names, if
// there is one. After a change of the file in the same run, its lines may have other numbers
// than those that the sender knows, so the number chooses nothing.
func (e editText) atLine(src source, found match.Tolerated) match.Tolerated {
	if e.line == 0 || len(found.Spans) < 2 || found.Overlap || src.target.ModTime.IsZero() {
		return found
	}
	if i := slices.Index(lineNumbers(src.data, found.Spans), e.line); i >= 0 {
		found.Spans = []text.Span{found.Spans[i]}
	}
	return found
}

// notEmpty is the error for an empty text to replace in a file that has text.
func (e editText) notEmpty(path string, s wording.Style) *Error {
	hint := fmt.Sprintf("Give in %s the text that %s replaces. To write the whole file, call Write.", e.field, e.other)
	if s.Form == wording.SearchReplace {
		hint = "An empty SEARCH makes a new file. Give in SEARCH the lines that REPLACE replaces; to replace the whole file, give all of its lines."
	}
	return &Error{Code: Exists, Path: path, Msg: fmt.Sprintf("%s cannot be empty: %s has text", e.field, path), Hint: hint}
}
