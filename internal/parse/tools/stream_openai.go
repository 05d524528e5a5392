package tools

import (
	"fmt"
	"strings"
)

// chatStream is a message of OpenAI's Chat Completions, whose chunks stand at
// https://platform.openai.com/docs/api-reference/chat-streaming. Others have the shape as well.
type chatStream struct {
	id                         string
	content, refusal, thoughts literal
	at                         int // where the content began
	calls                      []*chatCall
	last                       map[string]*chatCall // of each index
	legacy                     *chatCall            // function_call
	reason                     value
	others                     map[string]bool // indices of other choices
	ended                      bool
}

// chatCall is a call, which comes in pieces.
type chatCall struct {
	at        int
	id        value
	custom    bool
	name      literal
	arguments literal
}

func (s *chatStream) over() bool { return s.ended || s.reason.text != "" }

func (s *chatStream) add(v value, o fields) (problem string) {
	for choice := range o["choices"].elements() {
		c, twice := choice.pick("index", "delta", "finish_reason")
		if twice != "" {
			return twice + " in a choice"
		}
		if index := c["index"].text; index != "" && index != "0" {
			if s.others == nil {
				s.others = map[string]bool{}
			}
			s.others[index] = true
			continue
		}
		if problem := s.grow(v.at, c["delta"]); problem != "" {
			return problem
		}
		if c["finish_reason"].text != "" {
			s.reason = c["finish_reason"]
		}
	}
	return ""
}

// grow appends a delta.
func (s *chatStream) grow(at int, delta value) (problem string) {
	d, twice := delta.pick("content", "refusal", "reasoning_content", "reasoning", "tool_calls", "function_call")
	if twice != "" {
		return twice + " in a delta"
	}
	if s.content.pieces == 0 {
		s.at = at
	}
	s.content.add(d["content"])
	s.refusal.add(d["refusal"])
	s.thoughts.add(d["reasoning_content"])
	if d["reasoning_content"].text == "" {
		s.thoughts.add(d["reasoning"])
	}
	for piece := range d["tool_calls"].elements() {
		if problem := s.growCall(at, piece); problem != "" {
			return problem
		}
	}
	if d["function_call"].text != "" {
		if s.legacy == nil {
			s.legacy = &chatCall{at: at}
		}
		return s.legacy.grow(d["function_call"], "arguments")
	}
	return ""
}

// growCall appends a piece of a call. Its index says of which; some servers leave that out, or
// have 0 for all: then another id begins another call.
func (s *chatStream) growCall(at int, piece value) (problem string) {
	p, twice := piece.pick("index", "id", "function", "custom")
	if twice != "" {
		return twice + " in a call"
	}
	wrapper, member := p["function"], "arguments"
	if p["custom"].text != "" {
		wrapper, member = p["custom"], "input"
	}
	f, _ := wrapper.pick("name")
	index, id := p["index"].text, p["id"]
	c := s.last[index]
	another := id.string() != "" && c != nil && c.id.string() != "" && c.id.string() != id.string()
	if c == nil || another || index == "" && id.string() == "" && f["name"].string() != "" {
		c = &chatCall{at: at, custom: p["custom"].text != ""}
		if s.last == nil {
			s.last = map[string]*chatCall{}
		}
		s.calls, s.last[index] = append(s.calls, c), c
	}
	if id.string() != "" {
		c.id = id
	}
	return c.grow(wrapper, member)
}

// grow appends the name and the arguments of a piece. Some servers repeat the name in each.
func (c *chatCall) grow(piece value, member string) (problem string) {
	f, twice := piece.pick("name", member)
	if twice != "" {
		return twice + " in a call"
	}
	if name := f["name"]; name.text != c.name.json() {
		c.name.add(name)
	}
	switch a := f[member]; a.kind() {
	case '"', 0:
		c.arguments.add(a)
	default: // an object, whole, from a server that keeps to its own ways
		if c.arguments.Len() > 0 {
			return fmt.Sprintf("the %s of a call come in pieces that do not fit", member)
		}
		c.arguments.add(value{text: asString(a.text)})
	}
	return ""
}

func (s *chatStream) write(w *joiner, broke string) {
	w.raw(`{"choices":[{"index":0,"message":{"role":"assistant"`)
	if s.thoughts.Len() > 0 {
		w.raw(`,"reasoning_content":` + s.thoughts.json())
	}
	if s.content.pieces > 0 {
		w.at(s.at)
		w.raw(`,"content":` + s.content.json())
	}
	if s.refusal.Len() > 0 {
		w.raw(`,"refusal":` + s.refusal.json())
	}
	if len(s.calls) > 0 {
		w.raw(`,"tool_calls":[`)
		for i, c := range s.calls {
			if i > 0 {
				w.raw(",")
			}
			w.at(c.at)
			c.write(w)
		}
		w.raw("]")
	}
	if s.legacy != nil {
		w.at(s.legacy.at)
		w.raw(`,"function_call":{"name":` + s.legacy.name.json() + `,"arguments":` + s.legacy.arguments.json() + "}")
	}
	w.raw("}")
	if broke != "" {
		w.raw(`,"finish_reason":`)
		w.quoted(broke)
	} else {
		w.member("finish_reason", s.reason)
	}
	w.raw("}" + strings.Repeat(`,{"index":1}`, len(s.others)) + "]}\n")
}

func (c *chatCall) write(w *joiner) {
	kind, member := "function", "arguments"
	if c.custom {
		kind, member = "custom", "input"
	}
	w.raw(`{"type":"` + kind + `"`)
	w.member("id", c.id)
	w.raw(`,"` + kind + `":{"name":` + c.name.json() + `,"` + member + `":` + c.arguments.json() + "}}")
}
