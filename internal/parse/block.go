package parse

import (
	"errors"
	"fmt"
	"strings"

	"fileops/internal/ops"
	"fileops/internal/ops/wording"
)

// block is one operation block as it was read.
type block struct {
	op      id
	start   int // offset of its opening tag
	end     int // offset after its closing tag
	args    []ops.Arg
	problem string // why it is malformed; "" if it is not, as far as its syntax goes
	hint    string
	unended string // the field that is never closed, if it is one that keeps the block open
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
	t := s.tokens[i]
	b = block{op: t.name, start: int(t.start), end: int(t.end)}
	tag := s.g.text[t.name]
	switch {
	case t.form == selfClosed && !strings.Contains(s.src[t.start:t.end], "="):
		b.fail("<"+tag+"/> has no fields: write them between <"+tag+"> and </"+tag+">, first "+s.firstField(t.name), "")
	case t.form != opening:
		b.fail("attributes are not allowed in <"+tag+">: use "+s.firstField(t.name), "")
	}
	if t.form == selfClosed {
		return b, true
	}
	at := int(t.end)
	for {
		at = s.gap(at)
		n := s.at(at)
		switch {
		case at >= len(s.src):
			return b, false
		case n >= 0 && s.tokens[n].name == b.op && s.tokens[n].form == closing:
			b.end = int(s.tokens[n].end)
			return b, true
		case n >= 0 && s.tokens[n].form != closing && s.g.field(b.op, s.tokens[n].name):
			at, ok = s.field(&b, n)
		default:
			at, ok = s.stranger(&b, at)
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
	name := s.g.specs[op].Fields[0].Name
	return "<" + name + ">…</" + name + ">"
}

// selfClosing says of <name/> what to send instead: an empty field is not always allowed.
func (s *scanner) selfClosing(op id, name string) (problem, hint string) {
	problem = "self-closing <" + name + "/> is not allowed"
	switch f, _ := s.g.specs[op].Field(name); {
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
	t := s.tokens[n]
	name := s.g.text[t.name]
	switch t.form {
	case selfClosed:
		b.fail(s.selfClosing(b.op, name))
		return int(t.end), true
	case attributed:
		b.fail("attributes are not allowed in <"+name+">", "write it as <"+name+">…</"+name+">")
	}
	end, result := s.valueEnd(b.op, t.name, n)
	switch result {
	case unclosed:
		b.unended = name
		return 0, false
	case noEnd:
		b.fail("no </"+name+"> ends <"+name+">", "after it the next field must open, or </"+s.g.text[b.op]+"> follow")
		b.end = int(s.tokens[end].end)
		return -1, true
	case ambiguous:
		b.fail("ambiguous end of <"+name+"> in <"+s.g.text[b.op]+">: wrap the value in <![CDATA[ … ]]>", "")
		b.end = s.afterAll(b.op, end)
		return -1, b.end > 0
	}
	raw := s.src[t.end:s.tokens[end].start]
	if inner, wrapped := unwrap(raw); wrapped && parted(inner) {
		b.fail("ambiguous CDATA sections in <"+name+">", "if the text itself has them, wrap all of it in <![CDATA[ … ]]> once more; if they wrap it, one is enough: ]]> in it stands as it is")
	}
	b.args = append(b.args, ops.Arg{Name: name, Value: value(raw)})
	b.lines += strings.Count(raw, "\n")
	return int(s.tokens[end].end), true
}

// valueEnd finds the closing tag of the field that the token at index n opens.
func (s *scanner) valueEnd(op, field id, n int) (int, outcome) {
	wrapped := s.wrapped(int(s.tokens[n].end))
	var end int
	var result outcome
	switch {
	case wrapped:
		end, result = s.cdataEnd(op, field, n+1)
	case s.scalarEnd(op, field):
		return s.firstClosing(field, n+1)
	default:
		end, result = s.fieldEnd(op, field, n+1)
	}
	if result == strange { // and so malformed, which the stranger is told of
		return end, ended
	}
	if result != ended || s.scalarEnd(op, field) {
		return end, result
	}
	if last, doubt := s.doubted(op, field, end); doubt {
		if wrapped && !s.afterCDATA(int(s.tokens[min(last, len(s.tokens)-1)].start)) {
			return end, ended // the wrapper ends here and nowhere else
		}
		return last, ambiguous
	}
	return end, ended
}

// firstClosing finds the first closing tag of a field that holds one short value.
func (s *scanner) firstClosing(field id, i int) (int, outcome) {
	for ; i < len(s.tokens); i++ {
		if s.spend(1) {
			return i, unclosed
		}
		t := s.tokens[i]
		if t.name == field && t.form == closing {
			return i, ended
		}
		if s.startsBlock(i) {
			break
		}
	}
	return i, unclosed
}

// afterAll is the offset after the closing tag of op that follows the closing tag of
// a field at index i, 0 if there is none; or the end of the source, where a field has none.
func (s *scanner) afterAll(op id, i int) int {
	if i >= len(s.tokens) {
		return len(s.src)
	}
	return s.closingOf(op, i+1)
}

// stranger passes over what is neither a field of the block nor its closing tag: a
// tag that it does not know, with its value, or text.
func (s *scanner) stranger(b *block, at int) (int, bool) {
	tag := s.g.text[b.op]
	name, opens := tagName(s.src[at:])
	if opens {
		b.fail("unknown tag <"+name+"> in <"+tag+">", s.instead(b.op, name))
		if end := s.unknownEnd(b.op, name, at); end > 0 {
			return end, true
		}
	} else {
		text, _, _ := strings.Cut(s.src[at+1:], "<")
		text = s.src[at:at+1] + text
		b.fail(fmt.Sprintf("unexpected text in <%s>: %q", tag, head(strings.TrimSpace(text), 40)), "a block holds fields only: put comments outside it")
		if next, ok := s.nextPart(b.op, at); ok {
			return next, true
		}
	}
	b.end = s.closingOf(b.op, s.from(at))
	return -1, b.end > 0
}

// instead says which field may be meant by a name, or which there are.
func (s *scanner) instead(op id, name string) string {
	spec := s.g.specs[op]
	if near := spec.Suggest(strings.ToLower(name)); near != "" {
		return "did you mean <" + near + ">?"
	}
	names := make([]string, len(spec.Fields))
	for i, f := range spec.Fields {
		names[i] = "<" + f.Name + ">"
	}
	return "There are " + strings.Join(names, ", ") + "."
}

// tagName reads "<name" where b begins with an opening tag.
func tagName(b string) (string, bool) {
	if len(b) < 3 || b[0] != '<' || !nameByte(b[1]) {
		return "", false
	}
	i := 1
	for i < len(b) && i <= 2*maxName && (nameByte(b[i]) || b[i] == '-') {
		i++
	}
	if i == len(b) || b[i] != '>' && !blank(b[i]) && b[i] != '/' {
		return "", false
	}
	return b[1:i], true
}

// unknownEnd is the offset after the closing tag of an unknown field: one after
// which another tag stands. 0 if there is none before the operation's own closing
// tags run out.
func (s *scanner) unknownEnd(op id, name string, at int) int {
	limit := s.closingOf(op, s.from(at))
	if limit == 0 {
		return 0
	}
	closer := "</" + name + ">"
	for p := at; ; {
		i := strings.Index(s.src[p:limit], closer)
		if i < 0 || s.spend(1+i/256) {
			return 0
		}
		p += i + len(closer)
		if next := s.gap(p); next < len(s.src) && s.src[next] == '<' {
			return p
		}
	}
}

// nextPart is the offset of the next field or the closing tag of op after text that
// belongs nowhere, unless another operation begins before it.
func (s *scanner) nextPart(op id, at int) (int, bool) {
	for i := s.from(at); i < len(s.tokens) && !s.spend(1); i++ {
		t := s.tokens[i]
		if t.name == op && t.form == closing || t.opens() && s.g.field(op, t.name) {
			return int(t.start), true
		}
		if s.startsBlock(i) {
			break
		}
	}
	return 0, false
}

// closingOf is the offset after the closing tag that balances an open op, among the
// tokens from index i on; 0 if there is none.
func (s *scanner) closingOf(op id, i int) int {
	open := opened{}
	for ; i < len(s.tokens) && !s.spend(1); i++ {
		t := s.tokens[i]
		switch {
		case t.name != op:
		case t.opens():
			open.push(s.startsBlock(i))
		case t.form == closing && len(open.stack) == 0:
			return int(t.end)
		case t.form == closing:
			open.pop(s.endsBlock(op, i))
		}
	}
	return 0
}

// action makes the operation of a block, or the Invalid that stands for it.
func (s *scanner) action(b block) ops.Action {
	spec := s.g.specs[b.op]
	if b.problem == "" {
		a, err := spec.Build(wording.Tags, b.args)
		if err == nil {
			return a
		}
		var e *ops.Error
		if errors.As(err, &e) {
			b.fail(e.Msg, e.Hint)
		} else {
			b.fail(err.Error(), "")
		}
	}
	problem := b.problem
	if strings.HasSuffix(b.hint, "?") { // a question continues the sentence
		problem, b.hint = problem+": "+b.hint, ""
	}
	return ops.Invalid{
		Tag: spec.Tag, Msg: problem, Hint: b.hint,
		Preview: head(s.src[b.start:b.end], 200), Expected: spec.Format(),
	}
}

// head is the first n characters of b, with a mark if there are more.
func head(b string, n int) string {
	text := strings.ToValidUTF8(b[:min(len(b), 4*n)], "\ufffd")
	count := 0
	for i := range text {
		if count == n {
			return text[:i] + "…"
		}
		count++
	}
	if len(b) > 4*n {
		return text + "…"
	}
	return text
}
