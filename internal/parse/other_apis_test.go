package parse_test

import "testing"

// TestPartsOfGeminiAndBedrock reads one message of parts that are in doubt.
func TestPartsOfGeminiAndBedrock(t *testing.T) {
	t.Parallel()
	const two = `{"name": "delete", "args": {"file": "a"}}`
	gemini := func(parts string) string { return `{"candidates": [{"content": {"parts": [` + parts + `]}}]}` }
	bedrock := func(parts string) string {
		return `{"output": {"message": {"role": "assistant", "content": [` + parts + `]}}, "stopReason": "end_turn"}`
	}
	for _, tt := range []parseCase{
		{"text-and-call", gemini(`{"text": "x", "functionCall": ` + two + `}`), "malformed_delete_0:1 delete(gemini) text and functionCall stand in one part of the message\n"},
		{"text-and-call-of-bedrock", bedrock(`{"text": "x", "toolUse": {"toolUseId": "t", "name": "delete", "input": {"file": "a"}}}`), "t:1 delete(bedrock) text and toolUse stand in one part of the message\n"},
		{"call-twice", gemini(`{"functionCall": ` + two + `, "functionCall": ` + two + `}`), "malformed_delete_0:1 delete(gemini) \"functionCall\" stands twice\n"},
		{"pieces", gemini(`{"functionCall": {"name": "delete", "willContinue": true}}`), "malformed_delete_0:1 delete(gemini) its arguments come in pieces (partialArgs), which are not put together: turn streamFunctionCallArguments off\n"},
		{"no-arguments", gemini(`{"functionCall": {"name": "delete"}}`), "malformed_delete_0:1 delete(gemini) file is missing | delete takes file\n"},
		{"the-candidate-of-index-0", `{"candidates": [{"index": 1, "content": {"parts": [{"functionCall": {"name": "delete", "args": {"file": "b"}}}]}}, {"index": 0, "content": {"parts": [{"functionCall": ` + two + `}]}}]}`, "file_delete_0:1 delete(gemini) file=\"a\"\nwarning line 1: 2 candidates: only the first was used\n"},
		{"content-twice", `{"candidates": [{"content": {}, "content": {"parts": [{"functionCall": ` + two + `}]}}]}`, "malformed_message_0:1 \"content\" stands twice in the candidate: nothing of it was run\n"},
		{"a-blocked-answer", `{"candidates": [{"finishReason": "SAFETY"}]}`, "warning the response was cut off (SAFETY)\n"},
		{"a-message-alone", `[{"role": "user", "parts": [{"text": "x"}]}, {"role": "model", "parts": [{"functionCall": ` + two + `}]}]`, "file_delete_0:1 delete(gemini) file=\"a\"\nwarning a message of the role user is not the model's: passed over\n"},
		{"message-twice", `{"output": {"message": {"role": "assistant"}, "message": {"role": "assistant"}}}`, "malformed_message_0:1 \"message\" stands twice in the message: nothing of it was run\n"},
		{"text-with-sources", bedrock(`{"citationsContent": {"content": [{"text": "<delete><fi"}, {"text": "le>a</file></delete>"}], "citations": []}}`), "file_delete_0:1 file=\"a\"\n"},
		{"texts-are-one", bedrock(`{"text": "<delete><fi"}, {"text": "le>a</file></delete>"}`), "file_delete_0:1 file=\"a\"\n"},
		{"a-guardrail", `{"output": {"message": {"role": "assistant", "content": [{"text": "No."}]}}, "stopReason": "guardrail_intervened"}`, "warning the response was cut off (guardrail_intervened)\n"},
	} {
		if got := dump(one(tt.in)); got != tt.want {
			t.Errorf("%s:\ngot  %swant %s", tt.name, got, tt.want)
		}
	}
	for _, request := range []string{`{"contents": [{"role": "user", "parts": [{"text": "x"}]}], "tools": []}`, `{"messages": [{"role": "user", "content": [{"text": "x"}]}]}`} {
		if r := one(request); r.Refused == "" {
			t.Errorf("a request is not refused: %s", dump(r))
		}
	}
}
