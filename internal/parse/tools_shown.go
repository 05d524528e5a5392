package parse

import (
	"cmp"
	"encoding/json"
	"strings"

	"fileops/internal/ops"
)

// Limits of the look for calls in prose, which keep its time linear: how many places
// are tried, and how many bytes a value may have.
const (
	maxTried    = 32
	maxShownLen = 1 << 20
)

// callTags are the tags that models without an API put around their calls.
var callTags = []string{"<tool_call>", "<function_call>", "<tool_use>", "<functioncall>", "[TOOL_CALLS]", "<|python_tag|>"}

// shown looks for calls in a text that asks for nothing: JSON on lines of its own, in a
// code fence, or behind a tag. As likely as not they are an example, so that they are
// not run; but whoever meant them has to hear of it.
func (d *reader) shown(in Input) {
	if !strings.Contains(in.Text, `"name"`) && !strings.Contains(in.Text, `"jsonrpc"`) {
		return
	}
	place, opened, offset, tried, skip := "prose", "", 0, 0, 0
	for line := range strings.Lines(in.Text) {
		at := offset
		offset += len(line)
		if text := strings.TrimSpace(line); at < skip || text == "" {
			continue
		} else if strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~") {
			place = map[bool]string{true: "prose", false: "fence"}[place == "fence"]
			continue
		}
		start, tag := callStart(line)
		tag, opened = cmp.Or(tag, opened), tag // a tag may stand on the line above
		if start < 0 {
			continue
		}
		if tried++; tried > maxTried {
			return
		}
		rest := in.Text[at+start:]
		rest = rest[:min(len(rest), maxShownLen)]
		dec := json.NewDecoder(strings.NewReader(rest))
		if dec.Decode(&ignored{}) != nil {
			continue
		}
		end := int(dec.InputOffset())
		skip = at + start + end
		for _, name := range d.calls(rest[:end]) {
			d.out.Quoted = append(d.out.Quoted, Quoted{
				Operation: name, Call: true, Line: 1 + strings.Count(in.Text[:at], "\n"), In: cmp.Or(tag, place), Source: in.Name,
			})
		}
	}
}

// callStart is where JSON begins in a line, -1 if it holds none, and the tag before it.
func callStart(line string) (start int, tag string) {
	start = len(line) - len(strings.TrimLeft(line, " \t"))
	for _, t := range callTags {
		if strings.HasPrefix(line[start:], t) {
			tag = t
			start += len(t)
			start += len(line[start:]) - len(strings.TrimLeft(line[start:], " \t"))
		}
	}
	if start == len(line) || line[start] != '{' && line[start] != '[' {
		return -1, tag
	}
	return start, tag
}

// calls are the operations that a piece of JSON would call.
func (d *reader) calls(text string) []string {
	if !d.anyKnown(text) {
		return nil
	}
	var out Response
	probe := reader{g: d.g, opt: d.opt, out: &out, ids: newNaming(), in: Input{Text: text}, line: 1, last: -1}
	probe.json(len(text), nil)
	var names []string
	for _, op := range out.Operations {
		if _, known := ops.Function(op.Call.Name); known || isPatch(op.Call.Name) {
			names = append(names, op.Call.Name)
		}
	}
	return names
}
