package tools

import (
	"cmp"
	"slices"
	"strings"

	"fileops/internal/parse/response"
)

// maxNested is how deep messages may be nested; a part in an item in a response is three
// deep. The limit keeps the time linear.
const maxNested = 4

// message reads a message or a part of one, and reports whether the value is either.
func (d *reader) message(v value) bool {
	o, twice := v.pick(members...)
	d.depth++
	defer func() { d.depth-- }()
	switch shape := o.shape(); {
	case shape == unknownShape:
		return false
	case d.depth > maxNested:
		d.ignore("line %d: a message within too many others: passed over", d.lines.Line(v.at))
	case shape == part:
		d.part(v, o, twice)
	case shape == plain && o.has("name", '"'):
		c := callOf(v, "", "input", "arguments", "parameters")
		c.problem = cmp.Or(twice, c.problem)
		d.call(c)
	case shape == plain:
		d.toolCall(v)
	case twice != "":
		d.malformedMessage(v, twice+" in the message: nothing of it was run")
	case shape == rpcShape:
		d.rpc(v, o)
	case shape == completion:
		d.completion(v, o)
	case shape == answer:
		d.answer(o)
	case shape == candidates:
		d.candidates(v, o)
	case shape == contents:
		d.contents(o)
	case shape == converse:
		d.converse(o)
	case shape == untyped:
		d.untyped(v, o, twice)
	case shape == wrapped:
		d.wrapped(o)
	case shape == chat:
		d.chat(o)
	}
	return true
}

// rpc reads a request of JSON-RPC: MCP's tools/call is a call.
func (d *reader) rpc(v value, o fields) {
	method, ok := o["method"].str()
	switch {
	case !ok:
		d.ignore("line %d: an answer in JSON-RPC, not a call: passed over", d.lines.Line(v.at))
		return
	case method != "tools/call":
		d.ignore("line %d: the method %s is not tools/call: passed over", d.lines.Line(v.at), response.Head(method, 60))
		return
	}
	c := callOf(o["params"], mcp, "arguments")
	c.at, c.id = v.at, o["id"].id()
	if o["id"].kind() != '"' {
		c.item = "number" // so is the id of the answer
	}
	d.call(c)
}

// completion reads one choice of an answer of OpenAI's Chat Completions: that with index 0,
// which need not be listed first, or else the first.
func (d *reader) completion(v value, o fields) {
	d.last = -1
	d.said = true
	d.out.From(openai)
	choices := slices.Collect(o["choices"].elements())
	if len(choices) == 0 {
		return
	}
	used := firstOf(choices)
	c, twice := used.pick("index", "message", "delta", "finish_reason")
	switch {
	case twice != "":
		d.malformedMessage(used, twice+" in the choice: nothing of it was run")
	case c.has("delta", '{'):
		d.malformedMessage(used, "it is a piece of a stream: the pieces must be put together first; nothing of it was run")
	case c.has("message", '{'):
		m, twice := c["message"].pick(members...)
		if twice != "" {
			d.malformedMessage(c["message"], twice+" in the message: nothing of it was run")
			break
		}
		d.chat(m)
		d.cutOff(c["finish_reason"].string())
	default:
		d.ignore("line %d: a choice without a message: passed over", d.lines.Line(used.at))
	}
	if n := len(choices); n > 1 {
		d.out.Warn("line %d: %d choices: only the first was used", d.lines.Line(v.at), n)
	}
}

// firstOf is the one of several answers whose index is 0, or else the first.
func firstOf(choices []value) value {
	return choices[max(0, slices.IndexFunc(choices, func(choice value) bool {
		c, _ := choice.pick("index")
		return c["index"].text == "0"
	}))]
}

// wrapped reads an object around a message. That of Ollama says that it is done
// (https://docs.ollama.com/api/chat).
func (d *reader) wrapped(o fields) {
	d.last = -1
	if o["done"].text != "" || o["done_reason"].text != "" {
		d.chats = ollama
		d.out.From(ollama)
		defer func() { d.chats = "" }()
	}
	d.message(o["message"])
	d.cutOff(o["done_reason"].string())
}

// answer reads an answer of OpenAI's Responses.
func (d *reader) answer(o fields) {
	d.last, d.said = -1, true
	d.out.From(responses)
	d.parts(o["output"])
	if status := o["status"].string(); status != "" && status != "completed" {
		details, _ := o["incomplete_details"].pick("reason")
		if reason := details["reason"].string(); reason != "" {
			status += ": " + reason
		}
		d.stopped(status)
	}
}

