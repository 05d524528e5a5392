package parse

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
)

// heads are how what is no prose begins.
type heads struct {
	object  *regexp.Regexp // an object of JSON, or an array of them or of texts; comments may stand in it
	message *regexp.Regexp // an object of which a known message may be
	scalar  *regexp.Regexp // numbers and the like, up to the end
	stream  *regexp.Regexp // server-sent events with JSON as their data
}

var headsOf = sync.OnceValue(func() heads {
	const comments = `(?:\s|//[^\n]*\n|/\*(?s:.*?)\*/)*`
	return heads{
		object:  regexp.MustCompile(`^` + comments + `(?:\[` + comments + `)*(?:\{` + comments + `["']|"[^"\n]*"\s*,)`),
		message: regexp.MustCompile(`^[\[\s]*\{\s*"(id|type|role|content|choices|output|tool_calls|function_call|function|name|input|arguments|jsonrpc|method|params|message|object|model|created)"\s*:`),
		scalar:  regexp.MustCompile(`^(?:(?:null|true|false|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?:\s+|$))+$`),
		stream:  regexp.MustCompile(`^(?:(?:(?:event|id|retry)?:[^\n]*|\r?)\n)*data: *(?:\{|\[DONE\])`),
	}
})

// detect finds out whether a response is JSON. Prose may begin with a bracket as well:
// [note] please …, {x}, [1] as said. A response is JSON if all of it is, or if it begins
// with an object of JSON and is cut off or broken. Blocks are never looked for in JSON:
// \n and \" would be taken for something else there. A request, a log or an error may
// hold them, and asks for nothing.
func (d *reader) detect() {
	text := strings.TrimLeftFunc(d.in.Text, invisible)
	switch {
	case headsOf().stream.MatchString(text):
		d.refuseJSON("it is an event stream, not the message that its events make")
		return
	case headsOf().scalar.MatchString(text):
		d.refuseJSON("it is JSON, but no message of a known kind: " + foundJSON(text))
		return
	case text == "" || !strings.ContainsRune(`{["/`, rune(text[0])), text[0] == '/' && !headsOf().object.MatchString(text):
		d.tags(d.in, "")
		return
	}
	lead := d.in.Text[:len(d.in.Text)-len(text)]
	d.in.Text = strings.Repeat("\n", strings.Count(lead, "\n")) + text
	end, err := validJSON(strings.TrimRight(d.in.Text, " \t\r\n")) // a line end behind a text that is cut off breaks nothing
	switch {
	case err == nil && (text[0] != '"' || d.holdsBlock(text)):
		d.json(end, nil)
	case text[0] == '"' && !errors.Is(err, io.ErrUnexpectedEOF):
		d.tags(d.in, "")
	case end == 0:
		d.brokenStart(text, err)
	default:
		d.brokenLater(end, err)
	}
}

// invisible reports whether a reader sees nothing of r: a blank, or a mark of the byte
// order.
func invisible(r rune) bool { return unicode.IsSpace(r) || r == '\ufeff' || r == '\u200b' }

// brokenStart reads a response of which no JSON value is whole.
func (d *reader) brokenStart(text string, err error) {
	cut := errors.Is(err, io.ErrUnexpectedEOF)
	h := headsOf()
	switch {
	case h.message.MatchString(text) && !asksOrFails(topNames(text)):
		d.json(0, err)
	case h.object.MatchString(text), cut && d.holdsBlock(text):
		d.refuseBroken(err)
	case text[0] != '"' && (cut || tooDeep(err)):
		d.refuseBroken(err)
	default:
		d.tags(d.in, "")
	}
}

// brokenLater reads a response that begins with whole JSON values, up to end.
func (d *reader) brokenLater(end int, err error) {
	known := d.anyKnown(d.in.Text[:end])
	rest := strings.TrimLeft(d.in.Text[end:], " \t\r\n")
	cut := errors.Is(err, io.ErrUnexpectedEOF)
	switch {
	case known && (cut || strings.HasPrefix(rest, "{")):
		d.json(end, err)
	case !known && (cut || headsOf().object.MatchString(rest)), cut && d.holdsBlock(rest):
		d.refuseBroken(err)
	default:
		d.proseAfter(end, known)
	}
}

// refuseBroken reports that the response is JSON that is cut off or broken.
func (d *reader) refuseBroken(err error) {
	trouble := jsonTrouble(err, len(strings.TrimRight(d.in.Text, " \t\r\n")))
	d.refuseJSON("the JSON " + trouble + ", and it is no message of a known kind: " + foundJSON(d.in.Text))
}

// refuseJSON reports that the response cannot be read.
func (d *reader) refuseJSON(why string) {
	if d.in.Name != "" {
		why = d.in.Name + ": " + why
	}
	d.refused = append(d.refused, why)
}

// holdsBlock reports whether an operation's opening tag stands in a text.
func (d *reader) holdsBlock(text string) bool {
	return slices.ContainsFunc(d.g.tokenize(text), func(t token) bool { return t.opens() && d.g.specs[t.name] != nil })
}

// asksOrFails reports whether an object with these members is a request to an API or an
// error, and not the answer of a model.
func asksOrFails(names []string) bool {
	has := func(list ...string) bool {
		return slices.ContainsFunc(list, func(name string) bool { return slices.Contains(names, name) })
	}
	return has("messages", "error", "prompt") && !has("choices", "output", "content", "role")
}

// foundJSON says what a text of JSON begins with, be it whole or not.
func foundJSON(text string) string {
	names := topNames(text)
	for i, name := range names {
		names[i] = fmt.Sprintf("%q", head(name, maxName))
	}
	if n := len(names); n > maxFound {
		names = append(names[:maxFound], "…")
	}
	kind := jsonValue{text: strings.TrimLeft(text, " \t\r\n")}.describe()
	if len(names) == 0 {
		return kind
	}
	if kind == "an array" {
		kind = "an array of objects"
	}
	return kind + " with " + strings.Join(names, ", ")
}

// maxFound is how many members are named of an object.
const maxFound = 5

// topNames are the names of the members of the first object in a text of JSON, as far as
// it goes: on top, or in an array.
func topNames(text string) (names []string) {
	dec := json.NewDecoder(strings.NewReader(text))
	depth, name := 0, false
	for {
		switch t, err := dec.Token(); {
		case err != nil, depth == 1 && t == json.Delim('}'):
			return names
		case depth == 0 && t == json.Delim('['):
		case depth == 0 && t != json.Delim('{'):
			return names
		case t == json.Delim('{') || t == json.Delim('['):
			depth++
			name = depth == 1
		case t == json.Delim('}') || t == json.Delim(']'):
			depth--
			name = depth == 1
		case depth == 1 && name:
			names = append(names, t.(string)) //nolint:forcetypeassert // the decoder checks that
			name = false
		case depth == 1:
			name = true
		}
	}
}
