package tools

import (
	"cmp"
	"fmt"
	"iter"
	"strings"

	"fileops/internal/parse/response"
)

// brokenOff is the reason for the end of a message whose stream has no end. Others begin with
// it.
const brokenOff = "its stream breaks off"

// unfinished is the status of a part of a message whose end is not in the stream: it does not
// run, nor does what follows it.
const unfinished = "its end is not in the stream"

// stream puts the events of one message together.
type stream interface {
	// add takes an event. The problem says why it does not fit, "" if it does.
	add(v value, o fields) (problem string)
	// over reports whether the end of the message came.
	over() bool
	// write writes the message. broke says why its end did not come, "" if it did.
	write(w *joiner, broke string)
}

// eventMembers are the names in an event that are read.
var eventMembers = []string{
	"type", "object", "id", "responseId", "choices", "candidates", "message", "done", "done_reason", "response", "error",
	"index", "content_block", "delta", "output_index", "item",
}

// joiner puts the messages of a stream together. What it writes is JSON, in which each part of
// a message stands on the line at which it began in the stream.
type joiner struct {
	lines    response.Lines // the stream
	out      strings.Builder
	line     int    // of the end of out
	api      string // of the present message
	now      stream // nil if there is none
	broke    string // why the present message went no further
	messages int
	other    value // the first event that is of no stream
}

func newJoiner(text string) *joiner { return &joiner{lines: response.Lines{Text: text}, line: 1} }

// begins returns the stream that an event may begin or go on with, and its API; nil for an event
// of none. first reports that it can only begin one.
func begins(o fields) (s stream, api string, first bool) {
	kind := o["type"].string()
	switch {
	case kind == "message_start":
		return &anthropicStream{}, anthropic, true
	case strings.HasPrefix(kind, "content_block_"), kind == "message_delta", kind == "message_stop":
		return &anthropicStream{}, anthropic, false
	case strings.HasPrefix(kind, "response."):
		return &responsesStream{}, responses, kind == "response.created"
	case o.has("choices", '[') && o.isChunk():
		return &chatStream{id: o["id"].text}, openai, false
	case o.has("candidates", '['):
		return &geminiStream{id: o["responseId"].text}, gemini, false
	case o.has("message", '{') && (o.has("done", 't') || o.has("done", 'f')):
		return &ollamaStream{}, ollama, false
	}
	return nil, "", false
}

// isChunk reports whether the choices of an object are pieces of a stream.
func (o fields) isChunk() bool {
	for c := range o["choices"].elements() {
		piece, _ := c.pick("delta")
		return piece.has("delta", '{')
	}
	return true // it says how many tokens were used
}

// event takes an event of a stream, and reports whether it is one.
func (j *joiner) event(v value) bool {
	o, twice := v.pick(eventMembers...)
	if j.now != nil && (o["error"].text != "" || o["type"].string() == "error") {
		j.fail(fmt.Sprintf("%s with an error: %s", brokenOff, response.Head(errorText(o), 100)))
		return true
	}
	s, api, first := begins(o)
	if s == nil {
		if j.other.text == "" {
			j.other = v
		}
		return false
	}
	if j.now == nil || first || api != j.api || j.now.over() && !j.goesOn(o) {
		j.flush()
		j.now, j.api = s, api
	}
	if twice != "" {
		j.fail(brokenOff + ": " + twice + " in an event")
	}
	if j.broke == "" {
		if problem := j.now.add(v, o); problem != "" {
			j.fail(brokenOff + ": " + problem)
		}
	}
	return true
}

// goesOn reports whether an event belongs to the present message, although that is over.
func (j *joiner) goesOn(o fields) bool {
	switch s := j.now.(type) {
	case *chatStream:
		return s.id == o["id"].text
	case *geminiStream:
		return s.id == o["responseId"].text && s.id != ""
	}
	return j.api == anthropic || j.api == responses
}

// errorText is what an event with an error says.
func errorText(o fields) string {
	e, _ := o["error"].pick("type", "message", "code")
	for _, name := range []string{"type", "message", "code"} {
		if text := e[name].string(); text != "" {
			return text
		}
	}
	return cmp.Or(o["error"].string(), o["message"].string(), "unknown")
}

