package mcp

import (
	"bytes"
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// A text that is read can be long. The SDK encodes it, then the result that holds it, then the
// message that holds the result, and each of these passes reads again what the last one wrote. That
// takes longer than the rest of a call. Here a text is encoded once.

// encode returns a message as a line. A result is JSON already, without line breaks.
func encode(m jsonrpc.Message) ([]byte, error) {
	r, answers := m.(*jsonrpc.Response)
	if !answers || r.Error != nil || len(r.Result) == 0 {
		text, err := jsonrpc.EncodeMessage(m)
		return append(text, '\n'), err
	}
	id, err := json.Marshal(r.ID.Raw())
	return bytes.Join([][]byte{[]byte(`{"jsonrpc":"2.0","id":`), id, []byte(`,"result":`), r.Result, []byte("}\n")}, nil), err
}

// result is the result of a call of a tool, whose JSON is made in one pass.
type result struct {
	*sdk.CallToolResult
	Type string
}

// encodedOnce makes the results of tools such results.
func encodedOnce(next sdk.MethodHandler) sdk.MethodHandler {
	return func(ctx context.Context, method string, req sdk.Request) (sdk.Result, error) {
		r, err := next(ctx, method, req)
		tool, is := r.(*sdk.CallToolResult)
		call, called := req.(*sdk.CallToolRequest)
		if err != nil || !is || tool == nil || !called || tool.NeedsInput() {
			return r, err
		}
		once := &result{CallToolResult: tool}
		if call.ProtocolVersion() >= withoutHandshake {
			once.Type = "complete"
		}
		return once, nil
	}
}

// MarshalJSON returns what that of the SDK returns.
func (r *result) MarshalJSON() ([]byte, error) {
	wire := struct {
		Meta       sdk.Meta  `json:"_meta,omitempty"`
		Content    []content `json:"content"`
		Structured any       `json:"structuredContent,omitempty"`
		IsError    bool      `json:"isError,omitempty"`
		ResultType string    `json:"resultType,omitempty"`
	}{r.Meta, make([]content, len(r.Content)), r.StructuredContent, r.IsError, r.Type}
	for i, c := range r.Content {
		switch c := c.(type) {
		case *sdk.TextContent:
			wire.Content[i] = content{Type: "text", Text: &c.Text}
		case *sdk.ImageContent:
			data := c.Data
			if data == nil {
				data = []byte{}
			}
			wire.Content[i] = content{Type: "image", MIMEType: &c.MIMEType, Data: &data}
		default: // toResult makes no others
			return r.CallToolResult.MarshalJSON()
		}
	}
	var text bytes.Buffer
	to := json.NewEncoder(&text)
	to.SetEscapeHTML(false)
	err := to.Encode(wire)
	return text.Bytes(), err
}

// content is a part of a result: a text or an image.
type content struct {
	Type     string  `json:"type"`
	Text     *string `json:"text,omitempty"`
	MIMEType *string `json:"mimeType,omitempty"`
	Data     *[]byte `json:"data,omitempty"`
}
