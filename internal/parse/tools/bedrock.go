package tools

import "cmp"

// converse reads an answer of Bedrock's Converse. Its shape stands at
// https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html.
func (d *reader) converse(o fields) {
	d.last = -1
	d.out.From(bedrock)
	output, twice := o["output"].pick("message")
	message, both := output["message"].pick(members...)
	if twice = cmp.Or(twice, both); twice != "" {
		d.malformedMessage(o["output"], twice+" in the message: nothing of it was run")
		return
	}
	d.chat(message)
	d.cutOff(o["stopReason"].string())
}

// untyped reads a part of a message that has one member, whose name says what it is: a call of
// Bedrock or of Gemini, a thought or a text with its sources.
func (d *reader) untyped(v value, o fields, twice string) {
	d.said = true
	switch {
	case o.has("functionCall", '{'):
		d.geminiCall(o["functionCall"], cmp.Or(twice, o.besides("functionCall")))
	case o.has("toolUse", '{'):
		use, both := o["toolUse"].pick("toolUseId")
		c := callOf(o["toolUse"], bedrock, "input")
		c.at, c.id = v.at, use["toolUseId"].id()
		c.problem = cmp.Or(twice, both, o.besides("toolUse"), c.problem)
		d.call(c)
	case twice != "":
		d.malformedMessage(v, twice+" in this part of the message: it was not run")
	case o.has("reasoningContent", '{'):
		r, _ := o["reasoningContent"].pick("reasoningText")
		text, _ := r["reasoningText"].pick("text")
		d.think(text["text"])
	case o.has("citationsContent", '{'):
		c, _ := o["citationsContent"].pick("content")
		d.parts(c["content"])
	}
}
