package unified

import (
	"bytes"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// hunk is one hunk as it stands in the text.
type hunk struct {
	line               int // at which it stands, 1-based
	oldStart, newStart int // as its header has them
	oldCount, newCount int

	lines            string // below its header, as they stand in the text
	oldSize, newSize int    // bytes of the lines of each side, with their line ends
	gap              int    // empty lines at its end that say nothing
	last             byte   // the sign of its last line; 0 for none
	changes          bool   // a line begins with - or +
	counted          bool   // its lines are as many as its header says
	doubtful         bool   // its counts are right only with lines that may name another file
	misplacedEnd     bool   // a line of a side follows the one that says that it is the last
}

// hunkHeader reads the first line of a hunk. One with other numbers than a diff has, or with
// none, as in @@ ... @@, begins a hunk as well: nothing else begins so in a diff.
func hunkHeader(line string) (h hunk, ok bool) {
	if !strings.HasPrefix(line, "@@") || strings.HasPrefix(line, "@@@") { // @@@ begins one of a diff of several files
		return h, false
	}
	var isOld, isNew bool
	h.oldStart, h.oldCount, line, isOld = counts(line, "@@ -")
	h.newStart, h.newCount, line, isNew = counts(line, " +")
	if !isOld || !isNew || !strings.HasPrefix(line, " @@") {
		return hunk{oldCount: -1, newCount: -1}, true
	}
	return h, true
}

// counts reads where a side of a hunk starts, and how many lines it has. They stand behind before.
// Without a number of lines, it is one.
func counts(line, before string) (start, count int, rest string, ok bool) {
	if rest, ok = strings.CutPrefix(line, before); !ok {
		return 0, 0, line, false
	}
	if start, rest, ok = number(rest); !ok || rest == "" || rest[0] != ',' {
		return start, 1, rest, ok
	}
	count, rest, ok = number(rest[1:])
	return start, count, rest, ok
}

// number reads a number of up to nine digits.
func number(text string) (n int, rest string, ok bool) {
	i := 0
	for ; i < len(text) && i < 9 && '0' <= text[i] && text[i] <= '9'; i++ {
		n = 10*n + int(text[i]-'0')
	}
	return n, text[i:], i > 0
}

// hunk reads the lines of a hunk: as many as its header counts if something else follows, else
// all that look like its lines.
func (p *parser) hunk(h *hunk, git bool) {
	at, lines, counted := p.at, p.lines, *h
	if h.oldCount >= 0 {
		for counted.oldCount > 0 || counted.newCount > 0 {
			names := !git && p.another()
			if !counted.add(p.line) {
				break
			}
			counted.doubtful = counted.doubtful || names
			p.next()
		}
		if strings.HasPrefix(p.line, `\`) && counted.add(p.line) {
			p.next()
		}
		if counted.counted = counted.oldCount == 0 && counted.newCount == 0 && p.ends(); counted.counted {
			*h = counted
			h.gap, h.lines = 0, p.text[at:p.at]
			return
		}
	}
	p.goTo(at, lines)
	for p.at < len(p.text) && !p.another() && h.add(p.line) {
		p.next()
	}
	h.lines = p.text[at:p.at]
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
	sign, text := signed(line)
	ofOld, ofNew := sign == ' ' || sign == '-', sign == ' ' || sign == '+'
	switch {
	case strings.HasPrefix(line, unended):
		return true
	case !ofOld && !ofNew:
		return false
	}
	size := len(text)
	if !strings.HasSuffix(text, "\n") {
		size++
	}
	if ofOld {
		h.oldSize, h.oldCount = h.oldSize+size, h.oldCount-1
	}
	if ofNew {
		h.newSize, h.newCount = h.newSize+size, h.newCount-1
	}
	h.last, h.changes = sign, h.changes || sign != ' '
	if h.gap++; len(text) < len(line) {
		h.gap = 0
	}
	return true
}

// unended begins the line that says that the line before it has no line end in the file.
const unended = `\ `

// signed splits a line of a hunk into its sign and the line of the file. A blank one stays.
func signed(line string) (sign byte, text string) {
	if (line[0] == '\n' || line[0] == '\r') && trimEnd(line) == "" {
		return ' ', line
	}
	return line[0], line[1:]
}

// sides are the lines of a hunk before the change and after it.
type sides struct{ old, new []byte }

// read reads the lines of a hunk, in place of those of the hunk before.
func (s *sides) read(h *hunk) {
	s.old, s.new = slices.Grow(s.old[:0], h.oldSize), slices.Grow(s.new[:0], h.newSize)
	var last byte
	for rest := h.lines; rest != ""; {
		line := lineAt(rest, 0)
		rest = rest[len(line):]
		if strings.HasPrefix(line, unended) {
			s.unended(last)
			continue
		}
		sign, text := signed(line)
		if sign != '+' {
			h.misplacedEnd = h.misplacedEnd || isUnended(s.old)
			s.old = appendLine(s.old, text)
		}
		if sign != '-' {
			h.misplacedEnd = h.misplacedEnd || isUnended(s.new)
			s.new = appendLine(s.new, text)
		}
		last = sign
	}
	for range h.gap { // empty lines at its end say nothing: they may stand before what comes next
		s.old = bytes.TrimSuffix(bytes.TrimSuffix(s.old, []byte("\n")), []byte("\r"))
		s.new = bytes.TrimSuffix(bytes.TrimSuffix(s.new, []byte("\n")), []byte("\r"))
	}
}

// unended takes the line end off the last line, of the sides that it belongs to by its sign.
func (s *sides) unended(sign byte) {
	if sign == ' ' || sign == '-' {
		s.old = bytes.TrimSuffix(s.old, []byte("\n"))
	}
	if sign == ' ' || sign == '+' {
		s.new = bytes.TrimSuffix(s.new, []byte("\n"))
	}
}

// isUnended reports whether the last line of a side has no line end.
func isUnended(side []byte) bool { return len(side) > 0 && side[len(side)-1] != '\n' }

// appendLine adds a line to a side. Where the text ends without a line end, that says nothing of
// the file.
func appendLine(side []byte, line string) []byte {
	side = append(side, line...)
	if !strings.HasSuffix(line, "\n") {
		side = append(side, '\n')
	}
	return side
}

// readHunks reads the lines of the hunks of a file into its texts.
func (f *file) readHunks(s *sides) {
	size := 0
	for _, h := range f.hunks {
		size += h.oldSize + h.newSize
	}
	var all strings.Builder
	all.Grow(size)
	keep := func(side []byte) string {
		all.Write(side)
		return all.String()[all.Len()-len(side):]
	}
	f.texts = slices.Grow(f.texts, len(f.hunks))
	for i := range f.hunks {
		h := &f.hunks[i]
		s.read(h)
		f.texts = append(f.texts, ops.DiffHunk{
			Old: keep(s.old), New: keep(s.new), OldStart: h.oldStart, NewStart: h.newStart, Counted: h.counted, Trailing: h.last == ' ',
		})
	}
}

// operations appends what the diff of a file asks for to a list. tool says that its line ends are
// those of a tool that wrote it, if one did.
func (f *file) operations(list []ops.Operation, tool bool) []ops.Operation {
	before, after, _ := f.paths()
	exact := tool && f.counted()
	add := func(action ops.Action, args ...ops.Arg) {
		list = append(list, ops.Operation{Action: action, Args: args})
	}
	diff := func() ops.Arg {
		return ops.Arg{Name: "diff", Value: ops.Value{Text: shown(f.texts), Block: true}}
	}
	switch {
	case before == "" && !exact:
		text := f.content()
		f.build(&list, "create", pathArg("file", after), ops.Arg{Name: "content", Value: ops.Value{Text: text, Block: true, Empty: text == ""}})
	case before == "":
		add(ops.FileDiff{Path: after, Hunks: f.texts, Exact: true, Created: true}, pathArg("file", after), diff())
	case after == "":
		add(ops.FileDiff{Path: before, Hunks: f.texts, Exact: exact, Deleted: true}, pathArg("file", before), diff())
	default:
		if f.copyFrom != "" {
			f.build(&list, "copy", pathArg("from", before), pathArg("to", after))
			before = after
		}
		if len(f.texts) > 0 {
			add(ops.FileDiff{Path: before, Hunks: f.texts, Exact: exact}, pathArg("file", before), diff())
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
	for _, h := range f.texts {
		b.WriteString(h.New)
	}
	return b.String()
}

// shown are the lines that hunks remove and add, for those who are shown what was asked for.
func shown(hunks []ops.DiffHunk) string {
	var b strings.Builder
	size := 0
	for _, h := range hunks {
		for _, side := range []string{h.Old, h.New} {
			size += len(side) + strings.Count(side, "\n") + len("-\n")
		}
	}
	b.Grow(size)
	show := func(sign byte, side string) {
		for side != "" {
			line := lineAt(side, 0)
			side = side[len(line):]
			b.WriteByte(sign)
			b.WriteString(trimEnd(line))
			b.WriteByte('\n')
		}
	}
	for _, h := range hunks {
		show('-', h.Old)
		show('+', h.New)
	}
	return b.String()
}
