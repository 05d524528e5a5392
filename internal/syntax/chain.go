package syntax

import "strings"

// Bounds on what esbuild is given: it calls itself for every link of "a.b[c](d)" and
// "a=b=>c", with 3 to 7 KB of the stack for each, and Go ends a program with a stack over
// 512 MB. No text that a person or a bundler wrote comes near them.
const (
	maxLinks = 10_000 // from one end of a statement, or of an item in a list, to the next
	maxWords = 20_000 // in the whole text, of what an end in the wrong place may not hide
)

// chain counts the links that a script may be made of, without regard to strings,
// comments and regular expressions: a comma in one of these may hide the links before it,
// but then each takes so many bytes that maxScript cannot hold enough of them.
type chain struct {
	src   []byte
	links int   // since the last end
	bases []int // the links up to each bracket that is open: an end in it does not undo them
	words int
	prev  byte // the last byte that is no blank
}

// tooLong reports whether a script may be a chain longer than esbuild can bear.
func tooLong(src []byte) bool {
	c := chain{src: src}
	for i := 0; i < len(src); i++ {
		b := src[i]
		switch {
		case b == '\n':
			c.newline(i)
		case isBlank(b):
		case isLetter(b):
			end := i + 1
			for end < len(src) && isWord(src[end]) {
				end++
			}
			c.word(string(src[i:end]))
			i = end - 1
			c.prev = b
		default:
			c.mark(i)
			c.prev = b
		}
		if c.links > maxLinks || c.words > maxWords {
			return true
		}
	}
	return false
}

// word counts what an operand or a statement may follow.
func (c *chain) word(w string) {
	if c.prev == '}' {
		c.end()
	}
	switch w {
	case "await", "delete", "do", "else", "for", "if", "new", "typeof", "void", "while", "with", "yield":
		c.words++
	}
}

// mark counts an operator or a bracket.
func (c *chain) mark(i int) {
	switch c.src[i] {
	case '(', '[', '{':
		c.links++
		c.bases = append(c.bases, c.links)
	case ')', ']', '}':
		c.bases = c.bases[:max(len(c.bases)-1, 0)]
	case ',', ';':
		c.end()
	case '.', '?', '*', '<', '!':
		c.links++
	case '=':
		c.links++
		if c.prev == '"' || c.prev == '\'' || c.prev == '/' { // after a comma in quotes
			c.words++
		}
	case '>':
		if c.prev == '=' {
			c.words++
		}
	case '`':
		c.words++
	}
}

// newline ends a statement where none of the two lines begins or ends with an operator.
func (c *chain) newline(i int) {
	if !isWord(c.prev) && strings.IndexByte(")]}\"'", c.prev) < 0 {
		return
	}
	for i < len(c.src) && isBlank(c.src[i]) {
		i++
	}
	if i < len(c.src) && (isWord(c.src[i]) || strings.IndexByte("}@\"'/", c.src[i]) >= 0) {
		c.end()
	}
}

func (c *chain) end() {
	c.links = 0
	if n := len(c.bases); n > 0 {
		c.links = c.bases[n-1]
	}
}

// isWord reports whether b may stand in a name or a number.
func isWord(b byte) bool { return isLetter(b) || '0' <= b && b <= '9' }
