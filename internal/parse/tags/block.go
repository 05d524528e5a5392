package tags

import (
	"fmt"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
	"fileops/internal/parse/quote"
	"fileops/internal/parse/response"
)

// block is one operation block as it was read.
type block struct {
	op      id
	start   int // offset of its opening tag
	end     int // offset after its closing tag
	args    []ops.Arg
	problem string // why it is malformed; "" if it is not, as far as its syntax goes
	hint    string
	unknown bool   // it has fields that the operation does not have
	unended string // the field that is never closed, if that leaves the block open
	lines   int    // line ends in the values of its fields
}

func (b *block) fail(problem, hint string) {
	if b.problem == "" {
		b.problem, b.hint = problem, hint
	}
}

// block reads the block that the token at index i opens. ok is false if it is
// never closed.
func (s *scanner) block(i int) (b block, ok bool) {
	t := s.Tags[i]
	b = block{op: t.ID, start: int(t.Start), end: int(t.End)}
	tag := s.g.names[t.ID].text
	switch {
	case t.Alone && !strings.Contains(s.Text[t.Start:t.End], "="):
		b.fail("<"+tag+"/> has no fields: write them between <"+tag+"> and </"+tag+">, first "+s.firstField(t.ID), "")
	case t.Attributes:
		b.fail("attributes are not allowed in <"+tag+">: use "+s.firstField(t.ID), "")
	}
	if t.Alone {
		return b, true
	}
	at := int(t.End)
	for {
		at = s.gap(at)
		n := s.at(at)
		switch {
		case at >= len(s.Text):
			return b, false
		case n >= 0 && s.Tags[n].ID == b.op && s.Tags[n].Closing:
			b.end = int(s.Tags[n].End)
			return b, true
		case n >= 0 && !s.Tags[n].Closing && s.g.field(b.op, s.Tags[n].ID):
			at, ok = s.field(&b, n)
		default:
			at, ok = s.unknownContent(&b, at)
		}
		if !ok {
			return b, false
		}
		if at < 0 {
			return b, true
		}
	}
}

func (s *scanner) firstField(op id) string {
	name := s.g.names[op].spec.Fields[0].Name
	return "<" + name + ">…</" + name + ">"
}

// selfClosing says what to send instead of <name/>. An empty field is not always allowed.
func (s *scanner) selfClosing(op id, name string) (problem, hint string) {
	problem = "self-closing <" + name + "/> is not allowed"
	switch f, _ := s.g.names[op].spec.Field(name); {
	case f.MayEmpty:
		return problem + ": use <" + name + "></" + name + ">", ""
	case f.WhenEmpty != "":
		return problem, f.WhenEmpty
	}
	return problem + ": write the value between <" + name + "> and </" + name + ">", ""
}

// field reads the field that the token at index n opens and returns the offset
// after it; -1 if the block ended with it, unread.
func (s *scanner) field(b *block, n int) (int, bool) {
	t := s.Tags[n]
	name := s.g.names[t.ID].text
	switch {
	case t.Alone:
		b.fail(s.selfClosing(b.op, name))
		return int(t.End), true
	case t.Attributes:
		b.fail("attributes are not allowed in <"+name+">", "Write it as <"+name+">…</"+name+">.")
	}
	end, result := s.valueEnd(b.op, t.ID, n)
	switch result {
	case unclosed:
		b.unended = name
		return 0, false
	case noEnd:
		b.fail("no </"+name+"> ends <"+name+">", "After it the next field must open, or </"+s.g.names[b.op].text+"> follow.")
		b.end = int(s.Tags[end].End)
		return -1, true
	case ambiguous:
		b.fail("ambiguous end of <"+name+"> in <"+s.g.names[b.op].text+">: wrap the value in <![CDATA[ … ]]>", "")
		if b.end = len(s.Text); end < len(s.Tags) {
			b.end = s.closingOf(b.op, end+1)
		}
		return -1, b.end > 0
	}
	raw := s.Text[t.End:s.Tags[end].Start]
	if inner, wrapped := unwrap(raw); wrapped && parted(inner) {
		b.fail("ambiguous CDATA sections in <"+name+">", "If the text itself has them, wrap all of it in <![CDATA[ … ]]> once more. If they wrap it, one is enough: ]]> in it stands as it is.")
	}
	if b.args == nil {
		b.args = make([]ops.Arg, 0, 3) // most operations have no more
	}
	b.args = append(b.args, ops.Arg{Name: name, Value: value(raw)})
	b.lines += strings.Count(raw, "\n")
	return int(s.Tags[end].End), true
}

// unknownContent passes over an unknown tag with its value, or text, where a field of the
// block or its closing tag should stand. It returns as field does.
func (s *scanner) unknownContent(b *block, at int) (int, bool) {
	tag := s.g.names[b.op].text
	name, opens := tagName(s.Text[at:])
	if opens {
		b.args = append(b.args, ops.Arg{Name: name})
		b.unknown = true
		if end := s.unknownEnd(b.op, name, at); end > 0 {
			return end, true
		}
		b.fail(s.g.names[b.op].spec.Misnamed(b.args, false))
	} else {
		text, _, _ := strings.Cut(s.Text[at+1:], "<")
		text = s.Text[at:at+1] + text
		b.fail(fmt.Sprintf("unexpected text in <%s>: %q", tag, response.Head(strings.TrimSpace(text), 40)), "A block holds fields only: put comments outside it.")
		if next, ok := s.nextPart(b.op, at); ok {
			return next, true
		}
	}
	b.end = s.closingOf(b.op, s.from(at))
	return -1, b.end > 0
}

// tagName reads "<name" where b begins with an opening tag.
func tagName(b string) (string, bool) {
	if len(b) < 3 || b[0] != '<' || !quote.NameByte(b[1]) {
		return "", false
	}
	i := 1
	for i < len(b) && i <= 2*quote.MaxName && (quote.NameByte(b[i]) || b[i] == '-') {
		i++
	}
	if i == len(b) || strings.IndexByte(blanks+">/", b[i]) < 0 {
		return "", false
	}
	return b[1:i], true
}

// action makes the operation of a block, or the Invalid that stands for it.
func (s *scanner) action(b block) ops.Action {
	spec := s.g.names[b.op].spec
	if b.problem == "" {
		a, err := spec.Build(wording.Tags, b.args)
		if err == nil {
			return a
		}
		b.fail(response.Explain(err))
	}
	return ops.Invalid{
		Tag: spec.Tag, Msg: b.problem, Hint: b.hint,
		Preview: response.Head(s.Text[b.start:b.end], 200), Expected: spec.Format(),
	}
}
