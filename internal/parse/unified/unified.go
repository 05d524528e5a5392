// Package unified reads unified diffs in prose, with or without the headers of git. The lines of
// a hunk count, not the numbers that its header gives: models get those wrong. A diff whose end
// is in doubt, or with a line that cannot belong to it, is malformed, never guessed.
package unified

import (
	"fmt"
	"slices"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/response"
)

// Reader reads the diffs of a text. The changes of one file are one operation, or several that
// are done together or not at all.
type Reader struct {
	s      *quote.Scanner
	files  []*file
	starts quote.Starts
	crlf   bool // every line of the text ends in CRLF
	copies map[copied][]int
	sides  sides           // of the hunk that was read last
	list   []ops.Operation // of the file that was read last
}

// copied is a path of which a diff makes copies. In Reader.copies it has the files that are those
// copies.
type copied struct {
	diff int
	path string
}

// New returns a reader of the diffs of a text.
func New(s *quote.Scanner) *Reader {
	r := &Reader{s: s, files: filesIn(s.Text), copies: map[copied][]int{}}
	r.starts = make(quote.Starts, 0, len(r.files))
	for i, f := range r.files {
		if f.copyFrom != "" {
			of := copied{f.diff, f.copyFrom}
			r.copies[of] = append(r.copies[of], i)
		}
		r.starts = append(r.starts, quote.Start{At: f.start, After: f.opened, Name: "edit", Form: wording.Diff})
	}
	r.crlf = len(r.starts) > 0 && response.AllCRLF(s.Text)
	return r
}

// Starts are the places at which the diffs of files begin, in their order.
func (r *Reader) Starts() quote.Starts { return r.starts }

// Next is the offset of the next start from an offset on, the length of the text if there is
// none.
func (r *Reader) Next(from int) int { return r.starts.Next(from, len(r.s.Text)) }

// End is where the diff of a file ends, as quote.Scanner.End has it.
func (r *Reader) End(start quote.Start) int { return r.files[r.starts.From(start.At)].end }

// InFence reports whether a diff in fenced code runs: not if the info string of the fence names
// commands, or a kind of text that only shows something.
func (r *Reader) InFence(_ quote.Start, info string, _ int) bool {
	language, _, _ := strings.Cut(strings.ToLower(info), " ")
	_, shows := quote.Showing(info)
	return !shows && !slices.Contains([]string{"bash", "sh", "shell", "zsh", "fish"}, language)
}

// Read reads the diff of a file that begins at the present place.
func (r *Reader) Read() {
	s, i := r.s, r.starts.From(r.s.Pos)
	start, f := r.starts[i], r.files[i]
	if in := s.Within(s.Pos); in != "" {
		s.Show(start, in)
		return
	}
	if r.cut(f, i) {
		r.cutOff(f)
		return
	}
	s.Pos = f.end
	if s.Held(start) {
		return
	}
	s.Cut(f.start, f.end)
	r.add(i)
}

// add adds the operations of a file. A copy is of the file as it was before the diff, so it is
// made before that file is changed.
func (r *Reader) add(i int) {
	f := r.files[i]
	if f.added {
		return
	}
	f.added = true
	if f.problem == "" {
		f.readHunks(&r.sides)
		f.check()
	}
	list := r.list[:0]
	r.list = nil // the operations of copies are added before these
	if f.problem == "" {
		list = f.operations(list, !r.crlf)
	}
	if f.problem != "" {
		r.malformed(f)
		return
	}
	before, _, _ := f.paths()
	of := copied{f.diff, before}
	copies := r.copies[of]
	delete(r.copies, of)
	for _, j := range copies {
		if !r.cut(r.files[j], j) {
			r.add(j)
		}
	}
	id, line := "", r.s.Line(f.start)
	for _, op := range list {
		op.Form, op.Line, op.Converted = wording.Diff, line, r.crlf
		if len(list) > 1 && id == "" {
			id = r.s.Out.NewID(op.Type())
		}
		op.ID = id
		r.s.Out.Add(op)
	}
	r.list = list
}

