package syntax

import (
	"bytes"
	"path"

	"github.com/evanw/esbuild/pkg/api"
)

// cssText is CSS with nested rules.
var cssText = language{
	name:   "css",
	named:  func(_, base string) bool { return path.Ext(base) == ".css" },
	max:    maxScript,
	marked: hasMark,
	parse:  parseCSS,
}

// parseCSS knows two kinds of complaint. esbuild warns of bad syntax, since browsers
// go on after it.
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

// isHack reports whether a name begins with a star, which hides a declaration from all
// but old browsers.
func isHack(src []byte, at *api.Location) bool {
	line := lineAt(src, at.Line)
	return at.Column < len(line) && line[at.Column] == '*'
}

// secondColon finds a declaration that runs into the next one, since the semicolon
// between them is missing. By the grammar any tokens are a value, and browsers drop both
// silently; but no property takes a colon outside of brackets, save custom ones and what
// old browsers read (filter: progid:…). It returns the offset of the name before the
// second colon, or -1.
func secondColon(src []byte) int {
	d := declaration{name: -1}
	for i := 0; i < len(src); {
		c := src[i]
		end := i + 1
		switch {
		case c == '"' || c == '\'':
			end = cssStringEnd(src, i)
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

// declaration is what was read of one, or of a selector: which of the two shows at its
// end.
type declaration struct {
	start, name int // of the whole, and of the last word; -1 for none
	colons      int
	second      int // the name before the second colon
	brackets    int
	block       bool // the brackets are those of a block that is a value
}

// next takes the next character outside of strings and comments, and reports whether
// it ends a declaration with two colons.
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
	case isLetter(c) || c == '-' || '0' <= c && c <= '9':
		if i == 0 || !isLetter(src[i-1]) && src[i-1] != '-' && (src[i-1] < '0' || src[i-1] > '9') {
			d.name = i
		}
	}
	return false
}

// holdsBlock reports whether a brace opens a block in a value, which only that of a custom
// property may hold ("--a: {…}"), or a block in such a block.
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

// cssStringEnd returns the end of the string that begins at i.
func cssStringEnd(src []byte, i int) int {
	quote := src[i]
	for i++; i < len(src) && src[i] != quote && src[i] != '\n'; i++ {
		if src[i] == '\\' {
			i++
		}
	}
	return min(i+1, len(src))
}
