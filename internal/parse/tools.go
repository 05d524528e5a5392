package parse

import (
	"errors"
	"fmt"
	"io"
	"regexp"
	"strings"
	"sync"

	"fileops/internal/ops"
)

// reader reads responses, each in the dialect that it is in.
type reader struct {
	g       *grammar
	opt     Options
	out     *Response
	ids     *naming
	prose   []string
	unknown []string // what is said of JSON of no known kind

	in     Input
	lineAt int // offset up to which lines were counted
	line   int // the 1-based line of lineAt
	last   int // the index of the last call of the present message; -1 if it has none
	passed int // how many parts were passed over
	depth  int // how many messages the present one is in
}

// read reads one response.
func (d *reader) read(in Input) {
	in.Text = strings.TrimPrefix(in.Text, "\ufeff")
	d.in, d.lineAt, d.line, d.last, d.passed = in, 0, 1, -1, 0
	switch d.opt.Input {
	case "tags":
		d.tags(in, "")
	case "tools":
		if strings.TrimSpace(in.Text) != "" {
			end, err := validJSON(in.Text)
			d.json(end, err)
		}
	default:
		d.detect()
	}
}

// tags scans a text for blocks. Where there is a reason why, none of them is run.
func (d *reader) tags(in Input, why string) {
	before := len(d.out.Operations)
	s := newScanner(d.g, in, d.opt)
	s.ids, s.out = d.ids, d.out
	s.prose()
	if content := s.content(); content != "" {
		d.prose = append(d.prose, content)
	}
	if why == "" {
		if len(d.out.Operations) == before && d.opt.Input != "tags" {
			d.shown(in)
		}
		return
	}
	for i := range d.out.Operations[before:] {
		op := &d.out.Operations[before+i]
		op.Action = ops.Invalid{Tag: op.Action.Kind(), Skipped: true, Msg: "Skipped: " + why}
		op.Args = nil
	}
}

// messageHead is how the messages that are known begin. Prose that begins like one
// would have to be JSON up to there.
var messageHead = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^[\[\s]*\{\s*"(id|type|role|content|choices|output|tool_calls|function_call|function|name|input|arguments|jsonrpc|method|params|message|object|model|created)"\s*:`)
})

// detect finds out whether a response is JSON. Prose may begin with a bracket as well
// ([note] please …, {x}, [1] as said), so what counts is whether it is JSON up to its
// end. Blocks are never looked for in a message: there, \n and \" would be taken for
// what they are not.
func (d *reader) detect() {
	text := strings.TrimLeft(d.in.Text, " \t\r\n")
	if text == "" || text[0] != '{' && text[0] != '[' {
		d.tags(d.in, "")
		return
	}
	end, err := validJSON(d.in.Text)
	known := d.anyKnown(d.in.Text[:end])
	cut := errors.Is(err, io.ErrUnexpectedEOF)
	switch {
	case err == nil && known, err == nil && !d.holdsBlock():
		d.json(end, nil)
	case err == nil && strings.Contains(d.in.Text, `\`):
		d.tags(d.in, `it stands in JSON of no known kind, in which \ may mean something else. --input tags takes it as it stands`)
	case err == nil:
		d.tags(d.in, "")
	case end == 0 && cut && strings.Count(text, `"`) < 2 && d.holdsBlock():
		d.tags(d.in, "") // prose in a bracket that is never closed
	case end == 0 && (cut || tooDeep(err) || messageHead().MatchString(text)):
		d.json(end, err)
	case end == 0 || !known && (!cut || d.holdsBlock()):
		d.tags(d.in, "")
	case cut || strings.HasPrefix(strings.TrimLeft(d.in.Text[end:], " \t\r\n"), "{"):
		d.json(end, err)
	default:
		d.proseAfter(end)
	}
}

// proseAfter reads a response that begins with a message but goes on with prose: the
// message is as likely an example.
func (d *reader) proseAfter(end int) {
	d.warn("the response begins with JSON but goes on with text at byte %d: it is taken for prose, and nothing in the JSON was run", end)
	in := d.in
	head := strings.Map(func(r rune) rune {
		if r == '\n' {
			return r
		}
		return -1
	}, in.Text[:end])
	in.Text = head + in.Text[end:] // the lines keep their numbers
	for _, name := range d.calls(d.in.Text[:end]) {
		d.quote(d.in, name, "prose", 1)
	}
	d.tags(in, "")
}

