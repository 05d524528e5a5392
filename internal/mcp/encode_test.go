package mcp

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"
)

// TestResultsAreThoseOfTheSDK: encoded in one pass, a result and its message say what the SDK would.
func TestResultsAreThoseOfTheSDK(t *testing.T) {
	hostile := "</script> & \u2028 \"quoted\" \\ \t\r\n\x00 é 😀"
	for i, tool := range []*sdk.CallToolResult{
		{Content: []sdk.Content{}},
		{Content: []sdk.Content{&sdk.TextContent{}}, IsError: true},
		{Content: []sdk.Content{&sdk.TextContent{Text: hostile}, &sdk.TextContent{Text: "Run: x"}}, StructuredContent: map[string]any{"output": hostile, "n": 1}},
		{Content: []sdk.Content{&sdk.ImageContent{MIMEType: "image/png", Data: []byte("\x89PNG")}}, StructuredContent: json.RawMessage("{\n \"a\": [1, 2]\n}\n")},
		{Content: []sdk.Content{&sdk.ImageContent{}}},
		{Content: []sdk.Content{&sdk.AudioContent{MIMEType: "audio/wav", Data: []byte("x")}}, Meta: sdk.Meta{"a": "b"}},
	} {
		for _, id := range []any{"a\"<b>", float64(7)} {
			rpcID, err := jsonrpc.MakeID(id)
			if err != nil {
				t.Fatal(err)
			}
			var decoded [2]any
			for j, r := range []any{tool, &result{CallToolResult: tool}} {
				text, err := json.Marshal(r)
				if err != nil {
					t.Fatal(err)
				}
				message := &jsonrpc.Response{ID: rpcID, Result: text}
				line, err := jsonrpc.EncodeMessage(message)
				if j == 1 {
					line, err = encode(message)
				}
				if err != nil || j == 1 && bytes.Count(line, []byte("\n")) != 1 {
					t.Fatalf("%d: %v, %q", i, err, line)
				}
				if err := json.Unmarshal(line, &decoded[j]); err != nil {
					t.Fatalf("%d: %v in %s", i, err, line)
				}
			}
			if !reflect.DeepEqual(decoded[0], decoded[1]) {
				t.Errorf("%d:\n%v\n%v", i, decoded[0], decoded[1])
			}
		}
	}
	typed, err := json.Marshal(&result{CallToolResult: &sdk.CallToolResult{}, Type: "complete"})
	if err != nil || string(typed) != `{"content":[],"resultType":"complete"}` {
		t.Errorf("%s, %v", typed, err)
	}
}