// cut reports whether the diff of a file may be cut off. It also looks at what stands behind it:
// a line that can belong to nothing else is a fault of the diff.
func (r *Reader) cut(f *file, i int) bool {
	at, line := r.behind(f.end)
	if i+1 < len(r.files) && r.files[i+1].start < at+max(len(line), 1) {
		r.belongs(f, *r.files[i+1])
		return false
	}
	text := strings.TrimSpace(line)
	opened := r.s.Fence()
	switch {
	case text == "" && opened >= 0:
		return true
	case text == "", opened < 0 && at+len(line) == len(r.s.Text) && begun(line):
		return f.problem == "" && (text != "" || !f.whole() || f.last == '+' && !strings.HasSuffix(r.s.Text[:f.end], "\n"))
	case opened >= 0 && closes(r.s.Text[opened:], text):
		next := lineAt(r.s.Text, at+len(line))
		if f.whole() || next == "" || strings.IndexByte("+-", next[0]) < 0 {
			break
		}
		f.fail(fmt.Sprintf("line %d closes the fence, but the diff seems to go on behind it", r.s.Line(at)),
			"Put the diff in a fence with more signs, such as ````diff, if that line is one of the file.")
	case opened >= 0, !f.whole():
		f.fail(fmt.Sprintf("line %d is no line of a diff: %q", r.s.Line(at), response.Head(strings.TrimRight(line, "\r\n"), 60)), lineHint(opened >= 0))
	}
	if i+1 < len(r.files) {
		r.belongs(f, *r.files[i+1])
	}
	return false
}

// behind is the first line from an offset on that is not blank, and no line that tools write
// between the diffs of files.
func (r *Reader) behind(from int) (at int, line string) {
	at = from
	for at < len(r.s.Text) {
		line = lineAt(r.s.Text, at)
		if text := strings.TrimSpace(line); text != "" && (r.s.Fence() < 0 || !between.Get().MatchString(text)) {
			return at, line
		}
		at += len(line)
	}
	return at, ""
}

// between matches lines that diff, svn and git write between the diffs of files.
var between = lazy.Regexp{Source: `^(diff -.*|Index: .*|={50,}|Only in .*|--|\d+\.\d+[\w.]*)$`}

// begun reports whether a line may be the beginning of one that goes on with the same file.
func begun(line string) bool {
	for _, whole := range []string{"@@ -", "\\ No newline"} {
		if strings.HasPrefix(whole, line) || strings.HasPrefix(line, whole) {
			return true
		}
	}
	return false
}

// closes reports whether a line without the blanks around it closes the fence that a text begins
// with.
func closes(text, line string) bool {
	opening, _, _ := strings.Cut(text, "\n")
	for _, mark := range []string{"`", "~"} {
		if i := strings.Index(opening, strings.Repeat(mark, 3)); i >= 0 {
			length := len(opening[i:]) - len(strings.TrimLeft(opening[i:], mark))
			return len(line) >= length && strings.Trim(line, mark) == ""
		}
	}
	return false
}

// belongs fails the diff of a file if the next one may say more of the same file, and cannot run:
// all of it is done, or nothing.
func (r *Reader) belongs(f *file, next file) {
	before, after, named := next.paths()
	own, _, _ := f.paths()
	switch {
	case !named && !next.git && len(next.hunks) > 0:
		f.fail(fmt.Sprintf("the hunk at line %d does not say whether it is of the same file", next.hunks[0].line),
			"Put the hunks of a file directly behind each other, and the lines --- a/path and +++ b/path before the first.")
	case f.deleted && before == "" && after == own:
		next.readHunks(&r.sides)
		next.check()
		if next.problem != "" {
			f.fail(next.problem, next.hint)
		}
	}
}

// lineHint says what to do about a line that does not belong to a diff.
func lineHint(fenced bool) string {
	hint := "Each line of a hunk begins with a space if it stays, with - if it goes, with + if it comes."
	if !fenced {
		hint += " If the diff ends before that line, put it in a fence."
	}
	return hint
}

// malformed reports a diff that cannot be run.
func (r *Reader) malformed(f *file) {
	r.s.Out.Add(ops.Operation{
		Action: ops.Invalid{
			Tag: "edit", Form: wording.Diff, Msg: f.problem, Hint: f.hint,
			Preview: response.Head(r.s.Text[f.start:f.end], 200), Expected: format,
		},
		Form: wording.Diff, Line: r.s.Line(f.start),
	})
}

// format shows what the diff of a file looks like.
const format = "--- a/path/to/file.py\n+++ b/path/to/file.py\n@@ -1,3 +1,3 @@\n a line that stays\n-a line that goes\n+a line that comes\n a line that stays\n"

// cutOff ends the reading at a diff that may go on after the end of the text.
func (r *Reader) cutOff(f *file) {
	line := r.s.Line(f.start)
	hint := "Nothing of what it says of this file was done. Send it again, whole: in a fence that is closed behind it."
	if f.problem = fmt.Sprintf("the diff at line %d may be cut off", line); r.s.Fence() < 0 {
		f.problem += ": its last hunk has other lines than its header counts, or the last of them has no line end"
	} else {
		f.problem += ": its fence is never closed"
	}
	f.hint = hint
	r.malformed(f)
	r.s.SkipRest(f.end, fmt.Sprintf("the diff at line %d, which may be cut off", line))
	r.s.Cut(f.start, f.end)
}
