package parse

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// isPatch reports whether a function applies patches, by whatever prefix it is called.
func isPatch(name string) bool {
	name = strings.ToLower(name)
	return name == "apply_patch" || strings.HasSuffix(name, ".apply_patch") || strings.HasSuffix(name, "__apply_patch")
}

// patch adds the operations that a patch asks for, all under the id of its call, or the
// Invalid that stands for it.
func (d *reader) patch(op ops.Operation, c call) {
	d.last = len(d.out.Operations)
	p := patch{}
	if problem := p.read(c); problem != "" {
		op.Action = c.malformed(problem, p.hint)
		d.add(op)
		return
	}
	if op.ID == "" {
		op.ID = d.ids.number("apply_patch")
	}
	for _, asked := range p.list {
		op.Action, op.Args = asked.Action, asked.Args
		d.add(op)
	}
}

// The lines of a patch (V4A) that are no lines of files.
const (
	beginPatch = "*** Begin Patch"
	endPatch   = "*** End Patch"
	addFile    = "*** Add File:"
	deleteFile = "*** Delete File:"
	updateFile = "*** Update File:"
	moveTo     = "*** Move to:"
	endOfFile  = "*** End of File"
)

// patch reads the lines of a patch into operations.
type patch struct {
	lines  []string
	at     int             // how many lines were read
	list   []ops.Operation // so far, with Action and Args alone
	pad    string          // the blanks before the first marker
	padded bool            // the present section begins behind the same
	hint   string          // what to send instead
	single bool            // the diff of a call on one file, without markers
}

// read reads the arguments of a call: the text of a patch, an object that holds it, or
// the operation on one file that OpenAI's own tool asks for.
func (p *patch) read(c call) (problem string) {
	if text, isString := c.input.str(); isString && !startsJSON(text) {
		if damage := c.input.damage(); damage != "" {
			return "the patch " + damage
		}
		return p.whole(text)
	}
	object, problem := c.object()
	if problem != "" {
		return problem
	}
	given, seen, names := map[string]string{}, map[string]bool{}, map[string]string{}
	for written, v := range object.members() {
		text, isString := v.str()
		twice := seen[written]
		seen[written] = true
		name, known := patchField(written)
		before, both := given[name]
		switch damage := v.damage(); {
		case !known:
			return fmt.Sprintf("unknown field %q: there is input, with the text of a patch", head(written, maxName))
		case twice:
			return fmt.Sprintf("%q stands twice", written)
		case v.kind() == 'n':
			continue
		case !isString:
			return written + " must be a string, not " + v.describe()
		case damage != "":
			return written + " " + damage
		case both && before != text:
			return fmt.Sprintf("%s and %s stand for the same, with different values: give one of them", names[name], written)
		}
		given[name], names[name] = text, written
	}
	return p.fields(given)
}

// patchField is the name of a field of a patch's call, which other programs name in other
// ways.
func patchField(written string) (name string, known bool) {
	switch written {
	case "file", "file_path", "filePath":
		return "path", true
	case "patch_text", "patchText":
		return "patch", true
	}
	return written, slices.Contains([]string{"input", "patch", "type", "path", "diff"}, written)
}

func (p *patch) fields(given map[string]string) (problem string) {
	_, input := given["input"]
	text, patch := given["patch"]
	kind, single := given["type"]
	switch {
	case input && patch && given["input"] != text:
		return "input and patch stand for the same, with different values: give one of them"
	case input && patch && len(given) > 2, input != patch && len(given) > 1:
		return "path, type and diff do not go with the text of a patch"
	case input:
		return p.whole(given["input"])
	case patch:
		return p.whole(text)
	case !single:
		return "input is missing: the text of a patch"
	}
	diff, path := given["diff"], strings.TrimSpace(given["path"])
	_, hasDiff := given["diff"]
	p.lines, p.single = patchLines(diff), true
	p.unwrap()
	switch {
	case path == "":
		return "path is missing"
	case kind == "delete_file" && diff != "":
		return "delete_file takes no diff"
	case kind == "delete_file":
		return p.build("delete", fileArg(path))
	case kind == "create_file" && !hasDiff:
		return "diff is missing: for an empty file, send an empty one"
	case kind == "create_file":
		if problem = p.aroundDiff("the lines of the new file alone, each behind a +"); problem == "" {
			problem = p.add(path)
		}
	case kind == "update_file":
		problem = p.update(path)
	default:
		return fmt.Sprintf("type must be create_file, update_file or delete_file, not %q", head(kind, maxName))
	}
	if problem == "" && p.at < len(p.lines) {
		problem = p.unexpected()
	}
	return problem
}

