package ops

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/text"
	"fileops/internal/text/anchor"
	"fileops/internal/text/encoding"
	"fileops/internal/workspace"
)

// anchored is an action that may name lines by anchors.
type anchored interface{ anchors() []anchor.Anchor }

// byAnchor reports whether an action names a line by an anchor. Such a line is followed through
// the changes of earlier operations.
func byAnchor(a Action) bool {
	with, ok := a.(anchored)
	return ok && slices.ContainsFunc(with.anchors(), func(a anchor.Anchor) bool { return a.Hash != "" })
}

// showsAnchors reports whether an action shows lines with their anchors.
func showsAnchors(a Action) bool {
	switch a := a.(type) {
	case Read:
		return a.Anchors
	case grepSearch:
		return a.Query.Anchors
	}
	return false
}

// anchorField asks for the anchors of the lines that are shown.
func anchorField(shown string) Field {
	return Field{
		Name: "anchors", Kind: Flag, Optional: true, Anchors: true, Doc: "true to show an anchor such as 12#k3f before each line" + shown,
		WithAnchors: ": its number and a hash of its text, as functions take it that name lines",
	}
}

// line reads a line number or an anchor; ok is false where the field was not given.
func (a args) line(name string) (at anchor.Anchor, ok bool, err error) {
	v, ok := a.find(name)
	if !ok {
		return anchor.Anchor{}, false, nil
	}
	written := strings.TrimSpace(v.Text)
	at, valid := anchor.Parse(written)
	switch {
	case valid:
		return at, true, nil
	case strings.Contains(written, "#"):
		return at, true, malformed(fmt.Sprintf("%s must be a line number or an anchor such as 12#k3f, not %q", a.Field(name), written), "Copy the anchor from a read that shows anchors: the number, # and three characters.")
	}
	return at, true, malformed(fmt.Sprintf("%s must be a whole number, not %q", a.Field(name), written), "")
}

// of returns the history of a file that is about to be changed; nil for a file that the run made,
// and if no operation of the run has an anchor. data is what the file holds, decoded.
func (l lineHistories) of(t *workspace.Target, data []byte) *lineHistory {
	if l == nil || t.Origin() == "" {
		return nil
	}
	h := l[t.Origin()]
	switch {
	case h != nil && bytes.Equal(h.now, data):
		return h
	case h == nil && !t.ModTime.IsZero():
		h = newLineHistory(data)
	default: // it was changed, and nobody followed its lines
		h = &lineHistory{before: data, now: data, changed: true, from: make([]int, text.Count(data))}
	}
	l[t.Origin()] = h
	return h
}

// put keeps the history of a file that now holds other text.
func (l lineHistories) put(t *workspace.Target, h *lineHistory, data []byte) {
	if h == nil {
		return
	}
	if !bytes.Equal(h.now, data) { // it was not changed by edits
		h = h.overwritten(data)
	}
	l[t.Origin()] = h
}

// loadAnchored is loadSource for an operation with anchors. If they fit, their lines were read.
func loadAnchored(tx *workspace.Tx, path string, p Policy, anchors []anchor.Anchor) (source, error) {
	src, err := loadSource(tx, path, p)
	unread := (*workspace.Error)(nil)
	if p.histories == nil || len(anchors) == 0 || !errors.As(err, &unread) || unread.Reason != workspace.NotRead {
		return src, err
	}
	t, findErr := tx.Find(path, workspace.ToRead, p.paths)
	if findErr != nil || t.Kind != workspace.Regular || t.Size > p.MaxEdit {
		return src, err
	}
	raw, readErr := tx.Read(t, p.MaxEdit)
	if readErr != nil {
		return src, err
	}
	h := p.histories.of(t, encoding.Detect(raw).Decode(raw))
	if h == nil || slices.ContainsFunc(anchors, func(a anchor.Anchor) bool { return !h.fits(a) }) {
		return src, err
	}
	if err := tx.MarkKnown(t); err != nil {
		return source{}, err
	}
	return loadSource(tx, path, p)
}

// line returns the present number of the line that an anchor names. A number alone is itself.
func (s source) line(a anchor.Anchor) (int, error) {
	if a.Hash == "" {
		return a.Line, nil
	}
	h := s.history
	switch {
	case h == nil:
		return 0, &Error{
			Code: StaleAnchor, Path: s.target.Written, Msg: fmt.Sprintf("%s names a line of %s, which was made by an earlier operation and not read yet", a, s.target.Written),
			Hint: "Change it by its text, or read it with anchors after this run.",
		}
	case !h.fits(a):
		return 0, s.staleAnchor(a)
	}
	if line := h.find(a.Line); line > 0 {
		return line, nil
	}
	return 0, s.changedBefore(fmt.Sprintf("Line %d (%s)", a.Line, a), "was", a.Line)
}

// lines returns the present numbers of the lines from one anchor to another. If earlier
// operations changed one of the lines between, or put others there, that is an error.
func (s source) lines(from, to anchor.Anchor) (first, last int, err error) {
	first, err = s.line(from)
	last, lastErr := s.line(to)
	switch {
	case err != nil && lastErr != nil && from != to && s.history != nil:
		return 0, 0, s.together(AsError(err), AsError(lastErr))
	case err != nil:
		return 0, 0, err
	case lastErr != nil || from.Hash == "" || last < first:
		return first, last, lastErr
	}
	for i, was := range s.history.from[first-1 : last] {
		if was != from.Line+i {
			return 0, 0, s.changedBefore(fmt.Sprintf("Lines from %s to %s", from, to), "were", from.Line+i)
		}
	}
	return first, last, nil
}
