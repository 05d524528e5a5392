package patch

import (
	"strings"

	"fileops/internal/ops"
)

// update reads the hunks of a file, and where it is moved to.
func (p *reader) update(path string) (problem string) {
	name, to := marker(p.peek())
	moves := name == moveTo
	if moves && to == "" {
		return p.wrong("there is no path")
	} else if moves {
		p.at++
	}
	at := p.at
	if p.blanks(); !strings.HasPrefix(p.peek(), "@@") {
		p.at = at // they belong to the first hunk
	}
	switch {
	case p.single:
		problem = p.aroundDiff("the lines from the first @@ on alone")
	case p.namesFiles():
		problem = p.wrong("these are the file names of a unified diff: "+updateFile+" names the file already", "Send the section without the lines that begin with --- and +++.")
	}
	if problem != "" {
		return problem
	}
	start := p.at
	var hunks []ops.Hunk
	added := "" // at the end of the file
	for ended := false; !ended && p.at < len(p.lines) && !p.ends(p.peek()); {
		h, problem := p.hunk(p.at == start)
		if problem != "" {
			return problem
		}
		ended = h.AtEnd
		if h.Find == "" && ended {
			added = h.Replace
		} else {
			hunks = append(hunks, h)
		}
	}
	if p.at == start && !moves {
		return p.wrong("the update of "+path+" has no hunk", hunkHint)
	}
	if len(hunks) > 0 {
		text := strings.Join(p.lines[start:p.at], "\n") + "\n"
		p.list = append(p.list, ops.Operation{
			Action: ops.Patch(path, hunks),
			Args:   []ops.Arg{fileArg(path), {Name: "diff", Value: ops.Value{Text: text, Block: true}}},
		})
	}
	if added != "" {
		problem = p.build("append", fileArg(path), ops.Arg{Name: "content", Value: ops.Value{Text: added, Block: true}})
	}
	if problem == "" && moves {
		problem = p.build("move", ops.Arg{Name: "from", Value: ops.Value{Text: path}}, ops.Arg{Name: "to", Value: ops.Value{Text: to}})
	}
	return problem
}

// hunkHint shows the form of a hunk if there is none, or one without a change.
const hunkHint = "Send it as @@, lines around the change behind a space, the lines that go behind -, and those that come behind +."

// hunk reads one change: the lines that begin with @@, then its own.
func (p *reader) hunk(first bool) (h ops.Hunk, problem string) {
	start := p.at
	for ; p.at < len(p.lines); p.at++ {
		header, ok := p.header(p.peek(), first && p.at == start)
		if !ok {
			break
		}
		if header != "" {
			h.Headers = append(h.Headers, header)
		}
	}
	var find, replace strings.Builder
	changes := false
	for ; p.at < len(p.lines) && !strings.HasPrefix(p.peek(), "@@") && !p.ends(p.peek()); p.at++ {
		line := p.peek()
		h.Gap++
		if line != "" {
			h.Gap = 0
		} else {
			line = " "
		}
		sign, line := line[0], line[1:]
		if !strings.ContainsRune(" -+", rune(sign)) {
			return h, p.badLine()
		}
		changes = changes || sign != ' '
		if sign != '+' {
			find.WriteString(line + "\n")
		}
		if sign != '-' {
			replace.WriteString(line + "\n")
		}
	}
	h.Find, h.Replace = find.String(), replace.String()
	end := p.at
	if name, _ := marker(p.peek()); name == endOfFile {
		h.AtEnd = true
		p.at++
	}
	next := p.at
	p.at = start // of what is said now
	switch {
	case end == start, h.Find == "" && h.Replace == "":
		return h, p.wrong("a hunk has no lines", hunkHint)
	case !changes:
		return h, p.wrong("the hunk changes nothing: none of its lines begins with - or +", hunkHint+" Leave out what changes nothing.")
	case h.Find == "" && !h.AtEnd && len(h.Headers) > 0:
		return h, p.wrong("the hunk does not say where its lines go: give the lines around them, or " + endOfFile + " after them")
	case h.Find != "" && strings.TrimSpace(h.Find) == "":
		return h, p.wrong("the lines that the hunk looks for are all blank: give more of those around them")
	}
	p.at = next
	return h, ""
}

// header returns the text of a line that begins with @@, if it is such a line. Blanks may
// stand before it only on the first line of a section.
func (p *reader) header(line string, first bool) (header string, ok bool) {
	if first {
		line = strings.TrimLeft(line, " \t")
	}
	header, ok = strings.CutPrefix(line, "@@")
	if first && ok && header != "" && !strings.HasPrefix(header, " ") && line != p.peek() {
		return "", false // @@name, which is a variable in some languages
	}
	header = strings.TrimSpace(header)
	if strings.HasPrefix(header, "-") {
		return "", ok // the numbers of @@ -1,3 +1,4 @@ are not trusted
	}
	return strings.TrimSpace(strings.TrimSuffix(header, "@@")), ok
}

// badLine says what is wrong with a line of a hunk that begins with none of the signs.
func (p *reader) badLine() string {
	line := p.peek()
	hint := shown(line) + " does not: put a space before a line that stays, - before one that goes, + before one that comes."
	switch {
	case strings.HasPrefix(line, `\ No newline`):
		hint = "Leave " + shown(line) + " out: it belongs to unified diffs."
	case strings.HasPrefix(line, "\t"):
		hint = shown(line) + " begins with a tab: put a space before the blanks of a line that stays."
	}
	return p.wrong("a line of a hunk must begin with a space, - or +", hint)
}
