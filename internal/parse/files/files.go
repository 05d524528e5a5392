// Package files reads whole files in fences: a fence with the name of a file holds all of its
// text. Where a fence ends is for CommonMark to say (package quote). If its text or what follows
// shows that it may end elsewhere, it is malformed, and nothing after it runs: an end that is
// guessed would cut the file off.
package files

import (
	"fmt"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/response"
)

// Reader reads the fences of a text.
type Reader struct {
	s       *quote.Scanner
	crlf    bool  // every line of the text ends in CRLF
	floor   int   // offset after the fence before
	unnamed []int // the lines of the fences without the name of a file

	next     quote.Fence // that begins first from searched on; its At is the length of the text if there is none
	searched int         // -1 if nothing was searched
	ended    bool        // the end of next is known
	lost     bool        // where fences end is not known any more
}

// New returns a reader of the fences of a text.
func New(s *quote.Scanner) *Reader {
	return &Reader{s: s, searched: -1, crlf: response.AllCRLF(s.Text)}
}

// Starts are none: where fences begin depends on what quotes the lines before them.
func (r *Reader) Starts() quote.Starts { return nil }

// Expected estimates how many fences there are. If limit is not 0, only so many are read.
func (r *Reader) Expected(limit int) int {
	if limit > 0 {
		return limit
	}
	return strings.Count(r.s.Text, "\n```") / 2
}

// Find is what quote.Scanner.Find wants: the fences with the name of a file.
func (r *Reader) Find(from, to, limit int) (starts quote.Starts) {
	for floor := from; len(starts) < limit; {
		f, ok := r.s.NextFence(floor, to)
		if !ok {
			break
		}
		if !r.lost {
			f = r.s.EndFence(f, to)
		}
		if r.named(f, floor).path != "" {
			starts = append(starts, r.start(f))
		}
		if floor = f.End; r.lost {
			floor = f.After
		} else if floor < 0 {
			break
		}
	}
	return starts
}

// start is the beginning of a fence as package quote has it.
func (r *Reader) start(f quote.Fence) quote.Start {
	return quote.Start{At: f.At, After: f.After, Name: tag, Form: wording.Files}
}

// tag is the operation that a fence asks for.
const tag = "create_overwrite"

// Next is the offset of the next fence from an offset on, the length of the text if there is
// none.
func (r *Reader) Next(from int) int {
	if r.searched < 0 || from < r.searched || from > r.next.At {
		next, ok := r.s.NextFence(from, len(r.s.Text))
		if !ok {
			next.At = len(r.s.Text)
		}
		r.next, r.searched, r.ended = next, from, !ok
	}
	return r.next.At
}

// fence is the fence that begins at an offset.
func (r *Reader) fence(at int) quote.Fence {
	if r.Next(at); !r.ended {
		r.next, r.ended = r.s.EndFence(r.next, len(r.s.Text)), true
	}
	return r.next
}

// End is where a fence ends, as quote.Scanner.End has it.
func (r *Reader) End(start quote.Start) int {
	if r.s.Within(start.At) == quote.IndentedCode {
		return r.s.IndentedEnd(start.After)
	}
	return r.fence(start.At).End
}

// InFence reports that no fence is in another one.
func (r *Reader) InFence(quote.Start, string, int) bool { return false }

// Read reads the fence that begins at the present place.
func (r *Reader) Read() {
	s, f := r.s, r.fence(r.s.Pos)
	start, n := r.start(f), r.named(f, r.floor)
	if in := s.Within(s.Pos); in != "" {
		r.shown(f, n, in)
		return
	}
	if f.End < 0 {
		r.cutOff(f)
		return
	}
	if problem, hint := r.doubt(f, n.path); problem != "" {
		r.malformed(f, problem, hint)
		r.lost = true
		s.SkipRest(f.End, fmt.Sprintf("the fence at line %d, whose end is in doubt", s.Line(f.At)))
		return
	}
	s.Pos, r.floor = f.End, f.End
	if n.path == "" && n.problem == "" {
		r.unnamed = append(r.unnamed, s.Line(f.At))
		return
	}
	if s.Held(start) {
		return
	}
	s.Cut(f.At, f.End)
	text := s.Text[f.After:f.Closer]
	if n.problem == "" {
		n.problem, n.hint = otherForm(text, f.Info, n.path)
	}
	if n.problem == "" {
		text, n.problem, n.hint = r.dedent(f, text)
	}
	if n.problem != "" {
		r.malformed(f, n.problem, n.hint)
		return
	}
	r.add(f, n.path, text)
}

