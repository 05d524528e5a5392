package tools

import "slices"

// responsesStream is an answer of OpenAI's Responses, whose events stand at
// https://platform.openai.com/docs/api-reference/responses-streaming.
type responsesStream struct {
	items []*outputItem // in the order in which they began
	at    map[string]*outputItem
	final value // the response, as the last event has it
}

// outputItem is an item of the output.
type outputItem struct {
	at    int
	added value // as it began
	done  value // as it is in the end; missing until then
	grown literal
}

func (s *responsesStream) over() bool { return s.final.text != "" }

func (s *responsesStream) add(v value, o fields) (problem string) {
	index := o["output_index"].text
	switch kind := o["type"].string(); kind {
	case "response.output_item.added", "response.output_item.done":
		item := s.at[index]
		if item == nil || kind == "response.output_item.added" {
			if s.at == nil {
				s.at = map[string]*outputItem{}
			}
			item = &outputItem{at: v.at, added: o["item"]}
			s.items, s.at[index] = append(s.items, item), item
		}
		if kind == "response.output_item.done" {
			item.done = o["item"]
		}
	case "response.function_call_arguments.delta", "response.custom_tool_call_input.delta", "response.output_text.delta":
		item := s.at[index]
		if item == nil {
			return kind + " of an item that did not begin"
		}
		item.grown.add(o["delta"])
	case "response.completed", "response.incomplete", "response.failed", "response.cancelled":
		s.final = o["response"]
		if s.final.kind() != '{' {
			return kind + " without a response"
		}
	}
	return ""
}

// write writes the response of the last event, if it has all items, else what came of them.
func (s *responsesStream) write(w *joiner, broke string) {
	final, _ := s.final.pick("output", "status", "incomplete_details")
	finished := 0
	for _, item := range s.items {
		if item.done.text != "" {
			finished++
		}
	}
	if n := len(slices.Collect(final["output"].elements())); broke == "" && n >= finished && n > 0 {
		w.at(s.final.at)
		w.raw(s.final.text + "\n")
		return
	}
	w.raw(`{"output":[`)
	for i, item := range s.items {
		if i > 0 {
			w.raw(",")
		}
		w.at(item.at)
		item.write(w)
	}
	w.raw("]")
	switch {
	case broke != "":
		w.raw(`,"status":`)
		w.quoted(broke)
	case final["status"].text == "":
		w.raw(`,"status":"completed"`)
	default:
		w.member("status", final["status"])
		w.member("incomplete_details", final["incomplete_details"])
	}
	w.raw("}\n")
}

// write writes an item: as it is in the end, or what came of it.
func (i *outputItem) write(w *joiner) {
	if i.done.text != "" {
		w.raw(i.done.text)
		return
	}
	o, _ := i.added.pick("type", "id", "call_id", "name", "role")
	w.raw(`{"type":` + o["type"].orNull())
	for _, name := range []string{"id", "call_id", "name", "role"} {
		w.member(name, o[name])
	}
	switch o["type"].string() {
	case "function_call":
		w.raw(`,"arguments":` + i.grown.json())
	case "custom_tool_call":
		w.raw(`,"input":` + i.grown.json())
	case "message":
		w.raw(`,"content":[{"type":"output_text","text":` + i.grown.json() + "}]")
	}
	w.raw(`,"status":"` + unfinished + `"}`)
}