// anyKnown reports whether one of the values is a message of a known kind.
func (d *reader) anyKnown(text string) bool {
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

// holdsBlock reports whether an operation's opening tag stands in the response.
func (d *reader) holdsBlock() bool {
	for _, t := range d.g.tokenize(d.in.Text) {
		if t.opens() && d.g.specs[t.name] != nil {
			return true
		}
	}
	return false
}

// json reads the messages in the first end bytes, and reports what is wrong after them.
func (d *reader) json(end int, err error) {
	any := false
	var others []int // where values stand that are none
	for v := range values(d.in.Text[:end]) {
		if d.value(v) {
			any = true
		} else if len(others) <= maxStrays {
			others = append(others, v.at)
		}
	}
	switch {
	case any:
		for _, at := range others {
			d.ignore("line %d: no message of a known kind: passed over", d.lineOf(at))
		}
	case err == nil:
		msg := "it is JSON, but no message of a known kind"
		if d.in.Name != "" {
			msg = d.in.Name + ": " + msg
		}
		d.unknown = append(d.unknown, msg)
	}
	if err != nil {
		d.broken(end, err)
	}
	if n := d.passed - maxStrays; n > 0 {
		d.warn("%d more parts were passed over", n)
	}
}

// value reads a message or an array of them, and reports whether there was any.
func (d *reader) value(v jsonValue) bool {
	switch {
	case v.kind() == '[' && d.anyKnown(v.text):
		d.last = -1
		d.parts(v)
	case known(v):
		d.message(v)
	default:
		return false
	}
	return true
}

// parts reads the elements of an array, each a message or a part of one. Texts that
// follow one another are one text: an API splits a text where it puts citations.
func (d *reader) parts(v jsonValue) {
	var text []jsonValue
	for e := range v.elements() {
		if isText(e) {
			text = append(text, e)
			continue
		}
		d.text(text)
		text = text[:0]
		if !known(e) {
			d.ignore("line %d: no part of a message that is known: passed over", d.lineOf(e.at))
			continue
		}
		d.message(e)
	}
	d.text(text)
}

// ignore warns about a part that is passed over, up to a number of them.
func (d *reader) ignore(format string, args ...any) {
	if d.passed++; d.passed <= maxStrays {
		d.warn(format, args...)
	}
}

// broken reports that JSON is cut off or broken after its first end bytes. What stands
// there is never completed by guessing.
func (d *reader) broken(end int, err error) {
	rest := d.in.Text[end:]
	at := end + len(rest) - len(strings.TrimLeft(rest, " \t\r\n"))
	v := ops.Invalid{Call: true, Preview: head(d.in.Text[at:], 200), Msg: "the JSON " + jsonTrouble(err, len(strings.TrimRight(d.in.Text, " \t\r\n")))}
	if errors.Is(err, io.ErrUnexpectedEOF) {
		v.Msg += ": the response may be cut off; nothing of it was run"
	} else {
		v.Msg += ": nothing from there on was run"
		v.Hint = "Send the message as valid JSON, in which a line break in a text is \\n and a quote \\\"."
	}
	if end > 0 {
		v.Msg = strings.Replace(v.Msg, "nothing of it", "nothing of this message", 1)
	}
	d.add(ops.Operation{Action: v, Line: d.lineOf(at)})
}

// add puts an operation into the response, under its own id if it has one that is free.
func (d *reader) add(op ops.Operation) {
	if op.Source = d.in.Name; op.ID == "" {
		op.ID = d.ids.name(op)
	}
	d.out.Operations = append(d.out.Operations, op)
}

func (d *reader) warn(format string, args ...any) {
	msg := fmt.Sprintf(format, args...)
	if d.in.Name != "" {
		msg = d.in.Name + ": " + msg
	}
	d.out.Warnings = append(d.out.Warnings, msg)
}

// lineOf is the 1-based line of an offset. Offsets mostly ascend; a way back is as
// short as a message.
func (d *reader) lineOf(at int) int {
	if at < d.lineAt {
		d.line -= strings.Count(d.in.Text[at:d.lineAt], "\n")
	} else {
		d.line += strings.Count(d.in.Text[d.lineAt:at], "\n")
	}
	d.lineAt = at
	return d.line
}
