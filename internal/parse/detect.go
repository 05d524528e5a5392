package parse

import (
	"fmt"
	"regexp"
	"strings"
	"unicode"

	"fileops/internal/lazy"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/tags"
	"fileops/internal/parse/tools"
)

// heads match the beginnings of responses that are not prose.
type heads struct {
	object  *regexp.Regexp // a JSON object, or an array of objects or strings, perhaps with comments
	message *regexp.Regexp // an object that may be a known message
	scalar  *regexp.Regexp // numbers, true, false and null, up to the end
}

var headsOf = lazy.Value[heads]{Make: func() heads {
	const comments = `(?:\s|//[^\n]*\n|/\*(?s:.*?)\*/)*`
	return heads{
		object:  regexp.MustCompile(`^` + comments + `(?:\[` + comments + `)*(?:\{` + comments + `["']|"[^"\n]*"\s*,)`),
		message: regexp.MustCompile(`^[\[\s]*\{\s*"(id|type|role|content|parts|choices|candidates|output|tool_calls|function_call|function|name|input|arguments|jsonrpc|method|params|message|object|model|created)"\s*:`),
		scalar:  regexp.MustCompile(`^(?:(?:null|true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?:\s+|$))+$`),
	}
}}

// detect finds the dialect of a response and reads it. A response is JSON if the whole of it
// is, or if it begins with a JSON object and is cut off or broken. Prose may begin with a
// bracket as well: "[note] please", "{x}". Blocks are never looked for in JSON, where \n and
// \" are escapes: requests, logs and errors may mention blocks, and ask for nothing.
func (r *reader) detect(in string) {
	text := strings.TrimLeftFunc(in, invisible)
	switch {
	case tools.IsEvents(text):
		tools.ReadEvents(below(in, text), &r.out, r.prose)
		return
	case headsOf.Get().scalar.MatchString(text):
		r.out.Refuse("it is JSON, but no message of a known kind: " + tools.Describe(text))
		return
	case text == "" || !strings.ContainsRune(`{["/`, rune(text[0])), text[0] == '/' && !headsOf.Get().object.MatchString(text):
		r.prose(in, "")
		return
	}
	in = below(in, text)
	j := tools.Scan(strings.TrimRight(in, " \t\r\n")) // a line end behind a text that is cut off breaks nothing
	j.Text = in
	switch {
	case j.Err == nil && (text[0] != '"' || tags.Begin(text)):
		j.Read(&r.out, r.prose)
	case text[0] == '"' && !j.Cut():
		r.prose(in, "")
	case j.End == 0:
		r.brokenStart(text, j)
	default:
		r.brokenLater(j)
	}
}

// below is the end of a text, with the line ends before it: so its lines keep their numbers.
func below(in, end string) string {
	return strings.Repeat("\n", strings.Count(in[:len(in)-len(end)], "\n")) + end
}

// invisible reports whether r is a blank, a byte order mark or a zero width space.
func invisible(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b' }

// brokenStart reads a response that begins with no whole JSON value.
func (r *reader) brokenStart(text string, j tools.JSON) {
	h := headsOf.Get()
	switch {
	case h.message.MatchString(text) && !tools.IsRequest(text):
		j.Read(&r.out, r.prose)
	case h.object.MatchString(text), j.Cut() && tags.Begin(text):
		r.refuseBroken(j)
	case text[0] != '"' && (j.Cut() || j.TooDeep()):
		r.refuseBroken(j)
	default:
		r.prose(j.Text, "")
	}
}

// brokenLater reads a response that begins with whole JSON values.
func (r *reader) brokenLater(j tools.JSON) {
	known := j.Known()
	rest := strings.TrimLeft(j.Text[j.End:], " \t\r\n")
	switch {
	case known && (j.Cut() || strings.HasPrefix(rest, "{")):
		j.Read(&r.out, r.prose)
	case !known && (j.Cut() || headsOf.Get().object.MatchString(rest)), j.Cut() && tags.Begin(rest):
		r.refuseBroken(j)
	case !known && !tags.Begin(j.Text[:j.End]):
		r.prose(j.Text, "")
	default:
		r.proseAfter(j, known)
	}
}

// proseAfter reads a response that begins with JSON and goes on with prose. Nothing in the
// JSON runs: a message may be an example, and other JSON may only mention blocks.
func (r *reader) proseAfter(j tools.JSON, known bool) {
	r.out.Warn("the response begins with JSON but goes on with text at byte %d: it is taken for prose, and nothing in the JSON was run", j.End)
	for _, name := range j.Calls() {
		r.out.Quote(Quoted{Operation: name, Call: true, Line: 1, In: "prose"})
	}
	before := len(r.out.Operations)
	r.prose(strings.Repeat("\n", strings.Count(j.Text[:j.End], "\n"))+j.Text[j.End:], "") // the lines keep their numbers
	if !known && len(r.out.Operations) == before {
		r.out.Refuse("it begins with JSON that is no message of a known kind, and no operation follows: " + tools.Describe(j.Text[:j.End]))
	}
}

// refuseBroken reports that the response is JSON that is cut off or broken.
func (r *reader) refuseBroken(j tools.JSON) {
	r.out.Refuse("the JSON " + j.Trouble() + ", and it is no message of a known kind: " + tools.Describe(j.Text))
}

// refuseData refuses a response if all of its blocks stand in data: it is a log, a request
// or the like. operations and quoted are the numbers of them before this response.
func (r *reader) refuseData(operations, quoted int) {
	if len(r.out.Operations) > operations {
		return
	}
	for _, q := range r.out.Quoted[quoted:] {
		if q.In == quote.InData {
			r.out.Refuse(fmt.Sprintf("its operation blocks stand in JSON or other data, as a log has it: the first is <%s> at line %d", q.Operation, q.Line))
			return
		}
	}
}
