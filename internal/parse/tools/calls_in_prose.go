package tools

import (
	"cmp"
	"encoding/json"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/parse/response"
)

// Limits of the search for calls in prose, which keep its time linear.
const (
	maxTried    = 64        // places
	maxShownLen = 256 << 10 // bytes of a value
)

// QuoteCalls notes the calls in a text outside of operations: JSON, also in a fence or after
// a tag, and other forms in which models write calls. They may be examples, so they are not
// run. The report of them helps a model that meant them.
func QuoteCalls(text string, out *response.Builder) {
	place, opened, offset, tried, skip := "prose", "", 0, 0, 0
	lines := response.Lines{Text: text}
	for line := range strings.Lines(text) {
		at := offset
		offset += len(line)
		trimmed := strings.TrimSpace(line)
		if at < skip || trimmed == "" {
			continue
		}
		if strings.HasPrefix(trimmed, "```") || strings.HasPrefix(trimmed, "~~~") {
			place = map[bool]string{true: "prose", false: "fence"}[place == "fence"]
			continue
		}
		quote := func(name, where string) {
			out.Quote(response.Quoted{Operation: name, Call: true, Line: lines.Line(at), In: where})
		}
		if name, tag := otherCall(trimmed); name != "" {
			quote(name, cmp.Or(tag, place))
			continue
		}
		start, tag := callStart(line)
		alone := strings.HasSuffix(trimmed, tag) // then the call is on the next line
		if start < 0 && tag != "" && !alone {
			quote(unreadable, tag)
		}
		if tag, opened = cmp.Or(tag, opened), tag; start < 0 {
			continue
		}
		if tried++; tried > maxTried {
			return
		}
		names, length := callsAt(text[at+start:])
		if len(names) == 0 && tag != "" {
			names = []string{unreadable}
		}
		for _, name := range names {
			quote(name, cmp.Or(tag, place))
		}
		skip = max(offset, at+start+length)
	}
}

// unreadable is what a call is named that cannot be read.
const unreadable = "a function, which cannot be read"

// callTags are the tags that models put before their calls in prose.
var callTags = []string{"<tool_call>", "<function_call>", "<tool_use>", "<functioncall>", "[TOOL_CALLS]", "<|python_tag|>"}

// otherCall is the function that a line calls in another way than by JSON, "" for none,
// and the tag around the call.
func otherCall(line string) (name, tag string) {
	closed := false
	if rest, ok := strings.CutPrefix(line, `<invoke name="`); ok {
		name, _, closed = strings.Cut(rest, `"`)
		tag = "<invoke>"
	} else if rest, ok := strings.CutPrefix(line, "<function="); ok {
		name, _, closed = strings.Cut(rest, ">")
		tag = "<function>"
	} else if rest, ok := strings.CutPrefix(line, "Action:"); ok {
		name = strings.TrimLeft(rest, " ")
		_, closed = ops.Function(name)
	}
	if !closed || strings.TrimLeft(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.-") != "" {
		return "", ""
	}
	return name, tag
}

// callStart is where JSON may begin in a line, -1 if nowhere, and the tag before it.
func callStart(line string) (start int, tag string) {
	object, array := strings.IndexByte(line, '{'), strings.IndexByte(line, '[')
	if array >= 0 || mayHoldTag(line) {
		for _, t := range callTags {
			if at := strings.Index(line, t); at >= 0 {
				tag, start = t, at+len(t)
				object, array = strings.IndexByte(line[start:], '{'), strings.IndexByte(line[start:], '[')
				break
			}
		}
	}
	switch {
	case object < 0 && array < 0:
		return -1, tag
	case object < 0 || array >= 0 && array < object:
		return start + array, tag
	}
	return start + object, tag
}

// mayHoldTag reports whether a line has the first two characters of one of callTags that begins
// with "<".
func mayHoldTag(line string) bool {
	for {
		_, after, found := strings.Cut(line, "<")
		if !found || after == "" {
			return false
		}
		if after[0] == 't' || after[0] == 'f' || after[0] == '|' {
			return true
		}
		line = after
	}
}

// callsAt returns the operations that the JSON at the start of a text would call, and its
// length.
func callsAt(text string) (names []string, length int) {
	text = text[:min(len(text), maxShownLen)]
	dec := json.NewDecoder(strings.NewReader(text))
	if dec.Decode(&ignored{}) != nil {
		return nil, 0
	}
	length = int(dec.InputOffset())
	return JSON{Text: text, End: length}.Calls(), length
}

// Calls are the operations that the whole values would call.
func (j JSON) Calls() (names []string) {
	if !j.Known() {
		return nil
	}
	var out response.Builder
	JSON{Text: j.Text[:j.End], End: j.End}.Read(&out, func(string, string) {})
	for _, op := range out.Operations {
		if _, known := ops.Function(op.Call.Name); known || isPatch(op.Call.Name) || isReplaceInFile(op.Call.Name) {
			names = append(names, op.Call.Name)
		}
	}
	return names
}
