package ops

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

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
	Gap                int  // lines at its end that are empty in the diff: of the file, or before what comes next
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
func hunksApplied(path string, hunks int) Sentence {
	return Sentence{Verb: "Applied", Before: plural(hunks, "hunk", "hunks") + " to ", Path: path}
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
	done.Summary = Sentence{Verb: "Created", Path: t.Written, Size: plural(len(raw), "byte", "bytes")}
	return done, nil
}

// apply returns the bytes of a file with all hunks applied, and what there is to say.
func (f FileDiff) apply(src source, p Policy) (raw []byte, notes []string, err error) {
	image := imageOf(src.raw)
	for i, h := range f.Hunks {
		at, problem := image.place(h)
		if problem != "" {
			return nil, nil, f.unfit(i, src, problem, p)
		}
		if at != image.wanted(h) {
			notes = append(notes, fmt.Sprintf("%sits lines stand at line %d", f.label(i), at+1))
		}
		image.put(at, h)
	}
	return image.bytes(), notes, nil
}

// label names a hunk at the beginning of a sentence.
func (f FileDiff) label(i int) string { return multiEdit{Path: f.Path, hunks: true}.label(i) }

// unfit is the error for a hunk that does not fit. If its lines stand nowhere, it shows what
// comes closest.
func (f FileDiff) unfit(i int, src source, problem string, p Policy) error {
	p.Tolerant = false
	m := f.edits()
	if _, _, err := m.Edits[i].places(src, p); err != nil && f.Hunks[i].Old != "" {
		return m.numbered(i, err)
	}
	return &Error{
		Code: NoMatch, Path: src.target.Written, Msg: f.label(i) + problem,
		Hint: "Send a diff of the file as it is now. None of the hunks was applied.",
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

// image is a file as lines, which hunks change one after another.
type image struct {
	lines []string // with their line ends
	fixed []bool   // of each line, whether a hunk put or matched it: the next ones begin after it
}

func imageOf(raw []byte) *image {
	lines := linesOf(string(raw))
	return &image{lines, make([]bool, len(lines))}
}

func linesOf(text string) []string { return slices.Collect(strings.Lines(text)) }

// wanted is the index of the line at which a hunk says that it stands.
func (m *image) wanted(h DiffHunk) int {
	switch {
	case h.OldStart <= 1: // it begins the file
		return 0
	case !h.Trailing: // it ends the file
		return max(0, len(m.lines)-len(linesOf(h.Old)))
	}
	return max(0, h.NewStart-1)
}

// place finds the index of the line at which a hunk fits, or says why there is none. As git has
// it, a hunk of the first line stands at the beginning, and one without context behind its
// change at the end.
func (m *image) place(h DiffHunk) (at int, problem string) {
	old := linesOf(h.Old)
	if at = m.wanted(h); m.fits(at, old) && (h.Trailing || at+len(old) == len(m.lines)) {
		return at, ""
	}
	if h.OldStart <= 1 || !h.Trailing {
		return 0, "its lines do not stand at the " + map[bool]string{true: "beginning", false: "end"}[h.OldStart <= 1] + " of the file, where its header and its context put them"
	}
	found := -1
	for i := range m.lines {
		if !m.fits(i, old) {
			continue
		}
		if found >= 0 {
			return 0, fmt.Sprintf("its lines stand at lines %d and %d, but not at line %d, where its header puts them", found+1, i+1, at+1)
		}
		found = i
	}
	if found < 0 {
		return 0, "its lines do not stand in the file"
	}
	return found, ""
}

// fits reports whether lines stand at an index, none of which a hunk before has changed.
func (m *image) fits(at int, lines []string) bool {
	if at+len(lines) > len(m.lines) {
		return false
	}
	for i, line := range lines {
		if m.fixed[at+i] || m.lines[at+i] != line {
			return false
		}
	}
	return true
}

// put applies a hunk at the index of a line.
func (m *image) put(at int, h DiffHunk) {
	now := linesOf(h.New)
	end := at + len(linesOf(h.Old))
	m.lines = slices.Replace(m.lines, at, end, now...)
	m.fixed = slices.Replace(m.fixed, at, end, slices.Repeat([]bool{true}, len(now))...)
}

func (m *image) bytes() []byte { return []byte(strings.Join(m.lines, "")) }

// moreThanRemoved is the error for a deletion of a file that has more lines than a diff removes.
func moreThanRemoved(src source, left int) *Error {
	return &Error{
		Code: NoMatch, Path: src.target.Written,
		Msg:  fmt.Sprintf("The diff deletes %s, but leaves %s of it", src.target.Written, plural(left, "line", "lines")),
		Hint: "Read the file, and remove all of its lines if it is to be deleted.",
	}
}
