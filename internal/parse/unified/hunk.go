package unified

import (
	"bytes"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// hunk is one hunk as it stands in the text.
type hunk struct {
	line               int // at which it stands, 1-based
	oldStart, newStart int // as its header has them
	oldCount, newCount int

	old, new     []byte // lines with their line ends
	changes      bool   // a line begins with - or +
	counted      bool   // its lines are as many as its header says
	trailing     bool   // its last line stays
	gap          int    // empty lines at its end
	last         byte   // the sign of its last line; 0 for none
	doubtful     bool   // its counts are right only with lines that may name another file
	misplacedEnd bool   // a line of a side follows the one that says that it is the last
}

var header = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@`)
})

// hunkHeader reads the first line of a hunk. One with other numbers than a diff has, or with
// none, as in @@ ... @@, begins a hunk as well: nothing else begins so in a diff.
func hunkHeader(line string) (h hunk, ok bool) {
	if !strings.HasPrefix(line, "@@") || strings.HasPrefix(line, "@@@") { // @@@ begins one of a diff of several files
		return h, false
	}
	m := header().FindStringSubmatch(line)
	if m == nil {
		return hunk{oldCount: -1, newCount: -1}, true
	}
	number := func(s string) int {
		if s == "" {
			return 1
		}
		n, _ := strconv.Atoi(s) // nine digits at most
		return n
	}
	return hunk{oldStart: number(m[1]), oldCount: number(m[2]), newStart: number(m[3]), newCount: number(m[4])}, true
}

// hunk reads the lines of a hunk: as many as its header counts if something else follows, else
// all that look like its lines.
func (p *parser) hunk(h *hunk, git bool) {
	at, lines, counted := p.at, p.lines, *h
	if h.oldCount >= 0 {
		for counted.oldCount > 0 || counted.newCount > 0 {
			names := !git && p.another()
			if !counted.add(p.line()) {
				break
			}
			counted.doubtful = counted.doubtful || names
			p.next()
		}
		if strings.HasPrefix(p.line(), `\`) && counted.add(p.line()) {
			p.next()
		}
		if counted.counted = counted.oldCount == 0 && counted.newCount == 0 && p.ends(); counted.counted {
			counted.gap = 0
			*h = counted
			return
		}
	}
	p.at, p.lines = at, lines
	for p.at < len(p.text) && !p.another() && h.add(p.line()) {
		p.next()
	}
	for ; h.gap > 0; h.gap-- { // empty lines at its end say nothing: they may stand before what comes next
		h.old = bytes.TrimSuffix(bytes.TrimSuffix(h.old, []byte("\n")), []byte("\r"))
		h.new = bytes.TrimSuffix(bytes.TrimSuffix(h.new, []byte("\n")), []byte("\r"))
	}
}

// ends reports whether a hunk ends before the next line: none that follows, blank lines aside,
// looks like one of its lines. The line that ends a mail or a comment looks so, too.
func (p *parser) ends() bool {
	line := ""
	rest := p.text[p.at:]
	for n := range strings.Lines(rest) {
		rest, line = rest[len(n):], trimEnd(n)
		next := trimEnd(lineAt(rest, 0))
		if line == "-->" || (line == "--" || line == "-- ") && (next == "" || next[0] >= '0' && next[0] <= '9') {
			line = "" // as blank
		}
		if line != "" {
			break
		}
	}
	return line == "" || strings.IndexByte(" +-\\", line[0]) < 0 || p.another()
}

// add adds a line to a hunk. It reports false for a line that belongs to none.
func (h *hunk) add(line string) bool {
	if line == "" {
		return false
	}
	text, sign := trimEnd(line), byte(' ')
	if text != "" {
		sign, line = text[0], line[1:]
	}
	if !strings.HasSuffix(line, "\n") {
		line += "\n" // the text ends here, which says nothing of the file
	}
	ofOld, ofNew := sign == ' ' || sign == '-', sign == ' ' || sign == '+'
	switch {
	case strings.HasPrefix(text, `\ `):
		h.unended()
		return true
	case !ofOld && !ofNew:
		return false
	}
	if ofOld {
		h.misplacedEnd = h.misplacedEnd || len(h.old) > 0 && !bytes.HasSuffix(h.old, []byte("\n"))
		h.old, h.oldCount = append(h.old, line...), h.oldCount-1
	}
	if ofNew {
		h.misplacedEnd = h.misplacedEnd || len(h.new) > 0 && !bytes.HasSuffix(h.new, []byte("\n"))
		h.new, h.newCount = append(h.new, line...), h.newCount-1
	}
	h.trailing, h.last = sign == ' ', sign
	h.changes = h.changes || sign != ' '
	if h.gap++; text != "" {
		h.gap = 0
	}
	return true
}

// unended takes the line end off the last line, of the sides that it belongs to.
func (h *hunk) unended() {
	if h.last == ' ' || h.last == '-' {
		h.old = bytes.TrimSuffix(h.old, []byte("\n"))
	}
	if h.last == ' ' || h.last == '+' {
		h.new = bytes.TrimSuffix(h.new, []byte("\n"))
	}
}

// operations are what the diff of a file asks for. tool says that its line ends are those of a
// tool that wrote it, if one did.
func (f *file) operations(tool bool) []ops.Operation {
	before, after, _ := f.paths()
	exact := tool && f.counted()
	var hunks []ops.DiffHunk
	for _, h := range f.hunks {
		hunks = append(hunks, ops.DiffHunk{
			Old: string(h.old), New: string(h.new), OldStart: h.oldStart, NewStart: h.newStart, Counted: h.counted, Trailing: h.trailing,
		})
	}
	var list []ops.Operation
	add := func(action ops.Action, args ...ops.Arg) {
		list = append(list, ops.Operation{Action: action, Args: args})
	}
	diff := ops.Arg{Name: "diff", Value: ops.Value{Text: shown(f.hunks), Block: true}}
	switch {
	case before == "" && !exact:
		f.build(&list, "create", pathArg("file", after), ops.Arg{Name: "content", Value: ops.Value{Text: f.content(), Block: true, Empty: f.content() == ""}})
	case before == "":
		add(ops.FileDiff{Path: after, Hunks: hunks, Exact: true, Created: true}, pathArg("file", after), diff)
	case after == "":
		add(ops.FileDiff{Path: before, Hunks: hunks, Exact: exact, Deleted: true}, pathArg("file", before), diff)
	default:
		if f.copyFrom != "" {
			f.build(&list, "copy", pathArg("from", before), pathArg("to", after))
			before = after
		}
		if len(hunks) > 0 {
			add(ops.FileDiff{Path: before, Hunks: hunks, Exact: exact}, pathArg("file", before), diff)
		}
		if f.renameFrom != "" {
			f.build(&list, "move", pathArg("from", before), pathArg("to", after))
		}
	}
	executable := strings.HasSuffix(f.newMode, "755")
	if after != "" && f.newMode != "" && (executable || !f.created) {
		add(ops.SetExecutable(after, executable), pathArg("file", after))
	}
	return list
}

func pathArg(name, path string) ops.Arg { return ops.Arg{Name: name, Value: ops.Value{Text: path}} }

// build adds an operation of the catalogue.
func (f *file) build(list *[]ops.Operation, tag string, args ...ops.Arg) {
	spec, _ := ops.Lookup(tag)
	action, err := spec.Build(wording.Diff, args)
	if err != nil {
		f.fail(err.Error(), "")
		return
	}
	*list = append(*list, ops.Operation{Action: action, Args: args})
}

// content is the text of a new file.
func (f *file) content() string {
	var b strings.Builder
	for _, h := range f.hunks {
		b.Write(h.new)
	}
	return b.String()
}

// shown are the lines that hunks remove and add, for those who are shown what was asked for.
func shown(hunks []hunk) string {
	var b strings.Builder
	for _, h := range hunks {
		for line := range bytes.Lines(h.old) {
			b.WriteString("-" + trimEnd(string(line)) + "\n")
		}
		for line := range bytes.Lines(h.new) {
			b.WriteString("+" + trimEnd(string(line)) + "\n")
		}
	}
	return b.String()
}
