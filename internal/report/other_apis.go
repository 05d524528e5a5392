package report

import (
	"encoding/json"
	"io"
	"strings"
)

// geminiPart is a part of a message of Gemini (https://ai.google.dev/api/caching#Part).
type geminiPart struct {
	Text     string          `json:"text,omitempty"`
	Response *geminiResponse `json:"functionResponse,omitempty"`
	Data     *geminiData     `json:"inlineData,omitempty"`
}

// geminiResponse answers a call. Its response has the text under "output" or "error", as the
// page above says.
type geminiResponse struct {
	ID       string            `json:"id,omitempty"`
	Name     string            `json:"name"`
	Response map[string]string `json:"response"`
}

type geminiData struct {
	MIME string `json:"mimeType"`
	Data []byte `json:"data"` // in base64
}

// gemini writes a run as the message that answers the calls of Gemini. Calls have no ids there
// in most cases: answers stand in the order of the calls. Its parts are empty if there is
// nothing to answer.
func gemini(w io.Writer, rep Run) error {
	calls, rest := answers(rep, byName)
	parts := []geminiPart{}
	for _, a := range calls {
		key, text := "output", a.text(false)
		if a.failures() > 0 {
			key = "error"
		}
		if len(a.images()) > 0 {
			text += "\nThe image follows after the answers."
		}
		r := &geminiResponse{ID: a.id, Name: a.call.Name, Response: map[string]string{key: text}}
		if a.call.NoID {
			r.ID = ""
		}
		parts = append(parts, geminiPart{Response: r})
		for _, i := range a.images() {
			rest.images = append(rest.images, named{"The image that " + a.call.Name + " read", i})
		}
	}
	if rest.text != "" {
		parts = append(parts, geminiPart{Text: rest.text})
	}
	for _, i := range rest.images {
		parts = append(parts, geminiPart{Text: i.name + ":"}, geminiPart{Data: &geminiData{i.image.MediaType, i.image.Data}})
	}
	return JSON(w, struct {
		Role  string       `json:"role"`
		Parts []geminiPart `json:"parts"`
	}{"user", parts})
}

// bedrockBlock is a block of a message of Bedrock's Converse, or of the content of a result
// (https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ToolResultBlock.html).
type bedrockBlock struct {
	Text   string         `json:"text,omitempty"`
	Image  *bedrockImage  `json:"image,omitempty"`
	Result *bedrockResult `json:"toolResult,omitempty"`
}

type bedrockResult struct {
	ID      string         `json:"toolUseId"`
	Content []bedrockBlock `json:"content"`
	Status  string         `json:"status"`
}

type bedrockImage struct {
	Format string `json:"format"`
	Source struct {
		Bytes []byte `json:"bytes"` // in base64
	} `json:"source"`
}

// bedrock is an image as Converse takes it.
func (s *sourceJSON) bedrock() bedrockBlock {
	image := &bedrockImage{Format: strings.TrimPrefix(s.MediaType, "image/")}
	image.Source.Bytes = s.Data
	return bedrockBlock{Image: image}
}

// bedrock writes a run as the user message that answers the calls of Bedrock's Converse. Its
// content is empty if there is nothing to answer.
func bedrock(w io.Writer, rep Run) error {
	calls, rest := answers(rep, byID)
	blocks := []bedrockBlock{}
	for _, a := range calls {
		r := &bedrockResult{ID: a.id, Content: []bedrockBlock{{Text: a.text(false)}}, Status: "success"}
		if a.failures() > 0 {
			r.Status = "error"
		}
		for _, i := range a.images() {
			r.Content = append(r.Content, i.bedrock())
		}
		blocks = append(blocks, bedrockBlock{Result: r})
	}
	if rest.text != "" {
		blocks = append(blocks, bedrockBlock{Text: rest.text})
	}
	for _, i := range rest.images {
		blocks = append(blocks, bedrockBlock{Text: i.name + ":"}, i.image.bedrock())
	}
	return JSON(w, struct {
		Role    string         `json:"role"`
		Content []bedrockBlock `json:"content"`
	}{"user", blocks})
}

