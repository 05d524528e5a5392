package notebook

import (
	"html"
	"strings"

	"fileops/internal/lazy"
)

// tags matches comments, scripts and styles with their content, and tags: whether one
// closes, and its name.
var tags = lazy.Regexp{Source: `(?s)<!--.*?(?:-->|\z)` +
	`|<(?i:script|style)\b[^>]*>.*?(?:</(?i:script|style)\b[^>]*>|\z)` +
	`|<(?:(/?)([a-zA-Z][a-zA-Z0-9]*)|[/!?])[^>]*>`}

// markup returns the text of HTML, with a line for each block or row and a bar between
// the cells of a table. It is no parser: it only removes tags.
func markup(s string) string {
	var m markupText
	at := 0
	for _, t := range tags.Get().FindAllStringSubmatchIndex(s, -1) {
		m.words(s[at:t[0]])
		if at = t[1]; t[4] >= 0 {
			m.tag(strings.ToLower(s[t[4]:t[5]]), t[2] < t[3])
		}
	}
	m.words(s[at:])
	return strings.TrimSpace(m.b.String())
}

type markupText struct {
	b     strings.Builder
	ended bool // b ends with a line break
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
	if !m.ended && m.b.Len() > 0 {
		switch {
		case m.bar:
			m.b.WriteString(" | ")
		case m.space:
			m.b.WriteByte(' ')
		}
	}
	m.b.WriteString(strings.Join(words, " "))
	m.ended, m.bar = false, false
	m.space = strings.TrimRight(s, " \t\r\n") != s
}

func (m *markupText) tag(name string, closes bool) {
	switch name {
	case "td", "th":
		m.bar = m.bar || closes
	case "br", "p", "div", "tr", "li", "ul", "ol", "table", "thead", "tbody", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "hr",
		"dt", "dd", "dl", "section", "summary", "details", "caption", "blockquote":
		if m.b.Len() > 0 && !m.ended {
			m.b.WriteByte('\n')
			m.ended = true
		}
		m.space, m.bar = false, false
	}
}
