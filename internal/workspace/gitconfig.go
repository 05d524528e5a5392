package workspace

import "strings"

// gitConfig reads a file of git's configuration as git does (git_parse_source in config.c).
type gitConfig struct {
	text    string // what is left of it
	section string // with its subsection after a dot, "" before the first one
	broken  bool   // a line was no configuration: git refuses the whole file
}

// next reads the next variable; ok is false at the end. Its name is in lower case. It goes
// on behind a broken line.
func (c *gitConfig) next() (name, value string, ok bool) {
	for c.text != "" {
		ch := c.char()
		switch {
		case strings.IndexByte(" \t\r\n", ch) >= 0:
			continue
		case ch == '#' || ch == ';':
			c.skipLine()
			continue
		case ch == '[':
			if c.readSection() {
				continue
			}
		case isLetter(ch):
			if name, value, ok = c.variable(ch); ok {
				return name, value, true
			}
		}
		c.broken = true
		c.skipLine()
	}
	return "", "", false
}

// char takes the next character. CR LF is one, and so is the end of the file.
func (c *gitConfig) char() byte {
	if strings.HasPrefix(c.text, "\r\n") {
		c.text = c.text[1:]
	}
	if c.text == "" {
		return '\n'
	}
	ch := c.text[0]
	c.text = c.text[1:]
	return ch
}

func (c *gitConfig) skipLine() { _, c.text, _ = strings.Cut(c.text, "\n") }

// readSection reads a section after its bracket.
func (c *gitConfig) readSection() bool {
	rest := c.text
	end := 0
	for end < len(rest) && (isKey(rest[end]) || rest[end] == '.') {
		end++
	}
	section := strings.ToLower(rest[:end])
	switch rest = rest[end:]; {
	case strings.HasPrefix(rest, "]"):
		c.section, c.text = section, rest[1:]
		return true
	case !strings.HasPrefix(strings.TrimLeft(rest, " \t\r"), `"`):
		return false
	}
	rest = strings.TrimLeft(rest, " \t\r")
	for i := 1; i < len(rest) && rest[i] != '\n'; i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			c.section, c.text = section+"."+rest[1:i], rest[i+1:]
			ok := strings.HasPrefix(c.text, "]")
			c.text = strings.TrimPrefix(c.text, "]")
			return ok
		}
	}
	return false
}

// variable reads a variable after the first letter of its name.
func (c *gitConfig) variable(first byte) (name, value string, ok bool) {
	end := 0
	for end < len(c.text) && isKey(c.text[end]) {
		end++
	}
	name = strings.ToLower(string(first) + c.text[:end])
	c.text = strings.TrimLeft(c.text[end:], " \t")
	switch c.char() {
	case '\n':
		return name, "", true
	case '=':
		value, ok = c.value()
		return name, value, ok
	}
	return "", "", false
}

// value reads a value up to the end of its line. Quotes stand around parts of it, a
// backslash before a character or the end of a line.
func (c *gitConfig) value() (value string, ok bool) {
	var b strings.Builder
	quoted, comment, kept := false, false, 0 // kept: up to here blanks do not end the value
	for {
		ch := c.char()
		switch {
		case ch == '\n':
			return b.String()[:kept], !quoted
		case comment:
			continue
		case !quoted && (ch == ' ' || ch == '\t' || ch == '\r'):
			if kept > 0 {
				b.WriteByte(ch)
			}
			continue
		case !quoted && (ch == '#' || ch == ';'):
			comment = true
			continue
		case ch == '"':
			quoted = !quoted
		case ch == '\\':
			switch ch = c.char(); ch {
			case '\n':
				continue
			case 't', 'n', 'b':
				ch = map[byte]byte{'t': '\t', 'n': '\n', 'b': '\b'}[ch]
			case '\\', '"':
			default:
				return "", false
			}
			b.WriteByte(ch)
		default:
			b.WriteByte(ch)
		}
		kept = b.Len()
	}
}

func isLetter(ch byte) bool { return 'a' <= ch|0x20 && ch|0x20 <= 'z' }

func isKey(ch byte) bool { return isLetter(ch) || '0' <= ch && ch <= '9' || ch == '-' }

// includedPaths are the files that a file of git's configuration includes, on whatever
// condition.
func includedPaths(text string) (paths []string) {
	c := gitConfig{text: strings.TrimPrefix(text, "\ufeff")}
	for {
		name, value, ok := c.next()
		if !ok {
			return paths
		}
		if strings.HasPrefix(c.section, "include") && name == "path" && value != "" {
			paths = append(paths, value)
		}
	}
}

// configures reports whether git would read a variable in a file that begins with text.
// more says that the file goes on: where only comments were seen so far, it may.
func configures(text string, more bool) bool {
	c := gitConfig{text: strings.TrimPrefix(text, "\ufeff")}
	for {
		_, _, ok := c.next()
		switch {
		case c.broken:
			return false
		case !ok:
			return more
		case c.section != "":
			return true
		}
	}
}
