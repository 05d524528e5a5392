package parse

import (
	"cmp"
	"slices"
	"strings"
)

// The names of APIs, as ops.Call has them.
const (
	anthropic = "anthropic" // Messages
	openai    = "openai"    // Chat Completions
	responses = "openai-responses"
	mcp       = "mcp"
)

// members are the names that tell what a message or a part of one is. What else it
// holds (usage, logprobs, …) is not looked at.
var members = []string{
	"type", "role", "content", "choices", "output", "tool_calls", "function_call", "function", "jsonrpc", "method", "params", "message",
	"id", "call_id", "name", "input", "arguments", "parameters", "description", "custom", "operation",
	"text", "thinking", "refusal", "summary", "reasoning_content", "stop_reason", "done_reason", "status", "incomplete_details",
	"messages", "isError", "is_error", "tool_use_id", "tool_call_id", "structuredContent",
}

// shape is what a JSON object is.
type shape int

const (
	unknownShape shape = iota
	rpcShape           // JSON-RPC, as MCP has it
	completion         // OpenAI Chat Completions: choices
	response           // OpenAI Responses: output
	wrapped            // an object around a message: Ollama, transcripts
	chat               // a message with a role, or calls
	part               // a part of a message, by its type
	plain              // a call without any API around it
)

// known reports whether a value is a message of a known kind, or a part of one.
func known(v jsonValue) bool {
	if v.kind() != '{' {
		return false
	}
	o, _ := v.pick(members...)
	return o.shape() != unknownShape
}

// isText reports whether a value is a part of a message that holds its text.
func isText(v jsonValue) bool {
	o, twice := v.pick("type", "text")
	kind := o["type"].string()
	return twice == "" && (kind == "text" || kind == "output_text") && o["text"].kind() == '"'
}

func (o fields) has(name string, kind byte) bool { return o[name].kind() == kind }

// shape finds out what an object is, by the members that such objects must have.
func (o fields) shape() shape {
	kind := o["type"].string()
	switch {
	case o.has("messages", '['): // a request
		return unknownShape
	case o.has("jsonrpc", '"'):
		return rpcShape
	case o.has("choices", '['):
		return completion
	case o.has("output", '[') && (o.has("status", '"') || o.has("id", '"') || !o.has("type", '"')):
		return response
	case o.has("role", '"') && o.isChat(), o.has("tool_calls", '['), kind == "message" && o.isChat():
		return chat
	case kind != "" && o.isPart(kind):
		return part
	case o.has("function_call", '{'), kind == "" && o.has("content", '[') && !o.isResult():
		return chat
	case o.has("message", '{') && o.wrapsChat():
		return wrapped
	case o.isCall(), kind == "" && o.has("function", '{') && o.wrapsCall():
		return plain
	}
	return unknownShape
}

// isChat reports whether a message says anything.
func (o fields) isChat() bool {
	return slices.ContainsFunc([]string{"content", "tool_calls", "function_call", "refusal"}, func(name string) bool { return o[name].text != "" })
}

// isResult reports whether an object with content is what a tool answered: the results of
// MCP and of Anthropic's tools have no role either. One of nothing but texts may be.
func (o fields) isResult() bool {
	for _, name := range []string{"isError", "is_error", "tool_use_id", "tool_call_id", "structuredContent"} {
		if o[name].text != "" {
			return true
		}
	}
	for e := range o["content"].elements() {
		if !isText(e) {
			return false
		}
	}
	return o["stop_reason"].text == "" && o["id"].text == ""
}

// isCall reports whether an object calls a function by its name. One with a
// description defines a function.
func (o fields) isCall() bool {
	return o.has("name", '"') && o["description"].text == "" &&
		(o["input"].text != "" || o["arguments"].text != "" || o["parameters"].text != "")
}

// wrapsCall reports whether the function in an object is called, not defined.
func (o fields) wrapsCall() bool {
	f, _ := o["function"].pick("name", "arguments")
	return f.has("name", '"') && f["arguments"].text != ""
}

// wrapsChat reports whether the message in an object is the message of a chat.
func (o fields) wrapsChat() bool {
	m, _ := o["message"].pick("role", "content", "tool_calls", "function_call", "refusal")
	return m.has("role", '"') && m.isChat()
}

// ignoredParts are parts of a message that ask for nothing here: what the API itself
// ran, results, pictures.
var ignoredParts = []string{
	"redacted_thinking", "server_tool_use", "mcp_tool_use", "tool_result", "image", "document", "container_upload", "compaction",
	"web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call", "mcp_list_tools",
	"mcp_approval_request", "function_call_output", "item_reference", "input_text", "input_image", "input_file",
}

// calledParts are calls, with the API that they belong to.
var calledParts = map[string]string{
	"tool_use": anthropic, "function_call": responses, "custom_tool_call": responses, "apply_patch_call": responses,
	"local_shell_call": responses, "shell_call": responses, "computer_call": responses,
}

func (o fields) isPart(kind string) bool {
	switch kind {
	case "text", "output_text":
		return o.has("text", '"')
	case "function", "custom":
		return o.has("function", '{') && o.wrapsCall() || o.has("custom", '{')
	case "thinking", "reasoning", "refusal":
		return true
	}
	return calledParts[kind] != "" || ignoredPart(kind)
}

func ignoredPart(kind string) bool {
	return slices.Contains(ignoredParts, kind) || strings.HasSuffix(kind, "_tool_result") || strings.HasSuffix(kind, "_call_output")
}

// maxNested is how many messages may be within one another: a part in an item in a
// response is three. The limit keeps the time linear.
const maxNested = 4

