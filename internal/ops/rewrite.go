package ops

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/text"
	"fileops/internal/text/diff"
	"fileops/internal/text/encoding"
	"fileops/internal/workspace"
)

const tooLargeHint = "Edit a smaller file, or use terminal commands for large files.\nWithout a terminal, ask the user to raise max_edit_size_mb."

// source is a text file that an operation is about to change.
type source struct {
	target *workspace.Target
	raw    []byte // as it is on disk
	enc    encoding.Encoding
	ascii  bool   // all of it was, on disk: what it is to hold says in which encoding it is
	data   []byte // decoded
	ends   text.LineEnds
	said   []remark // on the line ends of what was put in

	created bool         // the file is new
	history *lineHistory // nil unless an operation of the run has an anchor
}

// loadSource finds and reads the file that an operation changes.
func loadSource(tx *workspace.Tx, path string, p Policy) (source, error) {
	t, err := tx.Find(path, workspace.ToEdit, p.paths)
	if err != nil {
		return source{}, err
	}
	switch {
	case t.Kind == workspace.Absent:
		return source{}, notFound(path)
	case t.Kind == workspace.Directory:
		return source{}, isDirectory("edit", path, "Name a file in it.")
	case t.Size > p.MaxEdit:
		return source{}, tooLarge(path, t.Size, p.MaxEdit, tooLargeHint)
	}
	raw, err := tx.Read(t, p.MaxEdit)
	if err != nil {
		return source{}, err
	}
	enc := encoding.Detect(raw)
	if (enc.Binary() || isPDF(raw)) && !p.AllowBinary {
		return source{}, &Error{
			Code: Binary, Path: path, Msg: "Cannot edit binary file: " + path,
			Hint: "A binary file can be copied, moved and deleted.",
		}
	}
	data := enc.Decode(raw)
	ascii := enc == encoding.Encoding{} && encoding.ASCII(raw)
	return source{target: t, raw: raw, enc: enc, ascii: ascii, data: data, ends: text.LineEndsOf(data), history: p.histories.of(t, data)}, nil
}

// isPDF reports whether a file that looks like text is a PDF: some are all ASCII, and
// hold offsets that an edit would make wrong.
func isPDF(raw []byte) bool {
	return bytes.HasPrefix(raw, []byte("%PDF-")) && bytes.Contains(raw[max(0, len(raw)-1024):], []byte("%%EOF"))
}

// rewrite stages the source with edits made, and shows what that changes. The new texts get
// the line ends of the file, unless w keeps others.
func (s source) rewrite(tx *workspace.Tx, p Policy, edits []text.Edit, w sentEnds) (Done, error) {
	now, placed, err := s.with(edits, p.MaxEdit, w)
	if err != nil {
		return Done{}, err
	}
	return s.stage(tx, p, now, placed)
}

