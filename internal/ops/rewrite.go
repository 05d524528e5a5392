package ops

import (
	"bytes"
	"fmt"
	"unicode/utf8"

	"fileops/internal/text"
	"fileops/internal/workspace"
)

const useRange = "Edit a smaller file, or use terminal commands for large files."

// source is a text file that an operation is about to change.
type source struct {
	target *workspace.Target
	data   []byte
	eol    text.LineEnd
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
	data, err := tx.Read(t, p.MaxEdit)
	if err != nil {
		return source{}, err
	}
	if text.Binary(data) && !p.AllowBinary {
		return source{}, &Error{
			Code: Binary, Path: path, Msg: "Cannot edit binary file: " + path,
			Hint: "a binary file can be copied, moved and deleted",
		}
	}
	return source{target: t, data: data, eol: text.LineEndOf(data)}, nil
}

// rewrite stages the source with edits made, and shows what that changes. The
// edits' texts are in the file's own line end already.
func (s source) rewrite(tx *workspace.Tx, p Policy, edits []text.Edit) (Done, error) {
	path := s.target.Written
	if size := int64(text.Size(s.data, edits)); size > p.MaxEdit {
		return Done{}, tooLarge(path, size, p.MaxEdit, "The file would grow over the limit. "+useRange)
	}
	if c, ok := s.unwritable(edits); ok && !p.AllowBinary {
		return Done{}, &Error{
			Code: Encoding, Path: path, Msg: fmt.Sprintf("Cannot write U+%04X '%c' to %s: its encoding is not UTF-8", c, c, path),
			Hint: "Use ASCII characters only in this file.",
		}
	}
	data, placed := text.Splice(s.data, edits)
	done := Done{Path: path, origin: s.target.Origin()}
	if bytes.Equal(data, s.data) {
		return done, nil
	}
	if n := s.target.Links; n > 1 {
		done.Warnings = append(done.Warnings, path+" has "+plural(n-1, "other name", "other names")+" on disk (hard links): they keep the old content")
	}
	if err := tx.Write(s.target, data); err != nil {
		return Done{}, err
	}
	done.Changed = true
	done.Excerpt = text.Excerpt(data, placed)
	if p.Diffs {
		done.Diff = text.Diff(text.Version{Name: "a/" + path, Content: s.data}, text.Version{Name: "b/" + path, Content: data})
	}
	return done, nil
}

// unwritable finds a character that the file's encoding may not hold: one outside of
// ASCII, where the file has bytes outside of ASCII and none of them is UTF-8. A file in
// UTF-8 with some bytes damaged is still UTF-8.
func (s source) unwritable(edits []text.Edit) (rune, bool) {
	if utf8.Valid(s.data) {
		return 0, false
	}
	for i := 0; i < len(s.data); {
		r, size := utf8.DecodeRune(s.data[i:])
		if r >= utf8.RuneSelf && size > 1 {
			return 0, false
		}
		i += size
	}
	for _, e := range edits {
		for _, c := range e.Text {
			if c >= utf8.RuneSelf {
				return c, true
			}
		}
	}
	return 0, false
}

// asLines is content as whole lines with the line end e: each line ended, the last
// one too.
func asLines(v Value, e text.LineEnd) string {
	s := e.In(v.Text)
	if s != "" && s[len(s)-1] != '\n' {
		s += string(e)
	}
	return s
}
