package tools

import (
	"cmp"
	"encoding/json"
	"regexp"
	"slices"
	"strings"
	"sync"

	"fileops/internal/ops"
	"fileops/internal/parse/response"
)

// Limits of the look for calls in prose, which keep its time linear: how many places
// are tried, and how many bytes a value may have.
const (
	maxTried    = 64
	maxShownLen = 256 << 10
)

// QuoteCalls notes the calls in a text that asks for nothing: JSON, also in a fence or
// after a tag, and other ways in which models write calls. They may be examples, so they
// are not run; but who meant them has to be told.
func QuoteCalls(text string, out *response.Builder) {
	place, opened, offset, tried, skip := "prose", "", 0, 0, 0
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
			out.Quote(response.Quoted{Operation: name, Call: true, Line: 1 + strings.Count(text[:at], "\n"), In: where})
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

// callTags are what models without an API put around their calls.
var callTags = []string{"<tool_call>", "<function_call>", "<tool_use>", "<functioncall>", "[TOOL_CALLS]", "<|python_tag|>"}

// namedCalls are the ways in which models name a function outside of JSON.
var namedCalls = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^<(invoke) name="([\w.-]+)"|^<(function)=([\w.-]+)>|^(Action): *([\w.-]+) *$|^(\*\*\*) (Begin Patch) *$`)
})

// otherCall is the function that a line calls in another way than by JSON, "" for none,
// and what stands around the call.
func otherCall(line string) (name, tag string) {
	begins := func(prefix string) bool { return strings.HasPrefix(line, prefix) }
	if !slices.ContainsFunc([]string{"<invoke ", "<function=", "Action:", "*** "}, begins) {
		return "", "" // as most lines, at less cost than by the expression
	}
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
		if _, known := ops.Function(op.Call.Name); known || isPatch(op.Call.Name) {
			names = append(names, op.Call.Name)
		}
	}
	return names
}
