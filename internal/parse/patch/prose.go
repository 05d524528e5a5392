package patch

import (
	"fmt"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/response"
)

// Reader reads the patches in prose. Each is one call of apply_patch: all or none.
type Reader struct {
	s      *quote.Scanner
	starts quote.Starts
	ends   []int // of each start, the offset after its patch; -1 if it never ends
	floor  int   // offset after the patch before
	crlf   bool  // every line of the text ends in CRLF
}

// maxBefore is how far before a patch the lines of a shell are looked for, in bytes.
const maxBefore = 2000

// New returns a reader of the patches of a text.
func New(s *quote.Scanner) *Reader {
	r := &Reader{s: s}
	if !strings.Contains(s.Text, "***") {
		return r
	}
	begun := strings.Contains(s.Text, beginPatch)
	var open []int // the starts that have no end yet
	pads := []string{}
	for at := 0; ; {
		next := strings.Index(s.Text[at:], "***")
		if next < 0 {
			break
		}
		at += strings.LastIndexByte(s.Text[at:at+next], '\n') + 1
		end := len(s.Text)
		if n := strings.IndexByte(s.Text[at:], '\n'); n >= 0 {
			end = at + n + 1
		}
		line := strings.TrimRight(s.Text[at:end], "\r\n")
		pad := line[:len(line)-len(strings.TrimLeft(line, " \t"))]
		switch name, _ := marker(line); name {
		case beginPatch:
			open, pads = append(open, len(r.starts)), append(pads, pad)
			r.starts = append(r.starts, quote.Start{At: at + len(pad), After: end, Name: "apply_patch", Form: wording.Patch})
			r.ends = append(r.ends, -1)
		case endPatch:
			// It ends each open patch whose first line has the same blanks before it.
			rest, restPads := open[:0], pads[:0]
			for i, k := range open {
				if pads[i] == pad {
					r.ends[k] = end
				} else {
					rest, restPads = append(rest, k), append(restPads, pads[i])
				}
			}
			open, pads = rest, restPads
		default:
			broken := brokenOpening(line)
			if broken < 0 && startsSection(name) && !begun { // a patch without its first line
				broken = len(pad)
			}
			if broken >= 0 {
				r.starts = append(r.starts, quote.Start{At: at + broken, After: end, Name: "apply_patch", Form: wording.Patch})
				r.ends = append(r.ends, end)
			}
		}
		at = end
	}
	r.crlf = len(r.starts) > 0 && response.AllCRLF(s.Text)
	return r
}

// brokenOpening returns where a line ends in the first line of a patch, behind a command or a
// quotation mark; -1 if it does not.
func brokenOpening(line string) int {
	before, ok := strings.CutSuffix(line, beginPatch)
	if !ok || before == "" || !strings.ContainsAny(before[len(before)-1:], " '\"") {
		return -1
	}
	return len(before)
}

// Starts are the places at which patches may begin, in their order.
func (r *Reader) Starts() quote.Starts { return r.starts }

// Next is the offset of the next start from an offset on, the length of the text if there is
// none.
func (r *Reader) Next(from int) int { return r.starts.Next(from, len(r.s.Text)) }

// End is where a patch ends, as quote.Scanner.End has it.
func (r *Reader) End(start quote.Start) int { return r.ends[r.starts.From(start.At)] }

// InFence reports whether a patch in fenced code runs: not if the info string of the fence
// names a kind of text that only shows something, or anything but a heredoc of apply_patch
// stands between the fence and the patch.
func (r *Reader) InFence(start quote.Start, info string, opened int) bool {
	_, shows := quote.Showing(info)
	return !shows && r.alone(start, opened)
}

// alone reports whether nothing but other patches and the lines of their heredocs stand between
// the line that opens a fence and a patch in it.
func (r *Reader) alone(start quote.Start, opened int) bool {
	_, inside, _ := strings.Cut(r.s.Text[opened:], "\n")
	from := max(r.floor, len(r.s.Text)-len(inside))
	for line := range strings.Lines(r.s.Text[from:max(from, start.At)]) {
		line = strings.TrimSpace(line)
		if line != "" && !givesPatch(line) && !(from == r.floor && heredocEnd.Get().MatchString(line)) {
			return false
		}
	}
	return true
}

