package syntax

import "strings"

// Limits on what esbuild is given. It recurses for every link of "a.b[c](d)" and "a=b=>c",
// with 3 to 7 KB of stack for each. Go ends a program with a stack over 512 MB. Code from
// people and bundlers stays far below these limits.
const (
	maxLinks = 10_000 // in a statement, or in an item of a list
	maxWords = 20_000 // in the whole text: what counts even where an end was misread
)

// chain counts the links of a script. It does not recognise strings, comments and regular
// expressions. A comma in one of these may hide the links before it. That does no harm: with
// such commas, maxScript bytes hold too few links to overflow the stack.
type chain struct {
	src   []byte
	links int   // since the last end
	bases []int // the links up to each open bracket: an end inside the bracket keeps them
	words int
	prev  byte // the last byte that is not blank
}

// tooLong reports whether a script may have a chain that overflows the stack in esbuild.
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

// word counts a word if it opens a level: an operand or a statement follows it.
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

// newline ends a statement if neither of the two lines has an operator at the line end.
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
