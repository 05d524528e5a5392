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
	return source{target: t, raw: raw, enc: enc, data: data, ends: text.LineEndsOf(data)}, nil
}

// isPDF reports whether a file that looks like text is a PDF: some are all ASCII, and
// hold offsets that an edit would make wrong.
func isPDF(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte("%PDF-")) && bytes.Contains(raw[max(0, len(raw)-1024):], []byte("%%EOF"))
}

// rewrite stages the source with edits made, in its own line ends, and shows what that
// changes.
func (s source) rewrite(tx *workspace.Tx, p Policy, edits []text.Edit) (Done, error) {
	now, placed, err := s.with(edits)
	if err != nil {
		return Done{}, err
	}
	return s.become(tx, p, now, placed)
}

// with is the source with edits made, and where each new text stands in it.
func (s source) with(edits []text.Edit) (now source, placed []text.Span, err error) {
	for i, e := range edits {
		edits[i].Text = s.ends.Fit(s.data, e.Span, e.Text)
	}
	now = s
	if now.raw, err = s.enc.Splice(s.raw, edits); err != nil {
		return now, nil, encodingError(s.target.Written, s.enc, err)
	}
	now.data, placed = text.Splice(s.data, edits)
	return now, placed, nil
}

// become stages what the source is to be, and shows what is new in it.
func (s source) become(tx *workspace.Tx, p Policy, now source, placed []text.Span) (Done, error) {
	path, raw, data := s.target.Written, now.raw, now.data
	if size := int64(len(raw)); size > p.MaxEdit {
		return Done{}, tooLarge(path, size, p.MaxEdit, "The file would grow over the limit. "+useRange)
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
	done.Warnings = append(done.Warnings, turned(path, s.enc, raw, data)...)
	done.Changed = true
	done.Excerpt = text.Excerpt(data, placed)
	if p.Diffs {
		done.Diff = text.Diff(text.Version{Name: "a/" + path, Content: s.data}, text.Version{Name: "b/" + path, Content: data})
	}
	return done, nil
}

// turned warns where a file, which is to be raw and to read as data, will be taken for
// another encoding than it had.
func turned(path string, enc encoding.Encoding, raw, data []byte) []string {
	found, ok := enc.Lasts(raw, data)
	if ok {
		return nil
	}
	return []string{fmt.Sprintf("%s was read as %s, but after this change it looks like %s: it may be shown with other characters from now on", path, enc.Name(), found.Name())}
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