// patchLines are the lines of a text without their line feeds. Lines of files keep the
// carriage return before it; all others lose it.
func patchLines(text string) []string {
	text, ended := strings.CutSuffix(text, "\n")
	if text == "" || text == "\r" {
		return nil
	}
	if !ended && strings.HasSuffix(text, "\r") {
		text += "\r" // it belongs to the line, and so does not end it
	}
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !ofFile(line) {
			lines[i] = strings.TrimSuffix(line, "\r")
		}
	}
	return lines
}

// ofFile reports whether a line of a patch holds one of a file, going by its first
// characters.
func ofFile(line string) bool {
	if line == "" || !strings.ContainsRune(" -+", rune(line[0])) {
		return false
	}
	rest := strings.TrimLeft(line, " \t")
	return !strings.HasPrefix(rest, "***") && !strings.HasPrefix(rest, "@@")
}

// section reads what a patch says of one file.
func (p *patch) section() (problem string) {
	line := p.peek()
	name, path := marker(line)
	if !startsSection(name) {
		return p.noSection(name)
	}
	if path == "" {
		return p.wrong("there is no path")
	}
	p.padded = p.pad == line[:len(line)-len(strings.TrimLeft(line, " \t"))]
	p.at++
	switch name {
	case addFile:
		return p.add(path)
	case updateFile:
		return p.update(path)
	}
	return p.build("delete", fileArg(path))
}

// noSection says what stands where a section should begin.
func (p *patch) noSection(name string) (problem string) {
	problem, path := p.otherForm()
	switch {
	case problem != "":
		p.hint = fmt.Sprintf(patchForm, path)
		return problem
	case name == beginPatch:
		p.hint = "Send each patch in a call of its own, or all sections between one " + beginPatch + " and one " + endPatch + "."
	case name == endPatch:
		p.hint = "Send one patch with nothing behind its " + endPatch + "."
	default:
		p.hint = "A section begins with " + addFile + ", " + updateFile + " or " + deleteFile + " and the path."
	}
	return p.unexpected()
}

// add reads the lines of a new file.
func (p *patch) add(path string) (problem string) {
	var content strings.Builder
	for ; p.at < len(p.lines) && !p.isMarker(); p.at++ {
		line, ok := strings.CutPrefix(p.peek(), "+")
		if !ok {
			return p.badNewLine()
		}
		content.WriteString(line + "\n")
	}
	empty := content.Len() == 0
	return p.build("create", fileArg(path), ops.Arg{Name: "content", Value: ops.Value{Text: content.String(), Block: true, Empty: empty}})
}

// badNewLine says what is wrong with a line of a new file that does not begin with +.
func (p *patch) badNewLine() string {
	line := head(p.peek(), 60)
	p.hint = fmt.Sprintf("%q does not: put a + before it, and before an empty line.", line)
	switch {
	case strings.HasPrefix(line, `\ No newline`):
		p.hint = fmt.Sprintf("Leave %q out: it belongs to unified diffs.", line)
	case strings.HasPrefix(line, "@@"), strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "diff --git "), strings.HasPrefix(line, "index "), strings.HasPrefix(line, "new file mode "):
		p.hint = fmt.Sprintf("Leave out %q and all others that begin with @@, ---, +++, diff or index: a new file is its lines alone, each behind a +.", line)
	case strings.HasPrefix(line, "-") || strings.HasPrefix(line, " "):
		p.hint = fmt.Sprintf("%q does not. A new file has no lines that stay or go; to change one that exists, send %s.", line, p.updating())
	}
	return p.wrong("each line of a new file must begin with +")
}

// updating is how a call asks for the change of a file.
func (p *patch) updating() string {
	if p.single {
		return "type update_file"
	}
	return updateFile + " with the path"
}

// isMarker reports whether the next line that is not blank is a marker, and passes over
// the blank ones before it. Lines of a new file have a + and so are none of both.
func (p *patch) isMarker() bool {
	at := p.at
	p.blanks()
	name, _ := marker(p.peek())
	if p.at == len(p.lines) || name != "" || strings.HasPrefix(p.peek(), "***") {
		return true
	}
	p.at = at
	return false
}

func fileArg(path string) ops.Arg { return ops.Arg{Name: "file", Value: ops.Value{Text: path}} }

