package parse

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"strings"

	"fileops/internal/ops"
)

// reader reads responses, each in the dialect that it is in.
type reader struct {
	g       *grammar
	opt     Options
	out     *Response
	ids     *naming
	prose   []string
	refused []string // why responses cannot be read

	in     Input
	lineAt int    // offset up to which lines were counted
	line   int    // the 1-based line of lineAt
	last   int    // the index of the last call of the present message; -1 if it has none
	passed int    // how many parts were passed over
	depth  int    // how many messages the present one is in
	said   bool   // the model said something
	first  string // the first part that was passed over
}

// read reads one response.
func (d *reader) read(in Input) {
	in.Text = strings.TrimPrefix(in.Text, "\ufeff")
	d.in, d.lineAt, d.line, d.last, d.passed, d.said, d.first = in, 0, 1, -1, 0, false, ""
	refused := len(d.refused)
	switch d.opt.Input {
	case "tags":
		d.tags(in, "")
	case "tools":
		if strings.TrimSpace(in.Text) != "" {
			end, err := validJSON(in.Text)
			d.json(end, err)
		}
	default:
		operations, quoted := len(d.out.Operations), len(d.out.Quoted)
		if d.detect(); len(d.refused) == refused {
			d.blocksOnlyInData(operations, quoted)
		}
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

// proseAfter reads a response that begins with JSON but goes on with prose: a message is
// as likely an example, and other JSON that holds a block was not written to run it.
func (d *reader) proseAfter(end int, known bool) {
	if !known && !d.holdsBlock(d.in.Text[:end]) {
		d.tags(d.in, "")
		return
	}
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
	before := len(d.out.Operations)
	d.tags(in, "")
	if !known && len(d.out.Operations) == before {
		d.refuseJSON("it begins with JSON that is no message of a known kind, and no operation follows: " + foundJSON(d.in.Text[:end]))
	}
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
		d.refuseJSON("it is JSON, but no message of a known kind: " + foundJSON(d.in.Text))
	}
	if any && !d.said && err == nil {
		d.refuseJSON(cmp.Or(d.first, "nothing in the message is the model's: it was passed over"))
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
	if d.passed == 1 {
		d.first = fmt.Sprintf(format, args...)
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
