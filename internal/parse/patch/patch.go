// Package patch turns the text of an apply_patch call (V4A, as OpenAI's models write it)
// into operations. It passes over what models put around a patch, and reads its markers
// generously. A patch that may be cut off is refused. Package ops decides whether a hunk
// fits a file.
package patch

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// Read returns the operations that the text of a patch asks for, with Action and Args
// alone. Its error is an *ops.Error: what is wrong, and what to send instead.
func Read(text string) ([]ops.Operation, error) {
	var p reader
	return p.result(p.whole(text))
}

// ReadFile is Read for a change of one file, as OpenAI's own tool asks for it. kind is
// create_file, update_file or delete_file. diff is the lines of a section without markers,
// nil if there is none.
func ReadFile(kind, path string, diff *string) ([]ops.Operation, error) {
	p := reader{single: true}
	return p.result(p.file(kind, path, diff))
}

// reader reads the lines of a patch into operations.
type reader struct {
	lines  []string
	at     int             // how many lines were read
	list   []ops.Operation // so far, with Action and Args alone
	pad    string          // the blanks before the first marker
	padded bool            // the present section begins after the same blanks
	hint   string          // what to send instead
	single bool            // the diff of a call on one file, without markers
}

func (p *reader) result(problem string) ([]ops.Operation, error) {
	if problem != "" {
		return nil, &ops.Error{Code: ops.Malformed, Msg: problem, Hint: p.hint}
	}
	return p.list, nil
}

// whole reads a patch from its first line to its last, and passes over what models put
// around it: blank lines, a fence, the command line of a shell.
func (p *reader) whole(text string) (problem string) {
	p.lines = patchLines(strings.TrimPrefix(text, "\ufeff"))
	p.trim()
	closed := p.unwrap()
	if p.at == len(p.lines) {
		return "the patch is empty"
	}
	first, _ := marker(p.peek())
	if first != beginPatch && !startsSection(first) {
		return p.noPatch()
	}
	p.dedent(first)
	if first == beginPatch {
		p.at++
	}
	// A patch without its last line may have lost others as well, unless the fence or
	// heredoc around it is closed after it.
	if last, _ := marker(p.lines[len(p.lines)-1]); last == endPatch {
		p.lines = p.lines[:len(p.lines)-1]
	} else if !closed {
		return p.unended()
	}
	for p.blanks(); p.at < len(p.lines) && problem == ""; p.blanks() {
		problem = p.section()
	}
	if problem == "" && len(p.list) == 0 {
		p.hint = fmt.Sprintf(patchForm, "path/to/file")
		return "the patch changes nothing"
	}
	return problem
}

// unended says why a patch has no end.
func (p *reader) unended() (problem string) {
	for i, line := range p.lines[:len(p.lines)-1] {
		if strings.TrimRight(line, " \t") == endPatch {
			p.at = i + 1
			return p.wrong(shown(p.peek())+" stands behind "+endPatch, "Send the patch alone, with nothing behind its "+endPatch+".")
		}
	}
	p.hint = "Send the patch again, whole."
	if !slices.ContainsFunc(p.lines[:p.at], func(l string) bool { name, _ := marker(l); return name == beginPatch }) {
		p.hint = "Send the patch again, whole, between " + beginPatch + " and " + endPatch + "."
	}
	return "the patch may be cut off: its last line must be " + endPatch
}

// file reads the change of one file.
func (p *reader) file(kind, path string, diff *string) (problem string) {
	if diff != nil {
		p.lines = patchLines(*diff)
	}
	p.unwrap()
	switch {
	case path == "":
		return "path is missing"
	case kind == "delete_file" && diff != nil && *diff != "":
		return "delete_file takes no diff"
	case kind == "delete_file":
		return p.build("delete", fileArg(path))
	case kind == "create_file" && diff == nil:
		return "diff is missing: for an empty file, send an empty one"
	case kind == "create_file":
		if problem = p.aroundDiff("the lines of the new file alone, each behind a +"); problem == "" {
			problem = p.add(path)
		}
	case kind == "update_file":
		problem = p.update(path)
	default:
		return "type must be create_file, update_file or delete_file, not " + shown(kind)
	}
	if problem == "" && p.at < len(p.lines) {
		problem = p.wrong(shown(p.peek()) + " is not known here")
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

// section reads what a patch says of one file.
func (p *reader) section() (problem string) {
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
func (p *reader) noSection(name string) (problem string) {
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
	return p.wrong(shown(p.peek()) + " is not known here")
}

// add reads the lines of a new file.
func (p *reader) add(path string) (problem string) {
	var content strings.Builder
	for ; !p.isMarker(); p.at++ {
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
func (p *reader) badNewLine() string {
	line := p.peek()
	hint := shown(line) + " does not: put a + before it, and before an empty line."
	switch {
	case strings.HasPrefix(line, `\ No newline`):
		hint = "Leave " + shown(line) + " out: it belongs to unified diffs."
	case strings.HasPrefix(line, "@@"), strings.HasPrefix(line, "--- "), strings.HasPrefix(line, "diff --git "), strings.HasPrefix(line, "index "), strings.HasPrefix(line, "new file mode "):
		hint = "Leave out " + shown(line) + " and all others that begin with @@, ---, +++, diff or index: a new file is its lines alone, each behind a +."
	case strings.HasPrefix(line, "-") || strings.HasPrefix(line, " "):
		update := updateFile + " with the path"
		if p.single {
			update = "type update_file"
		}
		hint = shown(line) + " does not. A new file has no lines that stay or go; to change one that exists, send " + update + "."
	}
	return p.wrong("each line of a new file must begin with +", hint)
}

// isMarker reports whether the next line that is not blank is a marker, and passes over the
// blank ones before it. Lines of a new file begin with + and so are neither.
func (p *reader) isMarker() bool {
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

// build adds the operation of that tag.
func (p *reader) build(tag string, args ...ops.Arg) (problem string) {
	spec, _ := ops.Lookup(tag)
	action, err := spec.Build(wording.Call, args)
	if err != nil {
		return p.wrong(err.Error())
	}
	p.list = append(p.list, ops.Operation{Action: action, Args: args})
	return ""
}

// peek is the next line, "" at the end.
func (p *reader) peek() string {
	if p.at < len(p.lines) {
		return p.lines[p.at]
	}
	return ""
}

// blanks passes over blank lines.
func (p *reader) blanks() {
	for p.at < len(p.lines) && strings.TrimSpace(p.peek()) == "" {
		p.at++
	}
}

// wrong says what is wrong with the next line, and what to send instead.
func (p *reader) wrong(problem string, hint ...string) string {
	for _, h := range hint {
		p.hint = h
	}
	return fmt.Sprintf("line %d of the patch: %s", p.at+1, problem)
}

// shown is the beginning of a text, in quotation marks.
func shown(text string) string {
	if head := fmt.Sprintf("%.60s", text); head != text {
		text = head + "…"
	}
	return strconv.Quote(text)
}
