package tools

import (
	"encoding/json"
	"fmt"
	"iter"
	"strings"

	"fileops/internal/lazy"
	"fileops/internal/parse/response"
)

var eventHead = lazy.Regexp{Source: `^(?:(?:(?:event|id|retry)?:[^\n]*|\r?)\n)*data: *(?:\{|\[DONE\])`}

// IsEvents reports whether a text is a stream of server-sent events with JSON as their data
// (https://html.spec.whatwg.org/multipage/server-sent-events.html).
func IsEvents(text string) bool { return eventHead.Get().MatchString(text) }

// ReadEvents adds what the messages ask for that a stream of events makes, as JSON.Read does.
func ReadEvents(text string, out *response.Builder, prose func(text, damage string)) {
	j := newJoiner(text)
	for e := range eventsOf(text) {
		switch {
		case e.done:
			j.done()
		case !e.valid:
			j.fail(fmt.Sprintf("%s: the event at line %d is no JSON", brokenOff, j.lines.Line(e.data.at)))
		default:
			j.event(e.data)
		}
	}
	j.flush()
	switch {
	case j.messages > 0:
	case j.other.text == "":
		out.Refuse("it is an event stream that breaks off in its first event")
		return
	default:
		out.Refuse("it is an event stream, but none of an API that is known: its first event is " + Describe(j.other.text))
		return
	}
	joined := j.out.String()
	JSON{Text: joined, End: len(joined)}.Read(out, prose)
}

// event is one event of a stream.
type event struct {
	data  value
	valid bool // the data is JSON
	done  bool // it is the mark [DONE]
}

// eventsOf are the events of a text that have data. The last one counts although no blank line
// follows, if it is whole.
func eventsOf(text string) iter.Seq[event] {
	return func(yield func(event) bool) {
		data, at, lines := "", 0, 0
		for offset := 0; offset <= len(text); {
			line, end := text[offset:], len(text)+1
			if n := strings.IndexByte(line, '\n'); n >= 0 {
				line, end = line[:n], offset+n+1
			}
			line = strings.TrimSuffix(line, "\r")
			part, isData := strings.CutPrefix(line, "data:")
			switch {
			case isData && lines == 0:
				data, at, lines = part, offset+len("data:"), 1
			case isData:
				data, lines = data+"\n"+strings.TrimPrefix(part, " "), lines+1
			}
			if (line == "" || end > len(text)) && lines > 0 {
				if !yield(eventOf(data, at)) {
					return
				}
				lines = 0
			}
			offset = end
		}
	}
}

// eventOf reads the data of an event that stands at an offset.
func eventOf(data string, at int) event {
	trimmed := strings.TrimLeft(data, blanks)
	at += len(data) - len(trimmed)
	trimmed = strings.TrimRight(trimmed, blanks)
	return event{data: value{text: trimmed, at: at}, valid: json.Valid([]byte(trimmed)), done: trimmed == "[DONE]"}
}