// with is the source with edits made, and where each new text stands in it. One of more
// than limit bytes is refused before it is made.
func (s source) with(edits []text.Edit, limit int64, w sentEnds) (now source, placed []text.Span, err error) {
	if err := s.checkGrowth(edits, limit); err != nil {
		return s, nil, err
	}
	fitted := false
	kind, _ := w.fresh(s.target.Written)
	ends := s.ends.Or(kind)
	for i, e := range edits {
		switch {
		case !w.keep:
			edits[i].Text = ends.Fit(s.data, e.Span, e.Text)
		case w.ends.Only(text.CRLF) && !strings.Contains(e.Text, string(text.CRLF)): // tolerant matching adapts texts in LF
			edits[i].Text = strings.ReplaceAll(e.Text, "\n", "\r\n")
		}
		fitted = fitted || edits[i].Text != e.Text
	}
	now = s
	if size := int64(text.Size(s.data, edits)); s.enc == (encoding.Encoding{}) && size > limit {
		return s, nil, s.overgrown(size, limit) // for its line ends
	}
	now.data, placed = text.Splice(s.data, edits)
	if s.history != nil {
		now.history = s.history.edited(now.data, edits, placed)
	}
	now.said = append(slices.Clip(s.said), w.remark(s.target.Written, s.ends.Count(), written(now.data, placed), fitted))
	if s.ascii {
		now.enc = encoding.Stated(s.target.Written, now.data)
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

// written counts the line ends of the lines at these places, which are in order. A line
// counts once, however many places are in it.
func written(data []byte, placed []text.Span) (all text.Ends) {
	counted := 0 // the end of the last line that was counted
	for _, s := range placed {
		end := s.End
		if end <= counted && s.Start < counted {
			continue
		}
		if end == s.Start || data[end-1] != '\n' {
			end = text.NextLine(data, end)
		}
		n := text.LineEndsOf(data[max(s.Start, counted):end]).Count()
		all.LF, all.CRLF = all.LF+n.LF, all.CRLF+n.CRLF
		counted = end
	}
	return all
}

// stage stages what the source is to be, and shows what is new in it.
func (s source) stage(tx *workspace.Tx, p Policy, now source, placed []text.Span) (Done, error) {
	path, raw, data := s.target.Written, now.raw, now.data
	if size := int64(len(raw)); size > p.MaxEdit {
		return Done{}, s.overgrown(size, p.MaxEdit)
	}
	done := Done{Path: path, Origin: s.target.Origin()}
	for _, r := range now.said {
		r.add(&done)
	}
	if bytes.Equal(raw, s.raw) {
		return done, nil
	}
	done.Warnings = append(done.Warnings, otherNames(s.target)...)
	if err := tx.Write(s.target, raw); err != nil {
		return Done{}, err
	}
	p.histories.put(s.target, now.history, data)
	done.Warnings = append(done.Warnings, warnOfMisreading(path, s.raw, now)...)
	if s.ascii {
		done.Warnings = append(done.Warnings, warnOfWrongClaim(path, s.data, data, now.enc)...)
	}
	done.Changed = true
	done.Excerpt = text.Excerpt(data, placed)
	p.diff(&done, diff.Version{Name: "a/" + path, Content: s.data}, diff.Version{Name: "b/" + path, Content: data})
	return done, nil
}

// otherNames warns if a file that is to be written has hard links.
func otherNames(t *workspace.Target) []string {
	if t.Links <= 1 {
		return nil
	}
	return []string{t.Written + " has " + plural(t.Links-1, "other name", "other names") + " on disk (hard links): they keep the old content"}
}

// warnOfMisreading warns if a file will be read in another encoding than it is in now: by this
// program, or, if it stated another encoding before, by programs that go by that.
func warnOfMisreading(path string, before []byte, now source) []string {
	said := encoding.Stated(path, now.raw)
	if said != now.enc && said.Name() != encoding.Stated(path, before).Name() && !bytes.Equal(said.Decode(now.raw), now.data) {
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
	if now.created {
		return []string{fmt.Sprintf("%s is new, in %s, but looks like %s: %s", path, now.enc.Name(), found.Name(), then)}
	}
	return []string{fmt.Sprintf("%s was read as %s, but after this change it looks like %s: %s", path, now.enc.Name(), found.Name(), then)}
}

// stated notes the encoding in which a whole text was written, if the text states one.
func (d *Done) stated(before []byte, now source) {
	if now.enc != (encoding.Encoding{}) && !encoding.ASCII(now.data) {
		d.note("Encoding: " + now.enc.Name() + ", as the file states")
	}
	d.Warnings = append(d.Warnings, warnOfWrongClaim(d.Path, before, now.data, now.enc)...)
}

// warnOfWrongClaim warns if a text states another encoding than the one it is written in. It
// does not warn if before, the text that it takes the place of, did the same.
func warnOfWrongClaim(path string, before, data []byte, e encoding.Encoding) []string {
	name := e.Claimed(path, data)
	if name == "" || name == e.Claimed(path, before) && encoding.ASCII(before) == encoding.ASCII(data) {
		return nil
	}
	return []string{fmt.Sprintf("%s says that it is in %s, but is written in %s: programs that go by what it says cannot read it, or show other characters", path, name, e.Name())}
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

// asLines is content as whole lines: each line ended, the last one too.
func asLines(v Value) string {
	if v.Text == "" || strings.HasSuffix(v.Text, "\n") {
		return v.Text
	}
	// A carriage return at the end is text. With a line feed after it, it would be a line end.
	if strings.HasSuffix(v.Text, "\r") || endsOf(v.Text).Only(text.CRLF) {
		return v.Text + string(text.CRLF)
	}
	return v.Text + string(text.LF)
}
