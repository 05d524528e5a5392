package notebook

import (
	"html"
	"strings"
)

// markup returns the text of HTML, with a line for each block or row and a bar between
// the cells of a table. It is no parser: it only removes tags.
func markup(s string) string {
	var m markupText
	for s != "" {
		open := strings.IndexByte(s, '<')
		if open < 0 {
			m.words(s)
			break
		}
		m.words(s[:open])
		s = m.tag(s[open:])
	}
	return strings.TrimSpace(m.b.String())
}

type markupText struct {
	b     strings.Builder
	lines int  // line breaks at the end of b
	space bool // a space is due before the next word
	bar   bool // so is a bar
}

// words writes text with its white space collapsed.
func (m *markupText) words(s string) {
	s = html.UnescapeString(s)
	words := strings.Fields(s)
	if len(words) == 0 {
		m.space = m.space || s != ""
		return
	}
	m.space = m.space || strings.TrimLeft(s, " \t\r\n") != s
	if m.lines == 0 && m.b.Len() > 0 {
		switch {
		case m.bar:
			m.b.WriteString(" | ")
		case m.space:
			m.b.WriteByte(' ')
		}
	}
	m.b.WriteString(strings.Join(words, " "))
	m.lines, m.bar = 0, false
	m.space = strings.TrimRight(s, " \t\r\n") != s
}

// tag handles the tag or comment that s starts with, and returns what follows it. A "<"
// that starts neither is text.
func (m *markupText) tag(s string) string {
	switch {
	case strings.HasPrefix(s, "<!--"):
		_, s, _ = strings.Cut(s, "-->")
		return s
	case len(s) < 2 || !isLetter(s[1]) && s[1] != '/' && s[1] != '!' && s[1] != '?':
		m.words("&lt;")
		return s[1:]
	}
	end := strings.IndexByte(s, '>')
	if end < 0 {
		m.words("&lt;" + s[1:])
		return ""
	}
	name := strings.TrimPrefix(s[1:end], "/")
	if i := strings.IndexFunc(name, func(r rune) bool { return r > 0x7f || !isLetter(byte(r)) && (r < '0' || r > '9') }); i >= 0 {
		name = name[:i]
	}
	switch name = strings.ToLower(name); name {
	case "script", "style":
		if s[1] != '/' {
			return s[indexFold(s, "</"+name):]
		}
	case "td", "th":
		m.bar = m.bar || s[1] == '/'
	case "br", "p", "div", "tr", "li", "ul", "ol", "table", "thead", "tbody", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr",
		"dt", "dd", "dl", "section", "summary", "details", "caption", "blockquote":
		m.line()
	}
	return s[end+1:]
}

// indexFold returns the index of sub, which is ASCII, in s without regard to case; len(s)
// if there is none.
func indexFold(s, sub string) int {
	for i := 0; i+len(sub) <= len(s); i++ {
		next := strings.IndexByte(s[i:], sub[0])
		if next < 0 {
			break
		}
		if i += next; i+len(sub) <= len(s) && strings.EqualFold(s[i:i+len(sub)], sub) {
			return i
		}
	}
	return len(s)
}

func (m *markupText) line() {
	if m.b.Len() > 0 && m.lines == 0 {
		m.b.WriteByte('\n')
		m.lines++
	}
	m.space, m.bar = false, false
}

func isLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