// chat reads a message with a role, of whichever API.
func (d *reader) chat(o fields) {
	switch role := o["role"].string(); role {
	case "", "assistant", "model":
	default:
		d.ignore("a message of the role %s is not the model's: passed over", response.Head(role, 60))
		return
	}
	first := d.last
	d.last, d.said = -1, true
	d.out.From(d.apiOf(o))
	d.think(o["reasoning_content"])
	d.think(o["thinking"])
	switch c := o["content"]; c.kind() {
	case '"':
		d.text([]value{c})
	case '[':
		d.parts(c)
	}
	d.refuse(o["refusal"])
	for c := range o["tool_calls"].elements() {
		d.toolCall(c)
	}
	if o.has("function_call", '{') {
		c := callOf(o["function_call"], openai, "arguments")
		c.item = "function_call" // of old: there is one, so it has no id
		d.call(c)
	}
	d.cutOff(o["stop_reason"].string())
	if status := o["status"].string(); status != "" && status != "completed" {
		d.stopped(status)
		d.behind = d.behind || status == unfinished
	}
	if d.last < 0 {
		d.last = first // an item of a response, whose other calls stand before it
	}
}

// apiOf is the API of a message that stands alone, as far as it can be told without its calls.
func (d *reader) apiOf(o fields) string {
	switch {
	case d.depth > 1 || d.chats != "":
		return ""
	case o["stop_reason"].text != "", o["type"].string() == "message" && o["status"].text == "":
		return anthropic
	case o["content"].kind() == '"':
		return openai
	}
	return ""
}

// toolCall reads an element of tool_calls: a call, or an id beside a function.
func (d *reader) toolCall(v value) {
	o, _ := v.pick("function", "custom")
	wrapper, arguments := "function", "arguments"
	if !o.has(wrapper, '{') {
		wrapper, arguments = "custom", "input"
	}
	if !o.has(wrapper, '{') {
		d.call(callOf(v, "", "input", "arguments", "parameters"))
		return
	}
	o, twice := v.pick("id", wrapper)
	c := callOf(o[wrapper], cmp.Or(d.chats, openai), arguments)
	c.at, c.id = v.at, o["id"].id()
	c.problem = cmp.Or(twice, c.problem)
	d.call(c)
}

// part reads a part of a message. twice says that one of its members stands twice.
func (d *reader) part(v value, o fields, twice string) {
	kind := o["type"].string()
	api, called := calledParts.Get()[kind]
	d.said = d.said || !ignoredPart(kind)
	switch {
	case called:
		arguments := []string{"input", "arguments"}
		switch kind {
		case "apply_patch_call":
			arguments = []string{"operation"}
		case "local_shell_call":
			arguments = []string{"action"}
		}
		c := callOf(v, api, arguments...)
		if c.name == "" && kind != "tool_use" && kind != "function_call" {
			c.name = strings.TrimSuffix(kind, "_call") // apply_patch, shell: each has a type of its own
		}
		c.problem = cmp.Or(twice, c.problem)
		if api == responses && kind != "function_call" {
			c.item = kind
		}
		d.call(c)
		if status := o["status"].string(); status != "" && status != "completed" {
			d.stopped(status)
			d.behind = d.behind || status == unfinished
		}
	case kind == "function" || kind == "custom":
		d.toolCall(v)
	case twice != "":
		d.malformedMessage(v, twice+" in this part of the message: it was not run")
	case kind == "text" || kind == "output_text":
		d.text([]value{o["text"]})
	case kind == "thinking":
		d.think(o["thinking"])
	case kind == "reasoning":
		d.reasoning(o)
	case kind == "refusal":
		d.refuse(o["refusal"])
	}
}

// reasoning keeps what a model reasoned, or the summary of it.
func (d *reader) reasoning(o fields) {
	for _, name := range []string{"summary", "content"} {
		for e := range o[name].elements() {
			text, _ := e.pick("text")
			d.think(text["text"])
		}
	}
}

// think keeps the text of a thought.
func (d *reader) think(v value) {
	if text := v.string(); strings.TrimSpace(text) != "" {
		d.out.Think(text)
	}
}

// refuse keeps what a model says where it refuses.
func (d *reader) refuse(v value) {
	if text := d.out.Say(v.string()); text != "" {
		d.out.Warn("line %d: the model refused: %s", d.lines.Line(v.at), response.Head(text, 200))
	}
}

// text hands on the texts of a message as one.
func (d *reader) text(texts []value) {
	var b strings.Builder
	damage := ""
	d.said = d.said || len(texts) > 0
	for _, v := range texts {
		text := v
		if v.kind() == '{' {
			o, _ := v.pick("text")
			text = o["text"]
		}
		if found := text.damage(); found != "" {
			damage = found
		}
		b.WriteString(text.string())
	}
	if d.behind {
		damage = "stands behind a part of the message whose end is not in the stream"
	}
	if b.Len() > 0 {
		d.prose(b.String(), damage)
	}
}
