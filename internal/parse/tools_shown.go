package parse

import (
	"cmp"
	"encoding/json"
	"regexp"
	"strings"
	"sync"

	"fileops/internal/ops"
)

// Limits of the look for calls in prose, which keep its time linear: how many places
// are tried, and how many bytes a value may have.
const (
	maxTried    = 64
	maxShownLen = 256 << 10
)

// shown looks for calls in a text that asks for nothing: JSON, be it in a code fence or
// behind a tag, and other ways in which models write calls. As likely as not they are an
// example, so that they are not run; but whoever meant them has to hear of it.
func (d *reader) shown(in Input) {
	place, opened, offset, tried, skip := "prose", "", 0, 0, 0
	for line := range strings.Lines(in.Text) {
		at := offset
		offset += len(line)
		text := strings.TrimSpace(line)
		if at < skip || text == "" {
			continue
		}
		if strings.HasPrefix(text, "```") || strings.HasPrefix(text, "~~~") {
			place = map[bool]string{true: "prose", false: "fence"}[place == "fence"]
			continue
		}
		lineNumber := func() int { return 1 + strings.Count(in.Text[:at], "\n") }
		if name, tag := otherCall(text); name != "" {
			d.quote(in, name, cmp.Or(tag, place), lineNumber())
			continue
		}
		start, tag := callStart(line)
		alone := strings.HasSuffix(text, tag) // then the call is on the next line
		if start < 0 && tag != "" && !alone {
			d.quote(in, unreadable, tag, lineNumber())
		}
		if tag, opened = cmp.Or(tag, opened), tag; start < 0 {
			continue
		}
		if tried++; tried > maxTried {
			return
		}
		names, length := d.callsAt(in.Text[at+start:])
		if len(names) == 0 && tag != "" {
			names = []string{unreadable}
		}
		for _, name := range names {
			d.quote(in, name, cmp.Or(tag, place), lineNumber())
		}
		skip = max(offset, at+start+length)
	}
}

// quote notes a call that is shown, not run.
func (d *reader) quote(in Input, name, where string, line int) {
	d.out.Quoted = append(d.out.Quoted, Quoted{Operation: name, Call: true, Line: line, In: where, Source: in.Name})
}

// unreadable is what a call is named that cannot be read.
const unreadable = "a function, which cannot be read"

// callTags are what models without an API put around their calls.
var callTags = []string{"<tool_call>", "<function_call>", "<tool_use>", "<functioncall>", "[TOOL_CALLS]", "<|python_tag|>"}

// namedCalls are the ways in which models name a function outside of JSON.
var namedCalls = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^<(invoke) name="([\w.-]+)"|^<(function)=([\w.-]+)>|^(Action): *([\w.-]+) *$|^(\*\*\*) (Begin Patch) *$`)
})

// otherCall is the function that a line calls in another way than by JSON, "" for none,
// and what stands around the call.
func otherCall(line string) (name, tag string) {
	m := namedCalls().FindStringSubmatch(line)
	switch {
	case m == nil:
		return "", ""
	case m[8] != "":
		return "apply_patch", ""
	case m[6] != "":
		if _, known := ops.Function(m[6]); !known {
			return "", ""
		}
		return m[6], ""
	}
	return cmp.Or(m[2], m[4]), "<" + cmp.Or(m[1], m[3]) + ">"
}

// callStart is where JSON may begin in a line, -1 if nowhere, and the tag before it.
func callStart(line string) (start int, tag string) {
	for _, t := range callTags {
		if at := strings.Index(line, t); at >= 0 {
			tag, start = t, at+len(t)
			break
		}
	}
	at := strings.IndexAny(line[start:], "{[")
	if at < 0 {
		return -1, tag
	}
	return start + at, tag
}

// callsAt are the operations that the JSON at the start of a text would call, and how
// long it is.
func (d *reader) callsAt(text string) (names []string, length int) {
	text = text[:min(len(text), maxShownLen)]
	dec := json.NewDecoder(strings.NewReader(text))
	if dec.Decode(&ignored{}) != nil {
		return nil, 0
	}
	length = int(dec.InputOffset())
	return d.calls(text[:length]), length
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
