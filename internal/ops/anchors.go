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

// anchorField asks for the anchors of the lines that are shown.
func anchorField(shown string) Field {
	return Field{Name: "anchors", Kind: Flag, Optional: true, Anchors: true, Doc: "true to show an anchor such as 12#k3f before each line" + shown}
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
	if first, err = s.line(from); err != nil {
		return 0, 0, err
	}
	if last, err = s.line(to); err != nil || from.Hash == "" || last < first {
		return first, last, err
	}
	for i, was := range s.history.from[first-1 : last] {
		if was != from.Line+i {
			return 0, 0, s.changedBefore(fmt.Sprintf("Lines from %s to %s", from, to), "were", from.Line+i)
		}
	}
	return first, last, nil
}

// maxAround is how many lines are shown before and after the one that an anchor names.
const maxAround = 5

// staleAnchor is the error for an anchor of a file that changed since it was read.
func (s source) staleAnchor(a anchor.Anchor) *Error {
	path, total := s.target.Written, text.Count(s.history.before)
	e := &Error{
		Code: StaleAnchor, Path: path, Msg: fmt.Sprintf("%s does not fit %s: line %d has another text now", a, path, a.Line),
		Short: fmt.Sprintf("%s does not fit: line %d has another text now", a, a.Line),
	}
	if a.Line > total {
		e.Msg = fmt.Sprintf("%s does not fit %s, which has %s", a, path, plural(total, "line", "lines"))
		e.Short = ""
	}
	s.showAround(e, s.history.near(a.Line))
	if s.history.changed {
		e.Hint = "Read the file with anchors, and choose the line again."
		return e
	}
	e.Hint = "Choose the line again: copy its anchor from the lines above, or read the file with anchors."
	hashes := anchor.Lines(s.data)
	if i := slices.Index(hashes, a.Hash); i >= 0 && !slices.Contains(hashes[i+1:], a.Hash) {
		e.Hint = fmt.Sprintf("Only line %d has this hash now. If that is the line you mean, send %s.\n", i+1, anchor.Anchor{Line: i + 1, Hash: a.Hash}) + e.Hint
	}
	return e
}

// changedBefore is the error for lines that an earlier operation of the run changed.
func (s source) changedBefore(what, verb string, line int) *Error {
	e := &Error{
		Code: StaleAnchor, Path: s.target.Written, Msg: fmt.Sprintf("%s of %s %s changed by an earlier operation", what, s.target.Written, verb),
		Short: fmt.Sprintf("%s %s changed by an earlier operation", what, verb),
		Hint:  "If there is more to change, read the file with anchors and send it again, or change it by its text.",
	}
	s.showAround(e, s.history.near(line))
	return e
}

// showAround adds the lines around one to an error, as they are now. They have anchors unless the
// run has changed the file: whether that will be written is not known here.
func (s source) showAround(e *Error, line int) {
	first := max(1, line-maxAround)
	span := text.Lines(s.data, first, line+maxAround)
	shown := Detail{Heading: fmt.Sprintf("%s has there:", s.target.Written), TextOf: "file"}
	if span.Start == span.End {
		shown.Heading, shown.TextOf = s.target.Written+" has no line there.", ""
	}
	for _, l := range splitLines(s.data[span.Start:span.End]) {
		hash := ""
		if !s.history.changed {
			hash = "#" + anchor.Of(l)
		}
		shown.Lines = append(shown.Lines, fmt.Sprintf("%6d%s\t%s", first, hash, text.Cut(strings.ToValidUTF8(string(l), "\ufffd"), maxShownChars)))
		first++
	}
	e.Details = append(e.Details, shown)
}
