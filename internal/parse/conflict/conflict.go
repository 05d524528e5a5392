// Package conflict reads SEARCH/REPLACE blocks in prose: two texts of whole lines between
// markers that look like those of a merge conflict, under the path of a file. Markers inside
// the texts count if they pair. A block whose parts are in doubt is malformed, never guessed.
package conflict

import (
	"fmt"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/response"
)

// Reader reads the blocks of a text.
type Reader struct {
	s       *quote.Scanner
	markers []marker
	starts  quote.Starts
	first   []int // of each start, the index of its marker
	crlf    bool  // every line of the text ends in CRLF

	known block  // the block that was parsed last
	path  string // of the block before; "" if it is not known
	floor int    // offset after the block before
}

// New returns a reader of the blocks of a text.
func New(s *quote.Scanner) *Reader {
	r := &Reader{s: s, markers: markersIn(s.Text), known: block{start: -1}}
	for i, m := range r.markers {
		if m.kind == opens && m.labelled || m.broken {
			r.starts = append(r.starts, quote.Start{At: m.at, After: m.end, Name: "edit", Form: wording.SearchReplace})
			r.first = append(r.first, i)
		}
	}
	r.crlf = len(r.starts) > 0 && response.AllCRLF(s.Text)
	return r
}

// Starts are the places at which blocks may begin, in their order.
func (r *Reader) Starts() quote.Starts { return r.starts }

// Next is the offset of the next start from an offset on, the length of the text if there is
// none.
func (r *Reader) Next(from int) int { return r.starts.Next(from, len(r.s.Text)) }

// End is where a block ends, as quote.Scanner.End has it.
func (r *Reader) End(start quote.Start) int {
	if b := r.parse(r.starts.From(start.At)); b.ended {
		return b.end
	}
	return -1
}

// InFence reports whether a block in fenced code runs: not if the info string of the fence
// names a kind of text that is no source, unless the path above the block is of that kind.
func (r *Reader) InFence(start quote.Start, info string, opened int) bool {
	endings, shows := quote.Showing(info)
	if !shows {
		return true
	}
	path := r.pathAbove(start.At, opened)
	for _, ending := range endings {
		if strings.HasSuffix(strings.ToLower(path), ending) {
			return true
		}
	}
	return false
}

// Read reads the block that begins at the present place.
func (r *Reader) Read() {
	s, i := r.s, r.starts.From(r.s.Pos)
	start, b := r.starts[i], r.parse(i)
	if in := s.Within(s.Pos); in != "" {
		s.Show(start, in)
		return
	}
	if !b.ended {
		r.cutOff(b)
		return
	}
	s.Pos = b.end
	if s.Held(start) {
		r.path, r.floor = "", b.end
		return
	}
	path, problem, hint := r.check(b)
	r.path, r.floor = path, b.end
	s.Cut(b.start, b.end)
	if problem != "" {
		r.malformed(b, problem, hint)
		return
	}
	s.Out.Add(r.operation(path, b))
}

// check returns the path of a block, and what is wrong with the block.
func (r *Reader) check(b block) (path, problem, hint string) {
	if r.markers[r.first[r.starts.From(b.start)]].broken {
		return "", b.problem, b.hint
	}
	path, problem, hint = r.pathOf(b.start, r.s.Fence())
	if b.problem != "" {
		return path, b.problem, b.hint
	}
	if problem == "" && b.divider == b.body && b.closer == b.afterDivider {
		return path, "SEARCH and REPLACE are both empty", "Write the lines to replace between SEARCH and =======, and the new lines behind it."
	}
	return path, problem, hint
}

// malformed reports a block that cannot be run.
func (r *Reader) malformed(b block, problem, hint string) {
	r.s.Out.Add(ops.Operation{
		Action: ops.Invalid{
			Tag: "edit", Form: wording.SearchReplace, Msg: problem, Hint: hint,
			Preview: response.Head(r.s.Text[b.start:b.end], 200), Expected: format,
		},
		Form: wording.SearchReplace, Line: r.s.Line(b.start),
	})
}

// format shows what a block looks like.
const format = "path/to/file.py\n<<<<<<< SEARCH\nlines as they stand in the file\n=======\nlines that take their place\n>>>>>>> REPLACE\n"

// cutOff ends the reading at a block that is never closed, since all that follows may be its
// text.
func (r *Reader) cutOff(b block) {
	line := r.s.Line(b.start)
	b.end = len(r.s.Text)
	r.malformed(b, fmt.Sprintf("unclosed SEARCH/REPLACE block at line %d: the response may be cut off, or its >>>>>>> REPLACE is missing", line),
		"Nothing of this block was run, nor of the text after it. Send the block again, whole, and what was to follow it. "+
			"The blocks before it have results of their own: send only those again that failed.")
	r.s.SkipRest(b.start+1, fmt.Sprintf("the unclosed SEARCH/REPLACE block at line %d", line))
	r.s.Cut(b.start, b.end)
}
