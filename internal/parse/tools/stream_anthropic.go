package tools

import "fmt"

// anthropicStream is a message of Anthropic, whose events stand at
// https://docs.claude.com/en/docs/build-with-claude/streaming.
type anthropicStream struct {
	blocks []*contentBlock // in the order in which they began
	open   map[string]*contentBlock
	reason value
	ended  bool
}

// contentBlock is a part of the message.
type contentBlock struct {
	at     int
	start  fields // as it began
	grown  literal
	closed bool
}

func (s *anthropicStream) over() bool { return s.ended || s.reason.text != "" }

func (s *anthropicStream) add(v value, o fields) (problem string) {
	index := o["index"].text
	block := s.open[index]
	switch kind := o["type"].string(); kind {
	case "content_block_start":
		start, twice := o["content_block"].pick("type", "id", "name", "input", "text", "thinking")
		if twice != "" {
			return twice + " in a block"
		}
		if s.open == nil {
			s.open = map[string]*contentBlock{}
		}
		b := &contentBlock{at: v.at, start: start}
		s.blocks, s.open[index] = append(s.blocks, b), b
	case "content_block_delta", "content_block_stop":
		if block == nil || block.closed {
			return fmt.Sprintf("%s of block %s, which is not open", kind, index)
		}
		block.closed = kind == "content_block_stop"
		return block.grow(o["delta"])
	case "message_delta":
		d, twice := o["delta"].pick("stop_reason")
		if d["stop_reason"].text != "" {
			s.reason = d["stop_reason"]
		}
		return twice
	case "message_stop":
		s.ended = true
	}
	return ""
}

// grow appends a delta: a text, a thought or a piece of the arguments of a call.
func (b *contentBlock) grow(delta value) (problem string) {
	d, twice := delta.pick("type", "text", "partial_json", "thinking")
	if twice != "" {
		return twice + " in a delta"
	}
	name := map[string]string{"text_delta": "text", "input_json_delta": "partial_json", "thinking_delta": "thinking"}[d["type"].string()]
	b.grown.add(d[name])
	return ""
}

func (s *anthropicStream) write(w *joiner, broke string) {
	w.raw(`{"role":"assistant","content":[`)
	for i, b := range s.blocks {
		if i > 0 {
			w.raw(",")
		}
		w.at(b.at)
		w.raw(`{"type":` + b.start["type"].orNull())
		w.member("id", b.start["id"])
		w.member("name", b.start["name"])
		for _, name := range []string{"text", "thinking", "input"} {
			w.member(name, b.member(name))
		}
		if !b.closed {
			w.raw(`,"status":"` + unfinished + `"`)
		}
		w.raw("}")
	}
	w.raw("]")
	if broke != "" {
		w.raw(`,"stop_reason":`)
		w.quoted(broke)
	} else {
		w.member("stop_reason", s.reason)
	}
	w.raw("}\n")
}

// member is a member as it began, with what was appended.
func (b *contentBlock) member(name string) value {
	began := b.start[name]
	grows := map[string]string{"text": "text", "thinking": "thinking"}[b.start["type"].string()]
	switch {
	case grows == name:
		var whole literal
		whole.add(began)
		whole.WriteString(b.grown.String())
		return value{text: whole.json()}
	case name == "input" && grows == "" && b.grown.Len() > 0:
		return value{text: b.grown.json()}
	}
	return began
}

// orNull is the text of a value, null for a missing one.
func (v value) orNull() string {
	if v.text == "" {
		return "null"
	}
	return v.text
}
