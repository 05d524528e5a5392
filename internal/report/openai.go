package report

import (
	"cmp"
	"io"
)

// itemJSON is a message of OpenAI's chat completions, or an input item of its
// responses API.
type itemJSON struct {
	Role       string `json:"role,omitempty"`
	Name       string `json:"name,omitempty"`
	Type       string `json:"type,omitempty"`
	ToolCallID string `json:"tool_call_id,omitempty"`
	CallID     string `json:"call_id,omitempty"`
	Content    any    `json:"content,omitempty"` // a text, or a list of partJSON
	Status     string `json:"status,omitempty"`
	Output     any    `json:"output,omitempty"` // the same
}

// partJSON is a part of a message, in the shape of chat completions (with image_url an
// object) or of the responses API.
type partJSON struct {
	Type     string `json:"type"`
	Text     string `json:"text,omitempty"`
	ImageURL any    `json:"image_url,omitempty"`
}

// item returns an answer in the shape that its call needs: each kind of item of the
// responses API has its own output, and that of a patch says whether it was applied.
func (a answer) item() itemJSON {
	switch {
	case a.call.API == "openai" && a.call.Item == "function_call":
		return itemJSON{Role: "function", Name: a.call.Name, Content: a.text(true) + a.follows()}
	case a.call.API != "openai-responses":
		return itemJSON{Role: "tool", ToolCallID: a.id, Content: a.text(true) + a.follows()}
	case a.call.Item != "apply_patch_call":
		return itemJSON{Type: cmp.Or(a.call.Item, "function_call") + "_output", CallID: a.id, Output: a.output()}
	}
	status := "completed"
	if a.failures() > 0 {
		status = "failed"
	}
	return itemJSON{Type: "apply_patch_call_output", CallID: a.id, Status: status, Output: a.text(false)}
}

// follows says where the images of an answer are if the answer cannot hold them.
func (a answer) follows() string {
	if len(a.images()) == 0 {
		return ""
	}
	return "\nThe image follows in the next message."
}

// openAI writes a run as an array of the answers to the calls of OpenAI's APIs. Each has
// the shape of the API of its call; a call of another API is answered as in chat
// completions. The array is empty if there is nothing to answer.
func openAI(w io.Writer, rep Run) error {
	calls, rest := answers(rep, byID)
	items := []itemJSON{}
	responses := false
	for _, a := range calls {
		items = append(items, a.item())
		if a.call.API == "openai-responses" {
			responses = true
			continue
		}
		for _, i := range a.images() { // a message that answers a call holds no image
			rest.images = append(rest.images, named{"The image that " + a.id + " read", i})
		}
	}
	if len(rest.images) > 0 {
		items = append(items, itemJSON{Role: "user", Content: rest.parts(responses)})
	} else if rest.text != "" { // of this shape in both APIs
		items = append(items, itemJSON{Role: "user", Content: rest.text})
	}
	return JSON(w, items)
}

// output returns the answer to a call of the responses API: a text, or a list of the text
// and the images that were read.
func (a answer) output() any {
	parts := []partJSON{{Type: "input_text", Text: a.text(true)}}
	for _, i := range a.images() {
		parts = append(parts, partJSON{Type: "input_image", ImageURL: i.url()})
	}
	if len(parts) == 1 {
		return parts[0].Text
	}
	return parts
}

// parts returns the text and the images of a message, in the shape of the responses API
// or of chat completions.
func (r remainder) parts(responses bool) []partJSON {
	text := "text"
	if responses {
		text = "input_text"
	}
	var parts []partJSON
	if r.text != "" {
		parts = append(parts, partJSON{Type: text, Text: r.text})
	}
	for _, i := range r.images {
		parts = append(parts, partJSON{Type: text, Text: i.name + ":"})
		if responses {
			parts = append(parts, partJSON{Type: "input_image", ImageURL: i.image.url()})
		} else {
			parts = append(parts, partJSON{Type: "image_url", ImageURL: map[string]string{"url": i.image.url()}})
		}
	}
	return parts
}
