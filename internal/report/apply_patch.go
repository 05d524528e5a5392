package report

import (
	"io"
	"strings"
)

// ApplyPatch writes the files that a run changed, as the apply_patch command of OpenAI's agents
// does: first those that were added, then the modified and the deleted ones. It returns what
// went wrong instead, if anything did.
func ApplyPatch(w io.Writer, rep Run) (problem string, err error) {
	for i := range rep.Results {
		if res := &rep.Results[i]; res.Err != nil && !unwritten(res) {
			return res.Err.Text(), nil
		}
	}
	if !rep.Committed && len(rep.Files) > 0 {
		return "", nil // the run ended early, which is reported
	}
	letters := map[string]string{"created": "A", "copied": "A", "modified": "M", "moved": "M", "deleted": "D"}
	var b strings.Builder
	b.WriteString("Success. Updated the following files:\n")
	for _, letter := range []string{"A", "M", "D"} {
		for _, f := range rep.Files {
			if !f.Dir && letters[f.Kind] == letter {
				b.WriteString(letter + " " + f.Name + "\n")
			}
		}
	}
	_, err = io.WriteString(w, b.String())
	return "", err
}