// shown notes that a fence is quoted, if it has the name of a file, and goes on after it.
func (r *Reader) shown(f quote.Fence, n name, in string) {
	start := r.start(f)
	if n.path != "" {
		r.s.Out.Quote(response.Quoted{Operation: tag, Form: wording.Files, Line: r.s.Line(f.At), In: in})
	}
	if r.s.Pos = r.End(start); r.s.Pos < 0 {
		r.s.Pos = len(r.s.Text) // all of the rest is in the quote
	}
	r.floor = r.s.Pos
}

// add adds the operation of a fence. An empty one only makes a file: it may be a slip.
func (r *Reader) add(f quote.Fence, path, text string) {
	asks := tag
	if text == "" {
		asks = "create"
	}
	args := []ops.Arg{
		{Name: "file", Value: ops.Value{Text: path}},
		{Name: "content", Value: ops.Value{Text: text, Block: true, Empty: text == ""}},
	}
	spec, _ := ops.Lookup(asks)
	action, err := spec.Build(wording.Files, args)
	if err != nil {
		msg, hint := response.Explain(err)
		r.malformed(f, msg, hint)
		return
	}
	r.s.Out.Add(ops.Operation{Action: action, Form: wording.Files, Line: r.s.Line(f.At), Args: args, Converted: r.crlf})
}

// malformed reports a fence that cannot be run.
func (r *Reader) malformed(f quote.Fence, problem, hint string) {
	end := f.End
	if end < 0 {
		end = len(r.s.Text)
	}
	r.s.Out.Add(ops.Operation{
		Action: ops.Invalid{
			Tag: tag, Form: wording.Files, Msg: problem, Hint: hint,
			Preview: response.Head(r.s.Text[f.At:end], 200), Expected: format,
		},
		Form: wording.Files, Line: r.s.Line(f.At),
	})
}

// format shows what a file in a fence looks like.
const format = "path/to/file.py\n```python\nthe whole text of the file\n```\n"

// cutOff ends the reading at a fence that is never closed, since all that follows may be its text.
func (r *Reader) cutOff(f quote.Fence) {
	line, marks := r.s.Line(f.At), strings.Repeat(string(f.Mark), f.Length)
	r.malformed(f, fmt.Sprintf("unclosed fence at line %d: the response may be cut off, or its %s is missing", line, marks),
		"Nothing of this fence was written, nor of the text after it. Send the fence again, whole, and what was to follow it. "+
			"The fences before it have results of their own: send only those again that failed.")
	r.lost = true
	r.s.SkipRest(f.After, fmt.Sprintf("the unclosed fence at line %d", line))
	r.s.Cut(f.At, len(r.s.Text))
}

// maxListed is how many fences without the name of a file are listed.
const maxListed = 20

// Finish warns of the fences that were not run because they do not say which file they are.
func (r *Reader) Finish() {
	n := len(r.unnamed)
	if n == 0 {
		return
	}
	what, places := "the fence at line ", []string{}
	for _, line := range r.unnamed[:min(n, maxListed)] {
		places = append(places, fmt.Sprint(line))
	}
	if n > 1 {
		what = fmt.Sprintf("%d fences, at lines ", n)
	}
	if n > maxListed {
		places = append(places, "…")
	}
	r.s.Out.Warn("not run, because no file name stands with %s. If it is a file, write its path alone on the line above the fence.", what+strings.Join(places, ", "))
}
