package ops

import (
	"bytes"
	"fmt"
	"slices"

	"fileops/internal/search/pattern"
	"fileops/internal/text"
	"fileops/internal/text/diff"
	"fileops/internal/text/encoding"
	"fileops/internal/workspace"
)

// Limits on what the operations of one run take together. The workspace limits what they
// stage. Ordinary runs need a small part of this.
const (
	maxPlaces    = 4_000_000 // matches
	maxAnswered  = 64 << 20  // bytes of answers: what was read or found, and diffs
	maxDiffed    = 32 << 20  // bytes of files whose diffs are made for results
	maxDiagnosed = 32 << 20  // bytes of files that are searched for the text nearest to one that is missing
	maxTraced    = 64 << 20  // bytes of files that are searched for a change that later operations changed again
	maxCompiled  = 1 << 19   // what patterns cost before anything is searched
)

// allowance is what is left of the limits in a run.
type allowance struct{ places, answered, diffed, diagnosed, traced, compiled int }

// mayAsk refuses a read or a search if no room is left for its answer.
func (a *allowance) mayAsk(action Action) error {
	if a.answered > 0 || !slices.Contains([]string{"read", "glob", "grep"}, action.Kind()) {
		return nil
	}
	return &Error{
		Code: workspace.TooLarge,
		Msg:  "Too much to answer: the results before this one have " + megabytes(maxAnswered) + " or more",
		Hint: "Send it in another response, and ask for less: a range of lines, or fewer results.",
	}
}

// compile counts what a pattern costs, if there is room. A single pattern has a limit of its
// own.
func (a *allowance) compile(m *pattern.Matcher) error {
	if a.compiled <= 0 {
		return &Error{
			Code: workspace.TooLarge,
			Msg:  "Too many large patterns: those of the searches before this one leave no room for it",
			Hint: "Send it in another response, with smaller counts and fewer classes by name such as \\pL.",
		}
	}
	a.compiled -= m.Cost()
	return nil
}

// diff adds the diff of a changed file to what was done, while there is room.
func (p Policy) diff(done *Done, from, to diff.Version) {
	if !p.Diffs {
		return
	}
	if p.left.diffed <= 0 || p.left.answered <= 0 {
		done.Warnings = append(done.Warnings, "the diff of this operation is left out: those of the operations before it are large")
		return
	}
	p.left.diffed -= len(from.Content) + len(to.Content)
	done.Diff, _ = diff.Unified(from, to)
}

// countPlaces refuses a text with more matches than are left to the run, before they are
// looked for. It does not count matches that differ in line ends.
func (s source) countPlaces(v Value, p Policy) error {
	find := []byte(text.Unix(v.Snippet()))
	if len(find) == 0 || len(s.data)/len(find) <= p.left.places {
		return nil
	}
	n := bytes.Count(s.data, find)
	if n <= p.left.places {
		return nil
	}
	return &Error{
		Code: workspace.TooLarge, Path: s.target.Written,
		Msg:  fmt.Sprintf("Too many matches: '%s' stands %d times in %s. The operations of a run may find %d in all", head(v), n, s.target.Written, maxPlaces),
		Hint: "Include more of the text around it so that fewer places match, or send the operation in a response of its own.",
	}
}

// checkGrowth refuses edits whose result would be over the limit, before it is made.
func (s source) checkGrowth(edits []text.Edit, limit int64) error {
	widest := int64(1)
	if s.enc != (encoding.Encoding{}) {
		widest = 3 // bytes in UTF-8 for each byte of a file, at the most
	}
	size, last, length := int64(len(s.data)), "", 0
	for _, e := range edits {
		if e.Text != last { // most edits share one text
			last, length = e.Text, len(e.Text)-bytes.Count([]byte(e.Text), []byte(text.CRLF))
		}
		size += int64(length - (e.End - e.Start))
	}
	if size > widest*limit {
		return s.overgrown(size/widest, limit)
	}
	return nil
}

// overgrown is the error for edits that would make the file too large.
func (s source) overgrown(size, limit int64) *Error {
	e := tooLarge(s.target.Written, size, limit, "")
	e.Hint = fmt.Sprintf("The file has %s and would grow over max_edit_size_mb. %s", megabytes(int64(len(s.raw))), tooLargeHint)
	return e
}
