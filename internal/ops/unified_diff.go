package ops

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops/wording"
	"fileops/internal/text"
	"fileops/internal/workspace"
)

// DiffHunk is one hunk of a unified diff. Its texts are whole lines. Each has its line end, but
// for the last line of a file that has none.
type DiffHunk struct {
	Old, New           string
	OldStart, NewStart int  // 1-based lines that its header gives; 0 for none
	Counted            bool // the header counts the lines of the hunk right, so its numbers can be believed
	Trailing           bool // its last line is context
}

// FileDiff changes a file as a unified diff says.
type FileDiff struct {
	Path  string
	Hunks []DiffHunk
	// Exact says that git wrote the diff: its hunks apply as git applies them, byte by byte, or
	// not at all. A hunk that does not fit at its line number fits where its lines stand once.
	// Other diffs are those of models: see FileDiff.edits.
	Exact   bool
	Created bool // the file is new; Exact alone
	Deleted bool // the file is deleted, if the hunks have all of it
}

// Kind is create, delete or edit.
func (f FileDiff) Kind() string {
	switch {
	case f.Created:
		return "create"
	case f.Deleted:
		return "delete"
	}
	return "edit"
}

func (f FileDiff) run(ctx context.Context, tx *workspace.Tx, p Policy) (Done, error) {
	switch {
	case f.Created:
		return f.create(tx, p)
	case f.Deleted && !f.Exact:
		return f.deleteShown(ctx, tx, p)
	case !f.Exact:
		return f.edits().run(ctx, tx, p)
	}
	src, err := loadSource(tx, f.Path, p)
	if err != nil {
		return Done{}, err
	}
	raw, moved, err := f.apply(src, p)
	switch {
	case err != nil:
		return Done{}, err
	case f.Deleted && len(raw) > 0:
		return Done{}, moreThanRemoved(src, text.Count(src.enc.Decode(raw)))
	case f.Deleted:
		return deleteFile{Path: f.Path}.run(ctx, tx, p)
	}
	now := src
	now.raw, now.data = raw, src.enc.Decode(raw)
	done, err := src.stage(tx, p, now, f.placed(now.data))
	if err != nil {
		return Done{}, err
	}
	done.Notes = append(moved, done.Notes...)
	done.Summary = hunksApplied(src.target.Written, len(f.Hunks))
	if !done.Changed {
		done.Summary = unchanged("the diff leaves ", src.target.Written, " as it is")
	}
	return done, nil
}

// hunksApplied says that a diff changed a file.
func hunksApplied(path string, hunks int) wording.Sentence {
	return wording.Sentence{Verb: "Applied", Before: plural(hunks, "hunk", "hunks") + " to ", Path: path}
}

// create writes a new file.
func (f FileDiff) create(tx *workspace.Tx, p Policy) (Done, error) {
	var content strings.Builder
	for _, h := range f.Hunks {
		content.WriteString(h.New)
	}
	raw := []byte(content.String())
	t, err := tx.Find(f.Path, workspace.ToCreate, p.paths)
	if err != nil {
		return Done{}, err
	}
	switch {
	case t.Kind != workspace.Absent:
		return Done{}, &Error{
			Code: Exists, Path: t.Written, Msg: "File already exists: " + t.Written,
			Hint: "The diff makes it as a new file. Send a diff of the file as it is.",
		}
	case int64(len(raw)) > p.MaxCreate:
		return Done{}, tooLarge(t.Written, int64(len(raw)), p.MaxCreate, "Create it in parts.")
	}
	if err := tx.Write(t, raw); err != nil {
		return Done{}, err
	}
	done := createFile{}.done(t.Written, nil, raw, p)
	done.Summary = wording.Sentence{Verb: "Created", Path: t.Written, Size: plural(len(raw), "byte", "bytes")}
	return done, nil
}

// apply returns the bytes of a file with all hunks applied, and what there is to say.
func (f FileDiff) apply(src source, p Policy) (raw []byte, notes []string, err error) {
	m := image{rest: src.raw}
	for i, h := range f.Hunks {
		at, problem := m.place(h)
		if problem != "" {
			return nil, nil, f.unfit(i, src, problem, p)
		}
		if at != m.wanted(h) {
			if m.moved++; m.moved > maxMoved {
				return nil, nil, f.unfit(i, src, "it is one of many that do not stand at their line numbers", p)
			}
			notes = append(notes, fmt.Sprintf("%sits lines stand elsewhere than its header says, and there alone", f.label(i)))
		}
		m.put(at, h)
	}
	return append(m.done, m.rest...), notes, nil
}

// label names a hunk at the beginning of a sentence.
func (f FileDiff) label(i int) string { return multiEdit{Path: f.Path, hunks: true}.label(i) }