// done takes the mark [DONE]: the stream is over.
func (j *joiner) done() {
	if s, ok := j.now.(*chatStream); ok && j.broke == "" {
		s.ended = true
	}
}

// fail says why the present message goes no further. What follows of it is not read.
func (j *joiner) fail(why string) {
	if j.now != nil && j.broke == "" && !j.now.over() {
		j.broke = why
	}
}

// flush writes the present message.
func (j *joiner) flush() {
	if j.now == nil {
		return
	}
	if j.broke == "" && !j.now.over() {
		j.broke = brokenOff
	}
	j.messages++
	j.now.write(j, j.broke)
	j.now, j.broke = nil, ""
}

// at makes what is written next stand on the line of an offset of the stream.
func (j *joiner) at(offset int) {
	if n := j.lines.Line(offset) - j.line; n > 0 {
		j.raw(strings.Repeat("\n", n))
	}
}

func (j *joiner) raw(text string) {
	j.line += strings.Count(text, "\n")
	j.out.WriteString(text)
}

// quoted writes a text that needs no escapes as a string.
func (j *joiner) quoted(text string) { j.raw(asString(text)) }

// member writes a member of an object behind another one; nothing for a missing value.
func (j *joiner) member(name string, v value) {
	if v.text != "" {
		j.raw(`,"` + name + `":` + v.text)
	}
}

// literal is a string of JSON that is put together of others. They are not decoded: the halves of
// a character may be in two of them.
type literal struct {
	strings.Builder
	pieces int
}

// add appends a string; anything else is passed over.
func (l *literal) add(v value) {
	if v.kind() == '"' {
		l.WriteString(v.text[1 : len(v.text)-1])
		l.pieces++
	}
}

func (l *literal) json() string { return `"` + l.String() + `"` }

// asString is a text as a string of JSON.
func asString(text string) string {
	var b strings.Builder
	b.WriteByte('"')
	for i := range len(text) {
		switch c := text[i]; {
		case c == '"' || c == '\\':
			b.WriteByte('\\')
			b.WriteByte(c)
		case c < ' ':
			fmt.Fprintf(&b, `\u%04x`, c)
		default:
			b.WriteByte(c)
		}
	}
	b.WriteByte('"')
	return b.String()
}

// isPiece reports whether a value of JSON begins a stream. alone says that no other one follows.
func isPiece(v value, alone bool) bool {
	o, _ := v.pick(eventMembers...)
	s, api, first := begins(o)
	switch {
	case s == nil:
		return false
	case api == gemini: // a message that is whole has the same shape
		return !alone && s.add(v, o) == "" && !s.over()
	case api == ollama:
		return o.has("done", 'f')
	case api == openai:
		return o["choices"].text != "[]"
	}
	return first
}

// pieces are the values of the text: the elements, if it is one array.
func (j JSON) pieces() iter.Seq[value] {
	return func(yield func(value) bool) {
		for v := range values(j.Text[:j.End]) {
			whole := strings.TrimRight(j.Text[:j.End], blanks)
			list := func(yield func(value) bool) { yield(v) }
			if v.kind() == '[' && v.at+len(v.text) == len(whole) {
				list = v.elements()
			}
			for e := range list {
				if !yield(e) {
					return
				}
			}
		}
	}
}

// joined is JSON in which messages take the place of the pieces of a stream, if the first value
// is one.
func (j JSON) joined() JSON {
	var firstTwo []value
	for v := range j.pieces() {
		if firstTwo = append(firstTwo, v); len(firstTwo) == 2 {
			break
		}
	}
	if len(firstTwo) == 0 || !isPiece(firstTwo[0], len(firstTwo) == 1) {
		return j
	}
	to := newJoiner(j.Text)
	for v := range j.pieces() {
		if !to.event(v) {
			to.flush()
			to.at(v.at)
			to.raw(v.text + " ")
		}
	}
	rest := j.Text[j.End:]
	if j.Err == nil || to.now != nil && !to.now.over() {
		j.Err, rest = nil, "" // if the stream breaks off, that is said of its message
	}
	to.flush()
	joined := to.out.String()
	return JSON{Text: joined + rest, End: len(joined), Err: j.Err}
}