// update reads the hunks of a file, and where it is moved to.
func (p *patch) update(path string) (problem string) {
	name, to := marker(p.peek())
	moves := name == moveTo
	if moves && to == "" {
		return p.wrong("there is no path")
	} else if moves {
		p.at++
	}
	p.blanksBeforeHeader()
	if problem := p.diffHeaders(); problem != "" {
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
		p.hint = p.hunkHint()
		return p.wrong("the update of " + path + " has no hunk")
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

// blanksBeforeHeader passes over blank lines before the first @@ line of a section.
func (p *patch) blanksBeforeHeader() {
	at := p.at
	if p.blanks(); !strings.HasPrefix(p.peek(), "@@") {
		p.at = at
	}
}

// diffHeaders says that a section holds the file names of a unified diff.
func (p *patch) diffHeaders() (problem string) {
	if p.single {
		return p.aroundDiff("the lines from the first @@ on alone")
	}
	if !p.namesFiles() {
		return ""
	}
	p.hint = "Send the section without the lines that begin with --- and +++."
	return p.wrong("these are the file names of a unified diff: " + updateFile + " names the file already")
}

// namesFiles reports whether the next lines are the file names of a unified diff.
func (p *patch) namesFiles() bool {
	return p.at+2 < len(p.lines) && strings.HasPrefix(p.peek(), "--- ") && strings.HasPrefix(p.lines[p.at+1], "+++ ") && strings.HasPrefix(p.lines[p.at+2], "@@")
}

// aroundDiff says that the diff of a call on one file names the file itself; wanted is
// what it should hold.
func (p *patch) aroundDiff(wanted string) (problem string) {
	name, _ := marker(p.peek())
	switch {
	case name == beginPatch || startsSection(name):
		p.hint = "Send in diff " + wanted + ", or the whole patch as input and no type, path and diff."
		return p.wrong(fmt.Sprintf("%q belongs to a patch: type and path name the file already", head(p.peek(), 60)))
	case p.namesFiles(), strings.HasPrefix(p.peek(), "diff --git "):
		p.hint = "Send in diff " + wanted + "."
		return p.wrong("these are the file names of a unified diff: type and path name the file already")
	}
	return ""
}

// hunkHint shows what a hunk is to those who sent none, or one without a change.
func (p *patch) hunkHint() string {
	return "Send it as @@, lines around the change behind a space, the lines that go behind -, and those that come behind +."
}

// hunk reads one change: the lines that begin with @@, then its own.
func (p *patch) hunk(first bool) (h ops.Hunk, problem string) {
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
		p.hint = p.hunkHint()
		return h, p.wrong("a hunk has no lines")
	case !changes:
		p.hint = p.hunkHint() + " Leave out what changes nothing."
		return h, p.wrong("the hunk changes nothing: none of its lines begins with - or +")
	case h.Find == "" && !h.AtEnd && len(h.Headers) > 0:
		return h, p.wrong("the hunk does not say where its lines go: give the lines around them, or " + endOfFile + " after them")
	case h.Find != "" && strings.TrimSpace(h.Find) == "":
		return h, p.wrong("the lines that the hunk looks for are all blank: give more of those around them")
	}
	p.at = next
	return h, ""
}

// badLine says what is wrong with a line of a hunk that begins with none of the signs.
func (p *patch) badLine() string {
	line := p.peek()
	p.hint = fmt.Sprintf("%q does not: put a space before a line that stays, - before one that goes, + before one that comes.", head(line, 60))
	switch {
	case strings.HasPrefix(line, `\ No newline`):
		p.hint = fmt.Sprintf("Leave %q out: it belongs to unified diffs.", head(line, 60))
	case strings.HasPrefix(line, "\t"):
		p.hint = fmt.Sprintf("%q begins with a tab: put a space before the blanks of a line that stays.", head(line, 60))
	}
	return p.wrong("a line of a hunk must begin with a space, - or +")
}

// build adds the operation of that tag.
func (p *patch) build(tag string, args ...ops.Arg) (problem string) {
	spec, _ := ops.Lookup(tag)
	action, err := spec.Build(wording.Call, args)
	if e := (*ops.Error)(nil); errors.As(err, &e) {
		return p.wrong(e.Msg)
	} else if err != nil {
		return p.wrong(err.Error())
	}
	p.list = append(p.list, ops.Operation{Action: action, Args: args})
	return ""
}

// peek is the next line, "" at the end.
func (p *patch) peek() string {
	if p.at < len(p.lines) {
		return p.lines[p.at]
	}
	return ""
}

// blanks passes over blank lines.
func (p *patch) blanks() {
	for p.at < len(p.lines) && strings.TrimSpace(p.peek()) == "" {
		p.at++
	}
}

// startsJSON reports whether a text, blanks aside, begins as the arguments of a call do.
func startsJSON(text string) bool {
	text = strings.TrimLeft(text, " \t\r\n")
	return text == "" || strings.IndexByte("{\"[", text[0]) >= 0
}

func (p *patch) unexpected() string {
	return p.wrong(fmt.Sprintf("%q is not known here", head(p.peek(), 60)))
}

// wrong says what is wrong with the next line.
func (p *patch) wrong(problem string) string {
	return fmt.Sprintf("line %d of the patch: %s", p.at+1, problem)
}