// unfit is the error for a hunk that does not fit. If its lines stand nowhere, it shows what
// comes closest.
func (f FileDiff) unfit(i int, src source, problem string, p Policy) error {
	p.Tolerant = false
	m, h := f.edits(), f.Hunks[i]
	_, _, err := m.Edits[i].places(src, p)
	hint := "Send a diff of the file as it is now."
	switch {
	case err != nil && h.Old != "":
		return m.numbered(i, err)
	case !bytes.Contains(src.raw, []byte(h.Old)):
		problem = "its lines have other line ends than those of the file, or another encoding"
		hint = "Send the diff without its line diff --git and the lines of git below it: then line ends are fitted."
	case !h.Trailing:
		hint = "Give lines behind the change that stay, too."
	}
	return &Error{
		Code: NoMatch, Path: src.target.Written, Msg: f.label(i) + problem,
		Hint: hint + " None of the hunks was applied.",
	}
}

// placed is where the new lines of the hunks may stand, for an excerpt.
func (f FileDiff) placed(data []byte) []text.Span {
	var spans []text.Span
	for _, h := range f.Hunks {
		if i := bytes.Index(data, []byte(h.New)); h.New != "" && i >= 0 {
			spans = append(spans, text.Span{Start: i, End: i + len(h.New)})
		}
	}
	return merged(spans)
}

// maxMoved is how many hunks of a file may stand elsewhere than their headers say: for each, all
// of the file is looked through.
const maxMoved = 256

// image is a file to which hunks are applied in their order.
type image struct {
	done, rest []byte // up to the end of the last hunk, with it applied, and what follows
	lines      int    // how many lines done has
	moved      int    // how many hunks stood elsewhere than their headers said
}

// wanted is the offset in the rest at which a hunk says that it stands; -1 if it is not there.
func (m *image) wanted(h DiffHunk) int {
	switch {
	case h.OldStart <= 1: // it begins the file
		if len(m.done) > 0 {
			return -1
		}
		return 0
	case !h.Trailing: // it ends the file
		return len(m.rest) - len(h.Old)
	}
	at := 0
	for range h.NewStart - 1 - m.lines {
		i := bytes.IndexByte(m.rest[at:], '\n')
		if i < 0 {
			return -1
		}
		at += i + 1
	}
	if h.NewStart-1 < m.lines {
		return -1
	}
	return at
}

// place finds the offset in the rest at which a hunk fits, or says why there is none. As git has
// it, a hunk of the first line stands at the beginning, and one without context behind its
// change at the end.
func (m *image) place(h DiffHunk) (at int, problem string) {
	old := []byte(h.Old)
	at = m.wanted(h)
	if at >= 0 && m.lineStart(at) && bytes.HasPrefix(m.rest[at:], old) && (h.Trailing || at+len(old) == len(m.rest)) {
		return at, ""
	}
	if h.OldStart <= 1 {
		return 0, "its lines do not stand at the beginning of the file, where its header puts them"
	} else if !h.Trailing {
		return 0, "its lines do not stand at the end of the file, where no line behind the change puts them"
	}
	first := m.find(old, 0)
	if first < 0 {
		return 0, "its lines do not stand behind those of the hunk before it"
	}
	if m.find(old, first+1) >= 0 {
		return 0, "its lines stand in several places, and not where its header puts them"
	}
	return first, ""
}

// lineStart reports whether a line of the rest begins at an offset.
func (m *image) lineStart(at int) bool { return at == 0 || m.rest[at-1] == '\n' }

// find is the offset of whole lines in the rest, from an offset on; -1 if they are not there.
func (m *image) find(lines []byte, from int) int {
	if from == 0 && bytes.HasPrefix(m.rest, lines) {
		return 0
	}
	i := bytes.Index(m.rest[max(0, from-1):], slices.Concat([]byte("\n"), lines))
	if i < 0 {
		return -1
	}
	return max(0, from-1) + i + 1
}

// put applies a hunk at an offset of the rest.
func (m *image) put(at int, h DiffHunk) {
	m.lines += bytes.Count(m.rest[:at], []byte("\n")) + strings.Count(h.New, "\n")
	m.done = append(append(m.done, m.rest[:at]...), h.New...)
	m.rest = m.rest[at+len(h.Old):]
}

// moreThanRemoved is the error for a deletion of a file that has more lines than a diff removes.
func moreThanRemoved(src source, left int) *Error {
	return &Error{
		Code: NoMatch, Path: src.target.Written,
		Msg:  fmt.Sprintf("The diff deletes %s, but leaves %s of it", src.target.Written, plural(left, "line", "lines")),
		Hint: "Read the file, and remove all of its lines if it is to be deleted.",
	}
}
