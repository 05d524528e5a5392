// Package tools reads the JSON messages of APIs. Calls of functions become operations, and
// the model's texts are handed on, in the order of the message. A call that is cut off,
// damaged or ambiguous is malformed, never completed by guessing. The time is linear in the
// length of the text. Package parse decides whether a text is JSON.
package tools

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"fileops/internal/parse/response"
)

// JSON is a text that begins with JSON values, one after another.
type JSON struct {
	Text string
	End  int   // its first End bytes are whole values
	Err  error // why no more follow: nil at the end of the text, io.ErrUnexpectedEOF if a value is cut off
}

// Scan finds out how far a text is JSON.
func Scan(text string) JSON {
	j := JSON{Text: text}
	dec := json.NewDecoder(strings.NewReader(text))
	for {
		switch err := dec.Decode(&ignored{}); {
		case errors.Is(err, io.EOF):
			return j
		case err != nil:
			j.Err = err
			return j
		}
		j.End = int(dec.InputOffset())
	}
}

// ignored takes any JSON value and keeps nothing of it.
type ignored struct{}

func (*ignored) UnmarshalJSON([]byte) error { return nil }

// Cut reports whether the text ends in the middle of a value.
func (j JSON) Cut() bool { return errors.Is(j.Err, io.ErrUnexpectedEOF) }

// TooDeep reports whether a value is nested deeper than encoding/json reads: 10,000 levels.
func (j JSON) TooDeep() bool { return j.Err != nil && strings.Contains(j.Err.Error(), "max depth") }

// Trouble says what ends the valid JSON, and at which byte.
func (j JSON) Trouble() string {
	var syntax *json.SyntaxError
	switch {
	case j.Cut():
		return fmt.Sprintf("ends in the middle, at byte %d", len(strings.TrimRight(j.Text, blanks)))
	case j.TooDeep():
		return "is nested too deeply"
	case errors.As(j.Err, &syntax):
		return fmt.Sprintf("is broken at byte %d (%v)", syntax.Offset, j.Err)
	}
	return "cannot be read: " + j.Err.Error()
}

// Known reports whether one of the whole values is a message of a known kind.
func (j JSON) Known() bool { return anyKnown(j.Text[:j.End]) }

// Read adds what the messages ask for to out, and hands each text of the model to prose. If
// damage is not empty, nothing in the text may run. Read reports errors after the last value.
func (j JSON) Read(out *response.Builder, prose func(text, damage string)) {
	j = j.joined()
	d := reader{JSON: j, out: out, prose: prose, lines: response.Lines{Text: j.Text}, last: -1}
	d.read()
}

// reader reads the messages of one text.
type reader struct {
	JSON
	out   *response.Builder
	prose func(text, damage string)

	lines  response.Lines
	last   int    // the index of the last call of the present message; -1 if it has none
	passed int    // how many parts were passed over
	depth  int    // how many messages the present one is in
	said   bool   // the model said something
	first  string // the first part that was passed over
	cut    string // why the API ended a message without a call, "" if it did not
	behind bool   // a part of the message was not finished: what stands behind it does not run
	chats  string // the API of a message with tool_calls; "" for OpenAI, whose shape others take
}

// maxIgnored is how many parts that are passed over are named.
const maxIgnored = 20

// read reads the messages, and reports errors after them.
func (d *reader) read() {
	any, before := false, len(d.out.Operations)
	var others []int // offsets of values that are no messages
	for v := range values(d.Text[:d.End]) {
		if d.value(v) {
			any = true
		} else if len(others) <= maxIgnored {
			others = append(others, v.at)
		}
	}
	switch {
	case any:
		for _, at := range others {
			d.ignore("line %d: no message of a known kind: passed over", d.lines.Line(at))
		}
	case d.Err == nil:
		d.out.Refuse("it is JSON, but no message of a known kind: " + Describe(d.Text))
	}
	if any && !d.said && d.Err == nil {
		d.out.Refuse(cmp.Or(d.first, "nothing in the message is the model's: it was passed over"))
	}
	if d.Err != nil {
		d.broken()
	}
	d.cutBeforeCalls(len(d.out.Operations) - before)
	if n := d.passed - maxIgnored; n > 0 {
		d.out.Warn("%d more parts were passed over", n)
	}
}

// value reads a message or an array of them, and reports whether there was any.
func (d *reader) value(v value) bool {
	d.behind = false
	if v.kind() == '[' && anyKnown(v.text) {
		d.last = -1
		d.parts(v)
		return true
	}
	return d.message(v)
}

// parts reads the elements of an array, each a message or a part of one. Consecutive texts
// are one text, since an API splits a text where it puts citations.
func (d *reader) parts(v value) {
	var text []value
	for e := range v.elements() {
		if isText(e) {
			text = append(text, e)
			if o, _ := e.pick("status"); o["status"].string() != unfinished {
				continue
			}
			d.text(text)
			text, d.behind = text[:0], true
			continue
		}
		d.text(text)
		text = text[:0]
		if !d.message(e) {
			d.ignore("line %d: no part of a message that is known: passed over", d.lines.Line(e.at))
		}
	}
	d.text(text)
}

// ignore warns about a part that is passed over, up to a number of them.
func (d *reader) ignore(format string, args ...any) {
	if d.passed++; d.passed <= maxIgnored {
		d.out.Warn(format, args...)
	}
	if d.passed == 1 {
		d.first = fmt.Sprintf(format, args...)
	}
}

// anyKnown reports whether one of the values is a message of a known kind.
func anyKnown(text string) bool {
	for v := range values(text) {
		if known(v) {
			return true
		}
		for e := range v.elements() {
			if known(e) {
				return true
			}
		}
	}
	return false
}

// IsRequest reports whether the first object in a text of JSON is a request to an API or an
// error, not the answer of a model. The text may be cut off.
func IsRequest(text string) bool {
	has := func(list ...string) bool {
		return slices.ContainsFunc(topNames(text), func(name string) bool { return slices.Contains(list, name) })
	}
	return has("messages", "contents", "error", "prompt") && !has("choices", "candidates", "output", "content", "role")
}

// Describe names the value that a text of JSON begins with, whole or not.
func Describe(text string) string {
	names := topNames(text)
	for i, name := range names {
		names[i] = fmt.Sprintf("%q", response.Head(name, maxName))
	}
	if n := len(names); n > maxFound {
		names = append(names[:maxFound], "…")
	}
	kind := value{text: strings.TrimLeft(text, blanks)}.describe()
	if len(names) == 0 {
		return kind
	}
	if kind == "an array" {
		kind = "an array of objects"
	}
	return kind + " with " + strings.Join(names, ", ")
}

// maxFound is how many members are named of an object.
const maxFound = 5

// topNames are the names of the members of the first object in a text of JSON, on top or in
// an array. The text may be cut off.
func topNames(text string) (names []string) {
	dec := json.NewDecoder(strings.NewReader(text))
	depth, name := 0, false
	for {
		switch t, err := dec.Token(); {
		case err != nil, depth == 1 && t == json.Delim('}'):
			return names
		case depth == 0 && t == json.Delim('['):
		case depth == 0 && t != json.Delim('{'):
			return names
		case t == json.Delim('{') || t == json.Delim('['):
			depth++
			name = depth == 1
		case t == json.Delim('}') || t == json.Delim(']'):
			depth--
			name = depth == 1
		case depth == 1 && name:
			names = append(names, t.(string)) //nolint:forcetypeassert // the decoder checks that
			name = false
		case depth == 1:
			name = true
		}
	}
}
