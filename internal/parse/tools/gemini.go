package tools

import (
	"cmp"
	"slices"

	"fileops/internal/parse/response"
)

// candidates reads one candidate of an answer of Gemini: that with index 0, or else the first.
// Its shape stands at https://ai.google.dev/api/generate-content; Python's dumps have the names
// of the members in snake case.
func (d *reader) candidates(v value, o fields) {
	d.last = -1
	d.said = true
	d.out.From(gemini)
	list := slices.Collect(o["candidates"].elements())
	if len(list) == 0 {
		return
	}
	used := firstOf(list)
	c, twice := used.pick("content", "finishReason", "finish_reason")
	content, both := c["content"].pick("role", "parts")
	if twice = cmp.Or(twice, both); twice != "" {
		d.malformedMessage(used, twice+" in the candidate: nothing of it was run")
		return
	}
	d.contents(content)
	// Whatever is not a stop of the model is a cut, also a reason that comes to be later.
	switch reason := cmp.Or(c["finishReason"].string(), c["finish_reason"].string()); reason {
	case "", "STOP", "FINISH_REASON_UNSPECIFIED":
	default:
		d.stopped(reason)
	}
	if n := len(list); n > 1 {
		d.out.Warn("line %d: %d candidates: only the first was used", d.lines.Line(v.at), n)
	}
}

// contents reads a message of Gemini.
func (d *reader) contents(o fields) {
	if role := o["role"].string(); role != "" && role != "model" {
		d.ignore("a message of the role %s is not the model's: passed over", response.Head(role, 60))
		return
	}
	d.last, d.said = -1, true
	d.out.From(gemini)
	var text []value
	for e := range o["parts"].elements() {
		if isText(e) {
			text = append(text, e)
			continue
		}
		d.text(text)
		text = text[:0]
		d.geminiPart(e)
	}
	d.text(text)
}

// geminiPart reads a part of a message of Gemini that is no text: a call, or a thought. The
// others (pictures, code that the API itself runs) ask for nothing.
func (d *reader) geminiPart(v value) {
	o, twice := v.pick("functionCall", "function_call", "text", "thought")
	name := "functionCall"
	if o[name].text == "" {
		name = "function_call"
	}
	switch {
	case o[name].text != "":
		d.geminiCall(o[name], cmp.Or(twice, o.besides(name)))
	case twice != "":
		d.malformedMessage(v, twice+" in this part of the message: it was not run")
	case o["thought"].kind() == 't':
		d.think(o["text"])
	}
}

// besides says that a part has a text beside its call, "" if it has none: a part is one thing.
func (o fields) besides(call string) string {
	if o["text"].text == "" {
		return ""
	}
	return "text and " + call + " stand in one part of the message"
}

// geminiCall reads a call of Gemini: {name, args}, and an id in some of its APIs.
func (d *reader) geminiCall(v value, problem string) {
	o, _ := v.pick("partialArgs", "willContinue")
	c := callOf(v, gemini, "args")
	c.problem = cmp.Or(problem, c.problem)
	if c.problem == "" && (o["partialArgs"].text != "" || o["willContinue"].kind() == 't') {
		c.problem = "its arguments come in pieces (partialArgs), which are not put together: turn streamFunctionCallArguments off"
	}
	d.call(c)
}
