package syntax

import (
	"bytes"

	"github.com/evanw/esbuild/pkg/api"
)

// cssText is CSS with nested rules.
var cssText = language{
	name:   "css",
	names:  []string{"*.css"},
	max:    maxScript,
	marked: hasMark,
	parse:  parseCSS,
}

// parseCSS takes warnings of bad syntax for errors too: esbuild only warns, since browsers
// ignore such declarations.
func parseCSS(s source) Verdict {
	if tooDeep(s.text) {
		return Verdict{}
	}
	result := api.Transform(string(s.text), api.TransformOptions{Loader: api.LoaderCSS})
	if len(result.Errors) > 0 {
		return located(result.Errors[0])
	}
	for _, w := range result.Warnings {
		if w.ID == "css-syntax-error" && w.Location != nil && !isHack(s.text, w.Location) {
			return located(w)
		}
	}
	if offset := secondColon(s.text); offset >= 0 {
		return brokenAt(s.text, offset, `Expected ";" before this declaration`)
	}
	return Verdict{State: Valid}
}

// isHack reports whether a name begins with a star: then only old browsers read the declaration.
func isHack(src []byte, at *api.Location) bool {
	line := lineAt(src, at.Line)
	return at.Column < len(line) && line[at.Column] == '*'
}

// secondColon finds two declarations without a semicolon between them. The grammar allows any
// tokens in a value, and browsers drop both declarations silently. But no property takes a
// colon outside of brackets, except custom ones and those of old browsers (filter: progid:…).
// It returns the offset of the name before the second colon, or -1.
func secondColon(src []byte) int {
	d := declaration{name: -1}
	for i := 0; i < len(src); {
		c := src[i]
		end := i + 1
		switch {
		case c == '"' || c == '\'':
			end = stringEnd(src, i)
		case bytes.HasPrefix(src[i:], []byte("/*")):
			if n := bytes.Index(src[i+2:], []byte("*/")); n >= 0 {
				end = i + 2 + n + 2
			}
			if len(bytes.TrimSpace(src[d.start:i])) == 0 {
				d.start = end
			}
		case c == '\\':
			end = min(i+2, len(src))
		default:
			if d.next(src, i) {
				return d.second
			}
		}
		i = end
	}
	return -1
}

// declaration is the part of a declaration or a selector read so far. Only its end tells
// which of the two it is.
type declaration struct {
	start, name int // of the whole, and of the last word; -1 for none
	colons      int
	second      int // the name before the second colon
	brackets    int
	block       bool // the brackets are those of a block that is a value
}

// next reads a character outside of strings and comments. It reports whether that ends a
// declaration with two colons.
func (d *declaration) next(src []byte, i int) bool {
	c := src[i]
	switch {
	case c == '(' || c == '[' || c == '{' && d.holdsBlock(src[d.start:i]):
		d.brackets++
	case c == ')' || c == ']' || c == '}' && d.block:
		d.brackets--
		d.block = d.block && d.brackets > 0
	case d.brackets > 0:
	case c == '{' || c == '}' || c == ';':
		wrong := c != '{' && d.colons > 1 && !d.exempt(src[d.start:i])
		*d = declaration{start: i + 1, name: -1, second: d.second}
		return wrong
	case c == ':':
		if d.colons++; d.colons == 2 {
			d.second = max(d.name, d.start)
		}
	case isWord(c) || c == '-':
		if i == 0 || !isWord(src[i-1]) && src[i-1] != '-' {
			d.name = i
		}
	}
	return false
}

// holdsBlock reports whether a brace opens a block inside a value. Only custom properties
// have those ("--a: {…}").
func (d *declaration) holdsBlock(before []byte) bool {
	if d.brackets == 0 {
		d.block = d.colons > 0 && bytes.HasPrefix(bytes.TrimLeft(before, " \t\r\n"), []byte("--"))
	}
	return d.block
}

// exempt reports whether a text with two colons may be right: an at-rule, a custom
// property, a hack for an old browser, or a preprocessor's.
func (d *declaration) exempt(text []byte) bool {
	text = bytes.ToLower(text)
	first := bytes.TrimLeft(text, " \t\r\n")
	return bytes.HasPrefix(first, []byte("@")) || bytes.HasPrefix(first, []byte("--")) || bytes.Contains(text, []byte("progid:")) ||
		bytes.ContainsAny(text, "$@") || bytes.Contains(text, []byte("::"))
}