// ollamaMessage is a message of Ollama (https://docs.ollama.com/capabilities/tool-calling).
type ollamaMessage struct {
	Role    string   `json:"role"`
	Name    string   `json:"tool_name,omitempty"`
	Content string   `json:"content"`
	Images  [][]byte `json:"images,omitempty"` // in base64
}

// ollama writes a run as the messages that answer the calls of Ollama, which have no ids.
func ollama(w io.Writer, rep Run) error {
	calls, rest := answers(rep, byName)
	messages := []ollamaMessage{}
	for _, a := range calls {
		messages = append(messages, ollamaMessage{Role: "tool", Name: a.call.Name, Content: a.text(true) + a.follows()})
		for _, i := range a.images() {
			rest.images = append(rest.images, named{"The image that " + a.call.Name + " read", i})
		}
	}
	last := ollamaMessage{Role: "user", Content: rest.text}
	for _, i := range rest.images {
		last.Content = strings.TrimPrefix(last.Content+"\n\n"+i.name, "\n\n")
		last.Images = append(last.Images, i.image.Data)
	}
	if last.Content != "" {
		messages = append(messages, last)
	}
	return JSON(w, messages)
}

// rpcAnswer is an answer in JSON-RPC to MCP's tools/call
// (https://modelcontextprotocol.io/specification/2025-06-18/server/tools).
type rpcAnswer struct {
	Version string          `json:"jsonrpc"`
	ID      json.RawMessage `json:"id"`
	Result  rpcResult       `json:"result"`
}

type rpcResult struct {
	Content []rpcContent `json:"content"`
	IsError bool         `json:"isError"`
}

type rpcContent struct {
	Type string `json:"type"`
	Text string `json:"text,omitempty"`
	MIME string `json:"mimeType,omitempty"`
	Data []byte `json:"data,omitempty"` // in base64
}

// mcp writes a run as the answers to requests of MCP, a line each. What answers no call goes
// into the last one, since there is no other place for it.
func mcp(w io.Writer, rep Run) error {
	calls, rest := answers(rep, byID)
	enc := newEncoder(w)
	for i, a := range calls {
		id, err := json.Marshal(a.id)
		if a.call.Item == "number" {
			id, err = json.RawMessage(a.id), nil
		}
		if err != nil {
			return err
		}
		r := rpcAnswer{"2.0", id, rpcResult{Content: []rpcContent{{Type: "text", Text: a.text(false)}}, IsError: a.failures() > 0}}
		for _, image := range a.images() {
			r.Result.Content = append(r.Result.Content, rpcContent{Type: "image", MIME: image.MediaType, Data: image.Data})
		}
		if rest.text != "" && i == len(calls)-1 {
			r.Result.Content = append(r.Result.Content, rpcContent{Type: "text", Text: rest.text})
		}
		if err := enc.Encode(r); err != nil {
			return err
		}
	}
	return nil
}

// Reply writes a run as what answers the messages of an API, by the name that ops.Call has for it:
// of the one that the response came in, or of the one that was asked for. Without an API, it writes
// a text.
func Reply(w io.Writer, rep Run, api string) error {
	switch api {
	case "anthropic":
		return anthropic(w, rep)
	case "openai", "openai-responses":
		return openAI(w, rep)
	case "gemini":
		return gemini(w, rep)
	case "bedrock":
		return bedrock(w, rep)
	case "ollama":
		return ollama(w, rep)
	case "mcp":
		return mcp(w, rep)
	}
	_, rest := answers(rep, inText)
	if rest.text == "" {
		return nil
	}
	_, err := io.WriteString(w, strings.ToValidUTF8(rest.text, "\ufffd")+"\n")
	return err
}
