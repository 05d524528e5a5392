package tools

import (
	"slices"
	"strings"
)

// geminiStream is an answer of Gemini's streamGenerateContent
// (https://ai.google.dev/api/generate-content): candidates with more parts each.
type geminiStream struct {
	id     string
	parts  []value
	reason value
	others int // how many more candidates there are
}

func (s *geminiStream) over() bool { return s.reason.text != "" }

func (s *geminiStream) add(_ value, o fields) (problem string) {
	list := slices.Collect(o["candidates"].elements())
	if len(list) == 0 {
		return ""
	}
	s.others = max(s.others, len(list)-1)
	used := firstOf(list)
	c, twice := used.pick("index", "content", "finishReason", "finish_reason")
	if index := c["index"].text; index != "" && index != "0" { // a chunk of another candidate
		s.others = max(s.others, 1)
		return ""
	}
	content, both := c["content"].pick("parts")
	switch {
	case twice != "":
		return twice + " in a candidate"
	case both != "":
		return both + " in a candidate"
	}
	s.parts = slices.AppendSeq(s.parts, content["parts"].elements())
	for _, name := range []string{"finish_reason", "finishReason"} {
		if reason := c[name]; reason.string() != "" && reason.string() != "FINISH_REASON_UNSPECIFIED" {
			s.reason = reason
		}
	}
	return ""
}

func (s *geminiStream) write(w *joiner, broke string) {
	w.raw(`{"candidates":[{"index":0,"content":{"role":"model","parts":[`)
	writeValues(w, s.parts)
	w.raw("]}")
	if broke != "" {
		w.raw(`,"finishReason":`)
		w.quoted(broke)
	} else {
		w.member("finishReason", s.reason)
	}
	w.raw("}" + strings.Repeat(`,{"index":1}`, s.others) + "]}\n")
}

// ollamaStream is an answer of Ollama (https://docs.ollama.com/api/streaming): lines with more
// of the text, or with calls.
type ollamaStream struct {
	at              int
	content, thinks literal
	calls           []value
	reason          value
	ended           bool
}

func (s *ollamaStream) over() bool { return s.ended }

func (s *ollamaStream) add(v value, o fields) (problem string) {
	m, twice := o["message"].pick("role", "content", "thinking", "tool_calls")
	if twice != "" {
		return twice + " in a message"
	}
	if s.content.pieces == 0 {
		s.at = v.at
	}
	s.content.add(m["content"])
	s.thinks.add(m["thinking"])
	s.calls = slices.AppendSeq(s.calls, m["tool_calls"].elements())
	s.ended, s.reason = o.has("done", 't'), o["done_reason"]
	return ""
}

func (s *ollamaStream) write(w *joiner, broke string) {
	w.raw(`{"message":{"role":"assistant","thinking":` + s.thinks.json())
	w.at(s.at)
	w.raw(`,"content":` + s.content.json() + `,"tool_calls":[`)
	writeValues(w, s.calls)
	w.raw(`]},"done":true`)
	if broke != "" {
		w.raw(`,"done_reason":`)
		w.quoted(broke)
	} else {
		w.member("done_reason", s.reason)
	}
	w.raw("}\n")
}

// writeValues writes the elements of an array, each on the line of the stream at which it
// stands.
func writeValues(w *joiner, list []value) {
	for i, v := range list {
		if i > 0 {
			w.raw(",")
		}
		w.at(v.at)
		w.raw(v.text)
	}
}