// heredocEnd matches the line that ends a heredoc: a word in capitals.
var heredocEnd = lazy.Regexp{Source: `^[A-Z_]+$`}

// givesPatch reports whether a line is a command that gives a heredoc to apply_patch.
func givesPatch(line string) bool {
	return openers.Get().MatchString(line) && strings.Contains(strings.ReplaceAll(line, "_", ""), "applypatch")
}

// otherCommand reports whether a patch outside of fences follows lines of a shell that do
// something else with it: write it into a file, or change the directory first.
func (r *Reader) otherCommand(start quote.Start) bool {
	above := r.s.Text[max(r.floor, start.At-maxBefore):start.At]
	if blank := strings.LastIndex(above, "\n\n"); blank >= 0 {
		above = above[blank+2:]
	}
	for line := range strings.Lines(above) {
		line = strings.TrimSpace(line)
		command := strings.TrimPrefix(line, "$ ")
		if heredoc.Get().MatchString(line) && !givesPatch(line) || strings.HasPrefix(command, "cd ") {
			return true
		}
	}
	return false
}

// heredoc matches a line of a shell with a heredoc.
var heredoc = lazy.Regexp{Source: `(?:^|[^<])<<-?[ \t]*['"\\]?[A-Za-z_]`}

// Read reads the patch that begins at the present place.
func (r *Reader) Read() {
	s, i := r.s, r.starts.From(r.s.Pos)
	start := r.starts[i]
	in := s.Within(s.Pos)
	if opened := s.Fence(); in == "" && (opened < 0 && r.otherCommand(start) || opened >= 0 && !r.alone(start, opened)) {
		in = "commands of a shell"
	}
	if in != "" {
		s.Show(start, in)
		return
	}
	if r.ends[i] < 0 {
		r.cutOff(start)
		return
	}
	s.Pos, r.floor = r.ends[i], r.ends[i]
	if s.Held(start) {
		return
	}
	s.Cut(start.At, r.ends[i])
	from := strings.LastIndexByte(s.Text[:start.At], '\n') + 1
	text := s.Text[from:r.ends[i]]
	if name, _ := marker(text[:strings.IndexByte(text+"\n", '\n')]); name != beginPatch {
		text = s.Text[start.At:r.ends[i]] // without the command before it; it is refused
	}
	list, err := Read(text)
	op := ops.Operation{Form: wording.Patch, Line: s.Line(start.At), Converted: r.crlf, ID: s.Out.NewID("apply_patch"), Call: ops.Call{Name: "apply_patch", NoID: true}}
	if err != nil {
		msg, hint := response.Explain(err)
		op.Action = ops.Invalid{Tag: "apply_patch", Form: wording.Patch, Call: true, Msg: msg, Hint: hint}
		s.Out.Add(op)
		return
	}
	for _, asked := range list {
		op.Action, op.Args = asked.Action, asked.Args
		s.Out.Add(op)
	}
}

// cutOff ends the reading at a patch that never ends, since all that follows may be its text.
func (r *Reader) cutOff(start quote.Start) {
	line := r.s.Line(start.At)
	r.s.Out.Add(ops.Operation{
		Form: wording.Patch, Line: line, Call: ops.Call{Name: "apply_patch", NoID: true}, ID: r.s.Out.NewID("apply_patch"),
		Action: ops.Invalid{
			Tag: "apply_patch", Form: wording.Patch, Call: true,
			Msg:  fmt.Sprintf("unclosed patch at line %d: the response may be cut off, or its %s is missing", line, endPatch),
			Hint: "Nothing of this patch was done, nor of the text after it. Send the patch again, whole, and what was to follow it.",
		},
	})
	r.s.SkipRest(start.At+1, fmt.Sprintf("the unclosed patch at line %d", line))
	r.s.Cut(start.At, len(r.s.Text))
}
