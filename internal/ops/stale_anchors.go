package ops

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/text/anchor"
)

// Limits on a message about stale anchors.
const (
	maxAround = 5  // lines that are shown before and after the one that an anchor names
	maxStale  = 10 // anchors that are named
)

// stale is what the message about anchors that do not fit is made of.
type stale struct {
	lines  []int    // the present numbers of the lines that stand where the anchors point
	hints  []string // lines elsewhere that have the hash of an anchor
	choose string   // how to choose lines again if no anchors are shown

	// Of a message with anchors: the name on disk of their file, its lines without them, and the
	// hint, for DropAnchors.
	origin string
	plain  []string
	hint   string
}

// staleAnchor is the error for an anchor of a file that changed since it was read.
func (s source) staleAnchor(a anchor.Anchor) *Error {
	path, total := s.target.Written, text.Count(s.history.before)
	e := &Error{
		Code: StaleAnchor, Path: path, Msg: fmt.Sprintf("%s does not fit %s: line %d has another text now", a, path, a.Line),
		Short: fmt.Sprintf("%s does not fit: line %d has another text now", a, a.Line),
		stale: &stale{lines: []int{s.history.near(a.Line)}, choose: "Read the file with anchors, and choose the line again."},
	}
	if a.Line > total {
		e.Msg = fmt.Sprintf("%s does not fit %s, which has %s", a, path, plural(total, "line", "lines"))
		e.Short = ""
	}
	if !s.history.changed {
		hashes := anchor.Lines(s.data)
		if i := slices.Index(hashes, a.Hash); i >= 0 && !slices.Contains(hashes[i+1:], a.Hash) {
			e.stale.hints = []string{fmt.Sprintf("Only line %d has this hash now. If that is the line you mean, send %s.", i+1, anchor.Anchor{Line: i + 1, Hash: a.Hash})}
		}
	}
	return s.showStale(e)
}

// changedBefore is the error for lines that an earlier operation of the run changed.
func (s source) changedBefore(what, verb string, line int) *Error {
	return s.showStale(&Error{
		Code: StaleAnchor, Path: s.target.Written, Msg: fmt.Sprintf("%s of %s %s changed by an earlier operation", what, s.target.Written, verb),
		Short: fmt.Sprintf("%s %s changed by an earlier operation", what, verb),
		stale: &stale{lines: []int{s.history.near(line)}, choose: "If there is more to change, read the file with anchors and send it again, or change it by its text."},
	})
}

// together is one error for several anchors of the file. It names the first maxStale.
func (s source) together(list ...*Error) *Error {
	e := &Error{Code: StaleAnchor, Path: s.target.Written, stale: &stale{choose: list[0].stale.choose}}
	var msgs []string
	for _, one := range list[:min(len(list), maxStale)] {
		msgs = append(msgs, one.Msg)
		e.stale.lines = append(e.stale.lines, one.stale.lines...)
		for _, hint := range one.stale.hints {
			if !slices.Contains(e.stale.hints, hint) {
				e.stale.hints = append(e.stale.hints, hint)
			}
		}
	}
	if len(list) > maxStale {
		msgs = append(msgs, "… and others")
	}
	e.Msg = strings.Join(msgs, "\n")
	return s.showStale(e)
}

// showStale completes an error by the lines that stand where its anchors point, and by what to
// send. The lines have anchors unless the run has changed the file: whether that will be written
// is not known here.
func (s source) showStale(e *Error) *Error {
	var plain, anchored []string
	all, shown := splitLines(s.data[text.Body(s.data):]), 0 // the lines up to shown have been shown
	for _, at := range slices.Sorted(slices.Values(e.stale.lines)) {
		if first := at - maxAround; first > shown+1 {
			if shown > 0 {
				plain, anchored = append(plain, "     …"), append(anchored, "     …")
			}
			shown = first - 1
		}
		for ; shown < min(at+maxAround, len(all)); shown++ {
			line := "\t" + text.Cut(strings.ToValidUTF8(string(all[shown]), "\ufffd"), maxShownChars)
			plain = append(plain, fmt.Sprintf("%6d", shown+1)+line)
			anchored = append(anchored, fmt.Sprintf("%6d#%s", shown+1, anchor.Of(all[shown]))+line)
		}
	}
	detail := wording.Detail{Heading: s.target.Written + " has there:", Lines: plain, TextOf: "file"}
	if len(plain) == 0 {
		detail = wording.Detail{Heading: s.target.Written + " has no line there."}
	}
	e.Hint = e.stale.choose
	if !s.history.changed {
		detail.Lines, e.stale.plain, e.stale.origin = anchored, plain, s.target.Origin()
		e.Hint = strings.Join(append(e.stale.hints, "Choose the line again: copy its anchor from the lines above, or read the file with anchors."), "\n")
		e.stale.hint = e.Hint
	}
	e.Details = []wording.Detail{detail}
	return e
}

// DropAnchors removes the anchors that a message shows if the run changed their file after it.
// changed reports that by the name that the file had on disk before the run.
func (e *Error) DropAnchors(changed func(origin string) bool) {
	if e.stale == nil || e.stale.origin == "" || !changed(e.stale.origin) {
		return
	}
	e.Details[0].Heading = strings.Replace(e.Details[0].Heading, " has ", " had ", 1)
	e.Details[0].Lines = e.stale.plain
	e.Hint = strings.Replace(e.Hint, e.stale.hint, "Later operations changed the file. "+e.stale.choose, 1)
	e.stale = nil
}
