package tools

import (
	"slices"
	"strings"

	"fileops/internal/lazy"
)

// The names of APIs, as ops.Call has them.
const (
	anthropic = "anthropic" // Messages
	openai    = "openai"    // Chat Completions
	responses = "openai-responses"
	mcp       = "mcp"
	gemini    = "gemini"  // generateContent
	bedrock   = "bedrock" // Converse
	ollama    = "ollama"  // /api/chat
)

// members are the names in a message or a part of one that are read. Others (usage,
// logprobs, …) are ignored.
var members = []string{
	"type", "role", "content", "choices", "output", "tool_calls", "function_call", "function", "jsonrpc", "method", "params", "message",
	"id", "call_id", "name", "input", "arguments", "parameters", "description", "custom", "operation", "action",
	"text", "thinking", "refusal", "summary", "reasoning_content", "stop_reason", "done_reason", "status", "incomplete_details",
	"messages", "isError", "is_error", "tool_use_id", "tool_call_id", "structuredContent",
	"candidates", "parts", "thought", "functionCall", "toolUse", "reasoningContent", "citationsContent", "stopReason", "done",
}

// shape is what a JSON object is.
type shape int

const (
	unknownShape shape = iota
	rpcShape           // JSON-RPC, as MCP has it
	completion         // OpenAI Chat Completions: choices
	answer             // OpenAI Responses: output
	candidates         // Gemini generateContent
	contents           // a message of Gemini: parts
	converse           // Bedrock Converse: output.message
	wrapped            // an object around a message: Ollama, transcripts
	chat               // a message with a role, or calls
	part               // a part of a message, by its type
	untyped            // a part of a message of Gemini or Bedrock, by the name of its member
	plain              // a call without any API around it
)

// known reports whether a value is a message of a known kind, or a part of one.
func known(v value) bool {
	o, _ := v.pick(members...)
	return o.shape() != unknownShape
}

// isText reports whether a value is a part of a message that holds its text. In Gemini and
// Bedrock it has no type, and a thought is one as well.
func isText(v value) bool {
	o, twice := v.pick("type", "text", "thought", "functionCall", "function_call", "toolUse")
	kind := o["type"].string()
	if o["type"].text == "" && !o.isUntyped() && o["function_call"].text == "" {
		kind = "text"
	}
	return twice == "" && (kind == "text" || kind == "output_text") && o["text"].kind() == '"' && o["thought"].kind() != 't'
}

// isUntyped reports whether an object is a part of a message of Gemini or Bedrock that is no
// text.
func (o fields) isUntyped() bool {
	return slices.ContainsFunc([]string{"functionCall", "toolUse", "reasoningContent", "citationsContent"}, func(name string) bool { return o.has(name, '{') })
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
	case o.has("candidates", '['):
		return candidates
	case o.has("role", '"') && o.has("parts", '['):
		return contents
	case o.has("output", '{') && o.wrapsConverse():
		return converse
	case o.has("output", '[') && (o.has("status", '"') || o.has("id", '"') || !o.has("type", '"')):
		return answer
	case o.has("role", '"') && o.isChat(), o.has("tool_calls", '['), kind == "message" && o.isChat():
		return chat
	case kind != "" && o.isPart(kind):
		return part
	case o.has("function_call", '{'), kind == "" && o.has("content", '[') && !o.isResult():
		return chat
	case kind == "" && o.isUntyped():
		return untyped
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

// isResult reports whether an object with content is the result of a tool: the results of
// MCP and of Anthropic's tools have no role either. One that holds only texts may be.
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

// wrapsConverse reports whether the output in an object holds a message of Bedrock.
func (o fields) wrapsConverse() bool {
	m, _ := o["output"].pick("message")
	return m.has("message", '{')
}

// ignoredParts are parts of a message that ask for nothing here: calls that the API itself
// ran, results, pictures.
var ignoredParts = []string{
	"redacted_thinking", "server_tool_use", "mcp_tool_use", "tool_result", "image", "document", "container_upload", "compaction",
	"web_search_call", "file_search_call", "code_interpreter_call", "image_generation_call", "mcp_call", "mcp_list_tools",
	"mcp_approval_request", "function_call_output", "item_reference", "input_text", "input_image", "input_file",
}

// calledParts are calls, with the API that they belong to.
var calledParts = lazy.Value[map[string]string]{Make: func() map[string]string {
	return map[string]string{
		"tool_use": anthropic, "function_call": responses, "custom_tool_call": responses, "apply_patch_call": responses,
		"local_shell_call": responses, "shell_call": responses, "computer_call": responses,
	}
}}

func (o fields) isPart(kind string) bool {
	switch kind {
	case "text", "output_text":
		return o.has("text", '"')
	case "function", "custom":
		return o.has("function", '{') && o.wrapsCall() || o.has("custom", '{')
	case "thinking", "reasoning", "refusal":
		return true
	}
	return calledParts.Get()[kind] != "" || ignoredPart(kind)
}

func ignoredPart(kind string) bool {
	return slices.Contains(ignoredParts, kind) || strings.HasSuffix(kind, "_tool_result") || strings.HasSuffix(kind, "_call_output")
}
