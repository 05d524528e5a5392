package quote

import "strings"

// Tag is a tag with a known name, as HTML has it. A text may have many of them. Their
// offsets fit 32 bits, because a response of 4 GiB is refused long before.
type Tag struct {
	Start, End uint32 // offsets of the "<", and after the ">"
	ID         int16  // the number of its name
	Closing    bool   // </name>
	Alone      bool   // <name/>, with or without attributes
	Attributes bool
}

// Opens reports whether the tag begins something.
func (t Tag) Opens() bool { return !t.Closing && !t.Alone }

// NextTag finds the first tag from an offset on whose name, in lower case, is one of names.
// If no ">" ends a tag with attributes, it ends before the next "<": no attribute may hide
// the tag that ends a value.
func NextTag(text string, at int, names map[string]int16) (t Tag, ok bool) {
	for ; ; at++ {
		i := strings.IndexByte(text[at:], '<')
		if i < 0 {
			return Tag{}, false
		}
		at += i
		if t, ok = tagAt(text, at, names); ok {
			return t, true
		}
	}
}

// tagAt reads the tag that begins at an offset.
func tagAt(text string, at int, names map[string]int16) (t Tag, ok bool) {
	p := at + 1
	t = Tag{Start: uint32(at)}
	if p < len(text) && text[p] == '/' {
		t.Closing = true
		p++
	}
	start := p
	for p < len(text) && p < start+MaxName && NameByte(text[p]) {
		p++
	}
	t.ID, ok = names[strings.ToLower(text[start:p])]
	return t, ok && t.readEnd(text, p)
}

// MaxName is the length of the longest name that is read.
const MaxName = 32

// NameByte reports whether a byte may stand in the name of a tag.
func NameByte(c byte) bool {
	return c|0x20 >= 'a' && c|0x20 <= 'z' || c == '_' || '0' <= c && c <= '9'
}

// Blank reports whether a byte is a blank or a part of a line end.
func Blank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// maxAttributes is how far the ">" of a tag with attributes may be.
const maxAttributes = 1024

// readEnd reads what stands in a tag after its name, which ends at p.
func (t *Tag) readEnd(text string, p int) bool {
	start := p
	for p < len(text) && p < start+maxAttributes && Blank(text[p]) {
		p++
	}
	rest := text[p:min(len(text), p+maxAttributes)]
	n := 1 // the length of what ends the tag
	switch {
	case rest == "":
		return false
	case rest[0] == '>':
	case t.Closing:
		return false
	case strings.HasPrefix(rest, "/>"):
		t.Alone = true
		n = len("/>")
	case p == start || !attribute(rest):
		return false
	default:
		n = quotedEnd(rest)
		t.Attributes, t.Alone = true, n > 0 && strings.HasSuffix(rest[:n], "/>")
	}
	t.End = uint32(p + n)
	return n >= 0
}

// attribute reports whether a text begins like one: name, "=".
func attribute(text string) bool {
	i := 0
	for i < len(text) && (NameByte(text[i]) || i > 0 && strings.IndexByte("-:.", text[i]) >= 0) {
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