// message reads an object of a known shape.
func (d *reader) message(v jsonValue) {
	if d.depth++; d.depth > maxNested {
		d.ignore("line %d: a message within too many others: passed over", d.lineOf(v.at))
		d.depth--
		return
	}
	defer func() { d.depth-- }()
	o, twice := v.pick(members...)
	if twice != "" {
		twice = `"` + twice + `" stands twice`
	}
	switch shape := o.shape(); {
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
	case shape == response:
		d.response(o)
	case shape == wrapped:
		d.last = -1
		d.message(o["message"])
		d.cutOff(o["done_reason"].string())
	case shape == chat:
		d.chat(o)
	}
}

// rpc reads a request of JSON-RPC: MCP's tools/call is a call.
func (d *reader) rpc(v jsonValue, o fields) {
	method, ok := o["method"].str()
	switch {
	case !ok:
		d.ignore("line %d: an answer in JSON-RPC, not a call: passed over", d.lineOf(v.at))
		return
	case method != "tools/call":
		d.ignore("line %d: the method %s is not tools/call: passed over", d.lineOf(v.at), head(method, 60))
		return
	}
	c := callOf(o["params"], mcp, "arguments")
	c.at, c.id = v.at, o["id"].id()
	d.call(c)
}

// completion reads one choice of an answer of OpenAI's Chat Completions: that of index
// 0, which need not be listed first; else the one that is.
func (d *reader) completion(v jsonValue, o fields) {
	d.last = -1
	d.said = true
	choices := slices.Collect(o["choices"].elements())
	if len(choices) == 0 {
		return
	}
	used := choices[max(0, slices.IndexFunc(choices, func(choice jsonValue) bool {
		c, _ := choice.pick("index")
		return c["index"].text == "0"
	}))]
	c, twice := used.pick("index", "message", "delta", "finish_reason")
	switch {
	case twice != "":
		d.malformedMessage(used, `"`+twice+`" stands twice in the choice: nothing of it was run`)
	case c.has("delta", '{'):
		d.malformedMessage(used, "it is a piece of a stream: the pieces must be put together first; nothing of it was run")
	case c.has("message", '{'):
		d.choice(c)
	default:
		d.ignore("line %d: a choice without a message: passed over", d.lineOf(used.at))
	}
	if n := len(choices); n > 1 {
		d.warn("line %d: %d choices: only the first was used", d.lineOf(v.at), n)
	}
}

func (d *reader) choice(c fields) {
	m, twice := c["message"].pick(members...)
	if twice != "" {
		d.malformedMessage(c["message"], `"`+twice+`" stands twice in the message: nothing of it was run`)
		return
	}
	d.chat(m)
	d.cutOff(c["finish_reason"].string())
}

// response reads an answer of OpenAI's Responses.
func (d *reader) response(o fields) {
	d.last, d.said = -1, true
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
		d.ignore("a message of the role %s is not the model's: passed over", head(role, 60))
		return
	}
	first := d.last
	d.last, d.said = -1, true
	d.think(o["reasoning_content"])
	switch c := o["content"]; c.kind() {
	case '"':
		d.text([]jsonValue{c})
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
	}
	if d.last < 0 {
		d.last = first // an item of a response, whose other calls stand before it
	}
}

// toolCall reads an element of tool_calls.
func (d *reader) toolCall(v jsonValue) {
	o, _ := v.pick("function", "custom")
	switch {
	case o.has("function", '{'):
		d.wrappedCall(v, "function", "arguments")
	case o.has("custom", '{'):
		d.wrappedCall(v, "custom", "input")
	default:
		d.call(callOf(v, "", "input", "arguments", "parameters"))
	}
}

// wrappedCall reads a call whose id stands beside the function.
func (d *reader) wrappedCall(v jsonValue, wrapper, arguments string) {
	o, twice := v.pick("id", wrapper)
	c := callOf(o[wrapper], openai, arguments)
	c.at, c.id = v.at, o["id"].id()
	if twice != "" {
		c.problem = `"` + twice + `" stands twice`
	}
	d.call(c)
}

// part reads a part of a message. twice says that one of its members stands twice.
func (d *reader) part(v jsonValue, o fields, twice string) {
	kind := o["type"].string()
	api, called := calledParts[kind]
	d.said = d.said || !ignoredPart(kind)
	switch {
	case called:
		arguments := []string{"input", "arguments"}
		if kind == "apply_patch_call" {
			arguments = []string{"operation"}
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
		}
	case kind == "function" || kind == "custom":
		d.toolCall(v)
	case twice != "":
		d.malformedMessage(v, twice+" in this part of the message: it was not run")
	case kind == "text" || kind == "output_text":
		d.text([]jsonValue{o["text"]})
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
func (d *reader) think(v jsonValue) {
	if text := valid(v.string()); text != "" {
		d.out.Thinking = append(d.out.Thinking, text)
	}
}

// refuse keeps what a model says where it refuses.
func (d *reader) refuse(v jsonValue) {
	if text := valid(v.string()); text != "" {
		d.prose = append(d.prose, text)
		d.warn("line %d: the model refused: %s", d.lineOf(v.at), head(text, 200))
	}
}

// text scans the texts of a message for blocks, as one; their lines are counted in it.
func (d *reader) text(texts []jsonValue) {
	var b strings.Builder
	why := ""
	d.said = d.said || len(texts) > 0
	for _, v := range texts {
		text := v
		if v.kind() == '{' {
			o, _ := v.pick("text")
			text = o["text"]
		}
		if damage := text.damage(); damage != "" {
			why = "the text that it stands in " + damage
		}
		b.WriteString(text.string())
	}
	if b.Len() > 0 {
		d.tags(Input{Name: d.in.Name, Text: b.String()}, why)
	}
}
