package quote

import (
	"iter"
	"strings"
)

// Tag is a tag as HTML has it.
type Tag struct {
	Name       string // in lower case
	ID         int    // what Options.Known says of the name
	Start, End int    // offsets of the "<", and after the ">"
	Closing    bool   // </name>
	Alone      bool   // <name/>, with or without attributes
	Attributes bool
}

// Token is a tag in few bytes, since a text may have many. Offsets fit 32 bits: a response
// of 4 GiB is refused long before.
type Token struct {
	Start, End                 uint32
	ID                         int16
	Closing, Alone, Attributes bool
}

// EachTag yields the tags with the names that are known, in their order. A tag with
// attributes ends before the next "<", if no ">" does: no attribute may hide the tag that
// ends a value.
func EachTag(text string, known func(name string) (id int, ok bool)) iter.Seq[Tag] {
	return func(yield func(Tag) bool) {
		for at := 0; ; at++ {
			i := strings.IndexByte(text[at:], '<')
			if i < 0 {
				return
			}
			at += i
			if t := (Tag{Start: at}); t.read(text, known) && !yield(t) {
				return
			}
		}
	}
}

// read reads the tag that begins at its start.
func (t *Tag) read(text string, known func(name string) (id int, ok bool)) (ok bool) {
	p := t.Start + 1
	if p < len(text) && text[p] == '/' {
		t.Closing = true
		p++
	}
	start := p
	for p < len(text) && p < start+maxName && nameByte(text[p]) {
		p++
	}
	if p == start {
		return false
	}
	t.Name = strings.ToLower(text[start:p])
	t.ID, ok = known(t.Name)
	return ok && t.readEnd(text, p)
}

// maxName is the length of the longest name that is read.
const maxName = 32

func nameByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || '0' <= c && c <= '9'
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// maxAttributes is how far the ">" of a tag with attributes may be.
const maxAttributes = 1024

// readEnd reads what stands in a tag after its name, which ends at p.
func (t *Tag) readEnd(text string, p int) bool {
	if p < len(text) && text[p] == '>' {
		t.End = p + 1
		return true
	}
	gap := text[p:min(len(text), p+maxAttributes)]
	gap = gap[:len(gap)-len(strings.TrimLeft(gap, " \t\r\n"))]
	t.End = p + len(gap)
	attributes := text[t.End:min(len(text), t.End+maxAttributes)]
	switch {
	case attributes == "":
		return false
	case attributes[0] == '>':
		t.End++
		return true
	case t.Closing:
		return false
	case strings.HasPrefix(attributes, "/>"):
		t.Alone = true
		t.End += len("/>")
		return true
	case gap == "" || !attribute(attributes):
		return false
	}
	n := quotedEnd(attributes)
	if n < 0 {
		return false
	}
	t.End += n
	t.Attributes, t.Alone = true, strings.HasSuffix(attributes[:n], "/>")
	return true
}

// attribute reports whether a text begins like one: name, "=".
func attribute(text string) bool {
	i := 0
	for i < len(text) && (nameByte(text[i]) || i > 0 && strings.IndexByte("-:.", text[i]) >= 0) {
		i++
	}
	return i > 0 && strings.HasPrefix(strings.TrimLeft(text[i:], " \t\r\n"), "=")
}

// quotedEnd is the offset after the ">" that is not inside quotes, or that of the first
// "<"; -1 if there is neither.
func quotedEnd(text string) int {
	var quote byte
	for i := range len(text) {
		switch c := text[i]; {
		case c == '<':
			return i
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + 1
		}
	}
	return -1
}
