package ops

import (
	"bytes"
	"errors"
	"fmt"
	"strings"

	"fileops/internal/text"
	"fileops/internal/text/encoding"
	"fileops/internal/workspace"
)

const useRange = "Edit a smaller file, or use terminal commands for large files."

// source is a text file that an operation is about to change.
type source struct {
	target *workspace.Target
	raw    []byte // as it is on disk
	enc    encoding.Encoding
	ascii  bool   // all of it was, on disk: what it is to hold says in which encoding it is
	data   []byte // decoded
	ends   text.LineEnds
}

// loadSource finds and reads the file that an operation changes.
func loadSource(tx *workspace.Tx, path string, p Policy) (source, error) {
	t, err := tx.Find(path, workspace.ToEdit)
	if err != nil {
		return source{}, err
	}
	switch {
	case t.Kind == workspace.Absent:
		return source{}, notFound(path)
	case t.Kind == workspace.Directory:
		return source{}, isDirectory("edit", path)
	case t.Size > p.MaxEdit:
		return source{}, tooLarge(path, t.Size, p.MaxEdit, useRange)
	}
	raw, err := tx.Read(t, p.MaxEdit)
	if err != nil {
		return source{}, err
	}
	enc := encoding.Detect(raw)
	if (enc.Binary() || isPDF(raw)) && !p.AllowBinary {
		return source{}, &Error{
			Code: Binary, Path: path, Msg: "Cannot edit binary file: " + path,
			Hint: "a binary file can be copied, moved and deleted",
		}
	}
	data := enc.Decode(raw)
	ascii := enc == encoding.Encoding{} && encoding.ASCII(raw)
	return source{target: t, raw: raw, enc: enc, ascii: ascii, data: data, ends: text.LineEndsOf(data)}, nil
}

// isPDF reports whether a file that looks like text is a PDF: some are all ASCII, and
// hold offsets that an edit would make wrong.
func isPDF(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte("%PDF-")) && bytes.Contains(raw[max(0, len(raw)-1024):], []byte("%%EOF"))
}

// rewrite stages the source with edits made, in its own line ends, and shows what that
// changes.
func (s source) rewrite(tx *workspace.Tx, p Policy, edits []text.Edit) (Done, error) {
	now, placed, err := s.with(edits, p.MaxEdit)
	if err != nil {
		return Done{}, err
	}
	return s.become(tx, p, now, placed)
}

// with is the source with edits made, and where each new text stands in it. One of more
// than limit bytes is refused before it is made.
func (s source) with(edits []text.Edit, limit int64) (now source, placed []text.Span, err error) {
	if err := s.checkGrowth(edits, limit); err != nil {
		return s, nil, err
	}
	for i, e := range edits {
		edits[i].Text = s.ends.Fit(s.data, e.Span, e.Text)
	}
	now = s
	if size := int64(text.Size(s.data, edits)); s.enc == (encoding.Encoding{}) && size > limit {
		return s, nil, s.overgrown(size, limit) // for its line ends
	}
	now.data, placed = text.Splice(s.data, edits)
	if s.ascii {
		now.enc = encoding.Stated(now.data)
	}
	if size := now.enc.Least(now.data); size > limit {
		return s, nil, s.overgrown(size, limit)
	}
	if s.ascii {
		now.raw, err = now.enc.Encode(now.data)
	} else {
		now.raw, err = s.enc.Splice(s.raw, edits)
	}
	if err != nil {
		return now, nil, encodingError(s.target.Written, now.enc, err)
	}
	return now, placed, nil
}

// become stages what the source is to be, and shows what is new in it.
func (s source) become(tx *workspace.Tx, p Policy, now source, placed []text.Span) (Done, error) {
	path, raw, data := s.target.Written, now.raw, now.data
	if size := int64(len(raw)); size > p.MaxEdit {
		return Done{}, s.overgrown(size, p.MaxEdit)
	}
	done := Done{Path: path, origin: s.target.Origin()}
	if bytes.Equal(raw, s.raw) {
		return done, nil
	}
	if n := s.target.Links; n > 1 {
		done.Warnings = append(done.Warnings, path+" has "+plural(n-1, "other name", "other names")+" on disk (hard links): they keep the old content")
	}
	if err := tx.Write(s.target, raw); err != nil {
		return Done{}, err
	}
	done.Warnings = append(done.Warnings, turned(path, s.raw, now)...)
	done.Changed = true
	done.Excerpt = text.Excerpt(data, placed)
	p.diff(&done, text.Version{Name: "a/" + path, Content: s.data}, text.Version{Name: "b/" + path, Content: data})
	return done, nil
}

// turned warns where a file will be taken for another encoding than it is in now: by this
// program, or by those that go by what it states, if it stated something else before.
func turned(path string, before []byte, now source) []string {
	said := encoding.Stated(now.raw)
	if said.Name() != encoding.Stated(before).Name() && !bytes.Equal(said.Decode(now.raw), now.data) {
		return []string{path + " is in " + now.enc.Name() + ", but after this change it does not say so: programs that go by what it says cannot read it, or show other characters"}
	}
	found, ok := now.enc.Lasts(now.raw, now.data)
	if ok {
		return nil
	}
	then := "it may be shown with other characters from now on"
	if found.Binary() {
		then = "it cannot be edited from now on"
	}
	return []string{fmt.Sprintf("%s was read as %s, but after this change it looks like %s: %s", path, now.enc.Name(), found.Name(), then)}
}

// encodingError says which character a file's encoding does not hold.
func encodingError(path string, e encoding.Encoding, err error) *Error {
	var u *encoding.Unencodable
	if !errors.As(err, &u) {
		return &Error{Code: Encoding, Path: path, Msg: "Cannot write to " + path + ": " + err.Error()}
	}
	return &Error{
		Code: Encoding, Path: path, Msg: fmt.Sprintf("Cannot write U+%04X '%c' to %s: its encoding is %s", u.Rune, u.Rune, path, e.Name()),
		Hint: "Use only characters that " + e.Name() + " has.",
	}
}

// asLines is content as whole lines: each line ended, the last one too. A carriage return
// at its end stays text.
func asLines(v Value) string {
	switch {
	case v.Text == "" || strings.HasSuffix(v.Text, "\n"):
		return v.Text
	case strings.HasSuffix(v.Text, "\r"):
		return v.Text + "\r\n"
	}
	return v.Text + "\n"
}
