package tags

import (
	"strings"

	"fileops/internal/ops"
	"fileops/internal/parse/response"
)

const cdataOpen, cdataClose = "<![CDATA[", "]]>"

// value reads the text between the tags of a field.
//
// In block form, where a line break follows the opening tag, the value is whole lines: that
// line break is removed, and so are the blanks before the closing tag. A CDATA wrapper is
// removed first. The form is that of the wrapped text, or of the wrapper if it stands on
// separate lines. An empty wrapper asks for an empty value.
func value(raw string) ops.Value {
	inner, wrapped := unwrap(raw)
	if wrapped && inner == "" {
		return ops.Value{Empty: true}
	}
	body, block := blockBody(inner)
	if !wrapped || block {
		return ops.Value{Text: body, Block: block, Empty: wrapped && body == ""}
	}
	if _, outer := blockBody(raw); outer && strings.HasSuffix(strings.TrimRight(raw, " \t"), "\n") {
		if inner != "" && !strings.HasSuffix(inner, "\n") {
			inner = endLine(inner)
		}
		return ops.Value{Text: inner, Block: true}
	}
	return ops.Value{Text: inner}
}

func unwrap(raw string) (string, bool) {
	t := strings.Trim(raw, blanks)
	if !strings.HasPrefix(t, cdataOpen) || !strings.HasSuffix(t, cdataClose) || len(t) < len(cdataOpen)+len(cdataClose) {
		return raw, false
	}
	return t[len(cdataOpen) : len(t)-len(cdataClose)], true
}

// parted reports whether the text in a CDATA wrapper ends it and begins another one. Then
// the wrapper may be the first and the last of several sections that are the text. If more
// sections end than begin, the text only holds "]]>".
func parted(inner string) bool {
	open, again := 1, false
	for {
		i := strings.IndexAny(inner, "<]")
		if i < 0 {
			return again && open == 1
		}
		inner = inner[i:]
		switch {
		case strings.HasPrefix(inner, cdataOpen):
			again = again || open < 1
			open++
		case strings.HasPrefix(inner, cdataClose):
			open--
		}
		inner = inner[1:]
	}
}

// blockBody is the lines of a value in block form, each with its line break.
func blockBody(raw string) (string, bool) {
	first := strings.IndexByte(raw, '\n')
	if first < 0 || len(strings.Trim(raw[:first], " \t\r")) > 0 {
		return raw, false
	}
	body := raw[first+1:]
	last := strings.LastIndexByte(body, '\n') + 1
	if len(strings.Trim(body[last:], " \t")) == 0 {
		return body[:last], true
	}
	return endLine(body), true
}

// endLine ends the last line of a text as its other lines end. After a carriage return it
// adds CR LF, since LF alone would make the carriage return a part of the line end.
func endLine(text string) string {
	if strings.HasSuffix(text, "\r") || response.AllCRLF(text) {
		return text + "\r\n"
	}
	return text + "\n"
}
